import { pageAddress, isOutside, safeDecode } from '../shared/addresses.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import type { PageSummary } from '../schema/page.ts'
import type { NavLink, SidebarItem } from '../schema/view.ts'
import { type NavContext, toLink } from './nav-link.ts'
import { orderOf } from './sidebar-order.ts'

/** Previous and next page: frontmatter, else the neighbours in the flattened sidebar (B179–B181). */
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
