import type { ElementContent, Root, RootContent } from 'hast'
import type { Html, Nodes, Root as MarkdownRoot } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import rehypeRaw from 'rehype-raw'
import type { VFile } from 'vfile'
import { element } from '../../lib/hast.ts'
import { contextOf } from '../page-context.ts'
import { cleanHtml, reportUnmetTags } from './clean-html.ts'
import { findHtmlRuns } from './html-runs.ts'
import { isWholeElement, TAG } from './html-tags.ts'
import { VOID } from '../elements.ts'
import { markTags } from './raw-links.ts'
import { INLINE_PARENTS, replaceNodes } from '../nodes.ts'
import { checkElements, isLoneTag } from './unknown-elements.ts'

/** Takes comments out: they say nothing to readers, and a page with no other HTML needs no HTML parser. */
export function remarkComments() {
  return (tree: MarkdownRoot): void =>
    replaceNodes(tree, node => (node.type === 'html' && COMMENTS.test(node.value) ? [] : undefined))
}

const COMMENTS = /^\s*(?:<!--(?:(?!-->)[^])*-->\s*)+$/

/** Raw HTML as the site wants it: as it is, or as visible text. */
export function htmlHandler(state: State, node: Html, parent: Nodes | undefined): ElementContent {
  const context = contextOf(state.options.file ?? undefined)
  if (context.options.html === 'escape' || isLoneTag(node, context)) {
    const text = { type: 'text' as const, value: node.value }
    return parent && INLINE_PARENTS.has(parent.type) ? text : element('p', {}, [text])
  }
  return { type: 'raw', value: closeElements(markTags(checkElements(node, context), node, context)) }
}

/** `<Badge />` is a whole element to its author; HTML would take it for an opening tag. */
function closeElements(html: string): string {
  if (!html.includes('/>')) return html
  return html.replace(TAG, (tag: string, ...[slash, name, attributes]: string[]) => {
    const isWhole = slash === '' && !VOID.test(name ?? '') && isWholeElement(tag)
    return isWhole ? `<${name}${attributes}></${name}>` : tag
  })
}

/** Parses the raw HTML of a page, a run of blocks at a time, cleans it, and makes it one tree with the other blocks. */
export function parseRawHtml(tree: Root, file: VFile): Root {
  const context = contextOf(file)
  const runs = findHtmlRuns(tree.children)
  if (runs.length === 0) return tree
  const children: RootContent[] = []
  let at = 0
  for (const { start, end } of runs) {
    const run: Root = { type: 'root', children: tree.children.slice(start, end) }
    const parsed = rehypeRaw()(run, file) as Root
    cleanHtml(parsed, context)
    children.push(...tree.children.slice(at, start), ...parsed.children)
    at = end
  }
  children.push(...tree.children.slice(at))
  reportUnmetTags(context)
  return { type: 'root', children }
}
