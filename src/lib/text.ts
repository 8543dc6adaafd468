import { distance } from 'fastest-levenshtein'
import { eastAsianWidth } from 'get-east-asian-width'

export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** `1 page`, `2 pages`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The candidate closest to `word` by edit distance, if it is close enough to be a misspelling of it. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    // Each letter more or less is an edit.
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const edits = distance(word.toLowerCase(), candidate.toLowerCase())
    if (edits < bestDistance) [best, bestDistance] = [candidate, edits]
  }
  return best
}

/** Marks that stand on the character before, and characters without a width of their own. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u

/** Columns that one character (a whole code point) takes in a terminal: 0, 1 or 2. */
function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x300) return 1
  return ZERO_WIDTH.test(character) ? 0 : eastAsianWidth(code)
}

/** Columns of a text in a terminal. By code points: graphemes of a line of 100 kB take Node.js 20 many seconds. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

const TAB = '  '
/** Columns of a line that are shown; a paragraph written as one line is cut around the caret. */
const MAX_WIDTH = 100
/** UTF-16 units on either side of the place that are looked at: more than is shown, however long the line is. */
const REACH = 2 * MAX_WIDTH

/** The text that was last looked at: many findings of one file come one after the other. */
const recent = { text: '', lines: [''] }

function linesOf(text: string): string[] {
  if (text !== recent.text) Object.assign(recent, { text, lines: text.split(/\r\n|\r|\n/) })
  return recent.lines
}

/**
 * Up to three lines of `text` around a place (line and column 1-based, columns in UTF-16 units as in `Place`), numbered,
 * with a caret below the column. Tabs become two spaces, wide characters count double, control characters are shown
 * as `�`. Empty when the text has no such line.
 */
export function codeFrame(text: string, line: number, column: number): string {
  const lines = linesOf(text)
  const target = lines[line - 1]
  if (target === undefined) return ''
  const first = Math.max(1, line - 1)
  const last = Math.min(lines.length, line + 1)
  const gutter = String(last).length
  const at = Math.max(0, column - 1)
  const around = (source: string) => printable(part(source, at - REACH, at + REACH))
  const caret = displayWidth(printable(part(target, at - REACH, at)))
  const offset = scrollOffset(caret, displayWidth(around(target)))
  const rows: string[] = []
  for (let number = first; number <= last; number += 1) {
    const source = cut(around(lines[number - 1] ?? ''), offset)
    rows.push(`${number === line ? '>' : ' '} ${String(number).padStart(gutter)} | ${source}`.trimEnd())
    if (number === line) rows.push(`  ${' '.repeat(gutter)} | ${' '.repeat(caret - offset)}^`)
  }
  return rows.join('\n')
}

/** The units of a line from `start` to `end`; `…` stands for those before, half a character among them. */
function part(line: string, start: number, end: number): string {
  return start <= 0 ? line.slice(0, end) : '…' + line.slice(start, end).replace(/^[\udc00-\udfff]/, '')
}

/** First column that is shown, so that the caret stands in the second third of a line that is too long. */
function scrollOffset(caret: number, width: number): number {
  if (width <= MAX_WIDTH || caret < (MAX_WIDTH * 2) / 3) return 0
  return Math.min(caret - Math.floor(MAX_WIDTH / 3), Math.max(0, width - MAX_WIDTH + 1))
}

/** The columns from `offset` on; `…` stands for what is left out on either side. */
function cut(line: string, offset: number): string {
  let column = 0
  let result = ''
  for (const character of line) {
    const width = characterWidth(character)
    const shown = column - offset
    column += width
    if (shown < 0) continue
    // A wide character cut in half leaves a column to fill, or the caret would point beside its target.
    if (result === '' && offset > 0) result = ' '.repeat(Math.max(0, shown - 1 + width)) + '…'
    else if (shown + width > MAX_WIDTH) return result + '…'
    else result += character
  }
  return result
}

/** What a terminal can show without being steered: no tabs, no control or bidirectional formatting characters. */
export function printable(line: string): string {
  return line
    .replaceAll('\t', TAB)
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, '�')
}

/** The number that a name begins with: `2-first-steps.html` → 2. */
export function numberOf(name: string): number | undefined {
  const digits = /^\d+(?=\D|$)/.exec(name)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** By code unit, but for numbers, which count as such: `page-2` comes before `page-10`. The same on every computer. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [a.split(/(\d+)/), b.split(/(\d+)/)]
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? ''
    if (part === other) continue
    // Every other part is a number; equal ones may differ in leading zeros.
    const difference = index % 2 === 1 && other !== '' ? Number(part) - Number(other) : 0
    if (difference !== 0) return difference
    return part < other ? -1 : 1
  }
  return left.length - right.length
}
