import { expect, test } from 'vitest'
import { Notes } from '../../../../src/import/common/importer.ts'
import type { Values } from '../../../../src/import/common/values.ts'
import { createFindPage } from '../../../../src/import/common/vue-menus.ts'
import { foreignLocales, layersOf, translateLocales } from '../../../../src/import/vitepress/config.ts'
import type { VitepressSource } from '../../../../src/import/vitepress/read-site.ts'
import { placePages } from '../../../../src/import/vitepress/vitepress.ts'

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

function place(files: string[], config: Values, more: Partial<VitepressSource> = {}) {
  const notes = new Notes()
  const placed = placePages(files, { config, layers: {}, rewrites: {}, routes: {}, ...more }, notes.add)
  return { ...placed, notes: notes.list() }
}

test('rules that docsgen reads are taken as they are, others file by file', () => {
  const rules = {
    'en/:rest*': ':rest*',
    'packages/:pkg/src/(.*)': ':pkg/:0',
    '^guide/(?<name>\\w+)-x\\.md$': 'g/:name.md',
  }
  const files = ['en/a.md', 'packages/core/src/sub/a.md', 'guide/b-x.md', 'guide/c.md']
  expect(place(files, { rewrites: rules }).rewrites).toEqual({
    'en/:rest*': ':rest*',
    'packages/core/src/sub/a.md': 'core/sub/a.md',
    'guide/b-x.md': 'g/b.md',
  })
  const made = { 'en/a.md': 'a.md' }
  expect(place(['en/a.md'], { rewrites: { $function: 'rewrites' } }, { rewrites: made }).rewrites).toEqual(
    made,
  )
})

test('a readme keeps its address where another page is that of its folder, and leads on where none is', () => {
  const { rewrites, redirects } = place(['README.md', 'index.md', 'lib/README.md'], {})
  expect(rewrites).toEqual({ 'README.md': 'read-me.md' })
  expect(redirects).toEqual({ '/README.html': '/read-me.html', '/lib/README.html': '/lib/' })
})

test('what is no page here is left out or named', () => {
  const placed = place(['a.md', 'old/a.md', '_part.md', 'x/[id].md'], { srcExclude: ['old/**'] })
  expect([placed.files, placed.exclude, placed.isWhole]).toEqual([
    ['a.md', '_part.md'],
    ['old/**', 'x/[id].md'],
    false,
  ])
  expect(placed.notes).toEqual([
    'Files whose name, or that of their folder, begins with `_` are not pages: _part.md. Rename those that were.',
    "The pages that `x/[id].md` makes of `x/[id].md` aren't imported. A plugin with `pages` can make them.",
  ])
})
