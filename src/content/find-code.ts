import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { findLimitProblem } from './limits.ts'
import { eachNode } from './tree.ts'

/** Code in a Markdown text. */
interface FoundCode {
  /** Offsets in the text: of whole lines for a block, of backticks and what is between them in a line. */
  start: number
  end: number
  /** Index of the first line of a block, and of the line after it; undefined for code in a line. */
  rows?: { first: number; end: number }
}

/** What isn't looked for. Tags are text, so that code may follow the line of a component's tag. */
const OTHER = [
  'attention',
  'autolink',
  'characterReference',
  'definition',
  'htmlFlow',
  'htmlText',
  'labelEnd',
]

/**
 * Finds the code of a Markdown text, in order: fenced code, indented code, and code spans, in quotes and lists as well. A
 * text that is too much for the parser has none.
 */
export function findCode(text: string): FoundCode[] {
  const found: FoundCode[] = []
  if (!/[`~]| {4}|\t/.test(text) || findLimitProblem(text)) return found
  const tree = fromMarkdown(text.replace(/<!--(?:[^]*?-->|[^]*)/g, blank), {
    extensions: [gfmTable(), { disable: { null: OTHER } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  })
  eachNode(tree, ({ type, position }) => {
    const { start, end } = position ?? {}
    if (start?.offset === undefined || end?.offset === undefined) return
    if (type === 'inlineCode') found.push({ start: start.offset, end: end.offset })
    if (type !== 'code') return
    const lineStart = text.lastIndexOf('\n', start.offset - 1) + 1
    found.push({ start: lineStart, end: end.offset, rows: { first: start.line - 1, end: end.line } })
  })
  return found
}

/** The text with spaces in place of code, so that all offsets stay. */
export function withoutCode(text: string): string {
  let masked = ''
  let at = 0
  for (const { start, end } of findCode(text)) {
    masked += text.slice(at, start) + blank(text.slice(start, end))
    at = end
  }
  return masked + text.slice(at)
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
