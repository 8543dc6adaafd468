import path from 'node:path'
import { buildSite } from '../../api/build-site.ts'
import type { BuildOptions } from '../options.ts'
import { formatSummary } from '../../report/build-summary.ts'
import { createTerminal, printFindings, printLine } from '../terminal.ts'

/** `docsgen build [dir]`. */
export async function runBuild(dir: string, options: BuildOptions): Promise<number> {
  const root = path.resolve(dir)
  const terminal = createTerminal(root, options)
  const { config, base, outDir: wanted, cache, forceUnlock, strict } = options
  const made = await buildSite({ root, config, base, outDir: wanted, cache, forceUnlock, strict })
  const { exitCode, findings, outDir, summary } = made
  await printFindings(terminal, findings)
  if (!summary) return exitCode
  printLine(terminal, formatSummary(summary, path.relative(process.cwd(), outDir ?? '') || '.'))
  if (options.json) process.stdout.write(JSON.stringify(summary) + '\n')
  return exitCode
}
