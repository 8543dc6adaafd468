import { hash } from 'node:crypto'
import type { Store } from '../store.ts'
import { decodeActionResult, type Digest, encodeActionResult } from './action-result.ts'
import { type SharedStorage, StorageError } from './http-storage.ts'
import { constants, gunzipSync, gzip } from 'node:zlib'
import { promisify } from 'node:util'

/** Values that are shared together: one request is too much for each page, and one file for all of them is never the same. */
export interface Batch {
  kind: 'parsed' | 'rendered' | 'search'
  /** How many pages they are of. */
  pages: number
  entries: readonly BatchEntry[]
}

interface BatchEntry {
  /** In the store. */
  key: string
  /** Looks whether a value can be the one, where that is seen at once. */
  accepts?: (value: Buffer) => boolean
}

/** Where values are taken from and brought to. */
type Values = Pick<Store, 'has' | 'get' | 'set'>

export interface SharedCacheOptions {
  storage: SharedStorage
  /** Of the program: the values of another one are of no use (R-CACHE-5). */
  format: string
  /** Whether what is made is put there. */
  writes: boolean
  /** Milliseconds that all requests for some pages may take together: once, and for each page. */
  patience?: Patience | undefined
}

/** What came of it, in pages. */
interface SharedCounts {
  taken: number
  made: number
}

/** Requests at a time. */
const READERS = 16
const WRITERS = 8

/** After so many failures in a row nothing more is asked of a storage. */
const MOST_FAILURES = 5

interface Patience {
  once: number
  page: number
}

/** Taking pages must not last longer than making them. */
const READING: Patience = { once: 5000, page: 10 }
const WRITING: Patience = { once: 10_000, page: 50 }

const LARGEST_RESULT = 1 << 16
const LARGEST_BATCH = 1 << 26

/** Part of the keys: changes with the layout of what stands under them. */
const LAYOUT = 1

/**
 * A cache that machines share (specification 21). `ac/<SHA-256 of program, kind and keys of a batch>` names
 * `cas/<SHA-256 of the bytes>`. Nothing of it is believed: bytes have the hash and the size that were named, and hold the keys
 * that were asked for. What is slow, broken or wrong is only not there, and noted (`failures`).
 */
export class SharedCache {
  readonly #counts: Record<Batch['kind'], SharedCounts> = { parsed: none(), rendered: none(), search: none() }
  #stored = 0
  readonly #storage: SharedStorage
  readonly #format: string
  readonly #reading = new Direction()
  readonly #writing = new Direction()
  readonly #endWriting = new AbortController()
  #saving: Promise<unknown>[] = []
  #savingPages = 0
  readonly #writes: boolean
  readonly #patience: Patience

  constructor({ storage, format, writes, patience = READING }: SharedCacheOptions) {
    this.#patience = patience
    this.#storage = storage
    this.#format = format
    this.#writes = writes
  }

  /** Pages that were taken and made, and batches of them that were put there. */
  get summary(): { shared: { parsed: SharedCounts; rendered: SharedCounts; stored: number } } {
    const { parsed, rendered } = this.#counts
    return { shared: { parsed: { ...parsed }, rendered: { ...rendered }, stored: this.#stored } }
  }

  /** What went wrong: undefined when nothing did. */
  get failures(): { name: string; failed: number; requests: number; first: string } | undefined {
    const first = this.#reading.problem ?? this.#writing.problem ?? ''
    const failed = this.#reading.failed + this.#writing.failed
    const requests = this.#reading.requests + this.#writing.requests
    return failed === 0 ? undefined : { name: this.#storage.name, failed, requests, first }
  }

  /**
   * Brings into the store what it lacks of the batches. Returns those that the storage does not have either: they are for
   * `save` once they are made. `sure`: asks for those, too, that the store has.
   */
  async fetch(store: Values, batches: readonly Batch[], { sure = false } = {}): Promise<Batch[]> {
    const lacking = batches.filter(({ entries }) => entries.some(({ key }) => !store.has(key)))
    const known = new Set(sure ? batches : lacking)
    const pages = countPages([...known])
    const signal = AbortSignal.timeout(this.#patience.once + this.#patience.page * pages)
    const isLacking = new Set(lacking)
    const found = new Set<Batch>()
    await inParallel([...known], READERS, async batch => {
      const isThere = isLacking.has(batch)
        ? await this.#take(store, batch, signal)
        : await this.#has(batch, signal)
      if (isThere) found.add(batch)
    })
    for (const batch of lacking) this.#counts[batch.kind][found.has(batch) ? 'taken' : 'made'] += batch.pages
    return [...known].filter(batch => !found.has(batch))
  }

  /** Puts batches there, while others work; one that was not made as a whole is left out. */
  save(store: Values, batches: readonly Batch[]): void {
    if (!this.#writes || this.#reading.isOff || batches.length === 0) return
    this.#savingPages += countPages(batches)
    const { signal } = this.#endWriting
    this.#saving.push(inParallel(batches, WRITERS, batch => this.#put(store, batch, signal)))
  }

  /** Waits until all is put there, but not for ever. */
  async finish(): Promise<void> {
    const timer = setTimeout(() => this.#endWriting.abort(), WRITING.once + WRITING.page * this.#savingPages)
    await Promise.all(this.#saving.splice(0))
    clearTimeout(timer)
  }

  #keyOf({ kind, entries }: Batch): string {
    const keys = entries.map(({ key }) => key)
    return sha256(JSON.stringify([LAYOUT, this.#format, kind, keys]))
  }

  #has(batch: Batch, signal: AbortSignal): Promise<boolean> {
    return this.#reading.try(() => this.#storage.has(`ac/${this.#keyOf(batch)}`, signal), false)
  }

  #take(store: Values, batch: Batch, signal: AbortSignal): Promise<boolean> {
    return this.#reading.try(async () => {
      const result = await this.#storage.read(`ac/${this.#keyOf(batch)}`, LARGEST_RESULT, signal)
      if (!result) return false
      const digest = decodeActionResult(result)
      if (!digest || digest.size > LARGEST_BATCH) throw new StorageError('it had something else there')
      const bytes = await this.#storage.read(`cas/${digest.hash}`, digest.size, signal)
      if (!bytes) return false
      if (!isOf(digest, bytes)) throw new StorageError('it had damaged pages')
      if (this.#reading.isOff) return false
      const values = decodeBatch(this.#format, bytes)
      const isRight = batch.entries.every(({ key, accepts }) => {
        const value = values?.get(key)
        return value && (accepts?.(value) ?? true)
      })
      if (!values || !isRight) throw new StorageError('it had other pages there')
      for (const { key } of batch.entries) store.set(key, values.get(key) ?? Buffer.of())
      return true
    }, false)
  }

  #put(store: Values, batch: Batch, signal: AbortSignal): Promise<void> {
    return this.#writing.try(async () => {
      const values = batch.entries.map(({ key }) => [key, store.get(key)] as const)
      const whole = values.filter((entry): entry is [string, Buffer] => entry[1] !== undefined)
      if (whole.length < values.length) return
      const bytes = await encodeBatch(this.#format, whole)
      if (bytes.length > LARGEST_BATCH) return
      const digest = { hash: sha256(bytes), size: bytes.length }
      // First the bytes: whoever finds their name finds them.
      await this.#storage.write(`cas/${digest.hash}`, bytes, signal)
      await this.#storage.write(`ac/${this.#keyOf(batch)}`, encodeActionResult(digest), signal)
      this.#stored += 1
    }, undefined)
  }
}

/** Reading or writing: how it went so far. */
class Direction {
  requests = 0
  failed = 0
  /** The first one. */
  problem: string | undefined
  /** Nothing more is asked of the storage. */
  isOff = false
  #inARow = 0

  /** The result, or `otherwise` where the storage fails, or has failed too often. */
  async try<Result>(action: () => Promise<Result>, otherwise: Result): Promise<Result> {
    if (this.isOff) return otherwise
    this.requests += 1
    try {
      const result = await action()
      this.#inARow = 0
      return result
    } catch (error) {
      // Whatever it is, the pages can be made here.
      const { message, isFinal = false } = error as Partial<StorageError> & Error
      this.failed += 1
      this.#inARow += 1
      this.problem ??= message
      this.isOff ||= isFinal || this.#inARow >= MOST_FAILURES
      return otherwise
    }
  }
}

function none(): SharedCounts {
  return { taken: 0, made: 0 }
}

function countPages(batches: readonly Batch[]): number {
  return batches.reduce((sum, { pages }) => sum + pages, 0)
}

function isOf({ hash: wanted, size }: Digest, bytes: Uint8Array): boolean {
  return bytes.length === size && sha256(bytes) === wanted
}

function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex')
}

/** Does something with all items, so many at a time. */
async function inParallel<Item>(
  items: readonly Item[],
  most: number,
  action: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const work = async () => {
    for (const item of waiting) await action(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work))
}

/** The bytes of a batch under `cas/`: gzip of a line of JSON, which says whose values follow, and the values. */

interface Head {
  /** Of the program that wrote the values. */
  format: string
  /** Key and length of each value, in their order. */
  entries: [key: string, length: number][]
}

/** No batch of pages comes near it: what is larger once it is unpacked is made to fill the memory. */
const LARGEST = 1 << 26

const pack = promisify(gzip)

/** Packs values by their keys. */
export function encodeBatch(
  format: string,
  values: readonly (readonly [key: string, value: Uint8Array])[],
): Promise<Buffer> {
  const head: Head = { format, entries: values.map(([key, value]) => [key, value.length]) }
  const parts = [Buffer.from(`${JSON.stringify(head)}\n`), ...values.map(([, value]) => value)]
  return pack(Buffer.concat(parts), { level: constants.Z_BEST_SPEED })
}

/**
 * Values by their keys; undefined for bytes that another program wrote. Unpacks one batch at a time, so that bombs that arrive
 * together don't fill the memory together.
 */
function decodeBatch(format: string, bytes: Uint8Array): Map<string, Buffer> | undefined {
  try {
    const content = gunzipSync(bytes, { maxOutputLength: LARGEST })
    const start = content.indexOf('\n') + 1
    const head = JSON.parse(content.subarray(0, start).toString()) as Head
    if (head.format !== format) return undefined
    let at = start
    const values = head.entries.map(([key, length]) => {
      return [key, content.subarray(at, (at += length))] as const
    })
    return at === content.length ? new Map(values) : undefined
  } catch {
    return undefined
  }
}
