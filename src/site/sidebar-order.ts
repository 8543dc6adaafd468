import type { NavLink, SidebarItem } from '../schema/view.ts'

/** A sidebar as a list. */
export interface SidebarOrder {
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
      if (!link.external) addPage(link, path, order)
    }
    addAll(below, path, order)
  }
}

function addPage(link: NavLink, path: number[], { pages, places, paths }: SidebarOrder): void {
  if (!places.has(link.href)) {
    places.set(link.href, pages.length)
    paths.set(link.href, path)
  }
  pages.push(link)
}
