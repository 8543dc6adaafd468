import type { ElementContent } from 'hast'
import type { Nodes, Text } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import { namesOf } from '../components/built-in.ts'
import {
  type Component,
  type GivenProps,
  type Problem,
  readProps,
  type Tools,
} from '../components/component.ts'
import { embeddedIcon, ICON_NAMES } from '../components/icons.ts'
import type { ComponentNode } from '../nodes.ts'
import { labelOf } from '../text.ts'
import {
  contextOf,
  finalOf,
  mark,
  type PageContext,
  placeAt,
  placeOf,
  createPlacer,
  placeInLine,
} from '../page-context.ts'
import { takeAddresses, takeMadeAddresses } from '../rehype/raw-addresses.ts'
import { reportUnclosed } from './containers.ts'
import { noteLink } from './links.ts'
import { element } from '../../lib/html.ts'
import { nearest } from '../../lib/text.ts'
import { PluginFailure } from '../../plugins/run.ts'
import type { Finding, Place } from '../../schema/finding.ts'
import { linkPlaceholder } from '../../schema/page.ts'

/** From a component to its elements; to its content alone where it may not stand or cannot be rendered. */
export function componentHandler(
  state: State,
  node: ComponentNode,
  parent: Nodes | undefined,
): ElementContent[] {
  const context = contextOf(state.options.file ?? undefined)
  const component = context.components.get(node.name)
  const place = placeOfComponent(node, context)
  if (node.kind === 'container')
    context.containers.push({ name: node.name, place, own: place.file === context.source.file })
  if (!node.closed) reportUnclosed(node, parent, context)
  const number = (context.used.get(node.name) ?? 0) + 1
  context.used.set(node.name, number)
  const inner = state.all(node)
  const children = node.kind === 'inline' || inner.length === 0 ? inner : state.wrap(inner, true)
  if (!component || isMisplaced(component, node, { parent, context })) return children
  const props = propsOf(component, node, context)
  if (!props) return children
  for (const part of component.parts ?? ['components']) context.parts.add(part)
  // Text in square brackets that an attribute stands for is no content.
  const isLabel = component.label !== undefined && node.kind === 'inline' && !node.html
  const tools = createTools(node, number, context)
  const made = render(component, { props, children: isLabel ? [] : children, tools })
  if (made instanceof PluginFailure) {
    context.findings.push({ ...made.finding, place: made.finding.place ?? place })
    return children
  }
  // What an element holds has always been part of the id of its heading.
  const beside = !component.isText && !(node.html && node.children.length > 0)
  const from = component.isForeign ? place : undefined
  markOwn(made, { children: new Set(children), context, beside, from })
  return made
}

interface Rendering {
  props: Record<string, unknown>
  children: ElementContent[]
  tools: Tools
}

/** What a component becomes; why it does not, where the plugin that it is of fails. */
function render(
  component: Component,
  { props, children, tools }: Rendering,
): ElementContent[] | PluginFailure {
  try {
    return component.render(props, children, tools)
  } catch (error) {
    if (error instanceof PluginFailure) return error
    throw error
  }
}

/** Reads the attributes; what is wrong with them is reported. */
function propsOf(
  component: Component,
  node: ComponentNode,
  context: PageContext,
): Record<string, unknown> | undefined {
  const { label } = component
  const written = labelOf(node)
  const given: GivenProps = {
    ...(label !== undefined && written !== undefined ? { [label]: written } : {}),
    ...Object.fromEntries(node.attributes.map(({ name, value }) => [name, value])),
  }
  const { props, problems } = readProps(component, given)
  for (const problem of problems) reportProblem(node, problem, context)
  return props
}

function reportProblem(
  node: ComponentNode,
  { message, hint, attribute, rule = 'markdown/attribute' }: Problem,
  context: PageContext,
): void {
  const place = placeOfAttribute(node, attribute, context)
  const finding: Finding = { rule, severity: 'warning', place, message }
  context.findings.push(hint ? { ...finding, hint } : finding)
}

/** A drawing of the site. */
function ownIcon(name: string, { options: { icons = {} } }: PageContext): string | undefined {
  return Object.hasOwn(icons, name) ? icons[name] : undefined
}

function unknownIcon(name: string, attribute: string, { options: { icons = {} } }: PageContext): Problem {
  const near = nearest(name, [...Object.keys(icons), ...ICON_NAMES])
  const hint = near ? `Did you mean \`${near}\`?` : `Put the drawing into \`templates/icons/${name}.svg\`.`
  return { attribute, message: `There is no icon \`${name}\`.`, hint }
}

interface Setting {
  parent: Nodes | undefined
  context: PageContext
}

function isMisplaced(component: Component, node: ComponentNode, { parent, context }: Setting): boolean {
  const { kinds, within } = component
  const around = parent?.type === 'component' ? parent.name : undefined
  const allowed = around === undefined ? undefined : context.components.get(around)?.holds
  const reason = !kinds.includes(node.kind)
    ? { message: 'cannot stand in a line of text', hint: 'Write it as a block, with a blank line before it.' }
    : within && !within.includes(around ?? '')
      ? {
          message: `stands in no ${within.map(name => `\`${name}\``).join(' or ')}`,
          hint: `Put \`::: ${within[0]}\` around it.`,
        }
      : allowed && !allowed.includes(node.name)
        ? {
            message: `cannot stand in \`${around}\``,
            hint: `In it stand ${allowed.map(name => `\`${name}\``).join(' and ')}.`,
          }
        : undefined
  if (!reason) return false
  context.findings.push({
    rule: 'markdown/component-place',
    severity: 'warning',
    place: placeOfComponent(node, context),
    message: `\`${node.written}\` ${reason.message}; readers see its content only.`,
    hint: reason.hint,
  })
  return true
}

function createTools(node: ComponentNode, number: number, context: PageContext): Tools {
  const { lang, labels } = context.locale
  const html: Tools['html'] = code => element('span', mark(context, { kind: 'html', html: code }))
  const report: Tools['report'] = problem => reportProblem(node, problem, context)
  return {
    kind: node.kind,
    lang,
    file: context.source.file,
    texts: { external: labels.external, ...labels.components },
    number,
    address(attribute, url, kind) {
      const place = placeOfAttribute(node, attribute, context)
      const index = noteLink({ context, url, kind, place, ...(kind === 'image' ? { size: {} } : {}) })
      if (index === undefined) return undefined
      return { address: linkPlaceholder(index), isForeign: context.links[index]?.type === 'external' }
    },
    report,
    say(text) {
      const line = (node.html?.node ?? node).position?.start.line ?? 1
      if (text.trim() !== '') context.said.push({ line, text: text.replace(/\s+/g, ' ').trim() })
    },
    html,
    takeAddresses: (code, isKept) => {
      const first = context.links.length
      const made = takeMadeAddresses(code, context, placeOfComponent(node, context))
      if (isKept) for (const link of context.links.slice(first)) link.kept = true
      return made
    },
    group: nodes => element(node.kind === 'inline' ? 'span' : 'div', mark(context, { kind: 'group' }), nodes),
    icon(name, attribute) {
      const drawing = ownIcon(name, context) ?? embeddedIcon(name)
      if (drawing === undefined && attribute !== undefined) report(unknownIcon(name, attribute, context))
      return drawing === undefined ? undefined : html(drawing)
    },
  }
}

interface Marking {
  /** What is the author's. */
  children: ReadonlySet<ElementContent>
  context: PageContext
  beside: boolean
  /** Where elements are from whose addresses nobody noted. */
  from: Place | undefined
}

/** Keeps what a component made from all that looks at raw HTML. */
function markOwn(nodes: readonly ElementContent[], marking: Marking): void {
  const { children, context, beside, from } = marking
  for (const node of nodes) {
    if (node.type !== 'element' || children.has(node) || finalOf(context, node.properties)) continue
    markOwn(node.children, marking)
    if (from) takeAddresses(node, context, from)
    node.properties = mark(context, { kind: 'properties', properties: node.properties, beside })
  }
}

function placeOfComponent(node: ComponentNode, context: PageContext): Place {
  return node.html ? createPlacer(node.html.node, context)(node.html.index) : placeOf(context, node)
}

function placeOfAttribute(node: ComponentNode, attribute: string | undefined, context: PageContext): Place {
  const found = node.attributes.find(({ name }) => name === attribute)
  if (!found) return placeOfComponent(node, context)
  if (node.html) return createPlacer(node.html.node, context)(found.at)
  const { line, column } = node.attributesAt ?? { line: 0, column: 1 }
  const start = node.position?.start.line ?? 1
  return placeAt(context.source, start + line, column + found.at)
}

const DIRECTIVE = /(?<![\w:/]):([a-z][a-z0-9-]{2,31})[[{]/g

/** Text; what is nearly a component in a line is reported and stays text. */
export function textHandler(state: State, node: Text): ElementContent {
  if (node.value.includes(':')) reportNear(node, contextOf(state.options.file ?? undefined))
  return defaultHandlers.text(state, node) as ElementContent
}

function reportNear({ value, position }: Text, context: PageContext): void {
  for (const { index, 1: name = '' } of value.matchAll(DIRECTIVE)) {
    const names = [...namesOf(context.components, 'inline')].filter(known => known[0] === name[0])
    const near = nearest(name, names)
    if (near === undefined || near === name) continue
    const line = (position?.start.line ?? 1) + value.slice(0, index).split('\n').length - 1
    context.findings.push({
      rule: 'markdown/unknown-component',
      severity: 'warning',
      place: placeInLine(context, line, `:${name}`),
      message: `\`:${name}\` is no component; it is shown as text.`,
      hint: `Did you mean \`:${near}\`?`,
    })
  }
}
