import type { Element, ElementContent } from 'hast'
import type { Nodes, Paragraph, PhrasingContent, Text } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import { codeGroupHtml } from '../code/block.ts'
import { namesOf } from '../components/built-in.ts'
import { closesContainer, openingBlock } from './syntax.ts'
import type { ComponentNode, ContainerNode } from '../nodes.ts'
import { contextOf, mark, type PageContext, placeOf, placeInLine } from '../page-context.ts'
import { element } from '../../lib/html.ts'
import { nearest } from '../../lib/text.ts'
import { CODE_GROUP, CONTAINER_KINDS, type ContainerKind, CONTAINERS } from '../../schema/containers.ts'
import type { Finding, Place } from '../../schema/finding.ts'

/** Reports a container that ends with what it stands in, and so holds more than its author meant. */
export function reportUnclosed(
  node: ContainerNode | ComponentNode,
  parent: Nodes | undefined,
  context: PageContext,
): void {
  // Colons that were meant for it end something else, or nothing.
  context.endsToCome += 1
  const colons = ':'.repeat(node.size)
  const isEndedByItsOwn =
    (parent?.type === 'container' || parent?.type === 'component') &&
    parent.closed &&
    parent.size <= node.size
  const isOnPage = parent === undefined || parent.type === 'root'
  context.findings.push({
    rule: 'markdown/unclosed-container',
    severity: 'warning',
    place: placeOf(context, node),
    message: `\`${colons} ${node.name}\` is not closed: it goes on to the end of ${isOnPage ? 'the page' : 'what it stands in'}.`,
    hint: isEndedByItsOwn
      ? `Its \`${colons}\` ends the container around it: write that one with more colons, \`${colons}:\`.`
      : `Write \`${colons}\` in a line of its own behind its content, indented as its first line is.`,
  })
}

/** A paragraph; lines in it that were meant to open or to end a container are reported and stay text. */
export function paragraphHandler(state: State, node: Paragraph): Element {
  const context = contextOf(state.options.file ?? undefined)
  for (const { text, whole, line } of colonLines(node)) {
    const found = { text, whole, place: placeInLine(context, line, text) }
    if (whole && closesContainer(text, 3)) reportUnopened(found, context)
    else reportUnknown(found, context)
  }
  return defaultHandlers.paragraph(state, node)
}

interface ColonLine {
  /** From the colons up to the end of the line, or to what is no plain text in it. */
  text: string
  /** There is nothing but text. */
  whole: boolean
  /** Within the piece, 1-based. */
  line: number
}

function colonLines({ children }: Paragraph): ColonLine[] {
  if (!children.some(hasColons)) return []
  return children.flatMap((child, index) => {
    if (!hasColons(child)) return []
    const before = children[index - 1]?.type ?? 'break'
    const after = children[index + 1]?.type ?? 'break'
    const parts = child.value.split('\n')
    return parts
      .map((text, row) => ({
        text,
        whole: row < parts.length - 1 || after === 'break',
        starts: row > 0 || before === 'break',
        line: (child.position?.start.line ?? 1) + row,
      }))
      .filter(({ text, starts }) => starts && text.startsWith('::'))
  })
}

function hasColons(child: PhrasingContent): child is Text {
  return child.type === 'text' && child.value.includes('::')
}

type Found = Pick<ColonLine, 'text' | 'whole'> & { place: Place }

function reportUnknown({ text, whole, place }: Found, context: PageContext): void {
  const opening = /^(:{2,})[ \t]*([^\s:[{][^\s[{]*)/.exec(text)
  const [, colons = '', name = ''] = opening ?? []
  if (whole && colons.length === 2 && /^::[a-z][a-z0-9-]*[[{]/i.test(text) && openingBlock(text)) {
    context.findings.push(unknownBlock(name, place, context))
    return
  }
  const names = context.containerNames
  if (!opening || (colons.length === 2 && !names.has(name))) return
  context.endsToCome += 1
  const near = nearest(name, names)
  const hint =
    colons.length === 2
      ? 'Write three colons.'
      : `${near ? `Did you mean \`${near}\`? ` : ''}Further names can be set under \`markdown.containers\`.`
  context.findings.push({
    rule: 'markdown/unknown-container',
    severity: 'warning',
    place,
    message: `\`${colons} ${name}\` opens no container; the lines are shown as text.`,
    hint,
  })
}

function unknownBlock(name: string, place: Place, { components }: PageContext): Finding {
  const known = components.get(name)
  const near = nearest(name, namesOf(components, 'block'))
  const message = known
    ? `\`::${name}\` is no component that is a line of its own; it is shown as text.`
    : `\`::${name}\` is no component; it is shown as text.`
  const hint = known
    ? `Write \`${known.kinds.includes('inline') ? `:${name}[…]` : `:::${name}`}\`.`
    : near && `Did you mean \`::${near}\`?`
  return {
    rule: 'markdown/unknown-component',
    severity: 'warning',
    place,
    message,
    ...(hint ? { hint } : {}),
  }
}

/** Colons that belong to something reported already are no second mistake. */
function reportUnopened({ text, place }: Found, context: PageContext): void {
  if (context.endsToCome > 0) {
    context.endsToCome -= 1
    return
  }
  context.findings.push({
    rule: 'markdown/unopened-container',
    severity: 'warning',
    place,
    message: `\`${text.trim()}\` ends no container; it is shown as text.`,
    hint: 'Remove it, or indent it as the line is that opens its container.',
  })
}

function titleElements({ title, titleRuns }: ContainerNode): ElementContent[] {
  if (!titleRuns) return [{ type: 'text', value: title }]
  return titleRuns.map(({ text, code, strong, emphasis }) => {
    const names = [code ? 'code' : '', strong ? 'strong' : '', emphasis ? 'em' : ''].filter(Boolean)
    return names.reduce<ElementContent>((inner, name) => element(name, {}, [inner]), {
      type: 'text',
      value: text,
    })
  })
}

/** From a `container` node to its element: `details`, or a box with a title. */
export function containerHandler(state: State, node: ContainerNode, parent: Nodes | undefined): Element {
  const context = contextOf(state.options.file ?? undefined)
  const place = placeOf(context, node)
  const own = place.file === context.source.file
  context.containers.push({ name: node.name, place, own })
  if (!node.closed) reportUnclosed(node, parent, context)
  if (node.name === CODE_GROUP) return codeGroup(node, context)
  const kind = node.alert ? undefined : kindOf(node.name, context)
  const children = state.wrap(state.all(node), true)
  const form = kind && CONTAINERS[kind].form
  if (form === 'plain') return element('div', {}, children)
  if (form === 'slot') return box(context, { tag: 'div', classes: ['slot'], children })
  const title: ElementContent[] =
    node.title === '' ? [{ type: 'text', value: defaultTitle(node, context) }] : titleElements(node)
  const look = kind ?? node.name
  if (form === 'details') {
    const summary = element('summary', {}, title)
    return box(context, { tag: 'details', classes: ['custom-block', look], children: [summary, ...children] })
  }
  const heading = box(context, {
    tag: 'p',
    classes: ['custom-block-title'],
    children: title,
  })
  const classes = ['custom-block', ...(node.alert ? ['alert'] : []), look]
  return box(context, { tag: 'div', classes, children: [heading, ...children] })
}

interface Box {
  tag: string
  classes: string[]
  children: ElementContent[]
}

function box(context: PageContext, { tag, classes, children }: Box): Element {
  return element(tag, mark(context, { kind: 'properties', properties: { className: classes } }), children)
}

/** What a name of a container means on this site; undefined for an alert's. */
export function kindOf(name: string, context: PageContext): ContainerKind | undefined {
  if (Object.hasOwn(context.options.containers, name)) return context.options.containers[name]?.kind
  return CONTAINER_KINDS.find(kind => kind === name)
}

/** Its title as text: the author's, else that of its kind. */
export function containerTitle(node: ContainerNode, context: PageContext): string {
  return node.title === '' ? defaultTitle(node, context) : node.title
}

/** The language follows the page, not the included file. */
function defaultTitle(node: ContainerNode, context: PageContext): string {
  const { containerTitles } = context.locale
  if (node.alert) return containerTitles[`alert-${node.name}`] ?? node.name.toUpperCase()
  const configured = Object.hasOwn(context.options.containers, node.name)
    ? context.options.containers[node.name]?.title
    : undefined
  const text = typeof configured === 'object' ? configured[context.source.locale] : configured
  const kind = kindOf(node.name, context) ?? node.name
  return text ?? containerTitles[kind] ?? kind.toUpperCase()
}

function codeGroup(node: ContainerNode, context: PageContext): Element {
  const other = node.children.find(child => child.type !== 'code')
  if (node.closed && other) {
    context.findings.push({
      rule: 'markdown/code-group',
      severity: 'warning',
      place: placeOf(context, other),
      message: 'Only blocks of code can stand in a code group; this is left out of the page.',
      hint: 'Put it in front of the group or behind it.',
    })
  }
  return element('div', mark(context, { kind: 'html', html: codeGroupHtml(node, context) }))
}
