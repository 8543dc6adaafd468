import { describe, expect, it } from 'vitest'
import { inSlices } from '../../../../src/cache/workers/in-slices.ts'

/** Keeps this thread busy for some milliseconds; `false` is that it was not ended before. */
function work(milliseconds: number): false {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
  return false
}

/** Far more than the thread may be busy, far less than a page may take. */
const LONG = 20_000

describe('R-PATH-2: items in the main thread', () => {
  it('are done in order, each once', async () => {
    const seen: number[] = []
    const items = Array.from({ length: 300 }, (_, index) => index)
    const doubled = await inSlices(60_000)(items, item => {
      seen.push(item)
      return 2 * item
    })
    expect(seen).toEqual(items)
    expect(doubled).toEqual(items.map(item => 2 * item))
  })

  it(
    'are taken away long before the time of a page is over, and only once tried',
    { timeout: 60_000 },
    async () => {
      const tried: string[] = []
      const results = await inSlices(60_000)(['a', 'b', 'c'], item => {
        tried.push(item)
        return item === 'b' ? work(LONG) : item
      })
      expect(results).toEqual(['a'])
      expect(tried).toEqual(['a', 'b'])
    },
  )

  it('let others have their turn in between: signals, requests', async () => {
    const state = { turns: 0, isDone: false }
    const others = (async () => {
      while (!state.isDone) {
        await new Promise(resolve => setImmediate(resolve))
        state.turns += 1
      }
    })()
    await inSlices(60_000)([60, 60, 60, 60], work)
    state.isDone = true
    const { turns } = state
    await others
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  it('throw what an item throws', async () => {
    const run = inSlices(60_000)([1], () => {
      throw new RangeError('too deep')
    })
    await expect(run).rejects.toThrow('too deep')
  })
})
