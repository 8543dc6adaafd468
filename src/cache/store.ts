/** Caches on disk (`README.md`, "Formats"). Damaged, foreign or unreadable files count as missing. */
import * as fs from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { attempt, makeFolder } from '../lib/files.ts'

export type Damage = Set<string>

/** Text that `writeStored` wrote; undefined when it's missing or damaged, which is noted. */
export function readStored(file: string, damage?: Damage) {
  try {
    const text = fs.readFileSync(regular(file), 'utf8')
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

/** Writes the text with a checksum. False when the system refuses. */
export function writeStored(file: string, content: string) {
  return writeWhole(file, `${fileChecksum(file, content)}\n${content}`)
}

/** Writes the file whole or not at all. False when the system refuses. */
export function writeWhole(file: string, content: string | Uint8Array) {
  const temporary = `${file}.${process.pid}`
  const isWritten = attempt(() => {
    makeFolder(path.dirname(file))
    fs.writeFileSync(temporary, content)
    // Renaming can't replace a folder. One of this name is damage.
    if (fs.lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) fs.rmSync(file, { recursive: true })
    fs.renameSync(temporary, file)
    return true
  })
  return isWritten ?? false
}

/** @throws for a link, a device or a pipe, which may never end */
function regular(file: string) {
  if (!fs.lstatSync(file).isFile()) throw Object.assign(new Error('not a regular file'), { code: 'EINVAL' })
  return file
}

/** Covers the name too, so that another file of the cache isn't valid. */
const fileChecksum = (file: string, content: string) => crc32(content, crc32(path.basename(file)))

/** A file that all threads append to, through the descriptor of the main thread. Plain data. */
export interface Segment {
  descriptor: number
  /** Bytes in use: one number in shared memory. */
  end: BigUint64Array
}

/** A value as it crosses between threads: its location, or the value if it couldn't be written. */
export type StoredValue =
  { key: string; descriptor: number; offset: number; length: number; checksum: number } | Uint8Array

/** Returns the value itself if the system doesn't take all of it, as on a full disk. */
export function storeValue(segment: Segment | undefined, key: string, value: Uint8Array) {
  if (!segment) return value
  const { length } = value
  const { descriptor } = segment
  const offset = Number(Atomics.add(segment.end, 0, BigInt(length)))
  const isWritten = attempt(() => fs.writevSync(descriptor, [value], offset)) === length
  return isWritten ? { key, descriptor, offset, length, checksum: valueChecksum(key, value) } : value
}

/** Undefined for a damaged value. */
export function readValue(stored: StoredValue) {
  if (stored instanceof Uint8Array) return Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  return readInto(Buffer.allocUnsafe(stored.length), stored)
}

function readInto(buffer: Buffer, stored: Exclude<StoredValue, Uint8Array>) {
  const { key, descriptor, offset, length, checksum } = stored
  const value = buffer.subarray(0, length)
  const size = attempt(() => fs.readSync(descriptor, value, 0, length, offset))
  return size === length && valueChecksum(key, value) === checksum ? value : undefined
}

/** For a value that was whole when it was looked up. @throws when the disk fails now */
export function mustReadValue(stored: StoredValue) {
  const value = readValue(stored)
  if (!value) throw new Error('The cache was damaged while it was in use. Run the command again.')
  return value
}

/** Covers the key too: the value of another key isn't valid. */
function valueChecksum(key: string, value: Uint8Array) {
  // zlib starts again at an empty value.
  return value.length === 0 ? crc32(key) : crc32(value, crc32(key))
}

type Entry = [segment: string, offset: number, length: number, checksum: number]

/** With a smaller share of used bytes, or more segments, closing writes all values again. */
const COMPACT_BELOW = 0.5
const MOST_SEGMENTS = 8

export type Store = ReturnType<typeof openStore>

/**
 * Opens the store `name` below `folder` (absolute): key → bytes. A key is the hash of everything that the value was made from
 * (`keys.ts`), so an entry never becomes stale, only unused. Each process writes a segment of its own. If the disk refuses, values stay in
 * memory. `format` identifies the program: values of another one are ignored.
 */
export function openStore(folder: string, name: string, format: string) {
  const damage: Damage = new Set()
  const memory = new Map<string, Uint8Array>()
  /** Keys that were read or written since the store was opened. */
  const used = new Set<string>()
  const forgotten = new Set<string>()
  const descriptors = new Map<string, number>()
  /** From the first write to the next `close`. */
  let writing: { file: string; segment: Segment } | undefined
  let isWritable = true
  let keepsForeign = true
  let memoryForReading = Buffer.alloc(0)
  // An index from elsewhere must not lead out of the folder.
  const pathOf = (file: string) => path.join(folder, path.basename(file))
  const indexFile = pathOf(`${name}.index.json`)
  const entries = readIndex(damage)
  let isChanged = damage.size > 0

  function readIndex(noted?: Damage) {
    const text = readStored(indexFile, noted) ?? '{}'
    const index = JSON.parse(text) as { format?: string; entries?: Record<string, Entry> }
    return new Map(Object.entries((index.format === format && index.entries) || {}))
  }

  const segments = () => new Set([...entries.values()].map(([segment]) => segment))

  /** Moves all values into one segment if much is garbage. Damaged ones must not get a new checksum. */
  function compact() {
    const sizeOf = (segment: string) => fs.statSync(pathOf(segment), { throwIfNoEntry: false })?.size ?? 0
    const size = [...segments()].reduce((sum, segment) => sum + sizeOf(segment), 0)
    const inUse = [...entries.values()].reduce((sum, [, , length]) => sum + length, 0)
    if (segments().size <= MOST_SEGMENTS && inUse >= size * COMPACT_BELOW) return
    for (const [key, [segment]] of entries) {
      const value = segment === writing?.file ? undefined : store.get(key)
      if (value) store.set(key, value)
    }
  }

  const store = {
    /** Number of entries that turned out damaged; a damaged index counts as one. */
    get damaged() {
      return damage.size
    },

    get failed() {
      return !isWritable
    },

    get: (key: string): Buffer | undefined => store.read(key, value => Buffer.from(value)),

    /** Returns what `use` makes of a value. It may not keep the value, whose memory is used again. */
    read<Made>(key: string, use: (value: Buffer) => Made): Made | undefined {
      const stored = store.locate(key)
      if (stored instanceof Uint8Array) return use(Buffer.from(stored))
      if (!stored) return undefined
      if (memoryForReading.length < stored.length) memoryForReading = Buffer.allocUnsafe(2 * stored.length)
      const value = readInto(memoryForReading, stored)
      if (value) return use(value)
      store.forget(key)
      return undefined
    },

    isWhole: (key: string): boolean => store.read(key, () => true) ?? false,

    /** The entry may still turn out damaged. It counts as used. */
    has(key: string) {
      if (!entries.has(key) && !memory.has(key)) return false
      used.add(key)
      return true
    },

    /** Location of a value, for a thread to read. The value counts as used. */
    locate(key: string): StoredValue | undefined {
      if (!store.has(key)) return undefined
      const entry = entries.get(key)
      if (!entry) return memory.get(key)
      const [file, offset, length, checksum] = entry
      const descriptor = descriptors.get(file) ?? attempt(() => fs.openSync(regular(pathOf(file)), 'r'))
      if (descriptor === undefined) {
        store.forget(key)
        return undefined
      }
      descriptors.set(file, descriptor)
      return { key, descriptor, offset, length, checksum }
    },

    /** The caller may not change the value afterwards. */
    set(key: string, value: Uint8Array) {
      store.adopt(key, storeValue(store.segment(), key, value))
    },

    /** For threads (`storeValue`); undefined if nothing can be written. */
    segment(): Segment | undefined {
      if (writing || !isWritable) return writing?.segment
      try {
        makeFolder(folder)
        const file = `${name}.${process.pid}-${process.hrtime.bigint().toString(36)}.data`
        const descriptor = fs.openSync(pathOf(file), 'w+')
        descriptors.set(file, descriptor)
        writing = { file, segment: { descriptor, end: new BigUint64Array(new SharedArrayBuffer(8)) } }
      } catch {
        isWritable = false
      }
      return writing?.segment
    },

    adopt(key: string, value: StoredValue) {
      used.add(key)
      isChanged = true
      if (value instanceof Uint8Array) {
        isWritable = false
        entries.delete(key)
        memory.set(key, value)
      } else entries.set(key, [writing?.file ?? '', value.offset, value.length, value.checksum])
    },

    forget(key: string) {
      // A user or another process may have removed the segment.
      if (fs.existsSync(pathOf(entries.get(key)?.[0] ?? ''))) damage.add(key)
      entries.delete(key)
      forgotten.add(key)
      isChanged = true
    },

    /** Drops entries that were neither read nor written, those of other processes too. */
    dropUnused() {
      keepsForeign = false
      for (const key of entries.keys()) if (!used.has(key)) isChanged = entries.delete(key)
    },

    /** Writes the index. What other processes wrote meanwhile stays unless unused entries were dropped. */
    save() {
      if (!isChanged || !isWritable) return
      for (const [key, entry] of keepsForeign ? readIndex() : [])
        if (!entries.has(key) && !forgotten.has(key)) entries.set(key, entry)
      isWritable = writeStored(indexFile, JSON.stringify({ format, entries: Object.fromEntries(entries) }))
      if (!isWritable) return
      const inUse = segments()
      for (const file of fs.readdirSync(folder))
        if (file.startsWith(`${name}.`) && file.endsWith('.data') && !inUse.has(file))
          fs.rmSync(pathOf(file), { force: true, recursive: true })
    },

    /** The store can be used again afterwards. */
    close() {
      if (isChanged) compact()
      store.save()
      for (const descriptor of descriptors.values()) fs.closeSync(descriptor)
      descriptors.clear()
      // The index wasn't written, so nothing refers to the data.
      if (!isWritable && writing) fs.rmSync(pathOf(writing.file), { force: true })
      writing = undefined
    },
  }
  return store
}
