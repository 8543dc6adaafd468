import { statSync } from 'node:fs'
import path from 'node:path'

/** Saves come in bursts: editors write, truncate and rename. Milliseconds of silence before a change is reported. */
const QUIET = 3
/** A file that an editor has emptied and not filled yet is given this long. */
const EMPTY = 60
/**
 * The watcher swallows a second change within 50 ms of the first, and what happens in a new folder before that is
 * watched too: after these times reported files are looked at again.
 */
const SECOND_LOOKS = [100, 1000]

/** Collects changed files, and reports them a burst at a time: sorted POSIX paths relative to the root. */
export class ChangeReports {
  readonly #root: string
  readonly #changed: (files: readonly string[]) => void
  readonly #pending = new Set<string>()
  /** Signature of each file when it was reported last. */
  readonly #known = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined

  constructor(root: string, changed: (files: readonly string[]) => void) {
    this.#root = root
    this.#changed = changed
  }

  /** A file (absolute) that has changed; `isEmptied`: more will come. */
  add(file: string, isEmptied: boolean): void {
    this.#pending.add(this.#nameOf(file))
    this.#reportAfter(isEmptied ? EMPTY : QUIET)
  }

  /** Files (absolute) that may have changed without a word: those are reported that are not as they were reported last. */
  addMissed(files: readonly string[]): void {
    for (const name of files.map(file => this.#nameOf(file)))
      if (this.#signature(name) !== this.#known.get(name)) this.#pending.add(name)
    this.#reportAfter(QUIET)
  }

  /** Reports nothing more but what is looked at again. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  #reportAfter(time: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#report(), time)
  }

  #report(): void {
    if (this.#pending.size === 0) return
    const files = [...this.#pending].toSorted()
    this.#pending.clear()
    for (const file of files) this.#known.set(file, this.#signature(file))
    this.#changed(files)
    const lookAgain = () => {
      for (const file of files) if (this.#signature(file) !== this.#known.get(file)) this.#pending.add(file)
      this.#report()
    }
    for (const delay of SECOND_LOOKS) setTimeout(lookAgain, delay).unref()
  }

  #nameOf(file: string): string {
    return path.relative(this.#root, file).split(path.sep).join('/')
  }

  /** Differs when a file was written, replaced or removed. */
  #signature(name: string): string {
    try {
      const { ino, mtimeNs, size } = statSync(path.join(this.#root, name), { bigint: true })
      return `${ino} ${mtimeNs} ${size}`
    } catch {
      return ''
    }
  }
}
