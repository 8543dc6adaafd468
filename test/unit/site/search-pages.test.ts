import { expect, test } from 'vitest'
import { configSchema } from '../../../src/schema/config.ts'
import { findSearchPages } from '../../../src/site/served-files.ts'

const current = { id: '2.x' }
const beside = ['/search/a.html', '/searching.html', '/search.json']
const locales = { '/': { lang: 'en' }, '/zh/': { lang: 'zh-CN' } }

test.each([
  ['ends as addresses of the site do', {}, [], ['/search.html', '/zh/search.html']],
  ['as folders', { urls: 'directory' }, [], ['/search/', '/zh/search/']],
  ['without ending', { urls: 'clean' }, [], ['/search', '/zh/search']],
  ['is none without search', { theme: { search: false } }, [], []],
  ['leaves a page its address', {}, ['/search.html'], ['/zh/search.html']],
  ['in every form', { urls: 'clean' }, ['/zh/Search/'], ['/search']],
  ['leaves a public file its address', {}, ['/search/index.html'], ['/zh/search.html']],
  ['leaves redirects theirs', {}, ['/zh/*', '/search'], []],
  ['leaves pages beside it alone', {}, beside, ['/search.html', '/zh/search.html']],
  [
    'leaves a version its path',
    { versions: [current, { id: 'search', from: 'old' }] },
    [],
    ['/zh/search.html'],
  ],
])('the page of results %s', (_name, config, taken, expected) => {
  const found = findSearchPages(configSchema.parse({ locales, ...config }), taken)
  expect([...found.values()]).toEqual(expected)
})
