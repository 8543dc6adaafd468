/** What a plugin can add to each stage. `plugins/` runs its hooks. */
import type * as z from 'zod'
import type { Finding } from './finding.ts'
import type { Json, PageFrontmatter, PluginData } from './frontmatter.ts'
import type { CodeBlock, Heading, Link, PageRecord, PageText as PageTexts, Section } from './page.ts'

export interface PluginContext<Options> {
  /** Options of the configuration, as parsed by the plugin's schema. */
  options: Options
}

export interface GeneratedPage {
  /** Path of its file in the content folder: `api/mount.md`, `fr/api/mount.md`. */
  path: string
  /** Including frontmatter, if it has any. */
  markdown: string
}

export interface PagesContext<Options> extends PluginContext<Options> {
  root: string
  contentDir: string
  /** The source language first. */
  locales: readonly { path: string; lang: string }[]
  /** Watches a file that the pages are made from, relative to the root: `dev` makes them again when it changes. */
  watch(file: string): void
  /** Reports why pages can't be made, as an error of the rule `plugin-name/pages`. */
  report(problem: SiteProblem): void
}

/** A page for hooks that read the whole site; read-only. */
export interface PluginPage {
  /** Encoded address without base: `/guide/start.html`. */
  path: string
  /** Absolute address; absent if the configuration has no `url`. */
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
  /** ISO date of the last commit, if the site shows it. */
  lastUpdated?: string
  /** Results of `page` hooks by name of the plugin. */
  data?: PluginData
}

export interface PluginSite {
  title: string
  description: string
  url?: string
  /** Path that the site is served under, `/` or `/docs/`. */
  base: string
  locales: readonly { path: string; lang: string; title: string; description: string }[]
  /** Published pages, sorted by address. */
  pages: readonly PluginPage[]
  /** Text and code of a page, by section. */
  textOf(page: PluginPage): PageTexts
  /** Content of a page as HTML, addresses with base. */
  htmlOf(page: PluginPage): string
}

export interface PluginHeadTag {
  tag: 'meta' | 'link' | 'script'
  /** `true` is an attribute without a value; paths of the site have no base. */
  attributes: Readonly<Record<string, string | boolean>>
}

export interface SiteProblem {
  message: string
  hint?: string
  /** Location, relative to the site's folder; the site as a whole by default. */
  file?: string
  line?: number
  column?: number
}

/** A rule of `docsgen check`; `check.rules` sets its severity. */
export interface PluginRule<Options> {
  /** One sentence. */
  description: string
  /** `warning` by default. Builds also run rules of severity `error`. */
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

/** A plugin of remark or rehype: returns a synchronous function that changes the tree or returns another one. */
export type TreePlugin = (this: never, ...settings: never[]) => unknown

export type TreePluginEntry = TreePlugin | readonly [plugin: TreePlugin, ...settings: readonly unknown[]]

export interface HtmlTree {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: HtmlTree[]
}

/** A problem in a page, reported as `plugin-name/rule`. */
export interface PluginProblem {
  message: string
  hint?: string
  /** Last part of the id of the finding; `content` by default. */
  rule?: string
  /** `error` by default. */
  severity?: Finding['severity']
  /** Line of the code, from 1; the opening line of the fence by default. */
  line?: number
  column?: number
}

export interface FenceContext<Options> extends PluginContext<Options> {
  /** Source file of the page, relative to the site's folder. */
  file: string
  /** Language of the page, such as `pt-BR`. */
  lang: string
  /** Unique on the page, for ids in a drawing: `${id}-arrow`. */
  id: string
}

/** Replacement of a fence. With only `problems`, the code is shown as it is; `undefined` leaves the fence to docsgen. */
export type FenceResult =
  string | HtmlTree | { html?: string | HtmlTree; problems: PluginProblem[] } | undefined

/** Draws a fence, synchronously. `info` is the rest of its opening line after the language. */
export type FenceHook<Options> = (code: string, info: string, context: FenceContext<Options>) => FenceResult

/** HTML as text can't hold children. */
export type ComponentResult = string | HtmlTree | readonly HtmlTree[]

export interface PluginComponent<Options> {
  /** `:name[…]` in a line, `::name[…]` as a block, `::: name` around blocks; as an element it is `<Name>`. */
  kinds: readonly ('inline' | 'block' | 'container')[]
  /** Its attributes, a `z.strictObject({ … })` of zod; without it there are none. */
  props?: z.ZodObject
  /** The attribute that the text in square brackets sets, if that isn't the content. */
  label?: string
  /** Attributes with text that readers see, for search and the comparison of translations. */
  texts?: readonly string[]
  /** Returns its elements around the children, synchronously. */
  render: (
    props: Readonly<Record<string, unknown>>,
    children: readonly HtmlTree[],
    context: FenceContext<Options>,
  ) => ComponentResult
}

export interface MarkdownHooks<Options = unknown> {
  /** Plugins of remark: they change the Markdown tree (mdast) before docsgen does. */
  remark?: readonly TreePluginEntry[]
  /** Plugins of rehype: they change the HTML tree (hast) before docsgen finishes headings and code. */
  rehype?: readonly TreePluginEntry[]
  /** Drawn fences by language: `{ chart: code => '<svg …>' }`. */
  fences?: Readonly<Record<string, FenceHook<Options>>>
  /** Components by name, lower case with hyphens: `{ chart: { kinds: ['block'], render: … } }` is `::chart[…]`. */
  components?: Readonly<Record<string, PluginComponent<Options>>>
}

/** Text of a page for the `page` hook. Sections are the text and code from one heading to the next. */
export interface PageText {
  sections: readonly Section[]
  headings: readonly Heading[]
  codeBlocks: readonly CodeBlock[]
  links: readonly Link[]
  excerpt: string
}

export interface PluginDefinition<Options = unknown> {
  /** Lower case letters, digits and hyphens: part of the ids of its rules and of the keys of its data. */
  name: string
  /** A zod schema for options in the configuration, `['./plugin.ts', { … }]`; without it there are none. */
  options?: z.ZodType<Options>
  markdown?: MarkdownHooks<Options> | ((options: Options) => MarkdownHooks<Options>)
  /**
   * Additional frontmatter keys, a `z.object({ … })`. Templates receive them as `page.frontmatter`; type them by
   * `declare global { namespace Docsgen { interface Frontmatter { … } } }`.
   */
  frontmatter?: z.ZodObject
  /** Makes pages, which are treated like files. The same input must give the same pages in the same order. */
  pages?: (context: PagesContext<Options>) => readonly GeneratedPage[] | Promise<readonly GeneratedPage[]>
  /** Returns data of a page, synchronously; templates receive it as `page.data['plugin-name']`. */
  page?: (record: PageRecord, text: PageText, context: PluginContext<Options>) => Json | undefined
  /**
   * Returns tags for the head of a page, synchronously. A meta of the page itself wins over one of the same name; a script runs
   * in the document that is opened, not again when readers go to another page.
   */
  head?: (page: PluginPage, context: PluginContext<Options>) => readonly PluginHeadTag[]
  /**
   * Texts for readers by language: `{ en: { minutes: '{n} min' }, fr: { … } }`. Templates receive them as
   * `locale.texts['plugin-name']`; texts that a language lacks are those of the first language.
   */
  strings?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Style sheets, relative to the module of the plugin; loaded after docsgen's own and before those of the site. */
  styles?: readonly string[]
  /** Folder of templates, relative to the module of the plugin: they override docsgen's, and the site's override them. */
  templates?: string
  /** Rules of `docsgen check`: `{ 'no-todo': { … } }` is `plugin-name/no-todo`. */
  checks?: Readonly<Record<string, PluginRule<Options>>>
  /** Makes additional files of the output, such as feeds, from all pages. */
  files?: (
    site: PluginSite,
    context: PluginContext<Options>,
  ) => readonly PluginFile[] | Promise<readonly PluginFile[]>
}

/** When the script of an island starts: immediately, or after the first interaction when it is in view or the browser is idle. */
export const ISLAND_TIMES = ['load', 'visible', 'idle'] as const
export type IslandTime = (typeof ISLAND_TIMES)[number]

export interface SiteComponentContext {
  lang: string
  id: string
  /** Element around the children of an island, which its script leaves alone; undefined without children. */
  children: 'div' | 'span' | undefined
}

/** A component of `templates/markdown/`, as it is bundled for rendering. */
export interface SiteComponent {
  props?: z.ZodObject
  client?: IslandTime
  /** Renders it as HTML that has `CHILDREN` where its children are. */
  render(props: Readonly<Record<string, unknown>>, context: SiteComponentContext): string
}

/** Name of `templates/markdown/` among the plugins: its components reach the threads like theirs. */
export const OWN_COMPONENTS = 'own components'

/** Stands in the HTML of a component for its children. React lets no text of an author become one. */
export const CHILDREN = '<docsgen-children></docsgen-children>'

/** Name of an island in `PageSummary.parts`. */
export function islandPart(name: string): string {
  return `island ${name}`
}

export interface IslandData {
  name: string
  id: string
  props: Record<string, unknown>
}

/** Props of a component in `templates/markdown/`: `MarkdownComponentProps<typeof props>`. */
export type MarkdownComponentProps<Schema extends z.ZodType = z.ZodObject<Record<never, never>>> =
  z.output<Schema> & {
    lang: string
    /** Its rendered content, if any. A component shows it at most once. */
    children?: import('react').ReactNode
  }
