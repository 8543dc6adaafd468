import { hashContent } from '../lib/hash.ts'
import type { OutputFile } from '../schema/output.ts'
import { encodeTerms, type FileTree, HASH } from '../shared/search/format.ts'

/** A file with the first key that it has. */
export interface Leaf {
  key: string
  content: string
}

/** Files that a list may name: more are named by lists of their own. */
const FAN = 128

/** The files of a locale's index by their names. */
export interface NamedFiles {
  readonly files: OutputFile[]
  /** Adds a file and gives the hash in its name; equal contents are one file. */
  add(content: string): string
}

/** An empty collection of files named `{code}.{hash}.json`. */
export function nameFiles(code: string): NamedFiles {
  const known = new Map<string, string>()
  const files: OutputFile[] = []
  const add = (content: string): string => {
    const hash = hashContent(content, HASH)
    const other = known.get(hash)
    // Another text with the same short hash: white space behind JSON means nothing.
    if (other !== undefined && other !== content) return add(`${content} `)
    if (other === undefined) files.push({ path: searchPath(code, hash), content, immutable: true })
    known.set(hash, content)
    return hash
  }
  return { files, add }
}

/** Output path of a file of an index. */
export function searchPath(code: string, hash: string): string {
  return `assets/search/${code}.${hash}.json`
}

/** Adds files, and the lists by which they are found. */
export function plantTree(leaves: readonly Leaf[], named: NamedFiles): FileTree {
  let nodes = leaves.map(({ key, content }) => ({ key, file: named.add(content) }))
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
    nodes = groups.map(some => ({
      key: some[0]?.key ?? '',
      file: named.add(JSON.stringify(tree(level, some))),
    }))
    depth += 1
  }
  return tree(depth, nodes)
}

/**
 * Cuts a list into stretches of at most `limit`, as far as single entries allow: by halves, so that an entry that grows leaves
 * the others where they are.
 */
export function cutEvenly<T>(entries: readonly T[], sizeOf: (entry: T) => number, limit: number): T[][] {
  const ends = [0]
  for (const entry of entries) ends.push((ends.at(-1) ?? 0) + sizeOf(entry))
  const cut = (first: number, end: number): T[][] => {
    if (end - first <= 1 || (ends[end] ?? 0) - (ends[first] ?? 0) <= limit) return [entries.slice(first, end)]
    const middle = (first + end) >> 1
    return [...cut(first, middle), ...cut(middle, end)]
  }
  return cut(0, entries.length)
}
