/**
 * Caches on disk. Small files are read and written whole, with a checksum in the first line (`readStored`, `writeStored`); a `Store` has many
 * values in few files. What is damaged, foreign or unreadable counts as missing, never as a failure.
 */
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writevSync,
} from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { attempt, makeFolder } from '../lib/files.ts'

/** Files of the cache that turned out damaged. */
export type Damage = Set<string>

/** Text of a file that `writeStored` wrote; undefined when it is missing or damaged, which is noted. */
export function readStored(file: string, damage?: Damage): string | undefined {
  try {
    const text = readFileSync(regular(file), 'utf8')
    const start = text.indexOf('\n') + 1
    const content = text.slice(start)
    if (text.slice(0, start) === `${fileChecksum(file, content)}\n`) return content
    damage?.add(file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') damage?.add(file)
  }
  return undefined
}

/** Writes a text with its checksum, whole or not at all; false when the system refuses. */
export function writeStored(file: string, content: string): boolean {
  return writeWhole(file, `${fileChecksum(file, content)}\n${content}`)
}

/** Writes beside the target and renames, so that nobody sees half a file; false when that isn't possible. */
export function writeWhole(file: string, content: string | Uint8Array): boolean {
  const temporary = `${file}.${process.pid}`
  const isWritten = attempt(() => {
    makeFolder(path.dirname(file))
    writeFileSync(temporary, content)
    // A folder in the place of a file of the cache is damage.
    if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true })
    renameSync(temporary, file)
    return true
  })
  return isWritten ?? false
}

/** Returns the path of a regular file unchanged. @throws for a link, a device or a pipe, because reading it may never end */
function regular(file: string): string {
  if (!lstatSync(file).isFile()) throw Object.assign(new Error('not a regular file'), { code: 'EINVAL' })
  return file
}

/** Covers the name too, so that another file of the cache isn't valid. */
function fileChecksum(file: string, content: string): number {
  return crc32(content, crc32(path.basename(file)))
}

/**
 * A file that all threads of the process append to: each reserves a stretch by a counter in shared memory and writes there.
 * Descriptors belong to the process, so every thread uses those of the main thread. Plain data.
 */
export interface Segment {
  descriptor: number
  /** One number in shared memory: bytes that are in use. */
  end: BigUint64Array
}

export interface Slice {
  key: string
  descriptor: number
  offset: number
  length: number
  /** Covers the key and the value. */
  checksum: number
}

/** A value as it crosses between threads: where it is, or itself where it couldn't be written. */
export type StoredValue = Slice | Uint8Array

/** Appends a value, or returns it where the system doesn't take all of it, as a full disk. */
export function storeValue(segment: Segment | undefined, key: string, value: Uint8Array): StoredValue {
  if (!segment) return value
  const { length } = value
  const { descriptor } = segment
  const offset = Number(Atomics.add(segment.end, 0, BigInt(length)))
  const isWritten = attempt(() => writevSync(descriptor, [value], offset)) === length
  return isWritten ? { key, descriptor, offset, length, checksum: valueChecksum(key, value) } : value
}

/** The value; undefined when it can't be read or is damaged. */
export function readValue(stored: StoredValue): Buffer | undefined {
  if (stored instanceof Uint8Array) return Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  const { key, descriptor, offset, length, checksum } = stored
  const value = Buffer.allocUnsafe(length)
  const size = attempt(() => readSync(descriptor, value, 0, length, offset))
  return size === length && valueChecksum(key, value) === checksum ? value : undefined
}

/** A value that was whole when it was looked up. @throws when the disk fails now */
export function mustReadValue(stored: StoredValue): Buffer {
  const value = readValue(stored)
  if (!value) throw new Error('The cache was corrupted while it was in use. Run the command again.')
  return value
}

/** Covers the key too, so that the value of another key isn't valid. */
function valueChecksum(key: string, value: Uint8Array): number {
  // zlib starts again at an empty value.
  return value.length === 0 ? crc32(key) : crc32(value, crc32(key))
}

/** Position of a value. `segment` is the name of a file next to the index. */
type Entry = [segment: string, offset: number, length: number, checksum: number]

/** The index as it is written, `<store>.index.json`. `format`: of the program that wrote the values. */
interface IndexFile {
  format: string
  entries: Record<string, Entry>
}

/** With less than this share of used bytes, or more segments than this, all values are written again when the store is closed. */
const COMPACT_BELOW = 0.5
const MOST_SEGMENTS = 8

export type Store = ReturnType<typeof openStore>

/**
 * Opens the content-addressed store `name` below `folder` (absolute): key → bytes. A key is the hash of everything that the value was
 * made from (`keys.ts`), so an entry never becomes stale, only unused. Values are in segments, one for each process that writes, so
 * that two processes can't mix; the index names the segment of each key and is replaced as a whole. Where the disk refuses, values are
 * kept in memory. `format` identifies the program: what another one wrote is ignored.
 */
export function openStore(folder: string, name: string, format: string) {
  const damage: Damage = new Set()
  const memory = new Map<string, Uint8Array>()
  /** Keys that were read or written since the store was opened. */
  const used = new Set<string>()
  const forgotten = new Set<string>()
  /** By file name. */
  const descriptors = new Map<string, number>()
  /** From the first write to the next `close`. */
  let writing: { file: string; segment: Segment } | undefined
  let isWritable = true
  let keepsForeign = true
  // An index that was restored from elsewhere must not lead out of the folder.
  const pathOf = (file: string) => path.join(folder, path.basename(file))
  const entries = readIndex(damage)
  let isChanged = damage.size > 0

  /** Empty when the index is missing, of another program, or damaged, which is noted. */
  function readIndex(noted?: Damage): Map<string, Entry> {
    const index = JSON.parse(readStored(pathOf(`${name}.index.json`), noted) ?? '{}') as Partial<IndexFile>
    return new Map(Object.entries((index.format === format && index.entries) || {}))
  }

  /** Moves all values into one segment if much is garbage; what is damaged must not get a new checksum. */
  function compact(): void {
    const segments = new Set([...entries.values()].map(([segment]) => segment))
    const sizeOf = (segment: string) => statSync(pathOf(segment), { throwIfNoEntry: false })?.size ?? 0
    const size = [...segments].reduce((sum, segment) => sum + sizeOf(segment), 0)
    const used = [...entries.values()].reduce((sum, [, , length]) => sum + length, 0)
    if (segments.size <= MOST_SEGMENTS && used >= size * COMPACT_BELOW) return
    for (const [key, [segment]] of entries) {
      const value = segment === writing?.file ? undefined : store.get(key)
      if (value) store.set(key, value)
    }
  }

  const store = {
    /** Number of entries that turned out damaged; a damaged index counts as one. */
    get damaged(): number {
      return damage.size
    },

    /** True once something couldn't be written; it is kept in memory instead. */
    get failed(): boolean {
      return !isWritable
    },

    /** Undefined when the value is missing or damaged. */
    get(key: string): Buffer | undefined {
      const stored = store.locate(key)
      const value = stored && readValue(stored)
      if (stored && !value) store.forget(key)
      return value
    },

    /** True when there is an entry; it counts as used, though it may still turn out damaged. */
    has(key: string): boolean {
      if (!entries.has(key) && !memory.has(key)) return false
      used.add(key)
      return true
    },

    /** Returns the position of a value, for a thread to read; undefined if there is none. The value counts as used. */
    locate(key: string): StoredValue | undefined {
      if (!store.has(key)) return undefined
      const entry = entries.get(key)
      if (!entry) return memory.get(key)
      const [file, offset, length, checksum] = entry
      const descriptor = descriptors.get(file) ?? attempt(() => openSync(regular(pathOf(file)), 'r'))
      if (descriptor === undefined) {
        store.forget(key)
        return undefined
      }
      descriptors.set(file, descriptor)
      return { key, descriptor, offset, length, checksum }
    },

    /** Adds a value; the caller may not change it afterwards. */
    set(key: string, value: Uint8Array): void {
      store.adopt(key, storeValue(store.segment(), key, value))
    },

    /** Returns the segment that threads write values to (`storeValue`); undefined if nothing can be written. */
    segment(): Segment | undefined {
      if (writing || !isWritable) return writing?.segment
      try {
        makeFolder(folder)
        const file = `${name}.${process.pid}-${process.hrtime.bigint().toString(36)}.data`
        const descriptor = openSync(pathOf(file), 'w+')
        descriptors.set(file, descriptor)
        writing = { file, segment: { descriptor, end: new BigUint64Array(new SharedArrayBuffer(8)) } }
      } catch {
        isWritable = false
      }
      return writing?.segment
    },

    /** Adds what a thread has put there. */
    adopt(key: string, value: StoredValue): void {
      used.add(key)
      isChanged = true
      if (value instanceof Uint8Array) {
        isWritable = false
        entries.delete(key)
        memory.set(key, value)
      } else entries.set(key, [writing?.file ?? '', value.offset, value.length, value.checksum])
    },

    /** Drops an entry that turned out damaged. */
    forget(key: string): void {
      // A segment that is missing was removed, by a user or by another process: no reason for a warning.
      if (existsSync(pathOf(entries.get(key)?.[0] ?? ''))) damage.add(key)
      entries.delete(key)
      forgotten.add(key)
      isChanged = true
    },

    /** Drops entries that were neither read nor written since the store was opened, those of other processes too. */
    dropUnused(): void {
      keepsForeign = false
      for (const key of entries.keys()) if (!used.has(key)) isChanged = entries.delete(key)
    },

    /** Writes the index if anything changed. What other processes wrote meanwhile stays unless unused entries were dropped. */
    save(): void {
      if (!isChanged || !isWritable) return
      for (const [key, entry] of keepsForeign ? readIndex() : [])
        if (!entries.has(key) && !forgotten.has(key)) entries.set(key, entry)
      const index: IndexFile = { format, entries: Object.fromEntries(entries) }
      isWritable = writeStored(pathOf(`${name}.index.json`), JSON.stringify(index))
      if (!isWritable) return
      const inUse = new Set([...entries.values()].map(([segment]) => segment))
      for (const file of readdirSync(folder))
        if (file.startsWith(`${name}.`) && file.endsWith('.data') && !inUse.has(file))
          rmSync(pathOf(file), { force: true, recursive: true })
    },

    /** Saves the store, and removes unused data. The store can be used again afterwards. */
    close(): void {
      if (isChanged) compact()
      store.save()
      for (const descriptor of descriptors.values()) closeSync(descriptor)
      descriptors.clear()
      // Data that no index names is useless, above all on a full disk.
      if (!isWritable && writing) rmSync(pathOf(writing.file), { force: true })
      writing = undefined
    },
  }
  return store
}
