import path from 'node:path'
import { folderWith, isWithin, resolveReal } from '../../lib/files.ts'
import type { UserConfig } from '../../schema/config.ts'

export interface ImportedSite {
  root: string
  config: UserConfig
  /** Folders that its pages are read from, relative to `root`. */
  sources: string[]
  imported: string[]
  notes: string[]
  files?: NewFile[]
  copies?: { from: string; to: string }[]
}

/** `path` is relative to the site's root. */
export type NewFile = Record<'path' | 'content', string>

/** Reads the site in a folder or below it, or explains why it can't. */
export type Importer = (dir: string) => Promise<ImportedSite | { root: string; problem: string }>

/** Says what was left out or is different. `pages`: how many show it, all by default. */
export type Note = (sentence: string, pages?: number) => void

/** Names as code: `` `a`, `b` ``. */
export function quoteNames(names: readonly unknown[]) {
  return names.map(name => `\`${String(name)}\``).join(', ')
}

export function noteNames(
  note: Note,
  names: readonly unknown[],
  sentence: (quoted: string) => string,
  pages?: number,
) {
  if (names.length > 0) note(sentence(quoteNames(names)), pages)
}

export const NEW_DATES =
  'Last-updated dates start at the commit that adds `content/`, because Git treats these files as new.'

export class Notes {
  readonly #found = new Map<string, { pages: number; files: Set<string>; places: Set<string> }>()

  readonly add: Note = (sentence, pages = Infinity) => {
    this.#found.set(sentence, { pages, files: new Set(), places: new Set() })
  }

  /** Adds a location to the beginning of a sentence. */
  at(start: string, file: string, line: number, column?: number) {
    const found = this.#found.get(start) ?? { pages: 0, files: new Set(), places: new Set() }
    this.#found.set(start, found)
    found.places.add(`${file}:${line}${column === undefined ? '' : `:${column}`}`)
    found.pages = found.files.add(file).size
  }

  /** Those about most pages come first. */
  list() {
    return [...this.#found]
      .toSorted(([, a], [, b]) => (a.pages === b.pages ? 0 : b.pages - a.pages))
      .map(([start, { places }]) => (places.size > 0 ? `${start}: ${[...places].join(', ')}.` : start))
  }
}

/**
 * Tells which files (absolute; they need not exist) an import must not read, links followed: those outside the site's repository, or,
 * without one, outside the folder that it was started for.
 */
export function outsideOf(root: string, dir: string): (file: string) => boolean {
  const boundary = resolveReal(folderWith('.git', root) ?? path.resolve(dir))
  return file => !isWithin(resolveReal(file), boundary)
}

/** `site.config.ts` as a person would write it, without keys that have no value. */
export function printConfig(config: UserConfig) {
  return `import { defineConfig } from 'docsgen'\n\nexport default defineConfig(${print(config)})\n`
}

/** A value as code, in lines of 80 characters. */
export function print(value: unknown, indent = ''): string {
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

function quote(text: string) {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}
