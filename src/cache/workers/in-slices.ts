import type { Each } from './job-types.ts'
import { runWithin } from '../../lib/run-within.ts'

/** Milliseconds of work after which this thread looks up: signals are heard, requests answered. */
const SLICE = 50

/** Milliseconds after which items are taken away from this thread, so that a signal waits for less than a second. */
const PATIENCE = 600

/** Milliseconds that an item has in this thread. `limit`: those that a page may take at all. */
export function patienceWith(limit: number): number {
  return Math.min(limit, PATIENCE)
}

/**
 * Goes through items in this thread, which must not be busy for long. One that takes too long is ended, and the results are
 * those of the items before it: a thread has to do the others. `limit`: milliseconds that a page may take at all;
 * `milliseconds`: those of work at a time.
 */
export function inSlices(limit: number, milliseconds = SLICE): Each {
  const patience = patienceWith(limit)
  return async (items, make) => {
    const results: Awaited<ReturnType<typeof make>>[] = []
    const slice = () => {
      const end = performance.now() + milliseconds
      for (const item of items.slice(results.length)) {
        results.push(make(item) as (typeof results)[number])
        if (performance.now() > end) return
      }
    }
    while (results.length < items.length) {
      if (!runWithin(patience, slice)) break
      if (results.length < items.length) await new Promise(resolve => setImmediate(resolve))
    }
    return results
  }
}
