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
