/** `[!code …]` markers in the comments of code, as VitePress has them, and the signs of a diff. */
import type { Code } from 'mdast'
import type { Fence } from './fence.ts'
import { withoutEscapes } from './highlight.ts'
import { type PageContext, placeInLine } from '../page-context.ts'
import { nearest } from '../../lib/text.ts'

export type LineMark = 'added' | 'removed' | 'highlighted' | 'focused' | 'error' | 'warning'

const MARKS: Record<string, LineMark> = {
  '++': 'added',
  '--': 'removed',
  highlight: 'highlighted',
  hl: 'highlighted',
  focus: 'focused',
  error: 'error',
  warning: 'warning',
}

/** A word that is marked in lines `first` to `last` of the code as shown, 0-based. */
interface MarkedWord {
  word: string
  first: number
  last: number
}

/** A marker without effect, as written; `row` is the 0-based line of the code as written. */
interface MarkerProblem {
  row: number
  marker: string
  problem: typeof UNKNOWN | 'marks nothing' | 'goes beyond the last line of the code'
}

const UNKNOWN = 'is not a known marker; it is shown as text'

/** Code without its markers. Lines are those of the code as shown, 0-based. */
interface MarkedCode {
  code: string
  /** Of each line, its line in the code as written. */
  rows: number[]
  marks: Map<number, Set<LineMark>>
  words: MarkedWord[]
  problems: MarkerProblem[]
}

interface Marker {
  /** Line of the code as written. */
  row: number
  /** Line of the code as shown that it counts from. */
  first: number
  /** As written. */
  text: string
  mark: LineMark | undefined
  /** Text that a `word` marker looks for. */
  word: string
  /** Number of lines that are meant. */
  count: number | undefined
}

const MARKER = /\[!code ((?:\\.|[^\]\\])+)\]/g
/** A marker that is to be shown: `[!!code ++]` in VitePress, `[\!code ++]` in Shiki. */
const ESCAPED = /\[(?:!|\\)!code(?= )/g
/** Longer lines have no markers: nobody wrote them by hand. */
const MAX_LINE = 2000
/** As many words can be marked in a block: each is searched for in all of its lines. */
const MAX_WORDS = 100
const COMMENT =
  /(?:^|[^:])\/\/|\/\*|<!--|^\s*\*|(?:^|\s)(?:#|--|;|%|rem\b|::)|(?:^|\s)["']\s*$|\{#|<#|\(\*|\{-/i
/** Markers in the same comment, or in a comment each; NUL stands for a marker that was taken out. */
const SEVERAL = /\0(?:\s*(?:\/\/|#|--|;)?\s*\0)+/g
/** A comment without anything else in it. */
const EMPTY = [
  String.raw`\{\s*\/\*+\s*\0\s*\*+\/\s*\}`,
  String.raw`\/\*+\s*\0\s*\*+\/`,
  String.raw`<!--+\s*\0\s*--+>`,
  String.raw`\(\*+\s*\0\s*\*+\)`,
  String.raw`\{-\s*\0\s*-\}|\{#\s*\0\s*#\}|<#\s*\0\s*#>`,
  String.raw`(?<!\/)\/\/+!?\s*\0\s*$`,
  String.raw`(?<=^|\s)(?:#+|--+|;+|%+|["']|\*|rem|::)\s*\0\s*$`,
].join('|')
const LEADING_COMMENT = new RegExp(`^(\\s*)(?:${EMPTY})\\s*`, 'i')
const COMMENT_AFTER_CODE = new RegExp(`\\s*(?:${EMPTY})`, 'gi')

/** Code as readers see, copy and find it: without markers and escape sequences of terminals. */
export function readableCode(value: string, lang: string): string {
  const code = value.includes('!code ') ? readMarkers(value).code : value
  return lang.toLowerCase() === 'ansi' ? withoutEscapes(code) : code
}

/**
 * Takes the markers out of code: `[!code ++]` in a comment of any of the usual kinds marks its line, `:3` three lines from
 * it on. A line that holds nothing else goes away and counts from the next one, as in VitePress.
 */
export function readMarkers(written: string): MarkedCode {
  const lines: string[] = []
  const rows: number[] = []
  const placed: Marker[] = []
  const problems: MarkerProblem[] = []
  written.split('\n').forEach((line, row) => {
    const { text, markers, unknown } = readLine(line, row, lines.length)
    for (const marker of unknown) problems.push({ row, marker, problem: UNKNOWN })
    placed.push(...markers)
    if (markers.length > 0 && text.trim() === '') return
    lines.push(text.replace(ESCAPED, '[!code'))
    rows.push(row)
  })
  const read: MarkedCode = { code: lines.join('\n'), rows, marks: new Map(), words: [], problems }
  applyMarkers(placed, lines, read)
  return read
}

/** The text of a line without its markers, and without the comments that are empty then. Unknown markers stay. */
function readLine(
  line: string,
  row: number,
  first: number,
): { text: string; markers: Marker[]; unknown: string[] } {
  const markers: Marker[] = []
  const unknown: string[] = []
  if (!line.includes('!code ') || line.length > MAX_LINE) return { text: line, markers, unknown }
  const marked = line.replace(MARKER, (text, content: string, index: number) => {
    if (!COMMENT.test(line.slice(0, index))) return text
    const [, name = '', word, count] =
      /^(word):((?:\\.|[^:\\])+)(?::(\d{1,9}))?$/i.exec(content) ??
      /^([^:]+)()(?::(\d{1,9}))?$/.exec(content) ??
      []
    const mark = Object.hasOwn(MARKS, name.toLowerCase()) ? MARKS[name.toLowerCase()] : undefined
    if (mark === undefined && !word) {
      unknown.push(text)
      return text
    }
    const plain = (word ?? '').replace(/\\(.)/g, '$1')
    markers.push({
      row,
      first,
      text,
      mark,
      word: plain,
      count: count === undefined ? undefined : Number(count),
    })
    return '\0'
  })
  if (markers.length === 0) return { text: line, markers, unknown }
  const text = marked
    .replace(SEVERAL, '\0')
    .replace(LEADING_COMMENT, '$1')
    .replace(COMMENT_AFTER_CODE, '')
    .replace(/\s*\0/g, '')
  return { text: text.trimEnd(), markers, unknown }
}

/** Notes the effect of markers. They are in order of their lines, so that each mark meets each line once. */
function applyMarkers(placed: readonly Marker[], lines: readonly string[], read: MarkedCode): void {
  const next = new Map<LineMark, number>()
  let searched = 0
  for (const { row, text, mark, word, count, first } of placed) {
    const end = Math.min(lines.length, first + (count ?? (mark ? 1 : lines.length)))
    if (mark) {
      const done = next.get(mark) ?? 0
      for (let line = Math.max(first, done); line < end; line += 1)
        read.marks.set(line, (read.marks.get(line) ?? new Set()).add(mark))
      next.set(mark, Math.max(end, done))
    }
    const isFound = mark
      ? end > first
      : searched++ < MAX_WORDS && lines.slice(first, end).some(line => line.includes(word))
    if (!isFound) read.problems.push({ row, marker: text, problem: 'marks nothing' })
    else if (count !== undefined && first + count > lines.length)
      read.problems.push({ row, marker: text, problem: 'goes beyond the last line of the code' })
    if (isFound && !mark) read.words.push({ word, first, last: end - 1 })
  }
}

/** The part of the code as written that a block shows. Lines are 0-based. */
export interface ShownCode extends Pick<MarkedCode, 'code' | 'words' | 'problems'> {
  /** The code as text: without escape sequences of terminals. */
  plain: string
  /** Marks by line; undefined where lines need no elements of their own. */
  marks: MarkedCode['marks'] | undefined
}

/** Reads the markers of a fence's code; the many blocks that have none are left as they are. */
export function readShownCode(fence: Fence, value: string): ShownCode {
  const { code: written, rows, marks, words, problems } = readMarkers(value)
  const code = fence.diff ? takeSigns(written, marks) : written
  const plain = fence.lang.toLowerCase() === 'ansi' ? withoutEscapes(code) : code
  const isMarked = fence.diff || fence.wrap || words.length > 0 || marks.size > 0
  // Lines may have gone away without leaving a mark: those that the fence names are lines of the code as written.
  if (!isMarked && plain === value) return { code, plain, marks: undefined, words, problems }
  rows.forEach((row, line) => {
    if (fence.highlighted.has(row + 1)) marks.set(line, new Set(marks.get(line)).add('highlighted'))
  })
  return { code, plain, marks: isMarked || marks.size > 0 ? marks : undefined, words, problems }
}

/** The lines of a diff without the sign that each begins with, which marks what was added and removed. */
function takeSigns(code: string, marks: MarkedCode['marks']): string {
  const lines = code.split('\n')
  const hasColumn = lines.every(line => line === '' || /^[-+ ]/.test(line))
  return lines
    .map((line, index) => {
      const mark = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : undefined
      if (mark) marks.set(index, new Set(marks.get(index)).add(mark))
      return hasColumn || mark ? line.slice(1) : line
    })
    .join('\n')
}

/** Reports markers that mark nothing. */
export function reviewMarkers(node: Code, problems: readonly MarkerProblem[], context: PageContext): void {
  const { start, end } = node.position ?? { start: { line: 1 }, end: { line: 1 } }
  // Indented code has no line of a fence before it.
  const isFenced = end.line - start.line >= node.value.split('\n').length
  for (const { row, marker, problem } of problems) {
    const near = nearest(/^\[!code ([^\s:\]]+)/.exec(marker)?.[1] ?? '', [...Object.keys(MARKS), 'word'])
    const hint = near
      ? `Did you mean \`[!code ${near}]\`?`
      : 'Write `[!!code` to show a marker, or one of: `++`, `--`, `highlight`, `focus`, `error`, `warning`, `word:…`.'
    context.findings.push({
      rule: 'markdown/code-marker',
      severity: 'warning',
      place: placeInLine(context, start.line + row + (isFenced ? 1 : 0), marker),
      message: `\`${marker}\` ${problem}.`,
      ...(problem === UNKNOWN && { hint }),
    })
  }
}
