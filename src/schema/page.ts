import * as z from 'zod'
import type { SiteConfig } from './config.ts'
import type { Finding, Place } from './finding.ts'
import { frontmatterSchema, type Json } from './frontmatter.ts'

/** `slug` is the id really rendered. */
const headerSchema = z.strictObject({ level: z.literal([2, 3]), title: z.string(), slug: z.string() })

const pageRecordSchema = z.strictObject({
  title: z.string(),
  frontmatter: frontmatterSchema,
  regularPath: z.string().startsWith('/'),
  relativePath: z.string().min(1),
  key: z.string().regex(/^v-[0-9a-f]{8}$/),
  path: z.string().startsWith('/'),
  headers: z.array(headerSchema).optional(),
})

export const pageIndexSchema = z.array(pageRecordSchema)

export type Header = z.output<typeof headerSchema>
export type PageRecord = z.output<typeof pageRecordSchema>

/** A Markdown file as read. Plain data, for threads and cache keys. */
export interface SourceFile {
  /** Relative to the content folder, POSIX, real letter case, NFC: `zh/api/README.md`. */
  relativePath: string
  /** Relative to the site's root, as in places: `content/zh/api/README.md`. */
  file: string
  locale: string
  /** Without its fences; `line`: where it starts in `file`. */
  frontmatter: { text: string; line: number } | undefined
  /** With includes expanded and LF line ends, without frontmatter and BOM. */
  body: string
  /** Runs of lines: `from` (1-based) in `body` is line `line` of `file`. */
  origins: { from: number; file: string; line: number }[]
  includes: string[]
  /** With an error among them, the body isn't parsed. */
  findings: Finding[]
  /** The plugin that makes it. */
  plugin?: string
}

/** `title` is its text without markup; `depth` is the source's. */
export interface Heading {
  depth: number
  title: string
  id: string
  place: Place
  own: boolean // False if from an included file.
}

export type LinkKind = 'link' | 'image' | 'media' | 'frame' | 'object' | 'form'

/** By element; attributes as they are written. */
export const ELEMENT_ADDRESSES: ReadonlyMap<string, Readonly<Record<string, LinkKind>>> = new Map(
  Object.entries({
    a: { href: 'link' },
    area: { href: 'link' },
    source: { src: 'media', srcset: 'image' },
    video: { src: 'media', poster: 'image' },
    audio: { src: 'media' },
    track: { src: 'media' },
    img: { src: 'image', srcset: 'image' },
    input: { src: 'image' },
    image: { href: 'image', 'xlink:href': 'image' },
    iframe: { src: 'frame' },
    embed: { src: 'object' },
    object: { data: 'object' },
    form: { action: 'form' },
  } as const),
)

/** As written: `ParsedPage.html` has a `linkPlaceholder` instead of its address. */
export interface Link {
  kind: LinkKind
  url: string
  type: 'page' | 'hash' | 'asset' | 'external'
  /**
   * Page: decoded address without base, query and hash, in the form of routes (`/zh/api/mount.html`).
   * Asset: site-relative POSIX file for a relative target, or `/name` for the public folder. Others: as written.
   */
  target: string
  query: string
  hash: string
  /** The hash as VitePress made it, like the id of a heading, if it differs. */
  slugHash?: string
  /** Written as HTML, perhaps with the base of the site. */
  raw?: true
  /** Stays as written, with base: the script of an island makes it again. */
  kept?: true
  /** Path of a value in the frontmatter: `['features', 0, 'link']`. Layouts get the address instead. */
  key?: (string | number)[]
  /** Of an `<img>` in pixels, as far as its author gave it. */
  size?: { width?: number; height?: number }
  place: Place
}

/** From one heading to the next: the unit of search, and of stamps (`site/stamps.ts`). */
export interface Section {
  id: string
  title: string
  depth: number
  ancestors: string[]
  text: string
  code: string[]
  /** False if from an included file. If that file is a page, search finds the section there. */
  own: boolean
  /** From a partial: search finds it only here. */
  part?: true
  /** Hash of text, code and headings, without link targets and formatting. */
  hash: string
  place: Place
}

export interface CodeBlock {
  lang: string
  meta: string
  code: string
  place: Place
  own: boolean
  snippet?: true // From the file that the line at `place` names.
}

export interface Container {
  name: string
  place: Place
  own: boolean
}

export interface PageHeadTag {
  tag: 'meta' | 'link' | 'script'
  attributes: Record<string, string>
}

/** `url` may be `'unsafe-inline'`; `maker`: `the plugin \`x\``. */
export interface MadeUse {
  directive: string
  url: string
  maker: string
  place: Place
}

/** A page without its content: all pages are in memory at the same time. */
export interface PageSummary {
  record: PageRecord
  locale: string
  file: string
  keyPlaces: Record<string, Place>
  headings: Heading[]
  links: Link[]
  /** Ids and names of elements that aren't headings. */
  anchors: string[]
  /** Stamp for translations made from it, by id of each own section. */
  stamp: Record<string, string>
  containers: Container[]
  /** First paragraph as plain text, whole words, at most 160 characters. */
  excerpt: string
  includes: string[]
  findings: Finding[]
  plugin?: string
  made?: MadeUse[]
  data?: Record<string, Json>
  head?: PageHeadTag[]
  /** Names of `ThemeEntries.parts` that its document loads, and its islands. */
  parts?: string[]
  original?: PageSummary // The page that a fallback shows.
  /** It couldn't be read or parsed: rules don't report what it lacks as well. */
  incomplete?: true
}

export interface PageText {
  sections: Section[]
  codeBlocks: CodeBlock[]
}

/** A page with its content, which is on disk until it's needed. */
export interface ParsedPage extends PageSummary, PageText {
  /** With one h1, and `linkPlaceholder(i)` for `links[i]` until all routes are known. */
  html: string
  markdown?: string // Plain, with placeholders, where the options ask for it.
}

/** NUL can't occur in HTML made from Markdown. */
export const linkPlaceholder = (index: number) => `\u0000${index}\u0000`

/** Group 1 is the index. */
// eslint-disable-next-line no-control-regex
export const LINK_PLACEHOLDER = /\u0000(\d+)\u0000/g

type Markdown = SiteConfig['markdown']

/** All of the configuration that changes a parsed page, as cloneable data. */
export interface ParseOptions
  extends
    Pick<Markdown, 'slugs' | 'html' | 'emoji' | 'lineNumbers' | 'containers' | 'elements'>,
    Partial<Pick<Markdown, 'codeWords'>>,
    Pick<SiteConfig, 'contentDir'>,
    Partial<Pick<SiteConfig, 'exclude' | 'rewrites' | 'urls'>> {
  embed?: string[] // Patterns of documents that may be in frames.
  siteUrl?: string | undefined
  markdown?: boolean
  locales: Record<string, ParseLocale>
  plugins?: string[]
  icons?: Record<string, string> | undefined // HTML by name.
}

export interface ParseLocale {
  lang: string
  containerTitles: Record<string, string>
  labels: Record<'copy' | 'code' | 'table' | 'external' | 'permalink', string> & {
    components?: Record<string, string>
  }
}
