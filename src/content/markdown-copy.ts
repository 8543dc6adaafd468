import type {
  Code,
  Definition,
  Heading,
  Html,
  Image,
  ImageReference,
  Link,
  LinkReference,
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
import { scanTags } from '../lib/html.ts'
import { CODE_GROUP, CONTAINERS } from '../schema/containers.ts'
import { type LinkKind, linkPlaceholder } from '../schema/page.ts'
import { readableCode, readFence } from './code/fence.ts'
import { type ComponentNode, type ContainerNode, eachNode } from './nodes.ts'
import { type PageContext, placeOf } from './page-context.ts'
import { containerTitle, kindOf } from './remark/containers.ts'
import { ADDRESSES } from './remark/links.ts'
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

interface Copy {
  page: PageContext
  /** The placeholder of an address as it is written at a node; undefined for one that must not be rendered. */
  addressOf(url: string, kind: LinkKind, node: Node): string | undefined
  /** Address and title of a link or a picture, which a definition may have. */
  targetOf(
    node: Link | LinkReference | Image | ImageReference,
    kind: LinkKind,
  ): { url: string; title: string | null } | undefined
}

/**
 * The body of a page as Markdown that any reader of Markdown knows: includes expanded, containers and components in plain
 * words. Addresses are placeholders (`linkPlaceholder`) of the page's links, so that the result depends on the file alone.
 */
export function writeMarkdown(page: PageContext): string {
  // Addresses were resolved when the page was rendered: the same ones, written in the same file, are looked up.
  const keyOf = (kind: LinkKind, file: string, url: string) => `${kind}\n${file}\n${url}`
  const links = new Map(
    page.links
      .map(({ kind, url, place }, index) => [keyOf(kind, place.file, url), index] as const)
      .toReversed(),
  )
  const definitions = new Map<string, Definition>()
  eachNode(page.tree, node => {
    const name = node.type === 'definition' ? node.identifier.toUpperCase() : ''
    if (node.type === 'definition' && !definitions.has(name)) definitions.set(name, node)
  })
  const addressOf: Copy['addressOf'] = (url, kind, node) => {
    const index = links.get(keyOf(kind, placeOf(page, node).file, url))
    return index === undefined ? undefined : linkPlaceholder(index)
  }
  const targetOf: Copy['targetOf'] = (node, kind) => {
    const target = 'url' in node ? node : definitions.get(node.identifier.toUpperCase())
    const url = target && addressOf(target.url, kind, node)
    return url === undefined ? undefined : { url, title: target?.title ?? null }
  }
  const children = plainNodes(page.tree.children, { page, addressOf, targetOf })
  if (children.length === 0) return ''
  // The title of a page stands above what an author wrote before it.
  const title = children.find((node): node is Heading => node.type === 'heading' && node.depth === 1)
  const ordered = title ? [title, ...children.filter(node => node !== title)] : children
  return toMarkdown({ type: 'root', children: ordered }, OPTIONS)
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
      const target = copy.targetOf(node, 'link')
      return target ? [{ type: 'link', ...target, children }] : children
    }
    case 'image':
    case 'imageReference': {
      const target = copy.targetOf(node, 'image')
      const alt = node.alt ?? ''
      return target ? [{ type: 'image', ...target, alt }] : textNodes(alt)
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

function boldLine(value: string): RootContent[] {
  if (value === '') return []
  return [{ type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value }] }] }]
}

const HIDDEN =
  /<!--[^]*?(?:-->|$)|<(script|style|template|noscript)(?=[\s/>])[^]*?(?:<\/\1(?=[\s/>])[^>]*>|$)/gi

/** HTML of an author: as text where the site wants that, else as it is, without what readers do not see. */
function plainHtml(node: Html, copy: Copy): RootContent[] {
  if (copy.page.options.html === 'escape') return textNodes(node.value)
  let html = node.value.replace(HIDDEN, '')
  // From the end, so that indices stay what they are.
  for (const { name: tag, attributes } of scanTags(html).toReversed())
    for (const { name, value, start, end } of attributes.toReversed()) {
      const kind = ADDRESSES.get(tag)?.[name]
      if (kind === undefined) continue
      const address = copy.addressOf(value.trim().replaceAll('&amp;', '&'), kind, node)
      const quote = html[end - 1] === "'" ? "'" : '"'
      // Pictures of several sizes are left out, one is enough.
      if (name === 'srcset') html = html.slice(0, start - 1) + html.slice(end)
      else if (address !== undefined)
        html = `${html.slice(0, start)}${name}=${quote}${address}${quote}${html.slice(end)}`
    }
  return html.trim() === '' ? [] : [{ type: 'html', value: html }]
}
