/** What is to be done. */
export interface Work {
  /** The same for all items. */
  setup: unknown
  items: readonly unknown[]
  /** Items per message, at most, but to keep a group together. */
  batch: number
  /** Lengths of stretches of items that one thread should have; those of more than two batches are divided. */
  groups?: readonly number[] | undefined
}

/** In place of the result of an item that could not be done: its time was up, or it took its thread down with it. */
export interface Lost {
  lost: 'time' | 'failed' | 'untried'
  /** What happened, as the end of a sentence. */
  reason: string
  /** Where, if it was thrown: empty for what is no error. */
  stack?: string
}

/** Some of the items of a run. */
export interface Share {
  start: number
  count: number
}

/** Work under way in a pool of threads. */
export interface Run extends Work {
  number: number
  job: string
  /** Where groups end. */
  ends: ReadonlySet<number>
  /** Items before it were given to a thread. */
  next: number
  /** Items that were given to a thread which is gone. */
  again: Share[]
  done: number
  lost: number
  results: unknown[]
  resolve(results: unknown[]): void
  reject(error: Error): void
}

/** A run in which so many items were lost is not worth waiting for. */
const MOST_LOST = 8

/**
 * Batches become smaller towards the end, so that the threads finish together: one of `parts` parts of what is left, up to
 * the end of the group that it reaches into if that is within two batches.
 */
export function takeShare(run: Run, parts: number): Share {
  const again = run.again.shift()
  if (again) return again
  const start = run.next
  const left = run.items.length - start
  let count = Math.min(run.batch, left, Math.ceil(left / parts))
  if (run.ends.size > 0)
    while (!run.ends.has(start + count) && count < Math.min(left, 2 * run.batch)) count += 1
  run.next += count
  return { start, count }
}

/** Positions after the last item of each group. */
export function endsOf(groups: readonly number[] = []): Set<number> {
  let end = 0
  return new Set(groups.map(length => (end += length)))
}

/** True while there are items that no thread has. */
export function isWaiting({ next, items, again }: Run): boolean {
  return next < items.length || again.length > 0
}

/** Puts results in their place; true when they were the last ones. */
export function settle(run: Run, start: number, results: readonly unknown[]): boolean {
  results.forEach((result, index) => (run.results[start + index] = result))
  run.done += results.length
  return run.done === run.items.length
}

/**
 * Takes items back that a thread had and did not do. After many lost items, these and all others are given up, and the
 * run comes to its end with what other threads are at. True when that was all.
 */
export function giveBack(run: Run, shares: readonly Share[]): boolean {
  run.again.push(...shares.filter(({ count }) => count > 0))
  if (run.lost < MOST_LOST) return false
  const untried: Lost = { lost: 'untried', reason: 'it was not tried after so many others' }
  const rest = { start: run.next, count: run.items.length - run.next }
  run.next = run.items.length
  const given = [...run.again.splice(0), rest]
  return given.map(({ start, count }) => settle(run, start, Array<Lost>(count).fill(untried))).includes(true)
}

/** Gives up the item at `at` of a share; the others of the share are taken back. True when that was all. */
export function lose(run: Run, { start, count }: Share, { at, lost }: { at: number; lost: Lost }): boolean {
  run.lost += 1
  const isDone = settle(run, start + at, [lost])
  const others = [
    { start, count: at },
    { start: start + at + 1, count: count - at - 1 },
  ]
  return giveBack(run, others) || isDone
}
