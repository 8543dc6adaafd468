import type { Html, Literal, Node, Parent, PhrasingContent, Root, RootContent } from 'mdast'
import type { ComponentKind } from './components/component.ts'
import type { TextRun } from '../schema/view.ts'
import type { Attribute } from './attributes.ts'

/** A block container, an alert or a code group. */
export interface ContainerNode extends Parent {
  type: 'container'
  /** As written: `tip`, or a name that the site configured. */
  name: string
  /** Rest of the opening line as text; empty when there is none. */
  title: string
  /** The title in runs, where it is more than text. */
  titleRuns?: TextRun[]
  /** What stands behind the name as written, and its index in the line. */
  afterName: { text: string; at: number }
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
  /** Its name in the registry. */
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

/** An emoji written as a short code. */
export interface EmojiNode extends Literal {
  type: 'emoji'
  /** The character. */
  value: string
}

/** What Markdown takes for a tag and no reader would: the type in `Array<string>`, see `plugins/tag-text.ts`. */
export interface TagTextNode extends Literal {
  type: 'tagText'
  /** As written. */
  value: string
}

/** The place of `[[toc]]`. */
export interface TocNode extends Node {
  type: 'toc'
}

/** A piece of the body that was parsed by itself; `offset` is the line of the body before its first. */
export interface PieceNode extends Node {
  type: 'piece'
  offset: number
  /** The blocks, where a search for definitions has nothing to find: it would visit every node of the page. */
  blocks?: RootContent[]
  children?: RootContent[]
}

declare module 'mdast' {
  interface RootContentMap {
    component: ComponentNode
    container: ContainerNode
    emoji: EmojiNode
    tagText: TagTextNode
    toc: TocNode
    piece: PieceNode
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
export type { PhrasingContent }

/** Text of a node that a plugin made: it says which element it becomes, and its value is what it says. */
export function textOfOther({ data, value }: Partial<Literal>): string | undefined {
  return (data as { hName?: string } | undefined)?.hName === undefined ? undefined : value
}

/** What stands in the square brackets of a component, as plain text. */
export function labelOf(node: ComponentNode): string | undefined {
  if (node.kind !== 'inline' || node.children.length === 0) return node.label
  return node.children.map(plainText).join('')
}

/** What a node says. */
export function plainText(node: Node): string {
  const children = childrenOf(node)
  return children.length > 0
    ? children.map(plainText).join('')
    : String((node as Partial<Literal>).value ?? '')
}

/** Children of a node, none for a leaf. */
export function childrenOf(node: Node): readonly MarkdownNode[] {
  return 'children' in node && Array.isArray(node.children) ? (node.children as MarkdownNode[]) : []
}
