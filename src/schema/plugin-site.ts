import type { Finding } from './finding.ts'
import type { PageFrontmatter } from './frontmatter.ts'
import type { Heading, Link, PageText } from './page.ts'
import type { PluginData } from './plugin-data.ts'

/** What every hook is told besides what it works on. */
export interface PluginContext<Options> {
  /** The options of the configuration, as the schema of the plugin gives them. */
  options: Options
}

/** What hooks that look at the whole site are given and give. */

/** A page that a plugin makes. */
export interface GeneratedPage {
  /** Where its file would be in the folder of the content: `api/mount.md`, `fr/api/mount.md`. */
  path: string
  /** Its text, as a file would have it; frontmatter first where there is any. */
  markdown: string
}

/** What a plugin that makes pages is told. */
export interface PagesContext<Options> extends PluginContext<Options> {
  /** Absolute folder of the site. */
  root: string
  /** Folder of the content, relative to it. */
  contentDir: string
  /** The languages of the site, the source language first. */
  locales: readonly { path: string; lang: string }[]
  /** Names a file that the pages are made from, relative to the root: `dev` makes them anew when it changes. */
  watch(file: string): void
  /** Says that pages cannot be made, and why: an error, `plugin-name/pages`. */
  report(problem: SiteProblem): void
}

/** A page as hooks that look at the whole site are given it. None of it can be changed. */
export interface PluginPage {
  /** Encoded address without base: `/guide/start.html`. */
  path: string
  /** Absolute address; absent where the configuration has no `url`. */
  url?: string
  /** Source file, relative to the site's folder. */
  file: string
  /** Locale path, `/fr/`. */
  locale: string
  /** Language, `fr`. */
  lang: string
  title: string
  description: string
  frontmatter: PageFrontmatter
  /** Headings of every level, in order. */
  headings: readonly Heading[]
  /** Links and images as they are written. */
  links: readonly Link[]
  /** First paragraph as plain text. */
  excerpt: string
  /** ISO date of the last commit, where the site shows it. */
  lastUpdated?: string
  /** What `page` hooks gave, by the names of plugins. */
  data?: PluginData
}

/** The whole site as hooks are given it: published pages, sorted by address. */
export interface PluginSite {
  title: string
  description: string
  /** Origin of the site, where the configuration has one. */
  url?: string
  /** Path that the site is served under, `/` or `/docs/`. */
  base: string
  locales: readonly { path: string; lang: string; title: string; description: string }[]
  pages: readonly PluginPage[]
  /** Text and code of a page, by section. */
  textOf(page: PluginPage): PageText
  /** Content of a page as HTML, addresses with base. */
  htmlOf(page: PluginPage): string
}

/** A tag in the head of a page: of a `meta`, `link` or `script`, as `head` of the configuration has them. */
export interface PluginHeadTag {
  tag: 'meta' | 'link' | 'script'
  /** `true` is an attribute without a value; paths of the site are without base. */
  attributes: Readonly<Record<string, string | boolean>>
}

/** A problem of the site that a rule found. */
export interface SiteProblem {
  /** What is wrong, in a sentence. */
  message: string
  /** What to do about it. */
  hint?: string
  /** Where: a file relative to the site's folder, such as that of a page; the site as a whole by default. */
  file?: string
  /** From 1, as the column; the first by default. */
  line?: number
  column?: number
}

/** A rule of `docsgen check`; `check.rules` sets its severity. */
export interface PluginRule<Options> {
  /** What it reports, one sentence. */
  description: string
  /** `warning` by default. With `error` builds run it, too. */
  severity?: Finding['severity'] | 'off'
  run(
    site: PluginSite,
    context: PluginContext<Options>,
  ): readonly SiteProblem[] | Promise<readonly SiteProblem[]>
}

/** A file of the output that a plugin makes. */
export interface PluginFile {
  /** Path in the output: `feed.xml`, `fr/feed.xml`. */
  path: string
  content: string | Uint8Array
}
