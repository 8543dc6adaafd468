import type { Frontmatter } from '../schema/frontmatter.ts'
import type { Badge, TypedBadge } from '../schema/navigation.ts'
import type { PageSummary } from '../schema/page.ts'
import type { SidebarItem } from '../schema/view.ts'
import { labelText } from './label.ts'
import { type NavContext, toLink } from './nav-link.ts'

/** What a page says of its place in the sidebar. */
export function ownPlace({
  record,
}: PageSummary): Exclude<Frontmatter['sidebar'], 'auto' | false | undefined> {
  const { sidebar } = record.frontmatter
  return typeof sidebar === 'object' ? sidebar : {}
}

/** The entry of a page; `text` is what the configuration calls it. */
export function pageEntry(page: PageSummary, text: string | undefined, context: NavContext): SidebarItem {
  const { label, badge } = ownPlace(page)
  const link = toLink(page, text, context)
  return { text: text ?? label ?? link.text, link, items: [], ...badgeOf(badge, context.locale) }
}

/** A badge as templates receive it; nothing where there is none. */
export function badgeOf(badge: Badge | undefined, locale: string): Pick<SidebarItem, 'badge'> {
  const isTyped = (value: Badge | undefined): value is TypedBadge =>
    typeof value === 'object' && 'text' in value
  const { text: label, type } = isTyped(badge) ? badge : { text: badge, type: undefined }
  const text = labelText(label, locale)
  return text ? { badge: { text, type: type ?? 'tip' } } : {}
}
