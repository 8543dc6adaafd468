import { isBlank } from './scan-lines.ts'

/** Begins an item of a list at the margin, or a footnote, whatever stands before it. */
const BEGINS_ITEM = /^ {0,3}(?:(?:[-+*]|1[.)]) {1,4}\S|\[\^[^\]\s]+\]:)/
const MARKERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/

/** Quote and list markers at the start of a line. */
export function countMarkers(line: string): number {
  const markers = MARKERS.exec(line)?.[0] ?? ''
  return markers.match(/>|[-+*]|\d{1,9}[.)]/g)?.length ?? 0
}

/** Counts the lines one after the other that go on with a paragraph of a quote, item or footnote without being in it: an estimate. */
export class LazyLines {
  /** Quotes and items that are open. */
  #depth = 0
  #count = 0
  #fresh = true

  /** How many there are, one after the other, up to this line. Lines of code are not to be given. */
  next(line: string): number {
    if (isBlank(line)) {
      this.#fresh = true
      this.#count = 0
      return 0
    }
    const markers = countMarkers(line)
    const depth = markers + Math.floor(indentOf(line) / 2)
    if (BEGINS_ITEM.test(line)) {
      this.#depth = Math.max(1, markers)
      this.#count = 0
    } else if (this.#fresh) this.#depth = markers > 0 || depth === 0 ? depth : this.#depth
    else if (depth < this.#depth) this.#count += 1
    else if (markers > 0) this.#depth = depth
    this.#fresh = false
    return this.#count
  }
}

/** Columns of white space at the start of a line, a tab being one. */
export function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0
}
