import type { ElementContent, Root, RootContent } from 'hast'
import type { Html, Nodes, Root as MarkdownRoot } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import rehypeRaw from 'rehype-raw'
import type { VFile } from 'vfile'
import { VOID } from '../elements.ts'
import { INLINE_PARENTS, replaceNodes } from '../nodes.ts'
import { contextOf } from '../page-context.ts'
import { markTags } from './raw-addresses.ts'
import { cleanHtml, reportUnmetTags } from './sanitize.ts'
import { checkElements, isLoneTag } from '../remark/elements.ts'
import { element, scanTags } from '../../lib/html.ts'

/** A tag of raw HTML: slash, name, attributes, slash. */
const TAG = /<(\/?)([a-z][^\s<>/]*)(?![^\s<>/])((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/gi

/** True for a tag such as `<Badge />`, given as it is written: a slash that ends a value without quotes is part of it. */
function isWholeElement(tag: string): boolean {
  return tag.endsWith('/>') && scanTags(tag)[0]?.isWhole === true
}

/** Blocks from `start` up to `end`. */
interface Run {
  start: number
  end: number
}

/**
 * Runs of blocks, each from a block with raw HTML to the one in which all its elements are closed, or to the last with raw
 * HTML. Only these reach the HTML parser: whatever an author leaves open or nests wrongly changes no other block.
 */
function findHtmlRuns(blocks: readonly RootContent[]): Run[] {
  const runs: Run[] = []
  const open: string[] = []
  let start = -1
  let last = -1
  blocks.forEach((block, index) => {
    const html = rawText(block)
    if (html === '') return
    if (start === -1) start = index
    last = index
    trackTags(html, open)
    if (open.length > 0) return
    runs.push({ start, end: index + 1 })
    start = -1
  })
  if (start !== -1) runs.push({ start, end: last + 1 })
  return runs
}

function rawText(node: RootContent): string {
  if (node.type === 'raw') return node.value
  return 'children' in node ? node.children.map(rawText).join('') : ''
}

function trackTags(html: string, open: string[]): void {
  for (const [whole, slash, tag] of html.matchAll(TAG)) {
    if (tag === undefined || VOID.test(tag) || (slash === '' && isWholeElement(whole))) continue
    if (slash === '') open.push(tag.toLowerCase())
    else open.splice(Math.max(open.lastIndexOf(tag.toLowerCase()), 0))
  }
}

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
