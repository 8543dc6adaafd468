import type {
  Code,
  Definition,
  Heading,
  Html,
  Literal,
  Node,
  PhrasingContent,
  RootContent,
  Text,
} from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown'
import { scanAllTags, type Tag } from '../lib/html.ts'
import { CODE_GROUP, CONTAINERS } from '../schema/containers.ts'
import { type LinkKind, linkPlaceholder } from '../schema/page.ts'
import { readFence } from './code/fence.ts'
import { readableCode } from './code/markers.ts'
import { type ComponentNode, type ContainerNode, eachNode } from './nodes.ts'
import { type PageContext, placeOf } from './page-context.ts'
import { ADDRESSES } from './rehype/raw-addresses.ts'
import { containerTitle, kindOf } from './remark/containers.ts'
import { labelOf, textOfOther } from './text.ts'

const OPTIONS: Options = {
  bullet: '-',
  emphasis: '_',
  rule: '-',
  resourceLink: true,
  extensions: [
    gfmFootnoteToMarkdown(),
    gfmStrikethroughToMarkdown(),
    gfmTableToMarkdown({ tablePipeAlign: false }),
    gfmTaskListItemToMarkdown(),
  ],
  handlers: { text: textHandler },
}

/**
 * Text with no more escapes than it needs: an underscore within a word means nothing, and neither do brackets of which no
 * link is made, there being no definitions.
 */
function textHandler(...[node, , state, info]: Parameters<Handle>): string {
  return state
    .safe((node as Text).value, info)
    .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')
    .replace(/(?<=[^!\\])\\\[([^\s^\][\\][^\][\\\n]{0,80})\](?![([:])/g, '[$1]')
}

/**
 * The body of a page as Markdown that any reader of Markdown knows: includes expanded, containers and components in plain
 * words. Addresses are placeholders (`linkPlaceholder`) of the page's links, so that the result depends on the file alone.
 */
export function writeMarkdown(page: PageContext): string {
  const children = plainNodes(page.tree.children, createCopy(page))
  if (children.length === 0) return ''
  // The title of a page stands above what an author wrote before it.
  const title = children.find((node): node is Heading => node.type === 'heading' && node.depth === 1)
  const ordered = title ? [title, ...children.filter(node => node !== title)] : children
  return toMarkdown({ type: 'root', children: ordered }, OPTIONS)
}

/** The page, and its addresses. */
interface Copy {
  page: PageContext
  /** By identifier in upper case. */
  definitions: ReadonlyMap<string, Definition>
  /** The placeholder of an address as it is written at a node; undefined for one that must not be rendered. */
  addressOf(url: string, kind: LinkKind, node: Node): string | undefined
}

/** Addresses were resolved when the page was rendered: the same ones, written in the same file, are looked up. */
function createCopy(page: PageContext): Copy {
  const keyOf = (kind: LinkKind, file: string, url: string) => `${kind}\n${file}\n${url}`
  const links = new Map<string, number>()
  const definitions = new Map<string, Definition>()
  for (const [index, { kind, url, place }] of page.links.entries()) {
    const key = keyOf(kind, place.file, url)
    if (!links.has(key)) links.set(key, index)
  }
  eachNode(page.tree, node => {
    const name = node.type === 'definition' ? node.identifier.toUpperCase() : undefined
    if (node.type === 'definition' && name !== undefined && !definitions.has(name))
      definitions.set(name, node)
  })
  return {
    page,
    definitions,
    addressOf(url, kind, node) {
      const index = links.get(keyOf(kind, placeOf(page, node).file, url))
      return index === undefined ? undefined : linkPlaceholder(index)
    },
  }
}

/** Makes nodes of CommonMark and of GitHub's additions of all others. The given ones are not changed. */
function plainNodes(nodes: readonly RootContent[], copy: Copy): RootContent[] {
  return nodes.flatMap(node => plainNode(node, copy))
}

function plainNode(node: RootContent, copy: Copy): RootContent[] {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'break':
    case 'thematicBreak':
    case 'footnoteReference':
      return [node]
    case 'emoji':
    case 'tagText':
      return textNodes(node.value)
    case 'code':
      return [plainCode(node, true)]
    case 'html':
      return plainHtml(node, copy)
    case 'link':
    case 'linkReference': {
      // Its text alone where the address must not be rendered, or there is none.
      const children = plainNodes(node.children, copy) as PhrasingContent[]
      const target = node.type === 'link' ? node : copy.definitions.get(node.identifier.toUpperCase())
      const url = target && copy.addressOf(target.url, 'link', node)
      return url === undefined ? children : [{ type: 'link', url, title: target?.title ?? null, children }]
    }
    case 'image':
    case 'imageReference': {
      const target = node.type === 'image' ? node : copy.definitions.get(node.identifier.toUpperCase())
      const url = target && copy.addressOf(target.url, 'image', node)
      const alt = node.alt ?? ''
      return url === undefined ? textNodes(alt) : [{ type: 'image', url, alt, title: target?.title ?? null }]
    }
    case 'definition':
    case 'toc':
      return []
    case 'container':
      return plainContainer(node, copy)
    case 'component':
      return plainComponent(node, copy)
    default:
      return 'children' in node ? [plainParent(node, copy)] : ofPlugin(node)
  }
}

function plainParent(node: Extract<RootContent, { children: unknown }>, copy: Copy): RootContent {
  const children = plainNodes(node.children, copy)
  const last = children.at(-1)
  // White space in front of what is gone would be written as a reference.
  if (last?.type === 'text' && ['paragraph', 'heading', 'tableCell'].includes(node.type))
    children.splice(-1, 1, { ...last, value: last.value.trimEnd() })
  return { ...node, children } as RootContent
}

/** A box is a quotation that begins with its title; a container that only groups is its content. */
function plainContainer(node: ContainerNode, copy: Copy): RootContent[] {
  if (node.name === CODE_GROUP)
    return node.children.flatMap(child => {
      if (child.type !== 'code') return []
      const { title, lang } = readFence(child)
      return [...boldLine(title ?? lang), plainCode(child, false)]
    })
  const children = plainNodes(node.children, copy)
  const kind = node.alert ? undefined : kindOf(node.name, copy.page)
  const form = kind && CONTAINERS[kind].form
  if (form === 'plain' || form === 'slot') return children
  const title = boldLine(containerTitle(node, copy.page))
  return [{ type: 'blockquote', children: [...title, ...children] } as RootContent]
}

function plainComponent(node: ComponentNode, copy: Copy): RootContent[] {
  const component = copy.page.components.get(node.name)
  const { label, texts = [] } = component ?? {}
  const value = (name: string): string => {
    const found = node.attributes.find(attribute => attribute.name === name)?.value
    return typeof found === 'string' ? found : label === name ? (labelOf(node) ?? '') : ''
  }
  const children = () => plainNodes(node.children, copy)
  const address = (url: string, kind: LinkKind) => copy.addressOf(url, kind, node)
  if (component?.plain) return component.plain({ value, children, address })
  const written = texts.map(value).filter(text => text !== '')
  if (node.kind !== 'inline') return [...written.flatMap(boldLine), ...children()]
  const content = label === undefined ? children() : []
  return content.length > 0 ? content : textNodes(written.join(' '))
}

/** Formulas as TeX is written in Markdown, other nodes of plugins as their text. */
function ofPlugin(node: Node & Partial<Literal>): RootContent[] {
  const { type, value = '' } = node
  if (type === 'math') return [{ type: 'html', value: `$$\n${value}\n$$` }]
  if (type === 'inlineMath') return [{ type: 'html', value: `$${value}$` }]
  return textNodes(textOfOther(node) ?? value)
}

/** Code as readers see it: of what follows the language only the title has a meaning elsewhere. */
function plainCode(node: Code, hasTitle: boolean): Code {
  const { lang, title } = readFence(node)
  const meta = hasTitle && title !== undefined ? { meta: `title="${title}"` } : {}
  return { type: 'code', value: readableCode(node.value, lang), ...(lang !== '' && { lang, ...meta }) }
}

function textNodes(value: string): RootContent[] {
  return value === '' ? [] : [{ type: 'text', value }]
}

/** A line that is a title without being a heading. */
function boldLine(value: string): RootContent[] {
  if (value === '') return []
  return [{ type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value }] }] }]
}

/** A part of HTML that is replaced. */
interface Cut {
  start: number
  end: number
  by: string
}

/** HTML of an author: as text where the site wants that, else as it is, without what readers do not see. */
function plainHtml(node: Html, copy: Copy): RootContent[] {
  const html = node.value
  if (copy.page.options.html === 'escape') return textNodes(html)
  const tags = scanAllTags(html)
  const comments = Array.from(html.matchAll(/<!--(?:[^]*?-->|[^]*$)/g), ({ index, 0: comment }) => {
    return { start: index, end: index + comment.length, by: '' }
  })
  const hidden = tags.flatMap((tag, index): Cut[] => {
    if (tag.closes || !/^(?:script|style|template|noscript)$/.test(tag.name)) return []
    const end = tags.slice(index + 1).find(({ name, closes }) => closes && name === tag.name)
    return [{ start: tag.start, end: end?.end ?? html.length, by: '' }]
  })
  const addresses = tags.flatMap(tag => (tag.closes ? [] : addressCuts(tag, node, copy)))
  let value = ''
  let at = 0
  for (const { start, end, by } of [...comments, ...hidden, ...addresses].toSorted(
    (a, b) => a.start - b.start,
  )) {
    if (start < at) continue
    value += html.slice(at, start) + by
    at = end
  }
  value += html.slice(at)
  return value.trim() === '' ? [] : [{ type: 'html', value }]
}

/** Placeholders for the addresses of a tag; pictures of several sizes are left out, one is enough. */
function addressCuts({ name: tagName, attributes }: Tag, node: Html, copy: Copy): Cut[] {
  return (ADDRESSES[tagName] ?? []).flatMap(([name, , kind]): Cut[] => {
    const attribute = attributes.find(each => each.name === name)
    if (!attribute) return []
    const { start, end, value } = attribute
    if (name === 'srcset') return [{ start: start - 1, end, by: '' }]
    const address = copy.addressOf(value.trim().replaceAll('&amp;', '&'), kind, node)
    const quote = node.value[end - 1] === "'" ? "'" : '"'
    return address === undefined ? [] : [{ start, end, by: `${name}=${quote}${address}${quote}` }]
  })
}
