/** A plugin is a record of what it adds to each stage, documented here for whoever writes one. `plugins/` runs its hooks. */
import type * as z from 'zod'
import type { Finding } from './finding.ts'
import type { Json, PageFrontmatter, PluginData } from './frontmatter.ts'
import type { CodeBlock, Heading, Link, PageRecord, PageText as PageTexts, Section } from './page.ts'

/** `options`: those of the configuration, as the schema of the plugin gives them. */
export interface PluginContext<Options> {
  options: Options
}

/** A page that a plugin makes. */
export interface GeneratedPage {
  /** Place of its file in the folder of the content: `api/mount.md`, `fr/api/mount.md`. */
  path: string
  /** With frontmatter first where there is any. */
  markdown: string
}

export interface PagesContext<Options> extends PluginContext<Options> {
  root: string
  contentDir: string
  /** The languages of the site, the source language first. */
  locales: readonly { path: string; lang: string }[]
  /** Names a file that the pages are made from, relative to the root: `dev` makes them again when it changes. */
  watch(file: string): void
  /** Reports why pages can't be made: an error, `plugin-name/pages`. */
  report(problem: SiteProblem): void
}

/** A page for hooks that read the whole site; read-only. */
export interface PluginPage {
  /** Encoded address without base: `/guide/start.html`. */
  path: string
  /** Absolute address; absent where the configuration has no `url`. */
  url?: string
  /** Source file, relative to the site's folder. */
  file: string
  locale: string
  lang: string
  title: string
  description: string
  frontmatter: PageFrontmatter
  headings: readonly Heading[]
  links: readonly Link[]
  excerpt: string
  /** ISO date of the last commit, where the site shows it. */
  lastUpdated?: string
  /** What `page` hooks gave, by the names of plugins. */
  data?: PluginData
}

/** The whole site for hooks: published pages, sorted by address. */
export interface PluginSite {
  title: string
  description: string
  url?: string
  /** Path that the site is served under, `/` or `/docs/`. */
  base: string
  locales: readonly { path: string; lang: string; title: string; description: string }[]
  pages: readonly PluginPage[]
  /** Text and code of a page, by section. */
  textOf(page: PluginPage): PageTexts
  /** Content of a page as HTML, addresses with base. */
  htmlOf(page: PluginPage): string
}

/** A tag in the head of a page. */
export interface PluginHeadTag {
  tag: 'meta' | 'link' | 'script'
  /** `true` is an attribute without a value; paths of the site are without base. */
  attributes: Readonly<Record<string, string | boolean>>
}

export interface SiteProblem {
  message: string
  hint?: string
  /** Where: a file relative to the site's folder, such as that of a page; the site as a whole by default. */
  file?: string
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

export interface PluginFile {
  /** Path in the output: `feed.xml`, `fr/feed.xml`. */
  path: string
  content: string | Uint8Array
}

/** A plugin of remark or rehype: called with its settings, it returns a synchronous function that changes the tree or returns another one. */
export type TreePlugin = (this: never, ...settings: never[]) => unknown

/** A plugin, or a plugin with its settings: `[remarkPlugin, { … }]`. */
export type TreePluginEntry = TreePlugin | readonly [plugin: TreePlugin, ...settings: readonly unknown[]]

/** An HTML tree (hast). */
export interface HtmlTree {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: HtmlTree[]
}

/** A problem that a plugin found in a page; it is reported under `plugin-name/rule`. */
export interface PluginProblem {
  message: string
  hint?: string
  /** Last part of the id of the finding; `content` by default. */
  rule?: string
  /** `error` by default. */
  severity?: Finding['severity']
  /** Line of the code, from 1; the opening line of the fence by default. */
  line?: number
  /** Column of that line, from 1. */
  column?: number
}

export interface FenceContext<Options> extends PluginContext<Options> {
  /** Source file of the page, relative to the site's folder. */
  file: string
  /** Language of the page, such as `pt-BR`. */
  lang: string
  /** A name that nothing else on the page has: for the ids in a drawing, `${id}-arrow`. */
  id: string
}

/** Replaces a fence. With problems alone the code is shown as it is; `undefined` leaves the fence to docsgen. */
export type FenceResult =
  string | HtmlTree | { html?: string | HtmlTree; problems: PluginProblem[] } | undefined

/** Draws a fence. `info` is what stands after the language in its opening line. Must not be asynchronous. */
export type FenceHook<Options> = (code: string, info: string, context: FenceContext<Options>) => FenceResult

/** One tree or several, or HTML as text, which holds no children. */
export type ComponentResult = string | HtmlTree | readonly HtmlTree[]

/** A component that Markdown may use, see `MarkdownHooks.components`. */
export interface PluginComponent<Options> {
  /** `:name[…]` in a line, `::name[…]` as a block, `::: name` around blocks; as an element it is `<Name>`. */
  kinds: readonly ('inline' | 'block' | 'container')[]
  /** Its attributes, a `z.strictObject({ … })` of zod: wrong ones are reported at their place. Without it there are none. */
  props?: z.ZodObject
  /** The attribute that the text in square brackets stands for, where that is not the content. */
  label?: string
  /** Attributes that readers see, for search and the comparison of translations. */
  texts?: readonly string[]
  /** Makes its elements around the children. Must not be asynchronous. */
  render: (
    props: Readonly<Record<string, unknown>>,
    children: readonly HtmlTree[],
    context: FenceContext<Options>,
  ) => ComponentResult
}

/** What a plugin adds to Markdown. */
export interface MarkdownHooks<Options = unknown> {
  /** Plugins of remark: they change the Markdown tree (mdast) of a page before docsgen does. */
  remark?: readonly TreePluginEntry[]
  /** Plugins of rehype: they change the HTML tree (hast) of a page; docsgen gives headings and code their form after. */
  rehype?: readonly TreePluginEntry[]
  /** Draws fences by their language: `{ chart: code => '<svg …>' }`. */
  fences?: Readonly<Record<string, FenceHook<Options>>>
  /** Components by name, of small letters and hyphens: `{ chart: { kinds: ['block'], render: … } }` is `::chart[…]`. */
  components?: Readonly<Record<string, PluginComponent<Options>>>
}

/** Text of a page for the `page` hook; read-only. Sections are the text and code from one heading to the next. */
export interface PageText {
  sections: readonly Section[]
  headings: readonly Heading[]
  codeBlocks: readonly CodeBlock[]
  links: readonly Link[]
  excerpt: string
}

/** What a plugin adds to a site, by stage. All of it is optional but the name. */
export interface PluginDefinition<Options = unknown> {
  /** Small letters, digits and hyphens: part of the ids of its rules and of the keys of its data. */
  name: string
  /** A schema of zod for the options that the configuration may give: `['./plugin.ts', { … }]`. Without it there are none. */
  options?: z.ZodType<Options>
  /** Additions to Markdown, or a function of the options that returns them. */
  markdown?: MarkdownHooks<Options> | ((options: Options) => MarkdownHooks<Options>)
  /**
   * Further keys of the frontmatter: a `z.object({ … })` that the values are checked against. They reach templates as
   * `page.frontmatter`; type them there by `declare global { namespace Docsgen { interface Frontmatter { … } } }`.
   */
  frontmatter?: z.ZodObject
  /**
   * Makes pages from data of any kind; they are read, checked and translated like files. The same input must give the same
   * pages in the same order.
   */
  pages?: (context: PagesContext<Options>) => readonly GeneratedPage[] | Promise<readonly GeneratedPage[]>
  /**
   * Looks at each page and returns data, which templates receive as `page.data['plugin-name']`; `undefined` for none.
   * Must not be asynchronous.
   */
  page?: (record: PageRecord, text: PageText, context: PluginContext<Options>) => Json | undefined
  /**
   * Adds tags to the head of each page. Of metas with one name the page's own is kept; a script runs in the document that
   * is opened, not again when the page is changed. Must not be asynchronous.
   */
  head?: (page: PluginPage, context: PluginContext<Options>) => readonly PluginHeadTag[]
  /**
   * Texts for readers by language: `{ en: { minutes: '{n} min' }, fr: { … } }`. Templates receive those of the reader's language
   * as `locale.texts['plugin-name']`; what a language lacks is that of the first one.
   */
  strings?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Style sheets, relative to the module of the plugin: they stand behind docsgen's own and before those of the site. */
  styles?: readonly string[]
  /** Folder of templates, relative to the module of the plugin: they take the place of docsgen's, and the site's of them. */
  templates?: string
  /** Rules of `docsgen check` by the last part of their ids: `{ 'no-todo': { … } }` is `plugin-name/no-todo`. */
  checks?: Readonly<Record<string, PluginRule<Options>>>
  /** Makes further files of the output, such as feeds, when all pages are known. */
  files?: (
    site: PluginSite,
    context: PluginContext<Options>,
  ) => readonly PluginFile[] | Promise<readonly PluginFile[]>
}

/** When the script of an island starts: at once, or, after the first interaction, in view or when the browser is idle. */
export const ISLAND_TIMES = ['load', 'visible', 'idle'] as const
export type IslandTime = (typeof ISLAND_TIMES)[number]

/** What a component of `templates/markdown/` is rendered with in addition to its attributes. */
export interface SiteComponentContext {
  lang: string
  /** A name that nothing else on the page has. */
  id: string
  /** Element around the children of an island, which its script leaves as they are; undefined where it has none. */
  children: 'div' | 'span' | undefined
}

/** A component of `templates/markdown/`, as it is bundled for rendering. */
export interface SiteComponent {
  props?: z.ZodObject
  client?: IslandTime
  /** Renders it as HTML that has `CHILDREN` where its children are. */
  render(props: Readonly<Record<string, unknown>>, context: SiteComponentContext): string
}

/** What `templates/markdown/` is called among the plugins, whose way its components take to the threads. */
export const OWN_COMPONENTS = 'own components'

/** Stands in the HTML of a component for its children. React lets no text of an author become one. */
export const CHILDREN = '<docsgen-children></docsgen-children>'

/** What an island is called among the parts of its pages, see `PageSummary.parts`. */
export function islandPart(name: string): string {
  return `island ${name}`
}

export interface IslandData {
  name: string
  id: string
  props: Record<string, unknown>
}

/**
 * What a component in `templates/markdown/` is given: its attributes as its schema gives them, the language of the page and
 * what stands in it. `MarkdownComponentProps<typeof props>`.
 */
export type MarkdownComponentProps<Schema extends z.ZodType = z.ZodObject<Record<never, never>>> =
  z.output<Schema> & {
    lang: string
    /** What stands in it, rendered; undefined where there is nothing. A component shows it once at most. */
    children?: import('react').ReactNode
  }
