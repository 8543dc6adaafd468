import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gunzipSync, gzip } from 'node:zlib'
import {
  decodeActionResult,
  type Digest,
  encodeActionResult,
  type SharedStorage,
  StorageError,
} from './remote-storage.ts'
import type { Store } from './store.ts'

/** Values that are shared together: one request for each page is too much, and one file for all of them is never the same. */
export interface Batch {
  kind: 'parsed' | 'rendered' | 'search'
  /** How many pages they are of. */
  pages: number
  entries: readonly BatchEntry[]
}

export interface BatchEntry {
  /** In the store. */
  key: string
  /** The value begins with one of these: it can't be that of another page. */
  starts: readonly string[]
}

type Values = Pick<Store, 'has' | 'get' | 'set'>

/** Milliseconds that all requests for some pages may take together: once, and for each page. */
interface Patience {
  once: number
  page: number
}

export interface SharedCacheOptions {
  storage: SharedStorage
  /** Of the program: values of another one are of no use. */
  format: string
  /** Whether what is made is put there. */
  writes: boolean
  patience?: Patience | undefined
}

/** Taking pages must not last longer than making them. */
const READING: Patience = { once: 5000, page: 10 }
const WRITING: Patience = { once: 10_000, page: 50 }

/** Requests at a time. */
const READERS = 16
const WRITERS = 8

/** After so many failures in a row nothing more is asked of a storage. */
const MOST_FAILURES = 5

const LARGEST_RESULT = 1 << 16
/** No batch comes near it, packed or not: what is larger once it is unpacked is made to fill the memory. */
const LARGEST_BATCH = 1 << 26

/** Part of the keys: changes with the layout of what stands under them. */
const LAYOUT = 1

/**
 * A cache that machines share. `ac/<SHA-256 of program, kind and keys of a batch>` names `cas/<SHA-256 of the bytes>`. Nothing
 * of it is believed: bytes have the hash and the size that were named, and hold the keys that were asked for. What is slow,
 * broken or wrong counts as missing, and is noted (`failures`).
 */
export class SharedCache {
  readonly #options: SharedCacheOptions
  readonly #counts = { parsed: none(), rendered: none(), search: none() }
  readonly #reading = new Requests()
  readonly #writing = new Requests()
  readonly #endWriting = new AbortController()
  #stored = 0
  #saving: Promise<unknown>[] = []
  #savingPages = 0

  constructor(options: SharedCacheOptions) {
    this.#options = options
  }

  /** Pages that were taken and made, and batches of them that were put there. */
  get summary() {
    const { parsed, rendered } = this.#counts
    return { shared: { parsed: { ...parsed }, rendered: { ...rendered }, stored: this.#stored } }
  }

  /** What went wrong: undefined when nothing did. */
  get failures(): { name: string; failed: number; requests: number; first: string } | undefined {
    const [reading, writing] = [this.#reading, this.#writing]
    const failed = reading.failed + writing.failed
    if (failed === 0) return undefined
    const first = reading.problem ?? writing.problem ?? ''
    return { name: this.#options.storage.name, failed, requests: reading.count + writing.count, first }
  }

  /**
   * Brings into the store what it lacks of the batches. Returns those that the storage doesn't have either: they are for
   * `save` once they are made. `sure`: asks for those, too, that the store has.
   */
  async fetch(store: Values, batches: readonly Batch[], { sure = false } = {}): Promise<Batch[]> {
    const { patience = READING, storage } = this.#options
    const lacking = new Set(batches.filter(({ entries }) => entries.some(({ key }) => !store.has(key))))
    const asked = sure ? batches : [...lacking]
    const signal = AbortSignal.timeout(patience.once + patience.page * countPages(asked))
    const found = new Set<Batch>()
    await inParallel(asked, READERS, async batch => {
      const isThere = await this.#reading.try(
        () =>
          lacking.has(batch)
            ? this.#take(store, batch, signal)
            : storage.has(`ac/${this.#keyOf(batch)}`, signal),
        false,
      )
      if (isThere) found.add(batch)
    })
    for (const batch of lacking) this.#counts[batch.kind][found.has(batch) ? 'taken' : 'made'] += batch.pages
    return asked.filter(batch => !found.has(batch))
  }

  /** Puts batches there, while others work; one that was not made as a whole is left out. */
  save(store: Values, batches: readonly Batch[]): void {
    if (!this.#options.writes || this.#reading.isOff || batches.length === 0) return
    this.#savingPages += countPages(batches)
    const put = (batch: Batch) => this.#writing.try(() => this.#put(store, batch), undefined)
    this.#saving.push(inParallel(batches, WRITERS, put))
  }

  /** Waits until all is put there, within limits. */
  async finish(): Promise<void> {
    const timer = setTimeout(() => this.#endWriting.abort(), WRITING.once + WRITING.page * this.#savingPages)
    await Promise.all(this.#saving.splice(0))
    clearTimeout(timer)
  }

  #keyOf({ kind, entries }: Batch): string {
    return sha256(JSON.stringify([LAYOUT, this.#options.format, kind, entries.map(({ key }) => key)]))
  }

  async #take(store: Values, batch: Batch, signal: AbortSignal): Promise<boolean> {
    const { storage, format } = this.#options
    const result = await storage.read(`ac/${this.#keyOf(batch)}`, LARGEST_RESULT, signal)
    if (!result) return false
    const digest = decodeActionResult(result)
    if (!digest || digest.size > LARGEST_BATCH) throw new StorageError('it had something else there')
    const bytes = await storage.read(`cas/${digest.hash}`, digest.size, signal)
    if (!bytes || this.#reading.isOff) return false
    if (bytes.length !== digest.size || sha256(bytes) !== digest.hash)
      throw new StorageError('it had damaged pages')
    const values = decodeBatch(format, bytes)
    const isRight = batch.entries.every(({ key, starts }) => {
      const value = values?.get(key)
      return (
        value && starts.some(start => value.subarray(0, Buffer.byteLength(start)).equals(Buffer.from(start)))
      )
    })
    if (!values || !isRight) throw new StorageError('it had other pages there')
    for (const { key } of batch.entries) store.set(key, values.get(key) ?? Buffer.of())
    return true
  }

  async #put(store: Values, batch: Batch): Promise<void> {
    const { storage, format } = this.#options
    const { signal } = this.#endWriting
    const values = batch.entries.flatMap(({ key }): [string, Buffer][] => {
      const value = store.get(key)
      return value ? [[key, value]] : []
    })
    if (values.length < batch.entries.length) return
    const bytes = await encodeBatch(format, values)
    if (bytes.length > LARGEST_BATCH) return
    const digest: Digest = { hash: sha256(bytes), size: bytes.length }
    // First the bytes: whoever finds their name finds them.
    await storage.write(`cas/${digest.hash}`, bytes, signal)
    await storage.write(`ac/${this.#keyOf(batch)}`, encodeActionResult(digest), signal)
    this.#stored += 1
  }
}

/** Requests that read, or that write. */
class Requests {
  count = 0
  failed = 0
  /** The first one. */
  problem: string | undefined
  /** Nothing more is asked of the storage. */
  isOff = false
  #inARow = 0

  /** The result, or `otherwise` where the storage fails or has failed too often: the pages can be made here. */
  async try<Result>(action: () => Promise<Result>, otherwise: Result): Promise<Result> {
    if (this.isOff) return otherwise
    this.count += 1
    try {
      const result = await action()
      this.#inARow = 0
      return result
    } catch (error) {
      const { message, isFinal = false } = error as Partial<StorageError> & Error
      this.failed += 1
      this.#inARow += 1
      this.problem ??= message
      this.isOff ||= isFinal || this.#inARow >= MOST_FAILURES
      return otherwise
    }
  }
}

function none() {
  return { taken: 0, made: 0 }
}

function countPages(batches: readonly Batch[]): number {
  return batches.reduce((sum, { pages }) => sum + pages, 0)
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

/** The first line of a batch, as JSON: the program that wrote the values that follow, key and length of each. */
interface Head {
  format: string
  entries: [key: string, length: number][]
}

/** Packs values by their keys: gzip of the head and the values. */
export function encodeBatch(
  format: string,
  values: readonly (readonly [key: string, value: Uint8Array])[],
): Promise<Buffer> {
  const head: Head = { format, entries: values.map(([key, value]) => [key, value.length]) }
  const parts = [Buffer.from(`${JSON.stringify(head)}\n`), ...values.map(([, value]) => value)]
  return promisify(gzip)(Buffer.concat(parts), { level: constants.Z_BEST_SPEED })
}

/** Values by their keys; undefined for bytes that another program wrote. Synchronous, so that bombs that arrive together don't fill the memory together. */
function decodeBatch(format: string, bytes: Uint8Array): Map<string, Buffer> | undefined {
  try {
    const content = gunzipSync(bytes, { maxOutputLength: LARGEST_BATCH })
    const start = content.indexOf('\n') + 1
    const head = JSON.parse(content.subarray(0, start).toString()) as Head
    if (head.format !== format) return undefined
    let at = start
    const values = head.entries.map(([key, length]) => [key, content.subarray(at, (at += length))] as const)
    return at === content.length ? new Map(values) : undefined
  } catch {
    return undefined
  }
}
