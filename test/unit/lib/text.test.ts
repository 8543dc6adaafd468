import { expect, it } from 'vitest'
import { nearest } from '../../../src/lib/text.ts'

it.each([
  ['mont', ['find', 'mount', 'mound'], 'mount'],
  ['Mount', ['moutn', 'mount'], 'mount'],
  ['abcdef', ['abcxyz', 'abcdxy', 'axcdef'], 'axcdef'],
  ['configuration', ['confguraton', 'configure'], 'confguraton'],
  ['ab', ['ab1'], 'ab1'],
  ['ab', ['ab12', 'xy', 'wxyz'], undefined],
  ['ss', ['首页'], undefined],
  ['abc', ['wxyz', 'axy'], 'axy'],
  ['page', [], undefined],
])('the name closest to `%s` among %j is %s', (word, names, expected) => {
  expect(nearest(word, names)).toBe(expected)
})
