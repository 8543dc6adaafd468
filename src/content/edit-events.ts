import { EditMap } from 'micromark-util-edit-map'
import type { Event } from 'micromark-util-types'

/**
 * Makes the parser linear where items end a list within a list, or headings are underlined: its own way of changing the
 * list of events copies everything from the beginning of the page each time, and the change is always near the end.
 */
export function editNearTheEnd(): void {
  EditMap.prototype.consume = consume
}

/** Applies the changes to `events`; what stands before the first one is left alone. */
function consume(this: EditMap, events: Event[]): undefined {
  const changes = this.map.toSorted(([a], [b]) => a - b)
  const first = changes[0]?.[0] ?? events.length
  const rest = events.splice(first)
  let next = 0
  for (const [index, removed, added] of changes) {
    for (const event of rest.slice(next, index - first)) events.push(event)
    for (const event of added) events.push(event)
    next = index - first + removed
  }
  for (const event of rest.slice(next)) events.push(event)
  this.map.length = 0
  this.index.clear()
}
