import type { Session } from '../cache/workers/session.ts'
import { hashContent } from '../lib/hash.ts'
import { allDone } from '../lib/process.ts'
import type { JoinedSite } from '../load.ts'
import { fetchShare } from '../cache/workers/shared-pages.ts'
import type { OutputFile } from '../schema/output.ts'
import type { LocaleView } from '../schema/view.ts'
import type { SearchFiles } from '../search/build/search-index.ts'

/** Writes the search index of every locale, from the cache where no page changed. Returns the output path of each manifest by locale. */
export async function indexPages(
  session: Session,
  { site, contents }: JoinedSite,
  write: (file: OutputFile) => unknown,
): Promise<Map<string, string>> {
  const { rendered, shared } = session
  const searched = Object.values(site.locales)
    .filter(({ search }) => search.provider !== 'none')
    .map(({ path, code, lang }) => {
      const pages = site.pages.filter(page => page.locale === path)
      const keys = pages.map(({ file }) => contents.keyOf(file))
      const key = hashContent(JSON.stringify(['search', code, lang, site.config.search, keys]), 32)
      return { path, code, lang, pages, key }
    })
  type Searched = (typeof searched)[number]
  const accepts = (value: Buffer) => Array.isArray((JSON.parse(value.toString()) as SearchFiles).files)
  const shares = searched.map(({ path, key }) => ({ key, accepts, path, locale: '', size: 1 }))
  // Pages come first: awaiting lets them be queued.
  const fetched = await (shared && fetchShare(session, 'search', shares))
  const own = searched.filter(({ key }) => fetched?.own.has(key) ?? true)
  const manifests = own.map(async (locale): Promise<[locale: string, manifest: string][]> => {
    const index = keptIndex(locale) ?? (await createIndex(locale))
    for (const file of index?.files ?? []) await write(file)
    return index ? [[locale.path, index.manifest]] : []
  })
  const result = new Map((await allDone(manifests)).flat())
  if (fetched) shared?.save(rendered, fetched.lacking)
  return result

  function countsKey(file: string, { lang }: Pick<LocaleView, 'lang'>): string {
    return `${contents.keyOf(file)}.counts.${lang}`
  }

  /** The index in the cache. The counts of its pages count as used: another page may change next. */
  function keptIndex(locale: Searched): SearchFiles | undefined {
    const stored = rendered.get(locale.key)
    if (!stored) return undefined
    for (const { file } of locale.pages) rendered.has(countsKey(file, locale))
    return JSON.parse(stored.toString()) as SearchFiles
  }

  /** Makes the index and keeps it, with the counts that were made for it. */
  async function createIndex(locale: Searched): Promise<SearchFiles | undefined> {
    const pages = locale.pages.map(({ record, file }) => {
      const key = countsKey(file, locale)
      return { record, content: contents.locate(file), counts: { key, value: rendered.locate(key) } }
    })
    const input = { locale: { code: locale.code, lang: locale.lang, ...site.config.search }, pages }
    const [index] = await session.map('search', { segment: rendered.segment() }, [input])
    if (!index) return undefined
    const { counted, ...files } = index
    for (const [name, value] of counted) rendered.adopt(name, value)
    rendered.set(locale.key, Buffer.from(JSON.stringify(files)))
    return files
  }
}
