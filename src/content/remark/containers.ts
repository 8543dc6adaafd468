import type { Element, ElementContent } from 'hast'
import type { Nodes, Paragraph } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import { codeGroupHtml } from '../code/block.ts'
import { namesOf } from '../components/built-in.ts'
import { closesContainer, openingBlock } from './syntax.ts'
import type { ComponentNode, ContainerNode } from '../nodes.ts'
import { contextOf, mark, type PageContext, placeOf, placeInLine } from '../page-context.ts'
import { element, text } from '../../lib/html.ts'
import { nearest } from '../../lib/text.ts'
import { CODE_GROUP, CONTAINER_KINDS, type ContainerKind, CONTAINERS } from '../../schema/containers.ts'
import type { Finding } from '../../schema/finding.ts'

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
      : `Write \`${colons}\` on its own line after the content, indented like the opening line.`,
  })
}

/** A paragraph; lines in it that were meant to open or to end a container are reported and stay text. */
export function paragraphHandler(state: State, node: Paragraph): Element {
  const context = contextOf(state.options.file ?? undefined)
  for (const [index, child] of node.children.entries()) {
    if (child.type !== 'text' || !child.value.includes('::')) continue
    const isAfterText = index > 0 && node.children[index - 1]?.type !== 'break'
    const isBeforeText = (node.children[index + 1]?.type ?? 'break') !== 'break'
    const rows = child.value.split('\n')
    for (const [row, text] of rows.entries()) {
      if (!text.startsWith('::') || (row === 0 && isAfterText)) continue
      /** There is nothing but text in the line. */
      const isWhole = row < rows.length - 1 || !isBeforeText
      const place = placeInLine(context, (child.position?.start.line ?? 1) + row, text)
      const finding =
        isWhole && closesContainer(text, 3) ? unopened(text, context) : unknown(text, isWhole, context)
      if (finding) context.findings.push({ severity: 'warning', place, ...finding })
    }
  }
  return defaultHandlers.paragraph(state, node)
}

type Problem = Pick<Finding, 'rule' | 'message' | 'hint'>

/** Colons that belong to something reported already are no second mistake. */
function unopened(text: string, context: PageContext): Problem | undefined {
  if (context.endsToCome > 0) {
    context.endsToCome -= 1
    return undefined
  }
  return {
    rule: 'markdown/unopened-container',
    message: `\`${text.trim()}\` ends no container; it is shown as text.`,
    hint: 'Remove it, or indent it like the line that opens the container.',
  }
}

function unknown(text: string, isWhole: boolean, context: PageContext): Problem | undefined {
  const { containerNames, components } = context
  const [, colons = '', name = ''] = /^(:{2,})[ \t]*([^\s:[{][^\s[{]*)/.exec(text) ?? []
  if (isWhole && colons.length === 2 && /^::[a-z][a-z0-9-]*[[{]/i.test(text) && openingBlock(text)) {
    const known = components.get(name)
    const near = nearest(name, namesOf(components, 'block'))
    const hint = known
      ? `Write \`${known.kinds.includes('inline') ? `:${name}[…]` : `:::${name}`}\`.`
      : near && `Did you mean \`::${near}\`?`
    return {
      rule: 'markdown/unknown-component',
      message: `\`::${name}\` is not a component${known ? ' that can be used as a block' : ''}; it is shown as text.`,
      ...(hint ? { hint } : {}),
    }
  }
  if (name === '' || (colons.length === 2 && !containerNames.has(name))) return undefined
  context.endsToCome += 1
  const near = nearest(name, containerNames)
  const others = `${near ? `Did you mean \`${near}\`? ` : ''}Further names can be set under \`markdown.containers\`.`
  return {
    rule: 'markdown/unknown-container',
    message: `\`${colons} ${name}\` opens no container; the lines are shown as text.`,
    hint: colons.length === 2 ? 'Write three colons.' : others,
  }
}

function titleElements({ title, titleRuns }: ContainerNode): ElementContent[] {
  if (!titleRuns) return [text(title)]
  return titleRuns.map(run => {
    const names = [run.code ? 'code' : '', run.strong ? 'strong' : '', run.emphasis ? 'em' : ''].filter(
      Boolean,
    )
    return names.reduce<ElementContent>((inner, name) => element(name, {}, [inner]), text(run.text))
  })
}

/** From a `container` node to its element: `details`, or a box with a title. */
export function containerHandler(state: State, node: ContainerNode, parent: Nodes | undefined): Element {
  const context = contextOf(state.options.file ?? undefined)
  const place = placeOf(context, node)
  context.containers.push({ name: node.name, place, own: place.file === context.source.file })
  if (!node.closed) reportUnclosed(node, parent, context)
  if (node.name === CODE_GROUP) return codeGroup(node, context)
  const box = (tag: string, className: string[], content: ElementContent[]) =>
    element(tag, mark(context, { kind: 'properties', properties: { className } }), content)
  const kind = node.alert ? undefined : kindOf(node.name, context)
  const children = state.wrap(state.all(node), true)
  const form = kind && CONTAINERS[kind].form
  if (form === 'plain') return element('div', {}, children)
  if (form === 'slot') return box('div', ['slot'], children)
  const title = node.title === '' ? [text(defaultTitle(node, context))] : titleElements(node)
  const look = kind ?? node.name
  if (form === 'details')
    return box('details', ['custom-block', look], [element('summary', {}, title), ...children])
  const classes = ['custom-block', ...(node.alert ? ['alert'] : []), look]
  return box('div', classes, [box('p', ['custom-block-title'], title), ...children])
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
