import { type Finding, groupBy } from '../schema/finding.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import { LIMITS } from '../schema/limits.ts'
import type { Badge, Label, SidebarEntry, TypedBadge } from '../schema/values.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Site } from '../schema/site.ts'
import type { NavItem, NavLink, SidebarItem } from '../schema/view.ts'
import { encodePath, isOutside, pageAddress, safeDecode, withBase } from '../shared/addresses.ts'
import { shortName } from '../shared/views.ts'
import { hasAnchor } from './links.ts'
import { formKey, isReformed, type TargetContext } from './redirects.ts'
import { versionAddress } from './versions.ts'

export interface NavContext extends TargetContext {
  locale: string
  pages: PageSummary[]
  /** Encoded path. */
  searchPage?: string | undefined
  findings: Finding[]
}

interface ListContext extends NavContext {
  list: string[]
}

export function labelText(label: Label | undefined, locale: string) {
  if (label === undefined || typeof label === 'string') return label
  return label[locale] ?? label['/']
}

/** `text` is the title by default. */
function toLink(page: PageSummary, text: string | undefined, { config }: NavContext): NavLink {
  const { record, original, locale } = page
  const lang = original && config.locales[original.locale]?.lang
  const link = { text: text ?? (record.title || record.path), href: withBase(config.base, record.path) }
  if (lang === undefined) return { ...link, external: false }
  const untranslated = shortName(lang, config.locales[locale]?.lang ?? '')
  return { ...link, external: false, untranslated, textLang: text === undefined ? lang : undefined }
}

/** Without entries whose page the language lacks. */
export function createNav(context: NavContext): NavItem[] {
  const { config, locale } = context
  const own = config.locales[locale]?.nav
  const list = own ? ['locales', locale, 'nav'] : ['theme', 'nav']
  const entries = (own ?? config.theme.nav) as SidebarEntry[]
  // A group in a menu is a section of its list.
  const linksOf = ({ text: section, link, items }: SidebarItem) =>
    link ? [link] : items.flatMap(item => (item.link ? [{ ...item.link, section }] : []))
  return sidebarItems(entries, { ...context, list }).map(({ text, link, items }) => {
    return { text: link?.text ?? text, link, items: items.flatMap(linksOf) }
  })
}

export interface Sidebar {
  prefix: string
  items: SidebarItem[]
}

export function createSidebars(context: NavContext): Sidebar[] {
  const { config, locale, pages } = context
  const own = config.locales[locale]?.sidebar
  const setting = own ?? config.theme.sidebar
  const place = own ? ['locales', locale, 'sidebar'] : ['theme', 'sidebar']
  const listed = pages
    .filter(page => !page.record.frontmatter.unlisted && !sidebarSettings(page).hidden)
    .map((page): [address: string, page: PageSummary] => {
      const { path, regularPath } = page.record
      const address = isReformed(page.record, config.urls) ? regularPath : path
      return [`/${address.slice(locale.length)}`, page]
    })
  const isOne = setting === 'auto' || Array.isArray(setting)
  return Object.entries(isOne ? { '/': setting } : setting).map(([prefix, entries]) => {
    const inside = { ...context, list: isOne ? place : [...place, prefix] }
    const items = entries === 'auto' ? autoSidebar(context, prefix, listed) : sidebarItems(entries, inside)
    reportLarge({ prefix, items }, { ...context, list: place })
    return { prefix, items }
  })
}

function sidebarItems(entries: readonly SidebarEntry[], context: ListContext): SidebarItem[] {
  const { locale } = context
  return entries.flatMap((given): SidebarItem[] => {
    const entry = typeof given === 'string' ? { page: given } : given
    const badge = 'badge' in entry ? badgeOf(entry.badge, locale) : undefined
    const text = 'text' in entry ? labelText(entry.text, locale) : undefined
    if ('items' in entry) {
      const items = sidebarItems(entry.items, context)
      const link = entry.page === undefined ? undefined : pageTarget(entry.page, text, context)?.link
      if (items.length === 0 && !link) return []
      const { collapsed, collapsible } = entry
      const folding = collapsible === false ? { collapsible } : { collapsed }
      return [{ text: text ?? '', items, link, badge, ...folding }]
    }
    const target = targetOf(entry, context)
    if (!target) return []
    const { page, link } = target
    const own = page && 'page' in entry ? pageEntry(page, text, context) : undefined
    return [{ text: own?.text ?? link.text, link, items: [], badge: badge ?? own?.badge }]
  })
}

function badgeOf(badge: Badge | undefined, locale: string): SidebarItem['badge'] {
  const isTyped = typeof badge === 'object' && 'text' in badge
  const text = labelText((isTyped ? badge.text : badge) as Label | undefined, locale)
  const type = isTyped ? (badge as TypedBadge).type : undefined
  return text ? { text, type: type ?? 'tip' } : undefined
}

function sidebarSettings({ record }: PageSummary) {
  const { sidebar } = record.frontmatter
  return typeof sidebar === 'object' ? sidebar : {}
}

function pageEntry(page: PageSummary, text: string | undefined, context: NavContext) {
  const { label, badge } = sidebarSettings(page)
  const link = toLink(page, text, context)
  return { text: text ?? label ?? link.text, link, items: [], badge: badgeOf(badge, context.locale) }
}

/** `names`: decoded, below a folder; the last is empty for the page of a folder. */
type ListedPage = [names: string[], page: PageSummary]

/** Pages below `prefix`; folders become groups. */
function autoSidebar(
  context: NavContext,
  prefix: string,
  listed: readonly [address: string, page: PageSummary][],
) {
  const start = prefix.lastIndexOf('/') + 1
  const below = listed
    .filter(([address]) => address.startsWith(prefix))
    .map(([address, page]): ListedPage => [address.slice(start).split('/').map(safeDecode), page])
  const index = indexOf(below)
  return [...(index ? [pageEntry(index, undefined, context)] : []), ...folderItems(below, context)]
}

function indexOf(listed: readonly ListedPage[]) {
  return listed.findLast(([[name]]) => name === '')?.[1]
}

interface Entry {
  name: string
  isFolder: boolean
  order: number | undefined
  item: SidebarItem
}

function folderItems(listed: readonly ListedPage[], context: NavContext) {
  const entries: Entry[] = listed.flatMap(([[name = '', ...others], page]) => {
    if (name === '' || others.length > 0) return []
    const { order } = page.record.frontmatter
    return [{ name, isFolder: false, order, item: pageEntry(page, undefined, context) }]
  })
  const inFolders = listed.filter(([names]) => names.length > 1)
  for (const [name, pages] of groupBy(inFolders, ([[name = '']]) => name)) {
    const below = pages.map(([names, page]): ListedPage => [names.slice(1), page])
    const index = indexOf(below)
    const items = folderItems(below, context)
    const item = index
      ? { ...pageEntry(index, undefined, context), items, collapsed: sidebarSettings(index).collapsed }
      : { text: wordsOf(name), items }
    entries.push({ name, isFolder: true, order: index?.record.frontmatter.order, item })
  }
  return entries.toSorted(compareEntries).map(({ item }) => item)
}

/** By `order`; then names with a number, such as `2-first-steps.html`; then pages before folders, by name. */
function compareEntries(a: Entry, b: Entry) {
  const [left = Infinity, right = Infinity] = [a.order, b.order]
  if (left !== right) return left - right
  const [isNumbered, isOtherNumbered] = [a, b].map(({ name }) => /^\d/.test(name))
  if (isNumbered !== isOtherNumbered) return isNumbered ? -1 : 1
  if (!isNumbered && a.isFolder !== b.isFolder) return a.isFolder ? 1 : -1
  return compareNames(a.name, b.name)
}

/** `2-first_steps` → `First steps`. */
function wordsOf(name: string) {
  const bare = name.replace(/^\d+[-_. ]+(?=\S)/, '').replace(/[-_]+/g, ' ')
  return (bare.trim() || name).replace(/^./u, first => first.toUpperCase())
}

interface Target {
  page?: PageSummary
  link: NavLink
}

/** Undefined if its page is missing. */
function targetOf(
  entry: Exclude<SidebarEntry, string | { items: unknown }>,
  context: ListContext,
): Target | undefined {
  const text = labelText(entry.text, context.locale)
  if ('page' in entry) return pageTarget(entry.page, text, context)
  const { link, lang } = entry
  const linkTo = (href: string) => ({ text: text ?? link, href, external: false })
  if (isOutside(link)) return { link: { ...linkTo(link), external: true, lang: lang || undefined } }
  const { config, locale, searchPage } = context
  const isSearch = [link, locale + link.replace(/^\//, '')].some(
    path => searchPage !== undefined && formKey(path) === formKey(safeDecode(searchPage)),
  )
  const version = isSearch ? withBase(config.base, searchPage ?? '') : versionAddress(config, link)
  return version === undefined ? pageTarget(link, text ?? link, context) : { link: linkTo(version) }
}

/** `reference`: a path in the locale, a full path, or a file. */
function pageTarget(reference: string, text: string | undefined, context: ListContext): Target | undefined {
  const { lookup, files, missing, locale, config, locate, list, findings } = context
  const [, written = '', suffix = ''] = /^\/?([^?#]*)(.*)$/s.exec(reference) ?? []
  const path = pageAddress(written)
  const full = lookup.find(`/${path}`)
  const page = lookup.find(locale + path) ?? (full?.locale === locale ? full : undefined)
  const report = (severity: Finding['severity'], problem: string, hint?: string): Finding => {
    const message = `The menu or a sidebar links to \`${reference}\`, but ${problem}.`
    return { rule: 'nav/missing-page', severity, place: locate(list, reference), message, hint }
  }
  if (page && !page.record.frontmatter.unlisted) {
    const link = toLink(page, text, context)
    const hash = suffix.replace(/^[^#]*/, '')
    // Layouts of home pages have their own anchors.
    if (!hasAnchor(page, hash) && !page.original && !page.record.frontmatter.home)
      findings.push(report('warning', `\`${page.record.path}\` has no anchor \`${hash}\``))
    return { page, link: { ...link, href: link.href + suffix } }
  }
  const locales = Object.keys(config.locales)
  const linkTo = (address: string) => ({
    link: { text: text ?? reference, href: withBase(config.base, address) + suffix, external: false },
  })
  const isElsewhere = !page && locales.some(other => lookup.find(other + path))
  const file = page || isElsewhere ? undefined : (files.find(locale + written) ?? files.find(`/${written}`))
  if (file) return linkTo(file.path)
  if (isElsewhere || (!page && locales.some(other => files.find(other + written)))) return undefined
  const found = page ?? locales.map(other => lookup.draft(other + path)).find(draft => draft !== undefined)
  if (found) {
    const [reason, key] = found.record.frontmatter.draft ? ['a draft', 'draft'] : ['unlisted', 'unlisted']
    const hint = `Remove the entry from \`nav\` or \`sidebar\`, or \`${key}: true\` from the page.`
    findings.push(report('warning', `\`${found.file}\` is ${reason}, so the entry is skipped`, hint))
    return undefined
  }
  if (files.isAwaited(written)) {
    missing.push({ url: reference, from: '/', place: locate(list, reference), file: written })
    return linkTo(encodePath(`/${written}`))
  }
  const hint = 'Create the page, or remove the entry from `nav` or `sidebar`.'
  findings.push(report('error', "it doesn't match any page or file", hint))
  return undefined
}

interface SidebarOrder {
  pages: NavLink[]
  /** Address → where it comes first among them, and its position in each level, outermost first. */
  places: Map<string, { index: number; path: number[] }>
  /** Number of links, also to other sites. */
  links: number
}

/** Cache: every page needs the order, so the time would grow with the square of the pages. */
const orders = new WeakMap<readonly SidebarItem[], SidebarOrder>()

export function orderOf(sidebar: readonly SidebarItem[]): SidebarOrder {
  const known = orders.get(sidebar)
  if (known) return known
  const order: SidebarOrder = { pages: [], places: new Map(), links: 0 }
  const visit = (items: readonly SidebarItem[], above: readonly number[]): void => {
    for (const [index, { link, items: below }] of items.entries()) {
      const path = [...above, index]
      if (link) order.links += 1
      if (link && !link.external) {
        const place = { index: order.pages.push(link) - 1, path }
        if (!order.places.has(link.href)) order.places.set(link.href, place)
      }
      visit(below, path)
    }
  }
  visit(sidebar, [])
  orders.set(sidebar, order)
  return order
}

/** A document shows no more than its open section. */
export function isLarge(items: readonly SidebarItem[]) {
  return orderOf(items).links > LIMITS.sidebarEntries
}

function reportLarge({ prefix, items }: Sidebar, { locale, locate, list, findings }: ListContext) {
  if (!isLarge(items)) return
  const message = `The sidebar of \`${locale}\`${prefix === '/' ? '' : ` for \`${prefix}\``} has ${orderOf(items).links} entries, so each page only shows the entries around it, with links to those before and after.`
  const hint =
    'To give each section its own sidebar, group pages in folders, or set `sidebar` by path prefix.'
  findings.push({ rule: 'nav/large-sidebar', severity: 'info', message, hint, place: locate(list) })
}

/** By frontmatter, else the flattened sidebar. */
export function neighbours(page: PageSummary, sidebar: readonly SidebarItem[], context: NavContext) {
  const { frontmatter, path } = page.record
  const { pages, places } = orderOf(sidebar)
  const own = withBase(context.config.base, path)
  const { index = -1 } = places.get(own) ?? {}
  const linkTo = (link: string): NavLink | undefined => {
    if (isOutside(link)) return { text: link, href: link, external: true }
    const { pathname } = new URL(link, `http://site${page.record.regularPath}`)
    const target = context.lookup.find(pageAddress(safeDecode(pathname)))
    if (target) return toLink(target, undefined, context)
    const file = context.files.find(safeDecode(pathname))
    return file && { text: link, href: withBase(context.config.base, file.path), external: false }
  }
  const isNoPage = ({ href }: NavLink) => {
    const [address = ''] = href.split(/[?#]/)
    return address === own || context.files.find(safeDecode(address.slice(context.config.base.length - 1)))
  }
  const near = (step: number): NavLink | undefined => {
    let at = index < 0 ? -1 : index + step
    for (let link = pages[at]; link && isNoPage(link); link = pages[at]) at += step
    return pages[at]
  }
  const choose = (setting: Frontmatter['prev'], found: NavLink | undefined): NavLink | undefined => {
    if (setting === false) return undefined
    const { text, link } = typeof setting === 'object' ? setting : { text: undefined, link: setting }
    const target = (link === undefined ? undefined : linkTo(link)) ?? found
    return target && text !== undefined ? { ...target, text } : target
  }
  return { prev: choose(frontmatter.prev, near(-1)), next: choose(frontmatter.next, near(1)) }
}

/** By file, numbered: home, header navigation, sidebars. */
export function readingOrder(site: Pick<Site, 'config' | 'locales' | 'pages'>) {
  const { config, locales, pages } = site
  const view = locales['/']
  if (!view) return new Map()
  const files = new Map(pages.map(({ record, file }) => [withBase(config.base, record.path), file]))
  const menu = view.nav.flatMap(({ link, items }) => [...(link ? [link] : []), ...items])
  const links = [...menu, ...Object.values(view.sidebars).flatMap(items => orderOf(items).pages)]
  const found = [view.home, ...links.map(({ href }) => href)].flatMap(href => files.get(href) ?? [])
  return new Map([...new Set(found)].map((file, index) => [file, index]))
}

/** By code unit, the same on every computer, but `page-2` comes before `page-10`. */
export function compareNames(a: string, b: string) {
  const [left = '', right = ''] = [a, b].map(name => name.replace(/\d+/g, digits => digits.padStart(16, '0')))
  return left < right ? -1 : Number(left > right)
}
