import type { OfflineLocale } from '../../schema/offline.ts'
import type { LocaleIndex } from '../../schema/locale-index.ts'
import { localeOfAddress } from '../../addresses/locale-path.ts'
import {
  createLoadedList,
  type ListSection,
  loadSections,
  type LoadedList,
} from '../../addresses/sections.ts'
import { lookUp } from './look-up.ts'
import { SHARED } from './languages.ts'
import { addressOf, manifest, names, pathInSite } from './scope.ts'

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
  return locale && findInPacks(locale.code, locale.packs, addressOf(path))
}

/**
 * Stored file: first in the packs of the language that the page which asks is in.
 * @param referrer address of that page, or empty
 */
export async function findFile(url: URL, referrer: string): Promise<Response | undefined> {
  const from = referrer ? localeOf(pathInSite(new URL(referrer)) ?? '/') : undefined
  const locales = [...(from ? [from] : []), ...manifest.locales.filter(locale => locale !== from)]
  for (const { code, packs } of locales) {
    const found = await findInPacks(code, packs, url.pathname)
    if (found) return found
  }
  return findInPacks(SHARED, manifest.shared, url.pathname)
}

/** The page table of a language, with what a path without base is looked up in; undefined when that is not on the device. */
export async function readList(
  locale: OfflineLocale,
  path: string,
): Promise<LoadedList<LocaleIndex> | undefined> {
  const read = async (url: string): Promise<unknown> =>
    (await findInPacks(locale.code, locale.packs, url))?.json()
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

async function findInPacks(
  code: string,
  packs: readonly { hash: string }[],
  url: string,
): Promise<Response | undefined> {
  for (const { hash } of packs) {
    const found = await lookUp(url, names.pack(code, hash))
    if (found) return found
  }
  return undefined
}
