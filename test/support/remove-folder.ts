import { rmSync } from 'node:fs'

/** Milliseconds between attempts, and how many there are. */
const PAUSE = 200
const ATTEMPTS = 100

/** Removes a folder, also while a process that was just ended still writes into it: what it keeps of compiled code comes last. */
export function removeFolder(folder: string): void {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      rmSync(folder, { recursive: true, force: true })
      return
    } catch (error) {
      // `maxRetries` does not help: it tries again to remove the folder, not what has come into it.
      if (left === 0 || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
    }
  }
}
