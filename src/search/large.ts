/** The index of a large site: every query loads the few files that it needs. A file of its own, which small sites never load. */
import { decodeTerms, HASH, numberKey, readPages, reverse } from './format.ts'
import type { FileTree, PageTable, Place, SearchParts, SectionBlock, TermBlock } from './format.ts'
import type { Dictionary } from './query.ts'

/** What is known of an index: all of a small one, of a large one what was loaded so far. */
export interface Known extends Dictionary {
  /** By the number of the section. */
  places: Place[]
  addTerms(blocks: readonly TermBlock[]): void
  addSections(block: SectionBlock): void
}

/** Hits among which pages to show are looked for. */
const MAX_HITS = 200
/** Files of terms that begin alike, or end alike: what is beyond them is not offered. */
const MAX_FILES = 4
/** From this length on, a word of which neither its first nor its last three letters are right is not found. */
const LONG = 7

export function openLarge(parts: SearchParts, known: Known, load: <T>(file: string) => Promise<T>) {
  const loading = new Map<string, Promise<unknown>>()
  const read = <T>(hash: string): Promise<T> => {
    const file = loading.get(hash) ?? load(`${parts.code}.${hash}.json`)
    loading.set(hash, file)
    file.catch(() => loading.delete(hash))
    return file as Promise<T>
  }
  /** Hashes of the files that may have a key, or one of those up to another. */
  const find = async (tree: FileTree, from: string, to = from, most = 1): Promise<string[]> => {
    const keys = decodeTerms(tree.keys)
    const first = Math.max(
      keys.findLastIndex(key => key <= from),
      0,
    )
    const count = keys.findLastIndex(key => key <= to) + 1 - first
    const found = Array.from({ length: Math.min(Math.max(count, 1), most) }, (_, at) =>
      tree.files.slice((first + at) * HASH, (first + at + 1) * HASH),
    )
    if (tree.depth === 0) return found
    const below = await Promise.all(found.map(async hash => find(await read(hash), from, to, most)))
    return below.flat().slice(0, most)
  }
  const readAll = async <T>(files: Promise<string[]>): Promise<T[]> =>
    Promise.all((await files).map(file => read<T>(file)))
  const addTerms = async (files: Promise<string[]>): Promise<void> => known.addTerms(await readAll(files))
  const startingWith = (tree: FileTree, text: string): Promise<string[]> =>
    find(tree, text, `${text}\uffff`, MAX_FILES)

  /** What the dictionary was asked for and doesn't have yet: functions that load it, by a name. */
  const asked = new Map<string, () => Promise<void>>()
  const done = new Set<string>()
  const ask = (name: string, get: () => Promise<void>): void => {
    if (!done.has(name)) asked.set(name, get)
  }
  const likenesses = new Map<string, string[]>()
  const isListed = new Set<string>()
  const dictionary: Dictionary = {
    has(term) {
      if (known.has(term)) return true
      ask(term, () => addTerms(find(parts.terms, term)))
      return isListed.has(term)
    },
    startingWith(text) {
      ask(`${text}*`, () => addTerms(startingWith(parts.terms, text)))
      return known.startingWith(text)
    },
    resembling(word) {
      // Only when it is certain that the word itself is unknown: most words are not, and lists are large.
      if (!done.has(word)) return []
      ask(`~${word}`, async () => {
        const listed = async (tree: FileTree, start: string) => {
          const lists = await readAll<string>(startingWith(tree, start))
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
    /** Loads what the dictionary was asked for and didn't have; false when that is nothing. */
    async loadAsked(): Promise<boolean> {
      const some = [...asked]
      asked.clear()
      await Promise.all(some.map(([, get]) => get()))
      for (const [name] of some) done.add(name)
      return some.length > 0
    },
    /** Paths of the pages of all sections. */
    readPaths: async (): Promise<string[]> =>
      readPages(await read<PageTable>(parts.pages)).map(([path]) => path),
    /** Loads the first of some sections: as many files as there are pages to show. */
    async loadPlaces(sections: readonly number[], most: number): Promise<void> {
      let room = most
      for (let at = 0; at < Math.min(sections.length, MAX_HITS) && room > 0;) {
        const missing = sections.slice(at, at + room).filter(section => !known.places[section])
        at += room
        const files = await Promise.all(missing.map(section => find(parts.sections, numberKey(section))))
        const blocks = await Promise.all(files.flat().map(file => read<SectionBlock>(file)))
        blocks.forEach(known.addSections)
        room = most - new Set(sections.slice(0, at).map(section => known.places[section]?.path)).size
      }
    },
  }
}
