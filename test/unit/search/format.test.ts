import { expect, test } from 'vitest'
import { decodeNumbers, encodeNumbers, levelOf, weightOf } from '../../../src/search/format.ts'

test('numbers survive the way to text and back', () => {
  const numbers = [0, 1, 56, 57, 58, 90, 91, 1937, 1938, 65_891, 65_892, 4_000_000]
  expect(decodeNumbers(encodeNumbers(numbers))).toEqual(numbers)
  expect(decodeNumbers('')).toEqual([])
})

test('a level keeps a weight to within 13 %, up to 26', () => {
  for (let weight = 0.07; weight < 26; weight *= 1.1) {
    const kept = weightOf(levelOf(weight))
    expect(Math.abs(kept / weight - 1)).toBeLessThan(0.13)
  }
  expect(levelOf(0.0001)).toBe(0)
  expect(levelOf(10_000)).toBe(44)
})
