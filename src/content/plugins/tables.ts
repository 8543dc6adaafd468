import type { Element, ElementContent } from 'hast'
import type { Table } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import { element } from '../../lib/hast.ts'
import { contextOf, mark, uniqueLabel } from '../page-context.ts'

/** A table in a region that scrolls sideways, reachable by keyboard; alignment as classes, not as style (B77). */
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
