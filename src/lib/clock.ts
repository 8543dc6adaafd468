/** Measures stages: `lap` ends one and begins the next. */
export class Clock {
  /** Milliseconds by stage. */
  readonly times: Record<string, number>
  #last = performance.now()

  /** Goes on with the times of an earlier clock, if they are given. */
  constructor(times: Record<string, number> = {}) {
    this.times = times
  }

  lap(stage: string): void {
    const now = performance.now()
    this.times[stage] = (this.times[stage] ?? 0) + now - this.#last
    this.#last = now
  }
}
