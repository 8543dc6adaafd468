import { expect, it } from 'vitest'
import { nearest } from '../../../src/lib/text.ts'

it.each([
  ['mont', ['find', 'mount', 'mound'], 'mount'],
  ['Mount', ['moutn', 'mount'], 'mount'],
  ['abcdef', ['abcxyz', 'abcdxy', 'axcdef'], 'axcdef'],
  ['configuration', ['confguraton', 'configure'], 'confguraton'],
  ['ab', ['ab12'], 'ab12'],
  ['ab', ['ab123', 'wxyz'], undefined],
  ['page', [], undefined],
])('the name closest to `%s` among %j is %s', (word, names, expected) => {
  expect(nearest(word, names)).toBe(expected)
})
