import { fileAddress } from '../shared/addresses.ts'
import type { OutputFile } from '../schema/output.ts'
import type { LocaleView } from '../schema/view.ts'
import { orderOf } from '../site/sidebar-order.ts'
import { isLong } from './sections.ts'
import { localeJson } from './locale-json.ts'

/** What pages of a locale share, as files that readers load. */
export interface LocaleViews {
  /** Address with base of the view of pages that are in no sidebar of the configuration, and of all where there is one view. */
  view: string
  /** The same by number of the sidebar, where there are many. */
  views?: Record<number, string>
  files: OutputFile[]
}

/**
 * The hashed JSON of a locale's view, which changes only when navigation or texts do. A language with many pages in its sidebars
 * has one for each of those, so that no page brings the sidebars of others.
 */
export function createLocaleViews(locale: LocaleView): LocaleViews {
  const sidebars = Object.entries(locale.sidebars)
  const links = sidebars.reduce((sum, [, items]) => sum + orderOf(items).links, 0)
  if (!isLong(links)) {
    const file = localeJson(locale.code, locale)
    return { view: fileAddress(locale.base, file.path), files: [file] }
  }
  const base = localeJson(locale.code, { ...locale, sidebars: {} })
  const own = sidebars.map(([number, items]) =>
    localeJson(locale.code, { ...locale, sidebars: { [number]: items } }),
  )
  const addresses = own.map((file, index) => [sidebars[index]?.[0], fileAddress(locale.base, file.path)])
  return {
    view: fileAddress(locale.base, base.path),
    views: Object.fromEntries(addresses) as Record<number, string>,
    files: [base, ...own],
  }
}
