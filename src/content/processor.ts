import type { Root as HtmlRoot, RootContent } from 'hast'
import type { Root } from 'mdast'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { type Processor, unified } from 'unified'
import type { Plugin } from '../plugins/run.ts'
import { CODE_GROUP, CONTAINER_KINDS } from '../schema/containers.ts'
import type { ParseOptions } from '../schema/page.ts'
import { codeHandler, inlineCodeHandler } from './code/fence.ts'
import { BUILT_IN, createRegistry, namesOf } from './components/built-in.ts'
import { createElementTable } from './elements.ts'
import { headingHandler, rehypeFinish, rehypeHeadingText, remarkHeadings, tocHandler } from './headings.ts'
import type { SiteContext } from './page-context.ts'
import { pluginComponents, treePlugins } from './plugins.ts'
import { htmlHandler, rehypeRawHtml, remarkComments } from './raw-html.ts'
import { componentHandler, remarkElements } from './remark/components.ts'
import { containerHandler, remarkBlocks } from './remark/containers.ts'
import {
  ESCAPED_COLONS,
  listHandler,
  listItemHandler,
  remarkBareAddresses,
  remarkEmoji,
  tableHandler,
} from './remark/github.ts'
import { imageHandler, linkHandler, remarkAttributes } from './remark/links.ts'
import { paragraphHandler, textHandler } from './remark/mistakes.ts'
import { definitionHandler } from './remark/notes.ts'
import { addSyntax, remarkSyntax } from './remark/syntax.ts'
import { siteComponents } from './site-components.ts'
import { CJK_EMPHASIS } from './tree.ts'

export interface PageProcessor extends SiteContext {
  processor: Processor<Root, Root, HtmlRoot, HtmlRoot, string>
}

/** Kept: making one costs more than a page. */
let last: { options: ParseOptions; key: string; made: PageProcessor } | undefined

/** The options contain the hashes of `plugins`. Throws `PluginFailure`. */
export function processorFor(options: ParseOptions, plugins: readonly Plugin[] = []): PageProcessor {
  if (last?.options === options) return last.made
  const key = JSON.stringify(options)
  const made = last?.key === key ? last.made : createProcessor(options, plugins)
  last = { options, key, made }
  return made
}

function createProcessor(options: ParseOptions, plugins: readonly Plugin[]): PageProcessor {
  const { slugs, html, emoji } = options
  const components = createRegistry([...BUILT_IN, ...pluginComponents(plugins), ...siteComponents(plugins)])
  const site: SiteContext = {
    components,
    plugins,
    stringify: tree => processor.stringify({ type: 'root', children: [tree as RootContent] }),
    meaningOf: createElementTable(components, new Set(options.elements)),
    containerNames: new Set([
      ...CONTAINER_KINDS,
      CODE_GROUP,
      ...namesOf(components, 'container'),
      ...Object.keys(options.containers),
    ]),
  }
  const processor: PageProcessor['processor'] = unified()
    .use(remarkParse)
    // Syntax, plugins of the site, then additions that look at nodes.
    .use([
      remarkGitHub,
      ...treePlugins(plugins, 'remark'),
      remarkBareAddresses,
      ...(emoji ? [remarkEmoji] : []),
      [remarkSyntax, site, slugs],
      ...(html === 'escape' ? [] : [remarkElements]),
      [remarkAttributes, slugs],
      remarkBlocks,
      remarkHeadings,
      remarkComments,
    ])
    .use(remarkRehype, TO_HTML)
    // `rehype-slug` leaves ids that are there already alone.
    .use([
      rehypeRawHtml,
      ...treePlugins(plugins, 'rehype'),
      ...(slugs === 'github' ? [rehypeHeadingText, rehypeSlug] : []),
      rehypeFinish,
    ])
    .use(rehypeStringify, { allowDangerousHtml: true, allowParseErrors: true })
    .freeze()
  return { ...site, processor }
}

/** GitHub's additions without bare addresses: their tokenizer costs a tenth of a build, and takes in Chinese and Japanese punctuation. */
function remarkGitHub(this: Processor) {
  addSyntax(
    this,
    [CJK_EMPHASIS, gfmFootnote(), gfmStrikethroughCjkFriendly(), gfmTable(), gfmTaskListItem()],
    [
      ESCAPED_COLONS,
      gfmFootnoteFromMarkdown(),
      gfmStrikethroughFromMarkdown(),
      gfmTableFromMarkdown(),
      gfmTaskListItemFromMarkdown(),
    ],
  )
}

const TO_HTML = {
  handlers: {
    code: codeHandler,
    component: componentHandler,
    container: containerHandler,
    definition: definitionHandler,
    footnoteDefinition: definitionHandler,
    heading: headingHandler,
    html: htmlHandler,
    image: imageHandler,
    imageReference: imageHandler,
    inlineCode: inlineCodeHandler,
    link: linkHandler,
    linkReference: linkHandler,
    list: listHandler,
    listItem: listItemHandler,
    paragraph: paragraphHandler,
    table: tableHandler,
    text: textHandler,
    toc: tocHandler,
  },
  clobberPrefix: 'note-',
  footnoteBackLabel: (index: number) => `↩ ${index + 1}`,
}
