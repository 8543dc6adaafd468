/** The Markdown tree: nodes that docsgen adds, ways through it, and its text. */
import type { Nodes as HtmlNode } from 'hast'
import type { Html, Node, Parent, Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString } from 'mdast-util-to-string'
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import type { TextRun } from '../schema/view.ts'
import type { Components } from './components/built-in.ts'
import type { ComponentKind } from './components/component.ts'
import { words } from './elements.ts'

export interface Attribute {
  name: string
  value: string | true
  /** Index in the text that it was read from. */
  at: number
}

interface NamedNode extends Parent {
  name: string
  attributes: Attribute[]
  size: number
  /** With colons of its own, not with its parent. */
  closed: boolean
  children: RootContent[]
}

export interface ContainerNode extends NamedNode {
  type: 'container'
  title: string
  titleRuns?: TextRun[]
  alert: boolean
}

export interface ComponentNode extends NamedNode {
  type: 'component'
  kind: ComponentKind
  /** For messages: `:badge`, `<Badge>`. */
  written: string
  /** Where the attributes start, if not with the node: lines after the first, and column. */
  attributesAt?: { line: number; column: number }
  /** Text in square brackets; of a component in a line, it is the children. */
  label?: string
  /** HTML node that it is written in, and the index of the tag in it. */
  html?: { node: Html; index: number }
  /** Text that it made, once rendered. */
  said?: string
}

interface TocNode extends Node {
  type: 'toc'
}

declare module 'mdast' {
  interface TextData {
    /** An emoji, or a tag only to Markdown (`Array<string>`): no part of the ids of VuePress and VitePress. */
    isBesideId?: boolean
  }
  interface RootContentMap {
    component: ComponentNode
    container: ContainerNode
    toc: TocNode
  }
  interface PhrasingContentMap {
    component: ComponentNode
  }
}

export type MarkdownNode = Root | RootContent

export const INLINE_PARENTS = words('paragraph heading tableCell link linkReference emphasis strong delete')

export function childrenOf(node: MarkdownNode) {
  return 'children' in node ? (node.children ?? []) : []
}

/** Visits nodes in document order; `false` skips what is within a node. */
export function eachNode(node: MarkdownNode, visit: (node: MarkdownNode) => void | false): void
export function eachNode(node: HtmlNode, visit: (node: HtmlNode) => void | false): void
export function eachNode<Any extends Node>(node: Any, visit: (node: Any) => void | false) {
  if (visit(node) === false) return
  for (const child of (node as { children?: Any[] }).children ?? []) eachNode(child as never, visit as never)
}

export function replaceNodes(
  parent: MarkdownNode,
  replace: (node: MarkdownNode) => MarkdownNode[] | undefined,
  isClosed: (node: MarkdownNode) => boolean = () => false,
) {
  const children = childrenOf(parent)
  let changed: MarkdownNode[] | undefined
  children.forEach((node, index) => {
    const made = replace(node)
    if (made) changed ??= children.slice(0, index)
    changed?.push(...(made ?? [node]))
    for (const next of made ?? [node]) if (!isClosed(next)) replaceNodes(next, replace, isClosed)
  })
  if (changed) Object.assign(parent, { children: changed })
}

/** Text as readers see it, raw HTML aside. `shows`: whether a component counts. */
export function inlineText(
  node: MarkdownNode,
  components: Components,
  shows: (node: ComponentNode) => boolean = () => true,
) {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return node.value
    case 'break':
      return '\n'
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'html':
      return /^<br\b/i.test(node.value) ? '\n' : ''
    case 'component': {
      if (!shows(node)) return ''
      const own = components.get(node.name)?.label === undefined ? within() : ''
      return own || componentTexts(node, components).join(' ')
    }
    default:
      return textOfOther(node) ?? within()
  }

  function within(): string {
    const texts = childrenOf(node).map(child => inlineText(child, components, shows))
    return texts.join('')
  }
}

export function textOfOther({ data, value }: Node & { value?: string }) {
  return data?.hName === undefined ? undefined : value
}

export function componentTexts(node: ComponentNode, components: Components) {
  const { texts = [], label: as = '' } = components.get(node.name) ?? {}
  const label = texts.includes(as) ? labelOf(node) : undefined
  const seen = node.attributes.flatMap(({ name, value }) =>
    texts.includes(name) && value !== true ? [value] : [],
  )
  return label === undefined ? seen : [label, ...seen]
}

export function labelOf(node: ComponentNode) {
  if (node.kind !== 'inline' || node.children.length === 0) return node.label
  return toString(node.children, { includeImageAlt: false })
}

/** In CommonMark, `**注意：**必ず` isn't emphasis: its end is a punctuation mark, and a letter comes after it. */
export const CJK_EMPHASIS = cjkFriendlyExtension()

/** Reads paragraphs. Addresses of links are as written. */
export function readInlineText(markdown: string) {
  const { children } = fromMarkdown(markdown, { extensions: [CJK_EMPHASIS] })
  return children.map(block => runsOf([block])).filter(runs => runs.length > 0)
}

const BLOCKS =
  'blockQuote codeFenced codeIndented definition headingAtx htmlFlow list setextUnderline thematicBreak'

/** Reads a line, in which nothing is a block. */
export function readInlineLine(markdown: string) {
  const extensions = [CJK_EMPHASIS, { disable: { null: BLOCKS.split(' ') } }]
  return readRuns(fromMarkdown(markdown, { extensions }).children)
}

/** Runs of a line, without leading white space. */
export function readRuns(nodes: readonly RootContent[]) {
  const runs = runsOf(nodes).map((run, index) => (index > 0 ? run : { ...run, text: run.text.trimStart() }))
  return runs.filter(({ text }) => text !== '')
}

function runsOf(nodes: readonly RootContent[]) {
  const runs: TextRun[] = []
  for (const node of nodes) visit(node, {})
  return runs

  function visit(node: RootContent, style: Omit<TextRun, 'text'>): void {
    if (node.type === 'inlineCode') push(node.value, { ...style, code: true })
    else if (node.type === 'break') push(' ', style)
    else if ('value' in node) push(node.value.replaceAll('\n', ' '), style)
    else if ('children' in node) {
      const own: typeof style =
        node.type === 'link'
          ? { link: { text: '', href: node.url, external: false } }
          : node.type === 'strong' || node.type === 'emphasis'
            ? { [node.type]: true }
            : {}
      for (const child of node.children) visit(child, { ...style, ...own })
    }
  }

  function push(text: string, style: Omit<TextRun, 'text'>): void {
    const last = runs.at(-1)
    if (last && JSON.stringify({ ...last, text: '' }) === JSON.stringify({ text: '', ...style }))
      last.text += text
    else runs.push({ text, ...style })
  }
}
