import type { PageEntry, Pieces, RepeatingEntry } from '../schema/offline.ts'

/** Repeated stretches that are shorter take more room as numbers than as text. */
const SHORTEST = 16

/** What of a page's entry is left out where it repeats: all but its addresses and its content. */
export type Surroundings = Pick<PageEntry, 'document' | 'script'>

/** The surroundings of a page in pieces, after a page that `before` is of (`aroundOf`), or empty. */
export function withoutRepeats(
  { document, script }: Surroundings,
  before: string,
): Pick<RepeatingEntry, 'around' | 'script'> {
  const source = aroundOf(document)
  const around = document.map(text => inPieces(text, before)) as RepeatingEntry['around']
  const own = script.map(text => inPieces(text, source)) as RepeatingEntry['script']
  return { around, script: own }
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

/** A text in pieces, after another one or after none. */
export function textInPieces(text: string, before: string): Pieces {
  return inPieces(text, before + text, before.length)
}

/** The text as it was. */
export function textOfPieces(pieces: Pieces, before: string): string {
  let all = before
  for (const piece of pieces)
    all += typeof piece === 'string' ? piece : all.slice(piece[0], piece[0] + piece[1])
  return all.slice(before.length)
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

/**
 * A text with what it repeats of `source`. Both are gone through side by side; where they differ, the text goes on at its
 * next tag or member, and the source where that one stands in it.
 * @param ownStart where the text itself stands in the source: then it repeats nothing that comes later
 */
function inPieces(text: string, source: string, ownStart?: number): Pieces {
  const pieces: Pieces = []
  let [own, at, found, last] = [0, 0, 0, 0]
  while (at < text.length) {
    const end = ownStart === undefined ? source.length : ownStart + at
    const length = found < 0 ? 0 : commonLength([text, at], [source, found], end)
    if (length >= SHORTEST) {
      if (at > own) pieces.push(text.slice(own, at))
      pieces.push([found, length])
      own = at += length
      last = found + length
    }
    at = nextPart(text, at + 1)
    found = findRepeat(text.slice(at, at + SHORTEST), source, last)
  }
  if (own < text.length) pieces.push(text.slice(own))
  return pieces
}

type Offset = [text: string, at: number]

function commonLength([text, at]: Offset, [source, offset]: Offset, end: number): number {
  const limit = Math.min(text.length - at, end - offset)
  let length = 0
  while (length < limit && text.charCodeAt(at + length) === source.charCodeAt(offset + length)) length += 1
  return length
}

/** The repeat after the last one where there is one: pages that are alike have the same in the same order. */
function findRepeat(start: string, source: string, last: number): number {
  if (start.length < SHORTEST) return -1
  const next = source.indexOf(start, last)
  return next < 0 ? source.indexOf(start) : next
}

/** Where the next tag or member of JSON begins. */
function nextPart(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === TAG || (code === COMMA && text.charCodeAt(at + 1) === QUOTE)) return at
  }
  return text.length
}

const [TAG, COMMA, QUOTE] = [0x3c, 0x2c, 0x22]
