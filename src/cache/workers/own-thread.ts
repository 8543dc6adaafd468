import { availableParallelism } from 'node:os'
import type { Each, Jobs } from './job-types.ts'
import { inSlices } from './in-slices.ts'
import { jobs } from './jobs.ts'
import type { Helper } from './pool.ts'

/** What this thread helps others with: items that take it a few milliseconds each. */
const HELPED = ['parse', 'emit', 'pack'] satisfies (keyof Jobs)[]

/** Milliseconds of work after which it looks up while others wait for it. */
const SHORT_SLICE = 20

/** With more processors it has enough to do with handing out work and taking in results. */
const FEW_PROCESSORS = 6

/** Jobs in the thread of the session, which must not be at anything for long. */
export class OwnThread {
  /** False after an item that was ended: modules may hold something half done and are not used again. */
  isUsable = true
  /** For the pool whose threads it helps. */
  readonly helper: Helper
  readonly #each: Each

  /** `limit`: milliseconds that a page may take at all. */
  constructor(limit: number) {
    this.#each = inSlices(limit)
    const each = inSlices(limit, SHORT_SLICE)
    this.helper = {
      jobs: new Set(HELPED),
      help: (job, setup, items) => this.do(job as keyof Jobs, setup as never, items as never[], each),
    }
  }

  /** Does the items of a job from the first on, until one takes too long. */
  async do(job: keyof Jobs, setup: never, items: never[], each = this.#each): Promise<unknown[]> {
    if (!this.isUsable) return []
    const results: unknown[] = await jobs[job](setup, items, each)
    this.isUsable &&= results.length === items.length
    return results
  }
}

/**
 * How work is spread where nobody says how: a thread for each processor, the own one among them where there are few. Each
 * thread loads and compiles everything: two besides the own one, on two processors, take a tenth more processor time and a
 * fifth more memory than one. A server's own thread has to answer, so it does not count.
 */
export function usualThreads(isServer: boolean): { threads: number; helps: boolean } {
  const processors = availableParallelism()
  const helps = !isServer && processors > 1 && processors <= FEW_PROCESSORS
  return { threads: helps ? processors - 1 : processors, helps }
}
