/** What a line of Markdown is, as far as it can be told without parsing: enough to leave code alone. */
export const TEXT = 0
export const CODE = 1

interface Fence {
  mark: string
  length: number
  /** Columns of indentation below which a line no longer belongs to the list item that holds the fence. */
  indent: number
  quotes: number
}

interface ScanState {
  fence: Fence | undefined
  /** Content column of the innermost open list item; 0 outside of lists. */
  list: number
  afterBlank: boolean
  /** True from a line that may start an HTML block to the next blank line: a fence in such a block is no code. */
  html: boolean
  certain: boolean
}

const PREFIX = /^(?:[ \t]*>)*[ \t]*/
const LIST_MARKER = /^(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)/
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/

/** What was found in a text without parsing it. */
export interface ScannedLines {
  lines: string[]
  /** For each line `CODE` (fenced or indented code, fences included) or `TEXT`. */
  kinds: Uint8Array
  /** False when only the parser can tell where some code starts or ends. */
  certain: boolean
}

/** The text that was scanned last: more than one step of parsing a page asks for its lines. */
const last: { text?: string; scanned?: ScannedLines } = {}

/** Tells the lines of a text apart. The result is not to be changed. */
export function scanLines(text: string): ScannedLines {
  if (last.text !== text || !last.scanned) Object.assign(last, { text, scanned: scan(text) })
  return last.scanned as ScannedLines
}

function scan(text: string): ScannedLines {
  const lines = text.split('\n')
  const kinds = new Uint8Array(lines.length)
  const state: ScanState = { fence: undefined, list: 0, afterBlank: true, html: false, certain: true }
  lines.forEach((line, index) => {
    if (state.fence && insideFence(line, state)) kinds[index] = CODE
    else kinds[index] = scanLine(line, state)
  })
  return { lines, kinds, certain: state.certain }
}

/** Handles a line while a fence is open; false when the line has ended the block that held the fence. */
function insideFence(line: string, state: ScanState): boolean {
  const fence = state.fence
  if (!fence) return false
  // Most lines: at the margin of the page nothing but the fence itself can end it.
  if (fence.quotes === 0 && fence.indent === 0 && !line.includes(fence.mark)) return true
  const prefix = PREFIX.exec(line)?.[0] ?? ''
  const rest = line.slice(prefix.length)
  const left = rest !== '' && indentOf(prefix) < fence.indent
  if (left || countQuotes(prefix) < fence.quotes) {
    state.fence = undefined
    return false
  }
  const run = rest.trimEnd()
  if (run.length >= fence.length && run === fence.mark.repeat(run.length)) state.fence = undefined
  return true
}

function scanLine(line: string, state: ScanState): typeof TEXT | typeof CODE {
  const prefix = PREFIX.exec(line)?.[0] ?? ''
  const rest = line.slice(prefix.length)
  if (rest === '') {
    state.afterBlank = true
    state.html = false
    return TEXT
  }
  const indent = indentOf(prefix)
  if (state.afterBlank && indent < state.list && !LIST_MARKER.test(rest)) state.list = 0
  if (state.afterBlank && indent >= state.list + 4) return CODE
  state.afterBlank = false
  const { content, column } = skipListMarkers(rest, indent)
  if (column > indent) state.list = column
  state.html ||= /^<[a-z/!?]/i.test(content)
  const run = FENCE.exec(content)?.[0]
  if (run === undefined) return TEXT
  if (state.html) state.certain = false
  state.fence = {
    mark: run[0] ?? '`',
    length: run.length,
    indent: Math.min(state.list, column),
    quotes: countQuotes(prefix),
  }
  return CODE
}

function skipListMarkers(text: string, indent: number): { content: string; column: number } {
  let content = text
  let column = indent
  let marker = LIST_MARKER.exec(content)?.[0]
  while (marker !== undefined && marker !== '') {
    content = content.slice(marker.length)
    column += marker.length
    marker = LIST_MARKER.exec(content)?.[0]
  }
  return { content, column }
}

/** Columns of whitespace after the last quote mark. */
function indentOf(prefix: string): number {
  let columns = 0
  for (const character of prefix.slice(prefix.lastIndexOf('>') + 1))
    columns += character === '\t' ? 4 - (columns % 4) : 1
  return columns
}

function countQuotes(prefix: string): number {
  return prefix.split('>').length - 1
}
