/** The index of a large site, loaded in parts. Small sites never load this module. */
import { findRange } from '../shared/addresses.ts'
import { decodeTerms, HASH, numberKey, readPages, reverse } from './format.ts'
import type { FileTree, PageTable, Place, SearchParts, SectionBlock, TermBlock } from './format.ts'
import type { Dictionary } from './query.ts'

export interface Known extends Dictionary {
  places: Place[]
  addTerms(blocks: readonly TermBlock[]): void
  addSections(block: SectionBlock): void
}

/** Hits among which pages to show are looked for. */
const MAX_HITS = 200
/** Files of terms that begin, or end, alike. */
const MAX_FILES = 4
/** Length from which the first or the last three letters must be right instead of two. */
const LONG = 7

export function openLarge(parts: SearchParts, known: Known, load: <T>(file: string) => Promise<T>) {
  const read = <T>(hash: string) => load<T>(`${parts.code}.${hash}.json`)
  /** Reads the files that may have a key from `from` to `to`. */
  const find = async <T>(tree: FileTree, from: string, to = from, most = 1): Promise<T[]> => {
    const keys = decodeTerms(tree.keys)
    const first = findRange(keys, from)
    const hashes = keys.map((_, at) => tree.files.slice(at * HASH, (at + 1) * HASH))
    const found = hashes.slice(first, Math.min(findRange(keys, to) + 1, first + most))
    if (tree.depth === 0) return Promise.all(found.map(hash => read<T>(hash)))
    const below = await Promise.all(found.map(async hash => find<T>(await read(hash), from, to, most)))
    return below.flat().slice(0, most)
  }
  const startingWith = <T>(tree: FileTree, text: string) => find<T>(tree, text, `${text}\uffff`, MAX_FILES)

  const asked = new Map<string, () => Promise<void>>()
  const done = new Set<string>()
  const ask = (name: string, get: () => Promise<void>) => {
    if (!done.has(name)) asked.set(name, get)
  }
  const likenesses = new Map<string, string[]>()
  const isListed = new Set<string>()
  const dictionary: Dictionary = {
    has(term) {
      if (known.has(term)) return true
      ask(term, async () => known.addTerms(await find(parts.terms, term)))
      return isListed.has(term)
    },
    startingWith(text) {
      ask(`${text}*`, async () => known.addTerms(await startingWith(parts.terms, text)))
      return known.startingWith(text)
    },
    resembling(word) {
      // Lists are large: the word itself must be missing.
      if (!done.has(word)) return []
      ask(`~${word}`, async () => {
        const listed = async (tree: FileTree, start: string) => {
          const lists = await startingWith<string>(tree, start)
          return lists.flatMap(decodeTerms).filter(term => term.startsWith(start))
        }
        const [length, last] = word.length < LONG ? [2, -2] : [3, -3]
        const [alike, ending] = await Promise.all([
          listed(parts.dictionary, word.slice(0, length)),
          listed(parts.endings, reverse(word.slice(last))),
        ])
        const all = [...new Set([...alike, ...ending.map(reverse)])]
        likenesses.set(word, all)
        for (const term of all) isListed.add(term)
      })
      return likenesses.get(word) ?? []
    },
  }
  return {
    dictionary,
    /** Loads the missing parts of the dictionary; false if there are none. */
    async loadAsked() {
      const some = [...asked]
      asked.clear()
      await Promise.all(some.map(([, get]) => get()))
      for (const [name] of some) done.add(name)
      return some.length > 0
    },
    readPaths: async () => readPages(await read<PageTable>(parts.pages)).map(([path]) => path),
    /** Loads sections until `most` pages can be shown; false if nothing was missing. */
    async loadPlaces(sections: readonly number[], most: number) {
      let room = most
      let isNew = false
      for (let at = 0; at < Math.min(sections.length, MAX_HITS) && room > 0;) {
        const missing = sections.slice(at, at + room).filter(section => !known.places[section])
        at += room
        isNew ||= missing.length > 0
        const loading = missing.map(section => find<SectionBlock>(parts.sections, numberKey(section)))
        for (const block of (await Promise.all(loading)).flat()) known.addSections(block)
        room = most - new Set(sections.slice(0, at).map(section => known.places[section]?.path)).size
      }
      return isNew
    },
  }
}
