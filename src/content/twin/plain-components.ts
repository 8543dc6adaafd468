import type { ListItem, PhrasingContent, RootContent } from 'mdast'
import { type ComponentNode, labelOf } from '../nodes.ts'
import { boldLine, text } from './plain-text.ts'
import type { TwinContext } from './twin-context.ts'

interface Given {
  node: ComponentNode
  context: TwinContext
  /** Value of an attribute, which the text in square brackets may stand for; empty when there is none. */
  value(name: string): string
  /** The content, in plain nodes. */
  children(): RootContent[]
}

/** What components become that say more, or less, than their content and the texts of their attributes. */
const FORMS: Record<string, (given: Given) => RootContent[]> = {
  badge: ({ value, children }) => emphasis([...children(), ...phrase(value('text'))].slice(0, 1)),
  card: ({ value, children }) => [...title(value('title')), ...children()],
  cards: ({ children }) => joinLists(children()),
  figure: given => [...picture(given), ...given.children(), ...line(given.value('caption'))],
  icon: ({ value }) => phrase(value('label')),
  kbd: ({ value }) => [{ type: 'inlineCode', value: value('keys') }],
  'link-card': linkCard,
  video: given => [linked(given, given.value('title'), given.value('src'), 'media')],
}

/** A component in plain Markdown: that of another maker is its texts and its content. */
export function plainComponent(node: ComponentNode, context: TwinContext): RootContent[] {
  const component = context.page.components.get(node.name)
  const label = component?.label
  const given: Given = {
    node,
    context,
    value(name) {
      const found = node.attributes.find(attribute => attribute.name === name)?.value
      return (typeof found === 'string' ? found : undefined) ?? (label === name ? (labelOf(node) ?? '') : '')
    },
    children: () => context.plain(node.children),
  }
  const form = FORMS[node.name]
  if (form) return form(given)
  const texts = (component?.texts ?? []).map(given.value).filter(value => value !== '')
  if (node.kind !== 'inline') return [...texts.map(boldLine), ...given.children()]
  const children = label === undefined ? given.children() : []
  return children.length > 0 ? children : phrase(texts.join(' '))
}

function phrase(value: string): RootContent[] {
  return value === '' ? [] : [text(value)]
}

function line(value: string): RootContent[] {
  return value === '' ? [] : [{ type: 'paragraph', children: [{ type: 'text', value }] }]
}

function title(value: string): RootContent[] {
  return value === '' ? [] : [boldLine(value)]
}

function emphasis(children: RootContent[]): RootContent[] {
  return children.length === 0 ? [] : [{ type: 'emphasis', children: children as PhrasingContent[] }]
}

function picture({ node, value, context }: Given): RootContent[] {
  const src = value('src')
  const url = src === '' ? undefined : context.address(src, 'image', node)
  return url === undefined
    ? []
    : [{ type: 'paragraph', children: [{ type: 'image', url, alt: value('alt') }] }]
}

function linkCard(given: Given): RootContent[] {
  const link = linked(given, given.value('title'), given.value('href'), 'link')
  const description = given.value('description')
  if (description !== '' && link.type === 'paragraph')
    link.children.push({ type: 'text', value: `: ${description}` })
  return [
    { type: 'list', spread: false, children: [{ type: 'listItem', spread: false, children: [link] }] },
  ] as RootContent[]
}

/** A paragraph with a link; its text alone where the address must not be rendered. A video elsewhere is linked as written. */
function linked(
  { node, context }: Given,
  label: string,
  written: string,
  kind: 'link' | 'media',
): RootContent {
  const foreign = kind === 'media' && /^https:\/\//i.test(written) ? written : undefined
  const url = context.address(written, kind, node) ?? foreign
  const content: PhrasingContent = { type: 'text', value: label }
  return {
    type: 'paragraph',
    children: [url === undefined ? content : { type: 'link', url, children: [content] }],
  }
}

/** Lists that stand one after the other, as links do in a group of cards, are one. */
function joinLists(nodes: readonly RootContent[]): RootContent[] {
  return nodes.reduce<RootContent[]>((joined, node) => {
    const last = joined.at(-1)
    if (last?.type !== 'list' || node.type !== 'list') return [...joined, node]
    const children: ListItem[] = [...last.children, ...node.children]
    return [...joined.slice(0, -1), { ...last, children }]
  }, [])
}
