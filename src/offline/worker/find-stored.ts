import type { OfflineLocale } from '../../schema/offline.ts'
import type { LocaleIndex } from '../../schema/view.ts'
import { localeOfAddress } from '../../addresses/locale-path.ts'
import { type AddressTable, createAddressTable } from '../../addresses/resolve-path.ts'
import { lookUp } from './look-up.ts'
import { SHARED } from './languages.ts'
import { addressOf, manifest, names, pathInSite } from './scope.ts'

const tables = new Map<string, AddressTable>()

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

/** The page table of a language; undefined when it is not on the device. */
export async function readTable(locale: OfflineLocale): Promise<AddressTable | undefined> {
  const known = tables.get(locale.code)
  if (known) return known
  const index = await readIndex(locale)
  if (!index) return undefined
  const table = createAddressTable(Object.keys(index.pages), Object.entries(index.redirects))
  tables.set(locale.code, table)
  return table
}

export async function readIndex(locale: OfflineLocale): Promise<LocaleIndex | undefined> {
  const found = await findInPacks(locale.code, locale.packs, locale.index)
  return found?.json() as Promise<LocaleIndex | undefined>
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
