import { expect, test } from 'vitest'
import { findCode, withoutCode } from '../../../src/content/includes.ts'

test.each([
  ['code spans and fences', 'a `b` c\n\n> ```js\n> d\n> ```\n', ['`b`', '> ```js\n> d\n> ```']],
  ['indented code of an item', '- e\n\n      f\n\n      g\n', ['      f\n\n      g']],
  ['the content of an item', '1. a\n\n    b\n', []],
  ['a fence in a comment', '<!--\n```\n-->\n`a`', ['`a`']],
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
