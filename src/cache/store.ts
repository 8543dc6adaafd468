import path from 'node:path'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync, readSync } from 'node:fs'
import { type Damage, regular, readStoredNow, writeStoredNow } from './checked-file.ts'
import { isWhole, readValue, type Segment, type Slice, type StoredValue, storeValue } from './segment.ts'

/** A segment with less than this share of used bytes is written anew when the store is closed. */
const COMPACT_BELOW = 0.5

/** More segments than this are joined. */
const MOST_SEGMENTS = 8

/**
 * A content-addressed store on disk: key → bytes. A key is the hash of everything that the value was made from, so an
 * entry never becomes stale, only unused. Entries carry a checksum: what is damaged, foreign or unreadable is a miss,
 * never a failure (R-CACHE). Values lie in segments, one per writing process, so that two processes cannot mix; a small
 * index (`store-index.ts`) names the segment of each key and is replaced as a whole. Where the disk refuses to write,
 * values are kept in memory.
 */
export class Store {
  readonly #folder: string
  readonly #name: string
  readonly #format: string
  readonly #entries: Entries
  readonly #damage: Damage = new Set()
  /** Values that could not be written. */
  readonly #memory = new Map<string, Uint8Array>()
  /** Keys that were read or written since the store was opened. */
  readonly #used = new Set<string>()
  readonly #forgotten = new Set<string>()
  /** Open segments by file name. */
  readonly #descriptors = new Map<string, number>()
  /** The segment that this store writes to, from the first write to the next `close`. */
  #writing: { file: string; segment: Segment } | undefined
  #isChanged: boolean
  #isWritable = true
  #keepsForeign = true

  /**
   * Opens the store `name` below `folder` (absolute). `format` identifies the program's version: what another one wrote
   * is ignored (R-CACHE-5).
   */
  constructor(folder: string, name: string, format: string) {
    this.#folder = folder
    this.#name = name
    this.#format = format
    this.#entries = readIndex(this.#indexFile, format, this.#damage)
    this.#isChanged = this.#damage.size > 0
  }

  /** Number of entries. */
  get size(): number {
    return this.#entries.size + this.#memory.size
  }

  /** Number of entries that turned out damaged; a damaged index counts as one. */
  get damaged(): number {
    return this.#damage.size
  }

  /** True once something could not be written; it is kept in memory instead. */
  get failed(): boolean {
    return !this.#isWritable
  }

  /** The value, or undefined when it is not there or damaged. */
  get(key: string): Buffer | undefined {
    const stored = this.locate(key)
    const value = stored && readValue(stored)
    if (stored && !value) this.forget(key)
    return value
  }

  /** True when there is an entry; it counts as used, though it may still turn out damaged. */
  has(key: string): boolean {
    if (!this.#entries.has(key) && !this.#memory.has(key)) return false
    this.#used.add(key)
    return true
  }

  /** True when there is an entry and it is whole. It counts as used. */
  holds(key: string): boolean {
    return this.get(key) !== undefined
  }

  /**
   * Calls `use` with each value that is there and whole, in the order in which they lie on the disk; they count as used, and what
   * is damaged is forgotten. The bytes are good until `use` returns.
   */
  readMany(keys: readonly string[], use: (key: string, value: Buffer) => void): void {
    const window = new ReadWindow()
    const slices: Slice[] = []
    for (const key of keys) {
      const stored = this.locate(key)
      if (stored instanceof Uint8Array) use(key, Buffer.from(stored))
      else if (stored) slices.push(stored)
    }
    for (const slice of slices.toSorted((a, b) => a.descriptor - b.descriptor || a.offset - b.offset)) {
      const seen = window.read(slice)
      const value = seen && isWhole(slice, seen) ? seen : readValue(slice)
      if (value) use(slice.key, value)
      else this.forget(slice.key)
    }
  }

  /** Where the value lies, for a thread to read; undefined when there is none. It counts as used. */
  locate(key: string): StoredValue | undefined {
    const entry = this.#entries.get(key)
    const stored = this.#memory.get(key) ?? (entry && this.#slice(key, entry))
    if (stored) this.#used.add(key)
    return stored
  }

  /** Adds a value, given in parts; the caller may go on using the bytes. */
  set(key: string, ...value: Uint8Array[]): void {
    this.adopt(key, storeValue(this.segment(), key, ...value))
  }

  /** Where threads may put values (`storeValue`); undefined when nothing can be written. */
  segment(): Segment | undefined {
    if (!this.#isWritable) return undefined
    try {
      this.#writing ??= this.#startSegment()
      return this.#writing.segment
    } catch {
      this.#isWritable = false
      return undefined
    }
  }

  /** Adds what a thread has put there. */
  adopt(key: string, value: StoredValue): void {
    this.#used.add(key)
    this.#isChanged = true
    if (value instanceof Uint8Array) {
      this.#isWritable = false
      this.#memory.set(key, value)
      return
    }
    const { offset, length, checksum } = value
    this.#entries.set(key, { segment: this.#writing?.file ?? '', offset, length, checksum })
  }

  /** Drops an entry that turned out damaged. */
  forget(key: string): void {
    const file = this.#entries.get(key)?.segment ?? ''
    // A segment that is not there was removed, by a user or by another process: nothing to warn of.
    if (existsSync(path.join(this.#folder, file))) this.#damage.add(key)
    this.#entries.delete(key)
    this.#forgotten.add(key)
    this.#isChanged = true
  }

  /** Drops entries that were neither read nor written since the store was opened, those of other processes too. */
  dropUnused(): void {
    this.#keepsForeign = false
    for (const key of this.#entries.keys()) {
      if (this.#used.has(key)) continue
      this.#entries.delete(key)
      this.#isChanged = true
    }
  }

  /** Writes the index if anything changed. What other processes wrote meanwhile stays unless unused entries were dropped. */
  save(): void {
    if (!this.#isChanged) return
    if (this.#keepsForeign) this.#addForeign()
    if (this.#isWritable) this.#write()
  }

  /** The same, without what takes room in vain; the store may be used again. */
  close(): void {
    if (this.#isChanged) this.#compact()
    this.save()
    for (const descriptor of this.#descriptors.values()) closeSync(descriptor)
    this.#descriptors.clear()
    // What is in no index is of no use, least of all on a full disk.
    if (!this.#isWritable && this.#writing) rmSync(this.#path(this.#writing.file), { force: true })
    this.#writing = undefined
  }

  get #indexFile(): string {
    return this.#path(`${this.#name}.index.json`)
  }

  #path(file: string): string {
    return path.join(this.#folder, file)
  }

  #slice(key: string, { segment: file, offset, length, checksum }: Entry): StoredValue | undefined {
    try {
      const descriptor = this.#descriptors.get(file) ?? openSync(regular(this.#path(file)), 'r')
      this.#descriptors.set(file, descriptor)
      return { key, descriptor, offset, length, checksum }
    } catch {
      this.forget(key)
      return undefined
    }
  }

  #startSegment(): { file: string; segment: Segment } {
    mkdirSync(this.#folder, { recursive: true })
    const file = `${this.#name}.${process.pid}-${process.hrtime.bigint().toString(36)}.data`
    const descriptor = openSync(this.#path(file), 'w+')
    this.#descriptors.set(file, descriptor)
    return { file, segment: { descriptor, end: new BigUint64Array(new SharedArrayBuffer(8)) } }
  }

  /** Takes in what other processes wrote since the store was opened. */
  #addForeign(): void {
    for (const [key, entry] of readIndex(this.#indexFile, this.#format)) {
      if (!this.#entries.has(key) && !this.#forgotten.has(key)) this.#entries.set(key, entry)
    }
  }

  /** Moves what is still used out of segments that are mostly garbage; what is damaged must not get a new checksum. */
  #compact(): void {
    const live = new Map<string, number>()
    for (const { segment, length } of this.#entries.values()) {
      live.set(segment, (live.get(segment) ?? 0) + length)
    }
    const isCrowded = live.size > MOST_SEGMENTS
    const sparse = [...live].filter(([segment, length]) => {
      return isCrowded || length < fileSize(this.#path(segment)) * COMPACT_BELOW
    })
    const moving = new Set(sparse.map(([segment]) => segment))
    if (this.#writing) moving.delete(this.#writing.file)
    for (const [key, { segment }] of this.#entries) {
      const value = moving.has(segment) ? this.get(key) : undefined
      if (value) this.set(key, value)
    }
  }

  #write(): void {
    if (!writeIndex(this.#indexFile, this.#format, this.#entries)) {
      this.#isWritable = false
      return
    }
    const inUse = new Set([...this.#entries.values()].map(({ segment }) => segment))
    for (const file of readdirSync(this.#folder)) {
      if (!file.startsWith(`${this.#name}.`) || !file.endsWith('.data') || inUse.has(file)) continue
      rmSync(this.#path(file), { force: true, recursive: true })
    }
  }
}

function fileSize(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

/** Where a value lies. */
export interface Entry {
  /** File name of the segment, beside the index. */
  segment: string
  offset: number
  length: number
  /** Of the key and the value. */
  checksum: number
}

export type Entries = Map<string, Entry>

/** The index as it is written, `<store>.index.json`: JSON behind the checksum of a checked file. */
interface IndexFile {
  /** Of the program that wrote the values: those of another one are of no use (R-CACHE-5). */
  format: string
  /** Key → segment, offset, length, checksum. */
  entries: Record<string, [segment: string, offset: number, length: number, checksum: number]>
}

/** Reads an index; empty when it is missing, of another program, or damaged, which is noted. */
function readIndex(file: string, format: string, damage?: Damage): Entries {
  const text = readStoredNow(file, damage)
  if (text === undefined) return new Map()
  const index = JSON.parse(text) as IndexFile
  if (index.format !== format) return new Map()
  const rows = Object.entries(index.entries)
  return new Map(
    rows.map(([key, [segment, offset, length, checksum]]) => {
      return [key, { segment: path.basename(segment), offset, length, checksum }]
    }),
  )
}

/** Writes an index, whole or not at all; false when the system refuses. */
function writeIndex(file: string, format: string, entries: Entries): boolean {
  const rows: IndexFile['entries'] = {}
  for (const [key, { segment, offset, length, checksum }] of entries) {
    rows[key] = [segment, offset, length, checksum]
  }
  return writeStoredNow(file, JSON.stringify({ format, entries: rows } satisfies IndexFile))
}

/** Bytes that are read at once. */
const SIZE = 1 << 18

/** Reads values that lie near each other with one call, where they are asked for in the order in which they lie. */
class ReadWindow {
  #bytes: Buffer | undefined
  #descriptor = -1
  #start = 0
  #end = 0

  /** The bytes of a value as the file had them when the window came there; they are good until the next call. */
  read({ descriptor, offset, length }: Slice): Buffer | undefined {
    if (length > SIZE) return undefined
    const isInside = descriptor === this.#descriptor && offset >= this.#start && offset + length <= this.#end
    if (!isInside) this.#move(descriptor, offset)
    if (offset + length > this.#end) return undefined
    return this.#bytes?.subarray(offset - this.#start, offset - this.#start + length)
  }

  #move(descriptor: number, offset: number): void {
    this.#bytes ??= Buffer.allocUnsafeSlow(SIZE)
    this.#descriptor = descriptor
    this.#start = this.#end = offset
    try {
      this.#end += readSync(descriptor, this.#bytes, 0, SIZE, offset)
    } catch {
      // Who needs the value reads it, and sees why that fails.
    }
  }
}
