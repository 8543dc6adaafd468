import type { Frontmatter } from '../../schema/frontmatter.ts'
import type { Container, PageSummary, Section, CodeBlock } from '../../schema/page.ts'
import type { ReadableSite } from '../../schema/site.ts'
import { groupBy } from '../../schema/finding.ts'
import { matchSections, listTranslations, align, type SectionPair } from '../../site/translations.ts'
import { type Finders, listNames, type Problem, startOf, shorten } from './rule.ts'
import { formsOf, type GlossaryEntry } from '../../schema/config.ts'
import { knowsCustomIds } from '../../schema/values.ts'
import { escapePattern } from '../../lib/text.ts'

/** Translations with a source, if both can be read. */
export function listPairs(site: ReadableSite) {
  return listTranslations(site).flatMap(({ locale, source, page, isCopy }) =>
    source && page && !source.incomplete && !page.incomplete ? [{ locale, source, page, isCopy }] : [],
  )
}

type TranslatedPage = ReturnType<typeof listPairs>[number]

/** Leaves out copies of the source: they are another problem, or intended. */
function listTranslated(site: ReadableSite) {
  return listPairs(site).filter(({ isCopy }) => !isCopy)
}

/** One problem per page: links that are copied from the source break there. */
function compareIds({ source, page }: TranslatedPage, { config, textOf }: ReadableSite) {
  const matched = matchSections(textOf(source).sections, textOf(page).sections)
  const pairs = matched.filter(pair => pair.source?.depth && pair.translation)
  const other = pairs.filter(pair => pair.source?.id !== pair.translation?.id)
  const [first] = other
  if (!first?.source || !first.translation) return []
  const differ = other.length === 1 ? 'has an id that differs' : 'have ids that differ'
  const message = `${other.length} of ${pairs.length} headings ${differ} from the source, for example \`#${first.translation.id}\` instead of \`#${first.source.id}\`.`
  const hint = `Add \`{#${first.source.id}}\` to the end of the heading, or run \`docsgen check --fix\` to fix all ids.`
  const { place } = first.translation
  return [{ place, message, hint: knowsCustomIds(config.markdown.slugs) ? hint : undefined }]
}

function compareContainers({ source, page }: TranslatedPage, { config }: ReadableSite) {
  // A translated keyword counts as its kind.
  const kindOf = ({ name }: Container) => config.markdown.containers[name]?.kind ?? name
  const ownOf = ({ containers }: PageSummary) => containers.filter(({ own }) => own)
  const [wanted, found] = [groupBy(ownOf(source), kindOf), groupBy(ownOf(page), kindOf)]
  const differing = [...new Set([...wanted.keys(), ...found.keys()])]
    .filter(kind => wanted.get(kind)?.length !== found.get(kind)?.length)
    .toSorted()
  if (differing.length === 0) return []
  const parts = differing.map(kind => {
    const lines = (wanted.get(kind) ?? []).map(({ place }) => place.line)
    const there = lines.length > 0 ? ` (line ${lines.join(', ')})` : ''
    return `expected ${lines.length} \`${kind}\`${there}, found ${found.get(kind)?.length ?? 0}`
  })
  const first = ownOf(page).find(one => differing.includes(kindOf(one)))
  const message = `The containers don't match \`${source.file}\`: ${parts.join('; ')}.`
  return [{ place: first?.place ?? startOf(page), message }]
}

type Keys = readonly (keyof Frontmatter)[]
/** Keys that are the same in every language. */
const SAME: Keys = [
  ...(['layout', 'home', 'navbar', 'sidebar', 'sidebarDepth', 'order'] as const),
  ...(['outline', 'pageClass', 'search', 'unlisted', 'heroImage', 'tags'] as const),
]
const TRANSLATED: Keys = ['title', 'description', 'heroText', 'tagline', 'actionText', 'heroAlt']
/** A title may be a name. */
const SENTENCES: Keys = ['description', 'tagline']
/** From this length on, two equal texts aren't a coincidence. */
const MIN_WORDS = 4

function compareFrontmatter({ source, page }: TranslatedPage) {
  const wanted = source.record.frontmatter
  const found = page.record.frontmatter
  const show = (value: unknown) => (value === undefined ? 'not set' : `\`${JSON.stringify(value)}\``)
  const countWords = (value: unknown) => (typeof value === 'string' ? (value.match(/\S+/g)?.length ?? 0) : 0)
  const lacking = TRANSLATED.filter(key => countWords(wanted[key]) > 0 && countWords(found[key]) === 0)
  const copied = SENTENCES.filter(key => countWords(wanted[key]) >= MIN_WORDS && wanted[key] === found[key])
  const [expected, actual] = [wanted, found].map(({ features }) => features?.length ?? 0)
  const messages = [
    ...SAME.filter(key => settingOf(key, wanted) !== settingOf(key, found)).map(
      key => `\`${key}\` is ${show(found[key])} here but ${show(wanted[key])} in \`${source.file}\`.`,
    ),
    lacking.length > 0 && `The frontmatter doesn't set ${listNames(lacking)}, but \`${source.file}\` does.`,
    copied.length > 0 && `These frontmatter values aren't translated: ${listNames(copied)}.`,
    expected !== actual && `\`features\` has ${actual} entries here but ${expected} in the source.`,
  ]
  return messages.filter(message => message !== false).map(message => ({ place: startOf(page), message }))
}

/** Without texts of `sidebar`, which are translated. */
function settingOf(key: keyof Frontmatter, frontmatter: Frontmatter) {
  const value = frontmatter[key]
  if (key !== 'sidebar' || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  const { hidden = false, collapsed = null } = value as { hidden?: boolean; collapsed?: boolean }
  return hidden || collapsed !== null ? JSON.stringify({ hidden, collapsed }) : undefined
}

/** One problem, at the first difference. */
function compareHeadings({ source, page }: TranslatedPage, { textOf }: ReadableSite) {
  const pairs = matchSections(textOf(source).sections, textOf(page).sections)
    .map(pair => [pair.source, pair.translation] as const)
    .filter(pair => pair.some(section => section && section.depth > 0))
  const lacking = pairs.flatMap(([from, to]) => (from && !to ? [from] : []))
  const extra = pairs.flatMap(([from, to]) => (to && !from ? [to] : []))
  const moved = pairs.flatMap(([from, to]) => {
    if (!from || !to || from.depth === to.depth) return []
    return `“${to.title}” at level ${to.depth} instead of ${from.depth}`
  })
  const titles = (sections: Section[]) =>
    listNames(sections, ({ title, depth }) => `“${title}” (level ${depth})`)
  const parts = [
    lacking.length > 0 ? `missing ${titles(lacking)}` : '',
    extra.length > 0 ? `extra ${titles(extra)}` : '',
    moved.join(', '),
  ]
  const differences = parts.filter(Boolean).join('; ')
  if (differences === '') return []
  const first = pairs.findIndex(([from, to]) => from?.depth !== to?.depth)
  const place = (pairs[first]?.[1] ?? pairs[first - 1]?.[1])?.place ?? startOf(page)
  return [{ place, message: `The headings don't match \`${source.file}\`: ${differences}.` }]
}

const perPair = (compare: (pair: TranslatedPage, site: ReadableSite) => Problem[]) => (site: ReadableSite) =>
  listTranslated(site).flatMap(pair => compare(pair, site))

const quoteAll = (words: readonly string[]) => words.map(word => `“${word}”`).join(' or ')

const wantedIn = (locale: string, { term, keep, as = {} }: GlossaryEntry) =>
  keep ? [term] : formsOf(as[locale])

/** The term in any case and number. */
const sourcePattern = ({ term }: GlossaryEntry) =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${escapePattern(term)}(?:s|es)?(?![\\p{L}\\p{N}_])`, 'iu')

/** At the first section whose source has the term. */
function findLacking(
  entry: GlossaryEntry & { inSource: RegExp },
  { locale, page }: TranslatedPage,
  sections: readonly SectionPair[],
) {
  const { term, inSource } = entry
  const wanted = wantedIn(locale, entry)
  const isLacking = ({ source, translation }: SectionPair) =>
    source && translation && inSource.test(wordsOf(source)) && !says(translation, wanted)
  const lacking = wanted.length > 0 ? sections.filter(isLacking) : []
  const place = lacking[0]?.translation?.place
  if (!place) return []
  const asked = wanted[0] === term ? 'kept unchanged' : `translated as ${quoteAll(wanted)}`
  const others = lacking.length > 1 ? ` and ${lacking.length - 1} more` : ''
  const message = `“${term}” isn't ${asked} in this section${others}.`
  return [{ place: place.file === page.file ? place : startOf(page), message }]
}

function findForbidden(entry: GlossaryEntry, locale: string, sections: Section[]) {
  const wanted = wantedIn(locale, entry)
  return formsOf(entry.not?.[locale]).flatMap(word => {
    const [first, ...others] = sections.filter(section => section.own && says(section, [word]))
    if (!first) return []
    const places = others.length > 0 ? ` (in ${others.length + 1} sections)` : ''
    const message = `“${word}” is a forbidden translation of “${entry.term}”${places}.`
    return [{ place: first.place, message, hint: wanted.length > 0 ? `Use ${quoteAll(wanted)}.` : undefined }]
  })
}

function wordsOf({ title, text }: Section) {
  return `${title}\n${text}`
}

/** A term may be a part of a word: languages inflect words, and some write without spaces. */
function says(section: Section, words: readonly string[]) {
  const text = wordsOf(section).toLowerCase()
  return words.some(word => text.includes(word.toLowerCase()))
}

type Sample = CodeBlock & CodeMeaning

function compareCode({ source, page }: TranslatedPage, site: ReadableSite) {
  const samplesOf = (page: PageSummary): Sample[] =>
    site.textOf(page).codeBlocks.flatMap(block => {
      const meaning = block.own && normalizeCode(block.code, block.lang)
      return meaning ? [{ ...block, ...meaning }] : []
    })
  const { file } = source
  const problems: Problem[] = []
  let missing: number[] = []
  let before = startOf(page)
  const reportMissing = () => {
    const [what, are] =
      missing.length === 1 ? ['A code sample', 'is'] : [`${missing.length} code samples`, 'are']
    const message = `${what} from the source (\`${file}\`, line ${missing.join(', ')}) ${are} missing after this point.`
    if (missing.length > 0) problems.push({ place: before, message })
    missing = []
  }
  for (const [from, to] of pairSamples(samplesOf(source), samplesOf(page))) {
    if (!to) {
      if (from) missing.push(from.place.line)
      continue
    }
    reportMissing()
    before = to.place
    const extra = `The source (\`${file}\`) doesn't contain this code sample.`
    if (!from) problems.push({ place: before, message: extra })
    else if (from.meaning !== to.meaning) problems.push(describeDifference(from, to, file))
  }
  reportMissing()
  return problems
}

function describeDifference(source: Sample, translation: Sample, file: string) {
  const [from, to] = [source.meaning, translation.meaning]
  let at = 0
  while (at < from.length && from[at] === to[at]) at += 1
  // If a line continues in only one of the two, both show it.
  const continues = ({ lines }: Sample) => at > 0 && lines[at] !== undefined && lines[at] === lines[at - 1]
  const isInside = continues(source) || continues(translation)
  const there = lineAt(source, at, isInside)
  const here = lineAt(translation, at, isInside)
  let what = `${quote(here.text)} instead of ${quote(there.text)}`
  if (there.text === undefined) what = `${quote(here.text)} isn't in the source`
  if (here.text === undefined) what = `${quote(there.text)} is missing`
  const message = `This code doesn't match the source (\`${file}:${there.line}\`): ${what}.`
  return { place: { ...translation.place, line: here.line }, message }
}

/** The line with this character of the meaning; after the last one none, unless it's `inside` a line. */
function lineAt({ place, code, snippet, lines }: Sample, at: number, inside: boolean) {
  const last = lines.at(-1) ?? 0
  const shown = lines[at] ?? (inside ? last : undefined)
  // The code of a snippet is in another file.
  const line = place.line + (snippet ? 0 : (shown ?? last) + 1)
  return { line, text: shown === undefined ? undefined : code.split('\n')[shown] }
}

function quote(line = '') {
  const shown = shorten(line.trim())
  return shown.includes('`') ? `“${shown}”` : `\`${shown}\``
}

/** Pairs equal samples in any order, then others in order by their common words. If as many are left on both sides, they were rewritten. */
function pairSamples(source: readonly Sample[], translation: Sample[]) {
  const partners = new Map<Sample, Sample>()
  const changed = translation.filter(sample => {
    const equal = source.find(one => one.meaning === sample.meaning && !partners.has(one))
    if (equal) partners.set(equal, sample)
    return !equal
  })
  const open = source.filter(one => !partners.has(one))
  const words = new Map([...open, ...changed].map(sample => [sample, new Set(sample.code.match(WORDS))]))
  const rows = align(open, changed, (one, other) => shareOf(words.get(one)!, words.get(other)!))
  for (const [from, to] of rows) if (from && to) partners.set(from, to)
  const lacking = rows.flatMap(([from, to]) => (from && !to ? [from] : []))
  const added = rows.flatMap(([from, to]) => (to && !from ? [to] : []))
  const areRewritten = lacking.length === added.length
  if (areRewritten) for (const [index, from] of lacking.entries()) partners.set(from, added[index]!)
  const pairs = source.map(sample => [sample, partners.get(sample)] as const)
  return [...pairs, ...(areRewritten ? [] : added.map(sample => [undefined, sample] as const))]
}

const WORDS = /[\p{L}\p{N}_$]+/gu

/** Share of common words; 0 for unrelated samples. */
function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>) {
  const shared = [...a].filter(word => b.has(word)).length
  const all = a.size + b.size - shared
  return shared < all / 4 ? 0 : shared / all
}

/** Markdown, YAML and plain text can be translated. */
const LANGUAGES = [
  { names: /^(?:js|javascript|mjs|cjs|jsx|ts|typescript|tsx|mts)$/i, strip: stripScript },
  { names: /^vue$/i, strip: stripVue },
  { names: /^json[5c]?$/i, strip: stripJson },
  { names: /^(?:sh|bash|shell|zsh)$/i, strip: stripShell },
]

interface CodeMeaning {
  meaning: string
  /** Line of the code, from 0, for each character of `meaning`. */
  lines: readonly number[]
}

/** Code without comments, texts of strings, words that aren't ASCII, white space, semicolons and trailing commas. */
export function normalizeCode(code: string, lang: string) {
  const language = LANGUAGES.find(({ names }) => names.test(lang))
  if (!language) return undefined
  const text: string[] = []
  const lines: number[] = []
  for (const [line, content] of language.strip(code).split('\n').entries()) {
    for (const character of content.replace(/[^\0-\x7f]|[\s;]/g, '')) {
      if (')]}'.includes(character) && text.at(-1) === ',') {
        text.pop()
        lines.pop()
      }
      text.push(character)
      lines.push(line)
    }
  }
  return { meaning: text.join(''), lines }
}

function replacePart(part: string, text: string) {
  return text + part.replace(/[^\n]/g, '')
}

/** `${…}` counts as part of a text. */
function stripScript(code: string) {
  const parts =
    /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?/g
  return code.replace(parts, part => replacePart(part, part.startsWith('/') ? '' : '""'))
}

/** Keys stay; values that are strings are text. */
function stripJson(code: string) {
  const parts = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|("(?:\\.|[^"\\\n])*"?)(\s*:)?/g
  return code.replace(parts, (part: string, text?: string, colon?: string) =>
    text === undefined ? replacePart(part, '') : colon === undefined ? '""' : part,
  )
}

/** A character after a backslash begins neither a string nor a comment. */
function stripShell(code: string) {
  return code.replace(/\\.|(^|\s)#.*|"(?:\\.|[^"\\])*"|'[^']*'/g, part =>
    part.startsWith('\\') ? part : replacePart(part, /^\s*#/.test(part) ? ' ' : '""'),
  )
}

/** Keeps tags and expressions in braces, not the words and attributes that people read. */
function stripVue(code: string) {
  return code
    .replace(/<!--[\s\S]*?(?:-->|$)/g, part => replacePart(part, ''))
    .split(/(<(?:script|style)\b[^>]*>[\s\S]*?<\/(?:script|style)>)/)
    .map(part => (/^<(?:script|style)\b/.test(part) ? stripScript(part) : stripTemplate(part)))
    .join('')
}

function stripTemplate(markup: string) {
  return markup
    .replace(
      /(\s(?:title|alt|placeholder|label|aria-label)=)("[^"]*"|'[^']*')/g,
      (_part, name: string, value: string) => name + replacePart(value, '""'),
    )
    .replace(
      />([^<]*)(?=<|$)/g,
      (_part, text: string) => '>' + (text.match(/\{\{[^{}]*(?:[{}](?![{}])[^{}]*)*\}\}|\n/g) ?? []).join(''),
    )
}

export const parity: Finders = {
  'check/glossary': site => {
    const { glossary: entries } = site.config.check
    // The entries of a file have replaced its name.
    if (typeof entries === 'string' || entries.length === 0) return []
    // Compiling a pattern takes longer than looking for it.
    const sought = entries.map(entry => ({ ...entry, inSource: sourcePattern(entry) }))
    return listTranslated(site).flatMap(pair => {
      const [from, to] = [pair.source, pair.page].map(page => site.textOf(page).sections)
      const sections = matchSections(from ?? [], to ?? [])
      return sought.flatMap(entry => [
        ...findLacking(entry, pair, sections),
        ...findForbidden(entry, pair.locale, to ?? []),
      ])
    })
  },
  'parity/anchors': perPair(compareIds),
  'parity/code': perPair(compareCode),
  'parity/containers': perPair(compareContainers),
  'parity/frontmatter': perPair(compareFrontmatter),
  'parity/headings': perPair(compareHeadings),
}
