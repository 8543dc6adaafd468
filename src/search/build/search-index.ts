/** Pages of a language → weighted terms of each section → the files that browsers load. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { hashContent } from '../../lib/hash.ts'
import type { ParsedPage, Section } from '../../schema/page.ts'
import type { OutputFile } from '../../schema/site.ts'
import type { LocaleView } from '../../schema/view.ts'
import { encodeNumbers, encodeTerms, HASH, HEAD, levelOf, numberKey, reverse } from '../format.ts'
import type { FileTree, PageTable, SearchManifest, SearchParts, SectionBlock, TermBlock } from '../format.ts'
import { type Cut, isSpaced, runsOf, type Token } from '../terms.ts'
import { languageRow } from './languages.ts'

export type SearchSection = Pick<Section, 'id' | 'title' | 'ancestors' | 'text' | 'code'>

export interface SearchPage {
  path: string
  title: string
  tags: string[]
  boost: number
  sections: SearchSection[]
}

/** How often each term is in a field, in columns to save memory. */
interface Counts {
  terms: string[]
  amounts: number[]
}

/** Numbers of the sections that a term is in, ascending, and the level of each. */
interface PostingList {
  sections: number[]
  levels: number[]
}

type Postings = Map<string, PostingList>

/** `lengthMatters`: b of BM25. */
const FIELDS: readonly { name: keyof IndexedSection['fields']; weight: number; lengthMatters: number }[] = [
  { name: 'page', weight: 6, lengthMatters: 0.3 },
  { name: 'heading', weight: 4, lengthMatters: 0.3 },
  { name: 'ancestors', weight: 2, lengthMatters: 0.3 },
  { name: 'prose', weight: 1, lengthMatters: 0.75 },
  { name: 'code', weight: 1.5, lengthMatters: 0.6 },
  { name: 'common', weight: 1, lengthMatters: 0.6 },
]
/** k1 of BM25. */
const SATURATION = 1.2
/** Weight of a part of a name. */
const PART = 0.5
/** A page with more sections is a list of entries, which count less. */
const ENTRIES = 40
const ENTRY = 0.5
/** Words that say little in a sample. */
const KEYWORDS = new Set(
  `as async await break case catch class const continue default do else export extends false finally for from function if import in instanceof
  interface let new null of return static super switch this throw true try type typeof undefined var void while with yield
  0 1 2 3 4 5 6 7 8 9`.split(/\s+/),
)
/** Keywords and stop words of a sample are indexed if at most one section in this many has them. */
const RARE = 20
/** Code of so few words is a name, not a sample. */
const NAME_WORDS = 3

export function searchPages(
  pages: readonly Pick<ParsedPage, 'record' | 'sections'>[],
  boosts: Readonly<Record<string, number>> = {},
): SearchPage[] {
  const starts = Object.keys(boosts).toSorted((a, b) => b.length - a.length)
  const boostBelow = (path: string) => boosts[starts.find(start => path.startsWith(start)) ?? ''] ?? 1
  return pages
    .filter(({ record: { frontmatter } }) => frontmatter.search !== false && !frontmatter.unlisted)
    .map(({ record: { path, title, frontmatter }, sections }) => ({
      path,
      title,
      tags: frontmatter.tags ?? [],
      boost: typeof frontmatter.search === 'object' ? frontmatter.search.boost : boostBelow(path),
      sections: sections
        .filter(({ own, part }) => own || part)
        .map(({ id, title, ancestors, text, code }) => ({ id, title, ancestors, text, code })),
    }))
}

function countTerms(page: SearchPage, { title, ancestors, text, code }: SearchSection, cut: Cut) {
  const above = ancestors.filter(heading => heading !== page.title)
  const names = new Set(code.filter(each => runsOf(each).length <= NAME_WORDS))
  const isCommon = ({ stop, word }: Token, of: string) => !names.has(of) && (stop || KEYWORDS.has(word))
  return {
    heading: count(cut, [title || page.title]),
    ancestors: count(cut, above),
    prose: count(cut, [text], ({ stop }) => !stop),
    code: count(cut, code, (token, of) => !isCommon(token, of)),
    common: count(cut, code, isCommon),
  }
}

function count(cut: Cut, texts: readonly string[], isCounted = (_token: Token, _text: string) => true) {
  const counts = new Map<string, number>()
  const add = (term: string, amount: number) => counts.set(term, (counts.get(term) ?? 0) + amount)
  for (const text of texts)
    for (const run of runsOf(text))
      for (const token of cut(run)) {
        if (!isCounted(token, text)) continue
        const amount = token.kind === 'part' ? PART : 1
        add(token.term, amount)
        if (token.word !== token.term) add(token.word, amount)
      }
  return { terms: [...counts.keys()], amounts: [...counts.values()] }
}

/** Sections in the order of their numbers. */
function listSections(pages: readonly SearchPage[], cut: Cut) {
  return pages.flatMap(page => {
    const { title: pageTitle, sections } = page
    const ofPage = count(cut, [pageTitle, ...page.tags])
    const boost = sections.length > ENTRIES ? page.boost * ENTRY : page.boost
    return sections.map((section, at) => {
      const { id, title, text } = section
      const isFirst = at === 0 && (title === '' || title === pageTitle)
      const fields = { page: ofPage, ...countTerms(page, section, cut) }
      return { page, boost, id: isFirst ? '' : id, title: title || pageTitle, text, fields }
    })
  })
}

type IndexedSection = ReturnType<typeof listSections>[number]

/** BM25 within a field, fields added by weight. Terms in code unit order. */
function weighTerms(sections: readonly IndexedSection[]): Postings {
  const lengthOf = ({ amounts }: Counts) => amounts.reduce((length, amount) => length + amount, 0)
  const averages = FIELDS.map(({ name }) => {
    const lengths = sections.map(({ fields }) => lengthOf(fields[name]))
    const count = lengths.filter(length => length > 0).length
    return Math.max(lengths.reduce((sum, length) => sum + length, 0) / count, 1)
  })
  const samples = new Map<string, number>()
  for (const { fields } of sections)
    for (const term of fields.common.terms) samples.set(term, (samples.get(term) ?? 0) + 1)
  const postings: Postings = new Map()
  sections.forEach(({ fields, boost }, number) => {
    const weights = new Map<string, number>()
    FIELDS.forEach(({ name, weight, lengthMatters }, field) => {
      const { terms, amounts } = fields[name]
      const norm =
        SATURATION * (1 - lengthMatters + (lengthMatters * lengthOf(fields[name])) / averages[field]!)
      terms.forEach((term, position) => {
        if (name === 'common' && samples.get(term)! * RARE > sections.length + RARE * RARE) return
        const amount = amounts[position]!
        const part = (weight * boost * amount * (SATURATION + 1)) / (amount + norm)
        weights.set(term, (weights.get(term) ?? 0) + part)
      })
    })
    for (const [term, weight] of weights) {
      const list = postings.get(term) ?? { sections: [], levels: [] }
      postings.set(term, list)
      list.sections.push(number)
      list.levels.push(levelOf(weight))
    }
  })
  return new Map([...postings.keys()].toSorted().map(term => [term, postings.get(term)!]))
}

export interface SearchFilesInput {
  locale: Pick<LocaleView, 'code' | 'lang'> & { synonyms?: readonly (readonly string[])[] }
  pages: readonly SearchPage[]
  cut: Cut
  /** Only tests set them. */
  limits?: Partial<typeof INDEX_SIZES>
}

export interface SearchFiles {
  files: OutputFile[]
  manifest: string
}

/** `whole`: compressed bytes up to which an index is one file; the others: bytes of the files of a larger one. */
const INDEX_SIZES = { whole: 150_000, terms: 4000, sections: 4000, dictionary: 5000 }
/** A text this many times as long won't compress to `whole`. */
const COMPRESSIBLE = 20
/** Files that a list names, up to twice as many at the top. */
const FAN = 64

type AddFile = (content: string) => string

/** One file for a small site, else a manifest and files of which a query needs a few. The same bytes everywhere. */
export function createSearchFiles({ locale, pages, cut, limits }: SearchFilesInput): SearchFiles {
  const { code, lang, synonyms = [] } = locale
  const sections = listSections(pages, cut)
  const postings = weighTerms(sections)
  const { row, stemmer } = languageRow(lang)
  const isKnown = (text: string) =>
    runsOf(text).every(run =>
      cut(run).every(({ kind, term, stop }) => stop || kind !== 'word' || postings.has(term)),
    )
  // Groups without a word of the site are left out.
  const groups = [row.synonyms ?? '', ...synonyms.map(group => group.join('/'))]
    .flatMap(list => list.split(','))
    .filter(group => group.split('/').some(isKnown))
  const files = new Map<string, OutputFile & { content: string }>()
  const nameOf = (hash: string, ending: string) => `assets/search/${code}.${hash}.${ending}`
  const addFile: AddFile = content => {
    const hash = hashContent(content, HASH)
    const other = files.get(hash)
    // Another text with the same short hash: white space after JSON means nothing.
    if (other !== undefined && other.content !== content) return addFile(`${content} `)
    files.set(hash, { path: nameOf(hash, 'json'), content })
    return hash
  }
  const stemmers = stemmer === undefined ? [] : [readFileSync(stemmer, 'utf8')]
  const scripts = stemmers.map(content => ({ path: nameOf(hashContent(content), 'js'), content }))
  const head: SearchManifest = {
    version: 2,
    language: { ...row, synonyms: groups.map(group => group.trim()).join(',') },
    stemmer: scripts[0] && path.basename(scripts[0].path),
    size: sections.length,
  }
  const sizes = { ...INDEX_SIZES, ...limits }
  const length = sections.reduce((sum, { text }) => sum + text.length, 0)
  const whole = () => ({ terms: termBlock([...postings]), sections: sectionBlock(sections, 0) })
  let content = length <= sizes.whole * COMPRESSIBLE && JSON.stringify({ ...head, whole: whole() })
  if (!content || gzipSync(content).length > sizes.whole)
    content = JSON.stringify({ ...head, parts: { code, ...cutIndex(postings, sections, addFile, sizes) } })
  const manifest = nameOf(addFile(content), 'json')
  return { files: [...files.values(), ...scripts], manifest }
}

function termBlock(stretches: readonly [term: string, list: PostingList][]): TermBlock {
  const lists = stretches.map(([, list]) => strongest(list))
  const difference = (numbers: readonly number[]): number[] =>
    numbers.map((number, index) => number - (numbers[index - 1] ?? 0))
  return {
    terms: encodeTerms(stretches.map(([term]) => term)),
    counts: encodeNumbers(stretches.map(([, { sections }]) => sections.length)),
    sections: lists.map(({ sections }) => encodeNumbers(difference(sections))).join(''),
    levels: lists.map(({ levels }) => encodeNumbers(levels)).join(''),
  }
}

function strongest({ sections, levels }: PostingList) {
  const order = sections.map((_, at) => at).toSorted((a, b) => levels[b]! - levels[a]! || a - b)
  const chosen = order.slice(0, HEAD).toSorted((a, b) => a - b)
  return { sections: chosen.map(at => sections[at]!), levels: chosen.map(at => levels[at]!) }
}

function pageTable(
  sections: readonly IndexedSection[],
  entryOf: (page: SearchPage) => PageTable['pages'][number],
): PageTable {
  const sizes = new Map<SearchPage, number>()
  for (const { page } of sections) sizes.set(page, (sizes.get(page) ?? 0) + 1)
  return { pages: [...sizes.keys()].map(entryOf), sizes: encodeNumbers(sizes.values()) }
}

function sectionBlock(sections: readonly IndexedSection[], first: number): SectionBlock {
  return {
    first,
    ...pageTable(sections, ({ path: address, title }) => [address, title]),
    heads: sections.map(({ id, title }) => [id, title]),
    texts: sections.map(({ text }) => text),
  }
}

function cutIndex(
  postings: Postings,
  sections: readonly IndexedSection[],
  addFile: AddFile,
  limits: typeof INDEX_SIZES,
): Omit<SearchParts, 'code'> {
  const spaced = [...postings.keys()].filter(isSpaced)
  const ofWords: Plant<string> = {
    limit: limits.dictionary,
    sizeOf: word => word.length,
    keyOf: word => word,
    write: encodeTerms,
  }
  return {
    terms: plantTree([...postings], addFile, {
      limit: limits.terms,
      sizeOf: ([term, list]) => term.length + Math.min(list.sections.length, HEAD) * 2,
      keyOf: ([term]) => term,
      write: termBlock,
    }),
    sections: plantTree(sections, addFile, {
      limit: limits.sections,
      sizeOf: ({ text, title, id }) => Buffer.byteLength(text) + title.length + id.length,
      keyOf: (_, number) => numberKey(number),
      write: sectionBlock,
    }),
    dictionary: plantTree(spaced, addFile, ofWords),
    endings: plantTree(spaced.map(reverse).toSorted(), addFile, ofWords),
    pages: addFile(JSON.stringify(pageTable(sections, ({ path: address }) => [address]))),
  }
}

interface Plant<T> {
  limit: number
  sizeOf(entry: T): number
  keyOf(entry: T, number: number): string
  /** `first`: number of the first entry. */
  write(entries: readonly T[], first: number): unknown
}

/** Cut by halves: an entry that grows leaves other files as they are. */
function plantTree<T>(entries: readonly T[], addFile: AddFile, plant: Plant<T>): FileTree {
  const { limit, sizeOf, keyOf, write } = plant
  const ends = [0]
  for (const entry of entries) ends.push(ends.at(-1)! + sizeOf(entry))
  const cut = (first: number, end: number): { key: string; file: string }[] => {
    if (first === end) return []
    if (end - first > 1 && ends[end]! - ends[first]! > limit) {
      const middle = (first + end) >> 1
      return [...cut(first, middle), ...cut(middle, end)]
    }
    const file = addFile(JSON.stringify(write(entries.slice(first, end), first)))
    return [{ key: keyOf(entries[first]!, first), file }]
  }
  const tree = (depth: number, nodes: ReturnType<typeof cut>): FileTree => ({
    depth,
    keys: encodeTerms(nodes.map(({ key }) => key)),
    files: nodes.map(({ file }) => file).join(''),
  })
  let nodes = cut(0, entries.length)
  let depth = 0
  for (; nodes.length > FAN * 2; depth++) {
    const length = Math.ceil(nodes.length / Math.ceil(nodes.length / FAN))
    nodes = Array.from({ length: Math.ceil(nodes.length / length) }, (_, list) => {
      const some = nodes.slice(list * length, (list + 1) * length)
      return { key: some[0]!.key, file: addFile(JSON.stringify(tree(depth, some))) }
    })
  }
  return tree(depth, nodes)
}
