import { CODE, scanLines, type ScannedLines } from './code-lines.ts'

/** A text whose code blocks are empty, and what to put back after parsing. */
export interface FoldedText {
  text: string
  /** In order: line of the opening fence in the folded text (1-based), its code, and the lines that were taken out. */
  fences: { line: number; code: string; removed: number }[]
}

/** HTML blocks that blank lines do not end: a fence in one of them is no code. */
const OPEN_HTML = /^[ \t>]*<(?:!|\?|script|style|pre|textarea)/i
const FENCE = /^(`{3,}|~{3,})/

/**
 * Empties the fences that stand at the margin after a blank line or a heading. More than half of a page is often code,
 * which needs no parser; the tree is the same once `code` and line numbers are put back.
 */
export function foldFences(text: string): FoldedText {
  if (!/^(?:`{3}|~{3})/m.test(text)) return { text, fences: [] }
  const scanned = scanLines(text)
  if (!scanned.certain || hasOpenHtml(scanned)) return { text, fences: [] }
  const { lines, kinds } = scanned
  const out: string[] = []
  const fences: FoldedText['fences'] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    out.push(line)
    const end = isFoldable(lines, kinds, index) ? findEnd(lines, index) : -1
    if (end <= index + 1) continue
    fences.push({ line: out.length, code: lines.slice(index + 1, end).join('\n'), removed: end - index - 1 })
    out.push(lines[end] ?? '')
    index = end
  }
  return { text: out.join('\n'), fences }
}

/** True when a line outside of code starts HTML that may go on over blank lines. */
export function hasOpenHtml({ lines, kinds }: ScannedLines): boolean {
  return lines.some((line, index) => kinds[index] !== CODE && OPEN_HTML.test(line))
}

function isFoldable(lines: readonly string[], kinds: Uint8Array, index: number): boolean {
  const before = lines[index - 1] ?? ''
  const startsBlock = before.trim() === '' || /^#{1,6} /.test(before)
  return startsBlock && kinds[index] === CODE && kinds[index - 1] !== CODE && FENCE.test(lines[index] ?? '')
}

/** The line that closes the fence, or -1. Only one at the margin is taken: any other form is left to the parser. */
function findEnd(lines: readonly string[], start: number): number {
  const run = FENCE.exec(lines[start] ?? '')?.[0] ?? ''
  for (let index = start + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const close = FENCE.exec(line.trimStart())?.[0] ?? ''
    const closes = close[0] === run[0] && close.length >= run.length && line.trim() === close
    if (closes) return line.startsWith(close) ? index : -1
  }
  return -1
}
