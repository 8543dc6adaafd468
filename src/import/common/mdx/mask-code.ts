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
  for (const { first, last } of fences)
    for (let row = first; row <= last; row += 1) lines[row] = ' '.repeat(lines[row]?.length ?? 0)
  // Code in a line does not go on in the next paragraph.
  const paragraphs = lines.join('\n').split(/(\n[ \t]*(?=\n))/)
  return { markup: paragraphs.map(maskSpans).join(''), fences }
}

function maskSpans(paragraph: string): string {
  let kept = ''
  let at = 0
  for (const { start, end } of spansOf(paragraph)) {
    kept += paragraph.slice(at, start) + paragraph.slice(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return kept + paragraph.slice(at)
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

/** The code spans of a paragraph: a run of backticks up to the next of its length. A backslash before it frees one mark. */
function spansOf(text: string): { start: number; end: number }[] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: run, index }) => ({ index, length: run.length }))
  const nextOf = createLengthFinder(runs.map(({ length }) => length))
  const spans: { start: number; end: number }[] = []
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
