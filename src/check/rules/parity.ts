import type { Frontmatter } from '../../schema/frontmatter.ts'
import { type Container, type PageSummary, type Section, type CodeBlock } from '../../schema/page.ts'
import type { ReadableSite } from '../../schema/site.ts'
import { groupBy } from '../../schema/finding.ts'
import { matchSections, listTranslations, align } from '../../site/translations.ts'
import { defineRule, listNames, type Problem, startOf, shorten } from './rule.ts'
import { formsOf, type GlossaryEntry, knowsCustomIds } from '../../schema/config.ts'
import { escapePattern } from '../../lib/text.ts'

export interface TranslatedPage {
  locale: string
  source: PageSummary
  page: PageSummary
}

/** Every translation that has a source: what the parity rules compare, as far as both can be read. */
export function listPairs(site: ReadableSite): TranslatedPage[] {
  return listTranslations(site).flatMap(({ locale, source, page }) =>
    source && page && !source.incomplete && !page.incomplete ? [{ locale, source, page }] : [],
  )
}

/** Those that are translated: a copy of the source is a problem of its own, or meant. */
function listTranslated(site: ReadableSite): TranslatedPage[] {
  const copies = new Set(listTranslations(site).map(({ isCopy, page }) => isCopy && page))
  return listPairs(site).filter(({ page }) => !copies.has(page))
}

/** Headings whose id is another one in the translation, as one problem per page: a link copied from the source breaks there. */
function compareIds({ source, page }: TranslatedPage, { config, textOf }: ReadableSite): Problem[] {
  const matched = matchSections(textOf(source).sections, textOf(page).sections)
  const pairs = matched.filter(pair => pair.source?.depth && pair.translation)
  const other = pairs.filter(pair => pair.source?.id !== pair.translation?.id)
  const [first] = other
  if (!first?.source || !first.translation) return []
  const message = `${other.length} of ${pairs.length} headings have other ids than the source, first \`#${first.translation.id}\` for \`#${first.source.id}\`.`
  const hint = `Pin the id with \`{#${first.source.id}}\` at the end of the heading; \`docsgen check --fix\` does it for all.`
  const { place } = first.translation
  return [{ place, message, hint: knowsCustomIds(config.markdown.slugs) ? hint : undefined }]
}

/** Tips, warnings and details that a translation lost or added, as one problem per page. */
function compareContainers({ source, page }: TranslatedPage, { config }: ReadableSite): Problem[] {
  // A translated keyword counts as the kind it stands for.
  const kindOf = ({ name }: Container) => config.markdown.containers[name]?.kind ?? name
  const byKind = ({ containers }: PageSummary) =>
    groupBy(
      containers.filter(({ own }) => own),
      kindOf,
    )
  const [wanted, found] = [byKind(source), byKind(page)]
  const differing = [...new Set([...wanted.keys(), ...found.keys()])]
    .filter(kind => wanted.get(kind)?.length !== found.get(kind)?.length)
    .toSorted()
  if (differing.length === 0) return []
  const parts = differing.map(kind => {
    const lines = (wanted.get(kind) ?? []).map(({ place }) => place.line)
    const there = lines.length > 0 ? ` (line ${lines.join(', ')})` : ''
    return `${found.get(kind)?.length ?? 0} × \`${kind}\` instead of ${lines.length}${there}`
  })
  const first = page.containers.find(one => one.own && differing.includes(kindOf(one)))
  const message = `The containers differ from \`${source.file}\`: ${parts.join(', ')}.`
  return [{ place: first?.place ?? startOf(page), message }]
}

type Keys = readonly (keyof Frontmatter)[]
/** Keys that decide how a page is built: they say the same in every language. */
const SAME: Keys = [
  ...(['layout', 'home', 'navbar', 'sidebar', 'sidebarDepth', 'order'] as const),
  ...(['outline', 'pageClass', 'search', 'unlisted', 'heroImage', 'tags'] as const),
]
/** Texts for readers: there in every language, and not the source's own words. */
const TRANSLATED: Keys = ['title', 'description', 'heroText', 'tagline', 'actionText', 'heroAlt']
/** Sentences; a title may be a name. */
const SENTENCES: Keys = ['description', 'tagline']
/** From here on two equal texts are no coincidence. */
const MIN_WORDS = 4

/** Frontmatter that a translation lost, left untranslated, or that builds its page otherwise. */
function compareFrontmatter({ source, page }: TranslatedPage): Problem[] {
  const wanted = source.record.frontmatter
  const found = page.record.frontmatter
  const isSentence = (value: unknown) =>
    typeof value === 'string' && value.trim().split(/\s+/).length >= MIN_WORDS
  const lacking = TRANSLATED.filter(key => isText(wanted[key]) && !isText(found[key]))
  const copied = SENTENCES.filter(key => isSentence(wanted[key]) && wanted[key] === found[key])
  const [expected, actual] = [wanted, found].map(({ features }) => features?.length ?? 0)
  const messages = [
    ...SAME.filter(key => settingOf(key, wanted) !== settingOf(key, found)).map(
      key => `\`${key}\` is ${show(found[key])} here and ${show(wanted[key])} in \`${source.file}\`.`,
    ),
    lacking.length > 0 && `The frontmatter lacks ${listNames(lacking)}, which \`${source.file}\` has.`,
    copied.length > 0 && `The frontmatter's ${listNames(copied)} is not translated.`,
    expected !== actual && `\`features\` has ${actual} entries here and ${expected} in the source.`,
  ]
  return messages.filter(message => message !== false).map(message => ({ place: startOf(page), message }))
}

/** What a key says apart from texts: those in `sidebar` are translated. */
function settingOf(key: keyof Frontmatter, frontmatter: Frontmatter): string | undefined {
  const value = frontmatter[key]
  if (key !== 'sidebar' || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  const { hidden = false, collapsed = null } = value as { hidden?: boolean; collapsed?: boolean }
  return hidden || collapsed !== null ? JSON.stringify({ hidden, collapsed }) : undefined
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function show(value: unknown): string {
  return value === undefined ? 'not set' : `\`${JSON.stringify(value)}\``
}

/** Headings that are built otherwise than those of the source, as one problem per page at the first difference. */
function compareHeadings({ source, page }: TranslatedPage, { textOf }: ReadableSite): Problem[] {
  const pairs = matchSections(textOf(source).sections, textOf(page).sections)
    .map(pair => [pair.source, pair.translation] as const)
    .filter(pair => pair.some(section => section && section.depth > 0))
  const lacking = pairs.flatMap(([from, to]) => (from && !to ? [from] : []))
  const extra = pairs.flatMap(([from, to]) => (to && !from ? [to] : []))
  const moved = pairs.flatMap(([from, to]) =>
    from && to && from.depth !== to.depth
      ? [`“${to.title}” at level ${to.depth} instead of ${from.depth}`]
      : [],
  )
  const parts = [
    ...(lacking.length > 0 ? [`lacks ${titles(lacking)}`] : []),
    ...(extra.length > 0 ? [`adds ${titles(extra)}`] : []),
    ...(moved.length > 0 ? [`has ${moved.join(', ')}`] : []),
  ]
  if (parts.length === 0) return []
  const first = pairs.findIndex(([from, to]) => from?.depth !== to?.depth)
  const place = (pairs[first]?.[1] ?? pairs[first - 1]?.[1])?.place ?? startOf(page)
  return [
    { place, message: `The headings differ from \`${source.file}\`: this page ${parts.join(' and ')}.` },
  ]
}

function titles(sections: readonly Section[]): string {
  const shown = sections.slice(0, 5).map(section => `“${section.title}” (level ${section.depth})`)
  const more = sections.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const perPair = (compare: (pair: TranslatedPage, site: ReadableSite) => Problem[]) => (site: ReadableSite) =>
  listTranslated(site).flatMap(pair => compare(pair, site))

export const parity = [
  defineRule(
    'parity/anchors',
    'info',
    'Headings of a translation have different ids than the source.',
    perPair(compareIds),
  ),
  defineRule(
    'parity/containers',
    'warning',
    'Containers (tip, warning, …) of a translation differ from the source in number.',
    perPair(compareContainers),
  ),
  defineRule(
    'parity/frontmatter',
    'warning',
    'Frontmatter of a translation differs from the source where it should be the same, or is not translated.',
    perPair(compareFrontmatter),
  ),
  defineRule(
    'parity/headings',
    'warning',
    'Headings of a translation differ from the source in number or level.',
    perPair(compareHeadings),
  ),
]

export const glossary = defineRule(
  'check/glossary',
  'warning',
  'A translation does not use the terms of `check.glossary`, or uses a forbidden one.',
  site => {
    const { glossary: entries } = site.config.check
    // The entries of a file have replaced its name.
    if (typeof entries === 'string') return []
    const terms = entries.map(entry => ({
      entry,
      inSource: new RegExp(
        `(?<![\\p{L}\\p{N}_])${escapePattern(entry.term)}(?:s|es)?(?![\\p{L}\\p{N}_])`,
        'iu',
      ),
    }))
    return terms.length === 0 ? [] : listTranslated(site).flatMap(pair => checkPage(pair, terms, site))
  },
)

interface Term {
  entry: GlossaryEntry
  /** Finds the term in the source: a whole word in any case, in the plural, too. */
  inSource: RegExp
}

/** One problem for each term of a page, at its first place. */
function checkPage(pair: TranslatedPage, terms: readonly Term[], { textOf }: ReadableSite): Problem[] {
  const sections = matchSections(textOf(pair.source).sections, textOf(pair.page).sections)
  const own = textOf(pair.page).sections.filter(section => section.own)
  return terms.flatMap(({ entry: { term, keep, as = {}, not = {} }, inSource }): Problem[] => {
    const wanted = keep ? [term] : formsOf(as[pair.locale])
    const names = wanted.map(word => `“${word}”`).join(' or ')
    const lacking = sections.flatMap(({ source, translation }) =>
      wanted.length > 0 &&
      source &&
      translation &&
      inSource.test(wordsOf(source)) &&
      !says(translation, wanted)
        ? [translation.place]
        : [],
    )
    const asked =
      wanted[0] === term ? `“${term}” stays as it is` : `“${term}” is ${names} in \`${pair.locale}\``
    const others = lacking.length > 1 ? ` (and ${lacking.length - 1} more)` : ''
    const message = `${asked}, but this section doesn't use it${others}.`
    return [
      ...lacking
        .slice(0, 1)
        .map(place => ({ place: place.file === pair.page.file ? place : startOf(pair.page), message })),
      ...formsOf(not[pair.locale]).flatMap((word): Problem[] => {
        const found = own.filter(section => says(section, [word]))
        const places = found.length > 1 ? ` (in ${found.length} sections)` : ''
        return found.slice(0, 1).map(({ place }) => ({
          place,
          message: `“${word}” isn't the term for “${term}” in \`${pair.locale}\`${places}.`,
          hint: wanted.length > 0 ? `Write ${names}.` : undefined,
        }))
      }),
    ]
  })
}

function wordsOf({ title, text }: Section): string {
  return `${title}\n${text}`
}

/** Languages inflect words at their ends, some write without spaces: a term may be a part of a word. */
function says(section: Section, words: readonly string[]): boolean {
  const text = wordsOf(section).toLowerCase()
  return words.some(word => text.includes(word.toLowerCase()))
}

export const code = defineRule(
  'parity/code',
  'warning',
  'Code of a translation differs from the source in more than comments and strings.',
  site => {
    const known = new Map<string, CodeMeaning>()
    const samplesOf = (blocks: readonly CodeBlock[]): Sample[] =>
      blocks.flatMap(block => {
        const language = block.own ? FAMILIES.find(one => LANGUAGES[one].names.test(block.lang)) : undefined
        if (!language) return []
        const key = `${language} ${block.code}`
        const meaning = known.get(key) ?? normalizeCode(block.code, language)
        known.set(key, meaning)
        return [{ block, meaning }]
      })
    return listTranslated(site).flatMap(pair => {
      const [source, page] = [pair.source, pair.page].map(one => samplesOf(site.textOf(one).codeBlocks))
      return compareCode(pair, pairSamples(source ?? [], page ?? []))
    })
  },
)

interface Sample {
  block: CodeBlock
  meaning: CodeMeaning
}

/** A sample of the source beside the same one in the translation, perhaps changed. */
type SamplePair = readonly [source: Sample | undefined, translation: Sample | undefined]

function compareCode({ source: { file }, page }: TranslatedPage, pairs: readonly SamplePair[]): Problem[] {
  const problems: Problem[] = []
  let missing: number[] = []
  let before = startOf(page)
  const reportMissing = () => {
    const [what, are] =
      missing.length === 1 ? ['A code sample', 'is'] : [`${missing.length} code samples`, 'are']
    const message = `${what} of the source (\`${file}\`, line ${missing.join(', ')}) ${are} missing from here on.`
    if (missing.length > 0) problems.push({ place: before, message })
    missing = []
  }
  for (const [source, translation] of pairs) {
    if (!translation) {
      if (source) missing.push(source.block.place.line)
      continue
    }
    reportMissing()
    before = translation.block.place
    if (!source)
      problems.push({ place: before, message: `The source (\`${file}\`) has no such code sample.` })
    else if (!isEqual(source, translation)) problems.push(describeDifference(source, translation, file))
  }
  reportMissing()
  return problems
}

function isEqual(a: Sample, b: Sample): boolean {
  return a.meaning.text === b.meaning.text
}

/** Names the lines at which the two differ first, at the location of that in the translation. */
function describeDifference(source: Sample, translation: Sample, file: string): Problem {
  const [from, to] = [source.meaning.text, translation.meaning.text]
  let at = 0
  while (at < from.length && from[at] === to[at]) at += 1
  // Of a line that goes on in one of the two only, both are shown.
  const isInside = [source, translation].some(
    ({ meaning: { lines } }) => at > 0 && lines[at] !== undefined && lines[at] === lines[at - 1],
  )
  const there = lineAt(source, at, isInside)
  const here = lineAt(translation, at, isInside)
  const what =
    here.text === undefined
      ? `${quote(there.text)} is missing here`
      : there.text === undefined
        ? `${quote(here.text)} is not there`
        : `${quote(there.text)} there, ${quote(here.text)} here`
  return {
    place: { ...translation.block.place, line: here.line },
    message: `This code differs from the source (\`${file}:${there.line}\`) in more than comments and strings: ${what}.`,
  }
}

/** The line of a sample with this character of its meaning; after the last one without a text, or, `inside` a line, that line. */
function lineAt({ block, meaning }: Sample, at: number, inside: boolean) {
  const last = meaning.lines.at(-1) ?? 0
  const shown = meaning.lines[at] ?? (inside ? last : undefined)
  // The code of a snippet is in another file.
  const line = block.place.line + (block.snippet ? 0 : (shown ?? last) + 1)
  return { line, text: shown === undefined ? undefined : block.code.split('\n')[shown] }
}

/** A line of code for a message: short, and in marks that it does not have itself. */
function quote(line = ''): string {
  const shown = shorten(line.trim())
  return shown.includes('`') ? `“${shown}”` : `\`${shown}\``
}

/** Equal samples outweigh any number of similar ones between them. */
const EQUAL = 1000
/** Samples that share less have nothing to do with each other. */
const SIMILAR = 0.4

/**
 * Pairs samples by what they say: equal ones, in whatever order, then similar ones in order. As many samples of either side that
 * are alone between the same two pairs are the same samples, rewritten.
 */
function pairSamples(source: readonly Sample[], translation: readonly Sample[]): SamplePair[] {
  const words = new Map([...source, ...translation].map(sample => [sample, countWords(sample)]))
  const score = (i: number, j: number) => {
    const [left, right] = [source[i], translation[j]]
    if (!left || !right) return 0
    if (isEqual(left, right)) return EQUAL
    const share = sharedWords(words.get(left), words.get(right))
    return share < SIMILAR ? 0 : share
  }
  let pairs = align({ left: source.length, right: translation.length }, score).map(
    ({ left = -1, right = -1 }): SamplePair => [source[left], translation[right]],
  )
  // Equal samples in another order are no difference.
  for (const alone of pairs) {
    const [from, to] = alone
    const moved = from && !to && pairs.find(([left, right]) => !left && right && isEqual(from, right))
    if (moved)
      pairs = pairs.flatMap(pair => (pair === alone ? [] : [pair === moved ? [from, pair[1]] : pair]))
  }
  let gap: SamplePair[] = []
  const closeGap = () => {
    const left = gap.flatMap(([one]) => one ?? [])
    const right = gap.flatMap(([, other]) => other ?? [])
    const closed = left.length === right.length ? left.map((one, i): SamplePair => [one, right[i]]) : gap
    gap = []
    return closed
  }
  const joined = pairs.flatMap(pair => {
    if (pair[0] && pair[1]) return [...closeGap(), pair]
    gap.push(pair)
    return []
  })
  return [...joined, ...closeGap()]
}

type Counts = ReadonlyMap<string, number>

function countWords({ block }: Sample): Counts {
  const words = new Map<string, number>()
  for (const [word] of block.code.matchAll(/[\p{L}\p{N}_$]+/gu)) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

function sharedWords(a: Counts = new Map(), b: Counts = new Map()): number {
  let shared = 0
  for (const [word, count] of a) shared += Math.min(count, b.get(word) ?? 0)
  const all = [...a.values(), ...b.values()].reduce((sum, count) => sum + count, 0)
  return all === 0 ? 0 : (2 * shared) / all
}

/** Languages whose samples every translation shares; Markdown, YAML and plain text are legitimately translated. */
const LANGUAGES = {
  js: { names: /^(?:js|javascript|mjs|cjs|jsx|ts|typescript|tsx|mts)$/i, strip: stripScript },
  vue: { names: /^vue$/i, strip: stripVue },
  json: { names: /^json[5c]?$/i, strip: stripJson },
  sh: { names: /^(?:sh|bash|shell|zsh)$/i, strip: stripShell },
}
type CodeLanguage = keyof typeof LANGUAGES

const FAMILIES = Object.keys(LANGUAGES) as CodeLanguage[]

interface CodeMeaning {
  text: string
  /** By character of `text`: line of the code, from 0. */
  lines: readonly number[]
}

/** Code without comments, texts of strings, words that are not ASCII, white space, semicolons and trailing commas. Never fails. */
export function normalizeCode(code: string, language: CodeLanguage): CodeMeaning {
  const text: string[] = []
  const lines: number[] = []
  for (const [line, content] of LANGUAGES[language].strip(code).split('\n').entries()) {
    for (const character of content.replace(/[^\0-\x7f]|[\s;]/g, '')) {
      if (')]}'.includes(character) && text.at(-1) === ',') {
        text.pop()
        lines.pop()
      }
      text.push(character)
      lines.push(line)
    }
  }
  return { text: text.join(''), lines }
}

function replacePart(part: string, text: string): string {
  return text + part.replace(/[^\n]/g, '')
}

/** Comments and strings of JavaScript and TypeScript; a template's `${…}` counts as part of its text. */
function stripScript(code: string): string {
  const parts =
    /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?/g
  return code.replace(parts, part => replacePart(part, part.startsWith('/') ? '' : '""'))
}

/** Keys are structure and stay, values that are strings are text. */
function stripJson(code: string): string {
  return code.replace(
    /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|("(?:\\.|[^"\\\n])*"?)(\s*:)?/g,
    (part: string, text?: string, colon?: string) =>
      text === undefined ? replacePart(part, '') : colon === undefined ? '""' : part,
  )
}

/** What a backslash stands before is no mark. */
function stripShell(code: string): string {
  return code.replace(/\\.|(^|\s)#.*|"(?:\\.|[^"\\])*"|'[^']*'/g, part =>
    part.startsWith('\\') ? part : replacePart(part, /^\s*#/.test(part) ? ' ' : '""'),
  )
}

/** Script blocks as script; of a template the tags and the expressions in braces, not words and attributes that people read. */
function stripVue(code: string): string {
  return code
    .replace(/<!--[\s\S]*?(?:-->|$)/g, part => replacePart(part, ''))
    .split(/(<(?:script|style)\b[^>]*>[\s\S]*?<\/(?:script|style)>)/)
    .map(part => (/^<(?:script|style)\b/.test(part) ? stripScript(part) : stripTemplate(part)))
    .join('')
}

function stripTemplate(markup: string): string {
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
