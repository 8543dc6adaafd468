import * as z from 'zod'
import { languageTag, metaTag, pageDate, safeAddress, siteAddress, pageSidebar } from './values.ts'

const otherLink = z.strictObject({ text: z.string().optional(), link: safeAddress.optional() })
const neighbour = z.union(
  [z.string(), z.literal(false), otherLink],
  'must be a URL, `false` for none, or an object with `text` and `link`',
)
const pictureSource = z.strictObject({ src: safeAddress, alt: z.string().optional() })
const schemePictures = z.strictObject({ light: safeAddress, dark: safeAddress, alt: z.string().optional() })
const author = z.strictObject({ name: z.string(), link: safeAddress.optional() })
const icon = z.union(
  [z.string(), pictureSource, schemePictures],
  'must be a character, or a mapping with `src`, or with `light` and `dark`',
)
const feature = z.strictObject({
  title: z.string(),
  details: z.string().optional(),
  icon: icon.optional(),
  link: safeAddress.optional(),
  linkText: z.string().optional(),
})

/** Unknown keys are kept in the record and reported as a warning. */
export const frontmatterSchema = z
  .looseObject({
    title: z.string(),
    metaTitle: z.string(),
    titleTemplate: z.union([z.string(), z.literal(false)], 'must be text or `false`'),
    description: z.string(),
    lang: languageTag,
    meta: z.array(metaTag),
    layout: z.string(),
    permalink: siteAddress,
    date: pageDate,
    authors: z.array(z.union([z.string(), author], 'must be a name, or a mapping with `name` and `link`')),
    image: z.union([safeAddress, pictureSource], 'must be a URL, or an object with `src` and `alt`'),
    pageClass: z.string(),
    draft: z.boolean(),
    unlisted: z.boolean(),
    home: z.boolean(),
    heroImage: z.union([safeAddress, schemePictures], 'must be a URL, or an object with `light` and `dark`'),
    heroAlt: z.string(),
    heroText: z.string().nullable(),
    heroSubtitle: z.string(),
    tagline: z.string().nullable(),
    actionText: z.string(),
    actionLink: safeAddress,
    actions: z.array(z.strictObject({ text: z.string(), link: safeAddress })),
    features: z.array(feature),
    footer: z.union([z.string(), z.literal(false)], 'must be text, or `false` for none'),
    navbar: z.boolean(),
    sidebar: z.union(
      [z.literal(false), z.literal('auto'), pageSidebar],
      'must be `false`, `auto`, or a mapping with `label`, `badge`, `hidden` and `collapsed`',
    ),
    order: z.number(),
    sidebarDepth: z.number().int().min(0).max(2),
    outline: z.union([z.boolean(), z.literal(2)], 'must be `false`, `true` or 2'),
    prev: neighbour,
    next: neighbour,
    editLink: z.boolean(),
    lastUpdated: z.boolean(),
    search: z.union(
      [z.boolean(), z.strictObject({ boost: z.number().min(0.1).max(10) })],
      'must be `true`, `false`, or a mapping with `boost`, a number from 0.1 to 10',
    ),
    tags: z.array(z.string()),
    source: z.record(z.string(), z.string()),
    redirectFrom: z.array(siteAddress),
  })
  .partial()

export type Frontmatter = z.output<typeof frontmatterSchema>

type Bookkeeping = 'source' | 'meta' | 'redirectFrom'

/** From the shape: leaving keys out of a type that allows any would leave nothing. */
type KnownFrontmatter = Omit<z.output<z.ZodObject<typeof frontmatterSchema.shape>>, Bookkeeping>

/** Frontmatter as templates receive it: the keys above are validated, others are as the author wrote them. */
export interface PageFrontmatter extends KnownFrontmatter, Docsgen.Frontmatter {
  [key: string]: unknown
}

/**
 * What sites and plugins tell the compiler: which keys pages have in the frontmatter in addition to docsgen's own, and what
 * `page` hooks give. `declare global { namespace Docsgen { interface Frontmatter { since?: string } } }`.
 */
declare global {
  // eslint-disable-next-line typescript/no-namespace
  namespace Docsgen {
    interface Frontmatter {}
    interface PageData {}
  }
}

/** Data of plugins by plugin name; a site can declare the types. */
export type PluginData = Partial<Docsgen.PageData> & Record<string, unknown>

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
