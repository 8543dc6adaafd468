/** The index of a large site: every query loads the few files that it needs, and ranks as that of a small one does. */
import { isSpaced } from './analyse.ts'
import type { FileTree, PageTable, SearchParts, SectionBlock, TermBlock } from './format.ts'
import {
  decodeTerms,
  HASH,
  HEAD,
  numberKey,
  type OpenPosting,
  readPages,
  readTerms,
  restKey,
} from './format.ts'
import { type Dictionary, type Plan, planQuery, type QueryWord } from './query.ts'
import { bestOf, factorOf, type Hit, type Index, scorer, search } from './rank.ts'
import {
  groupHits,
  lowerBound,
  MAX_GROUPS,
  type Place,
  type SearchContext,
  type Searcher,
  startingWith,
} from './searcher.ts'

/** Hits among which pages to show are looked for. */
const MAX_HITS = 200
/** Times that a query is read again with what was loaded for it. */
const MAX_READINGS = 4
/** Files of terms that begin alike, or end alike: what is beyond them is not offered. */
const MAX_FILES = 4
/** From this length on, a word of which neither its first nor its last three letters are right is not found. */
const LONG = 7
/** Best sections of which everything is to be known. */
const CANDIDATES = 64
const ROUNDS = 8
/** Files that a query may load for it, all together. */
const MAX_COMPLETED_FILES = 12
const AFTER_ALL = '\uffff'

/** The searcher over the index of a large site. */
export function searchLarge(parts: SearchParts, context: SearchContext): Searcher {
  const files = createFiles(parts.code, context.load)
  const index = createIndex(parts, files)
  const places = createPlaces(parts, files)
  return async (query, signal) => {
    const plan = await readQuery(query, index, context)
    signal?.throwIfAborted()
    await completeBest(plan, index)
    signal?.throwIfAborted()
    let { hits, ...found } = search(plan, index)
    if (context.isShown) {
      const isShown = await tellShown(context.isShown, parts, files)
      if (hits.filter(isShown).length < MAX_GROUPS) {
        await loadMore(found.terms, index)
        hits = search(plan, index).hits
      }
      hits = hits.filter(isShown)
    }
    await places.load(hits)
    return { pages: groupHits(hits, places.get), ...found }
  }
}

/** Reads a query, loads what it asks for, and reads it again. */
async function readQuery(
  query: string,
  index: LargeIndex,
  { analyse, language }: SearchContext,
): Promise<Plan> {
  for (let reading = 1; ; reading++) {
    const plan = planQuery(query, index.dictionary, analyse, language)
    const isComplete = !(await index.loadAsked(plan.title))
    if (isComplete || reading === MAX_READINGS) return plan
  }
}

interface Files {
  /** The file with a hash in its name: fetched once, and what failed is asked for again. */
  read<T>(hash: string): Promise<T>
  /** Hashes of the files that may have a key, or one of those up to another; at most so many. */
  find(tree: FileTree, from: string, to?: string, most?: number): Promise<string[]>
}

function createFiles(code: string, load: SearchContext['load']): Files {
  const loading = new Map<string, Promise<unknown>>()
  const read = <T>(hash: string): Promise<T> => {
    const known = loading.get(hash) ?? load(`${code}.${hash}.json`)
    loading.set(hash, known)
    known.catch(() => loading.delete(hash))
    return known as Promise<T>
  }
  const lists = new WeakMap<FileTree, string[]>()
  const find: Files['find'] = async (tree, from, to = from, most = 1) => {
    const keys = lists.get(tree) ?? decodeTerms(tree.keys)
    lists.set(tree, keys)
    const found: string[] = []
    let at = lowerBound(keys, from)
    if (keys[at] !== from && at > 0) at -= 1
    for (; at < keys.length && found.length < most; at++) {
      if (keys[at]! > to && found.length > 0) break
      found.push(tree.files.slice(at * HASH, (at + 1) * HASH))
    }
    if (tree.depth === 0) return found
    const below = await Promise.all(found.map(async hash => find(await read(hash), from, to, most)))
    return below.flat().slice(0, most)
  }
  return { read, find }
}

/** A posting of which sections may be missing. */
interface LargePosting extends OpenPosting {
  /** None that is missing speaks more of the term; 0 where none is missing. */
  bound: number
}

interface LargeIndex extends Index {
  posting(term: string): LargePosting | undefined
  /** Knows what is loaded, and notes what it is asked for. */
  dictionary: Dictionary
  /** Loads what the dictionary was asked for; false when there was nothing new. */
  loadAsked(title: string | undefined): Promise<boolean>
  /** Adds sections of a term from a file. */
  addRest(term: string, file: string): Promise<void>
  /** Hashes of files that have further sections of a term: the one that may have a section, or so many. */
  restFiles(term: string, section?: number, most?: number): Promise<string[]>
}

/** Opens an index of which nothing is loaded. */
function createIndex(parts: SearchParts, { read, find }: Files): LargeIndex {
  const postings = new Map<string, LargePosting>()
  const words = new Set<string>()
  const likenesses = new Map<string, string[]>()
  const added = new Set<string>()
  /** What was asked for and is not loaded yet, as a function that loads it, by a name. */
  const asked = new Map<string, () => Promise<void>>()
  const done = new Set<string>()
  let sorted: string[] = []
  const ask = (name: string, load: () => Promise<void>): void => {
    if (!done.has(name)) asked.set(name, load)
  }
  const addBlocks = async (names: readonly string[]): Promise<void> => {
    for (const block of await Promise.all(names.map(file => read<TermBlock>(file)))) {
      for (const [term, posting] of readTerms(block, HEAD)) {
        if (postings.has(term)) continue
        const isCut = posting.count > posting.sections.length
        postings.set(term, { ...posting, bound: isCut ? Math.min(...posting.weights) : 0 })
        if (isSpaced(term)) words.add(term)
      }
    }
    sorted = [...words].toSorted()
  }
  const inDictionary = async (tree: FileTree, start: string): Promise<string[]> => {
    const found = await find(tree, start, start + AFTER_ALL, MAX_FILES)
    const blocks = await Promise.all(found.map(async file => decodeTerms(await read<string>(file))))
    return blocks.flat().filter(term => term.startsWith(start))
  }
  const isKnown = new Set<string>()
  const dictionary: Dictionary = {
    has(term) {
      if (!postings.has(term)) ask(term, async () => addBlocks(await find(parts.terms, term)))
      return postings.has(term) || isKnown.has(term)
    },
    startingWith(text) {
      ask(`${text}*`, async () => addBlocks(await find(parts.terms, text, text + AFTER_ALL, MAX_FILES)))
      return startingWith(sorted, text)
    },
    resembling(word) {
      ask(`~${word}`, async () => {
        const [length, last] = word.length < LONG ? [2, -2] : [3, -3]
        const [alike, ending] = await Promise.all([
          inDictionary(parts.dictionary, word.slice(0, length)),
          inDictionary(parts.endings, reverse(word.slice(last))),
        ])
        likenesses.set(word, [...new Set([...alike, ...ending.map(reverse)])])
        for (const term of likenesses.get(word)!) isKnown.add(term)
      })
      return likenesses.get(word) ?? []
    },
  }
  return {
    size: parts.size,
    posting: term => postings.get(term),
    dictionary,
    async loadAsked(title) {
      if (title !== undefined) ask(title, async () => addBlocks(await find(parts.titles, title)))
      const some = [...asked]
      asked.clear()
      await Promise.all(some.map(([, load]) => load()))
      for (const [name] of some) done.add(name)
      return some.length > 0
    },
    restFiles: (term, section, most = 1) =>
      section === undefined
        ? find(parts.rest, `${term} `, `${term} ${AFTER_ALL}`, most)
        : find(parts.rest, restKey(term, section)),
    async addRest(term, file) {
      const posting = postings.get(term)
      const more = readTerms(await read<TermBlock>(file)).get(term)
      if (!posting || !more || added.has(`${file} ${term}`)) return
      added.add(`${file} ${term}`)
      posting.sections.push(...more.sections)
      posting.weights.push(...more.weights)
      if (posting.sections.length >= posting.count) posting.bound = 0
    },
  }
}

function reverse(text: string): string {
  return text.split('').toReversed().join('')
}

/** Tells hits in pages that are shown. */
async function tellShown(
  isShown: (path: string) => boolean,
  { pages }: SearchParts,
  { read }: Files,
): Promise<(hit: Hit) => boolean> {
  const { paths, sizes } = await read<PageTable>(pages)
  const pageOf = readPages(sizes)
  return ({ section }) => isShown(paths[pageOf[section] ?? 0] ?? '')
}

/** What is shown of sections, as far as it is loaded. */
function createPlaces({ sections }: SearchParts, { find, read }: Files) {
  const known = new Map<number, Place>()
  const add = ({ first, pages, sizes, heads, texts }: SectionBlock): void => {
    readPages(sizes).forEach((page, at) => {
      const [path = '/', title = ''] = pages[page] ?? []
      const [id = '', heading = ''] = heads[at] ?? []
      known.set(first + at, { path, title, id, heading, text: texts[at] ?? '' })
    })
  }
  return {
    get: (section: number) => known.get(section),
    /** Loads the best of some sections: as many files as there are pages to show. */
    async load(hits: readonly Hit[]): Promise<void> {
      const pages = new Set<string>()
      for (let at = 0; at < Math.min(hits.length, MAX_HITS) && pages.size < MAX_GROUPS;) {
        const files = new Set<string>()
        for (; at < hits.length && pages.size + files.size < MAX_GROUPS; at++) {
          const section = hits[at]!.section
          const place = known.get(section)
          if (place) pages.add(place.path)
          else for (const file of await find(sections, numberKey(section))) files.add(file)
        }
        for (const block of await Promise.all([...files].map(file => read<SectionBlock>(file)))) add(block)
        for (const { section } of hits.slice(0, at)) pages.add(known.get(section)?.path ?? '')
      }
    },
  }
}

/**
 * Loads what is missing of long lists for the sections that may be the best: those that have one of the words, with what the
 * others can bring at most. A single word needs nothing: the best sections of a term are in its block.
 */
async function completeBest(plan: Plan, index: LargeIndex): Promise<void> {
  if (plan.words.length < 2) return
  const asked = new Set<number>()
  const loaded = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const questions = openQuestions(plan, index, asked)
    if (questions.length === 0) return
    const wanted = questions.flatMap(([word, section]) => {
      asked.add(word * index.size + section)
      return cutTerms(plan.words[word]!, index).map(async term => ({
        term,
        files: await index.restFiles(term, section),
      }))
    })
    for (const { term, files } of await Promise.all(wanted)) {
      for (const file of files) {
        if (!loaded.has(file) && loaded.size >= MAX_COMPLETED_FILES) continue
        loaded.add(file)
        await index.addRest(term, file)
      }
    }
  }
}

/** Terms of a word of which sections are missing. */
function cutTerms({ ways }: QueryWord, index: LargeIndex): string[] {
  return ways.flatMap(({ terms }) => terms).filter(term => index.posting(term)?.bound)
}

/** Words that are not known of the sections that may be the best. */
function openQuestions(
  plan: Plan,
  index: LargeIndex,
  asked: ReadonlySet<number>,
): [word: number, section: number][] {
  const scores = plan.words.map(word => bestOf(word, index))
  const bounds = plan.words.map(({ ways, share }) =>
    Math.max(
      0,
      ...ways.map(way => {
        const of = way.terms.map(
          term => share * factorOf(way, term, index) * (index.posting(term)?.bound ?? 0),
        )
        return of.every(bound => bound > 0) ? of.reduce((all, bound) => all + bound, 0) : 0
      }),
    ),
  )
  const score = scorer(plan, index)
  const candidates: { most: number; open: number[]; section: number }[] = []
  for (let section = 0; section < index.size; section++) {
    const known = scores.map(best => best[section]!)
    if (known.every(value => value === 0)) continue
    const open = known.flatMap((value, word) =>
      bounds[word]! > value && !asked.has(word * index.size + section) ? [word] : [],
    )
    for (const word of open) known[word] = bounds[word]!
    candidates.push({ most: score(section, known), open, section })
  }
  return candidates
    .toSorted((a, b) => b.most - a.most)
    .slice(0, CANDIDATES)
    .flatMap(({ open, section }) => open.map((word): [number, number] => [word, section]))
}

/** Loads more of the lists of terms, for where most of the best sections are of no use. */
async function loadMore(terms: Iterable<string>, index: LargeIndex): Promise<void> {
  const cut = [...terms].filter(term => index.posting(term)?.bound)
  const most = Math.ceil(MAX_COMPLETED_FILES / cut.length)
  await Promise.all(
    cut.map(async term => {
      for (const file of await index.restFiles(term, undefined, most)) await index.addRest(term, file)
    }),
  )
}
