import type {
  Code,
  Definition,
  Heading,
  Html,
  ListItem,
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
 * The body of a page as Markdown that any reader of Markdown knows: includes expanded, containers and components in plain
 * words. Addresses are placeholders (`linkPlaceholder`) of the page's links, so that the result depends on the file alone.
 */
export function writeMarkdown(page: PageContext): string {
  const children = new MarkdownCopy(page).nodes(page.tree.children)
  if (children.length === 0) return ''
  return toMarkdown({ type: 'root', children: withTitleFirst(children) }, OPTIONS)
}

/** The title of a page stands above what an author wrote before it. */
function withTitleFirst(children: RootContent[]): RootContent[] {
  const title = children.find((node): node is Heading => node.type === 'heading' && node.depth === 1)
  if (!title || title === children[0]) return children
  return [title, ...children.filter(node => node !== title)]
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

/** Leaves of CommonMark and of GitHub's additions that stay as they are. */
const KEPT = new Set(['text', 'inlineCode', 'break', 'thematicBreak', 'footnoteReference'])
const ENDING = new Set(['paragraph', 'heading', 'tableCell'])

type LinkNode = Extract<RootContent, { type: 'link' | 'linkReference' }>
type ImageNode = Extract<RootContent, { type: 'image' | 'imageReference' }>

/** Makes nodes of CommonMark and of GitHub's additions of all others. The given ones are not changed. */
class MarkdownCopy {
  readonly #page: PageContext
  /** By identifier in upper case; the first counts. */
  readonly #definitions = new Map<string, Definition>()
  /** Addresses were resolved when the page was rendered: the same ones, written in the same file, are looked up. */
  readonly #links = new Map<string, number>()

  constructor(page: PageContext) {
    this.#page = page
    for (const [index, { kind, url, place }] of page.links.entries()) {
      const key = keyOf(kind, place.file, url)
      if (!this.#links.has(key)) this.#links.set(key, index)
    }
    eachNode(page.tree, node => {
      if (node.type !== 'definition') return
      const name = node.identifier.toUpperCase()
      if (!this.#definitions.has(name)) this.#definitions.set(name, node)
    })
  }

  nodes(nodes: readonly RootContent[]): RootContent[] {
    return nodes.flatMap(node => this.#node(node))
  }

  /** The placeholder of an address as it is written at a node; undefined for one that must not be rendered. */
  address(url: string, kind: LinkKind, node: Node): string | undefined {
    const index = this.#links.get(keyOf(kind, placeOf(this.#page, node).file, url))
    return index === undefined ? undefined : linkPlaceholder(index)
  }

  #node(node: RootContent): RootContent[] {
    switch (node.type) {
      case 'emoji':
      case 'tagText':
        return text(node.value)
      case 'code':
        return [plainCode(node)]
      case 'html':
        return this.#html(node)
      case 'link':
      case 'linkReference':
        return this.#link(node)
      case 'image':
      case 'imageReference':
        return this.#image(node)
      case 'definition':
      case 'toc':
        return []
      case 'container':
        return this.#container(node)
      case 'component':
        return this.#component(node)
      default:
        if ('children' in node) return [this.#parent(node)]
        return KEPT.has(node.type) ? [node] : ofPlugin(node)
    }
  }

  #parent(node: Extract<RootContent, { children: unknown }>): RootContent {
    const children = this.nodes(node.children)
    const last = children.at(-1)
    // White space in front of what is gone would be written as a reference.
    if (last?.type === 'text' && ENDING.has(node.type))
      children.splice(-1, 1, { ...last, value: last.value.trimEnd() })
    return { ...node, children } as RootContent
  }

  /** Its text alone where the address must not be rendered, or there is none. */
  #link(node: LinkNode): RootContent[] {
    const children = this.nodes(node.children) as PhrasingContent[]
    const target = node.type === 'link' ? node : this.#definitions.get(node.identifier.toUpperCase())
    const url = target && this.address(target.url, 'link', node)
    return url === undefined ? children : [{ type: 'link', url, title: target?.title ?? null, children }]
  }

  #image(node: ImageNode): RootContent[] {
    const target = node.type === 'image' ? node : this.#definitions.get(node.identifier.toUpperCase())
    const url = target && this.address(target.url, 'image', node)
    const alt = node.alt ?? ''
    return url === undefined ? text(alt) : [{ type: 'image', url, alt, title: target?.title ?? null }]
  }

  /** A box is a quotation that begins with its title; what only groups leaves its content. */
  #container(node: ContainerNode): RootContent[] {
    if (node.name === CODE_GROUP)
      return node.children.flatMap(child => {
        if (child.type !== 'code') return []
        const { title, lang } = readFence(child)
        return [...boldLine(title ?? lang), plainCode(child, false)]
      })
    const children = this.nodes(node.children)
    const kind = node.alert ? undefined : kindOf(node.name, this.#page)
    const form = kind && CONTAINERS[kind].form
    if (form === 'plain' || form === 'slot') return children
    const title = boldLine(containerTitle(node, this.#page))
    return [{ type: 'blockquote', children: [...title, ...children] } as RootContent]
  }

  /** A component that has no form of its own here is its texts and its content. */
  #component(node: ComponentNode): RootContent[] {
    const component = this.#page.components.get(node.name)
    const label = component?.label
    const given: Given = {
      node,
      copy: this,
      value(name) {
        const found = node.attributes.find(attribute => attribute.name === name)?.value
        return (
          (typeof found === 'string' ? found : undefined) ?? (label === name ? (labelOf(node) ?? '') : '')
        )
      },
      children: () => this.nodes(node.children),
    }
    const form = FORMS[node.name]
    if (form) return form(given)
    const texts = (component?.texts ?? []).map(given.value).filter(value => value !== '')
    if (node.kind !== 'inline') return [...texts.flatMap(boldLine), ...given.children()]
    const children = label === undefined ? given.children() : []
    return children.length > 0 ? children : text(texts.join(' '))
  }

  /** HTML of an author: as text where the site wants that, else as it is, without what readers do not see. */
  #html(node: Html): RootContent[] {
    if (this.#page.options.html === 'escape') return text(node.value)
    const tags = scanAllTags(node.value)
    const cuts = [...hiddenParts(node.value, tags), ...tags.flatMap(tag => this.#addresses(tag, node))]
    const value = withCuts(node.value, cuts)
    return value.trim() === '' ? [] : [{ type: 'html', value }]
  }

  /** Placeholders for the addresses of a tag; lists of pictures of several sizes are left out, one is enough. */
  #addresses(tag: Tag, node: Html): Cut[] {
    if (tag.closes) return []
    return (ADDRESSES[tag.name] ?? []).flatMap(([name, , kind]): Cut[] => {
      const attribute = tag.attributes.find(each => each.name === name)
      if (!attribute) return []
      const { start, value } = attribute
      const from = node.value.indexOf(value, start + name.length)
      const isQuoted = /["']/.test(node.value[from - 1] ?? '')
      const end = from + value.length
      if (name === 'srcset') return [{ start: start - 1, end: isQuoted ? end + 1 : end, by: '' }]
      const address = this.address(value.trim().replaceAll('&amp;', '&'), kind, node)
      return address === undefined ? [] : [{ start: from, end, by: isQuoted ? address : `"${address}"` }]
    })
  }
}

function keyOf(kind: LinkKind, file: string, url: string): string {
  return `${kind}\n${file}\n${url}`
}

function text(value: string): RootContent[] {
  return value === '' ? [] : [{ type: 'text', value }]
}

/** A line that is a title without being a heading. */
function boldLine(value: string): RootContent[] {
  if (value === '') return []
  return [{ type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value }] }] }]
}

/** What a plugin made: formulas as TeX is written in Markdown, anything else as what it says. */
function ofPlugin(node: Node & Partial<Literal>): RootContent[] {
  const { type, value = '' } = node
  if (type === 'math') return [{ type: 'html', value: `$$\n${value}\n$$` }]
  if (type === 'inlineMath') return [{ type: 'html', value: `$${value}$` }]
  return text(textOfOther(node) ?? value)
}

/** Code as readers see it: of what follows the language only the title has a meaning elsewhere. */
function plainCode(node: Code, hasTitle = true): Code {
  const { lang, title } = readFence(node)
  const plain: Code = { type: 'code', value: readableCode(node.value, lang) }
  if (lang !== '') plain.lang = lang
  if (lang !== '' && hasTitle && title !== undefined) plain.meta = `title="${title}"`
  return plain
}

interface Given {
  node: ComponentNode
  copy: MarkdownCopy
  /** Value of an attribute, which the text in square brackets may stand for; empty when there is none. */
  value(name: string): string
  children(): RootContent[]
}

/** Components that say more, or less, than their content and the texts of their attributes. */
const FORMS: Record<string, (given: Given) => RootContent[]> = {
  badge({ value, children }) {
    const [first] = [...children(), ...text(value('text'))]
    return first ? [{ type: 'emphasis', children: [first as PhrasingContent] }] : []
  },
  card: ({ value, children }) => [...boldLine(value('title')), ...children()],
  cards: ({ children }) => joinLists(children()),
  figure({ node, copy, value, children }) {
    const url = value('src') === '' ? undefined : copy.address(value('src'), 'image', node)
    const picture = url === undefined ? [] : [paragraph({ type: 'image', url, alt: value('alt') })]
    const caption = value('caption')
    const below = caption === '' ? [] : [paragraph({ type: 'text', value: caption })]
    return [...picture, ...children(), ...below]
  },
  icon: ({ value }) => text(value('label')),
  kbd: ({ value }) => [{ type: 'inlineCode', value: value('keys') }],
  'link-card'({ node, copy, value }) {
    const about = value('description') === '' ? '' : `: ${value('description')}`
    const link = linked(value('title'), copy.address(value('href'), 'link', node))
    const item: ListItem = { type: 'listItem', spread: false, children: [paragraph(link, ...phrases(about))] }
    return [{ type: 'list', spread: false, children: [item] }]
  },
  video({ node, copy, value }) {
    const src = value('src')
    // A video elsewhere is linked as written: what is shown of it is another address.
    const url = copy.address(src, 'media', node) ?? (/^https:\/\//i.test(src) ? src : undefined)
    return [paragraph(linked(value('title'), url))]
  },
}

function paragraph(...children: PhrasingContent[]): Extract<RootContent, { type: 'paragraph' }> {
  return { type: 'paragraph', children }
}

function phrases(value: string): PhrasingContent[] {
  return text(value) as PhrasingContent[]
}

/** A link; its text alone where the address must not be rendered. */
function linked(label: string, url: string | undefined): PhrasingContent {
  const content: Text = { type: 'text', value: label }
  return url === undefined ? content : { type: 'link', url, children: [content] }
}

/** Lists that stand one after the other, as links do in a group of cards, are one. */
function joinLists(nodes: readonly RootContent[]): RootContent[] {
  return nodes.reduce<RootContent[]>((joined, node) => {
    const last = joined.at(-1)
    if (last?.type !== 'list' || node.type !== 'list') return [...joined, node]
    return [...joined.slice(0, -1), { ...last, children: [...last.children, ...node.children] }]
  }, [])
}

interface Cut {
  start: number
  end: number
  by: string
}

/** Elements that no reader sees. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript'])

/** Comments, and elements that show nothing. */
function hiddenParts(html: string, tags: readonly Tag[]): Cut[] {
  const elements = tags.flatMap((tag, index): Cut[] => {
    if (tag.closes || !UNSEEN.has(tag.name)) return []
    const end = tags.slice(index + 1).find(({ name, closes }) => closes && name === tag.name)
    return [{ start: tag.start, end: end?.end ?? html.length, by: '' }]
  })
  const comments = Array.from(html.matchAll(/<!--(?:[^]*?-->|[^]*$)/g), ({ index, 0: comment }) => {
    return { start: index, end: index + comment.length, by: '' }
  })
  return [...elements, ...comments]
}

function withCuts(html: string, cuts: readonly Cut[]): string {
  let result = ''
  let at = 0
  for (const { start, end, by } of cuts.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    result += html.slice(at, start) + by
    at = end
  }
  return result + html.slice(at)
}
