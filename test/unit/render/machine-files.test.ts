import { describe, expect, it } from 'vitest'
import { createSitemap, createCopyLinks, wholeAddress } from '../../../src/render/machine-files.ts'
import type { Page, Site } from '../../../src/schema/site.ts'
import { markdownFile, markdownPath, llmsName } from '../../../src/site/head.ts'
import type { PageRecord } from '../../../src/schema/page.ts'

/** As much of a site as the sitemap reads. */
function siteOf(count: number, config: object = {}): Site {
  const pages = Array.from({ length: count }, (_, index) => ({
    record: { frontmatter: {} },
    view: { canonical: `https://docs.example.org/b/p${index}.html`, alternates: [] },
  }))
  const settings = { url: 'https://docs.example.org', base: '/b/', head: [], ...config }
  return { config: settings, pages: pages as unknown as Page[] } as unknown as Site
}

const locations = (text: unknown) =>
  [...String(text).matchAll(/<loc>([^<]+)<\/loc>/g)].map(match => match[1] ?? '')

describe('a sitemap', () => {
  it('is one file for 50 000 pages', () => {
    const files = createSitemap(siteOf(50_000))
    expect(files.map(({ path }) => path)).toEqual(['sitemap.xml'])
    expect(locations(files[0]?.content)).toHaveLength(50_000)
  })

  it('is an index of files beyond that, each page in one of them', () => {
    const [index, ...parts] = createSitemap(siteOf(100_001))
    expect(index?.path).toBe('sitemap.xml')
    expect(index?.content).toContain('<sitemapindex')
    const names = ['sitemap-1.xml', 'sitemap-2.xml', 'sitemap-3.xml']
    expect(locations(index?.content)).toEqual(names.map(name => `https://docs.example.org/b/${name}`))
    expect(parts.map(({ path }) => path)).toEqual(names)
    const all = parts.map(({ content }) => locations(content))
    expect(all.map(list => list.length)).toEqual([50_000, 50_000, 1])
    expect(new Set(all.flat()).size).toBe(100_001)
    for (const { content } of parts) expect(String(content).length).toBeLessThan(50 * 1024 * 1024)
  })

  it('is left out without a site address', () => {
    expect(createSitemap(siteOf(2, { url: undefined }))).toEqual([])
  })
})

function links(own: Partial<Site['config']>) {
  const config = { base: '/', noindex: false, head: [], ...own }
  const record = { path: '/b/', regularPath: '/b/', frontmatter: {} }
  return createCopyLinks({ config, pages: [{ record }], fallbacks: [] } as unknown as Site)
}

it('without an address of the site they begin at the root; of one that opens from any path they are relative', () => {
  expect(links({})('/b/', 'a.md')).toBe('/b/index.md')
  for (const address of ['#id', 'mailto:a@b.c']) expect(links({})(address, 'a.md')).toBe(address)
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
