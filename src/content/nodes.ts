import type { Html, Literal, Node, Parent, Root, RootContent } from 'mdast'
import type { ComponentKind } from './components/component.ts'
import type { TextRun } from '../schema/view.ts'

/** An attribute as written; a bare name is `true`. */
export interface Attribute {
  name: string
  value: string | true
  /** Index of its first character in the text that it was read from. */
  at: number
}

/** A block container, an alert or a code group. */
export interface ContainerNode extends Parent {
  type: 'container'
  name: string
  title: string
  /** The title in runs, where it is more than text. */
  titleRuns?: TextRun[]
  /** GitHub alerts have titles of their own. */
  alert: boolean
  /** Number of colons; none for alerts. */
  size: number
  /** It ends with colons of its own, not with what it stands in. */
  closed: boolean
  children: RootContent[]
}

/** A component: a directive, or an element of its name. */
export interface ComponentNode extends Parent {
  type: 'component'
  name: string
  kind: ComponentKind
  /** For messages: `:badge`, `<Badge>`. */
  written: string
  attributes: Attribute[]
  /** Where the text begins that these were read from, of a directive: lines after the first, and column. */
  attributesAt?: { line: number; column: number }
  /** Text in square brackets of a block or a container; of one in a line it is the children. */
  label?: string
  /** Where it is written as HTML: the node, and the index of the tag in it. */
  html?: { node: Html; index: number }
  /** Of a container: number of colons, and whether it ends with colons of its own. */
  size: number
  closed: boolean
  children: RootContent[]
}

export interface EmojiNode extends Literal {
  type: 'emoji'
  value: string
}

/** What Markdown takes for a tag and no reader would: the type in `Array<string>`. */
export interface TagTextNode extends Literal {
  type: 'tagText'
  value: string
}

export interface TocNode extends Node {
  type: 'toc'
}

declare module 'mdast' {
  interface RootContentMap {
    component: ComponentNode
    container: ContainerNode
    emoji: EmojiNode
    tagText: TagTextNode
    toc: TocNode
  }
  interface PhrasingContentMap {
    component: ComponentNode
    emoji: EmojiNode
    tagText: TagTextNode
  }
  interface BlockContentMap {
    component: ComponentNode
    container: ContainerNode
    toc: TocNode
  }
}

export type MarkdownNode = Root | RootContent

/** Nodes that hold a line of text. */
export const INLINE_PARENTS = new Set([
  'paragraph',
  'heading',
  'tableCell',
  'link',
  'linkReference',
  'emphasis',
  'strong',
  'delete',
])

export function childrenOf(node: Node): readonly MarkdownNode[] {
  return 'children' in node && Array.isArray(node.children) ? (node.children as MarkdownNode[]) : []
}

/** Visits a node and all within it, in document order; `false` keeps it out of what is within a node. */
export function eachNode(node: MarkdownNode, visit: (node: MarkdownNode) => void | false): void {
  if (visit(node) === false) return
  for (const child of childrenOf(node)) eachNode(child, visit)
}

/** Visits the children of every node that has some, parents first. */
export function eachParent(
  node: MarkdownNode,
  visit: (children: readonly MarkdownNode[], parent: MarkdownNode) => void,
): void {
  const children = childrenOf(node)
  if (children.length > 0) visit(children, node)
  for (const child of childrenOf(node)) eachParent(child, visit)
}

/** Puts other nodes in place of the nodes that `replace` gives some for, and goes on in these. */
export function replaceNodes(
  parent: MarkdownNode,
  replace: (node: MarkdownNode) => MarkdownNode[] | undefined,
  isClosed: (node: MarkdownNode) => boolean = () => false,
): void {
  const children = childrenOf(parent)
  let changed: MarkdownNode[] | undefined
  children.forEach((node, index) => {
    const made = replace(node)
    if (made) changed ??= children.slice(0, index)
    changed?.push(...(made ?? [node]))
    for (const next of made ?? [node])
      if ('children' in next && !isClosed(next)) replaceNodes(next, replace, isClosed)
  })
  if (changed) Object.assign(parent, { children: changed })
}
