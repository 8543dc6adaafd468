import { expect, it } from 'vitest'
import { createPageFinder } from '../../../../src/check/rules/links.ts'
import { createTestSite } from '../test-site.ts'

it('looks at the path of every page once, however many links are broken', () => {
  const names = Array.from({ length: 50 }, (_, index) => `guide/page${index}.md`)
  const site = createTestSite(Object.fromEntries([...names, 'ja/guide/other.md'].map(name => [name, {}])))
  let reads = 0
  const pages = site.pages.map(({ record, ...page }) => ({
    ...page,
    get record() {
      reads += 1
      return record
    },
  }))
  const findPage = createPageFinder({ ...site, pages })
  const found = ['/guide/pag7.html', '/page8.html', '/ja/gide/other.html', '/guide/none.html', '/guide/']
  expect(found.map(path => findPage(path.startsWith('/ja/') ? '/ja/' : '/', path))).toEqual([
    '/guide/page7.html',
    '/guide/page8.html',
    '/ja/guide/other.html',
    undefined,
    undefined,
  ])
  expect(reads).toBe(pages.length)
})
