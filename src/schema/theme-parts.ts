import * as z from 'zod'
import { safeAddress } from './address.ts'
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

export type Picture = z.output<typeof picture>
