import { expect, test } from 'vitest'
import { swipeOf } from '../../../templates/components/swipe.ts'

test.each([
  [60, 100, false, undefined],
  [61, 100, false, 'forward'],
  [90, 170, false, undefined],
  [-40, 120, false, 'backward'],
  [90, 100, true, 'backward'],
  [-90, 100, true, 'forward'],
])('a swipe to (%i, %i), right to left %s, goes %s', (x, y, rtl, way) =>
  expect(swipeOf({ x: 20, y: 100 }, { x, y }, rtl)).toBe(way),
)
