import type { Each } from './job-types.ts'
import type { Timing } from './messages.ts'

/** Milliseconds since 1970, with fractions: the same in all threads. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

/** Times a task and each of its items, for a profile. */
export class TaskTimer {
  readonly #start = now()
  readonly #items: number[] = []

  /** Goes through items as `each` does, and times them. */
  timed(each: Each): Each {
    return (items, make, kind) =>
      each(
        items,
        item => {
          const start = now()
          const note = () => void this.#items.push(start, now())
          const made = make(item)
          if (made instanceof Promise) return made.finally(note) as typeof made
          note()
          return made
        },
        kind,
      )
  }

  /** The times until now. */
  stop(): Timing {
    const items = Float64Array.from(this.#items)
    return { start: this.#start, end: now(), items, heap: process.memoryUsage().heapUsed }
  }
}
