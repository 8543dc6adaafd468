import type { Note } from './notes.ts'

/** Where things stand that are left out or different, `guide/a.mdx:3`, in the order in which they are met. */
export class Places {
  readonly #found = new Map<string, { places: Set<string>; pages: Set<string> }>()

  /** @param what the beginning of a sentence; the places follow. */
  add(what: string, file: string, line: number): void {
    const found = this.#found.get(what) ?? { places: new Set(), pages: new Set() }
    this.#found.set(what, found)
    found.places.add(`${file}:${line}`)
    found.pages.add(file)
  }

  /** Says all that was found. */
  report(note: Note): void {
    for (const [what, { places, pages }] of this.#found)
      note(`${what}: ${[...places].join(', ')}.`, pages.size)
  }
}
