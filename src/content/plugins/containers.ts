import type { Element, ElementContent } from 'hast'
import type { Nodes } from 'mdast'
import type { Extension } from 'mdast-util-from-markdown'
import type { State } from 'mdast-util-to-hast'
import { type Components, namesOf } from '../components/registry.ts'
import { CODE_GROUP, CONTAINER_KINDS, type ContainerKind, CONTAINERS } from '../../schema/containers.ts'
import type { ParseOptions } from '../../schema/page.ts'
import { openingContainer } from '../grammar.ts'
import { element } from '../../lib/hast.ts'
import { readInlineLine } from '../inline-text.ts'
import { type ContainerNode } from '../nodes.ts'
import { contextOf, mark, type PageContext, placeOf } from '../page-context.ts'
import { codeGroupHtml } from './code-group.ts'
import { reportUnclosed } from './unclosed-container.ts'

/** All names that open a container: built in, components, and those of the site's configuration (B94). */
export function containerNames(options: ParseOptions, components: Components): Set<string> {
  return new Set([
    ...CONTAINER_KINDS,
    CODE_GROUP,
    ...namesOf(components, 'container'),
    ...Object.keys(options.containers),
  ])
}

/** From micromark's tokens to `container` nodes. */
export const containerFromMarkdown: Extension = {
  enter: {
    container(token) {
      this.enter(
        {
          type: 'container',
          name: '',
          title: '',
          afterName: { text: '', at: 0 },
          alert: false,
          size: 0,
          closed: false,
          children: [],
        },
        token,
      )
    },
  },
  exit: {
    containerOpening(token) {
      const line = this.sliceSerialize(token)
      const opening = openingContainer(line)
      const node = this.stack.at(-1)
      if (node?.type !== 'container' || !opening) return
      node.name = opening.name
      node.size = opening.size
      takeTitle(node, opening.title)
      node.afterName = { text: line.slice(opening.nameEnd), at: opening.nameEnd }
    },
    containerClosing() {
      const node = this.stack.at(-1)
      if (node?.type === 'container') node.closed = true
    },
    container(token) {
      this.exit(token)
    },
  },
}

/** What may stand for something else than itself in a line of Markdown. */
const MARKS = /[`*_\\&[]/

function takeTitle(node: ContainerNode, title: string): void {
  node.title = title
  if (!MARKS.test(title)) return
  node.titleRuns = readInlineLine(title)
  node.title = node.titleRuns.map(({ text }) => text).join('')
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

/** From a `container` node to its element: `details`, or a box with a title (B95, B96). */
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

/** The language follows the page, not the included file (B97). */
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
