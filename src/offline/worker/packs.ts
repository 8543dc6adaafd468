import type { Pack, PackEntry, OfflineLocale, PackList } from '../../schema/offline.ts'
import type { LocaleIndex } from '../../schema/view.ts'
import {
  findSection,
  sectionKey,
  createLoadedList,
  type ListSection,
  loadSections,
  type LoadedList,
} from '../../shared/address-table.ts'
import { splitPage } from '../../shared/page-entry.ts'
import { fetchVerified, StoreError, lookUp, makeResponse, runPool, readJson, verified } from './store.ts'
import { names, scope } from './scope.ts'
import { addressOf, localeOf, manifest, pathInSite } from './manifest.ts'

/** Name of the packs that every language needs. */
export const SHARED = '*'
/** Entries that are written at a time. */
const PARALLEL = 16
/** Key of the mark that a store is complete. */
const MARK = `${scope.registration.scope}docsgen-complete`

/** True when every entry of the packs is in its store; entries that the browser evicted are noticed. */
export async function areComplete(code: string, packs: readonly Pack[]): Promise<boolean> {
  return (await Promise.all(packs.map(pack => isComplete(code, pack)))).every(Boolean)
}

async function isComplete(code: string, { hash, entries }: Pack): Promise<boolean> {
  const name = names.pack(code, hash)
  return (await isStoreComplete(name)) && (await (await caches.open(name)).keys()).length > entries
}

/** True when the store was filled to the end once. */
export async function isStoreComplete(cacheName: string): Promise<boolean> {
  return (await lookUp(MARK, cacheName)) !== undefined
}

/**
 * Fetches each pack that is missing with one request and stores its entries. Its text is stored first, so that a worker that is
 * stopped goes on without asking again.
 */
export async function storePacks(code: string, packs: readonly Pack[]): Promise<void> {
  for (const pack of packs) if (!(await isComplete(code, pack))) await storePack(code, pack)
}

async function storePack(code: string, pack: Pack): Promise<void> {
  const name = names.pack(code, pack.hash)
  const cache = await caches.open(name)
  let source = await verified(await lookUp(pack.url, name), pack.integrity)
  if (!source) {
    source = await fetchVerified({ ...pack, immutable: true })
    await cache.put(pack.url, source.clone())
  }
  const { headers } = source
  const entries = (await source.json()) as PackEntry[]
  await runPool(entries.flatMap(filesOf), PARALLEL, async ([url, content]) => {
    await cache.put(url, makeResponse(url, content, headers))
  })
  await cache.delete(pack.url)
  if ((await cache.keys()).length < pack.entries)
    throw new StoreError('unknown', `${pack.url} is incomplete.`)
  await cache.put(MARK, new Response(null))
}

/** Files that an entry stands for. */
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

export function storesOf(code: string, packs: readonly Pack[]): string[] {
  return packs.map(({ hash }) => names.pack(code, hash))
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

async function findInPacks(code: string, packs: readonly Pack[], url: string): Promise<Response | undefined> {
  for (const store of storesOf(code, packs)) {
    const found = await lookUp(url, store)
    if (found) return found
  }
  return undefined
}

/** Stored document of a page, by its exact path without base. */
export async function findPage(path: string): Promise<Response | undefined> {
  const locale = localeOf(path)
  return locale && findInPacks(locale.code, await packsAt(locale, path), addressOf(path))
}

/**
 * Stored file, by its address without origin: first in the packs of the language that the page which asks is in.
 * @param referrer absolute address of that page, or empty
 */
export async function findFile(address: string, referrer = ''): Promise<Response | undefined> {
  const path = (referrer && pathInSite(new URL(referrer))) || '/'
  const from = referrer ? localeOf(path) : undefined
  const own = from && (await findInPacks(from.code, await packsAt(from, path), address))
  if (own) return own
  for (const { code, packs } of manifest.locales.filter(locale => locale !== from)) {
    const found = await findInPacks(code, packs, address)
    if (found) return found
  }
  const shared = await findInPacks(SHARED, manifest.shared, address)
  return shared ?? (isAnywhere(address) ? lookUp(address) : undefined)
}

/** True for a file of a section of a large language: its name has a hash, so it means the same in every store. */
function isAnywhere(address: string): boolean {
  return manifest.locales.some(({ list }) => list) && HASHED.test(address)
}

const HASHED = /\/assets\/\w+\/[^/]+\.[\da-zA-Z]{8}\.js(?:on)?$/

const tables = new Map<string, LoadedList<LocaleIndex>>()

/** The page table of a language, with what a path without base is looked up in; undefined when that is not on the device. */
export async function readTable(
  locale: OfflineLocale,
  path: string,
): Promise<LoadedList<LocaleIndex> | undefined> {
  const stores = storesOf(locale.code, await packsAt(locale, path))
  const table =
    tables.get(locale.code) ?? (await readJson(locale.index, stores, createLoadedList<LocaleIndex>))
  if (!table) return undefined
  tables.set(locale.code, table)
  const read = (section: ListSection) => createLoadedList(section).data
  const load = async (file: string): Promise<ListSection> => {
    const url = addressOf(`/assets/locales/${file}`)
    const section = await readJson(url, [...stores, ...(isAnywhere(url) ? [undefined] : [])], read)
    if (!section) throw new Error(`${url} is not on the device.`)
    return section
  }
  return loadSections(table, path, load).then(
    () => table,
    () => undefined,
  )
}
