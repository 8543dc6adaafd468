import { isBlank, type ScannedText, TEXT } from './scan-lines.ts'

/** Code within a line, or the part of it that stands in one line: offsets of its first character and behind its last. */
export interface Span {
  start: number
  end: number
}

/**
 * Code spans by the line that they are in. `rows` are the lines to look at, in order; a span may begin in an earlier line
 * of the paragraph and end in a later one. Takes linear time, whatever the text.
 */
export function findCodeSpans(scanned: ScannedText, rows: Iterable<number>): Map<number, Span[]> {
  const byRow = new Map<number, Span[]>()
  let end = -1
  for (const row of rows) {
    if (row < end) continue
    const paragraph = paragraphAt(scanned, row)
    end = paragraph.end
    addSpans(byRow, scanned.lines.slice(paragraph.start, end), paragraph.start)
  }
  return byRow
}

function paragraphAt({ lines, kinds }: ScannedText, row: number): Span {
  const isProse = (index: number) => kinds[index] === TEXT && !isBlank(lines[index])
  let start = row
  while (start > 0 && isProse(start - 1)) start -= 1
  let end = row + 1
  while (end < lines.length && isProse(end)) end += 1
  return { start, end }
}

/** Notes the spans of a paragraph whose first line is `row`, cut where lines end. */
function addSpans(byRow: Map<number, Span[]>, lines: readonly string[], firstRow: number): void {
  let index = 0
  let lineStart = 0
  for (const { start, end } of spansOf(lines.join('\n'))) {
    while (start >= lineStart + (lines[index]?.length ?? 0) + 1) nextLine()
    add(start)
    while (end > lineStart + (lines[index]?.length ?? 0) + 1) {
      nextLine()
      add(lineStart)
    }

    function add(from: number): void {
      const spans = byRow.get(firstRow + index) ?? []
      byRow.set(firstRow + index, spans)
      spans.push({ start: from - lineStart, end: end - lineStart })
    }
  }

  function nextLine(): void {
    lineStart += (lines[index]?.length ?? 0) + 1
    index += 1
  }
}

/** The code spans of a paragraph: a run of backticks up to the next of its length. A backslash before it frees one mark. */
function spansOf(text: string): Span[] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: run, index }) => ({ index, length: run.length }))
  const nextOf = createLengthFinder(runs.map(({ length }) => length))
  const spans: Span[] = []
  for (let at = 0; at < runs.length; at += 1) {
    const { index, length } = runs[at] ?? { index: 0, length: 0 }
    const escaped = isEscaped(text, index) ? 1 : 0
    const close = nextOf(length - escaped, at)
    const closing = runs[close]
    if (!closing) continue
    spans.push({ start: index + escaped, end: closing.index + closing.length })
    at = close
  }
  return spans
}

/** Finds the first run of a length after a position; positions only grow. */
function createLengthFinder(lengths: readonly number[]): (length: number, after: number) => number {
  const positions = new Map<number, number[]>()
  lengths.forEach((length, at) =>
    positions
      .set(length, positions.get(length) ?? [])
      .get(length)
      ?.push(at),
  )
  for (const list of positions.values()) list.reverse()
  return (length, after) => {
    const list = positions.get(length) ?? []
    while ((list.at(-1) ?? Infinity) <= after) list.pop()
    return list.at(-1) ?? -1
  }
}

function isEscaped(text: string, index: number): boolean {
  let start = index
  while (text[start - 1] === '\\') start -= 1
  return (index - start) % 2 === 1
}
