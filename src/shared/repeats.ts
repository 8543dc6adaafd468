import type { PageEntry, Pieces, RepeatingEntry } from '../schema/offline.ts'

/** Repeated stretches that are shorter take more room as numbers than as text. */
const SHORTEST = 16

/** A text that others may repeat. */
export interface Source {
  text: string
  /** Where each part stands in it, the first of those that are the same. */
  places: ReadonlyMap<string, number>
}

/** What the first page of a pack repeats. */
export const NO_SOURCE: Source = { text: '', places: new Map() }

/** The entry of a page, after one that `before` is of, and what the next one may repeat. */
export function withoutRepeats(entry: PageEntry, before: Source): { entry: RepeatingEntry; source: Source } {
  const { page, chunk, html, document, script } = entry
  const parts = document.map(partsOf)
  const source = { text: aroundOf(document), places: placesOf(parts.flat()) }
  const around = parts.map(some => inPieces(some, before)) as RepeatingEntry['around']
  const own = script.map(text => inPieces(partsOf(text), source)) as RepeatingEntry['script']
  return { entry: { page, chunk, html, around, script: own }, source }
}

/** The entry as it was; `before` is what stands around the content of the page before (`aroundOf`), or empty. */
export function withRepeats({ page, chunk, html, ...pieces }: RepeatingEntry, before: string): PageEntry {
  const document = pieces.around.map(each => joined(each, before)) as PageEntry['document']
  const own = aroundOf(document)
  return {
    page,
    chunk,
    html,
    document,
    script: pieces.script.map(each => joined(each, own)) as PageEntry['script'],
  }
}

/** What the next page of the pack repeats. */
export function aroundOf([before, after]: PageEntry['document']): string {
  return before + after
}

function joined(pieces: Pieces, source: string): string {
  return pieces
    .map(piece => (typeof piece === 'string' ? piece : source.slice(piece[0], piece[0] + piece[1])))
    .join('')
}

function placesOf(parts: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  let start = 0
  for (const part of parts) {
    if (!places.has(part)) places.set(part, start)
    start += part.length
  }
  return places
}

/** Divides a text before each tag and each member of JSON. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== TAG && (code !== COMMA || text.charCodeAt(at + 1) !== QUOTE)) continue
    parts.push(text.slice(start, at))
    start = at
  }
  parts.push(text.slice(start))
  return parts
}

const [TAG, COMMA, QUOTE] = [0x3c, 0x2c, 0x22]

/** A text with what it repeats of `source`: each stretch goes on for as long as the parts are the same. */
function inPieces(parts: readonly string[], { text, places }: Source): Pieces {
  const pieces: Pieces = []
  let [own, start, length] = ['', 0, 0]
  const close = () => {
    if (length < SHORTEST) own += text.slice(start, start + length)
    else {
      if (own) pieces.push(own)
      pieces.push([start, length])
      own = ''
    }
    length = 0
  }
  for (const part of parts) {
    if (length === 0 || !text.startsWith(part, start + length)) {
      close()
      const place = places.get(part)
      if (place === undefined) {
        own += part
        continue
      }
      start = place
    }
    length += part.length
  }
  close()
  if (own) pieces.push(own)
  return pieces
}
