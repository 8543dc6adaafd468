/** Measures stages: `lap` ends one and begins the next. */
export class Clock {
  /** Milliseconds by stage. */
  readonly times: Record<string, number>
  readonly #told: ((stage: string, time: number) => void) | undefined
  #last = performance.now()

  /** Goes on with the times of an earlier clock, if they are given. `told` hears of every lap. */
  constructor(times: Record<string, number> = {}, told?: (stage: string, time: number) => void) {
    this.times = times
    this.#told = told
  }

  lap(stage: string): void {
    const now = performance.now()
    const time = now - this.#last
    this.times[stage] = (this.times[stage] ?? 0) + time
    this.#last = now
    this.#told?.(stage, time)
  }
}
