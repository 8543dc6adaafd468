/**
 * A content-addressed store on disk: key → bytes. A key is the hash of everything that the value was made from, so an
 * entry never becomes stale, only unused. Entries carry a checksum: what is damaged, foreign or unreadable is a miss,
 * never a failure (R-CACHE). Values lie in segments, one per writing process, so that two processes cannot mix; a small
 * index names the segment of each key and is replaced as a whole.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { keep, type Lent, read, type Segment } from './segment.ts'

export interface Store {
  /** The value, or undefined when it is not there or damaged. */
  get(key: string): Buffer | undefined
  /** True when there is an entry; it counts as used, though it may still turn out damaged. */
  has(key: string): boolean
  /** Adds a value, given in parts; the caller may go on using the bytes. */
  set(key: string, ...value: Uint8Array[]): void
  /** Where threads may put values (`keep`); undefined when nothing can be written. */
  segment(): Segment | undefined
  /** Adds what a thread has put there. */
  adopt(key: string, value: Lent): void
  /** The value for a thread to read, or undefined when it is not there. It counts as used. */
  lend(key: string): Lent | undefined
  /** Forgets every entry. */
  clear(): void
  /**
   * Writes the index. Entries that were neither read nor written since the store was opened are dropped, unless `keep`
   * is set: then those of other processes that wrote meanwhile stay too.
   */
  close(options?: { keep?: boolean }): void
  /** Number of entries. */
  readonly size: number
  /** Number of entries that turned out damaged; a damaged index counts as one. */
  readonly damaged: number
  /** True once something could not be written; it is kept in memory instead. */
  readonly failed: boolean
}

interface Entry {
  segment: string
  offset: number
  length: number
  checksum: number
}

interface Index {
  format: string
  entries: Record<string, [segment: string, offset: number, length: number, checksum: number]>
}

/** A segment with less than this share of used bytes is written anew when the store is closed. */
const COMPACT_BELOW = 0.5

/**
 * Opens the store `name` below `folder`. `format` identifies the program's version: an index of another one is
 * ignored (R-CACHE-5). With `readonly` failures of the disk every `get` is a miss and every `set` is kept in memory.
 */
export function openStore(folder: string, name: string, format: string): Store {
  const index = readIndex(path.join(folder, `${name}.index.json`), format)
  const entries = index.entries ?? new Map<string, Entry>()
  const descriptors = new Map<string, number>()
  const used = new Set<string>()
  const fallback = new Map<string, Uint8Array>()
  /** Where this store writes, from the first write to the next `close`. */
  const writing: { file?: string; segment?: Segment } = {}
  const state = { damaged: index.entries ? 0 : 1, writable: true, changed: !index.entries }

  function get(key: string): Buffer | undefined {
    const lent = lend(key)
    if (!lent) return undefined
    const value = read(lent)
    if (!value) drop(key)
    return value
  }

  /** Forgets an entry that cannot be read. */
  function drop(key: string): void {
    const file = entries.get(key)?.segment ?? ''
    // A segment that is not there was removed, by a user or by another process: nothing to warn of.
    if (existsSync(path.join(folder, file))) state.damaged += 1
    entries.delete(key)
  }

  function has(key: string): boolean {
    if (!entries.has(key) && !fallback.has(key)) return false
    used.add(key)
    return true
  }

  function lend(key: string): Lent | undefined {
    const entry = entries.get(key)
    const value = fallback.get(key) ?? (entry && locate(key, entry))
    if (value) used.add(key)
    return value
  }

  function locate(key: string, { segment: file, ...place }: Entry): Lent | undefined {
    try {
      const descriptor = descriptors.get(file) ?? openSync(path.join(folder, file), 'r')
      descriptors.set(file, descriptor)
      return { key, descriptor, ...place }
    } catch {
      drop(key)
      return undefined
    }
  }

  function set(key: string, ...value: Uint8Array[]): void {
    adopt(key, keep(segment(), key, ...value))
  }

  function adopt(key: string, value: Lent): void {
    used.add(key)
    state.changed = true
    if (value instanceof Uint8Array) {
      state.writable = false
      fallback.set(key, value)
      return
    }
    const { offset, length, checksum } = value
    entries.set(key, { segment: writing.file ?? '', offset, length, checksum })
  }

  function segment(): Segment | undefined {
    if (!state.writable) return undefined
    try {
      return (writing.segment ??= startSegment())
    } catch {
      state.writable = false
      return undefined
    }
  }

  function startSegment(): Segment {
    mkdirSync(folder, { recursive: true })
    writing.file = `${name}.${process.pid}-${process.hrtime.bigint().toString(36)}.data`
    const descriptor = openSync(path.join(folder, writing.file), 'w+')
    descriptors.set(writing.file, descriptor)
    return { descriptor, end: new BigUint64Array(new SharedArrayBuffer(8)) }
  }

  function close({ keep: keepUnused = false } = {}): void {
    const unused = keepUnused ? [] : [...entries.keys()].filter(key => !used.has(key))
    for (const key of unused) entries.delete(key)
    if (keepUnused && state.changed) addForeign()
    if (state.changed || unused.length > 0) {
      compact()
      if (state.writable) writeIndex()
    }
    for (const descriptor of descriptors.values()) closeSync(descriptor)
    descriptors.clear()
    // What is in no index is of no use, least of all on a full disk.
    if (!state.writable && writing.file) rmSync(path.join(folder, writing.file), { force: true })
    delete writing.segment
  }

  /** Takes in what other processes wrote since the store was opened. */
  function addForeign(): void {
    const foreign = readIndex(path.join(folder, `${name}.index.json`), format).entries
    for (const [key, entry] of foreign ?? []) {
      if (!entries.has(key)) entries.set(key, entry)
    }
  }

  /** Moves what is still used out of segments that are mostly garbage; what is damaged must not get a new checksum. */
  function compact(): void {
    const live = new Map<string, number>()
    for (const { segment: file, length } of entries.values()) live.set(file, (live.get(file) ?? 0) + length)
    for (const [key, entry] of entries) {
      if (entry.segment === writing.file) continue
      const size = fileSize(path.join(folder, entry.segment))
      const crowded = live.size > 8
      if (!crowded && (live.get(entry.segment) ?? 0) >= size * COMPACT_BELOW) continue
      const value = get(key)
      if (value) set(key, value)
    }
  }

  function writeIndex(): void {
    try {
      const names = new Set<string>()
      const rows: Index['entries'] = {}
      for (const [key, entry] of entries) {
        names.add(entry.segment)
        rows[key] = [entry.segment, entry.offset, entry.length, entry.checksum]
      }
      const file = path.join(folder, `${name}.index.json`)
      const text = JSON.stringify({ format, entries: rows } satisfies Index)
      writeFileSync(`${file}.${process.pid}`, `${crc32(text)}\n${text}`)
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true })
      renameSync(`${file}.${process.pid}`, file)
      removeUnused(names)
    } catch {
      state.writable = false
    }
  }

  function removeUnused(names: ReadonlySet<string>): void {
    for (const file of readdirSync(folder)) {
      if (file.startsWith(`${name}.`) && file.endsWith('.data') && !names.has(file)) {
        rmSync(path.join(folder, file), { force: true, recursive: true })
      }
    }
  }

  return {
    get,
    has,
    set,
    segment,
    adopt,
    lend,
    clear() {
      state.changed = true
      entries.clear()
      fallback.clear()
    },
    close,
    get size() {
      return entries.size + fallback.size
    },
    get damaged() {
      return state.damaged
    },
    get failed() {
      return !state.writable
    },
  }
}

/** The entries; empty for an index that is missing or of another program, undefined for one that is damaged. */
function readIndex(file: string, format: string): { entries: Map<string, Entry> | undefined } {
  try {
    const text = readFileSync(file, 'utf8')
    const start = text.indexOf('\n') + 1
    if (Number(text.slice(0, start)) !== crc32(text.slice(start))) return { entries: undefined }
    const index = JSON.parse(text.slice(start)) as Index
    return { entries: new Map(index.format === format ? Object.entries(index.entries).map(toEntry) : []) }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return { entries: ['ENOENT', 'ENOTDIR'].includes(code) ? new Map() : undefined }
  }
}

function toEntry([key, [segment, offset, length, sum]]: [string, Index['entries'][string]]): [string, Entry] {
  return [key, { segment: path.basename(segment), offset, length, checksum: sum }]
}

function fileSize(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}
