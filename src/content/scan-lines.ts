import { closesFence, type CodeFence, openingFence } from './grammar.ts'

/** What a line of Markdown is, as far as it can be told without parsing: enough to leave code alone. */
export const TEXT = 0
export const CODE = 1

interface OpenFence extends CodeFence {
  /** Columns of indentation below which a line no longer belongs to the list item that holds the fence. */
  indent: number
  quotes: number
}

interface ScanState {
  fence: OpenFence | undefined
  /** Content column of the innermost open list item; 0 outside of lists. */
  list: number
  afterBlank: boolean
  /** True from a line that may start an HTML block to the next blank line: a fence in such a block is no code. */
  html: boolean
  certain: boolean
}

const LIST_MARKER = /^(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)/

/** A text and what was found in it without parsing. */
export interface ScannedText {
  text: string
  lines: readonly string[]
  /** For each line `CODE` (fenced or indented code, fences included) or `TEXT`. */
  kinds: Uint8Array
  /** False when only the parser can tell for sure where some code starts or ends. */
  certain: boolean
}

/** Tells the lines of a text apart. */
export function scanLines(text: string): ScannedText {
  const lines = text.split('\n')
  const kinds = new Uint8Array(lines.length)
  const state: ScanState = { fence: undefined, list: 0, afterBlank: true, html: false, certain: true }
  lines.forEach((line, index) => {
    if (state.fence && insideFence(line, state)) kinds[index] = CODE
    else kinds[index] = scanLine(line, state)
  })
  return { text, lines, kinds, certain: state.certain }
}

/** Handles a line while a fence is open; false when the line has ended the block that held the fence. */
function insideFence(line: string, state: ScanState): boolean {
  const fence = state.fence
  if (!fence) return false
  // Most lines: at the margin of the page nothing but the fence itself can end it.
  if (fence.quotes === 0 && fence.indent === 0 && !line.includes(fence.mark)) return true
  const { quotes, indent, content } = splitMargin(line, fence.quotes)
  if (quotes < fence.quotes || (content !== '' && indent < fence.indent)) {
    state.fence = undefined
    return false
  }
  // A space after a quote mark belongs to the mark.
  const margin = fence.indent === 0 && quotes > 0 ? 1 : fence.indent
  if (closesFence(' '.repeat(Math.min(4, Math.max(0, indent - margin))) + content, fence))
    state.fence = undefined
  return true
}

function scanLine(line: string, state: ScanState): typeof TEXT | typeof CODE {
  const { quotes, indent, content: start } = splitMargin(line)
  if (start === '') {
    state.afterBlank = true
    state.html = false
    return TEXT
  }
  if (state.afterBlank && indent < state.list && !LIST_MARKER.test(start)) state.list = 0
  if (state.afterBlank && indent >= state.list + 4) return CODE
  state.afterBlank = false
  const { content, column } = skipListMarkers(start, indent)
  if (column > indent) state.list = column
  state.html ||= /^<[a-z/!?]/i.test(content)
  const fence = openingFence(content)
  if (!fence) return TEXT
  // Only a fence at the margin is one whatever stands before it, and only what stands at the margin can end it.
  if (state.html || quotes > 0 || column > 0) state.certain = false
  state.fence = { ...fence, indent: Math.min(state.list, column), quotes }
  return CODE
}

interface Margin {
  /** Quote marks at the start of the line. */
  quotes: number
  /** Columns of white space after the last of them. */
  indent: number
  content: string
}

/** Takes quote marks, at most so many, and white space off the start of a line. */
function splitMargin(line: string, most = Infinity): Margin {
  let quotes = 0
  let indent = 0
  let at = 0
  for (; at < line.length; at += 1) {
    const character = line[at]
    if (character === ' ') indent += 1
    else if (character === '\t') indent += 4 - (indent % 4)
    else if (character !== '>' || quotes === most) break
    else {
      quotes += 1
      indent = 0
    }
  }
  return { quotes, indent, content: line.slice(at) }
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

/**
 * The lines from `start` up to `end` as a text of their own, where nothing before them reaches into them, with one line end
 * after the last line that is not blank: the others differ between a page and where it is included.
 */
export function sliceLines({ lines, kinds, certain }: ScannedText, start: number, end?: number): ScannedText {
  let last = end ?? lines.length
  while (last > start && isBlank(lines[last - 1])) last -= 1
  const own = [...lines.slice(start, last), '']
  const ownKinds = new Uint8Array(own.length)
  ownKinds.set(kinds.subarray(start, last))
  return { text: own.join('\n'), lines: own, kinds: ownKinds, certain }
}

/** True for a line with nothing but white space, and beyond the last line. */
export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}
