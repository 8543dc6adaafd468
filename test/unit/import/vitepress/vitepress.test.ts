import { expect, test } from 'vitest'
import { Notes } from '../../../../src/import/common/importer.ts'
import type { Values } from '../../../../src/import/common/values.ts'
import { createFindPage } from '../../../../src/import/common/vue.ts'
import { translateVitepress } from '../../../../src/import/vitepress/config.ts'
import type { VitepressSource } from '../../../../src/import/vitepress/read-site.ts'
import { placePages } from '../../../../src/import/vitepress/vitepress.ts'

function translate(config: Values, layers: Record<string, Values> = {}) {
  const notes = new Notes()
  const translated = translateVitepress({
    config,
    layers,
    placed: { exclude: [], rewrites: {}, redirects: {} },
    source: 'docs',
    findPage: createFindPage(['index.md', 'a/b.md', 'zh/index.md', 'zh/a/b.md']),
    isFile: () => false,
    hasRaw: false,
    note: notes.add,
  })
  return { ...translated, notes: notes.list() }
}

test.each([
  [{ pwa: {} }, ['/sw.js']],
  [{ pwa: { filename: 'worker.ts' } }, ['/worker.js']],
  [{ vite: { plugins: [[{ $call: 'vite-plugin-pwa', args: [{ filename: 'old.js' }] }]] } }, ['/old.js']],
  [{ vite: { plugins: [{ name: 'other' }, [{ name: 'vite-plugin-pwa:build' }]] } }, ['/sw.js']],
  [{ pwa: { filename: 'service-worker.js' } }, undefined],
  [{ vite: { plugins: ['text', null, { $call: 'vite-plugin-svg', args: [] }] } }, undefined],
])('the service worker of %j is retired at %j', (config, addresses) => {
  const { offline, notes } = translate(config)
  expect([offline, notes]).toEqual([addresses && { retire: addresses }, []])
})

test.each([
  ['<p>A <b>b</b></p><p>C</p>', 'A **b** C'],
  ['A<br>B <a href="https://x.example"><img src="x.svg"></a>', 'A\n\nB'],
  ['<ul><li>A</li><li><a href="/b">B</a></li></ul>', 'A [B](/b)'],
])('the footer %s becomes Markdown', (message, footer) => {
  expect(translate({ themeConfig: { footer: { message } } }).theme?.footer).toBe(footer)
})

test('what the search of the original had is reported', () => {
  const notes = (search: Values) => translate({ themeConfig: { search } }).notes
  expect(notes({ provider: 'local', options: { locales: {}, detailedView: true } })).toEqual([
    "`search.options` isn't supported: docsgen has its own search.",
  ])
  expect(notes({ provider: 'local', options: { locales: {} } })).toEqual([])
  expect(notes({ provider: 'algolia', options: { askAi: 'x' } })).toEqual(["`search.askAi` isn't supported."])
})

test('a language has its own menus and texts in place of those of the site', () => {
  const config = {
    returnToTopLabel: 'Not of VitePress',
    locales: { root: { lang: 'en-GB' }, zh: { label: '中文' } },
  }
  const site = { nav: [{ text: 'B', link: '/a/b' }], docFooter: { prev: 'Back', next: 'On' } }
  const zh = { nav: [{ text: '乙', link: '/zh/a/b' }], docFooter: { next: '下' } }
  const { locales } = translate(config, { '/': { themeConfig: site }, '/zh/': { themeConfig: zh } })
  expect(locales?.['/']).toMatchObject({ lang: 'en-GB', strings: { previousPage: 'Back', nextPage: 'On' } })
  expect(locales?.['/zh/']).toEqual({
    lang: 'zh',
    label: '中文',
    nav: [{ page: '/zh/a/b.html', text: '乙' }],
    strings: { previousPage: 'Back', nextPage: '下' },
  })
})

function place(files: string[], config: Values, more: Partial<VitepressSource> = {}) {
  const notes = new Notes()
  const placed = placePages(files, { config, layers: {}, rewrites: {}, ...more }, notes.add)
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
  const { rewrites } = place(['en/a.md'], { rewrites: { $function: 'rewrites' } }, { rewrites: made })
  expect(rewrites).toEqual(made)
})

test('a readme keeps its address; files that are no pages here are left out or named', () => {
  const { rewrites, redirects } = place(['README.md', 'index.md', 'lib/README.md'], {})
  expect(rewrites).toEqual({ 'README.md': 'read-me.md' })
  expect(redirects).toEqual({ '/README.html': '/read-me.html', '/lib/README.html': '/lib/' })
  expect(place(['a.md', 'old/a.md', '_part.md', 'x/[id].md'], { srcExclude: ['old/**'] })).toMatchObject({
    files: ['a.md', '_part.md'],
    exclude: ['old/**', 'x/[id].md'],
    notes: [
      "Files and folders whose names start with `_` aren't pages: _part.md. Rename the ones that were pages.",
      "Pages from the dynamic routes `x/[id].md` weren't imported. Create them with the `pages` hook of a plugin.",
    ],
  })
})
