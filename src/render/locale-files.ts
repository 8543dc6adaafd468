import type { LoadedSite } from '../load.ts'
import { themeId } from '../bundle/browser.ts'
import type { Staging } from './files/staging.ts'
import type { OutputFile } from '../schema/output.ts'
import type { FallbackPage, Page, Site } from '../schema/site.ts'
import type {
  IndexEntry,
  LocaleIndex,
  LocaleSection,
  StandIns,
  LocaleView,
  PageView,
} from '../schema/view.ts'
import { localeOfAddress, fileAddress, safeDecode } from '../shared/addresses.ts'
import { findSection, sectionKey } from '../shared/address-table.ts'
import { orderOf } from '../site/navigation.ts'
import { hashContent } from '../lib/hash.ts'

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

export interface LocaleFiles {
  views: Pick<LocaleViews, 'view' | 'views'>
  /** Identifies the scripts and styles of the build. */
  theme: string
  /** Output path of the search manifest of a locale, by its path. */
  searchOf(locale: string): string | undefined
  /** Page key → chunk file name. */
  chunks: ReadonlyMap<string, string>
  /** Bytes of a chunk by its file name. */
  sizeOf(chunk: string): number
}

/** The unhashed index of a locale: where its pages and its view are. Of a large one, its sections stand behind it. */
export function createLocaleIndex(
  locale: LocaleView,
  site: Site,
  files: LocaleFiles,
): [index: OutputFile, ...sections: OutputFile[]] {
  const { base } = site.config
  const locales = Object.keys(site.locales)
  const pages = [...site.pages, ...site.fallbacks]
    .filter(page => page.locale === locale.path)
    .toSorted((a, b) => (a.record.path < b.record.path ? -1 : 1))
  const redirects = site.redirects.filter(({ from }) => localeOfAddress(from, locales) === locale.path)
  const search = files.searchOf(locale.path)
  const listed: Listed = {
    pages: pages.map(page => [page.view.path, entryOf(page.view, originalOf(page), files)]),
    redirects: redirects.map(({ from, to }) => [safeDecode(from), to]),
    sidebars: new Map(pages.map(({ view }) => [view.path, view.sidebar])),
  }
  const { lists, sections } = isLong(pages.length)
    ? cutLists(locale, listed, { files, standIns: standInsOf(locale, site) })
    : { lists: wholeLists(listed, files), sections: [] }
  const index: LocaleIndex = {
    view: files.views.view,
    theme: files.theme,
    ...(search === undefined ? {} : { search: fileAddress(base, search) }),
    ...lists,
    ...searchOfOriginals(locale, site, files),
  }
  const path = `assets/locales/${locale.code}.json`
  return [{ path, content: JSON.stringify(index) }, ...sections]
}

/** What the lists of a locale are made of, sorted by path. */
interface Listed {
  pages: [path: string, entry: IndexEntry][]
  redirects: [from: string, to: string][]
  /** Path of a page → number of its sidebar. */
  sidebars: ReadonlyMap<string, number>
}

type Lists = Pick<LocaleIndex, 'pages' | 'redirects' | 'views' | 'sections' | 'standIns'>

function wholeLists({ pages, redirects }: Listed, { views: { views } }: LocaleFiles): Lists {
  return {
    pages: Object.fromEntries(pages),
    redirects: Object.fromEntries(redirects),
    ...(views ? { views } : {}),
  }
}

/** The lists by section, in hashed files; the index keeps what belongs to none. */
function cutLists(
  { code }: LocaleView,
  { pages, redirects, sidebars }: Listed,
  { files: { views }, standIns }: { files: LocaleFiles; standIns: StandIns | undefined },
): { lists: Lists; sections: OutputFile[] } {
  const keys = pages.map(([path]) => sectionKey(path)).toSorted()
  const firsts = firstKeys(cutSections(keys))
  const sections = firsts.map((): LocaleSection => ({ pages: {}, redirects: {}, views: {} }))
  const sectionAt = (path: string) => sections[findSection(firsts, sectionKey(path))]
  for (const [path, entry] of pages) {
    const section = sectionAt(path)
    const sidebar = sidebars.get(path) ?? -1
    const view = views.views?.[sidebar]
    if (section) section.pages[path] = entry
    if (section && view !== undefined) section.views[sidebar] = view
  }
  const wide = redirects.filter(([from]) => from.endsWith('*'))
  for (const [from, to] of redirects) {
    const section = sectionAt(from)
    if (section && !from.endsWith('*')) section.redirects[from] = to
  }
  const files = sections.map(section => localeJson(code, section))
  const standInFile = standIns ? [localeJson(code, standIns)] : []
  const lists: Lists = {
    pages: {},
    redirects: Object.fromEntries(wide),
    sections: files.map((file, index) => [firsts[index] ?? '', nameOf(file)]),
    ...(standInFile[0] ? { standIns: nameOf(standInFile[0]) } : {}),
  }
  return { lists, sections: [...files, ...standInFile] }
}

/** Which pages of other languages the language shows, in as few words as that can be said; undefined for none. */
function standInsOf({ path }: LocaleView, { fallbacks, pages }: Site): StandIns | undefined {
  const shown = new Map<string, Set<string>>()
  for (const { locale, original } of fallbacks) {
    if (locale !== path) continue
    const paths = shown.get(original.locale) ?? new Set()
    shown.set(original.locale, paths.add(original.view.path))
  }
  if (shown.size === 0) return undefined
  const entries = [...shown].map(([other, paths]): [string, StandIns[string]] => {
    const left = pages.filter(({ locale, view }) => locale === other && !paths.has(view.path))
    const but = left.map(({ view }) => view.path)
    return [other, but.length < paths.size ? { but } : { only: [...paths] }]
  })
  return Object.fromEntries(entries)
}

function nameOf({ path }: OutputFile): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function originalOf(page: Page | FallbackPage): Page | undefined {
  return 'original' in page ? (page as FallbackPage).original : undefined
}

function entryOf(view: PageView, original: Page | undefined, { chunks, sizeOf }: LocaleFiles): IndexEntry {
  const chunk = chunks.get(view.key) ?? ''
  if (!original) return [chunk, view.title, sizeOf(chunk)]
  const content = chunks.get(original.view.key) ?? ''
  return [chunk, view.title, sizeOf(chunk) + sizeOf(content), original.view.path, content]
}

/** The languages whose pages the language shows, where local search finds them. */
function searchOfOriginals(
  { path }: LocaleView,
  { fallbacks, locales }: Site,
  { searchOf }: LocaleFiles,
): Pick<LocaleIndex, 'originals'> {
  const used = new Set(fallbacks.flatMap(({ locale, original }) => (locale === path ? original.locale : [])))
  const originals = [...used].flatMap(other => {
    const source = locales[other]
    return source && searchOf(other) !== undefined
      ? [{ locale: other, lang: source.lang, code: source.code }]
      : []
  })
  return originals.length > 0 ? { originals } : {}
}

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

/** Entries of a list that readers load whole. */
const MOST_WHOLE = 250
/** Entries of a section, at most. */
const MOST_IN_SECTION = 100

/** True for a list that is cut into sections. */
function isLong(entries: number): boolean {
  return entries > MOST_WHOLE
}

/** Stretches of sorted keys, between folders where that can be. */
export function cutSections(keys: readonly string[], most = MOST_IN_SECTION): string[][] {
  const sections: string[][] = []
  for (const folder of byFolder(keys))
    for (let start = 0; start < folder.length; start += most) {
      const some = folder.slice(start, start + most)
      const last = sections.at(-1)
      if (last && last.length + some.length <= most) last.push(...some)
      else sections.push(some)
    }
  return sections
}

/** Keys that follow one another and stand in the same folder. */
function byFolder(keys: readonly string[]): string[][] {
  const folders: string[][] = []
  let open: string | undefined
  for (const key of keys) {
    const folder = key.slice(0, key.lastIndexOf('/') + 1)
    if (folder !== open) folders.push([])
    folders.at(-1)?.push(key)
    open = folder
  }
  return folders
}

/** The shortest texts that tell where each stretch begins, in the order of the keys. */
export function firstKeys(sections: readonly (readonly string[])[]): string[] {
  return sections.map(([first = ''], index) => {
    const before = sections[index - 1]?.at(-1)
    if (before === undefined) return ''
    let same = 0
    while (first[same] === before[same]) same += 1
    return first.slice(0, same + 1)
  })
}

/** A hashed file among those of a locale. */
function localeJson(code: string, value: object): { path: string; content: string; immutable: true } {
  const content = JSON.stringify(value)
  return { path: `assets/locales/${code}.${hashContent(content)}.json`, content, immutable: true }
}
