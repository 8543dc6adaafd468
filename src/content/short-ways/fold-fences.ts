import { type CodeFence, closesFence, openingFence } from '../grammar.ts'
import { CODE, isBlank, type ScannedText } from '../scan-lines.ts'
import { hasOpenHtml } from './open-html.ts'

/** A text whose code blocks are empty, and what to put back after parsing. */
export interface FoldedText {
  text: string
  /** In order: line of the opening fence in the folded text (1-based), its code, and the lines that were taken out. */
  fences: { line: number; code: string; removed: number }[]
}

/**
 * Empties the fences that stand at the margin after a blank line or a heading. More than half of a page is often code,
 * which needs no parser; the tree is the same once `code` and line numbers are put back.
 */
export function foldFences(scanned: ScannedText): FoldedText {
  const { text, lines, kinds, certain } = scanned
  if (!certain || hasOpenHtml(scanned)) return { text, fences: [] }
  const out: string[] = []
  const fences: FoldedText['fences'] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    out.push(line)
    if (kinds[index] !== CODE || kinds[index - 1] === CODE || !startsBlock(lines, index)) continue
    const fence = openingFence(line)
    const end = fence ? findEnd(lines, index + 1, fence) : -1
    if (end <= index + 1) continue
    fences.push({ line: out.length, code: lines.slice(index + 1, end).join('\n'), removed: end - index - 1 })
    out.push(lines[end] ?? '')
    index = end
  }
  return { text: out.join('\n'), fences }
}

/** True where no paragraph can go on, and no list or quote: at the margin, after a blank line or a heading. */
function startsBlock(lines: readonly string[], index: number): boolean {
  const before = lines[index - 1] ?? ''
  return /^[`~]/.test(lines[index] ?? '') && (isBlank(before) || /^#{1,6} /.test(before))
}

/** The line that closes the fence, or -1. */
function findEnd(lines: readonly string[], start: number, fence: CodeFence): number {
  for (let index = start; index < lines.length; index += 1)
    if (closesFence(lines[index] ?? '', fence)) return index
  return -1
}
