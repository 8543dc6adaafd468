import path from 'node:path'
import { buildSite } from '../../api/build-site.ts'
import type { BuildOptions } from '../options.ts'
import { formatShared, formatSummary } from '../../check/report/build-summary.ts'
import { createTerminal, printFindings, printLine } from '../terminal.ts'

/** `docsgen build [dir]`. */
export async function runBuild(dir: string, options: BuildOptions): Promise<number> {
  const root = path.resolve(dir)
  const terminal = createTerminal(root, options)
  const { config, base, outDir, cache, forceUnlock, skipBrokenVersions, strict, compress, zip } = options
  const asked = { config, base, outDir, cache, forceUnlock, skipBrokenVersions, strict, compress, zip }
  const { shard: share, cacheDir } = options
  const made = await buildSite({ root, ...asked, shard: share, cacheDir })
  const { exitCode, findings, archive, summary, shard } = made
  await printFindings(terminal, findings)
  if (shard) printLine(terminal, `Made shard ${share}\n${formatShared(shard)}`)
  if (shard && options.json) process.stdout.write(JSON.stringify(shard) + '\n')
  if (!summary) return exitCode
  const lines = [formatSummary(summary, path.relative(process.cwd(), made.outDir ?? '') || '.')]
  if (archive !== undefined) lines.push(`  archive ${path.relative(process.cwd(), archive)}`)
  printLine(terminal, lines.join('\n'))
  if (options.json) process.stdout.write(JSON.stringify(summary) + '\n')
  return exitCode
}
