import { expect, it } from 'vitest'
import { createCopyLinks, wholeAddress } from '../../../src/render/machine-files.ts'
import { markdownFile, markdownPath, llmsName } from '../../../src/site/head.ts'
import type { PageRecord } from '../../../src/schema/page.ts'
import type { Site } from '../../../src/schema/site.ts'

const page = (path: string, noindex = false) => ({
  record: {
    path,
    regularPath: path,
    frontmatter: noindex ? { meta: [{ name: 'robots', content: 'noindex' }] } : {},
  },
})

function links(config: Partial<Site['config']>) {
  const pages = [page('/a.html'), page('/b/'), page('/hidden.html', true)]
  const fallbacks = [{ ...page('/fr/a.html'), original: pages[0] }]
  return createCopyLinks({
    config: { base: '/', noindex: false, head: [], ...config },
    pages,
    fallbacks,
  } as unknown as Site)
}

it('links lead to copies, those of fallbacks to the copy of the original, others to absolute addresses', () => {
  const to = links({ url: 'https://example.org', base: '/docs/' })
  const all = [
    '/docs/a.html?x#y',
    '/docs/b/',
    '/docs/fr/a.html',
    '/docs/hidden.html#h',
    '/docs/p.png',
    '#id',
    'mailto:a@b.c',
  ]
  expect(all.map(address => to(address, 'a.md'))).toEqual([
    'https://example.org/docs/a.md#y',
    'https://example.org/docs/b/index.md',
    'https://example.org/docs/a.md',
    'https://example.org/docs/hidden.html#h',
    'https://example.org/docs/p.png',
    '#id',
    'mailto:a@b.c',
  ])
})

it('without an address of the site they begin at the root; of one that opens from any path they are relative', () => {
  expect(links({})('/b/', 'a.md')).toBe('/b/index.md')
  expect(links({ relative: true })('/b/', 'x/y/a.md')).toBe('../../b/index.md')
  expect(wholeAddress({ url: 'https://example.org', relative: true }, '/a.html', 'llms.txt')).toBe('a.html')
})

it.each([
  ['/guide/start.html', '/guide/start.html', '/guide/start.md'],
  ['/guide/start/', '/guide/start.html', '/guide/start.md'],
  ['/guide/start', '/guide/start.html', '/guide/start.md'],
  ['/guide/', '/guide/', '/guide/index.md'],
  ['/', '/moved.html', '/index.md'],
  ['/permanent/', '/a.html', '/permanent.md'],
])('a page at %s (file: %s) has its copy at %s', (path, regularPath, expected) => {
  expect(markdownPath({ path, regularPath })).toBe(expected)
})

it('files have decoded names', () => {
  const path = '/f%C3%BCr/a%20b.html'
  expect(markdownFile({ record: { path, regularPath: path } as PageRecord })).toBe('für/a b.md')
  expect(llmsName({ path: '/pt-BR/' }, 'llms-full')).toBe('pt-BR/llms-full.txt')
})
