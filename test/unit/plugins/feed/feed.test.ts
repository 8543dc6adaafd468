// @vitest-environment jsdom
import { expect, it } from 'vitest'
import feed, { momentOf } from '../../../../src/plugins/feed/feed.ts'
import type { PluginPage, PluginSite } from '../../../../src/schema/plugin.ts'

const page = (path: string, frontmatter: object, more: Partial<PluginPage> = {}): PluginPage => ({
  path,
  url: `https://docs.example.org/base${path}`,
  file: `content${path}`,
  locale: path.startsWith('/fr/') ? '/fr/' : '/',
  lang: 'en',
  title: `Title of ${path}`,
  description: '',
  excerpt: 'About <this> & that',
  frontmatter: frontmatter as PluginPage['frontmatter'],
  headings: [],
  links: [],
  ...more,
})

const HTML =
  '<h1 id="a">A <a class="header-anchor" href="#a"></a></h1><p><a href="/base/b.html?a&amp;b">b</a><img src="c.png"><a href="#a">up</a></p><button type="button" class="copy-code" hidden></button>'

const site: PluginSite = {
  title: 'Docs',
  description: '',
  url: 'https://docs.example.org',
  base: '/base/',
  locales: [
    { path: '/', lang: 'en-US', title: 'Docs & more', description: 'All' },
    { path: '/fr/', lang: 'fr', title: 'Docs', description: '' },
  ],
  pages: [
    page('/blog/old.html', { date: '2025-02-03', tags: ['a & b'], authors: ['Ann', { name: 'Bo' }] }),
    page('/blog/new.html', { date: '2026-01-02 10:00' }),
    page('/blog/hidden.html', { date: '2026-01-02', unlisted: true }),
    page('/none.html', {}),
    page('/other.html', { date: '2026-01-01' }, { title: 'Bell \u0007 and \ud800 half' }),
    page('/fr/blog/un.html', { date: '2024-05' }),
  ],
  textOf: () => ({ sections: [], headings: [], codeBlocks: [], links: [], excerpt: '' }),
  htmlOf: () => HTML,
}

async function files(own = {}, of = site): Promise<Map<string, Document>> {
  const options = feed.options?.parse(own) as never
  const made = (await feed.files?.(of, { options })) ?? []
  const parse = (text: string) => new DOMParser().parseFromString(text, 'application/xml')
  return new Map(made.map(({ path, content }) => [path, parse(String(content))]))
}

const texts = (document: Document | undefined, selector: string) =>
  [...(document?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent)

it('one of each kind for every language, newest page first', async () => {
  const made = await files()
  expect([...made.keys()]).toEqual(['feed.xml', 'rss.xml', 'fr/feed.xml', 'fr/rss.xml'])
  const urls = ['/base/blog/new.html', '/base/other.html', '/base/blog/old.html'].map(
    path => `https://docs.example.org${path}`,
  )
  expect(texts(made.get('feed.xml'), 'entry > id')).toEqual(urls)
  expect(texts(made.get('rss.xml'), 'item > guid')).toEqual(urls)
  expect(texts(made.get('fr/rss.xml'), 'item > link')).toEqual([
    'https://docs.example.org/base/fr/blog/un.html',
  ])
})

it('say what a feed and an entry must: ids, dates, authors, addresses', async () => {
  const atom = (await files()).get('feed.xml')
  expect(texts(atom, 'feed > title, feed > subtitle, feed > id, feed > updated')).toEqual([
    'Docs & more',
    'All',
    'https://docs.example.org/base/',
    '2026-01-02T10:00:00Z',
  ])
  expect(atom?.querySelector('link[rel=self]')?.getAttribute('href')).toBe(
    'https://docs.example.org/base/feed.xml',
  )
  expect(texts(atom, 'entry:last-child name')).toEqual(['Ann', 'Bo'])
  expect(atom?.querySelector('category')?.getAttribute('term')).toBe('a & b')
  expect(texts(atom, 'entry > summary')[0]).toBe('About <this> & that')
  expect(texts(atom, 'entry > title')[1]).toBe('Bell  and \ufffd half')
  const rss = (await files()).get('rss.xml')
  expect(texts(rss, 'item > pubDate')[2]).toBe('Mon, 03 Feb 2025 00:00:00 GMT')
  expect(texts(rss, 'lastBuildDate')).toEqual(['Fri, 02 Jan 2026 10:00:00 GMT'])
})

it('options: a folder, a number, one kind, whole pages with absolute addresses', async () => {
  const made = await files({ folder: '/blog/', limit: 1, formats: ['atom'], content: true })
  expect([...made.keys()]).toEqual(['feed.xml', 'fr/feed.xml'])
  expect(texts(made.get('fr/feed.xml'), 'entry > id')).toHaveLength(1)
  const [content = ''] = texts(made.get('feed.xml'), 'entry > content')
  expect(texts(made.get('feed.xml'), 'entry > content')).toHaveLength(1)
  expect(content).toBe(
    '<h1 id="a">A </h1><p><a href="https://docs.example.org/base/b.html?a&amp;b">b</a><img src="https://docs.example.org/base/blog/c.png"><a href="https://docs.example.org/base/blog/new.html#a">up</a></p>',
  )
})

it('heads name the feeds of their language', () => {
  const options = feed.options?.parse({}) as never
  const link = (type: string, title: string, href: string) => {
    return { tag: 'link', attributes: { rel: 'alternate', type, title, href } }
  }
  expect(feed.head?.(page('/fr/a.html', {}), { options })).toEqual([
    link('application/atom+xml', 'Atom', '/fr/feed.xml'),
    link('application/rss+xml', 'RSS', '/fr/rss.xml'),
  ])
})

it('a site without an address, or without dated pages, is a finding', async () => {
  const { url: _url, ...nowhere } = site
  expect((await files({}, nowhere)).size).toBe(0)
  const options = feed.options?.parse({}) as never
  expect(await feed.checks?.['url']?.run(nowhere, { options })).toHaveLength(1)
  expect(await feed.checks?.['url']?.run(site, { options })).toEqual([])
  expect(await feed.checks?.['empty']?.run(site, { options })).toEqual([])
  expect(await feed.checks?.['empty']?.run({ ...site, pages: [] }, { options })).toHaveLength(1)
})

it.each([
  ['2026-01-02', '2026-01-02T00:00:00.000Z'],
  ['2026-01', '2026-01-01T00:00:00.000Z'],
  ['2026-01-02T10:20:30Z', '2026-01-02T10:20:30.000Z'],
  ['2026-01-02 10:20 +02:00', '2026-01-02T08:20:00.000Z'],
  ['2026-01-02T10:20:30.5-0330', '2026-01-02T13:50:30.000Z'],
])('%s is %s', (written, moment) => expect(new Date(momentOf(written) ?? 0).toISOString()).toBe(moment))
