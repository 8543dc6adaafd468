/** What is to be done. */
export interface Work {
  /** The same for all items. */
  setup: unknown
  items: readonly unknown[]
  /** Items per message, at most, but to keep a group together. */
  batch: number
  /** Lengths of stretches of items that one thread should have; those of more than two batches are divided. */
  groups?: readonly number[] | undefined
  /** Milliseconds that the first item has had already, elsewhere. */
  spent?: number
}

/** In place of the result of an item that could not be done: its time was up, or it took its thread down with it. */
export interface Lost {
  lost: 'time' | 'failed' | 'untried'
  /** What happened, as the end of a sentence. */
  reason: string
  /** Where, if it was thrown: empty for what is no error. */
  stack?: string
  /** The hook of a plugin that it was in (`plugins/running.ts`). */
  hook?: number
}

/** Some of the items of a run. */
export interface Share {
  start: number
  count: number
}

interface RunOptions {
  job: string
  /** Number of the setup. */
  number: number
  resolve(results: unknown[]): void
  reject(error: Error): void
}

/** A run in which so many items were lost is not worth waiting for. */
const MOST_LOST = 8

/** Work under way in a pool of threads: which items are given to threads, and their results. */
export class Run {
  readonly job: string
  readonly number: number
  readonly setup: unknown
  readonly items: readonly unknown[]
  readonly results: unknown[] = []
  readonly spent: number
  readonly resolve: RunOptions['resolve']
  readonly reject: RunOptions['reject']
  readonly #batch: number
  /** Positions after the last item of each group. */
  readonly #ends: ReadonlySet<number>
  /** Items before it were given to a thread. */
  #next = 0
  /** Items that were given to a thread which is gone. */
  readonly #again: Share[] = []
  #done = 0
  #lost = 0

  constructor(
    { setup, items, batch, groups = [], spent = 0 }: Work,
    { job, number, resolve, reject }: RunOptions,
  ) {
    this.job = job
    this.number = number
    this.setup = setup
    this.items = items
    this.resolve = resolve
    this.reject = reject
    this.spent = spent
    this.#batch = batch
    let end = 0
    this.#ends = new Set(groups.map(length => (end += length)))
  }

  /** Items that have no result yet. */
  get left(): number {
    return this.items.length - this.#done
  }

  /** True while there are items that no thread has. */
  get isWaiting(): boolean {
    return this.#next < this.items.length || this.#again.length > 0
  }

  /**
   * Batches become smaller towards the end, so that the threads finish together: one of `parts` parts of what is left, up
   * to the end of the group that it reaches into if that is within two batches.
   */
  takeShare(parts: number): Share {
    const again = this.#again.shift()
    if (again) return again
    const start = this.#next
    const left = this.items.length - start
    let count = Math.min(this.#batch, left, Math.ceil(left / parts))
    if (this.#ends.size > 0) {
      while (!this.#ends.has(start + count) && count < Math.min(left, 2 * this.#batch)) count += 1
    }
    this.#next += count
    return { start, count }
  }

  /** Notes results; true when they were the last ones. */
  settle(start: number, results: readonly unknown[]): boolean {
    results.forEach((result, index) => (this.results[start + index] = result))
    this.#done += results.length
    return this.left === 0
  }

  /**
   * Takes items back that a thread had and did not do. After many lost items, these and all others are given up, and the
   * run comes to its end with what other threads are at. True when that was all.
   */
  giveBack(...shares: readonly Share[]): boolean {
    this.#again.push(...shares.filter(({ count }) => count > 0))
    if (this.#lost < MOST_LOST) return false
    const untried: Lost = { lost: 'untried', reason: 'it was not tried after so many others' }
    const given = [...this.#again.splice(0), { start: this.#next, count: this.items.length - this.#next }]
    this.#next = this.items.length
    return given
      .map(({ start, count }) => this.settle(start, Array<Lost>(count).fill(untried)))
      .includes(true)
  }

  /** Gives up the item at `at` of a share; the others of the share are taken back. True when that was all. */
  lose({ start, count }: Share, at: number, lost: Lost): boolean {
    this.#lost += 1
    const isDone = this.settle(start + at, [lost])
    const before = { start, count: at }
    const after = { start: start + at + 1, count: count - at - 1 }
    return this.giveBack(before, after) || isDone
  }
}
