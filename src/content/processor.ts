import type { Root as HtmlRoot } from 'hast'
import type { Root } from 'mdast'
import type { Handler, Options as RehypeOptions, State } from 'mdast-util-to-hast'
import type { Extension as FromMarkdownExtension } from 'mdast-util-from-markdown'
import type { Extension } from 'micromark-util-types'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { type Processor, unified } from 'unified'
import type { VFile } from 'vfile'
import type { ParseOptions } from '../schema/page.ts'
import { finishTree } from './finish.ts'
import type { ChunkNode } from './nodes.ts'
import { contextOf } from './page-context.ts'
import { codeHandler } from './plugins/code-block.ts'
import { containerSyntax } from './plugins/container-syntax.ts'
import { containerFromMarkdown, containerHandler, containerNames } from './plugins/containers.ts'
import { emojiHandler } from './plugins/emoji.ts'
import { headingHandler } from './plugins/headings.ts'
import { imageHandler, imageReferenceHandler } from './plugins/images.ts'
import { linkHandler, linkReferenceHandler } from './plugins/links.ts'
import { htmlHandler, parseRawHtml } from './plugins/raw-html.ts'
import { tableHandler } from './plugins/tables.ts'
import { tocHandler } from './plugins/toc.ts'
import { paragraphHandler } from './plugins/unknown-container.ts'

/** Text → Markdown tree → HTML tree → HTML. The per-page state travels in `file.data.page`. */
export interface MarkdownProcessor {
  parse(text: string): Root
  run(tree: Root, file: { data: Record<string, unknown> }): HtmlRoot
  stringify(tree: HtmlRoot): string
}

const REHYPE: RehypeOptions = {
  handlers: {
    chunk: chunkHandler as Handler,
    code: codeHandler as Handler,
    container: containerHandler as Handler,
    emoji: emojiHandler as Handler,
    heading: headingHandler as Handler,
    html: htmlHandler as Handler,
    image: imageHandler as Handler,
    imageReference: imageReferenceHandler as Handler,
    link: linkHandler as Handler,
    linkReference: linkReferenceHandler as Handler,
    paragraph: paragraphHandler as Handler,
    table: tableHandler as Handler,
    toc: tocHandler as Handler,
  },
  clobberPrefix: 'note-',
  footnoteBackLabel: (index: number) => `↩ ${index + 1}`,
}

/** Tables, strikethrough, footnotes and task lists all need one of these. Text without them is parsed a third faster. */
const NEEDS_GFM = /[|~]|:-|-:|\[[\^ xX\t\n]/

/** Builds the unified processor for a site's options; to be made once and kept. */
export function createProcessor(options: ParseOptions): MarkdownProcessor {
  const names = containerNames(options)
  const plain = unified().use(remarkParse).use(ownSyntax, names).freeze()
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(ownSyntax, names)
    .use(remarkRehype, REHYPE)
    .use(() => parseRawHtml)
    .use(options.slugs === 'github' ? [rehypeSlug] : [])
    .use(() => (tree: HtmlRoot, file: VFile) => finishTree(tree, contextOf(file)))
    .use(rehypeStringify, { allowDangerousHtml: true, allowParseErrors: true })
    .freeze()
  return {
    parse: text => (NEEDS_GFM.test(text) ? processor : plain).parse(text) as Root,
    run: (tree, file) => processor.runSync(tree, file) as HtmlRoot,
    stringify: tree => processor.stringify(tree),
  }
}

/** Adds containers to the syntax, and takes the tokenizer of bare addresses out of it (see `plugins/autolinks.ts`). */
function ownSyntax(this: Processor, names: ReadonlySet<string>): void {
  const data = this.data()
  const syntax = (data.micromarkExtensions ??= []) as Extension[]
  syntax.forEach(removeAutolinks)
  syntax.push(containerSyntax(names))
  const tree = (data.fromMarkdownExtensions ??= []) as (FromMarkdownExtension | FromMarkdownExtension[])[]
  for (const extension of tree.flat()) delete extension.transforms
  tree.push(containerFromMarkdown)
}

function removeAutolinks(extension: Extension): void {
  for (const [code, constructs] of Object.entries(extension.text ?? {})) {
    const kept = [constructs].flat().filter(construct => !/autolink/i.test(construct?.name ?? ''))
    if (kept.length === 0) Reflect.deleteProperty(extension.text ?? {}, code)
    else Reflect.set(extension.text ?? {}, code, kept)
  }
}

/** The blocks of a chunk, with places counted from its first line. */
function chunkHandler(state: State, node: ChunkNode): ReturnType<Handler> {
  const context = contextOf(state.options.file ?? undefined)
  context.offset = node.offset
  return state.all({ type: 'root', children: node.children ?? node.blocks ?? [] })
}
