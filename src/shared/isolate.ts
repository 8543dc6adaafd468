import type { NavItem, NavLink, SidebarItem } from '../schema/view.ts'

/** What is written from right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** Signs and digits, which go to the other side of the words beside them. */
const NEUTRAL = /[^\p{L}\p{M}\s]/u

/**
 * A text of a menu that is written from right to left: one that is not, such as `2.0.0-alpha.15` or `mount()`, is put
 * between signs that nobody sees and that keep its parts in their order.
 */
export function isolate(text: string, dir: 'ltr' | 'rtl'): string {
  const isMixed = dir === 'rtl' && NEUTRAL.test(text) && !RIGHT_TO_LEFT.test(text)
  return isMixed ? `\u2068${text}\u2069` : text
}

/** The same for the entries of a menu at the top. */
export function isolateNav(items: NavItem[], dir: 'ltr' | 'rtl'): NavItem[] {
  if (dir === 'ltr') return items
  const ofLink = (link: NavLink) => ({ ...link, text: isolate(link.text, dir) })
  return items.map(({ text, link, items: below }) => ({
    text: isolate(text, dir),
    ...(link ? { link: ofLink(link) } : {}),
    items: below.map(ofLink),
  }))
}

/** The same for a sidebar. */
export function isolateSidebar(items: SidebarItem[], dir: 'ltr' | 'rtl'): SidebarItem[] {
  if (dir === 'ltr') return items
  return items.map(item => ({
    ...item,
    text: isolate(item.text, dir),
    ...(item.link ? { link: { ...item.link, text: isolate(item.link.text, dir) } } : {}),
    items: isolateSidebar(item.items, dir),
  }))
}
