import type { UserConfig } from '../../schema/config.ts'

/** A site of another generator in the words of docsgen. */
export interface ImportedSite {
  /** Absolute folder for `site.config.ts`. */
  root: string
  config: UserConfig
  /** Folders that its pages are read from, relative to `root`. */
  sources: string[]
  /** What was taken over, and how. */
  taken: string[]
  /** What was left out or is different, what most pages show first. */
  notes: string[]
  /** Pages whose form is another here, relative to `root`. */
  files?: { path: string; content: string }[]
  /** Files that stand beside them and are needed there, both relative to `root`. */
  copies?: { from: string; to: string }[]
}

/** Reads the site in a folder; says why where that is not possible. */
export type Importer = (dir: string) => Promise<ImportedSite | { root: string; problem: string }>

/** Takes a sentence about something that was left out or is different. `pages`: how many pages show it, all by default. */
export type Note = (sentence: string, pages?: number) => void

/** Of importers that write pages anew. */
export const NEW_DATES =
  'Dates of the last change begin with the commit that adds `content/`: to Git these are new files.'

/** What is different, each thing said once, that of most pages first. */
export class Notes {
  readonly #pages = new Map<string, number>()

  readonly add: Note = (sentence, pages = Infinity) => {
    this.#pages.set(sentence, Math.max(pages, this.#pages.get(sentence) ?? 0))
  }

  /** Sentences; those of equally many pages in the order in which they were added. */
  list(): string[] {
    const byPages = [...this.#pages].toSorted(([, a], [, b]) => (a === b ? 0 : b - a))
    return byPages.map(([sentence]) => sentence)
  }
}

/** Says what a configuration wanted to load and could not, packages and files of its own. */
export function noteMissing(requests: readonly string[], note: Note): void {
  for (const request of requests)
    note(
      /^\.{0,2}\//.test(request)
        ? `The file \`${request}\` that the configuration reads is not there (is it made before a build?); what it adds is unknown.`
        : `The package \`${request}\` is not installed; what it adds is unknown.`,
    )
}

/** Says which public files stand where the build writes files of its own, given by their addresses. */
export function noteReserved(publicDir: string, addresses: Iterable<string>, note: Note): void {
  const own = new Set(['/service-worker.js', '/404.html'])
  for (const address of addresses)
    if (own.has(address))
      note(`Remove \`${publicDir}${address}\` before you build: docsgen writes a file of its own there.`)
}

/** Where things stand that are left out or different, `guide/a.mdx:3`, in the order in which they are met. */
export class Places {
  readonly #found = new Map<string, { places: Set<string>; pages: Set<string> }>()

  /** @param what the beginning of a sentence; the places follow. */
  add(what: string, file: string, line: number, column?: number): void {
    const found = this.#found.get(what) ?? { places: new Set(), pages: new Set() }
    this.#found.set(what, found)
    found.places.add(`${file}:${line}${column === undefined ? '' : `:${column}`}`)
    found.pages.add(file)
  }

  /** Says all that was found. */
  report(note: Note): void {
    for (const [what, { places, pages }] of this.#found)
      note(`${what}: ${[...places].join(', ')}.`, pages.size)
  }
}
