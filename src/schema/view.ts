/** Input of the React templates, on the server and in the browser: plain JSON. */
import type { PageFrontmatter, PluginData } from './frontmatter.ts'
import type { Header, PageHeadTag } from './page.ts'
import type { Strings } from './strings.ts'

/** `href` is encoded, with base for a page of the site. */
export interface NavLink {
  text: string
  href: string
  external: boolean
  lang?: string | undefined
  /** Language that is shown instead: `en`, or `pt-BR` in another Portuguese. */
  untranslated?: string | undefined
  /** Language of the text, where it isn't that of the menu. */
  textLang?: string | undefined
  section?: string | undefined
}

export interface BadgeView {
  text: string
  type: 'tip' | 'info' | 'warning' | 'danger'
}

export interface PictureView {
  light: string
  dark: string
  alt?: string | undefined
}

/** Path data in a box of 24 by 24, or the address of a picture. */
export interface SocialLink extends NavLink {
  path?: string | undefined
  picture?: string | undefined
}

export interface TextRun {
  text: string
  link?: NavLink | undefined
  strong?: true | undefined
  emphasis?: true | undefined
  code?: true | undefined
}

export interface NavItem {
  text: string
  link?: NavLink | undefined
  items: NavLink[]
}

export interface SidebarItem {
  text: string
  link?: NavLink | undefined
  items: SidebarItem[]
  badge?: BadgeView | undefined
  collapsed?: boolean | undefined
  collapsible?: false | undefined
}

export interface LanguageLink {
  locale: string
  lang: string
  label: string
  href: string
  /** False when the link leads to the home of that language, or to a fallback. */
  translated: boolean
  fallback?: true | undefined
}

/** Belongs to one page. `key` and `path` are empty for the not-found page. */
export interface PageView {
  key: string
  /** Encoded path without base: `/zh/api/mount.html`. */
  path: string
  locale: string
  lang: string
  title: string
  /** Heading above all others, if it has level 2 and isn't the title. */
  topHeading?: string | undefined
  documentTitle: string
  description: string
  meta: Record<string, string>[]
  canonical?: string | undefined
  /** Absolute; real translations and `x-default` only. */
  alternates: { hreflang: string; href: string }[]
  layout: string
  frontmatter: PageFrontmatter
  headers: Header[]
  languages: LanguageLink[]
  /** Index of the sidebar among `LocaleView.sidebars`; -1 for none. */
  sidebar: number
  /** Position in each level of a sidebar that is too large for a document; empty if not listed. */
  sidebarPath?: number[] | undefined
  prev?: NavLink | undefined
  next?: NavLink | undefined
  editLink?: NavLink | undefined
  lastUpdated?: string | undefined
  outline: boolean
  /** With base; loaded before the page is shown. */
  loads?: string[] | undefined
  head?: PageHeadTag[] | undefined
  data?: PluginData | undefined
  stale?: boolean | undefined
  /** As `LocaleView.versions`; a version that lacks the page has its start. */
  versions?: string[] | undefined
  fallback?: FallbackView | undefined
  notFound?: boolean | undefined
}

export interface LocaleView {
  path: string
  /** For file names: `zh`; of the root locale, the primary subtag of its language, `en`. */
  code: string
  lang: string
  dir: 'ltr' | 'rtl'
  label: string
  title: string
  description: string
  selectText: string
  base: string
  home: string
  locales: { path: string; code: string; lang: string; label: string; home: string }[]
  /** Languages whose pages are shown for those that this one lacks, by locale path. */
  originals?: Record<string, OriginalView> | undefined
  versions?: VersionLink[] | undefined
  nav: NavItem[]
  /** On large sites, only that of the open page. */
  sidebars: Record<number, SidebarItem[]>
  sidebarDepth: number
  repo?: NavLink | undefined
  logo?: string | PictureView | undefined
  announcement?: { id: string; runs: TextRun[]; dismissible: boolean } | undefined
  social?: SocialLink[] | undefined
  notice?: { text: string; link?: NavLink | undefined } | undefined
  footer?: string | undefined
  footerText?: TextRun[][] | undefined
  strings: Strings
  texts?: Record<string, Record<string, string>> | undefined
  search: SearchView
  /** Encoded, without base. */
  searchPage?: string | undefined
  offline: boolean
}

export interface OriginalView {
  title: string
  dir: 'ltr' | 'rtl'
  /** Start of the addresses of its sources. */
  files?: string | undefined
  /** With `:folder` and `:name`. */
  create?: string | undefined
}

export type SearchView =
  | { provider: 'none' | 'local' }
  | {
      provider: 'docsearch'
      appId: string
      apiKey: string
      indexName: string
      hosts: string[]
      facetFilters: string[]
    }

/** As a classic script: `(self.docsgenChunks ||= []).push([key, chunk])`. */
export interface PageChunk {
  page: PageView
  html: string
}

/** The HTML comes with that of `original`, a path without base. */
export interface FallbackChunk {
  /** Differences from the original (`fallbackPageView`); null for keys that it lacks. */
  page: Pick<PageView, 'path'> & { [Key in keyof PageView]?: PageView[Key] | null }
  original: string
}

/** In each document, `script[type="application/json"][data-docsgen]`. */
export interface BootData {
  base: string
  /** Address of the `LocaleView`, with base. */
  view: string
  /** Id of the build (`themeId`): a document runs scripts of no other build. */
  theme: string
  page: PageView
}

export interface FallbackView {
  locale: string
  lang: string
  dir: 'ltr' | 'rtl'
  label: string
  href: string
  translate?: string | undefined
}

export interface VersionLink {
  label: string
  /** In the language of the page where the version has that. */
  href: string
  current?: true | undefined
  open?: true | undefined
  /** Address of its `LocaleIndex`, where it can be searched. */
  index?: string | undefined
  searchPage?: string | undefined
}

/** Chunks are in `assets/js/`. If that of a fallback is empty, all follows from the original (`fallbackPageView`). */
export type IndexEntry = [
  chunk: string,
  title: string,
  size: number,
  original?: string,
  originalChunk?: string,
]

/** `assets/locales/{code}.json`, revalidated, so that an edit doesn't change every document. */
export interface LocaleIndex {
  /** As in `BootData`; of a large locale, that without sidebars. */
  view: string
  /** As in `BootData`: a document of another theme loads whole pages. */
  theme: string
  search?: string
  /** By encoded path without base. */
  pages: Record<string, IndexEntry>
  /** `LocaleView.searchPage`, which has no chunk. */
  searchPage?: string
  /** Languages whose pages are fallbacks, where local search finds them. */
  originals?: { locale: string; lang: string; code: string }[]
  /** Decoded path → encoded path, without base. */
  redirects: Record<string, string>
  /** Addresses with base, by number of the sidebar, where there are many. */
  views?: Record<number, string>
  /** Ranges of a large locale: first key (`rangeKey`) and file name in `assets/locales/` of each `LocaleRange`. */
  ranges?: [first: string, file: string][]
  /** File name of the `FallbackTable`, where there are ranges. */
  fallbacks?: string
}

/** A part of a large `LocaleIndex`: pages whose addresses are alike. */
export interface LocaleRange extends Pick<LocaleIndex, 'pages' | 'redirects'> {
  views: Record<number, string>
}

/** Pages of other languages that are shown in this one, by locale path: `only` some, or all `but` some. Encoded, without base. */
export type FallbackTable = Record<string, { only: string[] } | { but: string[] }>

export interface DevUpdateEvent {
  version: number
  /** Counts loads after which open pages must start again. */
  reloads: number
  problems: DevFinding[]
}

export interface DevFinding {
  rule: string
  message: string
  where?: string
  frame?: string
  hint?: string
}

/** A page that a browser shows as it is now; without `shown` when it is gone. */
export interface OpenPage {
  version: number
  shown?: ChangedPage
}

/** Detail of `docsgen:changed`. */
export interface ChangedPage {
  chunk: PageChunk
  view: string
  locale: LocaleView
}
