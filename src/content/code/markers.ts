/** `[!code …]` markers in the comments of code, as VitePress has them, and the signs of a diff. */
import type { Code } from 'mdast'
import type { Fence } from './fence.ts'
import { withoutEscapes } from './highlight.ts'
import { type PageContext, placeInLine } from '../page-context.ts'
import { nearest } from '../../lib/text.ts'

export type LineMark = 'added' | 'removed' | 'highlighted' | 'focused' | 'error' | 'warning'

const MARKS = new Map<string, LineMark>([
  ['++', 'added'],
  ['--', 'removed'],
  ['highlight', 'highlighted'],
  ['hl', 'highlighted'],
  ['focus', 'focused'],
  ['error', 'error'],
  ['warning', 'warning'],
])

/** Code without its markers. Lines are those of the code as shown, 0-based. */
interface MarkedCode {
  code: string
  /** Of each line, its line in the code as written. */
  rows: number[]
  marks: Map<number, Set<LineMark>>
  /** Words that are marked in lines `first` to `last`. */
  words: { word: string; first: number; last: number }[]
  /** Markers without effect, as written; `row` is the line of the code as written. */
  problems: { row: number; marker: string; problem: string }[]
}

const UNKNOWN = 'is not a known marker; it is shown as text'
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
  const read: MarkedCode = { code: '', rows: [], marks: new Map(), words: [], problems: [] }
  /** They need all lines. In their order, so that each mark meets each line once. */
  const effects: (() => void)[] = []
  const done = new Map<LineMark, number>()
  let searched = 0
  for (const [row, line] of written.split('\n').entries()) {
    const first = lines.length
    const report = (marker: string, problem: string) => read.problems.push({ row, marker, problem })
    const isRead = line.includes('!code ') && line.length <= MAX_LINE
    const marked = !isRead
      ? line
      : line.replace(MARKER, (marker, content: string, index: number) => {
          if (!COMMENT.test(line.slice(0, index))) return marker
          const [, name = '', escaped = '', digits] =
            /^(word):((?:\\.|[^:\\])+)(?::(\d{1,9}))?$/i.exec(content) ??
            /^([^:]+)()(?::(\d{1,9}))?$/.exec(content) ??
            []
          const mark = MARKS.get(name.toLowerCase())
          const word = escaped.replace(/\\(.)/g, '$1')
          if (!mark && word === '') {
            report(marker, UNKNOWN)
            return marker
          }
          effects.push(() => {
            const wanted = first + Number(digits ?? (mark ? 1 : lines.length))
            const end = Math.min(lines.length, wanted)
            const isFound = mark
              ? end > first
              : searched++ < MAX_WORDS && lines.slice(first, end).some(text => text.includes(word))
            if (!isFound) report(marker, 'marks nothing')
            else if (digits !== undefined && wanted > lines.length)
              report(marker, 'goes beyond the last line of the code')
            if (mark) {
              const start = Math.max(first, done.get(mark) ?? 0)
              for (let at = start; at < end; at += 1) addMark(read.marks, at, mark)
              done.set(mark, Math.max(start, end))
            } else if (isFound) read.words.push({ word, first, last: end - 1 })
          })
          return '\0'
        })
    const text = marked.includes('\0') ? withoutEmptyComments(marked) : line
    if (marked.includes('\0') && text === '') continue
    lines.push(text.replace(ESCAPED, '[!code'))
    read.rows.push(row)
  }
  for (const apply of effects) apply()
  return { ...read, code: lines.join('\n') }
}

function withoutEmptyComments(marked: string): string {
  return marked
    .replace(SEVERAL, '\0')
    .replace(LEADING_COMMENT, '$1')
    .replace(COMMENT_AFTER_CODE, '')
    .replace(/\s*\0/g, '')
    .trimEnd()
}

function addMark(marks: MarkedCode['marks'], line: number, mark: LineMark): void {
  marks.set(line, (marks.get(line) ?? new Set()).add(mark))
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
  for (const [line, row] of rows.entries())
    if (fence.highlighted.has(row + 1)) addMark(marks, line, 'highlighted')
  return { code, plain, marks: isMarked || marks.size > 0 ? marks : undefined, words, problems }
}

/** The lines of a diff without the sign that each begins with, which marks what was added and removed. */
function takeSigns(code: string, marks: MarkedCode['marks']): string {
  const lines = code.split('\n')
  const hasColumn = lines.every(line => line === '' || /^[-+ ]/.test(line))
  return lines
    .map((line, index) => {
      const mark = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : undefined
      if (mark) addMark(marks, index, mark)
      return hasColumn || mark ? line.slice(1) : line
    })
    .join('\n')
}

export function reviewMarkers(node: Code, problems: MarkedCode['problems'], context: PageContext): void {
  const { start, end } = node.position ?? { start: { line: 1 }, end: { line: 1 } }
  // Indented code has no line of a fence before it.
  const isFenced = end.line - start.line >= node.value.split('\n').length
  for (const { row, marker, problem } of problems) {
    const near = nearest(/^\[!code ([^\s:\]]+)/.exec(marker)?.[1] ?? '', [...MARKS.keys(), 'word'])
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
