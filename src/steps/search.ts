import { hashContent } from '../lib/hash.ts'
import type { LoadedSite } from './load.ts'
import type { SearchInput } from '../threads/job-types.ts'
import type { SearchFiles } from '../search/create-search-files.ts'
import type { LocaleView } from '../schema/view.ts'
import type { Session } from '../threads/session.ts'

/**
 * The search index of every locale (specification 8), from the cache where none of its pages changed.
 * A hosted index has the local one to fall back on.
 */
export async function indexPages(session: Session, loaded: LoadedSite): Promise<Map<string, SearchFiles>> {
  const { site, contents } = loaded
  const searched = Object.values(site.locales).filter(({ search }) => search.provider !== 'none')
  const keyOf = ({ path, code, lang }: LocaleView) => {
    const pages = site.pages.filter(page => page.locale === path)
    const content = pages.map(page => contents.keyOf(page.file))
    return hashContent(JSON.stringify(['search', code, lang, content]), 32)
  }
  const { locales, keys, save } = await shareIndexes(session, searched, searched.map(keyOf))
  const cached = keys.map(key => session.rendered.get(key))
  const inputs = locales
    .filter((_locale, index) => !cached[index])
    .map(({ path, code, lang }): SearchInput => {
      const pages = site.pages.filter(page => page.locale === path)
      const texts = pages.map(({ record, file }) => ({ record, text: contents.locateText(file) }))
      return { locale: { code, lang }, pages: texts }
    })
  session.recorder?.cache('search indexes', locales.length - inputs.length, inputs.length)
  const fresh = (await session.map('search', undefined, inputs)).values()
  const result = new Map<string, SearchFiles>()
  for (const [index, { path }] of locales.entries()) {
    const stored = cached[index]
    const files = stored ? (JSON.parse(stored.toString()) as SearchFiles) : fresh.next().value
    if (!files) continue
    if (!stored) session.rendered.set(keys[index] ?? '', Buffer.from(JSON.stringify(files)))
    result.set(path, files)
  }
  save?.()
  return result
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
