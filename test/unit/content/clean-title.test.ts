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
