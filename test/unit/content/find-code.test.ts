import { expect, test } from 'vitest'
import { findCode, withoutCode } from '../../../src/content/find-code.ts'

test.each([
  ['code spans and fences', 'a `b` c\n\n> ```js\n> d\n> ```\n', ['`b`', '> ```js\n> d\n> ```']],
  ['indented code of an item', '- e\n\n      f\n\n      g\n', ['      f\n\n      g']],
  ['the content of an item', '1. a\n\n    b\n', []],
  ['indented lines of a paragraph', 'a\n    b\n', []],
  [
    'a fence with a line that would close it less indented',
    '````\n    ````\na\n````\n',
    ['````\n    ````\na\n````'],
  ],
  ['a fence that nothing closes', 'a\n\n~~~\nb', ['~~~\nb']],
  ['a fence that ends with its quote', '> ```\n> a\n\n`b`', ['> ```\n> a', '`b`']],
  ['a fence in a comment', '<!--\n```\n-->\n`a`', ['`a`']],
  ['backticks after a fence', '``` `a` ```', ['``` `a` ```']],
  ['runs of other lengths and escapes', '`` a ` b `` \\` c ` d', ['`` a ` b ``']],
  ['rows of a table', '| ` |\n| - |\n| ` |', []],
])('finds %s', (_, text, expected) => {
  expect(findCode(text).map(({ start, end }) => text.slice(start, end).trimEnd())).toEqual(expected)
})

test('tells the rows of blocks, and masks code with all offsets kept', () => {
  const text = 'a `b\nc` d\n\n```\n<x>\n```\n'
  expect(findCode(text).map(({ rows }) => rows)).toEqual([undefined, { first: 3, end: 6 }])
  expect(withoutCode(text)).toBe('a   \n   d\n\n   \n   \n   \n')
})
