import type { Place } from '../schema/finding.ts'

/** A change of a source file. `column` counts UTF-16 units from 1, as in `Place`. */
export interface TextEdit {
  place: Place
  /** Text at the place, on one line, which is replaced. */
  remove: string
  insert: string
  /** The line is not the one that was read: the file changed meanwhile. */
  isStale?: boolean
}

/**
 * Applies edits to one text; undefined when it is not the text that they were made for. Repeated edits count once; of two
 * that overlap the later one in the text is kept.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string | undefined {
  const starts = lineStarts(text)
  const placed = edits.map(edit => ({
    start: (starts[edit.place.line - 1] ?? text.length) + edit.place.column - 1,
    ...edit,
  }))
  let result = text
  let before = Infinity
  for (const { start, remove, insert, isStale } of placed.toSorted((a, b) => b.start - a.start)) {
    if (start + Math.max(remove.length, 1) > before) continue
    if (isStale || !text.startsWith(remove, start)) return undefined
    result = result.slice(0, start) + insert + result.slice(start + remove.length)
    before = start
  }
  return result
}

/** Lines of a text as places count them; also for CRLF and lone CR. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/)
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(match => match.index + match[0].length)]
}

/**
 * Where a link's address stands in its file: at or after the link's place in the same paragraph, else as a definition
 * (`[name]: address`) anywhere. Undefined when it is written in another notation.
 */
export function locateUrl(text: string, place: Place, url: string): Place | undefined {
  const lines = splitLines(text)
  for (
    let number = place.line;
    number <= lines.length && (number === place.line || lines[number - 1]?.trim());
    number += 1
  ) {
    const from = number === place.line ? place.column - 1 : 0
    const index = findUrl(lines[number - 1] ?? '', url, from)
    if (index !== -1) return { file: place.file, line: number, column: index + 1 }
  }
  for (const [index, line] of lines.entries()) {
    const definition = /^ {0,3}\[[^\]]+\]:\s*<?/.exec(line)
    if (
      definition &&
      line.startsWith(url, definition[0].length) &&
      endsThere(line, definition[0].length, url)
    ) {
      return { file: place.file, line: index + 1, column: definition[0].length + 1 }
    }
  }
  return undefined
}

/** Index of a whole address in a line: after `](`, `<` or a quote, and ending there. */
function findUrl(line: string, url: string, from: number): number {
  for (let index = line.indexOf(url, from); index !== -1; index = line.indexOf(url, index + 1)) {
    if (/[(<"'\s]$/.test(line.slice(0, index)) && endsThere(line, index, url)) return index
  }
  return -1
}

function endsThere(line: string, index: number, url: string): boolean {
  return /^(?:[)>"'\s]|$)/.test(line.slice(index + url.length))
}
