/**
 * What a plugin is: a record of what it adds to each stage. Everything here is documented for who writes one; hooks are
 * run by `plugins/`.
 */
import type * as z from 'zod'
import type { Finding } from './finding.ts'
import type { Json } from './json.ts'
import type {
  GeneratedPage,
  PagesContext,
  PluginContext,
  PluginFile,
  PluginHeadTag,
  PluginPage,
  PluginRule,
  PluginSite,
} from './plugin-site.ts'
import type { CodeBlock, Heading, Link, PageRecord, Section } from './page.ts'

/**
 * A plugin of remark or rehype as it is published, or one of your own: it is called with its settings and returns a
 * function that changes the tree in place or returns another one. It must not be asynchronous.
 */
export type TreePlugin = (this: never, ...settings: never[]) => unknown

/** A plugin, or a plugin with its settings: `[remarkPlugin, { … }]`. */
export type TreePluginEntry = TreePlugin | readonly [plugin: TreePlugin, ...settings: readonly unknown[]]

/** An HTML tree (hast): what `html` of a fence is where it is no text. */
export interface HtmlTree {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: HtmlTree[]
}

/** A problem that a plugin found in a page; it is reported under `plugin-name/rule`. */
export interface PluginProblem {
  /** What is wrong, in a sentence. */
  message: string
  /** What to do about it. */
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

/** What is known of a fence besides its code. */
export interface FenceContext<Options> extends PluginContext<Options> {
  /** Source file of the page, relative to the site's folder. */
  file: string
  /** Language of the page, such as `pt-BR`. */
  lang: string
  /** A name that nothing else on the page has: for the ids in a drawing, `${id}-arrow`. */
  id: string
}

/**
 * What stands in place of a fence: HTML, an HTML tree, or both HTML and problems. With problems alone the code is shown as
 * it is; `undefined` leaves the fence to docsgen.
 */
export type FenceResult =
  string | HtmlTree | { html?: string | HtmlTree; problems: PluginProblem[] } | undefined

/** Draws a fence. `info` is what stands after the language in its opening line. Must not be asynchronous. */
export type FenceHook<Options> = (code: string, info: string, context: FenceContext<Options>) => FenceResult

/** What a component of a plugin becomes: a tree, several ones, or HTML as text, which holds no children. */
export type ComponentResult = string | HtmlTree | readonly HtmlTree[]

/** A component that Markdown may use, see `MarkdownHooks.components`. */
export interface PluginComponent<Options> {
  /** In a line (`:name[…]`), as a block (`::name[…]`), around blocks (`::: name`); as an element it is `<Name>`. */
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

/** What a page says, as the `page` hook is given it. It cannot be changed. */
export interface PageText {
  /** Text and code from one heading to the next. */
  sections: readonly Section[]
  /** Headings of every level, in order. */
  headings: readonly Heading[]
  /** Fences and indented code. */
  codeBlocks: readonly CodeBlock[]
  /** Links and images as they are written. */
  links: readonly Link[]
  /** First paragraph as plain text. */
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
