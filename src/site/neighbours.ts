import { pageAddress } from '../addresses/page-address.ts'
import type { PageSummary } from '../schema/page.ts'
import type { NavLink, SidebarItem } from '../schema/view.ts'
import { type NavContext, toLink } from './nav-link.ts'
import { safeDecode } from '../addresses/safe-decode.ts'
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
  const prev = chosen(frontmatter.prev, page, context) ?? (index > 0 ? pages[index - 1] : undefined)
  const next = chosen(frontmatter.next, page, context) ?? (index >= 0 ? pages[index + 1] : undefined)
  return {
    ...(prev && frontmatter.prev !== false ? { prev } : {}),
    ...(next && frontmatter.next !== false ? { next } : {}),
  }
}

function chosen(
  setting: string | false | undefined,
  page: PageSummary,
  context: NavContext,
): NavLink | undefined {
  if (typeof setting !== 'string') return undefined
  const { pathname } = new URL(setting, `http://site${page.record.regularPath}`)
  const found = context.lookup.find(pageAddress(safeDecode(pathname)))
  return found ? toLink(found.page, undefined, context) : undefined
}
