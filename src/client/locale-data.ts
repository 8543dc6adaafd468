import {
  createLoadedList,
  loadSections,
  missingSections,
  type LoadedList,
  localeOfAddress,
  stripBase,
  withBase,
} from '../shared/addresses.ts'
import { fetchJson } from './fetch-json.ts'
import type { LocaleIndex, LocaleSection, LocaleView, PageView } from '../schema/view.ts'

/** One shared promise for each key; a failed one is forgotten, so that the next call tries again. */
export function remember<T>(store: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const known = store.get(key)
  if (known) return known
  const promise = load()
  store.set(key, promise)
  promise.catch(() => {
    if (store.get(key) === promise) store.delete(key)
  })
  return promise
}

/** The page table of a locale, or as much of it as was asked for, ready for look-ups. */
export type LoadedIndex = LoadedList<LocaleIndex>

/** What the browser knows of the locales: each table and each view is fetched once, when it is needed. */
export type LocaleData = ReturnType<typeof createLocaleData>

/** @param known views by address that are loaded already, or on their way */
export function createLocaleData(
  base: string,
  known: Iterable<[address: string, view: Promise<LocaleView>]> = [],
) {
  const views = new Map<string, Promise<LocaleView>>(known)
  const indexes = new Map<string, Promise<LoadedIndex>>()
  const sections = new Map<string, Promise<LocaleSection>>()
  const loaded = new Map<string, LoadedIndex>()
  const load = <T>(file: string, options?: RequestInit) =>
    fetchJson<T>(withBase(base, `/assets/locales/${file}`), options)
  const loadSection = (file: string) => remember(sections, file, () => load<LocaleSection>(file))

  return {
    view: (address: string) => remember(views, address, () => fetchJson<LocaleView>(address)),
    /** Page table by locale code, with what is needed to look up the path; `fresh` asks the server again, after a deployment. */
    async index(code: string, path?: string, fresh = false): Promise<LoadedIndex> {
      if (fresh) indexes.delete(code)
      const index = await remember(indexes, code, async () => {
        const options = fresh ? ({ cache: 'no-cache' } as const) : {}
        const list = createLoadedList(await load<LocaleIndex>(`${code}.json`, options))
        loaded.set(code, list)
        return list
      })
      if (path !== undefined) await loadSections(index, path, loadSection)
      return index
    },
    file: <T>(name: string) => load<T>(name),
    peek(code: string, path?: string): LoadedIndex | undefined {
      const index = loaded.get(code)
      return index && (path === undefined || missingSections(index, path).length === 0) ? index : undefined
    },
  }
}

export function viewAddress({ view, views }: LocaleIndex, { sidebar }: Pick<PageView, 'sidebar'>): string {
  return views?.[sidebar] ?? view
}

/** Code of the locale that a path without base belongs to, by its prefix. */
export function localeCode(locales: LocaleView['locales'], path: string): string {
  const paths = locales.map(locale => locale.path)
  const found = localeOfAddress(path, paths)
  return locales.find(locale => locale.path === found)?.code ?? locales[0]?.code ?? 'en'
}

/** Path of an address inside the site; what lies outside is taken as it is and not found. */
export function requestedPath(url: URL, base: string): string {
  return stripBase(url.pathname, base) ?? url.pathname
}
