import * as z from 'zod'
import { safeAddress } from './values.ts'

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
  'bluesky',
  'chat',
  'codeberg',
  'discord',
  'email',
  'facebook',
  'forum',
  'github',
  'gitlab',
  'instagram',
  'linkedin',
  'mastodon',
  'matrix',
  'npm',
  'rss',
  'slack',
  'telegram',
  'x',
  'youtube',
] as const
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
  id: z.string().regex(/^[\w.-]+$/, 'must be letters, digits, `-`, `_` and `.`'),
  text: label,
  dismissible: z.boolean().default(true),
})

export const CODE_COLORS = [
  'code-text',
  'code-comment',
  'code-keyword',
  'code-string',
  'code-function',
  'code-number',
  'code-tag',
  'code-attribute',
  'code-type',
  'code-punctuation',
] as const

/** Colours of the theme: each is a custom property of that name in `templates/styles/tokens.css`. */
export const COLOR_NAMES = [
  'bg',
  'bg-soft',
  'bg-raised',
  'text',
  'text-soft',
  'border',
  'border-control',
  'brand',
  'accent',
  'accent-strong',
  'accent-soft',
  'on-accent',
  'selection',
  'mark',
  'tip-bg',
  'tip',
  'info-bg',
  'info',
  'warning-bg',
  'warning',
  'danger-bg',
  'danger',
  'important-bg',
  'important',
  'code-bg',
  'code-line',
  ...CODE_COLORS,
] as const

export type ColorName = (typeof COLOR_NAMES)[number]

/** Without transparency: importers measure contrast. */
const color = z
  .string()
  .regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, 'must be a colour such as `#12734a` or `#174`')

const shape = Object.fromEntries(COLOR_NAMES.map(name => [name, color.optional()])) as Record<
  ColorName,
  z.ZodOptional<typeof color>
>

const scheme = z.strictObject(shape)

export const colorsSchema = z.strictObject({
  light: scheme.optional(),
  dark: scheme.optional(),
})

export type Colors = z.output<typeof colorsSchema>
/** A file of the site, never one of another origin. */
const file = z
  .string()
  .regex(/\.(?:woff2?|ttf|otf)$/i, 'must be a file that ends in .woff2, .woff, .ttf or .otf')
  .refine(
    name => !/^(?:[a-z][a-z0-9+.-]*:|[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/i.test(name),
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
  weight: z
    .string()
    .regex(/^\d{1,4}(?: \d{1,4})?$/, "must be a weight such as '700', or a range such as '100 900'")
    .default('400'),
  style: z.enum(['normal', 'italic']).default('normal'),
  range: z
    .string()
    .regex(
      /^U\+[\dA-F?]+(?:-[\dA-F]+)?(?:, ?U\+[\dA-F?]+(?:-[\dA-F]+)?)*$/i,
      'must be a range such as U+0000-00FF',
    )
    .optional(),
})

const ownFont = z.strictObject({
  family: z.string().regex(/^[\p{L}\p{N} _-]+$/u, 'must be the name of one font'),
  files: z.array(z.union([file, fontFile])).min(1),
})

/** Fonts that readers have, or a font of the site's own. */
const font = z.union([families, ownFont])

export const fontsSchema = z.strictObject({
  text: font.optional(),
  code: font.optional(),
})

export type Fonts = z.output<typeof fontsSchema>
export type Font = z.output<typeof font>
export type FontFile = z.output<typeof fontFile>
