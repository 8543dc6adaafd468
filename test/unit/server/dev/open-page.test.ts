import { expect, it } from 'vitest'
import { type PagesState, savedPages } from '../../../../src/server/dev/open-page.ts'

const page = (file: string) => ({ file, locale: '/', addresses: [] })

const state = {
  version: 2,
  shown: new Set(['a.md', 'b.md']),
  loaded: {
    site: {
      pages: [page('a.md'), page('b.md'), page('c.md')],
      locales: { '/': { code: 'en', sidebars: [] } },
    },
    views: {
      of: (placed: { file: string }) => ({ ...placed, view: { path: `/${placed.file}`, sidebar: -1 } }),
    },
    contents: { readHtml: (file: string) => `<h1>${file}</h1>` },
  },
} as unknown as PagesState

it('sends pages along that were saved and that a browser shows', () => {
  const pathsAfter = (...changed: string[]) =>
    savedPages(state, changed).map(({ chunk }) => [chunk.page.path, chunk.html])
  expect(pathsAfter('a.md', 'c.md', 'site.config.ts')).toEqual([['/a.md', '<h1>a.md</h1>']])
  expect(pathsAfter('c.md')).toEqual([])
  expect(savedPages({ version: 1, shown: new Set(['a.md']) }, ['a.md'])).toEqual([])
})
