/** The build that the service worker belongs to, and what it stores: the core, records, and the packs of the languages. */
import type { LocaleIndex } from '../../schema/view.ts'
import {
  createLoadedList,
  findRange,
  type AddressRange,
  type LoadedList,
  loadRanges,
  localeOfAddress,
  rangeKey,
} from '../../shared/addresses.ts'
import { contentType, PICTURE_POLICY } from '../../shared/http.ts'
import {
  type CoreEntry,
  type LocaleState,
  type OfflineFailure,
  type OfflineLocale,
  type OfflineManifest,
  type OfflineState,
  type Pack,
  type PackEntry,
  splitPage,
} from '../../shared/offline.ts'
import { deleteStores, names, scope, tell } from './scope.ts'

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

/** Reads JSON from the first store that has it. What `read` can't make sense of is deleted, so that it is stored again. */
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

interface Records {
  choices: { wanted: string[]; refused: string[] }
  active: string[]
  replacedTabs: string[]
  /** Tabs whose document came from the network, perhaps from a newer build: they must not get this build's tables. */
  networkTabs: string[]
}

const keyOf = (name: string) => `${scope.registration.scope}docsgen-record/${name}`

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

/** Changes a record; simultaneous changes are made one after the other. */
export function changeRecord<Name extends keyof Records>(
  name: Name,
  change: (value: Records[Name] | undefined) => Records[Name] | Promise<Records[Name]>,
): Promise<void> {
  const changed = changing.then(async () => writeRecord(name, await change(await readRecord(name))))
  changing = changed.catch(() => undefined)
  return changed
}

function failure(cause: OfflineFailure, message: string): Error {
  return new Error(message, { cause })
}

export function reasonOf(error: unknown): OfflineFailure {
  if (error instanceof Error && error.cause) return error.cause as OfflineFailure
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'quota' : 'unknown'
}

/** Fetches a file with the bytes that the build made. Wrong ones are fetched once more, past the HTTP cache. */
async function fetchVerified({ url, integrity, immutable }: CoreEntry): Promise<Response> {
  for (const cache of [immutable ? 'default' : 'no-cache', 'reload'] as const) {
    const response = await fetch(url, { cache, credentials: 'same-origin' }).catch(() => undefined)
    if (!response) throw failure('unreachable', `${url} could not be reached.`)
    if (response.status !== 200) throw failure('status', `${url} answered ${response.status}.`)
    const bytes = await response.arrayBuffer().catch(() => undefined)
    if (!bytes) throw failure('unreachable', `${url} broke off.`)
    if (await isIntact(bytes, integrity)) return makeResponse(url, bytes, response.headers)
  }
  throw failure('integrity', `${url} is not what this version of the site consists of.`)
}

async function isIntact(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes))
  return integrity === `sha384-${btoa(String.fromCharCode(...digest))}`
}

async function verified(source: Response | undefined, integrity: string): Promise<Response | undefined> {
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
function makeResponse(url: string, content: BodyInit, source: Headers): Response {
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
async function runPool<T>(
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

const PARALLEL = { core: 6, entries: 16 }

export const coreName = names.core(manifest.version)

let storing: Promise<void> | undefined

/** Stores what is missing of the core; files that an earlier try or another build stored are not fetched again. */
export function storeCore(): Promise<void> {
  const storeMissing = async () => {
    const cache = await caches.open(coreName)
    const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
    const missing = manifest.core.filter(({ url }) => !stored.has(url))
    await runPool(missing, PARALLEL.core, async entry => {
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

export const SHARED = '*'
const MARK = `${scope.registration.scope}docsgen-complete`
const NO_CHOICES: Records['choices'] = { wanted: [], refused: [] }

const running = new Map<string, Promise<void>>()

async function readChoices(): Promise<Records['choices']> {
  return (await readRecord('choices')) ?? NO_CHOICES
}

async function choose(code: string, choice: 'wanted' | 'refused'): Promise<void> {
  await changeRecord<'choices'>('choices', ({ wanted, refused } = NO_CHOICES) => {
    const isOther = (other: string) => other !== code
    const others = { wanted: wanted.filter(isOther), refused: refused.filter(isOther) }
    return { ...others, [choice]: [...others[choice], code] }
  })
}

export async function describeState(): Promise<OfflineState> {
  const { refused, wanted } = await readChoices()
  const locales = manifest.locales.map(async (locale): Promise<LocaleState> => {
    const { code, packs } = locale
    return {
      code,
      bytes: packs.reduce((sum, pack) => sum + pack.bytes, 0),
      state: running.has(code) ? 'saving' : (await isSaved(locale)) ? 'saved' : 'absent',
      refused: refused.includes(code),
      wanted: wanted.includes(code),
    }
  })
  return { locales: await Promise.all(locales) }
}

export async function isSaved(locale: OfflineLocale): Promise<boolean> {
  for (const [code, packs] of await packsFor(locale))
    for (const pack of packs) if (!(await isComplete(code, pack))) return false
  return true
}

/** Packs of a language, of those whose pages it shows in place of its own unless the reader removed them, and of all. */
async function packsFor({ code, packs, needs = [] }: OfflineLocale): Promise<[Packs, ...Packs[]]> {
  const { refused } = needs.length > 0 ? await readChoices() : NO_CHOICES
  const needed = manifest.locales.filter(
    other => needs.includes(other.code) && other.code !== code && !refused.includes(other.code),
  )
  return [[code, packs], ...needed.map((other): Packs => [other.code, other.packs]), shared]
}

type Packs = [code: string, Pack[]]
const shared: Packs = [SHARED, manifest.shared]

/** True when every entry of a pack is in its store; entries that the browser evicted are noticed. */
async function isComplete(code: string, pack: Pack): Promise<boolean> {
  const name = names.pack(code, pack)
  return (await isFilled(name)) && (await (await caches.open(name)).keys()).length > pack.entries
}

async function isFilled(cacheName: string): Promise<boolean> {
  return (await lookUp(MARK, cacheName)) !== undefined
}

/** Stores a language; calls for the same one share a run. Of a large one, the range of the page that asks (`path`) comes first. */
export async function saveLanguage(code: string, isAsked: boolean, path?: string): Promise<void> {
  const locale = manifest.locales.find(other => other.code === code)
  if (!locale) return
  if (isAsked) await choose(code, 'wanted')
  else if ((await readChoices()).refused.includes(code)) return
  const run = running.get(code) ?? storeLanguage(locale, path).finally(() => running.delete(code))
  running.set(code, run)
  await run
}

async function storeLanguage(locale: OfflineLocale, path: string | undefined): Promise<void> {
  if (await isSaved(locale)) return
  const tellState = async (state: LocaleState['state']) => {
    const described = await describeState()
    const locales = described.locales.map(each => (each.code === locale.code ? { ...each, state } : each))
    await tell({ type: 'offline-changed', state: { locales } })
    return locales
  }
  await tellState('saving')
  try {
    await storeCore()
    if (path !== undefined) {
      await storePacks(locale.code, packsAt(locale, path))
      await storePacks(...shared)
    }
    for (const each of await packsFor(locale)) await storePacks(...each)
  } catch (error) {
    await tellState('absent')
    throw error
  }
  const locales = await tellState('saved')
  await tell({ type: 'offline-cached', code: locale.code })
  if (locales.every(({ state, refused }) => state === 'saved' || refused))
    await tell({ type: 'offline-cached' })
}

export async function removeLanguage(code: string): Promise<void> {
  const refuse = () => choose(code, 'refused')
  // On a full device, noting it needs the room that removing makes. Twice otherwise, it would undo what the reader chose meanwhile.
  const again = await refuse().then(
    () => undefined,
    () => refuse,
  )
  await running.get(code)?.catch(() => undefined)
  await deleteStores(name => names.packOf(name).code === code)
  await again?.()
  await tell({ type: 'offline-changed', state: await describeState() })
}

async function partsOnDevice(code: string): Promise<(string | undefined)[]> {
  const stores = (await caches.keys()).filter(name => names.packOf(name).code === code)
  const filled = await Promise.all(stores.map(isFilled))
  return stores.filter((_name, index) => filled[index]).map(name => names.packOf(name).part)
}

export async function languagesOnDevice(): Promise<OfflineLocale[]> {
  const { refused } = await readChoices()
  const parts = await Promise.all(manifest.locales.map(({ code }) => partsOnDevice(code)))
  return manifest.locales.filter(({ code }, index) => !refused.includes(code) && parts[index]!.length > 0)
}

/** Brings a language up to date that is on the device: of a large one, the parts that are. */
export async function refreshLanguage(locale: OfflineLocale): Promise<void> {
  const ranges = rangesOf(locale)
  const parts = (await partsOnDevice(locale.code)).map(part =>
    part === undefined || part.startsWith('*') ? part : ranges[findRange(ranges, part)],
  )
  const [[code, packs], ...others] = await packsFor(locale)
  await storePacks(
    code,
    packs.filter(({ part }) => part === undefined || parts.includes(part)),
  )
  for (const each of others) await storePacks(...each)
}

/** Their text is stored first: a service worker that is stopped goes on without asking again. */
async function storePacks(code: string, packs: readonly Pack[]): Promise<void> {
  for (const pack of packs) if (!(await isComplete(code, pack))) await storePack(names.pack(code, pack), pack)
}

async function storePack(name: string, pack: Pack): Promise<void> {
  const cache = await caches.open(name)
  let source = await verified(await lookUp(pack.url, name), pack.integrity)
  if (!source) {
    source = await fetchVerified({ ...pack, immutable: true })
    await cache.put(pack.url, source.clone())
  }
  const { headers } = source
  const entries = (await source.json()) as PackEntry[]
  await runPool(entries.flatMap(filesOf), PARALLEL.entries, async ([url, content]) => {
    await cache.put(url, makeResponse(url, content, headers))
  })
  await cache.delete(pack.url)
  if ((await cache.keys()).length < pack.entries) throw new Error(`${pack.url} is incomplete.`)
  await cache.put(MARK, new Response(null))
}

function filesOf(entry: PackEntry): [url: string, content: BodyInit][] {
  if ('page' in entry) {
    const { document, chunk } = splitPage(entry)
    return [
      [entry.page, document],
      [entry.chunk, chunk],
    ]
  }
  const [url, content] = entry
  if (typeof content === 'string') return [[url, content]]
  return [[url, Uint8Array.from(atob(content.base64), character => character.charCodeAt(0))]]
}

function rangesOf({ packs }: OfflineLocale): string[] {
  return packs.flatMap(({ part = '*' }) => (part.startsWith('*') ? [] : part))
}

function packsAt(locale: OfflineLocale, path: string): Pack[] {
  const ranges = rangesOf(locale)
  const range = ranges[findRange(ranges, rangeKey(path))]
  return locale.packs.filter(({ part }) => part === undefined || part === range)
}

async function findInPacks(code: string, packs: readonly Pack[], url: string): Promise<Response | undefined> {
  for (const pack of packs) {
    const found = await lookUp(url, names.pack(code, pack))
    if (found) return found
  }
  return undefined
}

export async function findPage(path: string): Promise<Response | undefined> {
  const locale = localeOf(path)
  return locale && findInPacks(locale.code, packsAt(locale, path), addressOf(path))
}

const HASHED = /\/assets\/\w+\/[^/]+\.[\da-zA-Z]{8}\.js(?:on)?$/

/** Stored file, by its address without origin: first in the packs of the language of the page that asks (`referrer`). */
export async function findFile(address: string, referrer = ''): Promise<Response | undefined> {
  if (HASHED.test(address)) return lookUp(address)
  const path = (referrer && pathInSite(new URL(referrer))) || undefined
  const from = path === undefined ? undefined : localeOf(path)
  const languages = manifest.locales.toSorted((a, b) => Number(b === from) - Number(a === from))
  for (const locale of languages) {
    const found = await findInPacks(locale.code, packsAt(locale, path ?? '/'), address)
    if (found) return found
  }
  return findInPacks(...shared, address)
}

const tables = new Map<string, LoadedList<LocaleIndex>>()

/** The page table of a language, with what a path without base is looked up in; undefined when that is not on the device. */
export async function readTable(
  locale: OfflineLocale,
  path: string,
): Promise<LoadedList<LocaleIndex> | undefined> {
  const stores = packsAt(locale, path).map(pack => names.pack(locale.code, pack))
  const table =
    tables.get(locale.code) ?? (await readJson(locale.index, stores, createLoadedList<LocaleIndex>))
  if (!table) return undefined
  tables.set(locale.code, table)
  const read = (range: AddressRange) => createLoadedList(range).data
  const load = async (file: string): Promise<AddressRange> => {
    const url = addressOf(`/assets/locales/${file}`)
    const range = await readJson(url, [undefined], read)
    if (!range) throw new Error(`${url} is not on the device.`)
    return range
  }
  return loadRanges(table, path, load).then(
    () => table,
    () => undefined,
  )
}
