import { names, scope } from './scope.ts'
import type { OfflineFailure, CoreEntry } from '../../schema/offline.ts'
import { contentType } from '../../shared/content-type.ts'
import { PICTURE_POLICY } from '../../shared/policy.ts'
import { manifest } from './manifest.ts'

/**
 * A stored response, of one store or of any. One that is gone or damaged counts as missing, and never keeps the network from
 * answering.
 */
export async function lookUp(url: string, cacheName?: string): Promise<Response | undefined> {
  return caches.match(url, cacheName === undefined ? {} : { cacheName }).catch(() => undefined)
}

/**
 * Reads JSON from the first store that has it; undefined stands for any store. What `read` can't make sense of is deleted: then
 * it counts as missing, and what it belongs to as incomplete, so that it is fetched again.
 */
export async function readJson<Json, Value>(
  url: string,
  stores: readonly (string | undefined)[],
  read: (json: Json) => Value,
): Promise<Value | undefined> {
  for (const store of stores) {
    const stored = await lookUp(url, store)
    try {
      if (stored) return read((await stored.json()) as Json)
    } catch {
      const damaged = store === undefined ? await caches.keys() : [store]
      await Promise.all(damaged.map(async name => (await caches.open(name)).delete(url)))
    }
  }
  return undefined
}

/** What the worker remembers beyond one build. */
export interface Records {
  /** Languages that the reader asked for, and that the reader removed. */
  choices: { wanted: string[]; refused: string[] }
  /** Stores of the build that was activated last. */
  active: string[]
  /** Tabs that show pages of the site that was replaced. */
  replacedTabs: string[]
  /** Tabs whose document came from the network and may be of another build. */
  networkTabs: string[]
}

/** Reads a record; undefined when there is none, or it is damaged. */
export async function readRecord<Name extends keyof Records>(name: Name): Promise<Records[Name] | undefined> {
  return readJson(keyOf(name), [names.state], (value: Records[Name]) => {
    const lists: unknown[] = Array.isArray(value) ? [value] : [value.wanted, value.refused]
    for (const list of lists) if (!Array.isArray(list)) throw new TypeError(`The record ${name} is damaged.`)
    return value
  })
}

let changing: Promise<void> = Promise.resolve()

/** Changes a record by what it is; changes that are asked for at the same time are made one after the other. */
export function changeRecord<Name extends keyof Records>(
  name: Name,
  change: (value: Records[Name] | undefined) => Records[Name] | Promise<Records[Name]>,
): Promise<void> {
  const changed = changing.then(async () => writeRecord(name, await change(await readRecord(name))))
  changing = changed.catch(() => undefined)
  return changed
}

export async function writeRecord<Name extends keyof Records>(
  name: Name,
  value: Records[Name] | undefined,
): Promise<void> {
  const cache = await caches.open(names.state)
  if (value === undefined) await cache.delete(keyOf(name))
  else await cache.put(keyOf(name), new Response(JSON.stringify(value)))
}

function keyOf(name: string): string {
  return `${scope.registration.scope}docsgen-record/${name}`
}

/**
 * Remembers that a tab's document came from the network: it may be of a newer build, and must not get this build's
 * tables from the store.
 */
export async function rememberNetworkTab(id: string): Promise<void> {
  if (!id) return
  await changeRecord('networkTabs', async (known = []) => {
    const open = await Promise.all(known.map(async tab => ((await scope.clients.get(tab)) ? [tab] : [])))
    return [...open.flat(), id]
  })
}

export async function isNetworkTab(id: string): Promise<boolean> {
  return ((await readRecord('networkTabs')) ?? []).includes(id)
}

/** Something could not be stored, and why. */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly reason: OfflineFailure

  constructor(reason: OfflineFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

export interface VerifiedFile {
  url: string
  /** `sha384-…` of the bytes. */
  integrity: string
  /** True when the address names the content, so that the HTTP cache may answer. */
  immutable: boolean
}

/** Bytes that are what the build made, and the headers that came with them. */
export interface VerifiedBytes {
  bytes: ArrayBuffer
  headers: Headers
}

/** Fetches a file and compares its bytes. Wrong ones are asked for once more past the HTTP cache. */
export async function fetchVerified(file: VerifiedFile): Promise<VerifiedBytes> {
  const answer = await request(file.url, file.immutable ? 'default' : 'no-cache')
  if (await isIntact(answer.bytes, file.integrity)) return answer
  const again = await request(file.url, 'reload')
  if (await isIntact(again.bytes, file.integrity)) return again
  throw new StoreError('integrity', `${file.url} is not what this version of the site consists of.`)
}

export async function isIntact(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes))
  return integrity === `sha384-${btoa(String.fromCharCode(...digest))}`
}

async function request(url: string, cache: RequestCache): Promise<VerifiedBytes> {
  const response = await fetch(url, { cache, credentials: 'same-origin' }).catch(() => undefined)
  if (!response) throw new StoreError('unreachable', `${url} could not be reached.`)
  if (response.status !== 200) throw new StoreError('status', `${url} answered ${response.status}.`)
  const bytes = await response.arrayBuffer().catch(() => undefined)
  if (!bytes) throw new StoreError('unreachable', `${url} broke off.`)
  return { bytes, headers: response.headers }
}

/** The reason of any failure; a full device is told apart from everything else. */
export function reasonOf(error: unknown): OfflineFailure {
  if (error instanceof StoreError) return error.reason
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'quota' : 'unknown'
}

/** Headers by which the host protects its pages: a stored page keeps them. */
const KEPT = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
]

/** Content type of what is stored for an address: that of a document may end in anything. */
function typeOf(url: string, content: BodyInit): string {
  if (typeof content === 'string' && content.startsWith('<!DOCTYPE html>')) return contentType('.html')
  return contentType(new URL(url, self.location.href).pathname)
}

/**
 * A response to store. It is made anew, so that nothing of how the server delivered it (redirects, encodings) stays.
 * @param source headers of the response that the content came with
 */
export function makeResponse(url: string, content: BodyInit, source: Headers): Response {
  const headers = new Headers({ 'content-type': typeOf(url, content) })
  for (const name of KEPT) {
    const value = source.get(name)
    if (value !== null) headers.set(name, value)
  }
  // The host sends more for pictures than for the pack that they came in.
  if (/\.svg$/i.test(new URL(url, self.location.href).pathname))
    headers.set('content-security-policy', PICTURE_POLICY)
  return new Response(content, { headers })
}

/**
 * Runs `task` for every item, at most `limit` at a time. The first failure is thrown after those that run have
 * ended, so that what they stored is not asked for again.
 */
export async function runPool<T>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  const queue = items.values()
  const work = async () => {
    for (const item of queue) {
      if (failures.length > 0) return
      await task(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: limit }, work))
  if (failures.length > 0) throw failures[0]
}

/** Requests at a time while the core is stored. */
const PARALLEL = 6
/** Header of a stored entry: what its bytes were compared with. */
const INTEGRITY = 'x-docsgen-integrity'

/** Name of the store of this build. */
export const coreName = names.core(manifest.version)

const entries = new Map(manifest.core.map(entry => [entry.url, entry]))

/** The core's entry for an address, whatever its query. */
export function coreEntry({ pathname }: URL): CoreEntry | undefined {
  return entries.get(pathname)
}

let running: Promise<void> | undefined

/** Stores what is missing of the core; what an earlier try or another build stored is not asked for. */
export function storeCore(): Promise<void> {
  return (running ??= storeMissing().finally(() => (running = undefined)))
}

async function storeMissing(): Promise<void> {
  const [cache, others] = await Promise.all([caches.open(coreName), otherCores()])
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = manifest.core.filter(({ url }) => !stored.has(url))
  await runPool(missing, PARALLEL, async entry => {
    await cache.put(entry.url, (await copyOf(entry, others)) ?? (await download(entry)))
  })
}

/** Puts an answer of the network into the store when it is what this build consists of. */
export async function repairCore(entry: CoreEntry, response: Response): Promise<void> {
  const bytes = await response.arrayBuffer()
  if (!(await isIntact(bytes, entry.integrity))) return
  const cache = await caches.open(coreName)
  await cache.put(entry.url, storedEntry(entry, bytes, response.headers))
}

async function download(entry: CoreEntry): Promise<Response> {
  const { bytes, headers } = await fetchVerified(entry)
  return storedEntry(entry, bytes, headers)
}

function storedEntry(entry: CoreEntry, bytes: ArrayBuffer, headers: Headers): Response {
  const response = makeResponse(entry.url, bytes, headers)
  response.headers.set(INTEGRITY, entry.integrity)
  return response
}

/** The same bytes in the store of another build of this site. */
async function copyOf(entry: CoreEntry, others: readonly Cache[]): Promise<Response | undefined> {
  for (const cache of others) {
    const found = await cache.match(entry.url)
    if (found?.headers.get(INTEGRITY) === entry.integrity) return found
  }
  return undefined
}

async function otherCores(): Promise<Cache[]> {
  const found = (await caches.keys()).filter(name => names.isCore(name) && name !== coreName)
  return Promise.all(found.map(name => caches.open(name)))
}
