/** Lines cut out of a file; `line` is the 1-based line of the file that the first one stands on. */
export interface Excerpt {
  lines: readonly string[]
  line: number
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

/** Region marks of the usual editors, by comment style: the word, then the name (B90). */
const MARK =
  /^(\/\/|\/\*|<!--|#pragma(?=\s)|REM|::|--|#|'|;)\s*#?(region|begin|end\s?(?:region)?)\b[:*]?\s*"?([\w$-]*)/i

/** The regions of a file: its marks are read once, each region is as long to find as it is. */
export class Regions {
  readonly #lines: readonly string[]
  readonly #marks: readonly RegionMark[]
  /** Name → position of the first mark that begins such a region. */
  readonly #starts = new Map<string, number>()

  constructor(lines: readonly string[]) {
    this.#lines = lines
    this.#marks = lines.flatMap(readMark)
    this.#marks.forEach(({ isEnd, name }, at) => {
      if (!isEnd && !this.#starts.has(name)) this.#starts.set(name, at)
    })
  }

  /** A region without its mark lines and those of regions inside it, dedented; undefined when there is no such region. */
  find(name: string): Excerpt | undefined {
    const at = this.#starts.get(name) ?? -1
    const start = this.#marks[at]
    if (!start) return undefined
    const last = this.#findEnd(at)
    const end = this.#marks[last]?.index ?? this.#lines.length
    const first = start.index + 1
    const inner = new Set(this.#marks.slice(at + 1, last).map(({ index }) => index - first))
    const kept = this.#lines
      .slice(first, end)
      .filter((line, index) => !inner.has(index) || !/region/i.test(line))
    return { lines: dedent(kept), line: first + 1 }
  }

  /** Position of the mark that ends a region; regions in it that end without a name are passed over. */
  #findEnd(start: number): number {
    const { style, name } = this.#marks[start] ?? {}
    let depth = 0
    for (let at = start + 1; at < this.#marks.length; at += 1) {
      const mark = this.#marks[at]
      if (mark?.style !== style) continue
      if (!mark?.isEnd) depth += 1
      else if (mark.name === name || (depth === 0 && mark.name === '')) return at
      else if (mark.name === '') depth -= 1
    }
    return this.#marks.length
  }
}

function readMark(line: string, index: number): RegionMark[] {
  const [, style = '', word = '', name = ''] = MARK.exec(line.trimStart()) ?? []
  const isEnd = /^end/i.test(word)
  if (word === '' || (name === '' && !isEnd)) return []
  return [{ index, style: style === '::' ? 'rem' : style.toLowerCase(), isEnd, name }]
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
