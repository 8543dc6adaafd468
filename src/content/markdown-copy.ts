import type { Code, Html, Literal, Node, PhrasingContent, RootContent, Text } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown'
import { cjkFriendlyToMarkdown } from 'mdast-util-to-markdown-cjk-friendly'
import { cjkFriendlyGfmStrikethroughToMarkdown } from 'mdast-util-to-markdown-cjk-friendly-gfm-strikethrough'
import { scanTags } from '../lib/html.ts'
import { CODE_GROUP, CONTAINERS } from '../schema/containers.ts'
import { ELEMENT_ADDRESSES, type LinkKind, linkPlaceholder } from '../schema/page.ts'
import { phrases } from './components/built-in.ts'
import { readableCode, readFence } from './code/fence.ts'
import type { PageContext } from './page-context.ts'
import { containerTitle, kindOf } from './remark/containers.ts'
import { type ComponentNode, type ContainerNode, labelOf, textOfOther } from './tree.ts'

const OPTIONS: Options = {
  bullet: '-',
  rule: '-',
  resourceLink: true,
  extensions: [
    gfmFootnoteToMarkdown(),
    gfmTableToMarkdown({ tablePipeAlign: false }),
    cjkFriendlyToMarkdown(),
    cjkFriendlyGfmStrikethroughToMarkdown(),
    // After these, whose paragraphs have no checkbox.
    gfmTaskListItemToMarkdown(),
  ],
  handlers: { text: textHandler },
}

/** No needless escapes: a copy has no definitions that brackets could refer to. */
function textHandler(...[node, , state, info]: Parameters<Handle>) {
  return state
    .safe((node as Text).value, info)
    .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')
    .replace(/(?<=[^!\\])\\\[([^\s^\][\\][^\][\\\n]{0,80})\](?![([:])/g, '[$1]')
}

/** The body of a page; addresses are placeholders (`linkPlaceholder`). */
export function writeMarkdown(page: PageContext) {
  // Addresses were resolved when the page was rendered.
  const keyOf = (kind: LinkKind, file: string, url: string) => `${kind}\n${file}\n${url}`
  const keys = page.links.map(({ kind, url, place }) => keyOf(kind, place.file, url))
  const links = new Map(keys.map((key, index) => [key, index] as const).toReversed())
  const around = new Set<string>()
  const children = plainNodes(page.tree.children)
  if (children.length === 0) return ''
  // The title comes first, whatever is in front of it.
  const title = children.find(node => node.type === 'heading' && node.depth === 1)
  const ordered = title ? [title, ...children.filter(node => node !== title)] : children
  return toMarkdown({ type: 'root', children: ordered }, OPTIONS)

  function addressOf(url: string, kind: LinkKind, node: Node) {
    const index = links.get(keyOf(kind, page.placeOf(node).file, url))
    return index === undefined ? undefined : linkPlaceholder(index)
  }

  function targetOf(node: Extract<RootContent, { url: string } | { identifier: string }>, kind: LinkKind) {
    const target = 'url' in node ? node : page.definitions?.get(node.identifier.toUpperCase())
    const url = target && addressOf(target.url, kind, node)
    return url === undefined ? undefined : { url, title: target?.title ?? null }
  }

  /** Turns nodes into those of CommonMark and GitHub's additions, as copies. */
  function plainNodes(nodes: readonly RootContent[]): RootContent[] {
    return nodes.flatMap(plainNode)
  }

  function plainNode(node: RootContent): RootContent[] {
    switch (node.type) {
      case 'text':
      case 'inlineCode':
      case 'break':
      case 'thematicBreak':
      case 'footnoteReference':
        return [node]
      case 'code':
        return [plainCode(node, true)]
      case 'html':
        return plainHtml(node)
      case 'link':
      case 'linkReference': {
        const inner = plainNodes(node.children) as PhrasingContent[]
        const target = targetOf(node, 'link')
        return target ? [{ type: 'link', ...target, children: inner }] : inner
      }
      case 'image':
      case 'imageReference': {
        const target = targetOf(node, 'image')
        const alt = node.alt ?? ''
        return target ? [{ type: 'image', ...target, alt }] : phrases(alt)
      }
      case 'emphasis':
      case 'strong': {
        // Within itself it changes nothing; writing hundreds would take minutes.
        if (around.has(node.type)) return plainNodes(node.children)
        around.add(node.type)
        const inner = plainNodes(node.children) as PhrasingContent[]
        around.delete(node.type)
        return [{ ...node, children: inner }]
      }
      case 'definition':
      case 'toc':
        return []
      case 'container':
        return plainContainer(node)
      case 'component':
        return plainComponent(node)
      default: {
        if (!('children' in node)) return ofPlugin(node)
        const inner = plainNodes(node.children)
        const last = inner.at(-1)
        // White space in front of what is gone would be written as a reference.
        if (last?.type === 'text' && ['paragraph', 'heading', 'tableCell'].includes(node.type))
          inner.splice(-1, 1, { ...last, value: last.value.trimEnd() })
        return [{ ...node, children: inner } as RootContent]
      }
    }
  }

  function plainContainer(node: ContainerNode): RootContent[] {
    if (node.name === CODE_GROUP)
      return node.children.flatMap(child => {
        if (child.type !== 'code') return []
        const { title: tab, lang } = readFence(child)
        return [...boldLine(tab ?? lang), plainCode(child, false)]
      })
    const inner = plainNodes(node.children)
    const kind = node.alert ? undefined : kindOf(node.name, page)
    const form = kind && CONTAINERS[kind].form
    if (form === 'plain' || form === 'slot') return inner
    const content = [...boldLine(containerTitle(node, page)), ...inner]
    return [{ type: 'blockquote', children: content } as RootContent]
  }

  function plainComponent(node: ComponentNode): RootContent[] {
    const component = page.components.get(node.name)
    const { label, texts = [] } = component ?? {}
    const value = (name: string) => {
      const found = node.attributes.find(attribute => attribute.name === name)?.value
      return typeof found === 'string' ? found : label === name ? (labelOf(node) ?? '') : ''
    }
    const inner = () => plainNodes(node.children)
    const address = (url: string, kind: LinkKind) => addressOf(url, kind, node)
    if (component?.plain) return component.plain({ value, children: inner, address })
    const written = texts.map(value).filter(text => text !== '')
    if (node.kind !== 'inline') return [...written.flatMap(boldLine), ...inner()]
    const content = label === undefined ? inner() : []
    return content.length > 0 ? content : phrases(written.join(' '))
  }

  function plainHtml(node: Html): RootContent[] {
    if (page.options.html === 'escape') return phrases(node.value)
    let html = node.value.replace(HIDDEN, '')
    // From the end, so that indices stay valid.
    for (const { name: tag, attributes } of scanTags(html).toReversed())
      for (const { name, value, start, end } of attributes.toReversed()) {
        const kind = ELEMENT_ADDRESSES.get(tag)?.[name]
        if (kind === undefined) continue
        const address = addressOf(value.trim().replaceAll('&amp;', '&'), kind, node)
        const quote = html[end - 1] === "'" ? "'" : '"'
        // `src` is enough.
        if (name === 'srcset') html = html.slice(0, start - 1) + html.slice(end)
        else if (address !== undefined)
          html = `${html.slice(0, start)}${name}=${quote}${address}${quote}${html.slice(end)}`
      }
    return html.trim() === '' ? [] : [{ type: 'html', value: html }]
  }
}

const HIDDEN =
  /<!--[^]*?(?:-->|$)|<(script|style|template|noscript)(?=[\s/>])[^]*?(?:<\/\1(?=[\s/>])[^>]*>|$)/gi

function ofPlugin(node: Node & Partial<Literal>): RootContent[] {
  const { type, value = '' } = node
  if (type === 'math') return [{ type: 'html', value: `$$\n${value}\n$$` }]
  if (type === 'inlineMath') return [{ type: 'html', value: `$${value}$` }]
  return phrases(textOfOther(node) ?? value)
}

/** Of what follows the language, only the title has a meaning elsewhere. */
function plainCode(node: Code, hasTitle: boolean): Code {
  const { lang, title } = readFence(node)
  const meta = hasTitle && title !== undefined ? { meta: `title="${title}"` } : {}
  return { type: 'code', value: readableCode(node.value, lang), ...(lang !== '' && { lang, ...meta }) }
}

function boldLine(value: string): RootContent[] {
  if (value === '') return []
  return [{ type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value }] }] }]
}
