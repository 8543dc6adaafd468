import { afterEach, expect, it, vi } from 'vitest'
import { mapInTurns } from '../../../src/lib/process.ts'

afterEach(() => vi.restoreAllMocks())

it('hears others between items that take long, and keeps their order', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let heard = 0
  setImmediate(() => (heard += 1))
  const seen: number[] = []
  const results = await mapInTurns(
    Array.from({ length: 200 }, (_, index) => index),
    item => {
      now += 10
      seen.push(heard)
      return item * 2
    },
  )
  expect(results).toEqual(Array.from({ length: 200 }, (_, index) => index * 2))
  expect([seen[0], seen.at(-1), heard]).toEqual([0, 1, 1])
})
