import * as z from 'zod'
import { matching, record, safeAddress, words } from './values.ts'

/** A text for readers: one for all languages, or one by locale path. */
export const label = z.union([
  z.string(),
  z.record(z.string(), z.string()).meta({ form: "`{ '/': … }` with texts by locale path" }),
])

const pagePath = z.string().meta({ form: 'the path of a page' })

const externalLink = z.strictObject({ text: label, link: safeAddress, lang: z.string().optional() })
const pageLink = z.strictObject({ page: z.string(), text: label.optional() })
const navLink = z.union([pagePath, pageLink, externalLink])

export const navItem = z.union([
  pagePath,
  pageLink,
  externalLink,
  z.strictObject({
    page: z.string().optional(),
    text: label.optional(),
    items: z
      .array(z.union([navLink, z.strictObject({ text: label, items: z.array(navLink).min(1) })]))
      .min(1),
  }),
])

/** How a badge looks; `tip` where nothing is said. */
const badgeType = z.enum(['tip', 'info', 'warning', 'danger'])

const typedBadge = z.strictObject({ text: label, type: badgeType.optional() })
const badge = z.union([typedBadge, label])

const badged = { badge: badge.optional() }
const group = {
  text: label,
  page: z.string().optional(),
  ...badged,
  collapsible: z.boolean().optional(),
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
export type Label = z.output<typeof label>
export type TypedBadge = z.output<typeof typedBadge>
export type Badge = z.output<typeof badge>

/** What a page says of its place in the sidebar. */
export const pageSidebar = z.strictObject({
  label: z.string().optional(),
  badge: z.union([z.string(), z.strictObject({ text: z.string(), type: badgeType.optional() })]).optional(),
  hidden: z.boolean().optional(),
  collapsed: z.boolean().optional(),
})

/** A picture, or one for each color scheme. */
export const picture = z.union([
  safeAddress,
  z.strictObject({ light: safeAddress, dark: safeAddress, alt: label.optional() }),
])

const SOCIAL_ICONS = [
  ...words('bluesky chat codeberg discord email facebook forum github gitlab instagram'),
  ...words('linkedin mastodon matrix npm rss slack telegram x youtube'),
]
export type SocialIcon = (typeof SOCIAL_ICONS)[number]

/** A link to where the project is found elsewhere, shown as an icon. */
export const socialLink = z.strictObject({
  icon: z.union([
    z.enum(SOCIAL_ICONS),
    safeAddress.regex(
      /[./]/,
      `must be the address of a picture, or one of ${SOCIAL_ICONS.map(name => `\`${name}\``).join(', ')}`,
    ),
  ]),
  link: safeAddress,
  text: label.optional(),
})

/** A line above the header; readers can dismiss it. */
export const announcement = z.strictObject({
  id: matching(/^[\w.-]+$/, 'must be letters, digits, `-`, `_` and `.`'),
  text: label,
  dismissible: z.boolean().default(true),
})

/** Colors of the theme: each is a custom property of that name in `templates/styles/tokens.css`. */
export const COLOR_NAMES = [
  ...words('bg bg-soft bg-raised text text-soft border border-control'),
  ...words('brand accent accent-strong accent-soft on-accent selection mark'),
  ...words('tip-bg tip info-bg info warning-bg warning danger-bg danger important-bg important'),
  ...words('code-bg code-line code-text code-comment code-keyword code-string code-function'),
  ...words('code-number code-tag code-attribute code-type code-punctuation'),
]

export type ColorName = (typeof COLOR_NAMES)[number]

/** Without transparency: importers measure contrast. */
const color = matching(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, 'must be a color such as `#12734a` or `#174`')

const scheme = z.strictObject(record(COLOR_NAMES, color.optional()))

export const colorsSchema = z.strictObject({
  light: scheme.optional(),
  dark: scheme.optional(),
})

export type Colors = z.output<typeof colorsSchema>

/** A file of the site, never one of another origin. */
const file = matching(
  /\.(?:woff2?|ttf|otf)$/i,
  'must be a file that ends in .woff2, .woff, .ttf or .otf',
).regex(
  /^(?![a-z][a-z0-9+.-]*:|[\\/]|(?:[^]*[\\/])?\.\.(?:[\\/]|$))/i,
  'must be a file of the site, relative to its folder: keep a copy of a font there',
)

const NAME = /^(?:'[^'"\\<>]+'|"[^'"\\<>]+"|[\p{L}_-][\p{L}\p{N} _-]*)$/u

/** Names as CSS writes them: `Georgia, 'Times New Roman', serif`. */
const families = z
  .string()
  .refine(
    text => text.split(',').every(name => NAME.test(name.trim())),
    "must be names of fonts with commas between, such as Georgia, 'Times New Roman', serif",
  )

const fontFile = z.strictObject({
  file,
  weight: matching(
    /^\d{1,4}(?: \d{1,4})?$/,
    "must be a weight such as '700', or a range such as '100 900'",
  ).default('400'),
  style: z.enum(['normal', 'italic']).default('normal'),
  range: matching(
    /^U\+[\dA-F?]+(?:-[\dA-F]+)?(?:, ?U\+[\dA-F?]+(?:-[\dA-F]+)?)*$/i,
    'must be a range such as U+0000-00FF',
  ).optional(),
})

/** Fonts that readers have, or a font of the site's own. */
const font = z.union([
  families,
  z.strictObject({
    family: matching(/^[\p{L}\p{N} _-]+$/u, 'must be the name of one font'),
    files: z.array(z.union([file, fontFile])).min(1),
  }),
])

export const fontsSchema = z.strictObject({
  text: font.optional(),
  code: font.optional(),
})

export type Fonts = z.output<typeof fontsSchema>
export type Font = z.output<typeof font>
