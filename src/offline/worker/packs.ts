import type { Pack, PackEntry, OfflineLocale, PackList } from '../../schema/offline.ts'
import { splitPage } from '../../shared/page-entry.ts'
import { fetchVerified, isIntact, StoreError, lookUp, makeResponse, runPool, readJson } from './store.ts'
import { names, scope } from './scope.ts'
import {
  findSection,
  sectionKey,
  createLoadedList,
  type ListSection,
  loadSections,
  type LoadedList,
} from '../../shared/address-table.ts'
import type { LocaleIndex } from '../../schema/view.ts'
import { addressOf, localeOf, manifest, pathInSite, SHARED } from './manifest.ts'

/** Entries that are written at a time. */
const PARALLEL = 16
/** Key of the mark that a store is complete. */
const MARK = `${scope.registration.scope}docsgen-complete`

/** True when every entry of the pack is in its store; entries that the browser evicted are noticed. */
export async function isComplete(code: string, pack: Pack): Promise<boolean> {
  const name = names.pack(code, pack.hash)
  if (!(await isStoreComplete(name))) return false
  return (await (await caches.open(name)).keys()).length > pack.entries
}

/** True when the store was filled to the end once. */
export async function isStoreComplete(cacheName: string): Promise<boolean> {
  return (await lookUp(MARK, cacheName)) !== undefined
}

/**
 * Fetches a pack with one request and stores each entry. Its text is stored first, so that a worker that is stopped
 * goes on without asking again.
 */
export async function storePack(code: string, pack: Pack): Promise<void> {
  if (await isComplete(code, pack)) return
  const name = names.pack(code, pack.hash)
  const cache = await caches.open(name)
  const kept = await lookUp(pack.url, name)
  const bytes = await kept
    ?.clone()
    .arrayBuffer()
    .catch(() => undefined)
  const isKept = bytes !== undefined && (await isIntact(bytes, pack.integrity))
  const source = kept && isKept ? kept : await download(pack, cache)
  const { headers } = source
  const entries = (await source.json()) as PackEntry[]
  await runPool(entries.flatMap(filesOf), PARALLEL, async ([url, content]) => {
    await cache.put(url, makeResponse(url, content, headers))
  })
  await cache.delete(pack.url)
  const stored = await cache.keys()
  if (stored.length < pack.entries) throw new StoreError('unknown', `${pack.url} is incomplete.`)
  await cache.put(MARK, new Response(null))
}

async function download(pack: Pack, cache: Cache): Promise<Response> {
  const { bytes, headers } = await fetchVerified({ ...pack, immutable: true })
  const response = makeResponse(pack.url, bytes, headers)
  await cache.put(pack.url, response.clone())
  return response
}

/** Files that an entry stands for: addresses and contents. */
function filesOf(entry: PackEntry): [url: string, content: BodyInit][] {
  if ('page' in entry) {
    const { document, chunk } = splitPage(entry)
    return [
      [entry.page, document],
      [entry.chunk, chunk],
    ]
  }
  const [url, content] = entry
  return [[url, typeof content === 'string' ? content : decodeBase64(content.base64)]]
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0))
}

const lists = new Map<string, PackList>()

/** The packs of a large language, by section; undefined while that is not on the device. */
export async function readPackList({ code, list, packs }: OfflineLocale): Promise<PackList | undefined> {
  if (!list) return undefined
  const known = lists.get(code) ?? (await readListIn(list.url, storesOf(code, packs)))
  if (known) lists.set(code, known)
  return known
}

/** The list of packs in the first of some stores that has it. */
export function readListIn(url: string, stores: readonly string[]): Promise<PackList | undefined> {
  return readJson(url, stores, ({ sections, rest }: PackList) => ({
    sections: [...sections],
    rest: [...rest],
  }))
}

/** Every pack of a language; of a large one whose list is not on the device, those that are known. */
export async function packsOf(locale: OfflineLocale): Promise<Pack[]> {
  const list = await readPackList(locale)
  return list ? [...locale.packs, ...list.sections.flatMap(([, some]) => some), ...list.rest] : locale.packs
}

/** The packs that a page of a language needs, by its path without base; those with the page itself first. */
export async function packsAt(locale: OfflineLocale, path: string): Promise<Pack[]> {
  const sections = (await readPackList(locale))?.sections ?? []
  const firsts = sections.map(([first]) => first)
  return [...(sections[findSection(firsts, sectionKey(path))]?.[1] ?? []), ...locale.packs]
}

async function findInPacks(
  code: string,
  packs: readonly Pick<Pack, 'hash'>[],
  url: string,
): Promise<Response | undefined> {
  for (const store of storesOf(code, packs)) {
    const found = await lookUp(url, store)
    if (found) return found
  }
  return undefined
}

function storesOf(code: string, packs: readonly Pick<Pack, 'hash'>[]): string[] {
  return packs.map(({ hash }) => names.pack(code, hash))
}

const tables = new Map<string, LoadedList<LocaleIndex>>()

/** Stored document of a page, by its exact path without base. */
export async function findPage(path: string): Promise<Response | undefined> {
  const locale = localeOf(path)
  return locale && findInPacks(locale.code, await packsAt(locale, path), addressOf(path))
}

/**
 * Stored file: first in the packs of the language that the page which asks is in.
 * @param referrer address of that page, or empty
 */
export async function findFile(url: URL, referrer: string): Promise<Response | undefined> {
  const path = (referrer && pathInSite(new URL(referrer))) || '/'
  const from = referrer ? localeOf(path) : undefined
  const own = from && (await findInPacks(from.code, await packsAt(from, path), url.pathname))
  if (own) return own
  for (const { code, packs } of manifest.locales.filter(locale => locale !== from)) {
    const found = await findInPacks(code, packs, url.pathname)
    if (found) return found
  }
  return (await findInPacks(SHARED, manifest.shared, url.pathname)) ?? findByHash(url.pathname)
}

/** A file of a section of a large language: its name does not say which, but has a hash, and so means the same in every store. */
async function findByHash(pathname: string): Promise<Response | undefined> {
  return isAnywhere(pathname) ? lookUp(pathname) : undefined
}

function isAnywhere(pathname: string): boolean {
  return manifest.locales.some(({ list }) => list) && HASHED.test(pathname)
}

const HASHED = /\/assets\/\w+\/[^/]+\.[\da-zA-Z]{8}\.js(?:on)?$/

/** The page table of a language, with what a path without base is looked up in; undefined when that is not on the device. */
export async function readList(
  locale: OfflineLocale,
  path: string,
): Promise<LoadedList<LocaleIndex> | undefined> {
  const stores = storesOf(locale.code, await packsAt(locale, path))
  const list =
    tables.get(locale.code) ?? (await readJson(locale.index, stores, createLoadedList<LocaleIndex>))
  if (!list) return undefined
  tables.set(locale.code, list)
  const read = (section: ListSection) => createLoadedList(section).data
  const loadSection = async (file: string): Promise<ListSection> => {
    const url = addressOf(`/assets/locales/${file}`)
    const section = await readJson(url, [...stores, ...(isAnywhere(url) ? [undefined] : [])], read)
    if (!section) throw new Error(`${url} is not on the device.`)
    return section
  }
  return loadSections(list, path, loadSection).then(
    () => list,
    () => undefined,
  )
}
