import type { Exemption, SiteConfig } from '../schema/config.ts'
import { groupBy } from '../schema/finding.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import type { PageSummary, Section } from '../schema/page.ts'
import type { ReadableSite, TranslationState } from '../schema/site.ts'
import { safeDecode } from '../shared/addresses.ts'
import {
  frontmatterText,
  isChanged,
  listChanges,
  ownSections,
  readStamp,
  type SourceChanges,
} from './stamps.ts'

export interface Translation {
  /** Locale path, never that of the source language. */
  locale: string
  localPath: string
  state: TranslationState
  source?: PageSummary | undefined
  page?: PageSummary | undefined
  draft?: PageSummary | undefined
  stamped: boolean
  /** Most of the text is in the source language, even if on purpose. */
  isCopy?: boolean | undefined
  changes?: SourceChanges | undefined
  reason?: string | undefined
}

export interface Coverage {
  locale: string
  counts: Record<TranslationState, number>
  total: number
  /** Pages known to be up to date, in percent of `total`, rounded down to a tenth; 100 without pages. */
  percent: number
}

export interface TodoItem {
  locale: string
  state: Exclude<TranslationState, 'ok' | 'exempt'>
  path: string
  file: string
  source?: string | undefined
  /** Words of the source to translate or review: all, or those of changed sections. */
  words: number
  /** Pages of the source language that lead to the source. */
  links: number
  changes?: string | undefined
}

export const TODO_STATES = ['missing', 'stale', 'untranslated', 'unknown', 'orphan'] as const

/** Site-relative file of a translation: `content/ja/api/mount.md`; `source` may be a translation itself. */
export function translationFile(source: PageSummary, locale: string, contentDir: string) {
  const folder = contentDir === '.' ? '' : `${contentDir.replace(/\/$/, '')}/`
  // Folders of languages are as in addresses; the source language has none.
  return folder + locale.slice(1) + source.record.relativePath.slice(source.locale.length - 1)
}

/** A shorter paragraph may be a name, a signature or a list of terms that no language translates. */
const MIN_LETTERS = 20
const MIN_WORDS = 5
/** Enough words if the whole page is the same. */
const MIN_PHRASE = 3
/** Signatures and types are the same in every language. */
const SYNTAX = /\||(?:[{}<>=;[\]][^{}<>=;[\]]*){2}/
/** Addresses, options, names: `/user/:id`, `route.params=1`. */
const CODE_WORD = /[/\\_=@#$:]\S/
/** Scripts that write without spaces say as much in fewer letters. */
const MIN_SPACELESS_LETTERS = 10
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

type Sections = readonly Section[]

export function copiedParagraphs(source: Sections, translation: Sections) {
  const known = new Set(source.flatMap(({ own, text }) => (own ? text.split('\n') : [])))
  return translation
    .filter(section => section.own)
    .map(section => ({ section, paragraphs: paragraphsOf(section).filter(text => known.has(text)) }))
    .filter(({ paragraphs }) => paragraphs.length > 0)
}

/** Own sections, and visible lines of the frontmatter. */
interface Texts {
  lines: string[]
  sections: Sections
}

/** Nothing differs from the source, or most paragraphs or words are its own. */
function isCopied(source: Texts, translation: Texts, isOtherLanguage: boolean) {
  const lines = new Set(linesOf(source))
  // A stub has less than its source, and nothing else.
  if (hasPhrase(source) && linesOf(translation).every(line => lines.has(line))) return true
  const copied = copiedParagraphs(source.sections, translation.sections).flatMap(found => found.paragraphs)
  const all = translation.sections.flatMap(paragraphsOf)
  if (copied.join('').length * 2 > all.join('').length) return true
  return isOtherLanguage && sharedWords(source.sections, translation.sections) > MOST_WORDS
}

function linesOf({ lines, sections }: Texts) {
  return [...lines, ...sections.flatMap(({ title, text }) => [title, ...text.split('\n')])].filter(Boolean)
}

function hasPhrase({ lines, sections }: Texts) {
  const proses = [...lines, ...sections.flatMap(splitText).map(({ prose }) => prose)]
  return proses.some(prose => countSpaceless(prose) > 0 || wordsOf(prose).length >= MIN_PHRASE)
}

/** Another language shares at most half of the words with its source, and that where most are code. */
const MOST_WORDS = 0.6
/** Fewer letters say little of a language. */
const MIN_PROSE = 100
/** Scripts without spaces say as much in a third of the letters. */
const SPACELESS_WEIGHT = 3

/** Share of the translation, by letters, that its source has, too: 0 to 1; names, in capitals, don't count. */
function sharedWords(source: Sections, translation: Sections) {
  const words = smallWords(translation)
  const sizeOf = (some: readonly string[]) => {
    const text = some.join('')
    return text.length + countSpaceless(text) * (SPACELESS_WEIGHT - 1)
  }
  const size = sizeOf(words)
  if (size < MIN_PROSE) return 0
  const known = new Set(smallWords(source))
  return sizeOf(words.filter(word => known.has(word))) / size
}

function smallWords(sections: Sections) {
  const words = sections.flatMap(splitText).flatMap(({ prose }) => wordsOf(prose))
  return words.filter(word => !/\p{Lu}/u.test(word))
}

function paragraphsOf(section: Section) {
  return splitText(section).flatMap(({ text, prose }) => (isProse(prose) ? [text] : []))
}

/** `prose`: without inline code. */
function splitText(section: Section) {
  const inline = section.code.filter(text => text !== '' && !text.includes('\n'))
  const code = inline.toSorted((a, b) => b.length - a.length)
  const paragraphs = section.text.split('\n').filter(Boolean)
  return paragraphs.map(text => {
    return { text, prose: code.reduce((rest, part) => rest.replaceAll(part, ' '), text) }
  })
}

function countSpaceless(text: string) {
  return text.match(SPACELESS)?.length ?? 0
}

function isProse(text: string) {
  if (SYNTAX.test(text)) return false
  if (countSpaceless(text) >= MIN_SPACELESS_LETTERS) return true
  const language = wordsOf(text)
  return language.join('').replace(/\P{L}/gu, '').length >= MIN_LETTERS && language.length >= MIN_WORDS
}

/** Words without code, which tables of options have without backticks. */
function wordsOf(text: string) {
  const words = text.split(/\s+/).filter(word => !CODE_WORD.test(word))
  return words.flatMap(word => word.match(/[\p{L}'\u2019-]+/gu) ?? [])
}

export const SOURCE_LOCALE = '/'

/** By site: many rules need it, and comparing texts takes long. */
const matrices = new WeakMap<object, Translation[]>()

type ComparedSite = Pick<ReadableSite, 'pages' | 'drafts' | 'config' | 'textOf'>

/** Every source page × locale and every orphan, by locale (menu order), then path. */
export function listTranslations(site: ComparedSite): Translation[] {
  const found = matrices.get(site) ?? createTranslations(site)
  matrices.set(site, found)
  return found
}

function createTranslations(site: ComparedSite) {
  const pages = groupByLocale(site.pages)
  const drafts = groupByLocale(site.drafts)
  const sources = pages.get(SOURCE_LOCALE) ?? new Map<string, PageSummary>()
  return translatedLocales(site.config).flatMap(locale => {
    const own = pages.get(locale) ?? new Map<string, PageSummary>()
    const paths = [...new Set([...sources.keys(), ...own.keys()])].toSorted()
    return paths.map(localPath => {
      // A translation of an unpublished source is no orphan.
      const source = sources.get(localPath) ?? drafts.get(SOURCE_LOCALE)?.get(localPath)
      const draft = drafts.get(locale)?.get(localPath)
      const cell = describeCell(source, own.get(localPath), site)
      return applyExemption({ locale, localPath, ...cell, draft }, site.config.check.exemptions)
    })
  })
}

export function summarizeCoverage(translations: readonly Translation[]): Coverage[] {
  const locales = new Map<string, Coverage>()
  for (const { locale, state } of translations) {
    const counts = { ok: 0, unknown: 0, missing: 0, stale: 0, orphan: 0, untranslated: 0, exempt: 0 }
    const coverage = locales.get(locale) ?? { locale, counts, total: 0, percent: 100 }
    coverage.counts[state] += 1
    if (state !== 'exempt' && state !== 'orphan') coverage.total += 1
    if (coverage.total > 0) coverage.percent = Math.floor((coverage.counts.ok * 1000) / coverage.total) / 10
    locales.set(locale, coverage)
  }
  return [...locales.values()]
}

/** The source changed since the translation was stamped. */
export function isStale(source: PageSummary, { record }: PageSummary) {
  const { stamp } = readStamp(record.frontmatter)
  return stamp !== undefined && !source.incomplete && isChanged(source.stamp, stamp)
}

/** Path in the locale, decoded, the same for all translations, whatever their permalinks: `/api/mount.html`. */
export function localPathOf(page: PageSummary) {
  return safeDecode('/' + page.record.regularPath.slice(page.locale.length))
}

export function groupByLocale(pages: readonly PageSummary[]): Map<string, Map<string, PageSummary>> {
  const locales = [...groupBy(pages, ({ locale }) => locale)]
  return new Map(locales.map(([path, own]) => [path, new Map(own.map(page => [localPathOf(page), page]))]))
}

function describeCell(
  source: PageSummary | undefined,
  page: PageSummary | undefined,
  { textOf, config: { locales } }: ComparedSite,
): Omit<Translation, 'locale' | 'localPath'> {
  if (!page) return { state: 'missing', stamped: false, source }
  const { stamp, isAsIs } = readStamp(page.record.frontmatter)
  const cell = { stamped: stamp !== undefined, source, page }
  if (!source) return { ...cell, state: 'orphan' }
  // It can be compared when it can be read again.
  if (source.incomplete || page.incomplete) return { ...cell, state: 'ok', stamped: true }
  const textsOf = (each: PageSummary) => ({
    lines: frontmatterText(each.record.frontmatter).split('\n'),
    sections: textOf(each).sections.filter(section => section.own),
  })
  const [language, other] = [source, page].map(({ locale }) => locales[locale]?.lang.split('-')[0])
  const isCopy = isCopied(textsOf(source), textsOf(page), language !== other) || undefined
  if (isCopy && !isAsIs) return { ...cell, isCopy, state: 'untranslated' }
  // Pages of plugins have no file to hold a stamp.
  if (!stamp) return { ...cell, isCopy, state: page.plugin === undefined ? 'unknown' : 'ok' }
  if (!isStale(source, page)) return { ...cell, isCopy, state: 'ok' }
  return { ...cell, isCopy, state: 'stale', changes: listChanges(source, textOf(source).sections, stamp) }
}

function applyExemption(cell: Translation, exemptions: readonly Exemption[]): Translation {
  if (cell.state === 'ok') return cell
  const { locale, localPath, state } = cell
  const covering = exemptions.filter(entry => coversPage(entry, locale, localPath))
  const exemption = covering.find(entry => coversRule(entry, `coverage/${state}`))
  return exemption ? { ...cell, state: 'exempt', reason: exemption.reason } : cell
}

export function translatedLocales(config: SiteConfig) {
  return Object.keys(config.locales).filter(locale => locale !== SOURCE_LOCALE)
}

/** For file names: `/zh/` → `zh`, `/docs/zh/` → `docs-zh`; the root takes its language's primary subtag. */
export function localeCode(path: string, lang: string) {
  const name = path.slice(1, -1).replaceAll('/', '-')
  return name === '' ? (lang.split('-')[0] ?? lang).toLowerCase() : name
}

/** The locale path that a name means: `/ja/`, `ja`, or the language `ja`. */
export function localeNamed(name: string, { locales }: SiteConfig) {
  const wanted = name.toLowerCase()
  const entries = Object.entries(locales)
  const found =
    entries.find(([path]) => path.toLowerCase() === wanted || path.toLowerCase() === `/${wanted}/`) ??
    entries.find(([path, { lang }]) => localeCode(path, lang) === wanted) ??
    entries.find(([, { lang }]) => lang.toLowerCase() === wanted)
  return found?.[0]
}

export type SectionPair = ReturnType<typeof matchSections>[number]

/** Pairs the own sections of two pages, the most alike, in their order. */
export function matchSections(source: Sections, translation: Sections) {
  const [left, right] = [ownSections(source), ownSections(translation)]
  const [title, translated] = [left, right].map(sections => sections.find(({ depth }) => depth > 0))
  const pairs = align(left, right, (a, b) => likeness(a, b, a === title && b === translated))
  return pairs.map(([one, other]) => ({ source: one, translation: other }))
}

/** 0: they can't be the same. A shared id counts most, then both being titles, shared code, level. */
function likeness(a: Section, b: Section, areTitles: boolean) {
  if ((a.depth === 0) !== (b.depth === 0)) return 0
  const shared = a.code.filter(block => b.code.includes(block)).length
  const code = shared / Math.max(a.code.length, b.code.length, 1)
  const isLevel = a.depth === b.depth
  const title = areTitles && isLevel ? 1.5 : 0
  return (a.id === b.id ? 4 : 0) + title + 2 * code + (isLevel ? 1 : 0.25)
}

/** Own headings have the same levels. */
export function hasSameShape(a: Sections, b: Sections) {
  const [one, other] = [a, b].map(sections => ownSections(sections).flatMap(({ depth }) => depth || []))
  return String(one) === String(other)
}

/** In own sections and frontmatter; characters of scripts without spaces count one each. */
export function countWords(sections: Sections, frontmatter: Frontmatter = {}) {
  const own = sections.flatMap(({ own, title, text }) => (own ? [title, text] : []))
  const text = [frontmatterText(frontmatter), ...own].join(' ')
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_'’-]+/gu)?.length ?? 0
}

/** `unchecked`: words of the pages without a stamp. */
export function sumWords(items: readonly TodoItem[]): { words: number; unchecked: number } {
  const sum = { words: 0, unchecked: 0 }
  for (const { state, words } of items) sum[state === 'unknown' ? 'unchecked' : 'words'] += words
  return sum
}

export function coversPage({ locales, pages }: Exemption, locale: string, localPath: string) {
  const isFor = locales?.includes(locale) ?? true
  return isFor && pages.some(pattern => fitsPath(pattern, localPath))
}

/** A `*` at the end of a pattern fits any rest. */
export function fitsPath(pattern: string, localPath: string) {
  return pattern.endsWith('*') ? localPath.startsWith(pattern.slice(0, -1)) : pattern === localPath
}

/** An exemption may name a family of rules: `coverage/*`. */
export function coversRule({ rules }: Exemption, rule: string) {
  return rules.some(pattern => pattern === rule || (/(?:^|\/)\*$/.test(pattern) && fitsPath(pattern, rule)))
}

const MAX_CELLS = 4_000_000

/** Pairs two lists in their order with the largest sum of `score`; items with 0 or less never belong together. */
export function align<Item>(
  left: readonly Item[],
  right: readonly Item[],
  score: (left: Item, right: Item) => number,
): [left: Item | undefined, right: Item | undefined][] {
  if (left.length * right.length > MAX_CELLS)
    return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [left[at], right[at]])
  const scoreAt = (i: number, j: number) =>
    i < left.length && j < right.length ? score(left[i] as Item, right[j] as Item) : 0
  // The best sum for the lists from `i` and `j` on.
  const table = new Float64Array((left.length + 1) * (right.length + 1))
  const best = (i: number, j: number) => table[i * (right.length + 1) + j] ?? 0
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const value = scoreAt(i, j)
      const paired = value > 0 ? value + best(i + 1, j + 1) : 0
      table[i * (right.length + 1) + j] = Math.max(paired, best(i + 1, j), best(i, j + 1))
    }
  const pairs: [Item | undefined, Item | undefined][] = []
  for (let i = 0, j = 0; i < left.length || j < right.length;) {
    const value = scoreAt(i, j)
    if (value > 0 && best(i, j) === value + best(i + 1, j + 1)) pairs.push([left[i++], right[j++]])
    else if (i < left.length && best(i, j) === best(i + 1, j)) pairs.push([left[i++], undefined])
    else pairs.push([undefined, right[j++]])
  }
  return pairs
}
