/** The build that the worker belongs to, and what it stores: responses, records, and the core. */
import type { CoreEntry, OfflineFailure, OfflineLocale, OfflineManifest } from '../../shared/offline.ts'
import { localeOfAddress } from '../../shared/addresses.ts'
import { contentType, PICTURE_POLICY } from '../../shared/http.ts'
import { names, scope } from './scope.ts'

/** Put in front of this script by the build. */
declare const DOCSGEN_MANIFEST: OfflineManifest

export const manifest: OfflineManifest = DOCSGEN_MANIFEST

export function pathInSite({ pathname }: URL): string | undefined {
  return pathname.startsWith(manifest.base) ? pathname.slice(manifest.base.length - 1) : undefined
}

export function addressOf(path: string): string {
  return manifest.base.slice(0, -1) + path
}

export function localeOf(path: string): OfflineLocale | undefined {
  const { locales } = manifest
  const paths = locales.map(locale => locale.path)
  return locales[Math.max(0, paths.indexOf(localeOfAddress(path, paths)))]
}

/** A stored response, of one store or of any. One that is gone or damaged counts as missing. */
export async function lookUp(url: string, cacheName?: string): Promise<Response | undefined> {
  return caches.match(url, cacheName === undefined ? {} : { cacheName }).catch(() => undefined)
}

/** Reads JSON from the first store that has it. JSON that `read` can't make sense of is deleted, so that its store is filled again. */
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

export interface Records {
  /** Languages that the reader asked for, and that the reader removed. */
  choices: { wanted: string[]; refused: string[] }
  active: string[]
  replacedTabs: string[]
  /** Tabs whose document came from the network, perhaps from a newer build: they must not get this build's tables. */
  networkTabs: string[]
}

const keyOf = (name: string) => `${scope.registration.scope}docsgen-record/${name}`

/** Reads a record; undefined when there is none, or it is damaged. */
export async function readRecord<Name extends keyof Records>(name: Name): Promise<Records[Name] | undefined> {
  return readJson(keyOf(name), [names.state], (value: Records[Name]) => {
    const lists: unknown[] = Array.isArray(value) ? [value] : [value.wanted, value.refused]
    for (const list of lists) if (!Array.isArray(list)) throw new TypeError(`The record ${name} is damaged.`)
    return value
  })
}

export async function writeRecord<Name extends keyof Records>(
  name: Name,
  value: Records[Name] | undefined,
): Promise<void> {
  const cache = await caches.open(names.state)
  if (value === undefined) await cache.delete(keyOf(name))
  else await cache.put(keyOf(name), new Response(JSON.stringify(value)))
}

let changing: Promise<void> = Promise.resolve()

/** Changes a record; changes that are asked for at the same time are made one after the other. */
export function changeRecord<Name extends keyof Records>(
  name: Name,
  change: (value: Records[Name] | undefined) => Records[Name] | Promise<Records[Name]>,
): Promise<void> {
  const changed = changing.then(async () => writeRecord(name, await change(await readRecord(name))))
  changing = changed.catch(() => undefined)
  return changed
}

export class StoreError extends Error {
  override name = 'StoreError'
  readonly reason: OfflineFailure

  constructor(reason: OfflineFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The reason for a failure; a full device is distinguished from everything else. */
export function reasonOf(error: unknown): OfflineFailure {
  if (error instanceof StoreError) return error.reason
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'quota' : 'unknown'
}

/** Fetches a file as it is stored, if its bytes are those that the build made. Wrong ones are asked for once more past the HTTP cache. */
export async function fetchVerified({ url, integrity, immutable }: CoreEntry): Promise<Response> {
  for (const cache of [immutable ? 'default' : 'no-cache', 'reload'] as const) {
    const response = await fetch(url, { cache, credentials: 'same-origin' }).catch(() => undefined)
    if (!response) throw new StoreError('unreachable', `${url} could not be reached.`)
    if (response.status !== 200) throw new StoreError('status', `${url} answered ${response.status}.`)
    const bytes = await response.arrayBuffer().catch(() => undefined)
    if (!bytes) throw new StoreError('unreachable', `${url} broke off.`)
    if (await isIntact(bytes, integrity)) return makeResponse(url, bytes, response.headers)
  }
  throw new StoreError('integrity', `${url} is not what this version of the site consists of.`)
}

async function isIntact(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes))
  return integrity === `sha384-${btoa(String.fromCharCode(...digest))}`
}

/** The response, if its bytes are those that the build made. */
export async function verified(
  source: Response | undefined,
  integrity: string,
): Promise<Response | undefined> {
  const bytes = await source
    ?.clone()
    .arrayBuffer()
    .catch(() => undefined)
  return bytes && (await isIntact(bytes, integrity)) ? source : undefined
}

/** Headers by which the host protects its pages: a stored page keeps them. */
const PROTECTING = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
]

/** A new response to store: nothing of how the server delivered it (redirects, encodings) stays. */
export function makeResponse(url: string, content: BodyInit, source: Headers): Response {
  const { pathname } = new URL(url, scope.location.href)
  // The address of a document may end in anything.
  const isDocument = typeof content === 'string' && content.startsWith('<!DOCTYPE html>')
  const headers = new Headers({ 'content-type': contentType(isDocument ? '.html' : pathname) })
  for (const name of PROTECTING) {
    const value = source.get(name)
    if (value !== null) headers.set(name, value)
  }
  // The host sends more for pictures than for the pack that they came in.
  if (/\.svg$/i.test(pathname)) headers.set('content-security-policy', PICTURE_POLICY)
  return new Response(content, { headers })
}

/** Runs `task` for every item, at most `limit` at a time. The first failure is thrown once the tasks that run have ended. */
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

export const coreName = names.core(manifest.version)

const entries = new Map(manifest.core.map(entry => [entry.url, entry]))

export function coreEntry({ pathname }: URL): CoreEntry | undefined {
  return entries.get(pathname)
}

let storing: Promise<void> | undefined

/** Stores what is missing of the core; files that an earlier try or another build stored are not asked for. */
export function storeCore(): Promise<void> {
  const storeMissing = async () => {
    const cache = await caches.open(coreName)
    const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
    const missing = manifest.core.filter(({ url }) => !stored.has(url))
    await runPool(missing, PARALLEL, async entry => {
      const known = await verified(await lookUp(entry.url), entry.integrity)
      await cache.put(entry.url, known ?? (await fetchVerified(entry)))
    })
  }
  return (storing ??= storeMissing().finally(() => (storing = undefined)))
}

/** Puts an answer of the network into the store when it is what this build consists of. */
export async function repairCore({ url, integrity }: CoreEntry, response: Response): Promise<void> {
  const intact = await verified(response, integrity)
  if (!intact) return
  const cache = await caches.open(coreName)
  await cache.put(url, makeResponse(url, await intact.arrayBuffer(), intact.headers))
}
