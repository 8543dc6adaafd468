import { type LoadedSite } from './load.ts'
import { themeId } from '../bundle/theme-entries.ts'
import { createLocaleIndex } from '../render/locale-files.ts'
import { createLocaleViews } from '../render/locale-views.ts'
import { type Staging } from '../render/staging.ts'

/** Per locale: its views and the index of its pages; `found`: names of chunks by page, of search manifests by locale. */
export async function emitLocales(
  loaded: LoadedSite,
  staging: Staging,
  found: { chunks: ReadonlyMap<string, string>; search: ReadonlyMap<string, string> },
): Promise<void> {
  const { site } = loaded
  const theme = themeId(loaded.theme.files)
  const sizeOf = (chunk: string) => staging.written.get(`assets/js/${chunk}`)?.size ?? 0
  const searchOf = (locale: string) => found.search.get(locale)
  for (const locale of Object.values(site.locales)) {
    const views = createLocaleViews(locale)
    for (const file of views.files) await staging.write(file)
    const files = { views, theme, chunks: found.chunks, sizeOf, searchOf }
    for (const file of createLocaleIndex(locale, site, files)) await staging.write(file)
  }
}
