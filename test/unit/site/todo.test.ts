import { expect, it } from 'vitest'
import { listTodo } from '../../../src/site/dashboard.ts'
import { createTestSite, type TestPage } from '../check/test-site.ts'

const page: TestPage = { sections: [{ id: 'use', title: 'Use', text: 'Call the function.' }] }

/** Files of what is to do in French. */
function todoFiles(pages: Record<string, TestPage>, config: Parameters<typeof createTestSite>[1] = {}) {
  return listTodo(createTestSite(pages, config), ['/fr/']).map(({ source = '', file }) => source || file)
}

it('begins with the home page, the menu at the top and the sidebar; then comes what many pages lead to', () => {
  const link = (target: string) => ({ ...page, links: [{ url: '.', target }] })
  const pages = {
    'a.md': page,
    'b.md': link('/z.html'),
    'c.md': link('/z.html'),
    'README.md': page,
    'y.md': page,
    'z.md': page,
  }
  const theme = { nav: [{ text: 'C', page: '/c.html' }], sidebar: ['/b.html', '/c.html'] }
  expect(todoFiles(pages, { theme })).toEqual(
    ['README', 'c', 'b', 'z', 'a', 'y'].map(name => `content/${name}.md`),
  )
})

it('sorts by state before that, and counts words to translate and to look through', () => {
  const unstamped: TestPage = {
    sections: [{ id: 'use', title: 'Utiliser', text: 'Appelez la fonction.' }],
  }
  const site = createTestSite({ 'a.md': page, 'b.md': page, 'fr/a.md': unstamped, 'fr/old.md': unstamped })
  expect(listTodo(site, ['/fr/'])).toEqual([
    {
      locale: '/fr/',
      state: 'missing',
      path: '/b.html',
      file: 'content/fr/b.md',
      source: 'content/b.md',
      words: 4,
      links: 0,
    },
    {
      locale: '/fr/',
      state: 'unknown',
      path: '/a.html',
      file: 'content/fr/a.md',
      source: 'content/a.md',
      words: 4,
      links: 0,
    },
    { locale: '/fr/', state: 'orphan', path: '/old.html', file: 'content/fr/old.md', words: 0, links: 0 },
  ])
})
