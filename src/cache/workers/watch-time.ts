/** Intervals that count, at most, when a look comes late. */
const MOST_LATE = 2

/**
 * Calls `look` about every `interval` milliseconds with those since the last time, until the returned function is called. What
 * a busy computer delays is counted, so that many short delays do not add up; what a computer slept is not.
 */
export function watchTime(interval: number, look: (passed: number) => void): () => void {
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    look(Math.min(now - last, MOST_LATE * interval))
    last = now
  }, interval)
  return () => clearInterval(timer)
}
