/** What an import gives, what it says, which files of the machine it may touch, and the configuration that it writes. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import {
  exists,
  folderWith,
  isFolder,
  isWithin,
  listFiles,
  readText,
  repositoryOf,
  resolveReal,
  sitePath,
} from '../../lib/files.ts'
import { escapePattern } from '../../lib/text.ts'
import type { UserConfig } from '../../schema/config.ts'

export interface ImportedSite {
  /** Absolute folder for `site.config.ts`. */
  root: string
  config: UserConfig
  /** Folders that its pages are read from, relative to `root`. */
  sources: string[]
  /** What was imported, and how. */
  imported: string[]
  /** What was left out or is different, what most pages show first. */
  notes: string[]
  /** Pages that need another form, relative to `root`. */
  files?: NewFile[]
  /** Files that these pages need beside them, both relative to `root`. */
  copies?: { from: string; to: string }[]
}

export interface NewFile {
  /** Relative to the site's root. */
  path: string
  content: string
}

/** Reads the site in a folder, or in one below it; says why where that is not possible. */
export type Importer = (dir: string) => Promise<ImportedSite | { root: string; problem: string }>

/** Takes a sentence about something that was left out or is different. `pages`: how many pages show it, all by default. */
export type Note = (sentence: string, pages?: number) => void

export const NEW_DATES =
  'Dates of the last change begin with the commit that adds `content/`: to Git these are new files.'

/** Differences, each reported once, those of most pages first. */
export class Notes {
  readonly #found = new Map<string, { pages: number; files: Set<string>; places: Set<string> }>()

  readonly add: Note = (sentence, pages = Infinity) => {
    this.#found.set(sentence, { pages, files: new Set(), places: new Set() })
  }

  /** Adds a location, such as `guide/a.mdx:3`, to the beginning of a sentence. */
  at(start: string, file: string, line: number, column?: number): void {
    const found = this.#found.get(start) ?? { pages: 0, files: new Set(), places: new Set() }
    this.#found.set(start, found)
    found.places.add(`${file}:${line}${column === undefined ? '' : `:${column}`}`)
    found.pages = found.files.add(file).size
  }

  /** Sentences; those of equally many pages in the order in which they were added. */
  list(): string[] {
    return [...this.#found]
      .toSorted(([, a], [, b]) => (a.pages === b.pages ? 0 : b.pages - a.pages))
      .map(([start, { places }]) => (places.size > 0 ? `${start}: ${[...places].join(', ')}.` : start))
  }
}

/** How deep a source folder may lie: `packages/docs/docs` is 3. */
const DEEPEST = 4
const SKIPPED = /^\.|^(?:node_modules|dist|build|coverage|vendor|__\w+__)$/

/**
 * Finds the folder that holds `name`, in `dir` or below it: the nearest, of several at the same depth the first. `isRepository`: it is
 * the folder of the repository, too.
 */
export async function findFolder(
  dir: string,
  name: string,
): Promise<{ folder: string; isRepository: boolean } | { problem: string }> {
  let folders = [dir]
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    const below: string[] = []
    for (const folder of folders) {
      if (await isFolder(path.join(folder, name)))
        return { folder, isRepository: exists(path.join(folder, '.git')) }
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
      const inner = entries.filter(entry => entry.isDirectory() && !SKIPPED.test(entry.name))
      below.push(...inner.map(entry => path.join(folder, entry.name)).toSorted())
    }
    folders = below
  }
  return { problem: `There is no \`${name}\` folder here, nor in a folder of this one.` }
}

/** Problem of a site whose pages are in the folder of the repository: files beside a source folder would be outside. */
export function atTheTop(name: string): string {
  return `The pages lie in the folder of the repository itself. docsgen wants them in one of their own: move them with \`${name}\` into \`docs\`, and run this again.`
}

export function findFile(
  dir: string,
  folders: readonly string[],
  names: readonly string[],
): string | undefined {
  return folders.flatMap(folder => names.map(name => path.join(dir, folder, name))).find(exists)
}

/** Files of a source folder, relative to it, those of packages left out. */
export async function listSources(folder: string): Promise<string[]> {
  const files = await listFiles(folder, { skipHidden: true })
  return files.filter(file => !/(?:^|\/)node_modules\//.test(file))
}

/** Files with the installed version of a package, and patterns for it there. */
function installed(packageName: string): [file: string, pattern: string][] {
  const name = escapePattern(packageName)
  const npm = `"(?:node_modules/)?${name}":\\s*\\{\\s*"version":\\s*"([^"]+)"`
  return [
    ['package-lock.json', npm],
    ['npm-shrinkwrap.json', npm],
    // `vuepress@^1.8.0:` with `version "1.8.2"`, or `"vuepress@npm:^1.8.0":` with `version: 1.8.2`.
    ['yarn.lock', `^"?${name}@[^\\n]*\\r?\\n\\s+version:? "?(\\d[\\w.+-]*)`],
    // `/vuepress/1.8.2:`, `/vuepress@1.8.2:` or `vuepress@1.8.2:`.
    ['pnpm-lock.yaml', `^\\s*['"/]*${name}[@/](\\d[^\\s:('"_@]*)`],
    [`node_modules/${packageName}/package.json`, '"version":\\s*"([^"]+)"'],
  ]
}

/**
 * Finds the version of a generator in the folder of the site and those above it, up to that of the repository: the installed one,
 * such as `1.8.2`, or the nearest range of a `package.json`, such as `^1.5.3`. `file` is relative to the site's root.
 * @param names packages of the same version, one of which is in each site
 */
export function findVersion(
  root: string,
  names: readonly string[],
): { version: string; file: string } | undefined {
  const last = repositoryOf(root)
  let wanted: { version: string; file: string } | undefined
  for (let folder = root; ; folder = path.dirname(folder)) {
    const find = ([name, pattern]: [string, string]) => {
      const file = path.join(folder, name)
      const version = new RegExp(pattern, 'm').exec(readText(file) ?? '')?.[1]
      return version === undefined ? [] : [{ version, file: sitePath(root, file) }]
    }
    for (const name of names) {
      const [found] = installed(name).flatMap(find)
      if (found) return found
      const range = '((?:[\\^~<>=v ]*\\d|workspace:|\\*|latest)[^"]*)'
      wanted ??= find(['package.json', `"${escapePattern(name)}":\\s*"${range}"`])[0]
    }
    if (folder === last || folder === path.dirname(folder)) return wanted
  }
}

/** The folder that an import may read: the repository of a site, or without one that which the import was started for. Absolute. */
export function importBoundary(root: string, dir: string): string {
  return folderWith('.git', root) ?? path.resolve(dir)
}

/** True for a file that lies outside of a folder, links followed. Both are absolute; the file need not exist. */
export function liesOutside(boundary: string, file: string): boolean {
  return !isWithin(resolveReal(file), resolveReal(boundary))
}

/** `site.config.ts` for a configuration, as a person would write it; keys without a value are left out. */
export function printConfig(config: UserConfig): string {
  return `import { defineConfig } from 'docsgen'\n\nexport default defineConfig(${print(config, '')})\n`
}

function print(value: unknown, indent: string): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map(item => print(item, inner))
    : Object.entries(value).flatMap(([key, item]) => {
        const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key)
        return item === undefined ? [] : [`${name}: ${print(item, inner)}`]
      })
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }']
  if (parts.length === 0) return open.trim() + close.trim()
  const line = open + parts.join(', ') + close
  if (indent !== '' && !line.includes('\n') && line.length + indent.length <= 80) return line
  return `${open.trim()}\n${parts.map(part => `${inner}${part},\n`).join('')}${indent}${close.trim()}`
}

function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}
