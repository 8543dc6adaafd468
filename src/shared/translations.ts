import type { SourceChanges, TodoItem } from '../schema/translation.ts'
import type { Section, PageSummary } from '../schema/page.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import type { Exemption } from '../schema/config.ts'

/** States that need work, in the order of work lists. */
export const TODO_STATES: readonly TodoItem['state'][] = [
  'missing',
  'stale',
  'untranslated',
  'unknown',
  'orphan',
]

/** Sections that stand in the page's own file; an empty start is none. */
export function ownSections(sections: readonly Section[]): Section[] {
  return sections.filter(
    ({ own, id, depth, text, code }) => own && (id !== '' || depth > 0 || text !== '' || code.length > 0),
  )
}

/** Source that a translation was made from: section id → hash, written by `docsgen check --stamp`. */
export type Stamp = Readonly<Record<string, string>>

/**
 * Stands for prose and code in the hash of what has none. A hash is that of prose and code, 16 digits, and that of the text
 * in raw HTML, 8 digits. Old stamps have the first part only, and nothing of what has no prose.
 */
export const NO_PROSE = '0'.repeat(16)

/** In a stamp, the texts that readers see of the frontmatter. No heading has such an id. */
export const FRONTMATTER = '(frontmatter)'

/** The texts that readers see of the frontmatter; empty without any. */
export function frontmatterText(frontmatter: Frontmatter): string {
  const { title, metaTitle, titleTemplate, description, footer } = frontmatter
  const { heroText, heroSubtitle, heroAlt, tagline, actionText } = frontmatter
  const { actions = [], features = [], prev, next } = frontmatter
  const hero = [heroText, heroSubtitle, heroAlt, tagline, actionText]
  const own = [title, metaTitle, titleTemplate, description, ...hero, footer, ...[prev, next].map(textOf)]
  const texts = [
    ...own,
    ...actions.map(({ text }) => text),
    ...features.flatMap(({ title, details, linkText }) => [title, details, linkText]),
  ]
  return texts.filter(Boolean).join('\n')
}

function textOf(neighbour: Frontmatter['prev']): string | undefined {
  return typeof neighbour === 'object' ? neighbour.text : undefined
}

/** Sections that a stamp can name: `__proto__` is no key that frontmatter may have. */
function stampedSections(sections: readonly Section[]): Section[] {
  return ownSections(sections).filter(({ id }) => id !== '__proto__')
}

/** What a translation of a page with these sections is stamped with; `frontmatter` is the hash of `frontmatterText`. */
export function createStamp(sections: readonly Section[], frontmatter?: string): Record<string, string> {
  const hashes = stampedSections(sections).map(({ id, hash }) => [id, hash])
  return Object.fromEntries(frontmatter ? [...hashes, [FRONTMATTER, NO_PROSE + frontmatter]] : hashes)
}

/** True when a page with the stamp `now` is not what a translation with the stamp `then` was made from. */
export function isChanged(now: Stamp, then: Stamp): boolean {
  const ids = Object.keys(now).filter(id => isKnown(now[id] ?? '', then))
  return ids.length !== Object.keys(then).length || ids.some(id => !isSame(now[id] ?? '', then[id]))
}

export function listChanges(
  { record, file, stamp }: PageSummary,
  all: readonly Section[],
  then: Stamp,
): SourceChanges {
  const frontmatter = stamp[FRONTMATTER]
  const sections = [
    ...(frontmatter ? [frontmatterSection(frontmatterText(record.frontmatter), file, frontmatter)] : []),
    ...stampedSections(all),
  ].filter(({ hash }) => isKnown(hash, then))
  const ids = new Set(sections.map(section => section.id))
  const added = sections.filter(({ id }) => !Object.hasOwn(then, id))
  const changed = sections.filter(({ id, hash }) => Object.hasOwn(then, id) && !isSame(hash, then[id]))
  const removed = Object.keys(then).filter(id => !ids.has(id))
  return { changed, added, removed }
}

function frontmatterSection(text: string, file: string, hash: string): Section {
  const place = { file, line: 1, column: 1 }
  return {
    id: FRONTMATTER,
    title: 'frontmatter',
    depth: 0,
    ancestors: [],
    text,
    code: [],
    own: true,
    hash,
    place,
  }
}

/** A stamp of old says nothing of what has no prose. */
function isKnown(hash: string, then: Stamp): boolean {
  return !hash.startsWith(NO_PROSE) || Object.values(then).some(({ length }) => length > NO_PROSE.length)
}

function isSame(now: string, then: string | undefined): boolean {
  return then?.length === NO_PROSE.length ? now.startsWith(then) : now === then
}

/** `changed “Options”, added “Props”, removed “data”`. */
export function describeChanges({ changed, added, removed }: SourceChanges): string {
  const part = (verb: string, names: string[]) =>
    names.length > 0 ? [`${verb} ${names.map(name => `“${name || 'the introduction'}”`).join(', ')}`] : []
  const title = (section: Section) => section.title || section.id
  return [
    ...part('changed', changed.map(title)),
    ...part('added', added.map(title)),
    ...part('removed', removed),
  ].join('; ')
}

/** Words of the prose of a page's own sections; characters of scripts without spaces count one each. */
export function countWords(sections: readonly Section[]): number {
  const text = sections
    .filter(section => section.own)
    .map(({ title, text: prose }) => `${title} ${prose}`)
    .join(' ')
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_'’-]+/gu)?.length ?? 0
}

/** Words to translate; `unchecked`: of the pages of which nothing says whether their source has changed. */
export function sumWords(items: readonly TodoItem[]): { words: number; unchecked: number } {
  const sum = { words: 0, unchecked: 0 }
  for (const { state, words } of items) sum[state === 'unknown' ? 'unchecked' : 'words'] += words
  return sum
}

export function coversPage(exemption: Exemption, locale: string, localPath: string): boolean {
  return (
    (exemption.locales?.includes(locale) ?? true) &&
    exemption.pages.some(pattern => fitsPath(pattern, localPath))
  )
}

/** True for the path itself, and for what starts as a pattern does that ends in `*`. */
export function fitsPath(pattern: string, localPath: string): boolean {
  return pattern.endsWith('*') ? localPath.startsWith(pattern.slice(0, -1)) : pattern === localPath
}

/** True when the exemption names the rule, or its family as `coverage/*`. */
export function coversRule(exemption: Exemption, rule: string): boolean {
  return exemption.rules.some(
    pattern =>
      pattern === rule ||
      pattern === '*' ||
      (pattern.endsWith('/*') && rule.startsWith(pattern.slice(0, -1))),
  )
}
