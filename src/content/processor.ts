import type { Root as HtmlRoot } from 'hast'
import type { Root } from 'mdast'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import type { Handler, Options as RemarkRehypeOptions } from 'mdast-util-to-hast'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { type PluggableList, type Processor, unified } from 'unified'
import type { Plugin } from '../plugins/run.ts'
import { CODE_GROUP, CONTAINER_KINDS } from '../schema/containers.ts'
import type { ParseOptions } from '../schema/page.ts'
import { codeHandler, inlineCodeHandler, remarkInlineCode } from './code/block.ts'
import { parseRawHtml } from './rehype/raw-html.ts'

import { BUILT_IN, type Components, createRegistry, namesOf } from './components/built-in.ts'
import { pluginComponents, treePlugins } from './plugins.ts'
import { rehypeFinish, rehypeHeadingText } from './rehype/headings.ts'
import { remarkAlerts } from './remark/alerts.ts'
import { remarkBareAddresses } from './remark/bare-addresses.ts'
import { createElementTable, type ElementTable } from './elements.ts'
import {
  htmlHandler,
  remarkComments,
  remarkComponentElements,
  remarkTagText,
  tagTextHandler,
} from './remark/raw-html.ts'
import { componentHandler, textHandler } from './remark/components.ts'
import { containerHandler, paragraphHandler } from './remark/containers.ts'
import { emojiHandler, remarkEmoji } from './remark/emoji.ts'
import { headingHandler, remarkHeadings, remarkTitle } from './remark/headings.ts'
import {
  imageHandler,
  imageReferenceHandler,
  linkHandler,
  linkReferenceHandler,
  remarkLinkAttributes,
} from './remark/links.ts'
import { listHandler, listItemHandler, tableHandler } from './remark/tables.ts'
import { remarkToc, tocHandler } from './remark/toc.ts'
import { siteComponents } from './site-components.ts'
import { addSyntax, remarkContainerComponents, remarkSyntax, type SyntaxNames } from './remark/syntax.ts'

/** What the pages of a site share while they are parsed. */
export interface PageProcessor {
  /** Text → Markdown tree → HTML tree → HTML. The state of a page travels in `file.data.page`. */
  processor: Processor<Root, Root, HtmlRoot, HtmlRoot, string>
  components: Components
  /** What the name of an element means, for those that are components. */
  meaningOf: ElementTable
  /** All names that open a container. */
  containerNames: ReadonlySet<string>
  /** Plugins that change pages, in the order of the configuration. */
  plugins: readonly Plugin[]
}

/** Making a processor costs more than a page, so the last ones are kept: by object, and by content for copies. */
const byObject = new WeakMap<ParseOptions, PageProcessor>()
const byContent = new Map<string, PageProcessor>()
const MAX_PROCESSORS = 4

/** Returns the processor for these options; they contain the hashes of `plugins`. Throws `PluginFailure`. */
export function processorFor(options: ParseOptions, plugins: readonly Plugin[] = []): PageProcessor {
  const known = byObject.get(options)
  if (known) return known
  const key = JSON.stringify(options)
  const made = byContent.get(key) ?? createProcessor(options, plugins)
  byObject.set(options, made)
  byContent.set(key, made)
  for (const oldest of byContent.keys()) if (byContent.size > MAX_PROCESSORS) byContent.delete(oldest)
  return made
}

function createProcessor(options: ParseOptions, plugins: readonly Plugin[]): PageProcessor {
  const components = createRegistry([...BUILT_IN, ...pluginComponents(plugins), ...siteComponents(plugins)])
  const meaningOf = createElementTable(components, new Set(options.elements))
  const containerNames = new Set([
    ...CONTAINER_KINDS,
    CODE_GROUP,
    ...namesOf(components, 'container'),
    ...Object.keys(options.containers),
  ])
  const processor = unified()
    .use(remarkParse)
    .use(remarkPlugins({ options, plugins, components, meaningOf, containerNames }))
    .use(remarkRehype, TO_HTML)
    .use(rehypePlugins(options, plugins))
    .use(rehypeStringify, { allowDangerousHtml: true, allowParseErrors: true })
    .freeze()
  return { processor, plugins, components, meaningOf, containerNames }
}

type RemarkSetup = Pick<PageProcessor, 'plugins' | 'components' | 'meaningOf' | 'containerNames'> & {
  options: ParseOptions
}

/** Plugins for the Markdown tree, in order: syntax, plugins of the site, then additions that look at nodes. */
function remarkPlugins({
  options,
  plugins,
  components,
  meaningOf,
  containerNames,
}: RemarkSetup): PluggableList {
  const names: SyntaxNames = {
    containers: containerNames,
    inline: namesOf(components, 'inline'),
    block: namesOf(components, 'block'),
    meaningOf,
    vueNames: options.slugs !== 'github',
  }
  return [
    remarkGitHub,
    ...treePlugins(plugins, 'remark'),
    [remarkSyntax, names],
    ...(options.html === 'escape' ? [] : [remarkTagText, remarkComponentElements]),
    remarkContainerComponents,
    remarkInlineCode,
    ...(options.slugs === 'vitepress' ? [remarkLinkAttributes] : []),
    remarkAlerts,
    remarkToc,
    remarkBareAddresses,
    ...(options.emoji ? [remarkEmoji] : []),
    remarkHeadings,
    remarkTitle,
    remarkComments,
  ]
}

/** Plugins for the HTML tree, in order. Ids that Markdown gives are there already; `rehype-slug` leaves them alone. */
function rehypePlugins({ slugs }: ParseOptions, plugins: readonly Plugin[]): PluggableList {
  return [
    () => parseRawHtml,
    ...treePlugins(plugins, 'rehype'),
    ...(slugs === 'github' ? [rehypeHeadingText, rehypeSlug] : []),
    rehypeFinish,
  ]
}

/**
 * GitHub's additions except for bare addresses, which `remarkBareAddresses` finds: the tokenizer of `remark-gfm` stops at
 * every letter for them, which costs a tenth of a build, and takes Chinese and Japanese punctuation for a part of them.
 */
function remarkGitHub(this: Processor): void {
  addSyntax(
    this,
    [gfmFootnote(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
    [
      gfmFootnoteFromMarkdown(),
      gfmStrikethroughFromMarkdown(),
      gfmTableFromMarkdown(),
      gfmTaskListItemFromMarkdown(),
    ],
  )
}

const TO_HTML: RemarkRehypeOptions = {
  handlers: {
    code: codeHandler as Handler,
    component: componentHandler as Handler,
    container: containerHandler as Handler,
    emoji: emojiHandler as Handler,
    heading: headingHandler as Handler,
    html: htmlHandler as Handler,
    image: imageHandler as Handler,
    imageReference: imageReferenceHandler as Handler,
    inlineCode: inlineCodeHandler as Handler,
    link: linkHandler as Handler,
    linkReference: linkReferenceHandler as Handler,
    list: listHandler as Handler,
    listItem: listItemHandler as Handler,
    paragraph: paragraphHandler as Handler,
    table: tableHandler as Handler,
    tagText: tagTextHandler as Handler,
    text: textHandler as Handler,
    toc: tocHandler as Handler,
  },
  clobberPrefix: 'note-',
  footnoteBackLabel: (index: number) => `↩ ${index + 1}`,
}
