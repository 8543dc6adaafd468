import path from 'node:path'
import { build } from '../../build.ts'
import type { BuildOptions } from '../options.ts'
import { formatSummary, summarize } from '../../report/build-summary.ts'
import { openSession } from '../../threads/session.ts'
import { createTerminal, printFindings, printLine } from '../terminal.ts'

/** `docsgen build [dir]`. */
export async function runBuild(dir: string, options: BuildOptions): Promise<number> {
  const root = path.resolve(dir)
  const terminal = createTerminal(root, options)
  const session = await openSession({ root, cache: options.cache ?? true })
  try {
    const { config, base, outDir, forceUnlock, strict } = options
    const result = await build(session, { configFile: config, base, outDir, forceUnlock, strict })
    await printFindings(terminal, result.findings)
    if (!result.site || !result.written) return result.exitCode
    const summary = summarize(result.site, result.written, result.times)
    printLine(terminal, formatSummary(summary, path.relative(process.cwd(), result.outDir ?? '') || '.'))
    if (options.json) process.stdout.write(JSON.stringify(summary) + '\n')
    return result.exitCode
  } finally {
    await session.close()
  }
}
