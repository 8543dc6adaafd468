import * as z from 'zod'
import type { ContainerOptions } from './containers.ts'
import type { Finding, Place } from './finding.ts'
import { frontmatterSchema, type Json } from './frontmatter.ts'
import type { AddressForm } from '../shared/addresses.ts'

/** A level 2 or 3 heading as the page index lists it. `slug` is the id really rendered. */
const headerSchema = z.strictObject({
  level: z.literal([2, 3]),
  title: z.string(),
  slug: z.string(),
})

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

/** A Markdown file as read, includes expanded. Plain data: it crosses to worker threads and into cache keys. */
export interface SourceFile {
  /** POSIX path relative to the content folder, real letter case: `zh/api/README.md`. */
  relativePath: string
  /** POSIX path relative to the site's root, for places: `content/zh/api/README.md`. */
  file: string
  locale: string
  /** Frontmatter text without its fences and the line of `file` it starts at; undefined when there is none. */
  frontmatter: { text: string; line: number } | undefined
  /** Markdown with includes expanded, without frontmatter, LF line ends, no BOM. */
  body: string
  /** Where the lines of `body` come from, as runs: line `from` (1-based, of body) is line `line` of `file`, counting up. */
  origins: LineOrigin[]
  includes: string[]
  /** Problems met while reading. Of a file with an error the body is not parsed. */
  findings: Finding[]
  /** Name of the plugin that makes it: there is no such file. */
  plugin?: string
}

export interface LineOrigin {
  from: number
  file: string
  line: number
}

/** A heading of any depth in the page, in order. `title` is its text without markup; `depth` is the source's. */
export interface Heading {
  depth: number
  title: string
  id: string
  place: Place
  own: boolean // False when the heading came from an included file.
}

/** How an address is used: what it leads to, or what is loaded from it and where forms are sent. */
export type LinkKind = 'link' | 'image' | 'media' | 'frame' | 'object' | 'form'

/** A link or image as written. In `PageContent.html` its address stands as a placeholder, see `linkPlaceholder`. */
export interface Link {
  kind: LinkKind
  /** Target as written. */
  url: string
  type: 'page' | 'hash' | 'asset' | 'external'
  /**
   * For `page`: absolute decoded address inside the site, without base, query and hash, resolved from the file the
   * link stands in, `.md` already turned into the route form (`/zh/api/mount.html`).
   * For `asset`: site-relative POSIX file for a relative target, or `/name` for the public folder.
   * For `hash` and `external`: the target as written.
   */
  target: string
  query: string
  /** With `#`, as written, or empty. */
  hash: string
  /** The hash as VitePress made it from the one that is written, where that is another: as the id of a heading. */
  slugHash?: string
  /** Written as HTML, where authors know the base of their site and may have put it in front. */
  raw?: true
  /** Stays as it is written, because the script of an island makes it again: it has to have the base of the site. */
  kept?: true
  /** Of an `<img>` alone, in pixels: what its author wrote of the size that is to be computed, if there is any. */
  size?: { width?: number; height?: number }
  place: Place
}

/** A stretch of the page from one heading to the next: unit of search and of staleness. */
export interface Section {
  id: string
  title: string
  depth: number
  ancestors: string[]
  text: string
  code: string[]
  /** False when it came from an included file: search indexes it on the page that this is, unless it is none. */
  own: boolean
  /** It came from a file that is no page: readers find it here only. */
  part?: true
  /** Hash of the meaning of the source: text, code, headings; link targets and formatting left out. */
  hash: string
  place: Place
}

export interface CodeBlock {
  lang: string
  meta: string
  code: string
  place: Place
  own: boolean
  snippet?: true // The code is that of another file, which the line at `place` names.
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

/** What a page is apart from its content: plain data, small enough that all pages are in memory at once. */
export interface PageSummary {
  record: PageRecord
  locale: string
  file: string
  keyPlaces: Record<string, Place>
  headings: Heading[]
  links: Link[]
  /** What else than headings a link can lead to: ids and names of elements. */
  anchors: string[]
  /** Hash of each section of the page's own by its id: what a translation made from it is stamped with. */
  stamp: Record<string, string>
  containers: Container[]
  /** First paragraph as plain text, whole words, at most 160 characters; empty when there is none. */
  excerpt: string
  includes: string[]
  findings: Finding[]
  /** Name of the plugin that makes it: there is no such file. */
  plugin?: string
  data?: Record<string, Json>
  head?: PageHeadTag[]
  /** What its document loads in addition to what all do, by the names of `ThemeEntries.parts`; and its islands. */
  parts?: string[]
  original?: PageSummary // Of a fallback: the page of another language that its own lacks.
  /** It could not be read or parsed, which a finding says: what it lacks is no second mistake. */
  incomplete?: true
}

export interface PageText {
  sections: Section[]
  codeBlocks: CodeBlock[]
}

/** The bulky part of a parsed page: on disk until it is asked for, all pages at once would fill the memory. */
export interface PageContent extends PageText {
  /**
   * Rendered content, exactly one h1. Addresses of links and images are placeholders
   * (`linkPlaceholder(i)` for `links[i]`), filled when all routes are known.
   */
  html: string
  markdown?: string // The body as plain Markdown, with placeholders, where the options ask for it.
}

export interface ParsedPage extends PageSummary, PageContent {}

/** What stands in `PageContent.html` for the address of `links[index]`. NUL cannot occur in HTML made from Markdown. */
export const linkPlaceholder = (index: number): string => `\u0000${index}\u0000`

/** Matches every placeholder; group 1 is the index. */
// eslint-disable-next-line no-control-regex
export const LINK_PLACEHOLDER = /\u0000(\d+)\u0000/g

/** Options of the parse stage: everything of the config that changes a parsed page, as cloneable data. */
export interface ParseOptions {
  slugs: Slugs
  html: 'allow' | 'sanitize' | 'escape'
  emoji: boolean
  lineNumbers: boolean
  containers: Record<string, ContainerOptions>
  /** Names of elements that scripts of the site define, in lower case. */
  elements: string[]
  embed?: string[] // Patterns of documents of the site that may be in frames; absent where there is none.
  siteUrl?: string // The origin of the site, where it is known.
  markdown?: true // Pages come as Markdown too.
  urls?: AddressForm // How addresses end, where that is not in `.html`.
  contentDir: string
  exclude?: string[]
  /** Where files stand for readers, if not where they lie; absent where all do. */
  rewrites?: Record<string, string>
  locales: Record<string, ParseLocale>
  plugins?: string[]
  icons?: Record<string, string> // Drawings of the site by name, as HTML; absent where there is none.
}

export interface ParseLocale {
  lang: string
  containerTitles: Record<string, string>
  labels: CodeLabels
}

export interface CodeLabels {
  copy: string
  code: string
  table: string
  external: string
  permalink: string
  components?: Record<string, string>
}

/** How ids of headings are made: as GitHub does, as VuePress up to 1.5.3, as VuePress from 1.5.4 on, or as VitePress. */
export const SLUGS = ['github', 'vuepress', 'vuepress-nfkd', 'vitepress'] as const
export type Slugs = (typeof SLUGS)[number]

/** VuePress 1 knew no `{#id}` and had it in the text of the heading. */
export function knowsCustomIds(slugs: Slugs): boolean {
  return slugs === 'github' || slugs === 'vitepress'
}
