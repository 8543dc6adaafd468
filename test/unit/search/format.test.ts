import { expect, test } from 'vitest'
import {
  decodeNumbers,
  decodeTerms,
  encodeNumbers,
  encodeTerms,
  levelOf,
  weightOf,
} from '../../../src/search/format.ts'

test('numbers survive the way to text and back', () => {
  const numbers = [0, 1, 56, 57, 58, 90, 91, 1937, 1938, 65_891, 65_892, 4_000_000]
  expect(decodeNumbers(encodeNumbers(numbers))).toEqual(numbers)
  expect(decodeNumbers('')).toEqual([])
})

test('terms survive front-coding, long common beginnings included', () => {
  const terms = ['', 'a', 'ab', 'abc', 'b', 'x'.repeat(60), `${'x'.repeat(60)}y`, '挂载', '挂载=k2', '😀']
  expect(decodeTerms(encodeTerms(terms))).toEqual(terms)
  expect(decodeTerms(encodeTerms([]))).toEqual([])
})

test('a level keeps a weight to within 13 %, up to 26', () => {
  for (let weight = 0.07; weight < 26; weight *= 1.1) {
    const kept = weightOf(levelOf(weight))
    expect(Math.abs(kept / weight - 1)).toBeLessThan(0.13)
  }
  expect(levelOf(0.0001)).toBe(0)
  expect(levelOf(10_000)).toBe(44)
})
