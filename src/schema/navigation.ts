import * as z from 'zod'
import { safeAddress } from './address.ts'

/** A text for readers: one for all languages, or one by locale path. */
export const label = z.union([
  z.string(),
  z.record(z.string(), z.string()).meta({ form: "`{ '/': … }` with texts by locale path" }),
])

/** A page, by its address without base. */
const pagePath = z.string().meta({ form: 'the path of a page' })

const externalLink = z.strictObject({ text: label, link: safeAddress, lang: z.string().optional() })
const pageLink = z.strictObject({ page: z.string(), text: label.optional() })

export const navItem = z.union([
  pagePath,
  pageLink,
  externalLink,
  z.strictObject({
    /** A page that the entry itself leads to. */
    page: z.string().optional(),
    text: label.optional(),
    items: z.array(z.union([pagePath, pageLink, externalLink])).min(1),
  }),
])

interface SidebarGroup {
  text: string | Record<string, string>
  page?: string | undefined
  items: SidebarEntry[]
}
export type SidebarEntry = string | z.output<typeof pageLink> | z.output<typeof externalLink> | SidebarGroup

const sidebarEntry: z.ZodType<SidebarEntry> = z.lazy(() =>
  z.union([
    pagePath,
    pageLink,
    externalLink,
    z.strictObject({ text: label, page: z.string().optional(), items: z.array(sidebarEntry) }),
  ]),
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
