import { expect, test } from 'vitest'
import { samplePage } from './sample.tsx'
import type { Header } from '../../../src/schema/page.ts'
import { outlineEntries } from '../../../templates/components/outline-entries.ts'
import { swipeOf } from '../../../templates/components/swipe.ts'

/** Headings as text, by level: `2a 3b`. */
const headersOf = (text: string): Header[] =>
  text.split(' ').flatMap(word => {
    const title = word.slice(1)
    return title ? [{ level: Number(word[0]) as 2 | 3, title, slug: title }] : []
  })

test.each([
  ['level 3 below the level 2 before it', '2a 3b 3c 2d', {}, 'a(b c) d'],
  ['level 3 without a level 2 at the top', '3a 3b 2c 3d', {}, 'a b c(d)'],
  ['no first heading that is the title of the page', '2mount 3x 3y', { title: 'mount' }, 'x y'],
  ['others beside the title', '2mount 3x 2y 3z', { title: 'mount' }, 'x y(z)'],
  ['no first heading below a title of its own', '2mount 3x', { title: 'M', topHeading: 'mount' }, 'x'],
  ['nothing for a page without headings', '', {}, ''],
  ['nothing for the title alone', '2mount', { title: 'mount' }, ''],
])('the outline has %s', (_what, headings, changes, tree) => {
  const entries = outlineEntries(samplePage({ headers: headersOf(headings), ...changes }))
  const shown = entries.map(({ header, children }) => {
    const inner = children.map(({ title }) => title).join(' ')
    return header.title + (inner && `(${inner})`)
  })
  expect(shown.join(' ')).toBe(tree)
})

test('the outline stops after 500 headings', () => {
  const headers = headersOf(Array.from({ length: 10_000 }, (_, index) => `2h${index}`).join(' '))
  expect(outlineEntries(samplePage({ headers }))).toHaveLength(500)
})

test.each([
  [60, 100, false, undefined],
  [61, 100, false, 'forward'],
  [90, 170, false, undefined],
  [-40, 120, false, 'backward'],
  [90, 100, true, 'backward'],
  [-90, 100, true, 'forward'],
])('a swipe to (%i, %i), right to left %s, goes %s', (x, y, rtl, way) =>
  expect(swipeOf({ x: 20, y: 100 }, { x, y }, rtl)).toBe(way),
)
