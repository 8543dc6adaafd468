import type { OfflineLocale } from '../../schema/offline.ts'
import type { LocaleIndex } from '../../schema/locale-index.ts'
import { localeOfAddress } from '../../shared/addresses/locale-path.ts'
import {
  createLoadedList,
  type ListSection,
  loadSections,
  type LoadedList,
} from '../../shared/addresses/sections.ts'
import { lookUp, readJson } from './look-up.ts'
import { SHARED } from './languages.ts'
import { findInPacks, packsAt, storesOf } from './locale-packs.ts'
import { addressOf, manifest, pathInSite } from './scope.ts'

const lists = new Map<string, LoadedList<LocaleIndex>>()

/** The language that a path without base belongs to. */
export function localeOf(path: string): OfflineLocale | undefined {
  const found = localeOfAddress(
    path,
    manifest.locales.map(locale => locale.path),
  )
  return manifest.locales.find(locale => locale.path === found) ?? manifest.locales[0]
}

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

const HASHED = /\/assets\/\w+\/[^/]+\.[\da-f]{8}\.js(?:on)?$/

/** The page table of a language, with what a path without base is looked up in; undefined when that is not on the device. */
export async function readList(
  locale: OfflineLocale,
  path: string,
): Promise<LoadedList<LocaleIndex> | undefined> {
  const stores = storesOf(locale.code, await packsAt(locale, path))
  const list = lists.get(locale.code) ?? (await readJson(locale.index, stores, createLoadedList<LocaleIndex>))
  if (!list) return undefined
  lists.set(locale.code, list)
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
