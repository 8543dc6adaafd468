import type { DevFiles } from './files.ts'
import type { OldVersions } from './old-versions.ts'
import { resolvePath } from '../../shared/address-table.ts'
import { createLocaleViews } from '../../render/locale-files.ts'
import { fillAddresses } from '../../render/files/page.ts'
import type { ChangedPage, OpenPage } from '../../schema/view.ts'
import type { PlacedPage } from '../../schema/site.ts'
import type { JoinedSite } from '../../load.ts'

/** What the server knows of pages. */
export interface PagesState {
  /** Counts loads. */
  version: number
  /** Source files of the pages that were asked for last, the latest at the end. */
  shown: Set<string>
  loaded?: JoinedSite
  /** Where the site has any. */
  old?: OldVersions | undefined
  files?: DevFiles
}

/** Pages that are known to be shown, at most. */
const MAX_SHOWN = 4

/** Notes that a browser shows a page: it is the first to be made again when its source changes. */
export function noteShown(shown: Set<string>, { file }: Pick<PlacedPage, 'file'>): void {
  shown.delete(file)
  shown.add(file)
  for (const oldest of shown) if (shown.size > MAX_SHOWN) shown.delete(oldest)
}

/** The present state of a page for a browser that shows it: `path` is that of the address, below `base`. */
export function openPage(state: PagesState, base: string, path: string): OpenPage {
  const { version, shown } = state
  const isOld = base !== state.files?.base
  const { loaded, files } = isOld ? (state.old?.loadedAt(base) ?? {}) : state
  const found = files && resolvePath(files.table, path)
  const page = found && files.pages.get(found.path)
  if (page && !isOld) noteShown(shown, page)
  const changed = page && loaded && changedPage(loaded, page)
  return { version, ...(changed ? { shown: changed } : {}) }
}

/** Pages that browsers show and whose own files were saved: they go along with the news, so that nobody asks for them. */
export function savedPages({ shown, loaded }: PagesState, changed: readonly string[]): ChangedPage[] {
  const files = new Set(changed.filter(file => shown.has(file)))
  if (!loaded || files.size === 0) return []
  const saved = loaded.site.pages.filter(({ file }) => files.has(file))
  return saved.flatMap(page => changedPage(loaded, page) ?? [])
}

function changedPage(
  { site, contents, views: pageViews }: JoinedSite,
  placed: PlacedPage,
): ChangedPage | undefined {
  const page = pageViews.of(placed)
  const locale = site.locales[page.locale]
  if (!locale) return undefined
  const html = fillAddresses(contents.readHtml(page.file), page.addresses)
  const { view: plain, views } = createLocaleViews(locale)
  const view = views?.[page.view.sidebar] ?? plain
  return { chunk: { page: page.view, html }, view, locale }
}
