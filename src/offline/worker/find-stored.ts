import type { OfflineLocale } from '../../schema/offline.ts'
import type { LocaleIndex } from '../../schema/locale-index.ts'
import { localeOfAddress } from '../../shared/addresses/locale-path.ts'
import {
  createLoadedList,
  type ListSection,
  loadSections,
  type LoadedList,
} from '../../shared/addresses/sections.ts'
import { lookUp } from './look-up.ts'
import { SHARED } from './languages.ts'
import { findInPacks, packsAt } from './locale-packs.ts'
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
  const isListed = manifest.locales.some(({ list }) => list) && HASHED.test(pathname)
  return isListed ? lookUp(pathname) : undefined
}

const HASHED = /\/assets\/\w+\/[^/]+\.[\da-f]{8}\.js(?:on)?$/

/** The page table of a language, with what a path without base is looked up in; undefined when that is not on the device. */
export async function readList(
  locale: OfflineLocale,
  path: string,
): Promise<LoadedList<LocaleIndex> | undefined> {
  const read = async (url: string): Promise<unknown> =>
    ((await findInPacks(locale.code, await packsAt(locale, path), url)) ?? (await findByHash(url)))?.json()
  const index = lists.has(locale.code) ? undefined : ((await read(locale.index)) as LocaleIndex | undefined)
  if (index) lists.set(locale.code, createLoadedList(index))
  const list = lists.get(locale.code)
  try {
    if (list)
      await loadSections(
        list,
        path,
        file => read(addressOf(`/assets/locales/${file}`)) as Promise<ListSection>,
      )
    return list
  } catch {
    return undefined
  }
}
