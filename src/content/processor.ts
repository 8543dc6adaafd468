import type { Root as HtmlRoot } from 'hast'
import type { Root } from 'mdast'
import type { Handler, Options as RehypeOptions, State } from 'mdast-util-to-hast'
import { fromMarkdown, type Options as MarkdownOptions } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import rehypeStringify from 'rehype-stringify'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { VFile } from 'vfile'
import type { ParseOptions } from '../schema/page.ts'
import { editNearTheEnd } from './edit-events.ts'
import { finishTree } from './finish.ts'
import type { PieceNode } from './nodes.ts'
import { contextOf } from './page-context.ts'
import { codeHandler } from './plugins/code-block.ts'
import { componentFromMarkdown } from './plugins/component-nodes.ts'
import { type ComponentNames, componentSyntax } from './plugins/component-syntax.ts'
import { componentHandler } from './plugins/components.ts'
import { containerSyntax } from './plugins/container-syntax.ts'
import { containerFromMarkdown, containerHandler } from './plugins/containers.ts'
import { emojiHandler } from './plugins/emoji.ts'
import { headingHandler, slugHeadings, trimHeadings } from './plugins/headings.ts'
import { imageHandler, imageReferenceHandler } from './plugins/images.ts'
import { inlineCodeHandler } from './plugins/inline-code.ts'
import { linkHandler, linkReferenceHandler } from './plugins/links.ts'
import { listItemHandler } from './plugins/lists.ts'
import { htmlHandler, parseRawHtml } from './plugins/raw-html.ts'
import { tableHandler } from './plugins/tables.ts'
import { textHandler } from './plugins/near-component.ts'
import { tagTextHandler } from './plugins/tag-text.ts'
import { tocHandler } from './plugins/toc.ts'
import { paragraphHandler } from './plugins/unknown-container.ts'
import type { Ways } from './short-ways/ways.ts'
import type { TreePlugins } from './tree-plugins.ts'

/** Text → Markdown tree → HTML tree → HTML. The per-page state travels in `file.data.page`. */
export interface MarkdownProcessor {
  parse(text: string): Root
  run(tree: Root, file: { data: Record<string, unknown> }): HtmlRoot
  stringify(tree: HtmlRoot): string
}

const REHYPE: RehypeOptions = {
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
    listItem: listItemHandler as Handler,
    paragraph: paragraphHandler as Handler,
    piece: pieceHandler as Handler,
    table: tableHandler as Handler,
    tagText: tagTextHandler as Handler,
    text: textHandler as Handler,
    toc: tocHandler as Handler,
  },
  clobberPrefix: 'note-',
  footnoteBackLabel: (index: number) => `↩ ${index + 1}`,
}

interface ProcessorParts {
  /** Names that mean something in Markdown. */
  names: SyntaxNames
  ways: Pick<Ways, 'needsGfm'>
  remark?: TreePlugins | undefined
  rehype?: TreePlugins | undefined
}

/** Builds the processor for a site's options; to be made once and kept. */
export function createProcessor(
  options: ParseOptions,
  { names, ways: { needsGfm }, remark, rehype }: ProcessorParts,
): MarkdownProcessor {
  editNearTheEnd()
  const added = remark ? [remark.syntax] : []
  const plain = createSyntax(names, added)
  const gfm = createSyntax(names, [GFM, ...added])
  const processor = unified()
    .use(remarkRehype, REHYPE)
    .use(() => parseRawHtml)
    .use(rehype ? [() => (tree: HtmlRoot, file: VFile) => rehype.run(tree, contextOf(file), '')] : [])
    .use(options.slugs === 'github' ? [() => trimHeadings, () => slugHeadings] : [])
    .use(() => (tree: HtmlRoot, file: VFile) => finishTree(tree, contextOf(file)))
    .use(rehypeStringify, { allowDangerousHtml: true, allowParseErrors: true })
    .freeze()
  return {
    parse: text => fromMarkdown(text, needsGfm(text) ? gfm : plain),
    run: (tree, file) => processor.runSync(tree, file) as HtmlRoot,
    stringify: tree => processor.stringify(tree),
  }
}

/** The additions of GitHub but for bare addresses, which `plugins/autolinks.ts` finds. */
const GFM = {
  extensions: [gfmFootnote(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
  mdastExtensions: [
    gfmFootnoteFromMarkdown(),
    gfmStrikethroughFromMarkdown(),
    gfmTableFromMarkdown(),
    gfmTaskListItemFromMarkdown(),
  ],
}

type SyntaxNames = ComponentNames & { containers: ReadonlySet<string> }

/** CommonMark, containers and components, and what else is given. */
function createSyntax(
  names: SyntaxNames,
  more: readonly Pick<MarkdownOptions, 'extensions' | 'mdastExtensions'>[],
): MarkdownOptions {
  return {
    extensions: [
      ...more.flatMap(({ extensions }) => extensions ?? []),
      containerSyntax(names.containers),
      componentSyntax(names),
    ],
    mdastExtensions: [
      ...more.flatMap(({ mdastExtensions }) => mdastExtensions ?? []),
      containerFromMarkdown,
      componentFromMarkdown,
    ],
  }
}

/** The blocks of a piece, with places counted from its first line. */
function pieceHandler(state: State, node: PieceNode): ReturnType<Handler> {
  const context = contextOf(state.options.file ?? undefined)
  context.offset = node.offset
  return state.all({ type: 'root', children: node.children ?? node.blocks ?? [] })
}
