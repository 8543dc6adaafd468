import { lstatSync } from 'node:fs'
import path from 'node:path'
import { type FileTree, signatureOf } from './file-tree.ts'
import { sitePath } from '../lib/paths.ts'

/** Saves come in bursts: editors write, truncate and rename. Milliseconds of silence before a change is reported. */
const QUIET = 3
/** A file that an editor has emptied and not filled yet is given this long. */
const EMPTY = 60
/** The watcher swallows a second change within 50 ms of the first: after these times reported files are looked at again. */
const SECOND_LOOKS = [100, 1000]

/** Collects changed files, and reports them a burst at a time: sorted POSIX paths relative to the root. */
export class ChangeReports {
  readonly #root: string
  readonly #changed: (files: readonly string[]) => void
  readonly #pending = new Set<string>()
  /** Signature of each file when it was looked at or reported last; empty for one that was gone. */
  readonly #known = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(root: string, changed: (files: readonly string[]) => void) {
    this.#root = root
    this.#changed = changed
  }

  /** A file (absolute) that has changed; `isEmptied`: more will come. */
  add(file: string, isEmptied: boolean): void {
    this.#pending.add(this.#nameOf(file))
    this.#reportAfter(isEmptied ? EMPTY : QUIET)
  }

  /**
   * Reports of all files those that changed, came or went without a word. One that is seen for the first time has
   * come, unless it was last changed before `since`, in milliseconds since 1970.
   */
  compare({ files }: FileTree, since: number): void {
    const names = new Set<string>()
    for (const [file, { signature, changedAt }] of files) {
      const name = this.#nameOf(file)
      names.add(name)
      if (!this.#known.has(name) && changedAt < since) this.#known.set(name, signature)
      if (this.#known.get(name) !== signature) this.#addMissed(name)
    }
    for (const name of this.#known.keys()) if (!names.has(name)) this.#addMissed(name)
    this.#reportAfter(QUIET)
  }

  /** Reports nothing more. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #addMissed(name: string): void {
    if (this.#signature(name) !== this.#known.get(name)) this.#pending.add(name)
  }

  #reportAfter(time: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#report(), time)
  }

  #report(): void {
    if (this.#isStopped || this.#pending.size === 0) return
    const files = [...this.#pending].toSorted()
    this.#pending.clear()
    for (const file of files) this.#known.set(file, this.#signature(file))
    this.#changed(files)
    const lookAgain = () => {
      for (const file of files) this.#addMissed(file)
      this.#report()
    }
    for (const delay of SECOND_LOOKS) setTimeout(lookAgain, delay).unref()
  }

  #nameOf(file: string): string {
    return sitePath(this.#root, file)
  }

  #signature(name: string): string {
    try {
      return signatureOf(lstatSync(path.join(this.#root, name)))
    } catch {
      return ''
    }
  }
}
