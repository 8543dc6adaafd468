import {
  search,
  type Hit,
  type Index,
  bestOf,
  factorOf,
  RELAXED,
  WHOLE_TITLE,
} from '../../shared/search/engine.ts'
import {
  numberKey,
  type PageTable,
  type SearchParts,
  type SectionBlock,
  decodeTerms,
  HEAD,
  restKey,
  type FileTree,
  type TermBlock,
} from '../../shared/search/format.ts'
import type { Expansion } from '../../shared/search/expand-term.ts'
import { planQuery, type QueryPlan } from '../../shared/search/plan-query.ts'
import { readPages, isSpaced, type OpenPosting, readTerms } from '../../shared/search/read-index.ts'
import { createFiles, type Files, type Load } from './files.ts'
import { groupHits, type Place, type ShowContext, type ShownElsewhere, toGroups } from './found.ts'
import { MAX_GROUPS, type Provider } from './results.ts'
import type { QueryTerm } from '../../shared/search/parse-query.ts'

/** Hits among which pages to show are looked for. */
const MAX_HITS = 200

/** The provider over the index of a large site: every query loads the few files that it needs. */
export function createLarge(parts: SearchParts, context: ShowContext & { load: Load }): Provider {
  const files = createFiles(parts.code, context.load)
  const index = createLargeIndex(parts, files)
  const places = createPlaces(parts, files)
  return {
    async search(query, signal, show) {
      const plan = await loadPlan(query, index, context)
      if (signal.aborted) return
      await completeBest(wordsOf(plan), plan.title, index)
      if (signal.aborted) return
      const { hits, terms } = search(plan, index)
      let wanted = hits
      if (context.stand) {
        const isShown = await loadShown(context.stand.paths, parts, files)
        wanted = hits.filter(isShown)
        if (wanted.length < MAX_GROUPS) {
          await loadMore(terms, index)
          wanted = search(plan, index).hits.filter(isShown)
        }
      }
      await places.load(wanted)
      if (!signal.aborted) show(toGroups(groupHits(wanted, places.get), terms, context))
    },
  }
}

/** Reads a query when its words are there, and where one is not found, what resembles it. */
async function loadPlan(query: string, index: LargeIndex, { analyse }: ShowContext): Promise<QueryPlan> {
  const { words, title } = planQuery(query, index, analyse)
  await index.loadWords(words, title)
  const plan = planQuery(query, index, analyse)
  const unknown = words.filter((_, position) => plan.strict[position]?.length === 0)
  if (unknown.length === 0) return plan
  await index.loadWords(unknown.flatMap(({ parts }) => parts))
  await Promise.all(unknown.filter(({ spaced }) => spaced).map(index.loadLikenesses))
  const forgiving = planQuery(query, index, analyse)
  await index.loadTerms(forgiving.forgiving().flatMap(expansions => expansions.map(({ term }) => term)))
  return forgiving
}

function wordsOf({ strict, forgiving }: QueryPlan): Expansion[][] {
  return strict.every(expansions => expansions.length > 0) ? strict : forgiving()
}

/** Tells hits in pages that a language shows of this one. */
async function loadShown(
  shown: ShownElsewhere['paths'],
  { pages }: SearchParts,
  { read }: Files,
): Promise<(hit: Hit) => boolean> {
  const { paths, sizes } = await read<PageTable>(pages)
  const pageOf = readPages(sizes)
  return ({ section }) => shown.get(paths[pageOf[section] ?? 0] ?? '') !== undefined
}

/** What is shown of sections, as far as it is loaded. */
interface Places {
  get(section: number): Place | undefined
  /** Loads the best of some sections: as many files as there are pages to show. */
  load(hits: readonly Hit[]): Promise<void>
}

function createPlaces({ sections }: SearchParts, { find, read }: Files): Places {
  const known = new Map<number, Place>()
  const add = ({ first, pages, sizes, heads, texts }: SectionBlock): void => {
    readPages(sizes).forEach((page, at) => {
      const [path = '/', title = ''] = pages[page] ?? []
      const [id = '', heading = ''] = heads[at] ?? []
      known.set(first + at, { path, title, id, heading, text: texts[at] ?? '' })
    })
  }
  return {
    get: section => known.get(section),
    async load(hits) {
      const pages = new Set<string>()
      for (let at = 0; at < Math.min(hits.length, MAX_HITS) && pages.size < MAX_GROUPS;) {
        const files = new Set<string>()
        for (; at < hits.length && pages.size + files.size < MAX_GROUPS; at++) {
          const section = hits[at]?.section ?? 0
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

/** A posting of which sections may be missing. */
export interface LargePosting extends OpenPosting {
  /** None that is missing speaks more of the term; 0 where none is missing. */
  bound: number
}

/** The index of a large site, as far as it is loaded. */
export interface LargeIndex extends Index {
  posting(term: string): LargePosting | undefined
  /** Loads terms, those that begin with one that is still being written, and a whole title. */
  loadWords(words: readonly QueryTerm[], title?: string): Promise<void>
  loadTerms(terms: readonly string[]): Promise<void>
  /** Loads what a word may have been meant to be. */
  loadLikenesses(word: QueryTerm): Promise<void>
  /** Hash of the file that may have a section of a term. */
  restFile(term: string, section: number): Promise<string | undefined>
  /** Hashes of the files that have more sections of a term; at most so many. */
  restFiles(term: string, most: number): Promise<string[]>
  /** Adds what a file has of a term. */
  addRest(term: string, file: string): Promise<void>
}

/** Files of terms that begin alike, or end alike: what is beyond them is not offered. */
const MAX_FILES = 4
/** From this length on, a word of which neither its first nor its last three letters are right is not found. */
const LONG = 7
const AFTER_ALL = '\uffff'

/** Opens an index of which nothing is loaded. */
function createLargeIndex(parts: SearchParts, files: Files): LargeIndex {
  const { read, find } = files
  const postings = new Map<string, LargePosting>()
  const spaced = new Set<string>()
  const added = new Set<string>()
  let sorted: string[] = []

  /** Takes what is new. */
  const addBlocks = async (names: readonly string[]): Promise<void> => {
    const blocks = await Promise.all([...new Set(names)].map(async file => read<TermBlock>(file)))
    for (const [term, posting] of blocks.flatMap(block => [...readTerms(block, HEAD)])) {
      if (postings.has(term)) continue
      const isCut = posting.count > posting.sections.length
      postings.set(term, { ...posting, bound: isCut ? Math.min(...posting.weights) : 0 })
      if (isSpaced(term)) spaced.add(term)
    }
    sorted = [...spaced].toSorted()
  }
  const findAll = async (terms: readonly string[]): Promise<string[]> =>
    (await Promise.all(terms.filter(term => !postings.has(term)).map(term => find(parts.terms, term)))).flat()
  const loadTerms = async (terms: readonly string[]) => addBlocks(await findAll(terms))
  return {
    size: parts.size,
    get terms() {
      return sorted
    },
    has: term => postings.has(term),
    posting: term => postings.get(term),
    loadTerms,
    async loadWords(words, title) {
      const found = await Promise.all([
        findAll(words.flatMap(({ word, term }) => [word, term])),
        ...words
          .filter(({ open, spaced: isWord, word }) => open && isWord && word.length > 1)
          .map(({ word }) => find(parts.terms, word, word + AFTER_ALL, MAX_FILES)),
        title === undefined ? [] : find(parts.titles, title),
      ])
      await addBlocks(found.flat())
    },
    async loadLikenesses({ word, term }) {
      const found = await Promise.all([word, term].map(form => findLikenesses(form, parts, files)))
      for (const each of found.flat()) spaced.add(each)
      sorted = [...spaced].toSorted()
    },
    async restFile(term, section) {
      return (await find(parts.rest, restKey(term, section)))[0]
    },
    restFiles: (term, most) => find(parts.rest, `${term} `, `${term} ${AFTER_ALL}`, most),
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

/** Terms that begin or end as a word does: one that has another letter somewhere is among them. */
async function findLikenesses(
  form: string,
  { dictionary, endings }: SearchParts,
  { find, read }: Files,
): Promise<string[]> {
  const startingWith = async (tree: FileTree, start: string): Promise<string[]> => {
    const found = await find(tree, start, start + AFTER_ALL, MAX_FILES)
    const blocks = await Promise.all(found.map(async file => decodeTerms(await read<string>(file))))
    return blocks.flat().filter(term => term.startsWith(start))
  }
  const [alike, ending] = await Promise.all([
    startingWith(dictionary, form.slice(0, form.length < LONG - 1 ? 2 : 3)),
    startingWith(endings, reverse(form.slice(form.length < LONG ? -2 : -3))),
  ])
  return [...alike, ...ending.map(reverse)]
}

function reverse(text: string): string {
  return text.split('').toReversed().join('')
}

/** A word of a query, and a section that may have it. */
type Question = [word: number, section: number]

/** Best sections of which everything is to be known. */
const CANDIDATES = 64
const ROUNDS = 8
/** Files that a query may load for it, all together. */
const MAX_COMPLETED_FILES = 12

/**
 * Loads what is missing of long lists for the sections that may be the best: those that have one of the words, with what the
 * others can bring at most. A single word needs nothing: the best sections of a term are in its block.
 */
async function completeBest(
  words: readonly Expansion[][],
  title: string | undefined,
  index: LargeIndex,
): Promise<void> {
  if (words.length < 2) return
  const asked = new Set<number>()
  const loaded = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const questions = openQuestions(words, title, index, asked)
    if (questions.length === 0) return
    const wanted = await Promise.all(
      questions.flatMap(([word, section]) =>
        (words[word] ?? [])
          .filter(({ term }) => index.posting(term)?.bound)
          .map(async ({ term }) => ({ term, file: await index.restFile(term, section) })),
      ),
    )
    for (const [word, section] of questions) asked.add(word * index.size + section)
    const adding = wanted.flatMap(({ term, file }) => {
      if (file === undefined || (!loaded.has(file) && loaded.size >= MAX_COMPLETED_FILES)) return []
      loaded.add(file)
      return [index.addRest(term, file)]
    })
    await Promise.all(adding)
  }
}

/** Loads more of the lists of terms, for where most of the best sections are of no use. */
async function loadMore(terms: Iterable<string>, index: LargeIndex): Promise<void> {
  const cut = [...terms].filter(term => index.posting(term)?.bound)
  const most = Math.ceil(MAX_COMPLETED_FILES / cut.length)
  await Promise.all(
    cut.map(async term => {
      for (const file of await index.restFiles(term, most)) await index.addRest(term, file)
    }),
  )
}

/** What is not known of the sections that may be the best. */
function openQuestions(
  words: readonly Expansion[][],
  title: string | undefined,
  index: LargeIndex,
  asked: ReadonlySet<number>,
): Question[] {
  const scores = words.map(expansions => bestOf(expansions, index))
  const bounds = words.map(expansions => Math.max(0, ...expansions.map(each => boundOf(each, index))))
  const needed = words.every(({ length }) => length > 0) ? words.length : Math.ceil(words.length * RELAXED)
  const titled = new Set(index.posting(title ?? '')?.sections)
  const candidates: { score: number; open: Question[] }[] = []
  for (let section = 0; section < index.size; section++) {
    const known = scores.map(best => best[section] ?? 0)
    if (!known.some(score => score > 0)) continue
    const open = known.flatMap((score, word): Question[] =>
      (bounds[word] ?? 0) > score && !asked.has(word * index.size + section) ? [[word, section]] : [],
    )
    const most = known.slice()
    for (const [word] of open) most[word] = bounds[word] ?? 0
    if (most.filter(score => score > 0).length < needed) continue
    const sum = most.reduce((all, score) => all + score, 0)
    candidates.push({ score: titled.has(section) ? sum * WHOLE_TITLE : sum, open })
  }
  return candidates
    .toSorted((a, b) => b.score - a.score)
    .slice(0, CANDIDATES)
    .flatMap(({ open }) => open)
}

function boundOf(expansion: Expansion, index: LargeIndex): number {
  const posting = index.posting(expansion.term)
  return posting ? factorOf(expansion, posting, index) * posting.bound : 0
}
