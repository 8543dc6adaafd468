import { pageAddress } from '../addresses/page-address.ts'
import type { PageSummary } from '../schema/page.ts'
import type { NavLink, SidebarItem } from '../schema/view.ts'
import { type NavContext, toLink } from './navigation.ts'
import { safeDecode } from '../addresses/safe-decode.ts'

/** Previous and next page: frontmatter, else the neighbours in the flattened sidebar (B179–B181). */
export function neighbours(
  page: PageSummary,
  sidebar: readonly SidebarItem[],
  context: NavContext,
): { prev?: NavLink; next?: NavLink } {
  const { frontmatter } = page.record
  const { links, places } = orderOf(sidebar)
  const index = places.get(toLink(page, undefined, context).href) ?? -1
  const prev = chosen(frontmatter.prev, page, context) ?? (index > 0 ? links[index - 1] : undefined)
  const next = chosen(frontmatter.next, page, context) ?? (index >= 0 ? links[index + 1] : undefined)
  return {
    ...(prev && frontmatter.prev !== false ? { prev } : {}),
    ...(next && frontmatter.next !== false ? { next } : {}),
  }
}

interface Order {
  links: NavLink[]
  /** Address → where it comes first. */
  places: Map<string, number>
}

/** Every page of a sidebar asks for its order: made once, or large sites would take the square of their pages. */
const orders = new WeakMap<readonly SidebarItem[], Order>()

function orderOf(sidebar: readonly SidebarItem[]): Order {
  const known = orders.get(sidebar)
  if (known) return known
  const links = flatten(sidebar)
  const places = new Map<string, number>()
  links.forEach(({ href }, index) => places.has(href) || places.set(href, index))
  const order = { links, places }
  orders.set(sidebar, order)
  return order
}

function flatten(items: readonly SidebarItem[]): NavLink[] {
  return items.flatMap(item => [...(item.link ? [item.link] : []), ...flatten(item.items)])
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
