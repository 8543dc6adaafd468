import { describe, expect, test } from 'vitest'
import { resolvePath, createLoadedList, loadRanges } from '../../../src/shared/addresses.ts'
import { createLocaleIndex, createLocaleViews } from '../../../src/render/locale-files.ts'
import type { LocaleIndex, LocaleRange, LocaleView } from '../../../src/schema/view.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
import { createTestSite } from '../check/test-site.ts'

/** Folders of forty pages, one of them their own, with a sidebar for each; `gone` is one page that isn't there. */
function files(count: number, config: UserConfig = {}, gone = '') {
  const numbers = Array.from({ length: count }, (_, index) => index)
  const paths = numbers.map(index => `part-${Math.floor(index / 40)}/${index % 40 || 'README'}.md`)
  const sidebar = Object.fromEntries(
    paths.flatMap(path => (path.includes('README') ? [[`/${path.slice(0, -9)}`, 'auto' as const]] : [])),
  )
  const site = createTestSite(
    Object.fromEntries(['README.md', ...paths].flatMap(path => (path === gone ? [] : [[path, {}]]))),
    { theme: { sidebar }, redirects: { '/old/': '/part-3/7.html', '/gone/*': '/part-1/:splat' }, ...config },
  )
  const locale = site.locales['/'] as LocaleView
  const views = createLocaleViews(locale)
  const chunks = new Map(site.pages.map(({ view }) => [view.key, `${view.key}.js`]))
  const [index, ...ranges] = createLocaleIndex(locale, site, {
    views,
    theme: '1a2b3c4d',
    chunks,
    searchOf: () => undefined,
    sizeOf: () => 1,
  })
  const read = (content: unknown) => JSON.parse(String(content)) as LocaleIndex
  const byName = new Map(ranges.map(({ path, content }) => [path.replace(/^.*\//, ''), read(content)]))
  return { site, locale, views, index: read(index.content), byName, paths }
}

describe('the lists of a language', () => {
  test('are whole in one file, with one view, up to 250 pages', () => {
    const { index, byName, views, locale } = files(240)
    expect(byName.size).toBe(0)
    expect(Object.keys(index).toSorted()).toEqual(['pages', 'redirects', 'searchPage', 'theme', 'view'])
    expect(Object.keys(index.pages)).toHaveLength(241)
    expect(views.files).toHaveLength(1)
    expect(JSON.parse(String(views.files[0]?.content)).sidebars).toEqual(locale.sidebars)
  })

  test('are ranges above it: every page and redirect is in that which its address leads to', async () => {
    const { site, index, byName, views } = files(1200)
    expect([index.pages, index.redirects]).toEqual([{}, { '/gone/*': '/part-1/:splat' }])
    const all = [...byName.values()]
    expect(all.reduce((sum, { pages }) => sum + Object.keys(pages).length, 0)).toBe(1201)
    for (const { view, record } of site.pages) {
      const list = createLoadedList<LocaleIndex>(structuredClone(index))
      await loadRanges(list, view.path, async file => byName.get(file) as LocaleRange)
      expect([view.path, list.loaded.size, resolvePath(list.table, view.path)?.path]).toEqual([
        view.path,
        1,
        view.path,
      ])
      expect(list.data.pages[view.path]).toEqual([`${view.key}.js`, record.title, 1])
      if (view.sidebar >= 0) expect(list.data.views?.[view.sidebar]).toBe(views.views?.[view.sidebar])
    }
    const list = createLoadedList<LocaleIndex>(structuredClone(index))
    for (const [from, to] of [
      ['/old', '/part-3/7.html'],
      ['/gone/5', '/part-1/5.html'],
    ] as const) {
      await loadRanges(list, from, async file => byName.get(file) as LocaleRange)
      expect(resolvePath(list.table, from)?.path).toBe(to)
    }
  })

  test('ranges begin between folders, and with the same text when their first page goes', () => {
    const startsOf = (gone?: string) => files(600, {}, gone).index.ranges?.map(([first]) => first)
    const starts = ['', ...[10, 12, 14, 3, 5, 7, 9].map(folder => `/part-${folder}/`)]
    expect(startsOf()).toEqual(starts)
    expect(startsOf('part-10/1.md')).toEqual(starts)
  })

  test('what a reader loads for a page does not grow with the language', () => {
    const [some, many] = [600, 2400].map(count => {
      const { index, byName, views } = files(count)
      const sizes = [...byName.values()].map(range => JSON.stringify(range).length)
      const own = views.files.map(({ content }) => String(content).length)
      expect(Object.keys(views.views ?? {})).toHaveLength(count / 40)
      return { index: JSON.stringify(index).length, range: Math.max(...sizes), view: Math.max(...own) }
    })
    expect(many?.range).toBeLessThan((some?.range ?? 0) * 1.1)
    expect(many?.view).toBeLessThan((some?.view ?? 0) * 1.1)
    // The index names ranges, and so is smaller than the list of a small site.
    expect(many?.index).toBeLessThan(40 * 40)
  })

  test('say apart which pages of other languages are shown, for search, in as few words as that takes', () => {
    expect(fallbacks({})).toEqual({ '/': { but: [] } })
    expect(fallbacks({ fallback: { '/*': 'page', '/part-1/5.html': 'none' } })).toEqual({
      '/': { but: ['/part-1/5.html'] },
    })
    const few = fallbacks({ fallback: { '/part-1*': 'none', '/part-2/*': 'none', '/part-3/*': 'none' } }, 600)
    expect(few).toEqual({ '/': { only: expect.arrayContaining(['/', '/part-4/5.html']) } })
  })

  function fallbacks(config: UserConfig, count = 300): unknown {
    const { site } = files(count, { fallback: 'page', ...config })
    const french = site.locales['/fr/'] as LocaleView
    const [index, ...ranges] = createLocaleIndex(french, site, {
      views: createLocaleViews(french),
      theme: '1a2b3c4d',
      chunks: new Map(),
      searchOf: () => 'assets/search/x.json',
      sizeOf: () => 1,
    })
    const { fallbacks, originals } = JSON.parse(String(index.content)) as LocaleIndex
    expect(originals).toHaveLength(1)
    const file = ranges.find(({ path }) => path.endsWith(String(fallbacks)))
    return JSON.parse(String(file?.content))
  }
})
