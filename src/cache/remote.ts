/** A cache that machines share (`README.md`). Slow, broken or wrong answers count as missing. */
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { constants, gunzipSync, gzip } from 'node:zlib'
import { attempt } from '../lib/files.ts'
import { hashContent } from '../lib/hash.ts'
import { programHash } from '../lib/package.ts'
import { inParallel } from '../lib/process.ts'
import type { Shard } from '../lib/text.ts'
import type { SharedSummary } from '../schema/api.ts'
import { isCacheAddress, type SiteConfig } from '../schema/config.ts'
import { configFinding, type Finding, groupBy } from '../schema/finding.ts'
import { safeDecode } from '../shared/addresses.ts'
import { type Store, writeWhole } from './store.ts'

export interface ShareOptions {
  /** Folder used instead of the configured server, relative to the root. */
  folder?: string | undefined
  shard?: Shard | undefined
}

type Opened = { remote?: RemoteCache; finding?: Finding }

/** `finding`: why the cache can't be used. An empty `DOCSGEN_REMOTE_CACHE` turns it off. */
export function openRemote(root: string, { cache }: SiteConfig, { folder, shard }: ShareOptions): Opened {
  const { CI = '', DOCSGEN_REMOTE_CACHE, DOCSGEN_REMOTE_CACHE_TOKEN: token } = process.env
  const url = DOCSGEN_REMOTE_CACHE ?? cache.remote ?? ''
  // As all CI services set it; some programs write `CI=false`.
  const isInCi = !['', '0', 'false'].includes(CI)
  const writes = shard !== undefined || folder !== undefined || (cache.write ?? isInCi)
  const open = (storage: Storage) => ({
    remote: createRemoteCache(storage, programHash(), writes, { shard }),
  })
  const refuse = (message: string, hint: string) => ({ finding: configFinding(message, hint) })
  if (folder !== undefined) return open(createFolderStorage(path.resolve(root, folder), folder))
  if (isCacheAddress(url)) {
    const { username, password } = new URL(url)
    const named = Buffer.from(`${safeDecode(username)}:${safeDecode(password)}`).toString('base64')
    return open(createHttpStorage(url, token ? `Bearer ${token}` : username && `Basic ${named}`))
  }
  if (url !== '')
    return refuse(
      "`DOCSGEN_REMOTE_CACHE` isn't a valid cache URL.",
      'Use a URL such as `https://cache.example.org/docs`.',
    )
  if (!shard) return {}
  return refuse(
    '`--shard` requires a shared cache.',
    'Set `cache.remote` or `DOCSGEN_REMOTE_CACHE` to a server, or `--cache-dir` to a folder.',
  )
}

/** Files are `ac/<sha256>` and `cas/<sha256>`. */
export interface Storage {
  /** Address without anything secret, or folder. */
  readonly name: string
  /** Returns at most `limit` bytes; undefined when there is no such file. */
  read(file: string, limit: number, signal: AbortSignal): Promise<Uint8Array | undefined>
  write(file: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>
}

/** `timeout`: milliseconds for one request, its body included. */
export function createHttpStorage(url: string, authorization?: string, timeout = 5000): Storage {
  const { origin, pathname } = new URL(url)
  const name = origin + pathname.replace(/\/$/, '')

  async function request(file: string, stop: AbortSignal, put?: Uint8Array) {
    const limit = new AbortController()
    // Node.js 20 may collect an `AbortSignal.timeout` that only `any` refers to: it would never end.
    const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    setTimeout(() => limit.abort(error), timeout).unref()
    return fetch(`${name}/${file}`, {
      ...(put && { method: 'PUT', body: put as Uint8Array<ArrayBuffer> }),
      // As in Bazel. The password and the pages go nowhere else.
      redirect: 'manual',
      signal: AbortSignal.any([stop, limit.signal]),
      headers: {
        'user-agent': 'docsgen',
        'accept-encoding': 'identity',
        ...(put && { 'content-type': 'application/octet-stream' }),
        ...(authorization && { authorization }),
      },
    })
  }

  return {
    name,
    async read(file, limit, signal) {
      const { status, body } = await request(file, signal)
      if (status !== 200) {
        await body?.cancel()
        if ([204, 404, 410].includes(status)) return undefined
        throw new Error(`it returned ${status}`)
      }
      const chunks: Uint8Array[] = []
      let size = 0
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
        size += chunk.length
        // Leaving the loop cancels the rest.
        if (size > limit) throw new Error('it sent more data than it declared')
        chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    },
    async write(file, bytes, signal) {
      const { ok, status, body } = await request(file, signal, bytes)
      await body?.cancel()
      if (!ok) throw new Error(`it returned ${status}`)
    },
  }
}

/** Files of the same name never differ, so several such folders can be merged. */
function createFolderStorage(folder: string, name: string): Storage {
  return {
    name,
    async read(file, limit) {
      const target = path.join(folder, file)
      const stats = await stat(target).catch(() => undefined)
      if (!stats) return undefined
      // A device or a pipe never ends.
      if (!stats.isFile() || stats.size > limit) throw new Error('a file is too large')
      return readFile(target)
    },
    async write(file, bytes) {
      if (!writeWhole(path.join(folder, file), bytes)) throw new Error("it can't be written")
    },
  }
}

export interface Entry {
  key: string
  /** Checks quickly whether a value can belong to the key. May throw for a damaged one. */
  accepts: (value: Buffer) => boolean
}

interface Shareable extends Entry {
  /** Path in the site. Translations have the same one in their languages, and often the same includes. */
  path: string
  /** Path of the language, `/zh/`; empty for a value that exists once for each language. */
  locale: string
  /** Approximate size in bytes. */
  size: number
}

/** Values that are shared in one file. */
export interface Batch<Item extends Entry = Entry> {
  kind: 'parsed' | 'rendered' | 'search'
  entries: readonly Item[]
  /** The shard that makes it, from 1. */
  share: number
}

/** Minimum, so that all shards of a small site get about the same amount of work. */
const FEWEST_BATCHES = 256

/** If one page changes, its whole batch is made again; each batch takes two requests. */
const BATCH_PAGES = 12

function divide<Item extends Shareable>(kind: Batch['kind'], items: readonly Item[], shards: number) {
  const count = Math.max(FEWEST_BATCHES, 2 ** Math.ceil(Math.log2(items.length / BATCH_PAGES)))
  const groups = groupBy(items, ({ path: whole, locale }) => {
    const name = locale !== '' && whole.startsWith(locale) ? whole.slice(locale.length - 1) : whole
    return String(Number(`0x${hashContent(name)}`) % count)
  })
  const ordered = [...groups].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, group]) => group)
  const sizes = ordered.map(group => group.reduce((sum, { size }) => sum + size + 1, 0))
  const shares = divideBySize(sizes, shards)
  return ordered.map((entries, index): Batch<Item> => ({ kind, entries, share: shares[index] ?? 1 }))
}

/** Shard of each item, from 1. Shards get consecutive items: a changed size (> 0) moves only those at the borders. */
export function divideBySize(sizes: readonly number[], count: number) {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let before = 0
  return sizes.map(size => {
    const middle = before + size / 2
    before += size
    return 1 + Math.min(count - 1, Math.floor((middle / total) * count))
  })
}

type Values = Pick<Store, 'has' | 'get' | 'set'>

/** Milliseconds: fetching pages must not take longer than making them. */
const READ_TIME = { once: 5000, page: 10 }
const WRITE_TIME = { once: 10_000, page: 50 }

/** Requests at a time. */
const PARALLEL_READS = 16
const PARALLEL_WRITES = 8
/** Failures in a row after which the storage is no longer used. */
const MOST_FAILURES = 5
/** Limits in bytes. A larger batch can only be meant to fill the memory. */
const LARGEST_RESULT = 1 << 16
const LARGEST_BATCH = 1 << 26

export type RemoteCache = ReturnType<typeof createRemoteCache>

/** `format`: hash of the program. */
export function createRemoteCache(
  storage: Storage,
  format: string,
  writes: boolean,
  { shard, patience = READ_TIME }: { shard?: Shard | undefined; patience?: typeof READ_TIME } = {},
) {
  const { index, count } = shard ?? { index: 1, count: 1 }
  const [reading, writing] = [new Requests(), new Requests()]
  const endWriting = new AbortController()
  const saving: Promise<void>[] = []
  let savingPages = 0
  const nothing = { taken: 0, made: 0 }
  const summary: SharedSummary = { parsed: { ...nothing }, rendered: { ...nothing }, stored: 0 }

  /** Fetches what the store lacks. Returns the batches to save: those not found, and the shard's own that weren't asked for. */
  async function fetch<Item extends Entry>(store: Values, batches: readonly Batch<Item>[], isOwn = false) {
    const lacking = batches.filter(({ entries }) => entries.some(({ key }) => !store.has(key)))
    const toSave = new Set(isOwn && shard ? batches : lacking)
    const signal = AbortSignal.timeout(patience.once + patience.page * countPages(lacking))
    await inParallel(lacking, PARALLEL_READS, async batch => {
      const isTaken = await reading.try(() => take(store, batch, signal), signal)
      if (isTaken) toSave.delete(batch)
      if (batch.kind !== 'search') summary[batch.kind][isTaken ? 'taken' : 'made'] += batch.entries.length
    })
    return [...toSave]
  }

  async function take(store: Values, batch: Batch, signal: AbortSignal) {
    const result = await storage.read(fileOf(batch), LARGEST_RESULT, signal)
    if (!result) return false
    const digest = decodeActionResult(result)
    if (!digest || digest.size > LARGEST_BATCH) throw new Error('it returned an invalid response')
    const bytes = await storage.read(`cas/${digest.hash}`, digest.size, signal)
    if (!bytes || reading.isOff) return false
    if (bytes.length !== digest.size || hashContent(bytes, 64) !== digest.hash)
      throw new Error('it returned corrupted pages')
    const values = attempt(() => decodeBatch(format, bytes))
    const found = batch.entries.flatMap(({ key, accepts }) => {
      const value = values?.get(key)
      return value && attempt(() => accepts(value)) ? [[key, value] as const] : []
    })
    if (found.length < batch.entries.length) throw new Error('it returned the wrong pages')
    for (const [key, value] of found) store.set(key, value)
    return true
  }

  /** Saves batches in the background, except incomplete ones. */
  function save(store: Values, batches: readonly Batch[]) {
    if (!writes || reading.isOff) return
    savingPages += countPages(batches)
    const putBatch = (batch: Batch) => writing.try(() => put(store, batch), endWriting.signal)
    saving.push(inParallel(batches, PARALLEL_WRITES, putBatch))
  }

  async function put(store: Values, batch: Batch) {
    const { signal } = endWriting
    const values = batch.entries.flatMap(({ key }) => {
      const value = store.get(key)
      return value ? [[key, value] as const] : []
    })
    if (values.length < batch.entries.length) return
    const bytes = await encodeBatch(format, values)
    if (bytes.length > LARGEST_BATCH) return
    const digest = { hash: hashContent(bytes, 64), size: bytes.length }
    // The bytes first: nobody may find a name without them.
    await storage.write(`cas/${digest.hash}`, bytes, signal)
    await storage.write(fileOf(batch), encodeActionResult(digest), signal)
    summary.stored += 1
  }

  const fileOf = ({ kind, entries }: Batch) =>
    `ac/${hashContent(JSON.stringify([format, kind, entries.map(({ key }) => key)]), 64)}`

  return {
    summary,
    fetch,
    save,

    get failures() {
      const failed = reading.failed + writing.failed
      const first = reading.problem ?? writing.problem
      if (first === undefined) return undefined
      return { name: storage.name, failed, requests: reading.count + writing.count, first }
    },

    async finish() {
      const timer = setTimeout(() => endWriting.abort(), WRITE_TIME.once + WRITE_TIME.page * savingPages)
      await Promise.all(saving.splice(0))
      clearTimeout(timer)
    },

    /**
     * Calls `make` for the items that no other machine has made: first those of the shard's own share, then, from the next one on,
     * those of other shards, which may not run. In the last turn it gets all items, most of which are in the store by then.
     */
    async makeInTurns<Item extends Shareable>(
      kind: Batch['kind'],
      store: Values,
      items: readonly Item[],
      make: (items: readonly Item[]) => Promise<void>,
    ) {
      const batches = divide(kind, items, count)
      // Every shard needs all parsed pages. The rest is needed only where the whole site is built.
      const turns = kind === 'parsed' ? count : 1
      for (let turn = 1; turn <= turns; turn += 1) {
        const round = batches.filter(({ share }) => share === 1 + ((index + turn - 2) % count))
        const lacking = await fetch(store, round, turn === 1)
        await make(turn < count ? lacking.flatMap(({ entries }) => entries) : items)
        save(store, lacking)
      }
    },
  }
}

class Requests {
  count = 0
  failed = 0
  problem: string | undefined
  /** True once no more requests are sent, even if a pending one succeeds. */
  isOff = false
  #inARow = 0

  /** Undefined if the storage fails, or failed too often. */
  async try<Result>(action: () => Promise<Result>, signal: AbortSignal) {
    if (this.isOff) return undefined
    this.count += 1
    try {
      const result = await action()
      this.#inARow = 0
      return result
    } catch (error) {
      this.failed += 1
      this.#inARow += 1
      this.problem ??= signal.aborted ? 'it took too long in total' : describeFailure(error as Error)
      this.isOff ||= signal.aborted || this.#inARow >= MOST_FAILURES
      return undefined
    }
  }
}

function describeFailure({ name, message, cause }: Error) {
  if (name === 'TimeoutError') return "it didn't respond in time"
  const { code, message: reason } = (cause ?? {}) as Partial<NodeJS.ErrnoException>
  return reason === undefined ? message : `the connection failed (${code ?? reason})`
}

const countPages = (batches: readonly Batch[]) =>
  batches.reduce((sum, { entries }) => sum + entries.length, 0)

/** Names bytes under `cas/`; `hash` is their SHA-256 in hexadecimal. */
type Digest = { hash: string; size: number }

/**
 * A file under `ac/`: an `ActionResult` of the remote execution API (protobuf), whose one output file (field 2) has a path (1) and
 * a digest (2) of hash (1) and size (2), less than 2²⁸. Servers check nothing else.
 */
export function encodeActionResult({ hash, size }: Digest) {
  const digits = [0, 7, 14, 21].map(shift => ((size >> shift) & 0x7f) | (shift < 21 ? 0x80 : 0))
  // Fields and lengths: of the file, its path, the digest and the hash.
  return Buffer.concat([Buffer.from(`\x12\x50\n\x05pages\x12\x47\n@${hash}\x10`), Buffer.from(digits)])
}

/** The first digest in a message. Servers may add fields after it. */
export function decodeActionResult(bytes: Uint8Array): Digest | undefined {
  const [, hash, size] =
    // eslint-disable-next-line no-control-regex
    /\n@([0-9a-f]{64})\x10([\x80-\xff]{0,6}[\0-\x7f])/.exec(Buffer.from(bytes).toString('latin1')) ?? []
  if (hash === undefined || size === undefined) return undefined
  const digits = [...Buffer.from(size, 'latin1')].map((byte, at) => (byte & 0x7f) * 0x80 ** at)
  return { hash, size: digits.reduce((sum, digit) => sum + digit, 0) }
}

/** First line of a batch, as JSON. The values follow. */
type BatchHead = { format: string; entries: [key: string, length: number][] }
type BatchValues = readonly (readonly [key: string, value: Uint8Array])[]

export function encodeBatch(format: string, values: BatchValues) {
  const head: BatchHead = { format, entries: values.map(([key, value]) => [key, value.length]) }
  const parts = [Buffer.from(`${JSON.stringify(head)}\n`), ...values.map(([, value]) => value)]
  return promisify(gzip)(Buffer.concat(parts), { level: constants.Z_BEST_SPEED })
}

/** Undefined for another program's values. Synchronous, so that gzip bombs don't fill the memory together. @throws if damaged */
function decodeBatch(format: string, bytes: Uint8Array) {
  const content = gunzipSync(bytes, { maxOutputLength: LARGEST_BATCH })
  let at = content.indexOf('\n') + 1
  const head = JSON.parse(content.toString('utf8', 0, at)) as BatchHead
  const values = head.entries.map(([key, length]) => [key, content.subarray(at, (at += length))] as const)
  return head.format === format && at === content.length ? new Map(values) : undefined
}
