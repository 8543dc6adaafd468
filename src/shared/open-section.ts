import type { NavLink, SidebarItem } from '../schema/view.ts'

/** Links on either side of the open one, at most, in each list. */
const AROUND = 50

/**
 * What a document shows of a sidebar that is too large to be listed in each: at every level the entries around the one that
 * leads to the open page (`path`: its position in each level, outermost first), groups beside it as links, and where
 * entries are left out, a link to the next of them.
 */
export function openSection(items: readonly SidebarItem[], path: readonly number[]): SidebarItem[] {
  const [open, ...inner] = path
  const start = Math.max(0, (open ?? 0) - AROUND)
  const end = (open ?? AROUND) + AROUND + 1
  const shown = items.slice(start, end).map((item, index) => {
    return start + index === open ? { ...item, items: openSection(item.items, inner) } : closed(item)
  })
  return [...furtherOn(items[start - 1]), ...shown, ...furtherOn(items[end])]
}

/** A group as a link. */
function closed(item: SidebarItem): SidebarItem {
  const link = firstLink(item)
  return {
    text: item.text,
    items: [],
    ...(link ? { link } : {}),
    ...(item.badge ? { badge: item.badge } : {}),
  }
}

function firstLink({ link, items }: SidebarItem): NavLink | undefined {
  return link ?? (items[0] && firstLink(items[0]))
}

function furtherOn(item: SidebarItem | undefined): SidebarItem[] {
  return item ? [{ ...closed(item), text: `… ${item.text}` }] : []
}
