import type { Index } from '../../shared/search/engine.ts'
import { decodeTerms, HEAD, restKey } from '../../shared/search/format.ts'
import type { FileTree, SearchParts, TermBlock } from '../../shared/search/format.ts'
import type { QueryTerm } from '../../shared/search/parse-query.ts'
import { isSpaced, type OpenPosting, readTerms } from '../../shared/search/read-index.ts'
import type { Files } from './files.ts'

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
export function createLargeIndex(parts: SearchParts, files: Files): LargeIndex {
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
