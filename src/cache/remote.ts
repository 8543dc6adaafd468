/**
 * A cache that machines share, on a server that speaks the HTTP cache protocol of Bazel, or in a folder with the same files:
 * `ac/<SHA-256 of program, kind and keys of a batch>` names `cas/<SHA-256 of the bytes>`. Nothing of it is believed: bytes have the
 * hash and the size that were named, and hold the keys that were required; what is slow, broken or wrong counts as missing.
 */
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

/** Selects the parts of a build that are shared with other machines. */
export interface ShareOptions {
  /** Folder that is carried from machine to machine, relative to the root, instead of the configured server. */
  folder?: string | undefined
  /** Makes only a part of the pages, for others to fetch. */
  shard?: Shard | undefined
}

/** Opens the cache that machines share, where there is one; `finding`: why it can't be used. An empty variable of the environment turns it off. */
export function openRemote(
  root: string,
  { cache }: Pick<SiteConfig, 'cache'>,
  { folder, shard }: ShareOptions,
): { remote?: RemoteCache; finding?: Finding } {
  const { CI = '', DOCSGEN_REMOTE_CACHE, DOCSGEN_REMOTE_CACHE_TOKEN: token } = process.env
  const url = DOCSGEN_REMOTE_CACHE ?? cache.remote ?? ''
  // As all CI services set it; some programs write `CI=false`.
  const isInCi = !['', '0', 'false'].includes(CI)
  const writes = shard !== undefined || folder !== undefined || (cache.write ?? isInCi)
  const open = (storage: Storage) => ({
    remote: createRemoteCache(storage, programHash(), writes, { shard }),
  })
  if (folder !== undefined) return open(createFolderStorage(path.resolve(root, folder), folder))
  if (isCacheAddress(url)) {
    const { username, password } = new URL(url)
    const named = Buffer.from(`${safeDecode(username)}:${safeDecode(password)}`).toString('base64')
    const authorization = token ? `Bearer ${token}` : username && `Basic ${named}`
    return open(createHttpStorage(url, authorization))
  }
  if (url !== '')
    return {
      finding: configFinding(
        "`DOCSGEN_REMOTE_CACHE` isn't a valid cache address.",
        'It looks like `https://cache.example.org/docs`.',
      ),
    }
  if (!shard) return {}
  return {
    finding: configFinding(
      '`--shard` needs a shared cache.',
      'Name a server in `cache.remote` or `DOCSGEN_REMOTE_CACHE`, or a folder with `--cache-dir`.',
    ),
  }
}

/** Files by their names, `ac/<sha256>` and `cas/<sha256>`. Nothing vouches for their content. */
export interface Storage {
  /** Its address without anything secret, or its folder. */
  readonly name: string
  /** The bytes of a file, at most `limit`; undefined when it isn't there. */
  read(file: string, limit: number, signal: AbortSignal): Promise<Uint8Array | undefined>
  write(file: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>
}

/** The next request would fail in the same way. */
class FinalError extends Error {}

/** Milliseconds for one request, its body included. */
const TIMEOUT = 5000
const MOST_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]
/** Answers that are the same for every other file. */
const FINAL = [401, 403, 405, 501, 507]

/** A server: `/ac/…` and `/cas/…` follow its address. `authorization` is sent to its origin only. */
export function createHttpStorage(url: string, authorization?: string, timeout = TIMEOUT): Storage {
  const { origin, pathname } = new URL(url)
  const name = origin + pathname.replace(/\/$/, '')

  async function request(file: string, stop: AbortSignal, put?: Uint8Array): Promise<Response> {
    const limit = new AbortController()
    // Node.js 20 may collect an `AbortSignal.timeout` that only `any` refers to: it would never end.
    const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    setTimeout(() => limit.abort(error), timeout).unref()
    const signal = AbortSignal.any([stop, limit.signal])
    let address = new URL(`${name}/${file}`)
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(address, {
        ...(put && { method: 'PUT', body: put as Uint8Array<ArrayBuffer> }),
        // Followed here: `fetch` would go from https to http.
        redirect: 'manual',
        signal,
        headers: {
          'user-agent': 'docsgen',
          'accept-encoding': 'identity',
          ...(put && { 'content-type': 'application/octet-stream' }),
          ...(authorization && address.origin === origin && { authorization }),
        },
      })
      // Pages are only put where the configuration says, never where a redirect leads.
      if (put || !REDIRECTS.includes(response.status)) return response
      await response.body?.cancel()
      const location = response.headers.get('location') ?? ''
      const target = URL.canParse(location, address) ? new URL(location, address) : undefined
      if (!target || !['https:', address.protocol].includes(target.protocol) || redirects === MOST_REDIRECTS)
        throw new Error('it redirects to no valid address')
      address = target
    }
  }

  return {
    name,
    async read(file, limit, signal) {
      const { status, body } = await request(file, signal)
      if (status !== 200) {
        await body?.cancel()
        if ([204, 404, 410].includes(status)) return undefined
        throw refusal(status)
      }
      const chunks: Uint8Array[] = []
      let size = 0
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
        size += chunk.length
        // Leaving the loop cancels the rest.
        if (size > limit) throw new FinalError('it sent more than it announced')
        chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    },
    async write(file, bytes, signal) {
      const { ok, status, body } = await request(file, signal, bytes)
      await body?.cancel()
      if (!ok) throw refusal(status)
    },
  }
}

function refusal(status: number): Error {
  return new (FINAL.includes(status) ? FinalError : Error)(`it answered ${status}`)
}

/** A folder (absolute) that is carried from machine to machine: its files never differ, so several such folders can be put together. */
export function createFolderStorage(folder: string, name: string): Storage {
  return {
    name,
    async read(file, limit) {
      const target = path.join(folder, file)
      try {
        const stats = await stat(target)
        // A device or a pipe never ends.
        if (!stats.isFile() || stats.size > limit) throw new Error('a file is too large')
        return await readFile(target)
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
        throw code === undefined ? error : new Error(`a file cannot be read (${code})`)
      }
    },
    async write(file, bytes) {
      if (!writeWhole(path.join(folder, file), bytes)) throw new FinalError('it cannot be written')
    },
  }
}

/** A value of a store. */
export interface Entry {
  key: string
  /** Whether a value can be the one, as far as that is seen at once. May throw for one that is damaged, which isn't. */
  accepts: (value: Buffer) => boolean
}

interface Shareable extends Entry {
  /** Its path in the site; pages with the same path in their languages have what they include in common. */
  path: string
  /** `/zh/`; empty for what is one for each language. */
  locale: string
  /** Bytes, about: how long it takes. */
  size: number
}

/** Values that are shared together: one request for each page is too much, and one file for all of them is never the same. */
export interface Batch<Item extends Entry = Entry> {
  kind: 'parsed' | 'rendered' | 'search'
  entries: readonly Item[]
  /** The shard that makes it, from 1. */
  share: number
}

/** Smaller sites have as many, so that their shares are of one size, too. */
const FEWEST_BATCHES = 256

/** Pages in a batch, about: one changed page has those with it made again, and each batch takes two requests. */
const BATCH_PAGES = 12

/** Which batch a page is in depends on its path without the language, and on the order of magnitude of the site. */
function divide<Item extends Shareable>(
  kind: Batch['kind'],
  items: readonly Item[],
  shards: number,
): Batch<Item>[] {
  const count = Math.max(FEWEST_BATCHES, 2 ** Math.ceil(Math.log2(items.length / BATCH_PAGES)))
  const groups = groupBy(items, item => {
    const isBelow = item.locale !== '' && item.path.startsWith(item.locale)
    const name = isBelow ? item.path.slice(item.locale.length - 1) : item.path
    return String(Number(`0x${hashContent(name)}`) % count)
  })
  const ordered = [...groups].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, group]) => group)
  const sizes = ordered.map(group => group.reduce((sum, { size }) => sum + size + 1, 0))
  const shares = divideBySize(sizes, shards)
  return ordered.map((entries, index) => ({ kind, entries, share: shares[index] ?? 1 }))
}

/**
 * The shard that each of some items belongs to, from 1 to `count`: stretches of about the same size. Items that become larger or
 * smaller move only those at the ends of stretches. Sizes are more than 0.
 */
export function divideBySize(sizes: readonly number[], count: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let before = 0
  return sizes.map(size => {
    const middle = before + size / 2
    before += size
    return 1 + Math.min(count - 1, Math.floor((middle / total) * count))
  })
}

type Values = Pick<Store, 'has' | 'get' | 'set'>

/** Milliseconds that all requests for some pages may take, and for each page: fetching pages must not last longer than making them. */
const READING = { once: 5000, page: 10 }
const WRITING = { once: 10_000, page: 50 }

/** Requests at a time. */
const READERS = 16
const WRITERS = 8
/** Failures in a row after which a storage is no longer asked. */
const MOST_FAILURES = 5
const LARGEST_RESULT = 1 << 16
/** No batch comes near it, packed or not: what is larger once it is unpacked is made to fill the memory. */
const LARGEST_BATCH = 1 << 26
/** Part of the keys: changes with the layout of their values. */
const LAYOUT = 2

/** What a build shares with other machines. */
export type RemoteCache = ReturnType<typeof createRemoteCache>

/** `format`: of the program, values of another one are of no use; `writes`: whether what is made is put there. */
export function createRemoteCache(
  storage: Storage,
  format: string,
  writes: boolean,
  { shard, patience = READING }: { shard?: Shard | undefined; patience?: typeof READING } = {},
) {
  const { index, count } = shard ?? { index: 1, count: 1 }
  const [reading, writing] = [new Requests(), new Requests()]
  const endWriting = new AbortController()
  const saving: Promise<void>[] = []
  let savingPages = 0
  const summary: SharedSummary = {
    parsed: { taken: 0, made: 0 },
    rendered: { taken: 0, made: 0 },
    stored: 0,
  }

  /**
   * Brings into the store what it lacks of the batches. Returns those that are to be saved once they are made: what the storage
   * lacks, too, and of the own ones of a shard, for which others wait, all that it didn't have.
   */
  async function fetch<Item extends Entry>(
    store: Values,
    batches: readonly Batch<Item>[],
    isOwn = false,
  ): Promise<Batch<Item>[]> {
    const lacking = batches.filter(({ entries }) => entries.some(({ key }) => !store.has(key)))
    const toSave = new Set(isOwn && shard ? batches : lacking)
    const signal = AbortSignal.timeout(patience.once + patience.page * countPages(lacking))
    await inParallel(lacking, READERS, async batch => {
      const isTaken = await reading.try(() => take(store, batch, signal), signal)
      if (isTaken) toSave.delete(batch)
      if (batch.kind !== 'search') summary[batch.kind][isTaken ? 'taken' : 'made'] += batch.entries.length
    })
    return [...toSave]
  }

  async function take(store: Values, batch: Batch, signal: AbortSignal): Promise<boolean> {
    const result = await storage.read(fileOf(batch), LARGEST_RESULT, signal)
    if (!result) return false
    const digest = decodeActionResult(result)
    if (!digest || digest.size > LARGEST_BATCH) throw new Error('it returned different content')
    const bytes = await storage.read(`cas/${digest.hash}`, digest.size, signal)
    if (!bytes || reading.isOff) return false
    if (bytes.length !== digest.size || hashContent(bytes, 64) !== digest.hash)
      throw new Error('it returned damaged pages')
    const values = attempt(() => decodeBatch(format, bytes))
    const found = batch.entries.flatMap(({ key, accepts }) => {
      const value = values?.get(key)
      return value && attempt(() => accepts(value)) ? [[key, value] as const] : []
    })
    if (found.length < batch.entries.length) throw new Error('it returned other pages')
    for (const [key, value] of found) store.set(key, value)
    return true
  }

  /** Puts batches there, while others work; one that was not made as a whole is left out. */
  function save(store: Values, batches: readonly Batch[]): void {
    if (!writes || reading.isOff) return
    savingPages += countPages(batches)
    const { signal } = endWriting
    saving.push(inParallel(batches, WRITERS, batch => writing.try(() => put(store, batch, signal), signal)))
  }

  async function put(store: Values, batch: Batch, signal: AbortSignal): Promise<void> {
    const values = batch.entries.flatMap(({ key }) => {
      const value = store.get(key)
      return value ? [[key, value] as const] : []
    })
    if (values.length < batch.entries.length) return
    const bytes = await encodeBatch(format, values)
    if (bytes.length > LARGEST_BATCH) return
    const digest = { hash: hashContent(bytes, 64), size: bytes.length }
    // First the bytes: whoever finds their name finds them.
    await storage.write(`cas/${digest.hash}`, bytes, signal)
    await storage.write(fileOf(batch), encodeActionResult(digest), signal)
    summary.stored += 1
  }

  function fileOf({ kind, entries }: Batch): string {
    const keys = entries.map(({ key }) => key)
    return `ac/${hashContent(JSON.stringify([LAYOUT, format, kind, keys]), 64)}`
  }

  return {
    summary,
    fetch,
    save,

    /** What went wrong, undefined when nothing did. */
    get failures() {
      const failed = reading.failed + writing.failed
      const first = reading.problem ?? writing.problem
      if (first === undefined) return undefined
      return { name: storage.name, failed, requests: reading.count + writing.count, first }
    },

    /** Waits until all is put there, within limits. */
    async finish(): Promise<void> {
      const timer = setTimeout(() => endWriting.abort(), WRITING.once + WRITING.page * savingPages)
      await Promise.all(saving.splice(0))
      clearTimeout(timer)
    },

    /**
     * Has `make` do what no other machine has done. A shard first makes its share and puts it there; then it fetches what the
     * others have, and does what is left, beginning with the share of the next one: those that start together end together, and
     * whoever does not come is replaced. In the last turn `make` is given all items: most of them are in the store by then.
     */
    async makeInTurns<Item extends Shareable>(
      kind: Batch['kind'],
      store: Values,
      items: readonly Item[],
      make: (items: readonly Item[]) => Promise<void>,
    ): Promise<void> {
      const batches = divide(kind, items, count)
      // Parsed pages are needed by every shard, the rest by whoever puts the site together.
      const turns = kind === 'parsed' ? count : 1
      for (let turn = 1; turn <= turns; turn += 1) {
        const share = 1 + ((index + turn - 2) % count)
        const round = batches.filter(batch => batch.share === share)
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
  /** The storage gets no more requests, even if a pending one succeeds. */
  isOff = false
  #inARow = 0

  /** The result; undefined where the storage fails or has failed too often: the pages can be made here. */
  async try<Result>(action: () => Promise<Result>, signal: AbortSignal): Promise<Result | undefined> {
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
      this.isOff ||= signal.aborted || error instanceof FinalError || this.#inARow >= MOST_FAILURES
      return undefined
    }
  }
}

/** Ends the sentence `the shared cache failed:`. */
function describeFailure({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return 'it did not answer in time'
  const { code, message: reason } = (cause ?? {}) as Partial<NodeJS.ErrnoException>
  return reason === undefined ? message : `the connection failed (${code ?? reason})`
}

function countPages(batches: readonly Batch[]): number {
  return batches.reduce((sum, { entries }) => sum + entries.length, 0)
}

/** Names bytes under `cas/`: their SHA-256, hexadecimal, lower case. */
interface Digest {
  hash: string
  size: number
}

/**
 * Returns the content of a file under `ac/`: an `ActionResult` of the remote execution API (protobuf), whose one output file
 * (field 2) has a path (1) and a digest (2) of hash (1) and size (2), less than 2²⁸. Servers that check such messages look at nothing else.
 */
export function encodeActionResult({ hash, size }: Digest): Buffer {
  const digits = [0, 7, 14, 21].map(shift => ((size >> shift) & 0x7f) | (shift < 21 ? 0x80 : 0))
  // Fields and lengths: of the file, its path, the digest and the hash.
  return Buffer.concat([Buffer.from(`\x12\x50\n\x05pages\x12\x47\n@${hash}\x10`), Buffer.from(digits)])
}

/** Returns the first digest in a message; undefined for anything else. Servers may add fields, which come after it. */
export function decodeActionResult(bytes: Uint8Array): Digest | undefined {
  const [, hash, size] =
    // eslint-disable-next-line no-control-regex
    /\n@([0-9a-f]{64})\x10([\x80-\xff]{0,6}[\0-\x7f])/.exec(Buffer.from(bytes).toString('latin1')) ?? []
  if (hash === undefined || size === undefined) return undefined
  const digits = [...Buffer.from(size, 'latin1')].map((byte, at) => (byte & 0x7f) * 0x80 ** at)
  return { hash, size: digits.reduce((sum, digit) => sum + digit, 0) }
}

/** The first line of a batch, as JSON: the program that wrote the values that follow, key and length of each. */
type Head = { format: string; entries: [key: string, length: number][] }

/** Packs values by their keys: gzip of the head and the values. */
export function encodeBatch(
  format: string,
  values: readonly (readonly [key: string, value: Uint8Array])[],
): Promise<Buffer> {
  const head: Head = { format, entries: values.map(([key, value]) => [key, value.length]) }
  const parts = [Buffer.from(`${JSON.stringify(head)}\n`), ...values.map(([, value]) => value)]
  return promisify(gzip)(Buffer.concat(parts), { level: constants.Z_BEST_SPEED })
}

/**
 * Values by their keys; undefined for those of another program. Synchronous, so that bombs that arrive together don't fill the memory
 * together. @throws for anything else
 */
function decodeBatch(format: string, bytes: Uint8Array): Map<string, Buffer> | undefined {
  const content = gunzipSync(bytes, { maxOutputLength: LARGEST_BATCH })
  let at = content.indexOf('\n') + 1
  const head = JSON.parse(content.toString('utf8', 0, at)) as Head
  const values = head.entries.map(([key, length]) => [key, content.subarray(at, (at += length))] as const)
  return head.format === format && at === content.length ? new Map(values) : undefined
}
