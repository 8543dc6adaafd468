import type { Element } from 'hast'
import type { List, ListItem, Parents } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'

/** In place of a list, without its items: one that says at once whether it is loose. */
const standIns = new WeakMap<Parents, Parents>()

/** As ever, but a list is asked only once whether it is loose: each of its items would go through all others. */
export function listItemHandler(state: State, node: ListItem, parent: Parents | undefined): Element {
  return defaultHandlers.listItem(state, node, parent?.type === 'list' ? standInFor(parent) : parent)
}

function standInFor(list: List): Parents {
  const known = standIns.get(list)
  if (known) return known
  const isLoose = list.spread || list.children.some(item => item.spread ?? item.children.length > 1)
  const standIn: List = { type: 'list', spread: isLoose, children: [] }
  standIns.set(list, standIn)
  return standIn
}
