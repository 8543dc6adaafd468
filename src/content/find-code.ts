/** Code in a Markdown text. */
export interface FoundCode {
  /** Offsets in the text: of whole lines for a block, of backticks and what is between them in a line. */
  start: number
  end: number
  /** Index of the first line of a block, and of the line after it; undefined for code in a line. */
  rows?: { first: number; end: number }
}

const QUOTE = /^(?:[ \t]*>)*/
const ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]{1,4}(?![ \t])|[ \t]|$)/
const FENCE = /^[ \t]*(`{3,}(?!.*`)|~{3,})/
const OPEN_COMMENT = /^[ \t]*<!--(?!.*-->)/
/** Lines that a code span can't go beyond: headings, table rows, the first and last lines of containers. */
const ONE_LINE = /^[ \t]*(?:#{1,6}(?:[ \t]|$)|\||:::)/

/**
 * Finds the code of a Markdown text, in order: fenced code, indented code after a blank line, and code spans, in quotes
 * and lists as well. It goes through the lines once, without a parser.
 */
export function findCode(text: string): FoundCode[] {
  const found: FoundCode[] = []
  let fence: { start: number; row: number; run: string; quoted: boolean } | undefined
  let inComment = false
  let quotes = ''
  /** Columns at which the content of the open list items begins. */
  let items: number[] = []
  /** Offset at which the open paragraph begins. */
  let paragraph: number | undefined
  let indented: Required<FoundCode> | undefined
  let offset = 0
  const rows = text.split('\n')
  for (const [row, line] of rows.entries()) {
    const start = offset
    const end = start + line.length
    offset = end + 1
    const marks = QUOTE.exec(line)?.[0] ?? ''
    let rest = line.slice(marks.length)
    if (fence?.quoted && marks === '') endFence(start - 1, row)
    if (fence) {
      const closing = fence.quoted ? rest : line
      const run = closing.trim()
      const isRun = run.startsWith(fence.run) && run === fence.run.charAt(0).repeat(run.length)
      if (isRun && indentOf(closing) < limit(fence.quoted)) endFence(end, row + 1)
      continue
    }
    if (inComment) {
      inComment = !line.includes('-->')
      continue
    }
    if (rest.trim() === '') {
      endParagraph(start)
      continue
    }
    const indent = indentOf(rest)
    if (marks.trim() !== quotes && (marks !== '' || paragraph === undefined)) {
      endParagraph(start)
      items = []
      quotes = marks.trim()
    }
    if (paragraph === undefined) items = items.filter(column => column <= indent)
    if (indent >= limit(marks !== '')) {
      if (paragraph !== undefined) continue
      if (!indented) {
        indented = { start, end, rows: { first: row, end: row + 1 } }
        found.push(indented)
      }
      Object.assign(indented, { end, rows: { ...indented.rows, end: row + 1 } })
      continue
    }
    indented = undefined
    for (let item = ITEM.exec(rest); item; item = ITEM.exec(rest)) {
      endParagraph(start)
      const column = columnsOf(line.slice(marks.length, line.length - rest.length))
      items = [...items.filter(open => open <= column), column + columnsOf(item[0])]
      rest = rest.slice(item[0].length)
    }
    const run = FENCE.exec(rest)?.[1]
    inComment = OPEN_COMMENT.test(rest)
    const isAlone = ONE_LINE.test(rest)
    if (run !== undefined || inComment || isAlone) endParagraph(start)
    if (run !== undefined) fence = { start, row, run, quoted: marks !== '' }
    else if (!inComment) paragraph ??= start
    if (isAlone) endParagraph(end)
  }
  endParagraph(text.length)
  endFence(text.length, rows.length)
  return found

  /** Columns from which on a line is indented code; one is the space after a quote mark. */
  function limit(quoted: boolean): number {
    return (items.at(-1) ?? 0) + (quoted ? 5 : 4)
  }

  function endParagraph(end: number): void {
    if (paragraph !== undefined) found.push(...findSpans(text, paragraph, end))
    paragraph = undefined
  }

  function endFence(end: number, row: number): void {
    if (fence) found.push({ start: fence.start, end, rows: { first: fence.row, end: row } })
    fence = undefined
  }
}

function indentOf(line: string): number {
  return columnsOf(/^[ \t]*/.exec(line)?.[0] ?? '')
}

/** Width of the beginning of a line; tab stops are 4 columns apart. */
function columnsOf(text: string): number {
  let width = 0
  for (const character of text) width += character === '\t' ? 4 - (width % 4) : 1
  return width
}

/** Code spans of a paragraph: each from a run of backticks to the next run of the same length. */
function findSpans(text: string, from: number, to: number): FoundCode[] {
  const runs = [...text.slice(from, to).matchAll(/`+/g)]
  /** Indices of the runs of a length, the last one first. */
  const ofLength = new Map<number, number[]>()
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.[0].length ?? 0
    const known = ofLength.get(length)
    if (known) known.push(index)
    else ofLength.set(length, [index])
  }
  const found: FoundCode[] = []
  let next = 0
  for (const [index, run] of runs.entries()) {
    if (index < next) continue
    let slash = run.index + from
    while (slash > from && text[slash - 1] === '\\') slash -= 1
    const escaped = (run.index + from - slash) % 2
    const closings = ofLength.get(run[0].length - escaped) ?? []
    while ((closings.at(-1) ?? Infinity) <= index) closings.pop()
    const closing = closings.at(-1)
    const last = closing === undefined ? undefined : runs[closing]
    if (closing === undefined || !last) continue
    found.push({ start: from + run.index + escaped, end: from + last.index + last[0].length })
    next = closing + 1
  }
  return found
}

/** The text with spaces in place of code, so that all offsets stay. */
export function withoutCode(text: string): string {
  let kept = ''
  let at = 0
  for (const { start, end } of findCode(text)) {
    kept += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return kept + text.slice(at)
}
