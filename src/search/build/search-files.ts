/** An index → the files that browsers load. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { hashContent } from '../../lib/hash.ts'
import type { OutputFile } from '../../schema/site.ts'
import type { LocaleView } from '../../schema/view.ts'
import { isSpaced } from '../analyse.ts'
import {
  type FileTree,
  type SearchManifest,
  type SearchParts,
  type SectionBlock,
  type TermBlock,
  encodeNumbers,
  encodeTerms,
  HASH,
  HEAD,
  numberKey,
} from '../format.ts'
import {
  buildIndex,
  type CountedPage,
  type IndexedSection,
  sectionTitle,
  type PostingList,
  type SearchIndex,
} from './index-pages.ts'
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
  manifest: string
}

/** `whole`: compressed bytes up to which an index is one file; the others: bytes, not compressed, of the files of a larger one. */
const LIMITS = { whole: 150_000, terms: 8000, titles: 4000, sections: 7000, dictionary: 8000 }
/** A text this many times as long is larger however well it can be compressed: it is not even written. */
const COMPRESSIBLE = 20
const FAN = 128

type Stretch = [term: string, list: PostingList]
/** Adds a file and gives the hash in its name; equal contents are one file. */
type AddFile = (content: string) => string

/** Makes the index of a locale, the same bytes everywhere: one file for a small site, else a manifest and files of which a query needs a few. */
export function createSearchFiles({ locale, pages, limits }: SearchFilesInput): SearchFiles {
  const { code, lang, synonyms = [] } = locale
  const index = buildIndex(pages)
  const { row, stemmer } = languageRow(lang)
  const own = synonyms.map(group => group.join('/')).join(',')
  const files = new Map<string, OutputFile & { content: string }>()
  const pathOf = (hash: string): string => `assets/search/${code}.${hash}.json`
  const addFile: AddFile = content => {
    const hash = hashContent(content, HASH)
    const other = files.get(hash)
    // Another text with the same short hash: white space after JSON means nothing.
    if (other !== undefined && other.content !== content) return addFile(`${content} `)
    files.set(hash, { path: pathOf(hash), content, immutable: true })
    return hash
  }
  const module = stemmer === undefined ? undefined : readFileSync(stemmer, 'utf8')
  const script: OutputFile[] =
    module === undefined
      ? []
      : [{ path: `assets/search/${code}.${hashContent(module)}.js`, content: module, immutable: true }]
  const head: SearchManifest = {
    version: 2,
    language: own === '' ? row : { ...row, synonyms: [row.synonyms, own].filter(Boolean).join(',') },
    ...(script[0] && { stemmer: path.basename(script[0].path) }),
    size: index.sections.length,
  }
  const sizes = { ...LIMITS, ...limits }
  const manifest = addFile(
    writeWhole(index, head, sizes.whole) ??
      JSON.stringify({ ...head, parts: { code, ...cutIndex(index, addFile, sizes) } }),
  )
  return { files: [...files.values(), ...script], manifest: pathOf(manifest) }
}

function writeWhole(
  { sections, postings }: SearchIndex,
  head: SearchManifest,
  limit: number,
): string | undefined {
  const length = sections.reduce((sum, { section }) => sum + section.text.length, 0)
  if (length > limit * COMPRESSIBLE) return undefined
  const whole = { terms: termBlock([...postings]), sections: sectionBlock(sections, 0) }
  const text = JSON.stringify({ ...head, whole })
  return gzipSync(text).length <= limit ? text : undefined
}

/** Columns of some terms, in their order; of each at most so many of the sections that speak most of it. */
function termBlock(stretches: readonly Stretch[], most = Infinity): TermBlock {
  const lists = stretches.map(([, list]) => strongest(list, most))
  const difference = (numbers: readonly number[]): number[] =>
    numbers.map((number, index) => number - (numbers[index - 1] ?? 0))
  return {
    terms: encodeTerms(stretches.map(([term]) => term)),
    counts: encodeNumbers(stretches.map(([, { sections }]) => sections.length)),
    sections: lists.map(({ sections }) => encodeNumbers(difference(sections))).join(''),
    levels: lists.map(({ levels }) => encodeNumbers(levels)).join(''),
  }
}

function strongest({ sections, levels }: PostingList, most: number): PostingList {
  if (sections.length <= most) return { sections, levels }
  const order = sections.map((_, at) => at).toSorted((a, b) => levels[b]! - levels[a]! || a - b)
  const chosen = order.slice(0, most).toSorted((a, b) => a - b)
  return { sections: chosen.map(at => sections[at]!), levels: chosen.map(at => levels[at]!) }
}

function sectionBlock(sections: readonly IndexedSection[], first: number): SectionBlock {
  const sizes = new Map<IndexedSection['page'], number>()
  for (const { page } of sections) sizes.set(page, (sizes.get(page) ?? 0) + 1)
  return {
    first,
    pages: [...sizes.keys()].map(({ path: address, title }) => [address, title]),
    sizes: encodeNumbers(sizes.values()),
    heads: sections.map(each => [each.first ? '' : each.section.id, sectionTitle(each.page, each.section)]),
    texts: sections.map(({ section }) => section.text),
  }
}

/** Cuts the index of a large site into files; what names them does not grow with the site. */
function cutIndex(
  { postings, pages, sections }: SearchIndex,
  addFile: AddFile,
  limits: typeof LIMITS,
): Omit<SearchParts, 'code'> {
  const plantTerms = (some: readonly Stretch[], limit: number): FileTree =>
    plantTree(some, addFile, {
      limit,
      sizeOf: ([term, list]) => term.length + Math.min(list.sections.length, HEAD) * 2,
      keyOf: ([term]) => term,
      write: block => termBlock(block, HEAD),
    })
  const plantWords = (some: readonly string[]): FileTree =>
    plantTree(some, addFile, {
      limit: limits.dictionary,
      sizeOf: word => word.length,
      keyOf: word => word,
      write: encodeTerms,
    })
  const spaced = [...postings.keys()].filter(isSpaced)
  const isTitle = ([term]: Stretch): boolean => term.includes('=')
  return {
    terms: plantTerms(
      [...postings].filter(stretch => !isTitle(stretch)),
      limits.terms,
    ),
    titles: plantTerms([...postings].filter(isTitle), limits.titles),
    sections: plantTree(sections, addFile, {
      limit: limits.sections,
      sizeOf: ({ section: { text, title, id } }) => Buffer.byteLength(text) + title.length + id.length,
      keyOf: (_, number) => numberKey(number),
      write: sectionBlock,
    }),
    dictionary: plantWords(spaced),
    endings: plantWords(spaced.map(term => term.split('').toReversed().join('')).toSorted()),
    pages: addFile(
      JSON.stringify({
        pages: pages.map(page => [page.path]),
        sizes: encodeNumbers(pages.map(page => page.sections.length)),
      }),
    ),
  }
}

interface Plant<T> {
  limit: number
  sizeOf(entry: T): number
  keyOf(entry: T, number: number): string
  /** The JSON of a file. @param first number of the first of the entries */
  write(entries: readonly T[], first: number): unknown
}

/** Cuts a list into files and makes the lists of those. It is cut by halves, so that an entry that grows leaves the others where they are. */
function plantTree<T>(
  entries: readonly T[],
  addFile: AddFile,
  { limit, sizeOf, keyOf, write }: Plant<T>,
): FileTree {
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
  let nodes = cut(0, entries.length)
  const tree = (depth: number, some: typeof nodes): FileTree => ({
    depth,
    keys: encodeTerms(some.map(({ key }) => key)),
    files: some.map(({ file }) => file).join(''),
  })
  let depth = 0
  for (; nodes.length > FAN; depth++) {
    const length = Math.ceil(nodes.length / Math.ceil(nodes.length / FAN))
    const lists: typeof nodes = []
    for (let at = 0; at < nodes.length; at += length) {
      const some = nodes.slice(at, at + length)
      lists.push({ key: some[0]!.key, file: addFile(JSON.stringify(tree(depth, some))) })
    }
    nodes = lists
  }
  return tree(depth, nodes)
}
