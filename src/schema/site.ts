import type { SiteConfig, Policy } from './config.ts'
import type { Finding, Place } from './finding.ts'
import type { Link, PageSummary, PageText } from './page.ts'
import type { TextName } from './strings.ts'
import type { LocaleView, PageView } from './view.ts'

/** A page placed among the others, links resolved. */
export interface Page extends PageSummary {
  addresses: Address[]
  /** Created on first access, because `dev` shows few pages. */
  readonly view: PageView
  original?: Page
}

/** Address of a link, encoded, with base; with the dimensions that an image lacks; null for one that must not be rendered. */
export type Address = string | { src: string; width?: number; height?: number } | null

/** A page that a language lacks: its own address and view, with the content of another language. */
export type FallbackPage = Page & { original: Page }

export interface ResolvedLink {
  from: Page
  link: Link
  to?: Page | undefined
  problem?: 'untranslated' | 'no-page' | 'draft' | 'no-anchor' | 'no-asset' | 'private' | 'case' | undefined
  draft?: string
  privateFile?: PrivateFile
  /** Output path of the missing file, which a plugin may make. */
  file?: string
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
  /** `route` for the built-in `index.html` forms. */
  source: 'config' | 'frontmatter' | 'route'
}

export interface Site {
  config: SiteConfig
  root: string
  locales: Record<string, LocaleView>
  pages: Page[]
  fallbacks: FallbackPage[]
  drafts: PageSummary[]
  redirects: Redirect[]
  links: ResolvedLink[]
  /** Site-relative file (image) → path in the output. */
  assets: Record<string, string>
  /** Documents that docsgen didn't write: paths in the output without base. */
  documents: string[]
  missing: MissingFile[]
  /** By locale path; shown in English. */
  untranslatedTexts: Record<string, TextName[]>
  /** Undefined if the site turns it off. */
  policy: Policy | undefined
  /** Directive → other origins that are used and allowed, sorted. */
  origins: Record<string, string[]>
  findings: Finding[]
}

export interface MissingFile {
  url: string
  /** Address of a public file, the base of `url`; empty for the folder of the site. */
  from: string
  place?: Place | undefined
  /** Output path, which may be that of a plugin's file. */
  file?: string
}

export interface Route {
  path: string
  page?: string
  redirect?: string
}

export type ReadableSite = Site & { textOf(page: PageSummary): PageText }

/** In the order in which they are shown. `unknown`: never stamped. */
export const STATES = ['ok', 'unknown', 'stale', 'missing', 'untranslated', 'orphan', 'exempt'] as const
export type TranslationState = (typeof STATES)[number]

/** `path` is POSIX, relative to the output folder, decoded. */
export interface OutputFile {
  path: string
  /** `copy`: absolute path of a file. */
  content: string | Uint8Array | { copy: string }
}
