import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import { LIMITS } from '../schema/limits.ts'
import type { Badge, Label, NavEntry, SidebarConfig, SidebarEntry, TypedBadge } from '../schema/theme.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Site } from '../schema/site.ts'
import type { NavItem, NavLink, SidebarItem } from '../schema/view.ts'
import { isOutside, pageAddress, safeDecode, withBase } from '../shared/addresses.ts'
import { compareNames, numberOf } from '../shared/compare-names.ts'
import { shortName } from '../shared/views.ts'
import type { LocateKey } from './file-addresses.ts'
import type { PageLookup } from './links.ts'
import { isReformed } from './redirects.ts'
import { versionAddress } from './versions.ts'

/** Everything navigation is made from, for one locale. */
export interface NavContext {
  config: SiteConfig
  /** Locale path. */
  locale: string
  lookup: PageLookup
  /** All pages of the locale, sorted by path. */
  pages: PageSummary[]
  /** Where a key of the configuration stands. */
  locate: LocateKey
  /** Collects entries that lead nowhere. */
  findings: Finding[]
}

/** The navigation link to a page; its text defaults to the page's title. */
function toLink(page: PageSummary, text: string | undefined, context: NavContext): NavLink {
  return {
    text: text ?? (page.record.title || page.record.path),
    href: withBase(context.config.base, page.record.path),
    external: false,
    ...languageOf(page, text === undefined, context.config),
  }
}

/** What a link to a page says of its language where that is another than the menu's. */
function languageOf(
  { original, locale }: PageSummary,
  hasOwnTitle: boolean,
  { locales }: SiteConfig,
): Pick<NavLink, 'untranslated' | 'textLang'> {
  const lang = original && locales[original.locale]?.lang
  if (lang === undefined) return {}
  const untranslated = shortName(lang, locales[locale]?.lang ?? '')
  return { untranslated, ...(hasOwnTitle ? { textLang: lang } : {}) }
}

/** The text of a label in a locale: its own, else the source language's. */
export function labelText(label: Label | undefined, locale: string): string | undefined {
  if (label === undefined || typeof label === 'string') return label
  return label[locale] ?? label['/']
}

/** What a page says of its place in the sidebar. */
function ownPlace({ record }: PageSummary): Exclude<Frontmatter['sidebar'], 'auto' | false | undefined> {
  const { sidebar } = record.frontmatter
  return typeof sidebar === 'object' ? sidebar : {}
}

/** The entry of a page; `text` is what the configuration calls it. */
function pageEntry(page: PageSummary, text: string | undefined, context: NavContext): SidebarItem {
  const { label, badge } = ownPlace(page)
  const link = toLink(page, text, context)
  return { text: text ?? label ?? link.text, link, items: [], ...badgeOf(badge, context.locale) }
}

/** A badge as templates receive it; nothing where there is none. */
function badgeOf(badge: Badge | undefined, locale: string): Pick<SidebarItem, 'badge'> {
  const isTyped = (value: Badge | undefined): value is TypedBadge =>
    typeof value === 'object' && 'text' in value
  const { text: label, type } = isTyped(badge) ? badge : { text: badge, type: undefined }
  const text = labelText(label, locale)
  return text ? { badge: { text, type: type ?? 'tip' } } : {}
}

/** A folder of pages. */
interface Folder {
  /** Last segment of its path, decoded. */
  name: string
  /** The page of the folder itself. */
  index?: PageSummary
  /** File names, decoded → pages. */
  pages: Map<string, PageSummary>
  folders: Map<string, Folder>
}

/** A page that sidebars may list, by its address without that of the locale. */
interface ListedPage {
  address: string
  page: PageSummary
}

/** The pages that sidebars may list, sorted: those under a prefix stand together. */
function listedPages({ pages, config, locale }: NavContext): ListedPage[] {
  return pages
    .filter(page => !page.record.frontmatter.unlisted && !ownPlace(page).hidden)
    .map(page => {
      const { record } = page
      const path = isReformed(record, config.urls) ? record.regularPath : record.path
      return { address: `/${path.slice(locale.length)}`, page }
    })
    .toSorted((a, b) => Number(a.address > b.address) - Number(a.address < b.address))
}

/**
 * Without configuration: the pages under `prefix`, folders as groups within groups. What has an `order` comes first, then
 * what begins with a number, in the order of the numbers; then pages, then folders, by name.
 */
function autoSidebar(context: NavContext, prefix: string, listed: readonly ListedPage[]): SidebarItem[] {
  const root = createFolder('')
  for (let index = firstUnder(prefix, listed); index < listed.length; index += 1) {
    const { address, page } = listed[index] as ListedPage
    if (!address.startsWith(prefix)) break
    addPage(root, address.slice(prefix.lastIndexOf('/') + 1), page)
  }
  const own = root.index ? [pageEntry(root.index, undefined, context)] : []
  return [...own, ...itemsOf(root, context)]
}

/** Where the pages begin whose addresses are not before `prefix`. */
function firstUnder(prefix: string, listed: readonly ListedPage[]): number {
  let [first, end] = [0, listed.length]
  while (first < end) {
    const middle = (first + end) >> 1
    if ((listed[middle] as ListedPage).address < prefix) first = middle + 1
    else end = middle
  }
  return first
}

function createFolder(name: string): Folder {
  return { name, pages: new Map(), folders: new Map() }
}

/** `path` is encoded and relative to the folder. */
function addPage(root: Folder, path: string, page: PageSummary): void {
  const names = path.split('/').map(safeDecode)
  const file = names.pop() ?? ''
  let folder = root
  for (const name of names) {
    const inner = folder.folders.get(name) ?? createFolder(name)
    folder.folders.set(name, inner)
    folder = inner
  }
  if (file === '') folder.index = page
  else folder.pages.set(file, page)
}

interface Entry {
  name: string
  isFolder: boolean
  /** What its page says. */
  order: number | undefined
  item: SidebarItem
}

function itemsOf(folder: Folder, context: NavContext): SidebarItem[] {
  const pages = [...folder.pages].map(([name, page]): Entry => {
    return { name, isFolder: false, order: positionOf(page), item: pageEntry(page, undefined, context) }
  })
  const folders = [...folder.folders.values()].map((inner): Entry => {
    const order = inner.index && positionOf(inner.index)
    return { name: inner.name, isFolder: true, order, item: group(inner, context) }
  })
  return [...pages, ...folders].toSorted(compareEntries).map(({ item }) => item)
}

function positionOf({ record }: PageSummary): number | undefined {
  return record.frontmatter.order
}

function compareEntries(a: Entry, b: Entry): number {
  const [left = Infinity, right = Infinity] = [a.order, b.order]
  if (left !== right) return left - right
  const numbered = Number(numberOf(b.name) !== undefined) - Number(numberOf(a.name) !== undefined)
  if (numbered !== 0) return numbered
  if (numberOf(a.name) === undefined && a.isFolder !== b.isFolder) return a.isFolder ? 1 : -1
  return compareNames(a.name, b.name)
}

/** A folder is called as its page is; one without a page by its name, as words. */
function group(folder: Folder, context: NavContext): SidebarItem {
  const items = itemsOf(folder, context)
  if (folder.index) {
    const { collapsed } = ownPlace(folder.index)
    const entry = pageEntry(folder.index, undefined, context)
    return { ...entry, items, ...(collapsed === undefined ? {} : { collapsed }) }
  }
  return { text: wordsOf(folder.name), items }
}

/** `2-first_steps` → `First steps`. */
function wordsOf(name: string): string {
  const words =
    name
      .replace(/^\d+[-_. ]+(?=\S)/, '')
      .replace(/[-_]+/g, ' ')
      .trim() || name
  const [first = '', ...others] = words
  return first.toUpperCase() + others.join('')
}

/** While a list of entries is read: the key of the configuration that it stands under. */
interface ListContext extends NavContext {
  list: string[]
}

export interface Sidebar {
  /** Locale-relative path prefix this sidebar is for. */
  prefix: string
  items: SidebarItem[]
}

/** True for a sidebar of which a document shows no more than the open section. */
export function isLarge(items: readonly SidebarItem[]): boolean {
  return orderOf(items).links > LIMITS.sidebarEntries
}

/** Says that documents do not list all of a sidebar. */
export function reportLarge({ config, locale, locate }: NavContext, sidebars: readonly Sidebar[]): Finding[] {
  const large = sidebars.filter(({ items }) => isLarge(items))
  if (large.length === 0) return []
  const place = locate(
    config.locales[locale]?.sidebar ? ['locales', locale, 'sidebar'] : ['theme', 'sidebar'],
  )
  return large.map(({ prefix, items }) => ({
    rule: 'nav/large-sidebar',
    severity: 'info',
    message: `The sidebar of \`${locale}\`${prefix === '/' ? '' : ` for \`${prefix}\``} has ${orderOf(items).links} entries: pages show what is around the open one, and links to the rest.`,
    hint: 'Sort the pages into folders, or set `sidebar` by path prefix, so that each section has its own.',
    ...(place ? { place } : {}),
  }))
}

/** The header navigation of a locale: its own list, else the site's; entries whose page it lacks are left out. */
export function createNav(context: NavContext): NavItem[] {
  const own = context.config.locales[context.locale]?.nav
  const inside = { ...context, list: own ? ['locales', context.locale, 'nav'] : ['theme', 'nav'] }
  return (own ?? context.config.theme.nav).flatMap(entry => navItem(entry, inside))
}

function navItem(entry: NavEntry, context: ListContext): NavItem[] {
  if (typeof entry !== 'string' && 'items' in entry) {
    const items = entry.items.flatMap(item => menuLinks(item, context))
    const link = entry.page ? pageLink(entry.page, entry.text, context) : undefined
    const text = labelText(entry.text, context.locale) ?? link?.text ?? ''
    return items.length > 0 || link ? [{ text, items, ...(link ? { link } : {}) }] : []
  }
  const link = linkOf(entry, context)
  return link ? [{ text: link.text, link, items: [] }] : []
}

/** The link of an entry of a menu, or those of a group below a title. */
function menuLinks(
  item: Extract<NavEntry, { items: unknown }>['items'][number],
  context: ListContext,
): NavLink[] {
  if (typeof item === 'string' || !('items' in item)) return [linkOf(item, context) ?? []].flat()
  const section = labelText(item.text, context.locale) ?? ''
  return item.items.flatMap(inner => linkOf(inner, context) ?? []).map(link => ({ ...link, section }))
}

/** The sidebars of a locale: one for all pages, or one by path prefix. */
export function createSidebars(context: NavContext): Sidebar[] {
  const own = context.config.locales[context.locale]?.sidebar
  const setting: SidebarConfig = own ?? context.config.theme.sidebar
  const list = own ? ['locales', context.locale, 'sidebar'] : ['theme', 'sidebar']
  const listed = listedPages(context)
  if (setting === 'auto') return [{ prefix: '/', items: autoSidebar(context, '/', listed) }]
  if (Array.isArray(setting)) return [{ prefix: '/', items: sidebarItems(setting, { ...context, list }) }]
  return Object.entries(setting).map(([prefix, entries]) => ({
    prefix,
    items:
      entries === 'auto'
        ? autoSidebar(context, prefix, listed)
        : sidebarItems(entries, { ...context, list: [...list, prefix] }),
  }))
}

function sidebarItems(entries: readonly SidebarEntry[], context: ListContext): SidebarItem[] {
  return entries.flatMap(entry => {
    if (typeof entry !== 'string' && 'items' in entry) {
      const items = sidebarItems(entry.items, context)
      const link = entry.page ? pageLink(entry.page, entry.text, context) : undefined
      if (items.length === 0 && !link) return []
      const { collapsed, collapsible } = entry
      return [
        {
          text: labelText(entry.text, context.locale) ?? '',
          items,
          ...(link ? { link } : {}),
          ...badgeOf(entry.badge, context.locale),
          ...(collapsible === false ? { collapsible } : collapsed === undefined ? {} : { collapsed }),
        },
      ]
    }
    return sidebarLink(entry, context)
  })
}

function sidebarLink(entry: Exclude<SidebarEntry, { items: unknown }>, context: ListContext): SidebarItem[] {
  const {
    page: reference,
    text,
    badge,
  } = typeof entry === 'string' ? { page: entry } : { page: undefined, ...entry }
  if (reference !== undefined) {
    const page = pageOf(reference, context)
    if (!page) return []
    return [
      { ...pageEntry(page, labelText(text, context.locale), context), ...badgeOf(badge, context.locale) },
    ]
  }
  const link = linkOf(entry, context)
  return link ? [{ text: link.text, link, items: [], ...badgeOf(badge, context.locale) }] : []
}

type LinkEntry =
  | string
  | { page: string; text?: Label | undefined }
  | { text: Label; link: string; lang?: string | undefined }

function linkOf(entry: LinkEntry, context: ListContext): NavLink | undefined {
  if (typeof entry === 'string') return pageLink(entry, undefined, context)
  if ('page' in entry && typeof entry.page === 'string') return pageLink(entry.page, entry.text, context)
  if (!('link' in entry)) return undefined
  const text = labelText(entry.text, context.locale) ?? entry.link
  if (!isOutside(entry.link)) {
    const version = versionAddress(context.config, entry.link)
    return version ? { text, href: version, external: false } : pageLink(entry.link, text, context)
  }
  return { text, href: entry.link, external: true, ...(entry.lang ? { lang: entry.lang } : {}) }
}

function pageLink(reference: string, text: Label | undefined, context: ListContext): NavLink | undefined {
  const page = pageOf(reference, context)
  return page && toLink(page, labelText(text, context.locale), context)
}

/** The page that an entry names; where there is none to be listed, a finding says so. */
function pageOf(reference: string, context: ListContext): PageSummary | undefined {
  const page = findReference(reference, context)
  if (page?.record.frontmatter.unlisted) context.findings.push(leftOut(reference, page, context))
  else if (page) return page
  else if (!existsElsewhere(reference, context)) context.findings.push(missing(reference, context))
  return undefined
}

/** A reference is a path inside the locale (`/api/`), or a full path (`/zh/api/`). */
function findReference(reference: string, context: NavContext): PageSummary | undefined {
  const path = '/' + reference.replace(/^\//, '').replace(/\.md$/, '')
  const inside = context.lookup.find(context.locale + path.slice(1))?.page
  if (inside) return inside
  const full = context.lookup.find(path)?.page
  return full?.locale === context.locale ? full : undefined
}

/** True when another language has the page: then its absence here is a matter of coverage, not of navigation. */
function existsElsewhere(reference: string, context: NavContext): boolean {
  const path = reference.replace(/^\//, '').replace(/\.md$/, '')
  return Object.keys(context.config.locales).some(locale => context.lookup.find(locale + path))
}

function missing(reference: string, context: ListContext): Finding {
  const path = reference.replace(/^\//, '').replace(/\.md$/, '')
  const locales = Object.keys(context.config.locales)
  const draft = locales.map(locale => context.lookup.draft(locale + path)).find(page => page !== undefined)
  if (draft) return leftOut(reference, draft, context)
  return {
    rule: 'nav/missing-page',
    severity: 'error',
    ...placeOf(reference, context),
    message: `The navigation names \`${reference}\`, but no language has such a page.`,
    hint: 'Write the page, or take the entry out of `nav` or `sidebar`.',
  }
}

/** An entry that waits for its page, or contradicts it: nothing breaks, but the author should know. */
function leftOut(reference: string, { file, record }: PageSummary, context: ListContext): Finding {
  const reason = record.frontmatter.draft ? 'a draft' : 'unlisted'
  return {
    rule: 'nav/missing-page',
    severity: 'warning',
    ...placeOf(reference, context),
    message: `The navigation names \`${reference}\`, but \`${file}\` is ${reason}: the entry is left out.`,
    hint: `Take the entry out of \`nav\` or \`sidebar\`, or \`${record.frontmatter.draft ? 'draft' : 'unlisted'}: true\` out of the page.`,
  }
}

/** Where an entry is written; its list, when a program puts it together. */
function placeOf(reference: string, { locate, list }: ListContext): Pick<Finding, 'place'> {
  const place = locate(list, reference)
  return place ? { place } : {}
}

/** A sidebar as a list. */
interface SidebarOrder {
  /** Pages of the site, in reading order. */
  pages: NavLink[]
  /** Address → where it comes first among them. */
  places: Map<string, number>
  /** Address → its position in each level, outermost first. */
  paths: Map<string, number[]>
  /** Entries that can be followed, those of other sites too. */
  links: number
}

/** Every page of a sidebar asks for its order: made once, or large sites would take the square of their pages. */
const orders = new WeakMap<readonly SidebarItem[], SidebarOrder>()

/** The order of a sidebar. */
export function orderOf(sidebar: readonly SidebarItem[]): SidebarOrder {
  const known = orders.get(sidebar)
  if (known) return known
  const order: SidebarOrder = { pages: [], places: new Map(), paths: new Map(), links: 0 }
  addAll(sidebar, [], order)
  orders.set(sidebar, order)
  return order
}

function addAll(items: readonly SidebarItem[], above: readonly number[], order: SidebarOrder): void {
  for (const [index, { link, items: below }] of items.entries()) {
    const path = [...above, index]
    if (link) {
      order.links += 1
      if (!link.external) addEntryPage(link, path, order)
    }
    addAll(below, path, order)
  }
}

function addEntryPage(link: NavLink, path: number[], { pages, places, paths }: SidebarOrder): void {
  if (!places.has(link.href)) {
    places.set(link.href, pages.length)
    paths.set(link.href, path)
  }
  pages.push(link)
}

/** Previous and next page: frontmatter, else the neighbours in the flattened sidebar. */
export function neighbours(
  page: PageSummary,
  sidebar: readonly SidebarItem[],
  context: NavContext,
): { prev?: NavLink; next?: NavLink } {
  const { frontmatter } = page.record
  const { pages, places } = orderOf(sidebar)
  const index = places.get(toLink(page, undefined, context).href) ?? -1
  const prev = chosen(frontmatter.prev, index > 0 ? pages[index - 1] : undefined, { page, context })
  const next = chosen(frontmatter.next, index >= 0 ? pages[index + 1] : undefined, { page, context })
  return { ...(prev ? { prev } : {}), ...(next ? { next } : {}) }
}

/** The link that the frontmatter wants, or the one there is, with the words that the frontmatter has for it. */
function chosen(
  setting: Frontmatter['prev'],
  found: NavLink | undefined,
  from: { page: PageSummary; context: NavContext },
): NavLink | undefined {
  if (setting === false) return undefined
  const { text, link } = typeof setting === 'object' ? setting : { text: undefined, link: setting }
  const target = (link === undefined ? undefined : linkTo(link, from)) ?? found
  return target && text !== undefined ? { ...target, text } : target
}

function linkTo(
  link: string,
  { page, context }: { page: PageSummary; context: NavContext },
): NavLink | undefined {
  if (isOutside(link)) return { text: link, href: link, external: true }
  const { pathname } = new URL(link, `http://site${page.record.regularPath}`)
  const found = context.lookup.find(pageAddress(safeDecode(pathname)))
  return found ? toLink(found.page, undefined, context) : undefined
}

/**
 * Pages of the source language by file, numbered as readers come upon them: the home page, what the menu at the top leads
 * to, the sidebars. Those that no menu has are not in it.
 */
export function readingOrder({
  config,
  locales,
  pages,
}: Pick<Site, 'config' | 'locales' | 'pages'>): Map<string, number> {
  const view = locales['/']
  if (!view) return new Map()
  const files = new Map(pages.map(({ record, file }) => [withBase(config.base, record.path), file]))
  const menu = view.nav.flatMap(({ link, items }) => [...(link ? [link] : []), ...items])
  const links = [...menu, ...Object.values(view.sidebars).flatMap(items => orderOf(items).pages)]
  const found = [view.home, ...links.map(({ href }) => href)].flatMap(href => files.get(href) ?? [])
  return new Map([...new Set(found)].map((file, index) => [file, index]))
}
