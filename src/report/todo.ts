import type { Section } from '../schema/page.ts'
import type { ReadableSite, Translation } from '../schema/translation.ts'
import { describeChanges } from '../shared/describe-changes.ts'
import { plural } from './summary.ts'
import type { Report } from './report.ts'

/** One thing a translator can do. */
export interface TodoItem {
  state: 'missing' | 'stale' | 'untranslated' | 'unknown' | 'orphan'
  /** File to write or to change. */
  file: string
  /** File of the source; absent for an orphan. */
  source?: string
  /** Words of the source that are to be translated: all of them, or those of the sections that changed. */
  words: number
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
}

/** The work list of one locale, sorted by state, then file. */
export function listTodo(
  translations: readonly Translation[],
  locale: string,
  context: TodoContext,
): TodoItem[] {
  const order = Object.keys(HEADINGS)
  return translations
    .filter(translation => translation.locale === locale)
    .flatMap(translation => {
      const state = todoState(translation)
      return state ? [todoItem(translation, state, context)] : []
    })
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || (a.file < b.file ? -1 : 1))
}

function todoState({ state }: Translation): TodoItem['state'] | undefined {
  return state === 'exempt' || state === 'ok' ? undefined : state
}

function todoItem(
  translation: Translation,
  state: TodoItem['state'],
  { fileOf, textOf }: TodoContext,
): TodoItem {
  const { source, page, draft, changes } = translation
  const whole = source ? textOf(source).sections : []
  const sections = changes ? [...changes.changed, ...changes.added] : whole
  const isWork = state !== 'unknown' && state !== 'orphan'
  return {
    state,
    file: (page ?? draft)?.file ?? fileOf(translation),
    ...(source ? { source: source.file } : {}),
    words: isWork ? countWords(sections) : 0,
    ...(changes ? { changes: describeChanges(changes) } : {}),
  }
}

/** The work list as Markdown: reads well in a terminal and can be pasted into an issue. */
export function formatTodo(items: readonly TodoItem[], locale: string, report: Report): string {
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

function formatItem({ file, source, words, changes, state }: TodoItem): string {
  const from = source && state !== 'unknown' ? ` from \`${source}\`` : ''
  const size = words > 0 ? `, ${plural(words, 'word')}` : ''
  return `- [ ] \`${file}\`${from}${size}${changes ? `: ${changes}` : ''}`
}

/** Words of prose; characters of scripts without spaces count one each. */
function countWords(sections: readonly Section[]): number {
  const text = sections
    .filter(section => section.own)
    .map(({ title, text: prose }) => `${title} ${prose}`)
    .join(' ')
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_'’-]+/gu)?.length ?? 0
}
