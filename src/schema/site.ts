import type { SiteConfig, Policy } from './config.ts'
import type { Finding, Place } from './finding.ts'
import type { Link, PageSummary, PageText } from './page.ts'
import type { TextName } from './strings.ts'
import type { LocaleView, PageView } from './view.ts'

/** A page after the join: parsed, placed among the others, links resolved. */
export interface Page extends PageSummary {
  addresses: Address[]
  /** Data of the page for layouts. It is created on first access, because `dev` shows few pages. */
  readonly view: PageView
  original?: Page
}

/** Address of a link with base, encoded; with the dimensions that an image lacks; null for one that must not be rendered. */
export type Address = string | { src: string; width?: number; height?: number } | null

/** Page that a language lacks: its own address and view, with the content of another language. */
export type FallbackPage = Page & { original: Page }

export interface ResolvedLink {
  from: Page
  link: Link
  to?: Page | undefined
  problem?: 'untranslated' | 'no-page' | 'draft' | 'no-anchor' | 'no-asset' | 'private' | 'case' | undefined
  draft?: string | undefined
  privateFile?: PrivateFile | undefined
  /** Output path of the file that is missing, which a plugin may make. */
  file?: string | undefined
}

export interface PrivateFile {
  file: string
  reason: PrivateReason
}

export type PrivateReason = 'hidden' | 'package' | 'ignored' | 'outside'

/** Paths are encoded, without base. */
export interface Redirect {
  from: string
  to: string
  /** Origin of the redirect; `route` for the built-in `index.html` forms. */
  source: 'config' | 'frontmatter' | 'route'
}

/** The input of bundling, rendering, search, offline, checks. */
export interface Site {
  config: SiteConfig
  root: string
  locales: Record<string, LocaleView>
  pages: Page[]
  fallbacks: FallbackPage[]
  drafts: PageSummary[]
  redirects: Redirect[]
  links: ResolvedLink[]
  /** Site-relative files that pages refer to (images) → path in the output. */
  assets: Record<string, string>
  /** Those that docsgen did not write: paths in the output without base. */
  documents: string[]
  missing: MissingFile[]
  /** By locale path; shown in English. */
  untranslatedTexts: Record<string, TextName[]>
  /** Undefined if the site turns it off. */
  policy: Policy | undefined
  /** Directive → other origins that the site uses and the policy allows, sorted. */
  origins: Record<string, string[]>
  findings: Finding[]
}

export interface MissingFile {
  url: string
  /** Base of a relative `url`: the address of a public file; empty for the folder of the site. */
  from: string
  place?: Place | undefined
  /** Output path that it would have, which may be that of a plugin's file. */
  file?: string
}

export interface Route {
  path: string
  page?: string
  redirect?: string
}

/** A site with a way to read what its pages say: languages are compared by it. */
export type ReadableSite = Site & { textOf(page: PageSummary): PageText }

/** In the order in which they are shown. `unknown`: never stamped, so that nothing says whether the source has changed. */
export const STATES = ['ok', 'unknown', 'stale', 'missing', 'untranslated', 'orphan', 'exempt'] as const
export type TranslationState = (typeof STATES)[number]

/** One file of the built site. `path` is POSIX, relative to the output folder, decoded. */
export interface OutputFile {
  path: string
  /** Text, bytes, or the absolute path of a file to copy. */
  content: string | Uint8Array | { copy: string }
}
