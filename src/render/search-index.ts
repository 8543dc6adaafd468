import { allDone } from '../lib/all-done.ts'
import { hashContent } from '../lib/hash.ts'
import type { JoinedSite } from '../load/load.ts'
import type { SearchInput } from '../cache/workers/job-types.ts'
import type { SearchFiles } from '../search/build/search-files.ts'
import type { OutputFile } from '../schema/output.ts'
import type { PlacedPage } from '../schema/site.ts'
import type { LocaleView } from '../schema/view.ts'
import type { Session } from '../cache/workers/session.ts'

/**
 * Writes the search index of every locale (specification 8), from the cache where none of its pages changed, each as soon as
 * it is made: large ones are not kept in memory. Gives the output path of each manifest by locale. A hosted index has the
 * local one to fall back on.
 */
export async function indexPages(
  session: Session,
  loaded: JoinedSite,
  write: (file: OutputFile) => unknown,
): Promise<Map<string, string>> {
  const searched = Object.values(loaded.site.locales).filter(({ search }) => search.provider !== 'none')
  const wanted = searched.map(locale => indexKey(loaded, locale))
  const { locales, keys, save } = await shareIndexes(session, searched, wanted)
  const manifests = locales.map(async (locale, at): Promise<[locale: string, manifest: string][]> => {
    const key = keys[at] ?? ''
    const index = keptIndex(session, loaded, locale, key) ?? (await createIndex(session, loaded, locale, key))
    for (const file of index?.files ?? []) await write(file)
    return index ? [[locale.path, index.manifest]] : []
  })
  const result = new Map((await allDone(manifests)).flat())
  save?.()
  return result
}

function indexKey(loaded: JoinedSite, locale: LocaleView): string {
  const content = pagesOf(loaded, locale).map(page => loaded.contents.keyOf(page.file))
  return hashContent(JSON.stringify(['search', locale.code, locale.lang, content]), 32)
}

/**
 * The index as it was made before, undefined when there is none. The counts of its pages count as used: another page may
 * change next.
 */
function keptIndex(
  session: Session,
  loaded: JoinedSite,
  locale: LocaleView,
  key: string,
): SearchFiles | undefined {
  const stored = session.rendered.get(key)
  if (!stored) return undefined
  for (const { file } of pagesOf(loaded, locale)) session.rendered.has(countsKey(loaded, locale, file))
  return JSON.parse(stored.toString()) as SearchFiles
}

/** Makes the index and keeps it, with the counts that were made for it. */
async function createIndex(
  session: Session,
  loaded: JoinedSite,
  locale: LocaleView,
  key: string,
): Promise<SearchFiles | undefined> {
  const setup = { segment: session.rendered.segment() }
  const [index] = await session.map('search', setup, [searchInput(session, loaded, locale)])
  if (!index) return undefined
  const { counted, ...files } = index
  for (const [name, value] of counted) session.rendered.adopt(name, value)
  session.rendered.set(key, Buffer.from(JSON.stringify(files)))
  return files
}

/** What the index of a locale is made from. */
function searchInput(session: Session, loaded: JoinedSite, locale: LocaleView): SearchInput {
  const pages = pagesOf(loaded, locale).map(({ record, file }) => {
    const key = countsKey(loaded, locale, file)
    const counts = { key, value: session.rendered.locate(key) }
    return { record, text: loaded.contents.locateText(file), counts }
  })
  return { locale: { code: locale.code, lang: locale.lang }, pages }
}

function pagesOf({ site }: JoinedSite, { path }: LocaleView): readonly PlacedPage[] {
  return site.pages.filter(page => page.locale === path)
}

function countsKey({ contents }: JoinedSite, { lang }: LocaleView, file: string): string {
  return `${contents.keyOf(file)}.counts.${lang}`
}

/** Takes indexes from where other machines put them; `locales` are those whose index this one needs. */
async function shareIndexes(
  session: Session,
  locales: readonly LocaleView[],
  keys: readonly string[],
): Promise<{ locales: readonly LocaleView[]; keys: readonly string[]; save?: () => void }> {
  if (!session.shared) return { locales, keys }
  const { fetchIndexes } = await import('../load/shared-pages.ts')
  const shares = locales.map(({ path }, index) => ({ path, key: keys[index] ?? '', pages: 1 }))
  const { own, lacking } = await fetchIndexes(session, shares)
  return {
    locales: locales.filter((_locale, index) => own.has(keys[index] ?? '')),
    keys: keys.filter(key => own.has(key)),
    save: () => session.shared?.save(session.rendered, lacking),
  }
}
