import { existsSync } from 'node:fs'
import path from 'node:path'
import { escapePattern } from './text.ts'

/** A path of this system with `/` between its parts. */
export function posixPath(file: string): string {
  return path.sep === '/' ? file : file.replaceAll(path.sep, '/')
}

/** An absolute path relative to `root`, as findings and cache keys name it. */
export function sitePath(root: string, file: string): string {
  return posixPath(path.relative(root, file))
}

/** The folder of the repository that `root` is in; `root` itself where there is none. */
export function repositoryOf(root: string): string {
  return folderWith('.git', root) ?? root
}

/** The nearest folder that has such a file or folder, from `start` (absolute) up to `last`. */
export function folderWith(name: string, start: string, last?: string): string | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, name))) return folder
    if (folder === last || folder === path.dirname(folder)) return undefined
  }
}

/** A file below the content folder → its path for readers and relative links: `en/:rest*` → `:rest*`. */
export type Rewrites = Readonly<Record<string, string>>

/** The path by the first rule that matches, or as it is. */
export function rewritePath(file: string, rewrites: Rewrites = {}): string {
  for (const [from, to] of Object.entries(rewrites)) {
    const found = from === file ? {} : matchParameters(from, file)
    if (!found) continue
    const filled = to.replace(/:([A-Za-z_]\w*)[*+]?/g, (whole, name: string) => found[name] ?? whole)
    return filled.split('/').filter(Boolean).join('/')
  }
  return file
}

/** The values of `:name` (within a part) and `:name*`, `:name+` (any number of parts); undefined without a match. */
function matchParameters(pattern: string, file: string): Record<string, string> | undefined {
  const names: string[] = []
  const parts = pattern.split('/').map(part => {
    const [, rest, sign] = /^:([A-Za-z_]\w*)([*+])$/.exec(part) ?? []
    if (rest !== undefined) return (names.push(rest), `((?:[^/]+/)${sign})`)
    const texts = part.split(/:([A-Za-z_]\w*)/)
    return (
      texts
        .map((text, index) => (index % 2 === 0 ? escapePattern(text) : (names.push(text), '([^/]+?)')))
        .join('') + '/'
    )
  })
  const found = new RegExp(`^${parts.join('')}$`).exec(`${file}/`)
  if (!found) return undefined
  return Object.fromEntries(names.map((name, index) => [name, (found[index + 1] ?? '').replace(/\/$/, '')]))
}

/** True for a file that one of the patterns names: `*` and `?` within a part, `**` for any number of parts. */
export function matchesAny(file: string, patterns: readonly string[] = []): boolean {
  const bare = (name: string) => name.replace(/^\.?\//, '')
  return patterns.some(pattern => globPattern(bare(pattern)).test(bare(file)))
}

const WILDCARDS: Readonly<Record<string, string>> = {
  '**/': '(?:[^/]+/)*',
  '/**': '(?:/.*)?',
  '**': '.*',
  '?': '[^/]',
}

function globPattern(glob: string): RegExp {
  const parts = glob.split(/((?:(?<=^|\/)\*\*\/)+|\/\*\*$|^\*\*$|\*+|\?)/)
  const source = parts.map((part, index) =>
    index % 2 === 0 ? escapePattern(part) : (WILDCARDS[part.replace(/^(\*\*\/)+$/, '**/')] ?? '[^/]*'),
  )
  return new RegExp(`^${source.join('')}$`)
}
