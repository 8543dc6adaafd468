import { expect, test } from 'vitest'
import { Notes } from '../../../../src/import/common/importer.ts'
import { createFindPage } from '../../../../src/import/common/vue-menus.ts'
import { foreignLocales, layersOf, translateLocales } from '../../../../src/import/vitepress/config.ts'

const findPage = createFindPage(['index.md', 'a/b.md', 'zh/index.md', 'zh/a/b.md'])

test('a language has its own menus and texts in place of those of the site', () => {
  const notes = new Notes()
  const all = layersOf(
    {
      title: 'Lib',
      locales: { root: { lang: 'en-GB' }, zh: { label: '中文' } },
      themeConfig: {
        sidebar: { '/a/': [{ text: 'B', link: '/a/b' }], '/zh/a/': [{ text: '乙', link: 'zh/a/b' }] },
      },
    },
    {
      '/': { themeConfig: { nav: [{ text: 'B', link: '/a/b' }], docFooter: { prev: 'Back', next: 'On' } } },
      '/zh/': {
        title: '库',
        themeConfig: { nav: [{ text: '乙', link: '/zh/a/b' }], docFooter: { next: '下' } },
      },
    },
  )
  expect(translateLocales(all, locale => ({ findPage, locale, note: notes.add }))).toEqual({
    '/': {
      lang: 'en-GB',
      nav: [{ page: '/a/b.html', text: 'B' }],
      sidebar: { '/a/': [{ page: '/a/b.html', text: 'B' }] },
      strings: { previousPage: 'Back', nextPage: 'On' },
    },
    '/zh/': {
      lang: 'zh',
      label: '中文',
      title: '库',
      nav: [{ page: '/zh/a/b.html', text: '乙' }],
      sidebar: { '/a/': [{ page: '/zh/a/b.html', text: '乙' }] },
      strings: { previousPage: 'Back', nextPage: '下' },
    },
  })
  expect(notes.list()).toEqual([])
})

test('a language at another site is none of this one', () => {
  const config = { locales: { root: { lang: 'en' }, es: { label: 'Español', link: 'https://es.example/' } } }
  expect([...layersOf(config, {}).keys()]).toEqual(['/'])
  expect(foreignLocales(config)).toEqual([{ text: 'Español', link: 'https://es.example/' }])
})
