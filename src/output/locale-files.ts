import { hashContent } from '../lib/hash.ts'
import type { OutputFile } from '../schema/output.ts'
import type { FallbackPage, Page, Site } from '../schema/site.ts'
import type { IndexEntry, LocaleIndex, LocaleView, PageView } from '../schema/view.ts'
import { localeOfAddress } from '../addresses/locale-path.ts'
import { fileAddress } from '../addresses/file-address.ts'
import { safeDecode } from '../addresses/safe-decode.ts'

/** The hashed JSON of a locale's view: it changes only when navigation or texts do. */
export function createLocaleFile(locale: LocaleView): OutputFile {
  const content = JSON.stringify(locale)
  const path = `assets/locales/${locale.code}.${hashContent(content)}.json`
  return { path, content, immutable: true }
}

/** The unhashed index of a locale: where its pages and its view are. */
export function createLocaleIndex(locale: LocaleView, site: Site, files: LocaleFiles): OutputFile {
  const { base } = site.config
  const locales = Object.keys(site.locales)
  const pages = [...site.pages, ...site.fallbacks]
    .filter(page => page.locale === locale.path)
    .toSorted((a, b) => (a.record.path < b.record.path ? -1 : 1))
  const redirects = site.redirects.filter(({ from }) => localeOfAddress(from, locales) === locale.path)
  const search = files.searchOf(locale.path)
  const index: LocaleIndex = {
    view: fileAddress(base, files.view),
    ...(search === undefined ? {} : { search: fileAddress(base, search) }),
    pages: Object.fromEntries(
      pages.map(({ view, ...page }) => {
        const original = 'original' in page ? (page as FallbackPage).original : undefined
        return [view.path, entryOf(view, original, files)]
      }),
    ),
    redirects: Object.fromEntries(redirects.map(({ from, to }) => [safeDecode(from), to])),
    ...searchOfOriginals(locale, site, files),
  }
  return { path: `assets/locales/${locale.code}.json`, content: JSON.stringify(index) }
}

function entryOf(view: PageView, original: Page | undefined, { chunks, sizeOf }: LocaleFiles): IndexEntry {
  const chunk = chunks.get(view.key) ?? ''
  if (!original) return [chunk, view.title, sizeOf(chunk)]
  const content = chunks.get(original.view.key) ?? ''
  return [chunk, view.title, sizeOf(chunk) + sizeOf(content), original.view.path, content]
}

/** Where local search finds the pages of other languages that the language shows. */
function searchOfOriginals(
  { path }: LocaleView,
  { fallbacks, locales, config: { base } }: Site,
  { searchOf }: LocaleFiles,
): Pick<LocaleIndex, 'originals'> {
  const used = new Set(fallbacks.flatMap(({ locale, original }) => (locale === path ? original.locale : [])))
  const originals = [...used].flatMap(other => {
    const [search, lang] = [searchOf(other), locales[other]?.lang]
    return search !== undefined && lang !== undefined ? [{ lang, search: fileAddress(base, search) }] : []
  })
  return originals.length > 0 ? { originals } : {}
}

export interface LocaleFiles {
  /** Output path of the locale's view. */
  view: string
  /** Output path of the search manifest of a locale, by its path. */
  searchOf(locale: string): string | undefined
  /** Page key → chunk file name. */
  chunks: ReadonlyMap<string, string>
  /** Bytes of a chunk by its file name. */
  sizeOf(chunk: string): number
}
