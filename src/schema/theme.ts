import * as z from 'zod'
import { safeAddress } from './values.ts'
import { label } from './navigation.ts'

/** A picture, or one for each color scheme. */
export const picture = z.union([
  safeAddress,
  z.strictObject({ light: safeAddress, dark: safeAddress, alt: label.optional() }),
])

/** Icons that come with docsgen. */
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
  /** The name of an icon, or the address of an SVG of the site. */
  icon: z.union([
    z.enum(SOCIAL_ICONS),
    safeAddress.regex(
      /[./]/,
      `must be the address of a picture, or one of ${SOCIAL_ICONS.map(name => `\`${name}\``).join(', ')}`,
    ),
  ]),
  link: safeAddress,
  /** What it is called; by default as the icon is. */
  text: label.optional(),
})

/** A line above the header; readers can dismiss it. */
export const announcement = z.strictObject({
  /** Says what has been dismissed: another one is another announcement. */
  id: z.string().regex(/^[\w.-]+$/, 'must be letters, digits, `-`, `_` and `.`'),
  /** In Markdown: one paragraph. */
  text: label,
  dismissible: z.boolean().default(true),
})


/** Colours of what stands in code. */
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

/** Colours of one scheme. */
const scheme = z.strictObject(shape)

/** `theme.colors`: colours in place of those of the theme. */
export const colorsSchema = z.strictObject({
  /** Colours of the light scheme, by name: `{ accent: '#7a2e8e' }`. */
  light: scheme.optional(),
  /** Colours of the dark scheme. */
  dark: scheme.optional(),
})

export type Colors = z.output<typeof colorsSchema>
/** The two schemes. */
export type SchemeName = keyof Colors

/** A file of the site, never one of another origin. */
const file = z
  .string()
  .regex(/\.(?:woff2?|ttf|otf)$/i, 'must be a file that ends in .woff2, .woff, .ttf or .otf')
  .refine(
    name => !/^(?:[a-z][a-z0-9+.-]*:|[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/i.test(name),
    'must be a file of the site, relative to its folder: keep a copy of a font there',
  )

/** One name as CSS writes it. */
const NAME = /^(?:'[^'"\\<>]+'|"[^'"\\<>]+"|[\p{L}_-][\p{L}\p{N} _-]*)$/u

/** Names as CSS writes them: `Georgia, 'Times New Roman', serif`. */
const families = z
  .string()
  .refine(
    text => text.split(',').every(name => NAME.test(name.trim())),
    "must be names of fonts with commas between, such as Georgia, 'Times New Roman', serif",
  )

const fontFile = z.strictObject({
  /** File of the font, relative to the folder of the site. */
  file,
  /** Weight, or the range of a variable font: `'100 900'`. By default `'400'`. */
  weight: z
    .string()
    .regex(/^\d{1,4}(?: \d{1,4})?$/, "must be a weight such as '700', or a range such as '100 900'")
    .default('400'),
  /** `'italic'` for slanted letters. */
  style: z.enum(['normal', 'italic']).default('normal'),
  /** The characters that it is for, as `unicode-range` writes them: browsers load it only for these. */
  range: z
    .string()
    .regex(
      /^U\+[\dA-F?]+(?:-[\dA-F]+)?(?:, ?U\+[\dA-F?]+(?:-[\dA-F]+)?)*$/i,
      'must be a range such as U+0000-00FF',
    )
    .optional(),
})

const ownFont = z.strictObject({
  /** Name of the font. */
  family: z.string().regex(/^[\p{L}\p{N} _-]+$/u, 'must be the name of one font'),
  /** Its files: names, or mappings with `file`, `weight`, `style` and `range`. The first of `text` is loaded ahead. */
  files: z.array(z.union([file, fontFile])).min(1),
})

/** Fonts that readers have, or a font of the site's own. */
const font = z.union([families, ownFont])

/** `theme.fonts`: fonts before those of the theme. */
export const fontsSchema = z.strictObject({
  /** For text. The theme's own fonts of the language stand behind it. */
  text: font.optional(),
  /** For code. */
  code: font.optional(),
})

export type Fonts = z.output<typeof fontsSchema>
export type Font = z.output<typeof font>
export type FontFile = z.output<typeof fontFile>
