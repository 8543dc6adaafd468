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
import { contentType, PICTURE_POLICY, POLICY_HEADER } from '../../shared/http.ts'
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

export const manifest = DOCSGEN_MANIFEST

export function pathInSite({ pathname }: URL) {
  return pathname.startsWith(manifest.base) ? pathname.slice(manifest.base.length - 1) : undefined
}

export function addressOf(path: string) {
  return manifest.base.slice(0, -1) + path
}

export function localeOf(path: string) {
  const { locales } = manifest
  const paths = locales.map(locale => locale.path)
  return locales[Math.max(0, paths.indexOf(localeOfAddress(path, paths)))]
}

/** What can't be read counts as missing. */
export async function lookUp(url: string, cacheName?: string) {
  return caches.match(url, cacheName === undefined ? {} : { cacheName }).catch(() => undefined)
}

interface Records {
  [choice: `choice/${string}`]: 'wanted' | 'refused'
  active: string[]
  /** Tabs with a document from the network, maybe of a newer build: they mustn't get this build's tables. */
  networkTabs: string[]
}

const keyOf = (name: string) => `${scope.registration.scope}docsgen-record/${name}`

export async function readRecord<Name extends keyof Records>(name: Name): Promise<Records[Name] | undefined> {
  const stored = await lookUp(keyOf(name), names.state)
  return stored?.json().catch(() => undefined) as Promise<Records[Name] | undefined>
}

export async function writeRecord<Name extends keyof Records>(name: Name, value: Records[Name]) {
  await (await caches.open(names.state)).put(keyOf(name), new Response(JSON.stringify(value)))
}

function failure(cause: OfflineFailure, message: string) {
  return new Error(message, { cause })
}

export function reasonOf(error: unknown): OfflineFailure {
  if (error instanceof Error && error.cause) return error.cause as OfflineFailure
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'quota' : 'unknown'
}

/** Wrong bytes are fetched once more, past the HTTP cache. */
async function fetchVerified({ url, integrity, immutable }: CoreEntry) {
  for (const cache of [immutable ? 'default' : 'no-cache', 'reload'] as const) {
    const response = await fetch(url, { cache, credentials: 'same-origin' }).catch(() => undefined)
    if (!response) throw failure('unreachable', `${url} couldn't be reached.`)
    if (response.status !== 200) throw failure('status', `${url} returned ${response.status}.`)
    const bytes = await response.arrayBuffer().catch(() => undefined)
    if (!bytes) throw failure('unreachable', `The download of ${url} was interrupted.`)
    if (await isIntact(bytes, integrity)) return makeResponse(url, bytes, response.headers)
  }
  throw failure('integrity', `${url} doesn't match this version of the site.`)
}

async function isIntact(bytes: ArrayBuffer, integrity: string) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes))
  return integrity === `sha384-${btoa(String.fromCharCode(...digest))}`
}

/** Stored pages keep these headers of the host. */
const PROTECTING = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
]

/** Forgets how the server delivered it (redirects, encodings). */
function makeResponse(url: string, content: BodyInit, source: Headers, own: Record<string, string> = {}) {
  const { pathname } = new URL(url, scope.location.href)
  // Addresses of documents may end in anything.
  const isDocument = typeof content === 'string' && content.startsWith('<!DOCTYPE html>')
  const headers = new Headers({ 'content-type': contentType(isDocument ? '.html' : pathname) })
  for (const name of PROTECTING) {
    const value = source.get(name)
    if (value !== null) headers.set(name, value)
  }
  // The host has another policy for pictures than for packs.
  if (/\.svg$/i.test(pathname)) headers.set(POLICY_HEADER, PICTURE_POLICY)
  // A host that sends no policy doesn't restrict these documents either.
  for (const [name, value] of Object.entries(own))
    if (name !== POLICY_HEADER || headers.has(name)) headers.set(name, value)
  return new Response(content, { headers })
}

/** More would hold up what the reader requests. */
const PARALLEL = 6

export const coreName = names.core(manifest.version)

let storing: Promise<void> | undefined

/** What an earlier try or another build stored isn't fetched again. */
export function storeCore() {
  const storeMissing = async () => {
    const cache = await caches.open(coreName)
    const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
    const missing = manifest.core.filter(({ url }) => !stored.has(url)).values()
    const work = async () => {
      for (const entry of missing) {
        const known = entry.immutable ? await lookUp(entry.url) : undefined
        await cache.put(entry.url, known ?? (await fetchVerified(entry)))
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, work))
  }
  return (storing ??= storeMissing().finally(() => (storing = undefined)))
}

export const SHARED = '*'
const MARK = `${scope.registration.scope}docsgen-complete`

const running = new Map<string, Promise<void>>()

async function isRefused(code: string) {
  return (await readRecord(`choice/${code}`)) === 'refused'
}

export async function describeState(): Promise<OfflineState> {
  const locales = manifest.locales.map(async (locale): Promise<LocaleState> => {
    const { code, packs } = locale
    const choice = await readRecord(`choice/${code}`)
    return {
      code,
      bytes: packs.reduce((sum, pack) => sum + pack.bytes, 0),
      state: running.has(code) ? 'saving' : (await isSaved(locale)) ? 'saved' : 'absent',
      refused: choice === 'refused',
      wanted: choice === 'wanted',
    }
  })
  return { locales: await Promise.all(locales) }
}

export async function isSaved(locale: OfflineLocale) {
  for (const [code, packs] of await packsFor(locale))
    for (const pack of packs) if (!(await isComplete(code, pack))) return false
  return true
}

/** Packs that a language needs: its own, those of its fallback languages unless the reader removed them, and the shared ones. */
async function packsFor({ code, packs, needs = [] }: OfflineLocale): Promise<[Packs, ...Packs[]]> {
  const all: [Packs, ...Packs[]] = [[code, packs]]
  for (const other of manifest.locales) {
    const isNeeded = needs.includes(other.code) && other.code !== code
    if (isNeeded && !(await isRefused(other.code))) all.push([other.code, other.packs])
  }
  all.push(shared)
  return all
}

type Packs = [code: string, Pack[]]
const shared: Packs = [SHARED, manifest.shared]

/** False if the browser evicted entries. */
async function isComplete(code: string, pack: Pack) {
  const name = names.pack(code, pack)
  return (await isFilled(name)) && (await (await caches.open(name)).keys()).length > pack.entries
}

async function isFilled(cacheName: string) {
  return (await lookUp(MARK, cacheName)) !== undefined
}

/** Calls for one language share a run. Of a large one, the range of the page that asks (`path`) comes first. */
export async function saveLanguage(code: string, isAsked: boolean, path?: string) {
  const locale = manifest.locales.find(other => other.code === code)
  if (!locale) return
  if (isAsked) await writeRecord(`choice/${code}`, 'wanted')
  else if (await isRefused(code)) return
  const run = running.get(code) ?? storeLanguage(locale, path).finally(() => running.delete(code))
  running.set(code, run)
  await run
}

async function storeLanguage(locale: OfflineLocale, path: string | undefined) {
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

export async function removeLanguage(code: string) {
  const refuse = () => writeRecord(`choice/${code}`, 'refused')
  // Noted first: a reader who saves it again meanwhile has the last word.
  const isNoted = await refuse().then(
    () => true,
    () => false,
  )
  await running.get(code)?.catch(() => undefined)
  await deleteStores(name => names.packOf(name).code === code)
  // A full device has room to note it only now.
  if (!isNoted) await refuse()
  await tell({ type: 'offline-changed', state: await describeState() })
}

async function partsOnDevice(code: string) {
  const stores = (await caches.keys()).filter(name => names.packOf(name).code === code)
  const filled = await Promise.all(stores.map(isFilled))
  return stores.filter((_name, index) => filled[index]).map(name => names.packOf(name).part)
}

export async function languagesOnDevice() {
  const found: OfflineLocale[] = []
  for (const locale of manifest.locales) {
    const isStored = (await partsOnDevice(locale.code)).length > 0
    if (isStored && !(await isRefused(locale.code))) found.push(locale)
  }
  return found
}

/** Of a large language, only the parts on the device. */
export async function refreshLanguage(locale: OfflineLocale) {
  const ranges = rangesOf(locale)
  const parts = (await partsOnDevice(locale.code)).map(part =>
    part === undefined || part.startsWith('*') ? part : ranges[findRange(ranges, part)],
  )
  const [[code, packs], ...others] = await packsFor(locale)
  const present = packs.filter(({ part }) => part === undefined || parts.includes(part))
  await storePacks(code, present)
  for (const each of others) await storePacks(...each)
}

async function storePacks(code: string, packs: readonly Pack[]) {
  for (const pack of packs) if (!(await isComplete(code, pack))) await storePack(names.pack(code, pack), pack)
}

async function storePack(name: string, pack: Pack) {
  const cache = await caches.open(name)
  const source = await fetchVerified({ ...pack, immutable: true })
  const entries = (await source.json()) as PackEntry[]
  const put = ([url, content, headers]: StoredFile) =>
    cache.put(url, makeResponse(url, content, source.headers, headers))
  // One after the other: pages that are read meanwhile stay quick.
  for (const file of entries.flatMap(filesOf)) await put(file)
  await cache.put(MARK, new Response(null))
}

type StoredFile = [url: string, content: BodyInit, headers?: Record<string, string> | undefined]

function filesOf(entry: PackEntry): StoredFile[] {
  if ('page' in entry) {
    const { document, chunk } = splitPage(entry)
    return [
      [entry.page, document],
      [entry.chunk, chunk],
    ]
  }
  const [url, content, headers] = entry
  if (typeof content === 'string') return [[url, content, headers]]
  const bytes = Uint8Array.from(atob(content.base64), character => character.charCodeAt(0))
  return [[url, bytes, headers]]
}

function rangesOf({ packs }: OfflineLocale) {
  return packs.flatMap(({ part = '*' }) => (part.startsWith('*') ? [] : part))
}

function packsAt(locale: OfflineLocale, path: string) {
  const ranges = rangesOf(locale)
  const range = ranges[findRange(ranges, rangeKey(path))]
  return locale.packs.filter(({ part }) => part === undefined || part === range)
}

async function findInPacks(code: string, packs: readonly Pack[], url: string) {
  for (const pack of packs) {
    const found = await lookUp(url, names.pack(code, pack))
    if (found) return found
  }
  return undefined
}

export async function findPage(path: string) {
  const locale = localeOf(path)
  return locale && findInPacks(locale.code, packsAt(locale, path), addressOf(path))
}

const HASHED = /\/assets\/\w+\/[^/]+\.[\da-zA-Z]{8}\.\w+$/

/** Open pages of a VuePress 1 site need what its service worker stored. */
async function findForeign(address: string) {
  for (const cacheName of (await caches.keys()).filter(names.isForeign)) {
    const found = await caches.match(address, { cacheName, ignoreSearch: true })
    if (found) return found
  }
  return undefined
}

/** Finds a file by its address without origin, first in the packs of the language of the page that asks (`referrer`). */
export async function findFile(address: string, referrer = '') {
  if (HASHED.test(address)) return (await lookUp(address)) ?? findForeign(address)
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

/** Undefined if the table, or its range for `path`, isn't on the device. */
export async function readTable(locale: OfflineLocale, path: string) {
  const load = async (file: string) => {
    const range = await lookUp(addressOf(`/assets/locales/${file}`))
    return (await range!.json()) as AddressRange
  }
  try {
    let table = tables.get(locale.code)
    if (!table) {
      const stored = await findInPacks(locale.code, packsAt(locale, path), locale.index)
      table = createLoadedList((await stored!.json()) as LocaleIndex)
      tables.set(locale.code, table)
    }
    await loadRanges(table, path, load)
    return table
  } catch {
    return undefined
  }
}
