import { describe, expect, it } from 'vitest'
import type { Header } from '../../../src/schema/page.ts'
import { outlineEntries } from '../../../templates/components/outline-entries.ts'
import { samplePage } from './sample.ts'

const h2 = (title: string): Header => ({ level: 2, title, slug: title })
const h3 = (title: string): Header => ({ level: 3, title, slug: title })

/** The tree as text: `a(b c)`. */
function tree(headers: Header[], title = 'page'): string {
  return outlineEntries(samplePage({ headers, title }))
    .map(
      ({ header, children }) =>
        header.title + (children.length > 0 ? `(${children.map(c => c.title).join(' ')})` : ''),
    )
    .join(' ')
}

describe('outlineEntries', () => {
  it('nests level 3 below the level 2 before it', () => {
    expect(tree([h2('a'), h3('b'), h3('c'), h2('d')])).toBe('a(b c) d')
  })

  it('shows level 3 headings without a level 2 at the top', () => {
    expect(tree([h3('a'), h3('b'), h2('c'), h3('d')])).toBe('a b c(d)')
  })

  it('leaves out the first heading when it is the title of the page', () => {
    expect(tree([h2('mount'), h3('arguments'), h3('example')], 'mount')).toBe('arguments example')
    expect(tree([h2('mount'), h3('arguments'), h2('see also'), h3('x')], 'mount')).toBe(
      'arguments see also(x)',
    )
  })

  it('leaves out the first heading when the page has a title of its own', () => {
    const headers = [h2('mount'), h3('arguments')]
    const page = samplePage({ headers, title: 'Wrapper.mount', topHeading: 'mount' })
    expect(outlineEntries(page).map(({ header }) => header.title)).toEqual(['arguments'])
  })

  it('stops after 500 headings', () => {
    const headers = Array.from({ length: 10_000 }, (_, index) => h2(`h${index}`))
    expect(outlineEntries(samplePage({ headers }))).toHaveLength(500)
  })

  it('is empty for a page without headings', () => {
    expect(tree([])).toBe('')
    expect(tree([h2('page')])).toBe('')
  })
})
