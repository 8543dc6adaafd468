import type { Code, Literal, Node, PhrasingContent, RootContent } from 'mdast'
import { CODE_GROUP, CONTAINERS } from '../../schema/containers.ts'
import { withoutEscapes } from '../ansi.ts'
import { withoutMarkers } from '../code-markers.ts'
import { childrenOf, type ContainerNode, textOfOther } from '../nodes.ts'
import { containerTitle, kindOf } from '../plugins/containers.ts'
import { readFence } from '../plugins/fence-info.ts'
import { plainComponent } from './plain-components.ts'
import { plainHtml } from './plain-html.ts'
import { boldLine, text } from './plain-text.ts'
import type { TwinContext } from './twin-context.ts'

/** Nodes of CommonMark and GitHub's additions in place of all others. The given ones are not changed: pages share them. */
export function plainNodes(nodes: readonly Node[], context: TwinContext): RootContent[] {
  return nodes.flatMap(node => plainNode(node as RootContent, context))
}

function plainNode(node: RootContent, context: TwinContext): RootContent[] {
  switch (node.type) {
    case 'emoji':
    case 'tagText':
      return [text(node.value)]
    case 'code':
      return [plainCode(node)]
    case 'html':
      return plainHtml(node, context)
    case 'link':
    case 'linkReference':
      return plainLink(node, context)
    case 'image':
    case 'imageReference':
      return plainImage(node, context)
    case 'definition':
    case 'toc':
      return []
    case 'container':
      return plainContainer(node, context)
    case 'component':
      return plainComponent(node, context)
    default:
      return 'children' in node || KNOWN.has(node.type)
        ? [withChildren(node, context)]
        : plainOther(node as Node & Partial<Literal>)
  }
}

/** Leaves of CommonMark and GitHub's additions that stay as they are. */
const KNOWN = new Set(['text', 'inlineCode', 'break', 'thematicBreak', 'footnoteReference'])

function withChildren(node: RootContent, context: TwinContext): RootContent {
  if (!('children' in node)) return node
  const children = plainNodes(childrenOf(node), context)
  const last = children.at(-1)
  // What stood behind it may be gone: white space at the end would be written as a reference.
  if (last?.type === 'text' && ENDING.has(node.type))
    children.splice(-1, 1, { ...last, value: last.value.trimEnd() })
  return { ...node, children } as RootContent
}

const ENDING = new Set(['paragraph', 'heading', 'tableCell'])

/** What a plugin made: formulas as TeX is written in Markdown, anything else as what it says. */
function plainOther(node: Node & Partial<Literal>): RootContent[] {
  const { value = '' } = node
  if (node.type === 'math') return [{ type: 'html', value: `$$\n${value}\n$$` }]
  if (node.type === 'inlineMath') return [{ type: 'html', value: `$${value}$` }]
  const said = textOfOther(node) ?? value
  return said === '' ? [] : [text(said)]
}

/** Code as readers see it: of what stands behind the language only the title has a meaning elsewhere. */
function plainCode(node: Code, hasTitle = true): Code {
  const { lang, title } = readFence(node)
  const code = withoutMarkers(node.value)
  const plain: Code = { type: 'code', value: lang.toLowerCase() === 'ansi' ? withoutEscapes(code) : code }
  if (lang !== '') plain.lang = lang
  if (lang !== '' && hasTitle && title !== undefined) plain.meta = `title="${title}"`
  return plain
}

type LinkNode = Extract<RootContent, { type: 'link' | 'linkReference' }>

/** Its text alone where the address must not be rendered, or there is none. */
function plainLink(node: LinkNode, context: TwinContext): RootContent[] {
  const children = plainNodes(node.children, context) as PhrasingContent[]
  const target = node.type === 'link' ? node : context.definitions.get(node.identifier.toUpperCase())
  const url = target && context.address(target.url, 'link', node)
  if (!target || url === undefined) return children
  return [{ type: 'link', url, title: target.title ?? null, children }]
}

type ImageNode = Extract<RootContent, { type: 'image' | 'imageReference' }>

function plainImage(node: ImageNode, context: TwinContext): RootContent[] {
  const target = node.type === 'image' ? node : context.definitions.get(node.identifier.toUpperCase())
  const url = target && context.address(target.url, 'image', node)
  const alt = node.alt ?? ''
  if (!target || url === undefined) return alt === '' ? [] : [text(alt)]
  return [{ type: 'image', url, alt, title: target.title ?? null }]
}

/** A box is a quotation that begins with its title; what only groups leaves its content. */
function plainContainer(node: ContainerNode, context: TwinContext): RootContent[] {
  if (node.name === CODE_GROUP)
    return node.children.flatMap(child => (child.type === 'code' ? titledCode(child) : []))
  const children = plainNodes(node.children, context)
  const kind = node.alert ? undefined : kindOf(node.name, context.page)
  const form = kind && CONTAINERS[kind].form
  if (form === 'plain' || form === 'slot') return children
  const title = containerTitle(node, context.page)
  return [
    { type: 'blockquote', children: [boldLine(title), ...children] as ContainerNode['children'] },
  ] as RootContent[]
}

/** Code of a group: what stands on its tab is its title. */
function titledCode(node: Code): RootContent[] {
  const { title, lang } = readFence(node)
  const label = title ?? lang
  return [...(label === '' ? [] : [boldLine(label)]), plainCode(node, false)]
}
