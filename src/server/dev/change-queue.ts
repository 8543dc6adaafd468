import { ALL } from './loader.ts'

/** Runs one load at a time; changes that come meanwhile are loaded together. */
export class ChangeQueue {
  readonly #run: (changed: readonly string[]) => Promise<void>
  readonly #failed: (error: unknown) => void
  #running = Promise.resolve()
  #waiting: Set<string> | undefined

  /** `failed` is told what `run` throws. */
  constructor(run: (changed: readonly string[]) => Promise<void>, failed: (error: unknown) => void) {
    this.#run = run
    this.#failed = failed
  }

  /** Settles when the changes are loaded. */
  push(changed: readonly string[]): Promise<void> {
    if (this.#waiting) {
      for (const file of changed) this.#waiting.add(file)
      return this.#running
    }
    const waiting = new Set(changed)
    this.#waiting = waiting
    this.#running = this.#running.then(() => {
      this.#waiting = undefined
      return this.#run(waiting.has('*') ? ALL : [...waiting]).catch(this.#failed)
    })
    return this.#running
  }
}
