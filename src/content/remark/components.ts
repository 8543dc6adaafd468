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
  finalFormOf,
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
import type { Place } from '../../schema/finding.ts'
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
  if (!component || isMisplaced(component, node, parent, context)) return children
  const props = propsOf(component, node, context)
  if (!props) return children
  for (const part of component.parts ?? ['components']) context.parts.add(part)
  // Text in square brackets that an attribute stands for is no content.
  const isLabel = component.label !== undefined && node.kind === 'inline' && !node.html
  const tools = createTools(node, number, context)
  let made: ElementContent[]
  try {
    made = component.render(props, isLabel ? [] : children, tools)
  } catch (error) {
    if (!(error instanceof PluginFailure)) throw error
    context.findings.push({ ...error.finding, place: error.finding.place ?? place })
    return children
  }
  // What an element holds has always been part of the id of its heading.
  const beside = !component.isText && !(node.html && node.children.length > 0)
  const authors = new Set(children)
  markOwn(made)
  return made

  /** Keeps what a component made from all that looks at raw HTML. */
  function markOwn(nodes: readonly ElementContent[]): void {
    for (const own of nodes) {
      if (own.type !== 'element' || authors.has(own) || finalFormOf(context, own.properties)) continue
      markOwn(own.children)
      // Nobody noted the addresses of a plugin's elements.
      if (component?.isForeign) takeAddresses(own, context, place)
      own.properties = mark(context, { kind: 'properties', properties: own.properties, beside })
    }
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
  context.findings.push({ rule, severity: 'warning', place, message, ...(hint ? { hint } : {}) })
}

/** True for a component where it may not be, which is reported. */
function isMisplaced(
  { kinds, within }: Component,
  node: ComponentNode,
  parent: Nodes | undefined,
  context: PageContext,
): boolean {
  const names = (list: readonly string[], word: string) => list.map(name => `\`${name}\``).join(` ${word} `)
  const around = parent?.type === 'component' ? parent.name : ''
  const allowed = context.components.get(around)?.holds
  let problem: { message: string; hint: string } | undefined
  if (!kinds.includes(node.kind))
    problem = {
      message: 'cannot be used inside a line of text',
      hint: 'Write it as a block, with a blank line before it.',
    }
  else if (within && !within.includes(around))
    problem = {
      message: `must be inside ${names(within, 'or')}`,
      hint: `Put \`::: ${within[0]}\` around it.`,
    }
  else if (allowed && !allowed.includes(node.name))
    problem = {
      message: `cannot be inside \`${around}\``,
      hint: `\`${around}\` may only contain ${names(allowed, 'and')}.`,
    }
  if (!problem) return false
  context.findings.push({
    rule: 'markdown/component-place',
    severity: 'warning',
    place: placeOfComponent(node, context),
    message: `\`${node.written}\` ${problem.message}; readers see its content only.`,
    hint: problem.hint,
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
      const { icons = {} } = context.options
      const drawing = (Object.hasOwn(icons, name) ? icons[name] : undefined) ?? embeddedIcon(name)
      if (drawing !== undefined) return html(drawing)
      if (attribute === undefined) return undefined
      const near = nearest(name, [...Object.keys(icons), ...ICON_NAMES])
      const hint = near
        ? `Did you mean \`${near}\`?`
        : `Put the drawing into \`templates/icons/${name}.svg\`.`
      report({ attribute, message: `There is no icon \`${name}\`.`, hint })
      return undefined
    },
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
  const context = contextOf(state.options.file ?? undefined)
  const { value, position } = node
  for (const { index, 1: name = '' } of value.includes(':') ? value.matchAll(DIRECTIVE) : []) {
    const names = [...namesOf(context.components, 'inline')].filter(known => known[0] === name[0])
    const near = nearest(name, names)
    if (near === undefined || near === name) continue
    const line = (position?.start.line ?? 1) + value.slice(0, index).split('\n').length - 1
    context.findings.push({
      rule: 'markdown/unknown-component',
      severity: 'warning',
      place: placeInLine(context, line, `:${name}`),
      message: `\`:${name}\` is not a component; it is shown as text.`,
      hint: `Did you mean \`:${near}\`?`,
    })
  }
  return defaultHandlers.text(state, node) as ElementContent
}
