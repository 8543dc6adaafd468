import * as z from 'zod'
import { isSafeAddress, SAFE_SCHEMES } from '../shared/addresses.ts'

export const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message)

export const refined = (isValid: (text: string) => boolean, message: string) =>
  z.string().refine(isValid, message)

type Words<Text extends string> = Text extends `${infer Word} ${infer Others}` ? Word | Words<Others> : Text

export const words = <Text extends string>(text: Text) => text.split(' ') as Words<Text>[]

export const record = <Name extends string, Value>(names: readonly Name[], value: Value) =>
  Object.fromEntries(names.map(name => [name, value])) as Record<Name, Value>

export const safeAddress = refined(
  isSafeAddress,
  `must be a path on this site, or start with ${SAFE_SCHEMES.map(name => `${name}:`).join(', ')}`,
)

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]|%(?:[01][\da-f]|7f)/i

/** Address that becomes the name of a file. */
export const siteAddress = refined(text => !CONTROL.test(text), 'must not contain control characters')

export const redirectTarget = siteAddress.refine(
  address => /^(?:\/(?![\\/])|https?:\/\/[^/\s])/i.test(address),
  'must be a path that starts with `/`, or a URL that starts with `https://`',
)

const META_NAMES = words('name property itemprop content media lang')
const NOT_META = `isn't one of ${META_NAMES.join(', ')}`

/** Allowed attributes: `http-equiv` could redirect or loosen the policy. */
export const META_ATTRIBUTES: ReadonlySet<string> = new Set(META_NAMES)

export const metaTag = z.record(z.string(), z.string()).superRefine((tag, context) => {
  for (const name of Object.keys(tag))
    if (!META_ATTRIBUTES.has(name)) context.addIssue({ code: 'custom', path: [name], message: NOT_META })
})

export const headEntry = z
  .strictObject({
    tag: z.enum(['link', 'meta', 'script']),
    attributes: z.record(z.string(), z.union([z.string(), z.boolean()])),
  })
  .superRefine(({ tag, attributes }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: ['attributes', name], message })
    for (const [name, value] of Object.entries(attributes)) {
      if (tag === 'meta' && !META_ATTRIBUTES.has(name)) refuse(name, NOT_META)
      else if (!/^[a-z][a-z0-9-]*$/.test(name) || /^on|^style$/.test(name))
        refuse(name, "isn't allowed on a head tag")
      else if (name !== 'href' && name !== 'src') continue
      else if (typeof value !== 'string' || !/^https?:|^(?![\\/]{2}|[^/?#]*:)/i.test(value))
        refuse(name, 'must be a path on this site or start with https:')
    }
    const source = tag === 'script' ? 'src' : attributes['rel'] === 'stylesheet' ? 'href' : undefined
    if (!source || !/^https?:/i.test(String(attributes[source]))) return
    const { integrity, crossorigin = false } = attributes
    const problem = "needs `crossorigin`, too: otherwise browsers can't verify files from another origin"
    if (integrity && crossorigin === false) refuse('integrity', problem)
  })

const SLASHED = /^\/(?:(?!\.{1,2}\/)[^/\\?#]+\/)*$/

/** `/`, `/zh/`: no part of it may lead elsewhere. */
export const slashed = z.string().superRefine(requireSlashes)

/** `./`: the output opens from any path. */
export const basePath = z.string().superRefine((path, context) => {
  if (path !== './') requireSlashes(path, context)
})

function requireSlashes(path: string, context: z.RefinementCtx) {
  if (SLASHED.test(path)) return
  const meant = `/${path}/`.replace(/^\/+|(?<!\/)\/+$/g, '/')
  const remedy = SLASHED.test(meant) ? `: write \`${meant}\`` : ', without `.`, `..`, `?` or `#`'
  context.addIssue({ code: 'custom', message: `must start and end with a slash${remedy}` })
}

/** `english` is well-formed, but no language has such a code. */
function isLanguageTag(tag: string) {
  try {
    return /^[a-z]{2,3}(?:-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The tag that was probably meant: `en-US` for `en_US`, `en` for `English`. */
function likelyTag(text: string) {
  const hyphenated = text.trim().replaceAll('_', '-')
  if (isLanguageTag(hyphenated)) return hyphenated
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  return letters
    .flatMap(first => letters.map(second => first + second))
    .find(code => names.of(code)?.toLowerCase() === text.trim().toLowerCase())
}

export const languageTag = z.string().superRefine((tag, context) => {
  if (isLanguageTag(tag)) return
  const likely = likelyTag(tag)
  const remedy = likely ? `write \`${likely}\`` : 'write one such as `en-US`'
  context.addIssue({ code: 'custom', message: `must be a BCP 47 language tag, not \`${tag}\`: ${remedy}` })
})

/** A day or a month, perhaps with a time and a zone, as in YAML and ISO 8601. */
const DATE =
  /^(\d{4}-\d{2}(?:-\d{2})?)(?:[Tt ]+(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)?\s*(?:[Zz]|[+-]\d{1,2}(?::?\d{2})?)?$/

function isDate(text: string) {
  const [, day = ''] = DATE.exec(text.trim()) ?? []
  return z.iso.date().safeParse(day.padEnd(10, '-01')).success
}

/** Text: no time zone can move it. */
export const pageDate = z
  .string()
  .refine(isDate, { error: ({ input }) => `must be a date such as \`2024-05-31\`, not \`${String(input)}\`` })

const texts = z
  .record(z.string(), z.string())
  .meta({ form: "`{ '/': … }` with one string per language path" })
export const label = z.union([z.string(), texts])

const pagePath = z.string().meta({ form: 'the path of a page' })

const externalLink = z.strictObject({ text: label, link: safeAddress, lang: z.string().optional() })
const pageLink = z.strictObject({ page: z.string(), text: label.optional() })
const navLinks = [pagePath, pageLink, externalLink] as const
const navLink = z.union(navLinks)

const navGroup = z.strictObject({ text: label, items: z.array(navLink).min(1) })

export const navItem = z.union([
  ...navLinks,
  pageLink.extend({ page: z.string().optional(), items: z.array(z.union([navLink, navGroup])).min(1) }),
])

const badgeType = z.enum(['tip', 'info', 'warning', 'danger'])

const typedBadge = z.strictObject({ text: label, type: badgeType.optional() })
const badge = z.union([typedBadge, z.string(), texts.refine(keys => !('text' in keys), { abort: true })])

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

const oneSidebar = [z.literal('auto'), z.array(sidebarEntry)] as const
const sidebars = z.record(z.string(), z.union(oneSidebar))

/** The first prefix that fits wins. */
export const sidebar = z.union([
  ...oneSidebar,
  sidebars.meta({ form: "an object that maps path prefixes such as `/guide/` to `'auto'` or a list" }),
])

export type Label = z.output<typeof label>
export type TypedBadge = z.output<typeof typedBadge>
export type Badge = z.output<typeof badge>

export const pageSidebar = z.strictObject({
  label: z.string().optional(),
  badge: z.union([z.string(), z.strictObject({ text: z.string(), type: badgeType.optional() })]).optional(),
  hidden: z.boolean().optional(),
  collapsed: z.boolean().optional(),
})

export const picture = z.union([
  safeAddress,
  z.strictObject({ light: safeAddress, dark: safeAddress, alt: label.optional() }),
])

const SOCIAL_ICONS = [
  ...words('bluesky chat codeberg discord email facebook forum github gitlab instagram'),
  ...words('linkedin mastodon matrix npm rss slack telegram x youtube'),
]
export type SocialIcon = (typeof SOCIAL_ICONS)[number]

const iconAddress = safeAddress.regex(
  /[./]/,
  `must be the URL of an image, or one of ${SOCIAL_ICONS.map(name => `\`${name}\``).join(', ')}`,
)

export const socialLink = z.strictObject({
  icon: z.union([z.enum(SOCIAL_ICONS), iconAddress]),
  link: safeAddress,
  text: label.optional(),
})

export const identifier = matching(/^[\w.-]+$/, 'may only contain letters, digits, `-`, `_` and `.`')

export const announcement = z.strictObject({
  id: identifier,
  text: label,
  dismissible: z.boolean().default(true),
})

/** Each is a custom property of that name in `templates/styles/tokens.css`. */
export const COLOR_NAMES = [
  ...words('bg bg-soft bg-raised text text-soft border border-control'),
  ...words('brand accent accent-strong accent-soft on-accent selection mark'),
  ...words('tip-bg tip info-bg info warning-bg warning danger-bg danger important-bg important'),
  ...words('code-bg code-line code-text code-comment code-keyword code-string code-function'),
  ...words('code-number code-tag code-attribute code-type code-punctuation'),
]

/** Without transparency: importers measure contrast. */
const color = matching(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, 'must be a color such as `#12734a` or `#174`')

const scheme = z.strictObject(record(COLOR_NAMES, color.optional()))

export const colorsSchema = z.strictObject({ light: scheme, dark: scheme }).partial()

export type Colors = z.output<typeof colorsSchema>

const file = matching(
  /\.(?:woff2?|ttf|otf)$/i,
  'must be a file that ends in .woff2, .woff, .ttf or .otf',
).regex(
  /^(?![a-z][a-z0-9+.-]*:|[\\/]|(?:[^]*[\\/])?\.\.(?:[\\/]|$))/i,
  'must be the path of a file in the site folder; add a copy of the font there',
)

const NAME = /^(?:'[^'"\\<>]+'|"[^'"\\<>]+"|[\p{L}_-][\p{L}\p{N} _-]*)$/u

/** Names as CSS writes them: `Georgia, 'Times New Roman', serif`. */
const families = refined(
  text => text.split(',').every(name => NAME.test(name.trim())),
  "must be font names separated by commas, such as Georgia, 'Times New Roman', serif",
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

const font = z.union([
  families,
  z.strictObject({
    family: matching(/^[\p{L}\p{N} _-]+$/u, 'must be the name of one font'),
    files: z.array(z.union([file, fontFile])).min(1),
  }),
])

export const fontsSchema = z.strictObject({ text: font, code: font }).partial()

export type Fonts = z.output<typeof fontsSchema>
export type Font = z.output<typeof font>

/** Ids of headings; `vuepress` up to its version 1.5.3. */
export const SLUGS = ['github', 'vuepress', 'vuepress-nfkd', 'vitepress'] as const
export type Slugs = (typeof SLUGS)[number]

/** VuePress 1 knew no `{#id}` and had it in the text of the heading. */
export const knowsCustomIds = (slugs: Slugs) => slugs === 'github' || slugs === 'vitepress'
