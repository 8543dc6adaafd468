import { isOutside } from '../shared/addresses.ts'
import { LIMITS } from '../schema/limits.ts'
import type { Label, NavEntry, SidebarConfig, SidebarEntry } from '../schema/navigation.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { NavItem, NavLink, SidebarItem } from '../schema/view.ts'
import { autoSidebar, listedPages } from './auto-sidebar.ts'
import { labelText } from './label.ts'
import { type NavContext, toLink } from './nav-link.ts'
import { badgeOf, pageEntry } from './sidebar-entry.ts'
import { orderOf } from './sidebar-order.ts'
import { versionAddress } from './version-address.ts'

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

/** The sidebars of a locale: one for all pages, or one by path prefix (B160–B165). */
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
