import type { ElementContent } from 'hast'
import type { Nodes, Text } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import { element } from '../../lib/html.ts'
import { nearest } from '../../lib/text.ts'
import { PluginFailure } from '../../plugins/run.ts'
import type { Place } from '../../schema/finding.ts'
import { linkPlaceholder } from '../../schema/page.ts'
import { namesOf } from '../components/built-in.ts'
import { type Component, type Problem, readProps, type Tools } from '../components/component.ts'
import { embeddedIcon, ICON_NAMES } from '../components/icons.ts'
import {
  contextOf,
  createPlacer,
  finalFormOf,
  mark,
  type PageContext,
  placeAt,
  placeInLine,
  placeOf,
  report,
} from '../page-context.ts'
import { takeAddresses, takeMadeAddresses } from '../rehype/raw-addresses.ts'
import { type ComponentNode, labelOf } from '../tree.ts'
import { reportUnclosed } from './containers.ts'
import { noteLink } from './links.ts'

/** From a component to its elements; to its content alone where it may not stand or cannot be rendered. */
export function componentHandler(
  state: State,
  node: ComponentNode,
  parent: Nodes | undefined,
): ElementContent[] {
  const page = contextOf(state)
  const component = page.components.get(node.name)
  const place = placeOfComponent(node, page)
  if (node.kind === 'container')
    page.containers.push({ name: node.name, place, own: place.file === page.source.file })
  if (!node.closed) reportUnclosed(node, parent, page)
  const number = (page.used.get(node.name) ?? 0) + 1
  page.used.set(node.name, number)
  const inner = state.all(node)
  const children = node.kind === 'inline' || inner.length === 0 ? inner : state.wrap(inner, true)
  if (!component) return children
  const misplaced = describeMisplaced(component, node, parent, page)
  if (misplaced) {
    const message = `\`${node.written}\` ${misplaced.message}; readers see its content only.`
    report(page, place, { rule: 'markdown/component-place', message, hint: misplaced.hint })
    return children
  }
  const { label } = component
  const written = labelOf(node)
  const { props, problems } = readProps(component, {
    ...(label !== undefined && written !== undefined && { [label]: written }),
    ...Object.fromEntries(node.attributes.map(({ name, value }) => [name, value])),
  })
  for (const problem of problems) reportProblem(node, problem, page)
  if (!props) return children
  for (const part of component.parts ?? ['components']) page.parts.add(part)
  // Text in square brackets that an attribute stands for is no content.
  const isLabel = label !== undefined && node.kind === 'inline' && !node.html
  let made: ElementContent[]
  try {
    made = component.render(props, isLabel ? [] : children, createTools(node, number, page))
  } catch (error) {
    if (!(error instanceof PluginFailure)) throw error
    page.findings.push({ ...error.finding, place: error.finding.place ?? place })
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
      if (own.type !== 'element' || authors.has(own) || finalFormOf(page, own.properties)) continue
      markOwn(own.children)
      // Nobody noted the addresses of a plugin's elements.
      if (component?.isForeign) takeAddresses(own, page, place)
      own.properties = mark(page, { kind: 'properties', properties: own.properties, beside })
    }
  }
}

function reportProblem(node: ComponentNode, problem: Problem, page: PageContext): void {
  const { attribute, ...finding } = problem
  report(page, placeOfAttribute(node, attribute, page), { rule: 'markdown/attribute', ...finding })
}

/** Why a component may not be where it is, if it may not. */
function describeMisplaced(
  { kinds, within }: Component,
  { kind, name }: ComponentNode,
  parent: Nodes | undefined,
  { components }: PageContext,
): { message: string; hint: string } | undefined {
  const list = (names: readonly string[], word: string) => names.map(each => `\`${each}\``).join(` ${word} `)
  const around = parent?.type === 'component' ? parent.name : ''
  const allowed = components.get(around)?.holds
  if (!kinds.includes(kind)) {
    const hint = 'Write it as a block, with a blank line before it.'
    return { message: 'cannot be used inside a line of text', hint }
  }
  if (within && !within.includes(around))
    return { message: `must be inside ${list(within, 'or')}`, hint: `Put \`::: ${within[0]}\` around it.` }
  if (!allowed || allowed.includes(name)) return undefined
  const hint = `\`${around}\` may only contain ${list(allowed, 'and')}.`
  return { message: `cannot be inside \`${around}\``, hint }
}

function createTools(node: ComponentNode, number: number, page: PageContext): Tools {
  const { lang, labels } = page.locale
  const html: Tools['html'] = code => element('span', mark(page, { kind: 'html', html: code }))
  return {
    kind: node.kind,
    lang,
    file: page.source.file,
    texts: { external: labels.external, ...labels.components },
    number,
    address(attribute, url, kind) {
      const place = placeOfAttribute(node, attribute, page)
      const index = noteLink({ page, url, kind, place, ...(kind === 'image' ? { size: {} } : {}) })
      if (index === undefined) return undefined
      return { address: linkPlaceholder(index), isForeign: page.links[index]?.type === 'external' }
    },
    report: problem => reportProblem(node, problem, page),
    say(text) {
      const line = (node.html?.node ?? node).position?.start.line ?? 1
      if (text.trim() !== '') page.said.push({ line, text: text.replace(/\s+/g, ' ').trim() })
    },
    html,
    takeAddresses: (code, isKept) => {
      const first = page.links.length
      const made = takeMadeAddresses(code, page, placeOfComponent(node, page))
      if (isKept) for (const link of page.links.slice(first)) link.kept = true
      return made
    },
    group: nodes => element(node.kind === 'inline' ? 'span' : 'div', mark(page, { kind: 'group' }), nodes),
    icon(name, attribute) {
      const { icons = {} } = page.options
      const drawing = (Object.hasOwn(icons, name) ? icons[name] : undefined) ?? embeddedIcon(name)
      if (drawing !== undefined) return html(drawing)
      if (attribute === undefined) return undefined
      const near = nearest(name, [...Object.keys(icons), ...ICON_NAMES])
      const hint = near
        ? `Did you mean \`${near}\`?`
        : `Put the drawing into \`templates/icons/${name}.svg\`.`
      reportProblem(node, { attribute, message: `There is no icon \`${name}\`.`, hint }, page)
      return undefined
    },
  }
}

function placeOfComponent(node: ComponentNode, page: PageContext): Place {
  return node.html ? createPlacer(node.html.node, page)(node.html.index) : placeOf(page, node)
}

function placeOfAttribute(node: ComponentNode, attribute: string | undefined, page: PageContext): Place {
  const found = node.attributes.find(({ name }) => name === attribute)
  if (!found) return placeOfComponent(node, page)
  if (node.html) return createPlacer(node.html.node, page)(found.at)
  const { line, column } = node.attributesAt ?? { line: 0, column: 1 }
  const start = node.position?.start.line ?? 1
  return placeAt(page.source, start + line, column + found.at)
}

const DIRECTIVE = /(?<![\w:/]):([a-z][a-z0-9-]{2,31})[[{]/g

/** Text; what is nearly a component in a line is reported and stays text. */
export function textHandler(state: State, node: Text): ElementContent {
  const page = contextOf(state)
  const { value, position } = node
  for (const { index, 1: name = '' } of value.includes(':') ? value.matchAll(DIRECTIVE) : []) {
    const names = [...namesOf(page.components, 'inline')].filter(known => known[0] === name[0])
    const near = nearest(name, names)
    if (near === undefined || near === name) continue
    const line = (position?.start.line ?? 1) + value.slice(0, index).split('\n').length - 1
    const message = `\`:${name}\` is not a component; it is shown as text.`
    const hint = `Did you mean \`:${near}\`?`
    report(page, placeInLine(page, line, `:${name}`), { rule: 'markdown/unknown-component', message, hint })
  }
  return defaultHandlers.text(state, node) as ElementContent
}
