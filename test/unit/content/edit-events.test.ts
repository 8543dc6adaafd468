import { EditMap } from 'micromark-util-edit-map'
import type { Event } from 'micromark-util-types'
import { expect, it } from 'vitest'
import { editNearTheEnd } from '../../../src/content/edit-events.ts'

/** As the parser has it. */
const plain = EditMap.prototype.consume
editNearTheEnd()

const eventsOf = (names: readonly string[]) => names as unknown as Event[]

it('changes of the list of events are made in their places, in any order', () => {
  const names = [...'abcdefghij']
  const edits = new EditMap()
  edits.add(8, 1, eventsOf(['X', 'Y']))
  edits.add(3, 2, [])
  edits.add(5, 0, eventsOf(['Z']))
  edits.add(10, 0, eventsOf(['!']))
  edits.consume(eventsOf(names))
  expect(names.join('')).toBe('abcZfghXYj!')
  // The changes were made.
  edits.consume(eventsOf(names))
  expect(names.join('')).toBe('abcZfghXYj!')
})

it('R-PATH-1: a change near the end touches nothing before it, however long the page is', () => {
  let writes = 0
  const events = new Proxy(eventsOf(Array.from({ length: 10_000 }, (_, index) => `${index}`)), {
    set: (list, key, value) => {
      writes += 1
      return Reflect.set(list, key, value)
    },
  })
  const edits = new EditMap()
  edits.add(9990, 0, eventsOf(['new']))
  edits.add(9998, 2, [])
  edits.consume(events)
  expect(events.length).toBe(9999)
  expect(writes).toBeLessThan(30)
})

it('random changes come out as the parser makes them', () => {
  let seed = 7
  const number = (limit: number) => (seed = (seed * 48271) % 2147483647) % limit
  for (let round = 0; round < 300; round += 1) {
    const length = 1 + number(30)
    const changes: [at: number, removed: number, added: string[]][] = []
    for (let at = number(4); at <= length; at += 1 + number(6)) {
      const removed = Math.min(number(3), length - at)
      changes.push([at, removed, Array.from({ length: number(3) }, (_, index) => `${at}+${index}`)])
      at += removed
    }
    const [own, theirs] = [EditMap.prototype.consume, plain].map(consume => {
      const names = Array.from({ length }, (_, index) => `${index}`)
      const edits = new EditMap()
      for (const [at, removed, added] of changes) edits.add(at, removed, eventsOf(added))
      consume.call(edits, eventsOf(names))
      return names
    })
    expect(own).toEqual(theirs)
  }
})
