import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchTime } from '../../../../src/cache/workers/watch-time.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What is told after looks that came so many milliseconds after one another. */
function looksAfter(delays: readonly number[]): number[] {
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const looks: number[] = []
  const end = watchTime(300, passed => looks.push(passed))
  for (const delay of delays) {
    now += delay
    vi.advanceTimersByTime(300)
  }
  end()
  vi.advanceTimersByTime(3000)
  return looks
}

it('R-PATH-2: many short delays of a busy machine do not add up to a longer limit', () => {
  expect(looksAfter([300, 330, 450])).toEqual([300, 330, 450])
})

it('what a computer slept does not use up the time of a page', () => {
  expect(looksAfter([300, 3_600_000, 300])).toEqual([300, 600, 300])
})
