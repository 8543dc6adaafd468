import { expect, it } from 'vitest'
import { codeFrame, displayWidth } from '../../../src/check/report/pretty.ts'

/** Column of the caret and the column of the character it should stand under, in a terminal. */
function caretColumn(frame: string): number {
  const line = frame.split('\n').find(row => row.trimEnd().endsWith('^')) ?? ''
  return line.length - 1
}

it('shows no half of a character where it begins to look at a long line', () => {
  const text = '😀'.repeat(100) + '\u0301'.repeat(195) + 'x'
  for (let column = 390; column < 396; column += 1)
    expect(codeFrame(text, 1, column), `${column}`).not.toMatch(/[\ud800-\udfff\ufffd]/u)
})

it.each([
  ['one\ntwo\nthree\nfour', 2, 2, '  1 | one\n> 2 | two\n    |  ^\n  3 | three'],
  ['one\ntwo', 1, 1, '> 1 | one\n    | ^\n  2 | two'],
  ['one\r\ntwo', 2, 4, '  1 | one\n> 2 | two\n    |    ^'],
  ['one', 5, 1, ''],
  ['\n'.repeat(7) + '8\n9\n10', 9, 1, '   8 | 8\n>  9 | 9\n     | ^\n  10 | 10'],
  ['\tx', 1, 2, '> 1 |   x\n    |   ^'],
  ['日本語x', 1, 4, '> 1 | 日本語x\n    |       ^'],
  ['e\u0301x', 1, 3, '> 1 | e\u0301x\n    |  ^'],
  ['😀x', 1, 3, '> 1 | 😀x\n    |   ^'],
  ['⏳x', 1, 2, '> 1 | ⏳x\n    |   ^'],
  ['a\u001b[31mb\u202ec', 1, 1, '> 1 | a�[31mb�c\n    | ^'],
])(
  'shows the lines around a place of %j, numbered, the caret below it: %i:%i',
  (text, line, column, frame) => {
    expect(codeFrame(text, line, column)).toBe(frame)
  },
)

it.each(['a', '字', '\t'])('cuts a long line of %s around the caret', letter => {
  const line = letter.repeat(300) + 'X' + letter.repeat(300)
  const frame = codeFrame(line, 1, 301)
  const row = frame.split('\n')[0] ?? ''
  expect(row).toMatch(/^> 1 \|\s+?…|^> 1 \| …/)
  expect(row.endsWith('…')).toBe(true)
  expect(displayWidth(row)).toBeLessThanOrEqual(107)
  expect(displayWidth(row.slice(0, row.indexOf('X')))).toBe(caretColumn(frame))
})

it.each([0, 1])(
  'shows no half of a character where a long line is cut, nor a cut of shorter lines: %i',
  odd => {
    const line = 'a'.repeat(odd) + '😀'.repeat(150) + 'X'
    const frame = codeFrame(`\n${line}\nshort`, 2, line.length)
    expect(frame).toMatch(/^  1 \|\n> 2 \| …(?:😀)+X\n    \| +\^\n  3 \| ?$/u)
    const row = frame.split('\n')[1] ?? ''
    expect(displayWidth(row.slice(0, -1))).toBe(caretColumn(frame))
  },
)

it('shows a place near the end of a long line', () => {
  const frame = codeFrame('a'.repeat(299) + 'X', 1, 300)
  const row = frame.split('\n')[0] ?? ''
  expect(row.endsWith('X')).toBe(true)
  expect(row.indexOf('X')).toBe(caretColumn(frame))
})
