import type { PageSummary } from '../schema/page.ts'
import type { ReadableSite, Translation } from '../schema/translation.ts'
import { countWords } from '../shared/count-words.ts'
import { describeChanges } from '../shared/describe-changes.ts'
import { plural } from './summary.ts'
import type { Report } from './report.ts'

/** Formats of a work list, the first one for people. */
export const todoFormats = ['markdown', 'json', 'csv'] as const
export type TodoFormat = (typeof todoFormats)[number]

/** One thing a translator can do. */
export interface TodoItem {
  /** Locale path. */
  locale: string
  state: 'missing' | 'stale' | 'untranslated' | 'unknown' | 'orphan'
  /** File to write or to change. */
  file: string
  /** File of the source; absent for an orphan. */
  source?: string
  /** Words of the source that are to be translated: all of them, or those of the sections that changed. */
  words: number
  /** Pages of the source language that lead to the source. */
  links: number
  /** What changed, for stale pages. */
  changes?: string
}

const HEADINGS: Record<TodoItem['state'], string> = {
  missing: 'Not translated yet',
  stale: 'Source changed',
  untranslated: 'Still in the source language',
  unknown: 'Never stamped: nothing says whether the source has changed (`docsgen check --stamp --from-git`)',
  orphan: 'Without a source page: move or remove',
}

interface TodoContext extends Pick<ReadableSite, 'textOf'> {
  /** Names the file of a translation that is not written yet. */
  fileOf(translation: Translation): string
  linksTo(source: PageSummary): number
}

/** The work list of one locale, sorted by state; the home page and what many pages lead to come first. */
export function listTodo(
  translations: readonly Translation[],
  locale: string,
  context: TodoContext,
): TodoItem[] {
  const order = Object.keys(HEADINGS)
  const rank = ({ file, links }: TodoItem) => (file === home ? Infinity : links)
  const start = translations.find(one => one.locale === locale && one.localPath === '/')
  const home = start && ((start.page ?? start.draft)?.file ?? context.fileOf(start))
  return translations
    .filter(translation => translation.locale === locale)
    .flatMap(translation => {
      const state = todoState(translation)
      return state ? [todoItem(translation, state, context)] : []
    })
    .toSorted(
      (a, b) =>
        order.indexOf(a.state) - order.indexOf(b.state) ||
        compare(rank(b), rank(a)) ||
        (a.file < b.file ? -1 : 1),
    )
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}

function todoState({ state }: Translation): TodoItem['state'] | undefined {
  return state === 'exempt' || state === 'ok' ? undefined : state
}

function todoItem(
  translation: Translation,
  state: TodoItem['state'],
  { fileOf, textOf, linksTo }: TodoContext,
): TodoItem {
  const { source, page, draft, changes } = translation
  const whole = source ? textOf(source).sections : []
  const sections = changes ? [...changes.changed, ...changes.added] : whole
  const isWork = state !== 'unknown' && state !== 'orphan'
  return {
    locale: translation.locale,
    state,
    file: (page ?? draft)?.file ?? fileOf(translation),
    ...(source ? { source: source.file } : {}),
    words: isWork ? countWords(sections) : 0,
    links: source ? linksTo(source) : 0,
    ...(changes ? { changes: describeChanges(changes) } : {}),
  }
}

interface TodoOutput {
  /** Locale paths, in order. */
  locales: readonly string[]
  format: TodoFormat
  report: Pick<Report, 'coverage' | 'labels'>
}

/** Work lists as text, ending in a line break. Markdown reads well in a terminal and can be pasted into an issue. */
export function formatTodo(items: readonly TodoItem[], { locales, format, report }: TodoOutput): string {
  if (format === 'json') return JSON.stringify(items, undefined, 2) + '\n'
  if (format === 'csv') return [COLUMNS, ...items.map(csvRow)].map(cells => cells.join(',') + '\n').join('')
  return locales
    .map(locale =>
      markdownList(
        items.filter(item => item.locale === locale),
        locale,
        report,
      ),
    )
    .join('\n')
}

const COLUMNS = ['locale', 'state', 'file', 'source', 'words', 'links', 'changes'] as const

/** A cell that begins with a sign of formulas is text to spreadsheets, too (CSV injection). */
function csvRow(item: TodoItem): string[] {
  return COLUMNS.map(name => {
    const text = String(item[name] ?? '')
    const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
}

function markdownList(items: readonly TodoItem[], locale: string, report: TodoOutput['report']): string {
  const coverage = report.coverage.find(one => one.locale === locale)
  const words = items.reduce((sum, item) => sum + item.words, 0)
  const title = `# ${report.labels[locale] ?? locale} (${locale})`
  const state = coverage
    ? `${coverage.counts.ok} of ${plural(coverage.total, 'page')} up to date (${coverage.percent} %), about ${plural(words, 'word')} to translate.`
    : ''
  const groups = Object.keys(HEADINGS).flatMap(name => {
    const group = items.filter(item => item.state === name)
    if (group.length === 0) return []
    const heading = `## ${HEADINGS[name as TodoItem['state']]} (${group.length})`
    return [`${heading}\n\n${group.map(formatItem).join('\n')}`]
  })
  return [title, state, ...groups].filter(Boolean).join('\n\n') + '\n'
}

function formatItem({ file, source, words, links, changes, state }: TodoItem): string {
  const from = source && state !== 'unknown' ? ` from \`${source}\`` : ''
  const size = words > 0 ? `, ${plural(words, 'word')}` : ''
  const use = links > 1 ? `, linked from ${links} pages` : ''
  return `- [ ] \`${file}\`${from}${size}${use}${changes ? `: ${changes}` : ''}`
}
