import type { Section, PageSummary } from '../schema/page.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import { attempt } from '../lib/files.ts'
import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, type Node, parse, parseDocument, type Scalar, stringify } from 'yaml'

/** Without an empty introduction. */
export function ownSections(sections: readonly Section[]) {
  const isEmpty = ({ id, depth, text, code }: Section) => !id && !depth && !text && code.length === 0
  return sections.filter(section => section.own && !isEmpty(section))
}

/** Section id → hash, written by `docsgen check --stamp`. */
export type Stamp = Readonly<Record<string, string>>

/** Start of a hash without prose and code: 16 digits for these, then 8 for text in raw HTML, which old stamps lack. */
export const NO_PROSE = '0'.repeat(16)

/** Key for visible texts of the frontmatter; no heading has such an id. */
export const FRONTMATTER = '(frontmatter)'

/** Key that says: the text is that of the source on purpose. */
const AS_IS = '(untranslated)'

export function stampAsIs(stamp: Stamp): Stamp {
  return { ...stamp, [AS_IS]: 'intended' }
}

export function readStamp({ source }: Frontmatter): { stamp: Stamp | undefined; isAsIs: boolean } {
  if (!source || source[AS_IS] === undefined) return { stamp: source, isAsIs: false }
  const { [AS_IS]: _, ...stamp } = source
  return { stamp, isAsIs: true }
}

/** A change of these makes translations stale. */
const TRANSLATED_KEYS = [
  ...(['title', 'metaTitle', 'titleTemplate', 'description'] as const),
  ...(['heroText', 'heroSubtitle', 'heroAlt', 'tagline', 'actionText', 'footer'] as const),
]

export function frontmatterText(frontmatter: Frontmatter) {
  const { actions = [], features = [], prev, next } = frontmatter
  const texts = [
    ...TRANSLATED_KEYS.map(key => frontmatter[key]),
    ...[prev, next].map(neighbour => (typeof neighbour === 'object' ? neighbour.text : undefined)),
    ...actions.map(({ text }) => text),
    ...features.flatMap(({ title, details, linkText }) => [title, details, linkText]),
  ]
  return texts.filter(Boolean).join('\n')
}

/** Frontmatter can't have a key `__proto__`. */
function stampedSections(sections: readonly Section[]) {
  return ownSections(sections).filter(({ id }) => id !== '__proto__')
}

/** `frontmatter`: the hash of `frontmatterText`. */
export function createStamp(sections: readonly Section[], frontmatter?: string) {
  const hashes = stampedSections(sections).map(({ id, hash }) => [id, hash])
  return Object.fromEntries(frontmatter ? [...hashes, [FRONTMATTER, NO_PROSE + frontmatter]] : hashes)
}

/** `now`: of the source; `then`: of the translation. */
export function isChanged(now: Stamp, then: Stamp) {
  const ids = Object.keys(now).filter(id => canBeIn(now[id] ?? '', then))
  return ids.length !== Object.keys(then).length || ids.some(id => !isSame(now[id] ?? '', then[id]))
}

/** `removed`: ids. */
export type SourceChanges = ReturnType<typeof listChanges>

export function listChanges({ record, file, stamp }: PageSummary, all: readonly Section[], then: Stamp) {
  const sections = stampedSections(all)
  const frontmatter = stamp[FRONTMATTER]
  if (frontmatter) {
    const own = { id: FRONTMATTER, title: 'frontmatter', text: frontmatterText(record.frontmatter) }
    const place = { file, line: 1, column: 1 }
    sections.unshift({ ...own, depth: 0, ancestors: [], code: [], own: true, hash: frontmatter, place })
  }
  const known = sections.filter(({ hash }) => canBeIn(hash, then))
  const ids = new Set(known.map(({ id }) => id))
  const added = known.filter(({ id }) => !Object.hasOwn(then, id))
  const changed = known.filter(({ id, hash }) => Object.hasOwn(then, id) && !isSame(hash, then[id]))
  return { changed, added, removed: Object.keys(then).filter(id => !ids.has(id)) }
}

/** Old stamps leave out sections without prose or code. */
function canBeIn(hash: string, then: Stamp) {
  return !hash.startsWith(NO_PROSE) || Object.values(then).some(({ length }) => length > NO_PROSE.length)
}

function isSame(now: string, then: string | undefined) {
  return then?.length === NO_PROSE.length ? now.startsWith(then) : now === then
}

/** `“Options” and “Props” were changed, “data” was removed`. */
export function describeChanges({ changed, added, removed }: SourceChanges) {
  const title = (section: Section) => section.title || section.id
  const lists = Object.entries({ changed: changed.map(title), added: added.map(title), removed })
  const parts = lists.flatMap(([verb, names]) => {
    const quoted = names.map(name => (name ? `“${name}”` : 'the introduction'))
    return quoted.length > 0 ? [`${listed(quoted)} ${quoted.length === 1 ? 'was' : 'were'} ${verb}`] : []
  })
  return parts.join(', ')
}

function listed(names: readonly string[]) {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(part => part !== '').join(' and ')
}

const OPENING = /^\ufeff?---[ \t]*(\r\n|\n|\r)/
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m
const REST_OF_LINE = /^[^\r\n]*(?:\r\n|\n|\r|$)/
const KEY = 'source'

/** The rest stays byte for byte; undefined for frontmatter that isn't a block of keys. */
export function stampText(text: string, stamp: Stamp) {
  const opening = OPENING.exec(text)
  const eol = opening?.[1] ?? /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const block = stampBlock(stamp, eol)
  const start = opening?.[0].length ?? 0
  const length = opening ? (CLOSING.exec(text.slice(start))?.index ?? -1) : -1
  if (length === -1) {
    const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
    return `${mark}---${eol}${block}---${eol}${eol}${text.slice(mark.length)}`
  }
  const yaml = text.slice(start, start + length)
  const stamped = stampYaml(yaml, block)
  // Formatters may have quoted it in another way.
  if (stamped !== undefined && attempt(() => isDeepStrictEqual(parse(yaml), parse(stamped)))) return text
  return stamped === undefined ? undefined : text.slice(0, start) + stamped + text.slice(start + length)
}

function stampYaml(yaml: string, block: string) {
  const { contents, errors } = parseDocument(yaml)
  if (errors.length > 0) return undefined
  if (contents === null) return yaml + block
  if (!isMap(contents) || contents.flow) return undefined
  const pair = contents.items.find(item => isScalar(item.key) && item.key.value === KEY)
  if (!pair) return yaml + block
  const { key, value } = pair as { key: Scalar; value: Node | null }
  const [start, endOfKey] = key.range ?? [0, 0]
  const end = value?.range?.[1] ?? endOfKey
  // A block of keys ends after its line break, a value on one line before it, and a comment may follow.
  const isBlock = /[\r\n]$/.test(yaml.slice(0, end))
  const rest = isBlock ? yaml.slice(end) : yaml.slice(end).replace(REST_OF_LINE, '')
  return yaml.slice(0, start) + block + rest
}

function stampBlock(stamp: Stamp, eol: string) {
  return stringify({ [KEY]: stamp }, { lineWidth: 0 }).replaceAll('\n', eol)
}
