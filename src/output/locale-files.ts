import { hashContent } from '../lib/hash.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Site } from '../schema/site.ts'
import type { LocaleIndex, LocaleView } from '../schema/view.ts'
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
  const pages = site.pages.filter(page => page.locale === locale.path)
  const redirects = site.redirects.filter(({ from }) => localeOfAddress(from, locales) === locale.path)
  const index: LocaleIndex = {
    view: fileAddress(base, files.view),
    ...(files.search ? { search: fileAddress(base, files.search) } : {}),
    pages: Object.fromEntries(
      pages.map(({ view }) => {
        const chunk = files.chunks.get(view.key) ?? ''
        return [view.path, [chunk, view.title, files.sizeOf(chunk)]]
      }),
    ),
    redirects: Object.fromEntries(redirects.map(({ from, to }) => [safeDecode(from), to])),
  }
  return { path: `assets/locales/${locale.code}.json`, content: JSON.stringify(index) }
}

export interface LocaleFiles {
  /** Output path of the locale's view. */
  view: string
  /** Output path of the search manifest. */
  search?: string | undefined
  /** Page key → chunk file name. */
  chunks: ReadonlyMap<string, string>
  /** Bytes of a chunk by its file name. */
  sizeOf(chunk: string): number
}
