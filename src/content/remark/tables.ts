import type { Element, ElementContent } from 'hast'
import type { List, ListItem, Table } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import { toString } from 'mdast-util-to-string'
import { element } from '../../lib/html.ts'
import { contextOf, mark, uniqueLabel } from '../page-context.ts'

/** A list. Whether it is loose is decided once: each item would go through all others for it. */
export function listHandler(state: State, node: List): Element {
  const spread = node.spread || node.children.some(item => item.spread ?? item.children.length > 1)
  return defaultHandlers.list(state, { ...node, children: node.children.map(item => ({ ...item, spread })) })
}

/** An item of a list; its checkbox, where it has one, is named by its text. */
export function listItemHandler(state: State, node: ListItem): Element {
  const item = defaultHandlers.listItem(state, node, undefined)
  const first = item.children.find(child => child.type === 'element')
  const box = first?.tagName === 'p' ? first.children[0] : first
  if (typeof node.checked === 'boolean' && box?.type === 'element' && box.tagName === 'input')
    box.properties['ariaLabel'] = node.children
      .filter(({ type }) => type !== 'list')
      .map(child => toString(child, { includeImageAlt: false }))
      .join(' ')
      .trim()
  return item
}

/** A table in a region that scrolls sideways, reachable by keyboard; alignment as classes, not as style. */
export function tableHandler(state: State, node: Table): Element {
  const page = contextOf(state)
  const table = defaultHandlers.table(state, node) as Element
  alignByClass(table)
  const ariaLabel = uniqueLabel(page, page.locale.labels.table)
  const properties = { className: ['table-region'], tabIndex: 0, role: 'region', ariaLabel }
  return element('div', mark(page, { kind: 'properties', properties }), [table])
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
