import { type FileTree, HASH, decodeTerms } from '../../shared/search/format.ts'
import { lowerBound } from '../../shared/search/expand-term.ts'
import { remember } from '../locale-data.ts'

/** Fetches a file that a manifest names. */
export type Load = <T>(file: string) => Promise<T>

/** The files of a large index: each is fetched once, and what failed is asked for again. */
export interface Files {
  /** The file with a hash in its name. */
  read<T>(hash: string): Promise<T>
  /** Hashes of the files that may have a key, or one of those up to another; at most so many. */
  find(tree: FileTree, from: string, to?: string, most?: number): Promise<string[]>
}

/** Reads the files of an index; `code` is what their names begin with. */
export function createFiles(code: string, load: Load): Files {
  const loading = new Map<string, Promise<unknown>>()
  const read = <T>(hash: string): Promise<T> =>
    remember(loading, hash, () => load(`${code}.${hash}.json`)) as Promise<T>
  const lists = new WeakMap<FileTree, string[]>()
  const keysOf = (tree: FileTree): string[] => {
    const keys = lists.get(tree) ?? decodeTerms(tree.keys)
    lists.set(tree, keys)
    return keys
  }
  const find: Files['find'] = async (tree, from, to = from, most = 1) => {
    const keys = keysOf(tree)
    const found: string[] = []
    let at = lowerBound(keys, from)
    if (keys[at] !== from && at > 0) at -= 1
    for (; at < keys.length && found.length < most; at++) {
      if ((keys[at] ?? '') > to && found.length > 0) break
      found.push(tree.files.slice(at * HASH, (at + 1) * HASH))
    }
    if (tree.depth === 0) return found
    const below = await Promise.all(found.map(async hash => find(await read(hash), from, to, most)))
    return below.flat().slice(0, most)
  }
  return { read, find }
}
