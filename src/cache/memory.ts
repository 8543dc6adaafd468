import { lstatSync, statSync } from 'node:fs'
import path from 'node:path'
import { attempt } from '../lib/files.ts'
import type { SourceFile } from '../schema/page.ts'

type States = ReadonlyMap<string, string>

const MAX_KEPT = 50

/** Milliseconds that times of files may lag behind the clock. */
const CLOCK_STEP = 20

/** Results for a program that loads the site repeatedly, valid while their key and all their files are unchanged. */
export class Memory {
  readonly #kept = new Map<string, { value: unknown; states: States }>()
  /** Pages of the last scan without problems, by file relative to the root. */
  #pages = new Map<string, { source: SourceFile; states: States }>()
  #scan = ''
  #scannedAt = 0

  /** Returns the kept result, or else calls `make`. `key`: plain data. `filesOf`: absolute files, or undefined to keep nothing. */
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
    for (const oldest of this.#kept.keys()) if (this.#kept.size > MAX_KEPT) this.#kept.delete(oldest)
    return value
  }

  /** The value that was first passed with this name and key. */
  same<Value extends object>(name: string, key: unknown, value: Value): Value {
    const id = `${name} ${JSON.stringify(key)}`
    const known = this.#kept.get(id) ?? { value, states: new Map() }
    this.#kept.set(id, known)
    return known.value as Value
  }

  /** Pages whose files haven't changed since they were read. `key`: how they are read. */
  unchangedPages(key: unknown): Map<string, SourceFile> {
    const scan = JSON.stringify(key)
    const known = scan === this.#scan ? [...this.#pages] : []
    this.#scan = scan
    this.#scannedAt = Date.now()
    const same = known.filter(([, { states }]) => isSame(states))
    return new Map(same.map(([file, { source }]) => [file, source]))
  }

  /** Skips pages with problems, which may depend on missing files, and those of plugins, which are made each time. */
  notePages(root: string, sources: readonly SourceFile[]) {
    const kept = sources.filter(({ findings, plugin }) => findings.length === 0 && plugin === undefined)
    const pages = kept.map(source => {
      const before = this.#pages.get(source.file)
      if (before?.source === source) return before
      const files = [source.file, ...source.includes].map(file => path.join(root, file))
      return { source, states: statesOf(files, this.#scannedAt) }
    })
    this.#pages = new Map(pages.map(page => [page.source.file, page]))
  }

  files(): Set<string> {
    const all = [...this.#kept.values(), ...this.#pages.values()]
    return new Set(all.flatMap(({ states }) => [...states.keys()]))
  }

  clear() {
    this.#kept.clear()
    this.#pages.clear()
  }
}

/** `since`: start of the work, in milliseconds since 1970. What has changed since may have been read before: it never counts as the same. */
function statesOf(files: readonly string[], since: number): States {
  const states = files.map(file => {
    const { state, changed } = stateOf(file)
    return [file, changed > since - CLOCK_STEP ? `${state} while it was read` : state] as const
  })
  return new Map(states)
}

const isSame = (states: States) => [...states].every(([file, state]) => stateOf(file).state === state)

/** Changes when a file is written or replaced, or names come and go in a folder; empty for what isn't there. */
function stateOf(file: string) {
  const own = attempt(() => lstatSync(file))
  const target = own?.isSymbolicLink() ? attempt(() => statSync(file)) : undefined
  const all = [own, target].filter(stats => stats !== undefined)
  return {
    state: all.map(({ ino, mtimeMs, ctimeMs, size }) => `${ino} ${mtimeMs} ${ctimeMs} ${size}`).join(' '),
    changed: Math.max(0, ...all.map(({ ctimeMs }) => ctimeMs)),
  }
}
