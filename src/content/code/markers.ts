/** What a marker says of a line. */
export type LineMark = 'added' | 'removed' | 'highlighted' | 'focused' | 'error' | 'warning'

/** Words of markers, those of VitePress. */
const MARKS: Record<string, LineMark> = {
  '++': 'added',
  '--': 'removed',
  highlight: 'highlighted',
  hl: 'highlighted',
  focus: 'focused',
  error: 'error',
  warning: 'warning',
}
/** What can stand behind `[!code`. */
export const MARKER_NAMES = [...Object.keys(MARKS), 'word']

/** A word that is marked wherever it stands in lines `first` to `last` of the code as shown, 0-based. */
export interface MarkedWord {
  word: string
  first: number
  last: number
}

/** A marker that says nothing; `row` is the 0-based line of the code as written. */
export interface MarkerProblem {
  row: number
  /** As written. */
  marker: string
  reason: 'unknown' | 'nothing' | 'beyond'
}

/** Code without its markers, and what they say. Lines are those of the code as shown, 0-based. */
export interface MarkedCode {
  code: string
  /** Of each line, its line in the code as written. */
  rows: number[]
  marks: Map<number, Set<LineMark>>
  words: MarkedWord[]
  problems: MarkerProblem[]
}

interface Marker {
  text: string
  name: string
  /** What a `word` marker looks for. */
  word: string
  /** Number of lines that are meant. */
  count: number | undefined
}

/** A marker and the line that it counts from. */
type Placed = Marker & { row: number; first: number }

const MARKER = /\[!code ((?:\\.|[^\]\\])+)\]/g
/** A marker that is to be shown: `[!!code ++]` as VitePress has it, `[\!code ++]` as Shiki has it. */
const ESCAPED = /\[(?:!|\\)!code(?= )/g
/** Longer lines have no markers: nobody wrote them by hand. */
const MAX_LINE = 2000
const COMMENT =
  /(?:^|[^:])\/\/|\/\*|<!--|^\s*\*|(?:^|\s)(?:#|--|;|%|rem\b|::)|(?:^|\s)["']\s*$|\{#|<#|\(\*|\{-/i
/** What opens a comment that is nothing but markers, and what closes it; `undefined` for the end of the line. */
const PAIRS: [RegExp, RegExp?][] = [
  [/\{\s*\/\*+$/, /^\*+\/\s*\}/],
  [/\/\*+$/, /^\*+\//],
  [/<!--+$/, /^--+>/],
  [/\(\*+$/, /^\*+\)/],
  [/\{-$/, /^-\}/],
  [/\{#$/, /^#\}/],
  [/<#$/, /^#>/],
  [/(?<!\/)\/\/+!?$/],
  [/(?<=^|\s)(?:#+|--+|;+|%+|["']|\*|rem|::)$/i],
]
/** Characters in which the opening of a comment is looked for. */
const TAIL = 12
/** As many words can be marked in a block: each is looked for in all of its lines. */
const MAX_WORDS = 100

/** True when code may hold a marker; saves reading the many blocks that do not. */
export function mayHaveMarkers(code: string): boolean {
  return code.includes('!code ')
}

/** Code as readers see, copy and find it. A marker is not a part of what it says. */
export function withoutMarkers(code: string): string {
  return mayHaveMarkers(code) ? readMarkers(code).code : code
}

/**
 * Takes the markers out of code: `[!code ++]` in a comment of any of the usual kinds marks its line, `:3` three lines from
 * it on. A line that holds nothing else goes away and counts from the next one, as in VitePress.
 */
export function readMarkers(written: string): MarkedCode {
  const lines: string[] = []
  const rows: number[] = []
  const placed: Placed[] = []
  const problems: MarkerProblem[] = []
  written.split('\n').forEach((line, row) => {
    const { text, markers, unknown } = readLine(line)
    for (const marker of unknown) problems.push({ row, marker, reason: 'unknown' })
    placed.push(...markers.map(marker => ({ ...marker, row, first: lines.length })))
    if (markers.length > 0 && text.trim() === '') return
    lines.push(text.replace(ESCAPED, '[!code'))
    rows.push(row)
  })
  const read: MarkedCode = { code: lines.join('\n'), rows, marks: new Map(), words: [], problems }
  applyMarkers(placed, lines, read)
  return read
}

interface ReadLine {
  text: string
  markers: Marker[]
  /** Markers in comments whose word is not known; they stay in the text. */
  unknown: string[]
}

function readLine(line: string): ReadLine {
  const read: ReadLine = { text: '', markers: [], unknown: [] }
  if (!mayHaveMarkers(line) || line.length > MAX_LINE) return { ...read, text: line }
  let at = 0
  let isInComment = false
  /** Right behind a marker: what it stood in may have become empty. */
  let isOpen = false
  for (const match of line.matchAll(MARKER)) {
    const between = line.slice(at, match.index)
    isInComment ||= COMMENT.test(between)
    if (!isOpen) read.text += between
    else if (!/^\s*(?:(?:\/\/|#|--|;)\s*)?$/.test(between)) read.text = joinText(read.text, between)
    at = match.index + match[0].length
    const marker = isInComment ? readMarker(match[0], match[1] ?? '') : undefined
    if (marker) read.markers.push(marker)
    else read.text += match[0]
    if (isInComment && !marker) read.unknown.push(match[0])
    isOpen = marker !== undefined
  }
  const rest = line.slice(at)
  read.text = isOpen ? joinText(read.text, rest) : read.text + rest
  return read
}

function readMarker(text: string, content: string): Marker | undefined {
  const word = /^word:((?:\\.|[^:\\])+)(?::(\d{1,9}))?$/i.exec(content)
  if (word) {
    return { text, name: 'word', word: (word[1] ?? '').replace(/\\(.)/g, '$1'), count: countOf(word[2]) }
  }
  const [, name = '', count] = /^([^:]+)(?::(\d{1,9}))?$/.exec(content) ?? []
  const known = name.toLowerCase()
  return Object.hasOwn(MARKS, known) ? { text, name: known, word: '', count: countOf(count) } : undefined
}

function countOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}

/** The text on both sides of markers that were taken out, without the comment if that is now empty. */
function joinText(before: string, after: string): string {
  const left = before.trimEnd()
  const right = after.trimStart()
  const tail = left.slice(-TAIL)
  for (const [opening, closing] of PAIRS) {
    const opened = opening.exec(tail)?.[0].length
    const closed = closing ? closing.exec(right)?.[0].length : right === '' ? 0 : undefined
    if (opened === undefined || closed === undefined) continue
    const kept = left.slice(0, -opened)
    return kept.trim() === ''
      ? kept + right.slice(closed).trimStart()
      : (kept.trimEnd() + right.slice(closed)).trimEnd()
  }
  return right === '' ? left : left + after
}

/** Notes what markers say. They are in order of their lines, so that each mark meets each line once. */
function applyMarkers(placed: readonly Placed[], lines: readonly string[], read: MarkedCode): void {
  const next = new Map<LineMark, number>()
  let looked = 0
  for (const { row, text, name, word, count, first } of placed) {
    const report = (reason: MarkerProblem['reason']) => read.problems.push({ row, marker: text, reason })
    const end = Math.min(lines.length, first + (count ?? (name === 'word' ? lines.length : 1)))
    const mark = MARKS[name]
    if (mark) {
      for (let line = Math.max(first, next.get(mark) ?? 0); line < end; line += 1)
        read.marks.set(line, (read.marks.get(line) ?? new Set()).add(mark))
      next.set(mark, Math.max(end, next.get(mark) ?? 0))
    }
    const isFound = mark
      ? end > first
      : looked++ < MAX_WORDS && lines.slice(first, end).some(line => line.includes(word))
    if (!isFound) report('nothing')
    else if (count !== undefined && first + count > lines.length) report('beyond')
    if (isFound && !mark) read.words.push({ word, first, last: end - 1 })
  }
}
