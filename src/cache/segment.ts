/**
 * A file that all threads of the process append to: each reserves a stretch by a counter in shared memory and writes
 * there. Descriptors belong to the process, so every thread reads and writes with those of the main thread.
 */
import { readSync, writevSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** Plain data: it crosses to threads. */
export interface Segment {
  descriptor: number
  /** One number in shared memory: bytes that are taken. */
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

/** A value on its way between threads: where it lies, or itself where it could not be written. */
export type Lent = Slice | Uint8Array

/** Appends a value, given in parts; undefined when the system does not take it, or only a part, as a full disk does. */
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

/** Appends a value, or hands a copy of it back in one piece. */
export function keep(segment: Segment | undefined, key: string, ...value: Uint8Array[]): Lent {
  return (segment && append(segment, key, value)) ?? Buffer.concat(value)
}

/** The value; undefined when it cannot be read or is damaged. */
export function read(lent: Lent): Buffer | undefined {
  if (lent instanceof Uint8Array) return Buffer.from(lent.buffer, lent.byteOffset, lent.byteLength)
  const value = Buffer.allocUnsafe(lent.length)
  return fill(value, lent) ? value : undefined
}

/** Reads a value into memory of its length; false when it cannot be read or is damaged. */
function fill(target: Uint8Array, { key, descriptor, offset, length, checksum: wanted }: Slice): boolean {
  try {
    return readSync(descriptor, target, 0, length, offset) === length && checksum(key, [target]) === wanted
  } catch {
    return false
  }
}

/** Thrown when a part of the cache that was there turns out damaged in the middle of a build: start again without it. */
export class DamagedCacheError extends Error {
  override name = 'DamagedCacheError'
}

/** True for that error, also where it comes from a thread as a plain one. */
export function isDamagedCache(error: unknown): boolean {
  return error instanceof Error && error.name === DamagedCacheError.name
}

const DAMAGED = 'An entry of the cache is damaged.'

/** The value, which must be there. @throws {DamagedCacheError} */
export function readWhole(lent: Lent): Buffer {
  const value = read(lent)
  if (!value) throw new DamagedCacheError(DAMAGED)
  return value
}

/** Reads a value, which must be there, into the place that `target` has for it. @throws {DamagedCacheError} */
export function readInto(target: Uint8Array, lent: Lent): void {
  if (lent instanceof Uint8Array) target.set(lent)
  else if (!fill(target, lent)) throw new DamagedCacheError(DAMAGED)
}

/** Of the key too, so that the value of another key is no valid value. */
function checksum(key: string, value: readonly Uint8Array[]): number {
  // zlib starts anew at an empty part.
  return value.reduce((sum, part) => (part.length === 0 ? sum : crc32(part, sum)), crc32(key))
}
