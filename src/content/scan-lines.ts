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
  /** Content columns of the open list items, outermost first. */
  lists: number[]
  /** True while the open list items may be others than those in `lists`. */
  doubtful: boolean
  /** True where no paragraph goes on: after a blank line, and after code. */
  fresh: boolean
  /** True from a line that may start an HTML block to the next blank line: a fence in such a block is no code. */
  html: boolean
  certain: boolean
}

const LIST_MARKER = /^(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)/
/** A marker whose item has text at the column where the marker ends: not one of code, or with nothing, or a thematic break. */
const PLAIN_MARKER = /^(?:[-+*]|\d{1,9}[.)]) {1,4}(?![-+*][ \t]|\d{1,9}[.)]|[-+*]$|-{3}|\*{3}|_{3})\S/
/** Only these markers interrupt a paragraph. */
const INTERRUPTING_MARKER = /^(?:[-+*]|1[.)])/

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
  const state: ScanState = {
    fence: undefined,
    lists: [],
    doubtful: false,
    fresh: true,
    html: false,
    certain: true,
  }
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
    state.fresh = true
    return false
  }
  // A space after a quote mark belongs to the mark.
  const margin = fence.indent === 0 && quotes > 0 ? 1 : fence.indent
  if (closesFence(' '.repeat(Math.min(4, Math.max(0, indent - margin))) + content, fence)) {
    state.fence = undefined
    state.fresh = true
  }
  return true
}

function scanLine(line: string, state: ScanState): typeof TEXT | typeof CODE {
  const { quotes, indent, content: start } = splitMargin(line)
  if (quotes > 0 && state.lists.length > 0) state.doubtful = true
  if (start === '') {
    state.fresh = true
    // A quote that begins does not always end an HTML block.
    if (quotes === 0) state.html = false
    return TEXT
  }
  const marker = LIST_MARKER.test(start)
  closeLists(start, indent, marker, state)
  if (state.fresh && indent >= innermost(state) + 4) {
    if (state.doubtful && openingFence(skipListMarkers(start, indent).content)) state.certain = false
    return CODE
  }
  const { content, column } = marker
    ? openList(start, indent, quotes, state)
    : { content: start, column: indent }
  const { fresh } = state
  state.fresh = false
  state.html ||= /^<[a-z/!?]/i.test(content)
  const fence = openingFence(content)
  if (!fence) return TEXT
  const list = innermost(state)
  // At the margin a fence is one whatever stands before it, and only what stands at the margin can end it.
  const known = column === 0 || (fresh && !marker && !state.doubtful && column >= list && column < list + 4)
  if (state.html || quotes > 0 || !known) state.certain = false
  state.fence = { ...fence, indent: Math.min(list, column), quotes }
  return CODE
}

function innermost({ lists }: ScanState): number {
  return lists.at(-1) ?? 0
}

/** Ends the list items that a line is not indented enough for. */
function closeLists(content: string, indent: number, marker: boolean, state: ScanState): void {
  // What is not indented goes on with a paragraph, or ends the item; colons may end a container and what is in it.
  if (innermost(state) > indent && !state.fresh && !marker) state.doubtful = true
  if (state.lists.length > 0 && content.startsWith(':::')) state.doubtful = true
  if (!state.fresh && !marker) return
  while (innermost(state) > indent) state.lists.pop()
  if (state.fresh && indent === 0) state.doubtful = false
}

/** Begins the list item of a line with a marker, or with more than one. */
function openList(start: string, indent: number, quotes: number, state: ScanState): Content {
  const begins = (state.fresh || INTERRUPTING_MARKER.test(start)) && indent < innermost(state) + 4
  if (!begins || state.html || quotes > 0 || !PLAIN_MARKER.test(start)) state.doubtful = true
  const item = skipListMarkers(start, indent)
  state.lists.push(item.column)
  return item
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

interface Content {
  content: string
  column: number
}

function skipListMarkers(text: string, indent: number): Content {
  let content = text
  let column = indent
  for (let marker = LIST_MARKER.exec(content); marker; marker = LIST_MARKER.exec(content)) {
    const size = marker[0].trimEnd().length
    content = content.slice(marker[0].length)
    const spaces = marker[0].length - size
    // An item that begins with code, or with nothing, begins one column after its marker.
    if (spaces > 4 || content === '')
      return { content: ' '.repeat(spaces) + content, column: column + size + 1 }
    column += marker[0].length
  }
  return { content, column }
}

/** True for a line with nothing but white space, and beyond the last line. */
export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}
