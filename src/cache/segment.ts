/**
 * A file that all threads of the process append to: each reserves a stretch by a counter in shared memory and writes
 * there. Descriptors belong to the process, so every thread reads and writes with those of the main thread.
 */
import { readSync, writevSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** Plain data: it crosses to threads. */
export interface Segment {
  descriptor: number
  /** One number in shared memory: bytes that are in use. */
  end: BigUint64Array
}

/** A value in a segment. */
export interface Slice {
  key: string
  descriptor: number
  offset: number
  length: number
  /** Of the key and the value. */
  checksum: number
}

/** A value as it crosses between threads: where it lies, or itself where it could not be written. */
export type StoredValue = Slice | Uint8Array

/** Appends a value, or hands a copy of it back in one piece where the system does not take it. */
export function storeValue(
  segment: Segment | undefined,
  key: string,
  ...value: readonly Uint8Array[]
): StoredValue {
  return (segment && append(segment, key, value)) ?? Buffer.concat(value)
}

/** Undefined when the system does not take the value, or only a part of it, as a full disk does. */
function append(segment: Segment, key: string, value: readonly Uint8Array[]): Slice | undefined {
  const length = value.reduce((sum, part) => sum + part.length, 0)
  const offset = Number(Atomics.add(segment.end, 0, BigInt(length)))
  const { descriptor } = segment
  try {
    if (writevSync(descriptor, value, offset) !== length) return undefined
    return { key, descriptor, offset, length, checksum: checksum(key, value) }
  } catch {
    return undefined
  }
}

/** The value; undefined when it cannot be read or is damaged. */
export function readValue(stored: StoredValue): Buffer | undefined {
  if (stored instanceof Uint8Array) return Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  const { descriptor, offset, length } = stored
  const value = Buffer.allocUnsafe(length)
  try {
    return readSync(descriptor, value, 0, length, offset) === length && isWhole(stored, value)
      ? value
      : undefined
  } catch {
    return undefined
  }
}

/** True when these are the bytes of the value. */
export function isWhole({ key, checksum: wanted }: Slice, value: Uint8Array): boolean {
  return checksum(key, [value]) === wanted
}

/** A value that was whole when it was looked up. @throws when the disk fails now */
export function mustReadValue(stored: StoredValue): Buffer {
  const value = readValue(stored)
  if (!value) throw new Error('The cache was damaged while it was in use. Run the command again.')
  return value
}

/** Of the key too, so that the value of another key is no valid value. */
function checksum(key: string, value: readonly Uint8Array[]): number {
  // zlib starts anew at an empty part.
  return value.reduce((sum, part) => (part.length === 0 ? sum : crc32(part, sum)), crc32(key))
}
