/** An index → the files that browsers load. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { hashContent } from '../../lib/hash.ts'
import type { OutputFile } from '../../schema/output.ts'
import type { LocaleView } from '../../schema/view.ts'
import { isSpaced } from '../analyse.ts'
import type { FileTree, PageTable, SearchManifest, SearchParts, SectionBlock, TermBlock } from '../format.ts'
import { encodeNumbers, encodeTerms, HASH, HEAD, numberKey, restKey, type WholeManifest } from '../format.ts'
import { buildIndex, type CountedPage, type IndexedSection, sectionTitle } from './index-pages.ts'
import type { PostingList, SearchIndex } from './index-pages.ts'
import { languageRow } from './languages.ts'

export interface SearchFilesInput {
  /** `synonyms` of the site: groups of words that mean the same. */
  locale: Pick<LocaleView, 'code' | 'lang'> & { synonyms?: readonly (readonly string[])[] }
  pages: readonly CountedPage[]
  /** Only tests set them. */
  limits?: Partial<typeof LIMITS>
}

export interface SearchFiles {
  files: OutputFile[]
  /** Output path of the manifest: what `LocaleIndex.search` names. */
  manifest: string
}

/** `whole`: compressed bytes up to which an index is one file; the others: bytes, not compressed, of the files of a larger one. */
const LIMITS = { whole: 150_000, terms: 8000, titles: 4000, sections: 7000, dictionary: 8000 }
/** A text this many times as long is larger however well it can be compressed: it is not even written. */
const COMPRESSIBLE = 20
/** The fastest compression does not make an index so many times as large as the usual one. */
const FASTEST = 2
/** Files that a list may name: more are named by lists of their own. */
const FAN = 128

/** Sections of a term; `count` where there are more than these. */
interface Stretch extends PostingList {
  term: string
  count?: number
}

/** A file with the first key that it has. */
interface Leaf {
  key: string
  content: string
}

/** Adds a file and gives the hash in its name; equal contents are one file. */
type AddFile = (content: string) => string

/**
 * Makes the index of a locale: hashed files under `assets/search/`, the same bytes for the same pages on every machine. A small
 * index is one file; a large one a manifest and many small files, of which a query needs a few.
 */
export function createSearchFiles({ locale, pages, limits }: SearchFilesInput): SearchFiles {
  const { code, lang, synonyms = [] } = locale
  const index = buildIndex(pages)
  const { row, stemmer } = languageRow(lang)
  const own = synonyms.map(group => group.join('/')).join(',')
  const files = new Map<string, OutputFile & { content: string }>()
  const pathOf = (hash: string): string => `assets/search/${code}.${hash}.json`
  const addFile: AddFile = content => {
    const file = { path: pathOf(hashContent(content, HASH)), content, immutable: true }
    const other = files.get(file.path)
    // Another text with the same short hash: white space after JSON means nothing.
    if (other !== undefined && other.content !== content) return addFile(`${content} `)
    files.set(file.path, file)
    return hashContent(content, HASH)
  }
  const module = stemmer === undefined ? undefined : readFileSync(stemmer, 'utf8')
  const script: OutputFile[] =
    module === undefined
      ? []
      : [{ path: `assets/search/${code}.${hashContent(module)}.js`, content: module, immutable: true }]
  const head: Pick<SearchManifest, 'version' | 'language' | 'stemmer'> = {
    version: 2,
    language: own === '' ? row : { ...row, synonyms: [row.synonyms, own].filter(Boolean).join(',') },
    ...(script[0] && { stemmer: path.basename(script[0].path) }),
  }
  const sizes = { ...LIMITS, ...limits }
  const whole = writeWhole(index, head, sizes.whole)
  const manifest = addFile(
    whole ?? JSON.stringify({ ...head, parts: { code, ...cutIndex(index, addFile, sizes) } }),
  )
  return { files: [...files.values(), ...script], manifest: pathOf(manifest) }
}

/** A small index as one file; undefined for a large one. */
function writeWhole(
  { pages, sections, postings }: SearchIndex,
  head: Pick<SearchManifest, 'version' | 'language' | 'stemmer'>,
  limit: number,
): string | undefined {
  const length = sections.reduce((sum, { section }) => sum + section.text.length, 0)
  if (length > limit * COMPRESSIBLE) return undefined
  const manifest: WholeManifest = {
    ...head,
    pages: pages.map(({ path: address, title }) => [address, title]),
    pageSizes: encodeNumbers(pages.map(page => page.sections.length)),
    heads: sections.map(headOf),
    whole: {
      ...termBlock([...postings].map(([term, list]) => ({ term, ...list }))),
      texts: sections.map(({ section }) => section.text),
    },
  }
  const text = JSON.stringify(manifest)
  // The fastest compression is asked first: where it is far from the limit, so is the usual one.
  const fast = gzipSync(text, { level: 1 }).length
  const size = fast <= limit || fast > limit * FASTEST ? fast : gzipSync(text, { level: 6 }).length
  return size <= limit ? text : undefined
}

/** Id and title of a section. */
function headOf({ page, section, first }: IndexedSection): [id: string, title: string] {
  return [first ? '' : section.id, sectionTitle(page, section)]
}

/** Columns of some terms, in their order. */
function termBlock(stretches: readonly Stretch[]): TermBlock {
  const difference = (numbers: readonly number[]): number[] =>
    numbers.map((number, index) => number - (numbers[index - 1] ?? 0))
  return {
    terms: encodeTerms(stretches.map(({ term }) => term)),
    counts: encodeNumbers(stretches.map(({ levels, count = levels.length }) => count)),
    sections: stretches.map(({ sections }) => encodeNumbers(difference(sections))).join(''),
    levels: stretches.map(({ levels }) => encodeNumbers(levels)).join(''),
  }
}

/** Cuts the index of a large site into files; what names them does not grow with the site. */
function cutIndex(
  { postings, pages, sections }: SearchIndex,
  addFile: AddFile,
  limits: typeof LIMITS,
): Omit<SearchParts, 'code'> {
  const stretches = [...postings].map(([term, list]): Stretch => ({ term, ...list }))
  const words = stretches.filter(({ term }) => !term.includes('='))
  const lists = words.map(cutList)
  const rest = lists.flatMap(([, more]) => more).flatMap(more => cutRest(more, limits.terms))
  const spaced = words.map(({ term }) => term).filter(isSpaced)
  const reversed = spaced.map(term => term.split('').toReversed().join('')).toSorted()
  const pageTable: PageTable = {
    paths: pages.map(({ path: address }) => address),
    sizes: encodeNumbers(pages.map(page => page.sections.length)),
  }
  const plantTerms = (some: readonly Stretch[], limit: number): FileTree =>
    plantTree(
      cutEvenly(some, sizeOfStretch, limit).map(block => leafOf(block, ({ term }) => term)),
      addFile,
    )
  const plantWords = (some: readonly string[]): FileTree =>
    plantTree(
      cutEvenly(some, term => term.length, limits.dictionary).map(block => ({
        key: block[0] ?? '',
        content: JSON.stringify(encodeTerms(block)),
      })),
      addFile,
    )
  return {
    size: sections.length,
    terms: plantTerms(
      lists.map(([head]) => head),
      limits.terms,
    ),
    rest: plantTree(
      cutEvenly(rest, sizeOfStretch, limits.terms).map(block =>
        leafOf(joinStretches(block), ({ term, sections: [first = 0] }) => restKey(term, first)),
      ),
      addFile,
    ),
    titles: plantTerms(
      stretches.filter(({ term }) => term.includes('=')),
      limits.titles,
    ),
    sections: plantTree(cutSections(sections, limits.sections), addFile),
    dictionary: plantWords(spaced),
    endings: plantWords(reversed),
    pages: addFile(JSON.stringify(pageTable)),
  }
}

/** The sections that speak most of a term, and the others; both in the order of their numbers. */
function cutList({ term, sections, levels }: Stretch): [head: Stretch, rest: Stretch[]] {
  const count = sections.length
  if (count <= HEAD) return [{ term, sections, levels }, []]
  const order = sections.map((_, at) => at).toSorted((a, b) => levels[b]! - levels[a]! || a - b)
  const stretch = (some: number[]): Stretch => {
    const at = some.toSorted((a, b) => a - b)
    return { term, sections: at.map(each => sections[each]!), levels: at.map(each => levels[each]!) }
  }
  return [{ ...stretch(order.slice(0, HEAD)), count }, [stretch(order.slice(HEAD))]]
}

/** A list in stretches of which several fit into a file. */
function cutRest({ term, sections, levels }: Stretch, limit: number): Stretch[] {
  const length = Math.ceil(limit / 4)
  return Array.from({ length: Math.ceil(sections.length / length) }, (_, at) => ({
    term,
    sections: sections.slice(at * length, (at + 1) * length),
    levels: levels.slice(at * length, (at + 1) * length),
  }))
}

/** Stretches of which each term has one. */
function joinStretches(block: readonly Stretch[]): Stretch[] {
  const byTerm = new Map<string, Stretch>()
  for (const { term, sections, levels } of block) {
    const before = byTerm.get(term)
    byTerm.set(term, {
      term,
      sections: [...(before?.sections ?? []), ...sections],
      levels: [...(before?.levels ?? []), ...levels],
    })
  }
  return [...byTerm.values()]
}

/** About the bytes that a stretch has in a block. */
function sizeOfStretch({ term, sections }: Stretch): number {
  return term.length + sections.length * 2
}

function leafOf(block: readonly Stretch[], keyOf: (stretch: Stretch) => string): Leaf {
  const [first] = block
  return { key: first ? keyOf(first) : '', content: JSON.stringify(termBlock(block)) }
}

function cutSections(sections: readonly IndexedSection[], limit: number): Leaf[] {
  const size = ({ section }: IndexedSection): number =>
    Buffer.byteLength(section.text) + section.title.length + section.id.length
  let first = 0
  return cutEvenly(sections, size, limit).map(block => {
    const pages = [...new Set(block.map(({ page }) => page))]
    const content: SectionBlock = {
      first,
      pages: pages.map(({ path: address, title }) => [address, title]),
      sizes: encodeNumbers(pages.map(page => block.filter(section => section.page === page).length)),
      heads: block.map(headOf),
      texts: block.map(({ section }) => section.text),
    }
    const key = numberKey(first)
    first += block.length
    return { key, content: JSON.stringify(content) }
  })
}

/** Adds files, and the lists by which they are found. */
function plantTree(leaves: readonly Leaf[], addFile: AddFile): FileTree {
  let nodes = leaves.map(({ key, content }) => ({ key, file: addFile(content) }))
  const tree = (depth: number, some: typeof nodes): FileTree => ({
    depth,
    keys: encodeTerms(some.map(({ key }) => key)),
    files: some.map(({ file }) => file).join(''),
  })
  let depth = 0
  while (nodes.length > FAN) {
    const length = Math.ceil(nodes.length / Math.ceil(nodes.length / FAN))
    const groups = Array.from({ length: Math.ceil(nodes.length / length) }, (_, at) =>
      nodes.slice(at * length, (at + 1) * length),
    )
    const level = depth
    nodes = groups.map(some => ({ key: some[0]!.key, file: addFile(JSON.stringify(tree(level, some))) }))
    depth += 1
  }
  return tree(depth, nodes)
}

/**
 * Cuts a list into stretches of at most `limit`, as far as single entries allow: by halves, so that an entry that grows leaves
 * the others where they are.
 */
function cutEvenly<T>(entries: readonly T[], sizeOf: (entry: T) => number, limit: number): T[][] {
  const ends = [0]
  for (const entry of entries) ends.push(ends.at(-1)! + sizeOf(entry))
  const cut = (first: number, end: number): T[][] => {
    if (end - first <= 1 || ends[end]! - ends[first]! <= limit) return [entries.slice(first, end)]
    const middle = (first + end) >> 1
    return [...cut(first, middle), ...cut(middle, end)]
  }
  return cut(0, entries.length)
}
