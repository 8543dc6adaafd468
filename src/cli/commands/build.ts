import path from 'node:path'
import { plural } from '../../lib/text.ts'
import { build } from '../../index.ts'
import type { BuildSummary, SharedSummary } from '../../schema/api.ts'
import type { BuildOptions } from '../options.ts'
import { type Invocation, printFindings, printLine, results } from '../terminal.ts'

/** `docsgen build [dir]`. */
export async function runBuild({ root, terminal }: Invocation, options: BuildOptions): Promise<number> {
  const { exitCode, findings, outDir = '', archive, summary, shard } = await build({ ...options, root })
  printFindings(terminal, findings)
  if (shard) printLine(terminal, `Made shard ${options.shard}\n${formatShared(shard)}`)
  if (shard && options.json) results.write(JSON.stringify(shard) + '\n')
  if (!summary) return exitCode
  const lines = [formatSummary(summary, path.relative(process.cwd(), outDir) || '.')]
  if (archive !== undefined) lines.push(`  archive ${path.relative(process.cwd(), archive)}`)
  printLine(terminal, lines.join('\n'))
  if (options.json) results.write(JSON.stringify(summary) + '\n')
  return exitCode
}

function formatSummary(summary: BuildSummary, outDir: string): string {
  const count = Object.values(summary.pages).reduce((sum, pages) => sum + pages, 0)
  return [
    `Built ${plural(count, 'page')} in ${seconds(summary.total)} → ${outDir}`,
    `  pages   ${list(summary.pages, String)}`,
    ...(summary.drafts > 0 ? [`  drafts  ${summary.drafts} left out`] : []),
    `  output  ${summary.files} files: ${list(summary.bytes, size)}`,
    ...Object.entries(summary.origins).map(
      ([directive, sources]) => `  loads   ${directive} ${sources.join(' · ')}`,
    ),
    ...(summary.shared ? [formatShared(summary.shared)] : []),
    `  time    ${list(summary.times, seconds)}`,
  ].join('\n')
}

/** Work that a shared cache saved, as a line. */
function formatShared({ parsed, rendered, stored }: SharedSummary): string {
  const pages = ({ taken, made }: SharedSummary['parsed']) => `${taken} reused, ${made} built`
  return `  shared  parsed ${pages(parsed)} · rendered ${pages(rendered)} · ${plural(stored, 'file')} uploaded`
}

function list(record: Record<string, number>, format: (value: number) => string): string {
  return Object.entries(record)
    .map(([name, value]) => `${name} ${format(value)}`)
    .join(' · ')
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(2)} MB`
}
