import { createAddressTable, type AddressTable } from '../addresses/resolve-path.ts'
import { withBase } from '../addresses/base.ts'
import { localeOfAddress } from '../addresses/locale-path.ts'
import { fetchJson } from './fetch-json.ts'
import { remember } from './remember.ts'
import type { LocaleIndex, LocaleView } from '../schema/view.ts'

/** The page table of a locale, ready for look-ups. */
export interface LoadedIndex {
  data: LocaleIndex
  table: AddressTable
}

/** What the browser knows of the locales: each table and each view is fetched once, when it is needed. */
export interface LocaleData {
  /** @param address of the view, as boot data and page tables name it */
  view(address: string): Promise<LocaleView>
  /** Page table by locale code; `fresh` asks the server again, after a deployment. */
  index(code: string, fresh?: boolean): Promise<LoadedIndex>
  /** The table if it is loaded. */
  peek(code: string): LoadedIndex | undefined
}

/** @param known views by address that are loaded already, or on their way */
export function createLocaleData(
  base: string,
  known: Iterable<[address: string, view: Promise<LocaleView>]> = [],
): LocaleData {
  const views = new Map<string, Promise<LocaleView>>(known)
  const indexes = new Map<string, Promise<LoadedIndex>>()
  const loaded = new Map<string, LoadedIndex>()

  return {
    view: address => remember(views, address, () => fetchJson<LocaleView>(address)),
    index: (code, fresh = false) => {
      if (fresh) indexes.delete(code)
      return remember(indexes, code, async () => {
        const index = await fetchIndex(withBase(base, `/assets/locales/${code}.json`), fresh)
        loaded.set(code, index)
        return index
      })
    },
    peek: code => loaded.get(code),
  }
}

/** Code of the locale that a path without base belongs to, by its prefix. */
export function localeCode(locales: LocaleView['locales'], path: string): string {
  const paths = locales.map(locale => locale.path)
  const found = localeOfAddress(path, paths)
  return locales.find(locale => locale.path === found)?.code ?? locales[0]?.code ?? 'en'
}

async function fetchIndex(address: string, fresh: boolean): Promise<LoadedIndex> {
  const data = await fetchJson<LocaleIndex>(address, fresh ? { cache: 'no-cache' } : {})
  return { data, table: createAddressTable(Object.keys(data.pages), Object.entries(data.redirects)) }
}
