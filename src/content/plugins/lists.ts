import type { Element } from 'hast'
import type { List, ListItem, Parents } from 'mdast'
import { plainText } from '../nodes.ts'
import { defaultHandlers, type State } from 'mdast-util-to-hast'

/** In place of a list, without its items: one that says at once whether it is loose. */
const standIns = new WeakMap<Parents, Parents>()

/** Its checkbox, where it has one, is called by its text. As ever otherwise, but a list is asked only once whether it is loose: each of its items would go through all others. */
export function listItemHandler(state: State, node: ListItem, parent: Parents | undefined): Element {
  const item = defaultHandlers.listItem(state, node, parent?.type === 'list' ? standInFor(parent) : parent)
  if (typeof node.checked === 'boolean') nameCheckbox(item, node)
  return item
}

function nameCheckbox({ children }: Element, item: ListItem): void {
  const [first] = children.filter(child => child.type === 'element')
  const box = first?.tagName === 'p' ? first.children[0] : first
  const name = item.children
    .filter(({ type }) => type !== 'list')
    .map(plainText)
    .join(' ')
    .trim()
  if (box?.type === 'element' && box.tagName === 'input') box.properties['ariaLabel'] = name
}

function standInFor(list: List): Parents {
  const known = standIns.get(list)
  if (known) return known
  const isLoose = list.spread || list.children.some(item => item.spread ?? item.children.length > 1)
  const standIn: List = { type: 'list', spread: isLoose, children: [] }
  standIns.set(list, standIn)
  return standIn
}
