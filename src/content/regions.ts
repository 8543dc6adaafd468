/** Lines cut out of a file; `line` is the 1-based line of the file that the first one stands on. */
export interface Excerpt {
  lines: readonly string[]
  line: number
}

/** The lines of a file that pages include, and its named parts. */
export interface FileLines {
  all: Excerpt
  /** A named region without its mark lines and those of regions inside it, dedented; undefined when there is none. */
  region(name: string): Excerpt | undefined
  /** The part of a page below the heading with an explicit id. */
  headingPart(id: string): Excerpt | undefined
}

/** The lines of a text. Marks of regions are looked for once, however often the file is included. */
export function linesOf(text: string): FileLines {
  const lines = text.split('\n')
  let marks: readonly RegionMark[] | undefined
  return {
    all: { lines, line: 1 },
    region: name => findRegion(lines, (marks ??= lines.flatMap(readMark)), name),
    headingPart: id => findHeadingPart(lines, id),
  }
}

function findHeadingPart(lines: readonly string[], id: string): Excerpt | undefined {
  const start = lines.findIndex(line => line.startsWith('#') && line.trimEnd().endsWith(`{#${id}}`))
  const depth = headingDepth(lines[start] ?? '')
  if (depth === 0) return undefined
  const length = lines.slice(start + 1).findIndex(line => {
    const other = headingDepth(line)
    return other > 0 && other <= depth
  })
  return { lines: lines.slice(start, length === -1 ? undefined : start + 1 + length), line: start + 1 }
}

function headingDepth(line: string): number {
  return /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0
}

/** A line that begins or ends a region. */
interface RegionMark {
  /** Index of the line. */
  index: number
  /** How comments begin in this kind of file: a region ends with a mark like the one that it begins with. */
  style: string
  isEnd: boolean
  /** Of the region; an end need not name it. */
  name: string
}

/** Region marks of the usual editors, by comment style: the word, then the name. */
const MARK =
  /^(\/\/|\/\*|<!--|#pragma(?=\s)|REM|::|--|#|'|;)\s*#?(region|begin|end\s?(?:region)?)\b[:*]?\s*"?([\w$-]*)/i

function readMark(line: string, index: number): RegionMark[] {
  const [, style = '', word = '', name = ''] = MARK.exec(line.trimStart()) ?? []
  const isEnd = /^end/i.test(word)
  if (word === '' || (name === '' && !isEnd)) return []
  return [{ index, style: style === '::' ? 'rem' : style.toLowerCase(), isEnd, name }]
}

function findRegion(
  lines: readonly string[],
  marks: readonly RegionMark[],
  name: string,
): Excerpt | undefined {
  const at = marks.findIndex(mark => !mark.isEnd && mark.name === name)
  const start = marks[at]
  if (!start) return undefined
  const last = findEnd(marks, at, start)
  const end = marks[last]?.index ?? lines.length
  const first = start.index + 1
  const inner = new Set(marks.slice(at + 1, last).map(({ index }) => index - first))
  const kept = lines.slice(first, end).filter((line, index) => !inner.has(index) || !/region/i.test(line))
  return { lines: dedent(kept), line: first + 1 }
}

/** Position of the mark that ends a region; regions in it that end without a name are passed over. */
function findEnd(marks: readonly RegionMark[], start: number, { style, name }: RegionMark): number {
  let depth = 0
  for (let at = start + 1; at < marks.length; at += 1) {
    const mark = marks[at]
    if (mark?.style !== style) continue
    if (!mark.isEnd) depth += 1
    else if (mark.name === name || (depth === 0 && mark.name === '')) return at
    else if (mark.name === '') depth -= 1
  }
  return marks.length
}

/** Takes the lines of a range such as `3,10`, `3,`, `,10` or `4`; undefined when it is not a range. */
export function takeRange(excerpt: Excerpt, range: string): Excerpt | undefined {
  const [first = '', last, ...others] = range.split(',').map(part => part.trim())
  const isRange = others.length === 0 && /^\d*$/.test(first) && /^\d*$/.test(last ?? '')
  if (!isRange || range.trim() === '') return undefined
  const from = first === '' ? 1 : Number(first)
  const to = last === undefined ? from : last === '' ? excerpt.lines.length : Number(last)
  return { lines: excerpt.lines.slice(from - 1, to), line: excerpt.line + from - 1 }
}

/** Removes the indentation that all lines with text share. */
function dedent(lines: readonly string[]): string[] {
  const indents = lines.filter(line => line.trim() !== '').map(line => /^[ \t]*/.exec(line)?.[0].length ?? 0)
  const shared = indents.reduce((least, indent) => Math.min(least, indent), Infinity)
  return Number.isFinite(shared) ? lines.map(line => line.slice(shared)) : [...lines]
}
