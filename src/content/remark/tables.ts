import type { Element, ElementContent } from 'hast'
import type { List, ListItem, Table } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import { toString } from 'mdast-util-to-string'
import { contextOf, mark, uniqueLabel } from '../page-context.ts'
import { element } from '../../lib/html.ts'

/** A list. Whether it is loose is decided once: each item would go through all others for it. */
export function listHandler(state: State, node: List): Element {
  const spread = node.spread || node.children.some(item => item.spread ?? item.children.length > 1)
  return defaultHandlers.list(state, { ...node, children: node.children.map(item => ({ ...item, spread })) })
}

/** An item of a list; its checkbox, where it has one, is named by its text. */
export function listItemHandler(state: State, node: ListItem): Element {
  const item = defaultHandlers.listItem(state, node, undefined)
  if (typeof node.checked === 'boolean') nameCheckbox(item, node)
  return item
}

function nameCheckbox({ children }: Element, item: ListItem): void {
  const [first] = children.filter(child => child.type === 'element')
  const box = first?.tagName === 'p' ? first.children[0] : first
  const name = item.children
    .filter(({ type }) => type !== 'list')
    .map(child => toString(child, { includeImageAlt: false }))
    .join(' ')
    .trim()
  if (box?.type === 'element' && box.tagName === 'input') box.properties['ariaLabel'] = name
}

/** A table in a region that scrolls sideways, reachable by keyboard; alignment as classes, not as style. */
export function tableHandler(state: State, node: Table): Element {
  const context = contextOf(state.options.file ?? undefined)
  const table = defaultHandlers.table(state, node) as Element
  alignByClass(table)
  const properties = {
    className: ['table-region'],
    tabIndex: 0,
    role: 'region',
    ariaLabel: uniqueLabel(context, context.locale.labels.table),
  }
  return element('div', mark(context, { kind: 'properties', properties }), [table])
}

function alignByClass(node: ElementContent): void {
  if (node.type !== 'element') return
  const { align } = node.properties
  if (typeof align === 'string') {
    node.properties.className = [`align-${align}`]
    delete node.properties.align
  }
  if (node.tagName !== 'th' && node.tagName !== 'td') node.children.forEach(alignByClass)
}
