import type { ParsedPage } from '../schema/page.ts'
import type { NavLink, SidebarItem } from '../schema/view.ts'
import { type NavContext, toLink } from './navigation.ts'
import { safeDecode } from './page-lookup.ts'

/** Previous and next page: frontmatter, else the neighbours in the flattened sidebar (B179–B181). */
export function neighbours(
  page: ParsedPage,
  sidebar: readonly SidebarItem[],
  context: NavContext,
): { prev?: NavLink; next?: NavLink } {
  const { frontmatter } = page.record
  const flat = flatten(sidebar)
  const own = toLink(page, undefined, context).href
  const index = flat.findIndex(link => link.href === own)
  const prev = chosen(frontmatter.prev, page, context) ?? (index > 0 ? flat[index - 1] : undefined)
  const next = chosen(frontmatter.next, page, context) ?? (index >= 0 ? flat[index + 1] : undefined)
  return {
    ...(prev && frontmatter.prev !== false ? { prev } : {}),
    ...(next && frontmatter.next !== false ? { next } : {}),
  }
}

function flatten(items: readonly SidebarItem[]): NavLink[] {
  return items.flatMap(item => [...(item.link ? [item.link] : []), ...flatten(item.items)])
}

function chosen(
  setting: string | false | undefined,
  page: ParsedPage,
  context: NavContext,
): NavLink | undefined {
  if (typeof setting !== 'string') return undefined
  const { pathname } = new URL(setting, `http://site${page.record.regularPath}`)
  const path = safeDecode(pathname)
    .replace(/(?:README|index)\.md$/i, '')
    .replace(/\.md$/, '')
  const found = context.lookup.find(path)
  return found ? toLink(found.page, undefined, context) : undefined
}
