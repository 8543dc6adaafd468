import * as z from 'zod'
import { basename } from 'node:path/posix'
import type { LoadedSite } from '../load.ts'
import { themeId } from '../bundle/browser.ts'
import type { Staging } from './files/staging.ts'
import type { OutputFile, Page, Site } from '../schema/site.ts'
import type { IndexEntry, LocaleRange, FallbackTable, LocaleView } from '../schema/view.ts'
import { groupBy } from '../schema/finding.ts'
import { localeOfAddress, fileAddress, safeDecode, findRange, rangeKey } from '../shared/addresses.ts'
import { orderOf } from '../site/navigation.ts'
import { hashContent } from '../lib/hash.ts'

/** `chunks` by page, `search` manifests by locale. */
export async function emitLocales(
  { site, theme }: LoadedSite,
  staging: Staging,
  { chunks, search }: Record<'chunks' | 'search', ReadonlyMap<string, string>>,
) {
  for (const locale of Object.values(site.locales)) {
    const views = createLocaleViews(locale)
    const index = createLocaleIndex(locale, site, {
      views,
      theme: themeId(theme.files),
      chunks,
      sizeOf: chunk => staging.written.get(`assets/js/${chunk}`)?.size ?? 0,
      searchOf: path => search.get(path),
    })
    for (const file of [...views.files, ...index]) await staging.write(file)
  }
}

interface LocaleFiles {
  views: Pick<LocaleViews, 'view' | 'views'>
  theme: string
  searchOf(locale: string): string | undefined
  chunks: ReadonlyMap<string, string>
  sizeOf(chunk: string): number
}

/** The `LocaleIndex` and the ranges of a large locale. */
export function createLocaleIndex(
  locale: LocaleView,
  site: Site,
  files: LocaleFiles,
): [index: OutputFile, ...ranges: OutputFile[]] {
  const { theme, searchOf } = files
  const { view, views } = files.views
  const locales = Object.keys(site.locales)
  const entries = [...site.pages, ...site.fallbacks]
    .filter(page => page.locale === locale.path)
    .toSorted((a, b) => (a.record.path < b.record.path ? -1 : 1))
    .map(page => ({ page, path: page.view.path, entry: indexEntry(page, files) }))
  const pages = entries.map(({ path, entry }) => [path, entry] as const)
  const redirects = site.redirects
    .filter(({ from }) => localeOfAddress(from, locales) === locale.path)
    .map(({ from, to }): [from: string, to: string] => [safeDecode(from), to])
  listSchema.parse({ entries: pages, redirects })
  const whole = { pages: Object.fromEntries(pages), redirects: Object.fromEntries(redirects), views }
  const cut = entries.length > MOST_WHOLE ? cutLists(locale, site, { entries, redirects, views }) : undefined
  const search = searchOf(locale.path)
  const index = {
    view,
    theme,
    search: search === undefined ? undefined : fileAddress(site.config.base, search),
    ...(cut?.lists ?? whole),
    searchPage: locale.searchPage,
    originals: searchOfOriginals(locale, site, files),
  }
  const content = JSON.stringify(index)
  return [{ path: `assets/locales/${locale.code}.json`, content }, ...(cut?.ranges ?? [])]
}

const pageEntry = [z.string(), z.string(), z.number()] as const
const entrySchema = z.union([z.tuple(pageEntry), z.tuple([...pageEntry, z.string(), z.string()])])
const listSchema = z.object({
  entries: z.array(z.tuple([z.string().startsWith('/'), entrySchema])),
  redirects: z.array(z.tuple([z.string(), z.string()])),
})

function indexEntry({ view, original }: Page, { chunks, sizeOf }: LocaleFiles): IndexEntry {
  const chunk = chunks.get(view.key) ?? ''
  if (!original) return [chunk, view.title, sizeOf(chunk)]
  const content = chunks.get(original.view.key) ?? ''
  return [chunk, view.title, sizeOf(chunk) + sizeOf(content), original.view.path, content]
}

/** The index keeps what belongs to no range. */
function cutLists({ code, path: locale }: LocaleView, site: Site, { entries, redirects, views }: Listed) {
  const keys = entries.map(({ path }) => rangeKey(path)).toSorted()
  const cut = cutRanges(keys)
  const firsts = cut.map(([first = ''], index) => startAfter(cut[index - 1]?.at(-1) ?? '', first))
  const ranges = firsts.map((): LocaleRange => ({ pages: {}, redirects: {}, views: {} }))
  const rangeAt = (path: string) => ranges[findRange(firsts, rangeKey(path))]!
  for (const { page, path, entry } of entries) {
    const range = rangeAt(path)
    const view = views?.[page.view.sidebar]
    range.pages[path] = entry
    if (view !== undefined) range.views[page.view.sidebar] = view
  }
  const isWild = ([from]: [string, string]) => from.endsWith('*')
  for (const [from, to] of redirects) if (!isWild([from, to])) rangeAt(from).redirects[from] = to
  const files = ranges.map(range => localeJson(code, range))
  const table = fallbackTable(locale, site)
  const fallbacks = table && localeJson(code, table)
  const lists = {
    pages: {},
    redirects: Object.fromEntries(redirects.filter(isWild)),
    ranges: files.map(({ path }, index) => [firsts[index] ?? '', basename(path)]),
    fallbacks: fallbacks && basename(fallbacks.path),
  }
  return { lists, ranges: fallbacks ? [...files, fallbacks] : files }
}

interface Listed {
  entries: { page: Page; path: string; entry: IndexEntry }[]
  redirects: [from: string, to: string][]
  views: LocaleViews['views']
}

/** Undefined if the language shows no pages of others. */
function fallbackTable(path: string, { fallbacks, pages }: Site): FallbackTable | undefined {
  const originals = fallbacks.flatMap(({ locale, original }) => (locale === path ? original : []))
  if (originals.length === 0) return undefined
  const groups = [...groupBy(originals, original => original.locale)]
  const entries = groups.map(([other, group]): [string, FallbackTable[string]] => {
    const paths = new Set(group.map(({ view }) => view.path))
    const left = pages.filter(({ locale, view }) => locale === other && !paths.has(view.path))
    const but = left.map(({ view }) => view.path)
    return [other, but.length < paths.size ? { but } : { only: [...paths] }]
  })
  return Object.fromEntries(entries)
}

/** Fallback languages with an index for local search. */
function searchOfOriginals({ path }: LocaleView, { fallbacks, locales }: Site, { searchOf }: LocaleFiles) {
  const used = new Set(fallbacks.flatMap(({ locale, original }) => (locale === path ? original.locale : [])))
  const originals = [...used].flatMap(other => {
    const source = locales[other]
    if (!source || searchOf(other) === undefined) return []
    return [{ locale: other, lang: source.lang, code: source.code }]
  })
  return originals.length > 0 ? originals : undefined
}

type LocaleViews = ReturnType<typeof createLocaleViews>

/** Addresses include the base. With many long sidebars, each has a view in `views`; `view` is for pages without one. */
export function createLocaleViews(locale: LocaleView) {
  const { code, base } = locale
  const sidebars = Object.entries(locale.sidebars)
  const isWhole = sidebars.reduce((sum, [, items]) => sum + orderOf(items).links, 0) <= MOST_WHOLE
  const files: OutputFile[] = []
  const add = (shown: LocaleView) => {
    const file = localeJson(code, shown)
    files.push(file)
    return fileAddress(base, file.path)
  }
  const view = add(isWhole ? locale : { ...locale, sidebars: {} })
  if (isWhole) return { view, files }
  const views: Record<number, string> = {}
  for (const [number, items] of sidebars)
    views[Number(number)] = add({ ...locale, sidebars: { [number]: items } })
  return { view, views, files }
}

function localeJson(code: string, value: object): { path: string; content: string } {
  const content = JSON.stringify(value)
  return { path: `assets/locales/${code}.${hashContent(content)}.json`, content }
}

const MOST_WHOLE = 250
const MOST_IN_RANGE = 100

/** Cuts sorted keys into ranges, between folders where possible. */
function cutRanges(keys: readonly string[]) {
  const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/') + 1)
  const folders: string[][] = []
  for (const [index, key] of keys.entries())
    if (index > 0 && folderOf(key) === folderOf(keys[index - 1]!)) folders.at(-1)?.push(key)
    else folders.push([key])
  const ranges: string[][] = []
  for (const folder of folders)
    for (let start = 0; start < folder.length; start += MOST_IN_RANGE) {
      const some = folder.slice(start, start + MOST_IN_RANGE)
      const last = ranges.at(-1)
      if (last && last.length + some.length <= MOST_IN_RANGE) last.push(...some)
      else ranges.push(some)
    }
  return ranges
}

/** The shortest start of `key` that comes after `before`: devices store ranges by it, so it outlives the page of the key. */
function startAfter(before: string, key: string) {
  let same = 0
  while (same < key.length && key[same] === before[same]) same += 1
  return key.slice(0, same + 1)
}
