/**
 * What the React templates receive, on the server and in the browser: plain JSON, no HTML but the content itself.
 * A `PageView` belongs to one page; a `LocaleView` is shared by all pages of a language.
 */
import type { PageFrontmatter, PluginData } from './frontmatter.ts'
import type { Header, PageHeadTag } from './page.ts'
import type { Strings } from './strings.ts'

/** A link. `href` is ready for the attribute: encoded, with base for a page of the site. */
export interface NavLink {
  text: string
  href: string
  external: boolean
  lang?: string | undefined
  /** Where the language lacks the page: short name of that which is shown there, `en`, or `pt-BR` in another Portuguese. */
  untranslated?: string | undefined
  /** Language of the text where it is another than that of the menu. */
  textLang?: string | undefined
  /** Title of the group that it stands in, inside a menu. */
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

/** A link that is shown as an icon: path data in a box of 24 by 24, or the address of a picture. */
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

/** An entry of the header navigation: a link, a disclosure with items, or a disclosure that has a page of its own. */
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
  /** Whether the group starts closed; absent where the theme decides. */
  collapsed?: boolean | undefined
  collapsible?: false | undefined
}

export interface LanguageLink {
  locale: string
  lang: string
  label: string
  href: string
  /** False when the page does not exist in that language and the link leads to its home, or to a fallback. */
  translated: boolean
  /** The link leads to the page all the same, which is shown in another language there. */
  fallback?: true | undefined
}

export interface PageView {
  /** Stable page id; empty for the not-found page. */
  key: string
  /** Encoded path without base: `/zh/api/mount.html`; empty for the not-found page. */
  path: string
  locale: string
  lang: string
  title: string
  /** The heading that all others of the page stand below, where it is of level 2 and not the title. */
  topHeading?: string | undefined
  documentTitle: string
  description: string
  meta: Record<string, string>[]
  /** Canonical address; absent when the site has no `url`. */
  canonical?: string | undefined
  /** Real translations and `x-default` only, absolute addresses. */
  alternates: { hreflang: string; href: string }[]
  layout: string
  frontmatter: PageFrontmatter
  headers: Header[]
  languages: LanguageLink[]
  /** Index of the sidebar among `LocaleView.sidebars`; -1 for none. */
  sidebar: number
  /**
   * Position of the page in each level of its sidebar, outermost first, empty for one that is not listed; only where the
   * sidebar is so large that a document shows no more than the open section of it.
   */
  sidebarPath?: number[] | undefined
  prev?: NavLink | undefined
  next?: NavLink | undefined
  editLink?: NavLink | undefined
  /** ISO date of the last commit; absent in shallow clones and where it is switched off. */
  lastUpdated?: string | undefined
  outline: boolean
  /** Style sheets and scripts of what the page uses, with base: loaded before it is shown. */
  loads?: string[] | undefined
  head?: PageHeadTag[] | undefined
  /** What plugins have to say of the page, by their names. */
  data?: PluginData | undefined
  stale?: boolean | undefined
  /** Address of the page in each of `LocaleView.versions`; of the version's start where it lacks the page. */
  versions?: string[] | undefined
  /** The language lacks this page: the content is in another one. */
  fallback?: FallbackView | undefined
  notFound?: boolean | undefined
}

export interface LocaleView {
  path: string
  /** Short name used in file names: `zh`; for the root locale the primary subtag of its language, `en`. */
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
  /** By locale path, the languages whose pages stand in for those that this one lacks. */
  originals?: Record<string, OriginalsView> | undefined
  /** In the order of the menu; absent for a site without versions. */
  versions?: VersionLink[] | undefined
  nav: NavItem[]
  /** By number; on large sites, views that readers get have that of the open page only. */
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
  offline: boolean
}

export type SearchView =
  | { provider: 'none' }
  | { provider: 'local' }
  | {
      provider: 'docsearch'
      appId: string
      apiKey: string
      indexName: string
      hosts: string[]
      facetFilters: string[]
    }

/** What a page chunk delivers: `(self.docsgenChunks ||= []).push([key, chunk])` as a classic script. */
export interface PageChunk {
  page: PageView
  html: string
}

/** What the chunk of a fallback delivers, where it has one: the content comes with that of `original`, a path without base. */
export interface FallbackChunk {
  /** What does not follow from the view of the original (`fallbackPageView`); null stands for what it lacks. */
  page: Pick<PageView, 'path'> & { [Key in keyof PageView]?: PageView[Key] | null }
  original: string
}

/** Inert JSON in each document, `script[type="application/json"][data-docsgen]`, read by the boot script. */
export interface BootData {
  base: string
  /** Address of the `LocaleView` JSON of the document's locale, hashed, with base. */
  view: string
  /** The scripts and styles of the build (`themeId`). A document runs those of no other build. */
  theme: string
  page: PageView
}

export interface OriginalsView {
  title: string
  dir: 'ltr' | 'rtl'
  /** Beginning of the addresses of its sources, and the address to write a translation, with `:folder` and `:name`. */
  files?: string | undefined
  create?: string | undefined
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
  /** Its start, in the language of the page where it has that. */
  href: string
  current?: true | undefined
  open?: true | undefined
}

export type IndexEntry = [
  chunk: string,
  title: string,
  size: number,
  original?: string,
  originalChunk?: string,
]

/**
 * `assets/locales/{code}.json`: unhashed and revalidated, one per locale, the only place that knows where the
 * pages of a locale are. One edited page changes this file instead of every document.
 */
export interface LocaleIndex {
  /** Address of the `LocaleView` JSON, hashed, with base; of a large locale, of the one without sidebars. */
  view: string
  /** As in `BootData`: a document with another one has to load the pages whole. */
  theme: string
  /** Address of the search manifest, with base; absent without local search. */
  search?: string
  /**
   * Encoded path without base → [chunk file name in `assets/js/`, page title, bytes of the chunk before compression]; of a page
   * that the language lacks, path and chunk of the one whose content it shows stand behind, and its own chunk may be empty: then
   * all that it says follows from that one (`fallbackPageView`).
   */
  pages: Record<string, IndexEntry>
  /**
   * Languages whose pages stand in for missing ones, where local search finds them: their own tables name the index, so that an edit in
   * one language changes no file of another.
   */
  originals?: { locale: string; lang: string; code: string }[]
  /** Decoded path without base → encoded path without base, of this locale's redirects. */
  redirects: Record<string, string>
  /** Addresses with base of views by number of the sidebar, where there are many; with sections, of those that are loaded. */
  views?: Record<number, string>
  /**
   * Of a large locale: first key (`sectionKey`) of each section of `pages` and `redirects`, in order, and the hashed file
   * name of its `LocaleSection` in `assets/locales/`. Here is then what belongs to no section: redirects that end in `*`.
   */
  sections?: [first: string, file: string][]
  /** File name in `assets/locales/` of what says which pages of other languages are shown (`FallbackTable`), where sections have them. */
  standIns?: string
}

/** A part of a large `LocaleIndex`: what is needed of it to show one of some pages whose addresses are alike. */
export interface LocaleSection extends Pick<LocaleIndex, 'pages' | 'redirects'> {
  views: Record<number, string>
}

/**
 * By locale path of another language, which of its pages are shown in this one, at the same path inside the language: `only`
 * some, or all `but` some. Paths are encoded, without base.
 */
export type FallbackTable = Record<string, { only: string[] } | { but: string[] }>

/** What the development server tells open pages after each load of the site. */
export interface DevUpdateEvent {
  version: number
  /** Counts loads after which open pages must start again. */
  reloads: number
  problems: DevFinding[]
  /** Pages that were saved, if browsers show them; others are asked for. */
  pages?: ChangedPage[]
}

export interface DevFinding {
  rule: string
  message: string
  where?: string
  frame?: string
  hint?: string
}

/** The present state of a page that a browser shows; without `shown` when there is no such page any more. */
export interface OpenPage {
  version: number
  shown?: ChangedPage
}

/** Detail of `docsgen:changed`: a page as it is now, and the view of its language. */
export interface ChangedPage {
  chunk: PageChunk
  view: string
  locale: LocaleView
}
