/**
 * A content-addressed store on disk: key → bytes. A key is the hash of everything that the value was made from, so an
 * entry never becomes stale, only unused. Entries carry a checksum: what is damaged, foreign or unreadable is a miss,
 * never a failure (R-CACHE). Values lie in segments, one per writing process, so that two processes cannot mix; a small
 * index names the segment of each key and is replaced as a whole.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'

export interface Store {
  /** The value, or undefined when it is not there or damaged. */
  get(key: string): Buffer | undefined
  /** True when there is an entry; it counts as used, though it may still turn out damaged. */
  has(key: string): boolean
  /** Adds a value; the caller may go on using the buffer. */
  set(key: string, value: Buffer): void
  /** Forgets every entry. */
  clear(): void
  /**
   * Writes the index. Entries that were neither read nor written since the store was opened are dropped, unless `keep`
   * is set: then those of other processes that wrote meanwhile stay too.
   */
  close(options?: { keep?: boolean }): void
  /** Number of entries that turned out damaged. */
  readonly damaged: number
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
  const entries = readIndex(path.join(folder, `${name}.index.json`), format)
  const descriptors = new Map<string, number>()
  const used = new Set<string>()
  const fallback = new Map<string, Buffer>()
  const segment = `${name}.${process.pid}-${process.hrtime.bigint().toString(36)}.data`
  const state = { damaged: 0, size: 0, writable: true, changed: false }

  function get(key: string): Buffer | undefined {
    const kept = fallback.get(key)
    if (kept) return kept
    const entry = entries.get(key)
    if (!entry) return undefined
    const value = read(entry)
    if (value && crc32(value) === entry.checksum) {
      used.add(key)
      return value
    }
    state.damaged += 1
    entries.delete(key)
    return undefined
  }

  function has(key: string): boolean {
    if (!entries.has(key) && !fallback.has(key)) return false
    used.add(key)
    return true
  }

  function read({ segment: file, offset, length }: Entry): Buffer | undefined {
    try {
      const descriptor = descriptors.get(file) ?? openSync(path.join(folder, file), 'r')
      descriptors.set(file, descriptor)
      const value = Buffer.allocUnsafe(length)
      return readSync(descriptor, value, 0, length, offset) === length ? value : undefined
    } catch {
      return undefined
    }
  }

  function set(key: string, value: Buffer): void {
    used.add(key)
    state.changed = true
    if (!state.writable) return void fallback.set(key, value)
    try {
      const descriptor = writeDescriptor()
      writeSync(descriptor, value, 0, value.length, state.size)
      entries.set(key, { segment, offset: state.size, length: value.length, checksum: crc32(value) })
      state.size += value.length
    } catch {
      state.writable = false
      fallback.set(key, value)
    }
  }

  function writeDescriptor(): number {
    const open = descriptors.get(segment)
    if (open !== undefined) return open
    mkdirSync(folder, { recursive: true })
    const descriptor = openSync(path.join(folder, segment), 'w+')
    descriptors.set(segment, descriptor)
    return descriptor
  }

  function close({ keep = false } = {}): void {
    const unused = keep ? [] : [...entries.keys()].filter(key => !used.has(key))
    for (const key of unused) entries.delete(key)
    if (keep && state.changed) addForeign()
    if (state.changed || unused.length > 0) {
      compact()
      if (state.writable) writeIndex()
    }
    for (const descriptor of descriptors.values()) closeSync(descriptor)
    descriptors.clear()
  }

  /** Takes in what other processes wrote since the store was opened. */
  function addForeign(): void {
    for (const [key, entry] of readIndex(path.join(folder, `${name}.index.json`), format)) {
      if (!entries.has(key)) entries.set(key, entry)
    }
  }

  /** Moves what is still used out of segments that are mostly garbage. */
  function compact(): void {
    const live = new Map<string, number>()
    for (const { segment: file, length } of entries.values()) live.set(file, (live.get(file) ?? 0) + length)
    for (const [key, entry] of entries) {
      if (entry.segment === segment) continue
      const size = fileSize(path.join(folder, entry.segment))
      const crowded = live.size > 8
      if (!crowded && (live.get(entry.segment) ?? 0) >= size * COMPACT_BELOW) continue
      const value = read(entry)
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
      writeFileSync(`${file}.${process.pid}`, JSON.stringify({ format, entries: rows } satisfies Index))
      renameSync(`${file}.${process.pid}`, file)
      removeUnused(names)
    } catch {
      state.writable = false
    }
  }

  function removeUnused(names: ReadonlySet<string>): void {
    for (const file of readdirSync(folder)) {
      if (file.startsWith(`${name}.`) && file.endsWith('.data') && !names.has(file)) {
        rmSync(path.join(folder, file), { force: true })
      }
    }
  }

  return {
    get,
    has,
    set,
    clear() {
      state.changed = true
      entries.clear()
      fallback.clear()
    },
    close,
    get damaged() {
      return state.damaged
    },
  }
}

function readIndex(file: string, format: string): Map<string, Entry> {
  try {
    const index = JSON.parse(readFileSync(file, 'utf8')) as Index
    if (index.format !== format) return new Map()
    return new Map(
      Object.entries(index.entries).map(([key, [segment, offset, length, checksum]]) => [
        key,
        { segment: path.basename(segment), offset, length, checksum },
      ]),
    )
  } catch {
    return new Map()
  }
}
function fileSize(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}
