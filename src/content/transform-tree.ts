import type { Heading as HeadingNode, Root } from 'mdast'
import type { ParseOptions } from '../schema/page.ts'
import type { FoldedText } from './short-ways/fold-fences.ts'
import { childrenOf, type MarkdownNode } from './nodes.ts'
import { alertOf } from './plugins/alerts.ts'
import { splitAutolinks } from './plugins/autolinks.ts'
import type { Components } from './components/registry.ts'
import { type ElementTable, takeElements } from './plugins/component-elements.ts'
import { componentOf } from './plugins/component-nodes.ts'
import { type EmojiTable, splitEmoji } from './plugins/emoji.ts'
import { takeLanguages } from './plugins/inline-code.ts'
import { takeLinkAttributes } from './plugins/link-attributes.ts'
import { INLINE_PARENTS, keepTagText } from './plugins/tag-text.ts'
import { type RawHeading, readHeading } from './read-heading.ts'
import { splitToc } from './plugins/toc.ts'

export interface TransformContext {
  options: ParseOptions
  emoji: EmojiTable
  /** Elements of the site's own. */
  elements: ReadonlySet<string>
  components: Components
  meaningOf: ElementTable
  /** What the tree was parsed from. */
  folded: FoldedText
  /** Filled with what was read from each heading. */
  headings: Map<HeadingNode, RawHeading>
}

/**
 * The Markdown additions that look at one node at a time, in one walk: emoji, bare addresses, alerts, `[[toc]]`,
 * explicit heading ids, comments. Changes the tree in place.
 */
export function transformTree(tree: Root, context: TransformContext): void {
  walk(tree, context, false)
  if (context.folded.fences.length > 0) unfold(tree, createUnfolding(context.folded))
}

interface Unfolding {
  code: Map<number, string>
  /** Line in the whole text of a line in the folded one. */
  lineOf(line: number): number
}

function createUnfolding({ fences }: FoldedText): Unfolding {
  const code = new Map(fences.map(fence => [fence.line, fence.code]))
  const lineOf = (line: number) => {
    let removed = 0
    for (const fence of fences) if (fence.line < line) removed += fence.removed
    return line + removed
  }
  return { code, lineOf }
}

/** Puts code back and counts lines as the author does. Nodes share points, so each is replaced, never changed. */
function unfold(node: MarkdownNode, unfolding: Unfolding): void {
  const { position } = node
  if (position) {
    const { start, end } = position
    if (node.type === 'code') node.value = unfolding.code.get(start.line) ?? node.value
    node.position = {
      start: { ...start, line: unfolding.lineOf(start.line) },
      end: { ...end, line: unfolding.lineOf(end.line) },
    }
  }
  for (const child of childrenOf(node)) unfold(child, unfolding)
}

function walk(parent: MarkdownNode, context: TransformContext, inLink: boolean): void {
  if (!('children' in parent)) return
  const children = withComponents(parent, context)
  takeLanguages(children)
  if (context.options.slugs === 'vitepress') takeLinkAttributes(children)
  let changed: MarkdownNode[] | undefined
  children.forEach((node, index) => {
    const replaced = replace(node, context, inLink)
    if (replaced) changed ??= children.slice(0, index)
    changed?.push(...(replaced ?? [node]))
    const next = replaced ?? [node]
    for (const child of next)
      if ('children' in child)
        walk(child, context, inLink || child.type === 'link' || child.type === 'linkReference')
  })
  if (changed) Object.assign(parent, { children: changed })
}

/** The children of a node, components of those that are tags of them. */
function withComponents(
  parent: MarkdownNode,
  { options, meaningOf }: TransformContext,
): readonly MarkdownNode[] {
  const children = childrenOf(parent)
  if (options.html === 'escape') return children
  const taken = takeElements(children, meaningOf, INLINE_PARENTS.has(parent.type))
  if (!taken) return children
  Object.assign(parent, { children: taken })
  return taken
}

/** What stands in place of a node; undefined to keep it. */
function replace(node: MarkdownNode, context: TransformContext, inLink: boolean): MarkdownNode[] | undefined {
  if (node.type === 'text') return replaceText(node, context, inLink)
  if (context.options.html !== 'escape') keepTagText(node, context.elements)
  if (node.type === 'html') return isComment(node.value) ? [] : undefined
  if (node.type === 'paragraph') return splitToc(node)
  if (node.type === 'heading') {
    takeLanguages(node.children)
    context.headings.set(node, readHeading(node, { ...context, text: context.folded.text }))
  }
  if (node.type === 'container') {
    const component = componentOf(node, context.components)
    return component && [component]
  }
  if (node.type !== 'blockquote') return undefined
  const alert = alertOf(node)
  return alert && [alert]
}

function replaceText(
  node: Extract<MarkdownNode, { type: 'text' }>,
  context: TransformContext,
  inLink: boolean,
): MarkdownNode[] | undefined {
  const linked = inLink ? undefined : splitAutolinks(node)
  if (!context.options.emoji) return linked
  if (!linked) return splitEmoji(node, context.emoji)
  return linked.flatMap(part => (part.type === 'text' ? (splitEmoji(part, context.emoji) ?? [part]) : [part]))
}

/** Comments say nothing to readers; a page whose only HTML is comments needs no HTML parser. */
function isComment(html: string): boolean {
  return /^\s*(?:<!--(?:(?!-->)[^])*-->\s*)+$/.test(html)
}
