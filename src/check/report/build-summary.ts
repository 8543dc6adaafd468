import type { BuildSummary, SharedSummary } from '../../schema/api.ts'
import type { WrittenFiles } from '../../schema/output.ts'
import type { Site } from '../../schema/site.ts'
import { plural } from './summary.ts'

/** Counts what a build made: pages per language, bytes by kind, time by stage. */
export function summarize(site: Site, written: WrittenFiles, times: Record<string, number>): BuildSummary {
  const pages = Object.fromEntries(Object.keys(site.locales).map(path => [path, 0]))
  for (const { locale } of site.pages) pages[locale] = (pages[locale] ?? 0) + 1
  const bytes: Record<string, number> = {}
  for (const [name, { size }] of written) {
    const kind = /\.(html|js|css|json|xml)$/.exec(name)?.[1] ?? 'other'
    bytes[kind] = (bytes[kind] ?? 0) + size
  }
  const total = Object.values(times).reduce((sum, time) => sum + time, 0)
  const { origins, drafts } = site
  return { pages, drafts: drafts.length, bytes, files: written.size, origins, times, total }
}

/** The summary as a few lines for people. */
export function formatSummary(summary: BuildSummary, outDir: string): string {
  const count = Object.values(summary.pages).reduce((sum, pages) => sum + pages, 0)
  const lines = [
    `Built ${plural(count, 'page')} in ${seconds(summary.total)} → ${outDir}`,
    `  pages   ${list(summary.pages, String)}`,
    ...(summary.drafts > 0 ? [`  drafts  ${summary.drafts} left out`] : []),
    `  output  ${summary.files} files: ${list(summary.bytes, kilobytes)}`,
    ...originLines(summary),
    ...(summary.shared ? [formatShared(summary.shared)] : []),
    `  time    ${list(summary.times, seconds)}`,
  ]
  return lines.join('\n')
}

/** What came of a shared cache, as a line. */
export function formatShared({ parsed, rendered, stored }: SharedSummary): string {
  const pages = ({ taken, made }: SharedSummary['parsed']) => `${taken} taken, ${made} made`
  return `  shared  parsed ${pages(parsed)} · rendered ${pages(rendered)} · ${plural(stored, 'file')} put there`
}

/** What pages load from elsewhere: the policy allows it because the site uses it. */
function originLines({ origins }: BuildSummary): string[] {
  return Object.entries(origins).map(
    ([directive, sources]) => `  loads   ${directive} ${sources.join(' · ')}`,
  )
}

function list(record: Record<string, number>, format: (value: number) => string): string {
  return Object.entries(record)
    .map(([name, value]) => `${name} ${format(value)}`)
    .join(' · ')
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`
}

function kilobytes(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(2)} MB`
}
