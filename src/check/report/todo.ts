import { type TodoItem, sumWords, TODO_STATES } from '../../site/translations.ts'
import { plural } from '../../lib/text.ts'
import type { Report } from './report.ts'

/** Formats of a work list, the first one for people. */
export const todoFormats = ['markdown', 'json', 'csv', 'html'] as const
export type TodoFormat = (typeof todoFormats)[number]

const HEADINGS: Record<TodoItem['state'], string> = {
  missing: 'Not translated yet',
  stale: 'Source changed',
  untranslated: 'Still in the source language',
  unknown: 'Never stamped: nothing says whether the source has changed (`docsgen check --stamp --from-git`)',
  orphan: 'Without a source page: move or remove',
}

interface TodoOutput {
  locales: readonly string[]
  format: Exclude<TodoFormat, 'html'>
  report: Pick<Report, 'coverage' | 'site'>
}

/** Work lists as text, ending in a line break. Markdown reads well in a terminal and can be pasted into an issue. */
export function formatTodo(items: readonly TodoItem[], { locales, format, report }: TodoOutput): string {
  if (format === 'json') return JSON.stringify(items, undefined, 2) + '\n'
  if (format === 'csv') return [COLUMNS, ...items.map(csvRow)].map(cells => cells.join(',') + '\n').join('')
  return locales.map(locale => markdownList(items, locale, report)).join('\n')
}

const COLUMNS = ['locale', 'state', 'file', 'source', 'words', 'links', 'changes', 'path'] as const

/** A cell that begins with a sign of formulas is text to spreadsheets, too (CSV injection). */
function csvRow(item: TodoItem): string[] {
  return COLUMNS.map(name => {
    const text = String(item[name] ?? '')
    const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
}

function markdownList(all: readonly TodoItem[], locale: string, report: TodoOutput['report']): string {
  const items = all.filter(item => item.locale === locale)
  const coverage = report.coverage.find(one => one.locale === locale)
  const { words, unchecked } = sumWords(items)
  const title = `# ${report.site.locales[locale]?.label ?? locale} (${locale})`
  const state = coverage
    ? `${coverage.counts.ok} of ${plural(coverage.total, 'page')} up to date (${coverage.percent} %), about ${plural(words, 'word')} to translate${unchecked > 0 ? `, ${unchecked} to look through` : ''}.`
    : ''
  const groups = TODO_STATES.flatMap(name => {
    const group = items.filter(item => item.state === name)
    if (group.length === 0) return []
    return [`## ${HEADINGS[name]} (${group.length})\n\n${group.map(formatItem).join('\n')}`]
  })
  return [title, state, ...groups].filter(Boolean).join('\n\n') + '\n'
}

function formatItem({ file, source, words, links, changes, state }: TodoItem): string {
  const from = source && state !== 'unknown' ? ` from \`${source}\`` : ''
  const size = words > 0 ? `, ${plural(words, 'word')}` : ''
  const use = links > 1 ? `, linked from ${links} pages` : ''
  return `- [ ] \`${file}\`${from}${size}${use}${changes ? `: ${changes}` : ''}`
}
