import { lstatSync } from 'node:fs'
import path from 'node:path'
import type { SourceFile } from '../schema/page.ts'

interface Kept {
  value: unknown
  /** Files that it was made from, and the state of each when it was made. */
  states: ReadonlyMap<string, string>
}

/** Results that are kept at a time, whatever they are of. */
const MOST = 50

/** Milliseconds by which the times of files may be behind the clock. */
const CLOCK_STEP = 20

/**
 * What a program that loads a site again and again keeps in memory. A result counts for as long as everything that it was made
 * from is as it was: its key, and the files that it names. Files are absolute.
 */
export class Memory {
  readonly #kept = new Map<string, Kept>()
  /** Pages of the last scan that had no problems, by file relative to the root. */
  readonly #pages = new Map<string, { source: SourceFile; states: ReadonlyMap<string, string> }>()
  #scan = ''
  #scannedAt = 0

  /**
   * The result of `make`, or the one that is known of this name and key (plain data). `filesOf`: files that it depends on; undefined
   * for one that isn't worth keeping.
   */
  async keep<Value>(
    name: string,
    key: unknown,
    make: () => Promise<Value>,
    filesOf: (value: Value) => readonly string[] | undefined,
  ): Promise<Value> {
    const id = `${name} ${JSON.stringify(key)}`
    const known = this.#kept.get(id)
    if (known && isSame(known.states)) return known.value as Value
    const since = Date.now()
    const value = await make()
    this.#kept.delete(id)
    const files = filesOf(value)
    if (files) this.#kept.set(id, { value, states: statesOf(files, since) })
    for (const oldest of this.#kept.keys()) if (this.#kept.size > MOST) this.#kept.delete(oldest)
    return value
  }

  /** The value that was first given with this name and key: objects that are the same stay one. */
  same<Value extends object>(name: string, key: unknown, value: Value): Value {
    const id = `${name} ${JSON.stringify(key)}`
    const known = this.#kept.get(id) ?? { value, states: new Map() }
    this.#kept.set(id, known)
    return known.value as Value
  }

  /** Pages that are as they were when they were read. `key`: how they are read. */
  unchangedPages(key: unknown): Map<string, SourceFile> {
    const scan = JSON.stringify(key)
    if (scan !== this.#scan) this.#pages.clear()
    this.#scan = scan
    this.#scannedAt = Date.now()
    const same = [...this.#pages].filter(([, { states }]) => isSame(states))
    return new Map(same.map(([file, { source }]) => [file, source]))
  }

  /** Notes the pages of a scan. One with problems may depend on files that aren't there yet, and plugins make theirs each time. */
  notePages(root: string, sources: readonly SourceFile[]): void {
    const before = new Map(this.#pages)
    this.#pages.clear()
    for (const source of sources) {
      if (source.findings.length > 0 || source.plugin !== undefined) continue
      const known = before.get(source.file)
      const files = [source.file, ...source.includes].map(file => path.join(root, file))
      this.#pages.set(
        source.file,
        known?.source === source ? known : { source, states: statesOf(files, this.#scannedAt) },
      )
    }
  }

  /** Files that what is kept was made from. */
  files(): Set<string> {
    const all = [...this.#kept.values(), ...this.#pages.values()].flatMap(({ states }) => [...states.keys()])
    return new Set(all)
  }

  /** Forgets everything. */
  clear(): void {
    this.#kept.clear()
    this.#pages.clear()
  }
}

/**
 * The states of files for a result that was begun at `since`, in milliseconds since 1970. A file that has changed since then may
 * have been read before or after that: it never counts as the same.
 */
function statesOf(files: readonly string[], since: number): Map<string, string> {
  return new Map(
    files.map(file => {
      const { state, changed } = stateOf(file)
      return [file, changed > since - CLOCK_STEP ? `${state} while it was read` : state]
    }),
  )
}

function isSame(states: ReadonlyMap<string, string>): boolean {
  for (const [file, state] of states) if (stateOf(file).state !== state) return false
  return true
}

/** Changes when a file is written or replaced, or when names come and go in a folder; empty for what isn't there. */
function stateOf(file: string): { state: string; changed: number } {
  try {
    const { ino, mtimeMs, ctimeMs, size } = lstatSync(file)
    return { state: `${ino} ${mtimeMs} ${ctimeMs} ${size}`, changed: ctimeMs }
  } catch {
    return { state: '', changed: 0 }
  }
}
