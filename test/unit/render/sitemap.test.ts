import { describe, expect, it } from 'vitest'
import { createSitemap } from '../../../src/render/machine-files.ts'
import type { Page, Site } from '../../../src/schema/site.ts'

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
    expect(locations(index?.content)).toEqual([
      'https://docs.example.org/b/sitemap-1.xml',
      'https://docs.example.org/b/sitemap-2.xml',
      'https://docs.example.org/b/sitemap-3.xml',
    ])
    expect(parts.map(({ path }) => path)).toEqual(['sitemap-1.xml', 'sitemap-2.xml', 'sitemap-3.xml'])
    const all = parts.map(({ content }) => locations(content))
    expect(all.map(list => list.length)).toEqual([50_000, 50_000, 1])
    expect(new Set(all.flat()).size).toBe(100_001)
    for (const { content } of parts) expect(String(content).length).toBeLessThan(50 * 1024 * 1024)
  })

  it('is left out without a site address, and where search engines are to stay away', () => {
    expect(createSitemap(siteOf(2, { url: undefined }))).toEqual([])
    expect(createSitemap(siteOf(2, { noindex: true }))).toEqual([])
  })
})
