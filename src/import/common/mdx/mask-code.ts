import { findCodeSpans } from '../../../content/code-spans.ts'
import { CODE, TEXT } from '../../../content/scan-lines.ts'

/** A block of fenced code: indices of its lines, the fences included. */
export interface FencedCode {
  first: number
  last: number
  /** White space before the opening fence. */
  indent: string
  /** The backticks or tildes. */
  fence: string
  /** Language and options, as written. */
  info: string
}

export interface MaskedText {
  /** The text with spaces in place of code, so that places are those of the text. */
  markup: string
  fences: FencedCode[]
}

const FENCE = /^((?:[ \t]|>)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})([^\n]*)$/

/** Finds code in MDX, where a fence may be indented as deep as elements are and indented text is no code. */
export function maskCode(text: string): MaskedText {
  const lines = text.split('\n')
  const fences = findFences(lines)
  const kinds = new Uint8Array(lines.length).fill(TEXT)
  for (const { first, last } of fences) kinds.fill(CODE, first, last + 1)
  const rows = lines.flatMap((line, row) => (line.includes('`') ? [row] : []))
  const spans = findCodeSpans({ text, lines, kinds, certain: true }, rows)
  const masked = lines.map((line, row) => {
    if (kinds[row] === CODE) return ' '.repeat(line.length)
    let kept = line
    for (const { start, end } of spans.get(row) ?? []) {
      const last = Math.min(end, line.length)
      kept = kept.slice(0, start) + ' '.repeat(last - start) + kept.slice(last)
    }
    return kept
  })
  return { markup: masked.join('\n'), fences }
}

function findFences(lines: readonly string[]): FencedCode[] {
  const found: FencedCode[] = []
  let open: FencedCode | undefined
  lines.forEach((line, row) => {
    if (open) {
      open.last = row
      if (closes(line, open.fence)) open = undefined
      return
    }
    const [, before = '', fence, info = ''] = FENCE.exec(line) ?? []
    if (fence === undefined || (fence.startsWith('`') && info.includes('`'))) return
    open = { first: row, last: row, indent: before.replace(/[^\t>]/g, ' '), fence, info }
    found.push(open)
  })
  return found
}

function closes(line: string, fence: string): boolean {
  const bare = line.replace(/^[ \t>]+/, '').trimEnd()
  return bare.length >= fence.length && bare === fence.charAt(0).repeat(bare.length)
}
