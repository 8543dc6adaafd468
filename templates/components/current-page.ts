import type { LocaleView, NavLink, PageView } from '../../src/schema/view.ts'

/** The open page's address as links write it: encoded, with base; empty for the not-found page. */
export function currentHref(page: PageView, locale: LocaleView): string {
  return page.path === '' ? '' : locale.base.slice(0, -1) + page.path
}

/** Whether a link leads to the open page itself. */
export function isCurrent(link: NavLink | undefined, href: string): boolean {
  return link !== undefined && href !== '' && link.href === href
}

/** The closest folder among the links that contains the open page; undefined if a link leads to the page itself. */
export function nearestSection(links: NavLink[], href: string, home: string): NavLink | undefined {
  if (links.some(link => isCurrent(link, href))) return undefined
  const around = links.filter(link => isInside(link, href, home))
  return around.toSorted((a, b) => b.href.length - a.href.length)[0]
}

/** Whether the open page is in the folder that a link leads to; a locale's home only contains itself. */
export function isInside(link: NavLink | undefined, href: string, home: string): boolean {
  if (link === undefined || link.external) return false
  return (
    isCurrent(link, href) || (link.href.endsWith('/') && link.href !== home && href.startsWith(link.href))
  )
}
