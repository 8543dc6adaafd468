import * as z from 'zod'
import { safeAddress } from './values.ts'

/** A text for readers: one for all languages, or one by locale path. */
export const label = z.union([
  z.string(),
  z.record(z.string(), z.string()).meta({ form: "`{ '/': … }` with texts by locale path" }),
])

/** A page, by its address without base. */
const pagePath = z.string().meta({ form: 'the path of a page' })

const externalLink = z.strictObject({ text: label, link: safeAddress, lang: z.string().optional() })
const pageLink = z.strictObject({ page: z.string(), text: label.optional() })
const navLink = z.union([pagePath, pageLink, externalLink])

export const navItem = z.union([
  pagePath,
  pageLink,
  externalLink,
  z.strictObject({
    /** A page that the entry itself leads to. */
    page: z.string().optional(),
    text: label.optional(),
    /** Links, and groups of them below a title. */
    items: z
      .array(z.union([navLink, z.strictObject({ text: label, items: z.array(navLink).min(1) })]))
      .min(1),
  }),
])

/** How a badge looks; `tip` where nothing is said. */
const badgeType = z.enum(['tip', 'info', 'warning', 'danger'])

/** A word or two beside an entry of the sidebar. */
const typedBadge = z.strictObject({ text: label, type: badgeType.optional() })
const badge = z.union([typedBadge, label])

const badged = { badge: badge.optional() }
const group = {
  text: label,
  page: z.string().optional(),
  ...badged,
  /** False for a group that readers cannot close. */
  collapsible: z.boolean().optional(),
  /** True for one that starts closed, unless the open page is in it; false for one that starts open. */
  collapsed: z.boolean().optional(),
}
const sidebarLinks = [pagePath, pageLink.extend(badged), externalLink.extend(badged)] as const

type SidebarGroup = z.output<z.ZodObject<typeof group>> & { items: SidebarEntry[] }
export type SidebarEntry = z.output<(typeof sidebarLinks)[number]> | SidebarGroup

const sidebarEntry: z.ZodType<SidebarEntry, SidebarEntry> = z.lazy(() =>
  z.union([...sidebarLinks, z.strictObject({ ...group, items: z.array(sidebarEntry) })]),
)

/** One list for every page, or lists by path prefix (the first prefix that fits wins). */
export const sidebar = z.union([
  z.literal('auto'),
  z.array(sidebarEntry),
  z
    .record(z.string(), z.union([z.literal('auto'), z.array(sidebarEntry)]))
    .meta({ form: "`{ '/guide/': … }` with `'auto'` or a list by the beginning of addresses" }),
])

export type NavEntry = z.output<typeof navItem>
export type SidebarConfig = z.output<typeof sidebar>
export type Label = z.output<typeof label>
export type TypedBadge = z.output<typeof typedBadge>
export type Badge = z.output<typeof badge>

/** What a page says of its place in the sidebar. */
export const pageSidebar = z.strictObject({
  /** In place of its title. */
  label: z.string().optional(),
  badge: z.union([z.string(), z.strictObject({ text: z.string(), type: badgeType.optional() })]).optional(),
  /** True to leave it out of automatic sidebars. */
  hidden: z.boolean().optional(),
  /** Of the page of a folder: whether its group starts closed. */
  collapsed: z.boolean().optional(),
})
