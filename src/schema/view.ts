/**
 * What the React templates receive, on the server and in the browser: plain JSON, no HTML but the content itself.
 * A `PageView` belongs to one page; a `LocaleView` is shared by all pages of a language.
 */
import type { FallbackView, OriginalsView } from './fallback.ts'
import type { PageFrontmatter } from './frontmatter.ts'
import type { PluginData } from './plugin-data.ts'
import type { Header, PageHeadTag } from './page.ts'
import type { Strings } from './strings.ts'
import type { VersionLink } from './versions.ts'

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

/** A word or two beside an entry. */
export interface BadgeView {
  text: string
  type: 'tip' | 'info' | 'warning' | 'danger'
}

/** A picture by color scheme; both are addresses with base. */
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

/** A piece of a line of text. */
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

/** An entry of the sidebar: a link, or a group with a title and entries. */
export interface SidebarItem {
  text: string
  link?: NavLink | undefined
  items: SidebarItem[]
  badge?: BadgeView | undefined
  /** Whether the group starts closed; absent where the theme decides. */
  collapsed?: boolean | undefined
  /** False for a group that is always open. */
  collapsible?: false | undefined
}

/** One entry of the language menu for the open page. */
export interface LanguageLink {
  /** Locale path, `/zh/`. */
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
  /** Locale path: `/zh/`. */
  locale: string
  lang: string
  /** Title of the page itself. */
  title: string
  /** The heading that all others of the page stand below, where it is of level 2 and not the title. */
  topHeading?: string | undefined
  /** Title of the document: `page | site`. */
  documentTitle: string
  description: string
  /** Meta tags as attribute records, description first. */
  meta: Record<string, string>[]
  /** Canonical address; absent when the site has no `url`. */
  canonical?: string | undefined
  /** Real translations and `x-default` only, absolute addresses. */
  alternates: { hreflang: string; href: string }[]
  layout: string
  /** Frontmatter that layouts may use. */
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
  /** True when the on-page outline is shown. */
  outline: boolean
  /** Style sheets and scripts of what the page uses, with base: loaded before it is shown. */
  loads?: string[] | undefined
  /** Links and scripts that plugins add to the head. */
  head?: PageHeadTag[] | undefined
  /** What plugins have to say of the page, by their names. */
  data?: PluginData | undefined
  /** True when the source changed since this translation was made. */
  stale?: boolean | undefined
  /** Address of the page in each of `LocaleView.versions`; of the version's start where it lacks the page. */
  versions?: string[] | undefined
  /** The language lacks this page: the content is in another one. */
  fallback?: FallbackView | undefined
  notFound?: boolean | undefined
}

export interface LocaleView {
  /** Locale path: `/zh/`. */
  path: string
  /** Short name used in file names: `zh`; for the root locale the primary subtag of its language, `en`. */
  code: string
  lang: string
  dir: 'ltr' | 'rtl'
  label: string
  /** Site title in this language. */
  title: string
  description: string
  /** Text of the language menu's button. */
  selectText: string
  /** Base path of the site, `/` or `/docs/`. */
  base: string
  /** Address of the locale's home, with base. */
  home: string
  /** All locales, in menu order. */
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
  /** Address of the site's logo, with base. */
  logo?: string | PictureView | undefined
  /** Line above the header. */
  announcement?: { id: string; runs: TextRun[]; dismissible: boolean } | undefined
  social?: SocialLink[] | undefined
  /** Box above every page; the link's text stands after the text. */
  notice?: { text: string; link?: NavLink | undefined } | undefined
  footer?: string | undefined
  /** Paragraphs of a footer that is more than text. */
  footerText?: TextRun[][] | undefined
  strings: Strings
  /** Texts of plugins, by their names. */
  texts?: Record<string, Record<string, string>> | undefined
  search: SearchView
  offline: boolean
}

/** How search works on this site, as the browser must know it. */
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
  /** What does not follow from the view of the original (`standInView`); null stands for what it lacks. */
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
