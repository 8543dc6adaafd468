import type { ReactNode } from 'react'
import type { BadgeView, LocaleView, NavLink, PageView, SidebarItem } from '../../src/schema/view.ts'
import { openSection } from '../../src/shared/views.ts'
import { currentHref, isCurrent, nearestSection } from './current-page.ts'
import { HeadingLinks } from './HeadingLinks.tsx'
import { ChevronIcon } from './icons.tsx'
import { outlineEntries } from './outline-entries.ts'
import { TextLink } from './TextLink.tsx'

interface SidebarProps {
  page: PageView
  locale: LocaleView
}

/** Facts about the open page that every entry needs. */
interface SidebarContext {
  page: PageView
  locale: LocaleView
  href: string
  /** The listed section that holds the open page, when the page itself is not listed. */
  section: NavLink | undefined
  /** Levels of the open page's headings to show: 0, 1 or 2. */
  depth: number
}

/**
 * Entries of the sidebar that belongs to the page; undefined when the page has none. With `sidebar: auto` it is
 * the page alone, with its headings; of a large one, the section that the page is in.
 */
export function sidebarItems(page: PageView, locale: LocaleView): SidebarItem[] | undefined {
  if (page.frontmatter.sidebar === 'auto' && page.sidebar >= 0) {
    const link = { text: page.title, href: currentHref(page, locale), external: false }
    return [{ text: page.title, link, items: [] }]
  }
  const items = locale.sidebars[page.sidebar]
  if (!items || items.length === 0) return undefined
  return page.sidebarPath ? openSection(items, page.sidebarPath) : items
}

/** The pages of the site, the headings of the current page nested below its link. */
export function Sidebar({ page, locale }: SidebarProps): ReactNode {
  const items = sidebarItems(page, locale)
  if (!items) return null
  const href = currentHref(page, locale)
  const context: SidebarContext = {
    page,
    locale,
    href,
    section: nearestSection(linksOf(items), href, locale.home),
    depth: page.frontmatter.sidebarDepth ?? locale.sidebarDepth,
  }
  return (
    <nav className="sidebar" aria-label={locale.strings.sidebarNavigation}>
      <SidebarList items={items} context={context} level={0} />
    </nav>
  )
}

interface SidebarListProps {
  items: SidebarItem[]
  context: SidebarContext
  level: number
}

function SidebarList({ items, context, level }: SidebarListProps): ReactNode {
  return (
    <ul>
      {items.map((item, index) => {
        const key = item.link?.href ?? `${index}-${item.text}`
        return (
          <li key={key}>
            {item.items.length > 0 ? (
              <SidebarGroup item={item} context={context} level={level} />
            ) : (
              sidebarLink(item, context)
            )}
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Groups of the first level start open, deeper ones where they hold the open page, unless the site says otherwise.
 * Without script they are opened all the same; `src/client/additions/sidebar.ts` remembers which.
 */
function SidebarGroup({
  item,
  context,
  level,
}: {
  item: SidebarItem
  context: SidebarContext
  level: number
}): ReactNode {
  const own: SidebarItem[] = item.link ? [{ text: item.link.text, link: item.link, items: [] }] : []
  const list = <SidebarList items={[...own, ...item.items]} context={context} level={level + 1} />
  if (item.collapsible === false)
    return (
      <>
        <p className="sidebar-title">
          {item.text}
          <Badge badge={item.badge} />
        </p>
        {list}
      </>
    )
  return (
    <details open={!(item.collapsed ?? level > 0) || containsPage(item, context.href)}>
      <summary>
        <span lang={item.link?.textLang}>
          {item.text}
          <Badge badge={item.badge} />
        </span>
        <ChevronIcon />
      </summary>
      {list}
    </details>
  )
}

function Badge({ badge }: { badge: BadgeView | undefined }): ReactNode {
  if (!badge) return null
  return <span className={`sidebar-badge ${badge.type}`}>{badge.text}</span>
}

/** Not a component of its own: there is one for each page of the site on every page. */
function sidebarLink(item: SidebarItem, context: SidebarContext): ReactNode {
  if (!item.link) return <span className="sidebar-text">{item.text}</span>
  const isOpen = isCurrent(item.link, context.href)
  const link = (
    <TextLink
      link={{ ...item.link, text: item.text }}
      newWindow={context.locale.strings.opensNewWindow}
      mark={context.locale.strings.fallbackMark}
      current={isOpen ? 'page' : undefined}
      active={item.link === context.section}
    >
      {item.badge && (
        <>
          <span>{item.text}</span>
          <Badge badge={item.badge} />
        </>
      )}
    </TextLink>
  )
  const entries = isOpen && context.depth > 0 ? outlineEntries(context.page, context.locale.dir) : []
  if (entries.length === 0) return link
  return (
    <>
      {link}
      <HeadingLinks entries={entries} depth={context.depth} lang={context.page.fallback?.lang} />
    </>
  )
}

/** All links of a tree, in order. */
function linksOf(items: SidebarItem[]): NavLink[] {
  return items.flatMap(item => [...(item.link ? [item.link] : []), ...linksOf(item.items)])
}

function containsPage(item: SidebarItem, href: string): boolean {
  return isCurrent(item.link, href) || item.items.some(child => containsPage(child, href))
}
