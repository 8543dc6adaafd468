import type { UserConfig } from '../../schema/config.ts'

/** A site of another generator as one of docsgen. */
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
  files?: { path: string; content: string }[]
  /** Files that these pages need beside them, both relative to `root`. */
  copies?: { from: string; to: string }[]
}

/** Reads the site in a folder; says why where that is not possible. */
export type Importer = (dir: string) => Promise<ImportedSite | { root: string; problem: string }>

/** Takes a sentence about something that was left out or is different. `pages`: how many pages show it, all by default. */
export type Note = (sentence: string, pages?: number) => void

/** Note of importers that write pages. */
export const NEW_DATES =
  'Dates of the last change begin with the commit that adds `content/`: to Git these are new files.'

/** Differences, each reported once, those of most pages first. */
export class Notes {
  readonly #found = new Map<string, { pages: number | Set<string>; places: string[] }>()

  readonly add: Note = (sentence, pages = Infinity) => {
    this.#found.set(sentence, { pages, places: [] })
  }

  /** Adds a location, such as `guide/a.mdx:3`, to the beginning of a sentence. */
  at(start: string, file: string, line: number, column?: number): void {
    const found = this.#found.get(start) ?? { pages: new Set<string>(), places: [] }
    this.#found.set(start, found)
    const place = `${file}:${line}${column === undefined ? '' : `:${column}`}`
    if (!found.places.includes(place)) found.places.push(place)
    if (typeof found.pages === 'object') found.pages.add(file)
  }

  /** Sentences; those of equally many pages in the order in which they were added. */
  list(): string[] {
    const notes = Array.from(this.#found, ([start, { pages, places }]) => ({
      sentence: places.length > 0 ? `${start}: ${places.join(', ')}.` : start,
      count: typeof pages === 'object' ? pages.size : pages,
    }))
    return notes
      .toSorted((a, b) => (a.count === b.count ? 0 : b.count - a.count))
      .map(({ sentence }) => sentence)
  }
}

/** Reports what a configuration wanted to load and could not: packages, and files of its own. */
export function noteMissing(requests: readonly string[], note: Note): void {
  for (const request of requests)
    note(
      /^\.{0,2}\//.test(request)
        ? `The file \`${request}\` that the configuration reads is not there (is it made before a build?); what it adds is unknown.`
        : `The package \`${request}\` is not installed; what it adds is unknown.`,
    )
}
