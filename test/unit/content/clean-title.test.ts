import { describe, expect, test } from 'vitest'
import { pageTitle } from '../../../src/content/clean-title.ts'

describe('the title of a page with a pinned id', () => {
  test('leaves the id out', () => {
    expect(pageTitle({}, '## Руководства {#guides}\n\nText', { slugs: 'github', emoji: undefined })).toBe(
      'Руководства',
    )
  })

  test('keeps it where ids are those of VuePress, which knew no pinned ids', () => {
    expect(pageTitle({}, '# Guides {#guides}', { slugs: 'vuepress', emoji: undefined })).toBe(
      'Guides {#guides}',
    )
  })

  test('keeps braces inside of the heading', () => {
    expect(pageTitle({}, '# Use {#id} in headings', { slugs: 'github', emoji: undefined })).toBe(
      'Use {#id} in headings',
    )
  })
})

describe('a title as VuePress made it', () => {
  test.each([
    ['**a** _b_ `c` ***d*** *e*', 'a b c d e'],
    ['***a** b*', '*a b*'],
    ['\\*a\\* snake_case _a_b _', '*a* snake_case a_b'],
    ['[a [b](c) d](e) f', 'a [b](c) d f'],
    ['a <b>c</b> d', 'a  d'],
    ['a `<b>` <i> d', 'a <b>  d'],
  ])('%s', (title, text) => {
    expect(pageTitle({ title }, '', { slugs: 'vuepress', emoji: undefined })).toBe(text)
  })
})
