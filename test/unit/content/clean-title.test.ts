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

describe('a page that begins with scripts and styles', () => {
  const titleOf = (body: string) => pageTitle({}, body, { slugs: 'github', emoji: undefined })

  test('has the heading behind them as its title', () => {
    const body = '\n<script setup>\n# no comment of TypeScript\n</script>\n\n<style>a{}</style>\n\n# Team\n'
    expect(titleOf(body)).toBe('Team')
  })

  test('has none where a text comes first, or the script does not end', () => {
    expect(titleOf('<script setup>\n</script>\nText\n\n# Team')).toBe('')
    expect(titleOf('<script setup>\n\n# Team')).toBe('')
    expect(titleOf('<!-- a -->\n\n# Team')).toBe('')
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
