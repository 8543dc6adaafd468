import { mustReadValue, type StoredValue } from '../cache/segment.ts'
import { allDone } from '../lib/all-done.ts'
import { hashContent } from '../lib/hash.ts'
import type { LoadedSite } from './load.ts'
import type { SearchInput } from '../threads/job-types.ts'
import type { SearchFiles } from '../search/create-search-files.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Page } from '../schema/site.ts'
import type { LocaleView } from '../schema/view.ts'
import type { Session } from '../threads/session.ts'

/**
 * Writes the search index of every locale (specification 8), from the cache where none of its pages changed, each as soon as
 * it is made: large ones are not kept in memory. Gives the output path of each manifest by locale. A hosted index has the
 * local one to fall back on.
 */
export async function indexPages(
  session: Session,
  loaded: LoadedSite,
  write: (file: OutputFile) => unknown,
): Promise<Map<string, string>> {
  const { site, contents } = loaded
  const searched = Object.values(site.locales).filter(({ search }) => search.provider !== 'none')
  const keyOf = ({ path, code, lang }: LocaleView) => {
    const pages = site.pages.filter(page => page.locale === path)
    const content = pages.map(page => contents.keyOf(page.file))
    return hashContent(JSON.stringify(['search', code, lang, content]), 32)
  }
  const { locales, keys, save } = await shareIndexes(session, searched, searched.map(keyOf))
  const kept = keys.map(key => (session.rendered.holds(key) ? session.rendered.locate(key) : undefined))
  const made = kept.filter(stored => !stored).length
  session.recorder?.cache('search indexes', kept.length - made, made)
  const create = async (locale: LocaleView, key: string): Promise<SearchFiles | undefined> => {
    const setup = { segment: session.rendered.segment() }
    const [index] = await session.map('search', setup, [searchInput(session, loaded, locale)])
    if (!index) return undefined
    const { counted, ...files } = index
    for (const [name, value] of counted) session.rendered.adopt(name, value)
    session.rendered.set(key, Buffer.from(JSON.stringify(files)))
    return files
  }
  const manifests = locales.map(async (locale, at): Promise<[locale: string, manifest: string][]> => {
    const stored = kept[at]
    if (stored) keepCounts(session, loaded, locale)
    const index = stored ? readIndex(stored) : await create(locale, keys[at] ?? '')
    for (const file of index?.files ?? []) await write(file)
    return index ? [[locale.path, index.manifest]] : []
  })
  const result = new Map((await allDone(manifests)).flat())
  save?.()
  return result
}

function readIndex(stored: StoredValue): SearchFiles {
  return JSON.parse(mustReadValue(stored).toString()) as SearchFiles
}

/** What the index of a locale is made from. */
function searchInput(session: Session, loaded: LoadedSite, locale: LocaleView): SearchInput {
  const pages = pagesOf(loaded, locale).map(({ record, file }) => {
    const key = countsKey(loaded, locale, file)
    const counts = { key, value: session.rendered.locate(key) }
    return { record, text: loaded.contents.locateText(file), counts }
  })
  return { locale: { code: locale.code, lang: locale.lang }, pages }
}

/** Has the counts of the pages of an index that is kept count as used: another page may change next. */
function keepCounts(session: Session, loaded: LoadedSite, locale: LocaleView): void {
  for (const { file } of pagesOf(loaded, locale)) session.rendered.has(countsKey(loaded, locale, file))
}

function pagesOf({ site }: LoadedSite, { path }: LocaleView): readonly Page[] {
  return site.pages.filter(page => page.locale === path)
}

function countsKey({ contents }: LoadedSite, { lang }: LocaleView, file: string): string {
  return `${contents.keyOf(file)}.counts.${lang}`
}

/** Takes indexes from where other machines put them; `locales` are those whose index this one needs. */
async function shareIndexes(
  session: Session,
  locales: readonly LocaleView[],
  keys: readonly string[],
): Promise<{ locales: readonly LocaleView[]; keys: readonly string[]; save?: () => void }> {
  if (!session.shared) return { locales, keys }
  const { fetchIndexes } = await import('./share-pages.ts')
  const shares = locales.map(({ path }, index) => ({ path, key: keys[index] ?? '', pages: 1 }))
  const { own, lacking } = await fetchIndexes(session, shares)
  return {
    locales: locales.filter((_locale, index) => own.has(keys[index] ?? '')),
    keys: keys.filter(key => own.has(key)),
    save: () => session.shared?.save(session.rendered, lacking),
  }
}
