import { describe, expect, it } from 'vitest'
import type { SidebarItem } from '../../../src/schema/view.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
import { additionsOf } from '../../../src/site/additions.ts'
import { compareNames } from '../../../src/site/navigation.ts'
import { createTestSite, type TestPage } from '../check/test-site.ts'

const titled = (title: string): TestPage => ({ sections: [{ id: 'a', depth: 1, title }] })

function siteOf(files: readonly string[], config: UserConfig = {}) {
  return createTestSite(Object.fromEntries(files.map(file => [file, titled(`T ${file}`)])), config)
}

/** Texts of the entries; those of groups with theirs. */
const textsOf = (items: readonly SidebarItem[] = []): unknown[] =>
  items.map(({ text, items: inner }) => (inner.length > 0 ? [text, ...textsOf(inner)] : text))

const sidebarOf = (files: readonly string[], config?: UserConfig) =>
  textsOf(siteOf(files, config).locales['/']?.sidebars[0])

describe('a sidebar made of the pages', () => {
  it('has a group for each folder, called as its page or as its name in words, within that of the folder around it', () => {
    const guide = ['guide/deep/x.md', 'guide/start.md', 'guide/first_steps/y.md']
    expect(sidebarOf(['README.md', 'about.md', 'api/README.md', 'api/mount.md', ...guide])).toEqual([
      'T README.md',
      'T about.md',
      ['T api/README.md', 'T api/mount.md'],
      [
        'Guide',
        'T guide/start.md',
        ['Deep', 'T guide/deep/x.md'],
        ['First steps', 'T guide/first_steps/y.md'],
      ],
    ])
  })

  it('is in the order of the numbers that names begin with, pages and folders alike', () => {
    const files = ['README.md', '10-ten.md', '2-two/a.md', '1-one.md', 'also.md', 'p10.md', 'p9.md']
    expect(sidebarOf(files)).toEqual([
      'T README.md',
      'T 1-one.md',
      ['Two', 'T 2-two/a.md'],
      'T 10-ten.md',
      'T also.md',
      'T p9.md',
      'T p10.md',
    ])
  })

  it('begins at the folder that it is for', () => {
    const files = ['README.md', 'guide/README.md', 'guide/a.md', 'guide/more/b.md', 'other/c.md']
    const sidebar = { '/guide/': 'auto' as const }
    expect(sidebarOf(files, { theme: { sidebar } })).toEqual([
      'T guide/README.md',
      'T guide/a.md',
      ['More', 'T guide/more/b.md'],
    ])
  })
})

describe('what pages say of their place in a sidebar', () => {
  const pages: Record<string, TestPage> = {
    'README.md': titled('Home'),
    'b.md': { ...titled('Second'), frontmatter: { order: 1, sidebar: { label: 'B', badge: 'New' } } },
    '1-a.md': titled('Numbered'),
    'zero/README.md': { ...titled('Folder'), frontmatter: { order: 0, sidebar: { collapsed: true } } },
    'zero/x.md': { ...titled('X'), frontmatter: { sidebar: { badge: { text: 'old', type: 'danger' } } } },
    'secret.md': { ...titled('Secret'), frontmatter: { sidebar: { hidden: true } } },
  }

  it('is its order, its label, its badge, whether it is hidden, and whether a folder is closed', () => {
    const [home, folder, second, numbered, ...rest] = createTestSite(pages).locales['/']?.sidebars[0] ?? []
    expect([home?.text, numbered?.text, rest]).toEqual(['Home', 'Numbered', []])
    expect(folder).toMatchObject({ text: 'Folder', collapsed: true })
    expect(folder?.items[0]?.badge).toEqual({ text: 'old', type: 'danger' })
    expect(second).toMatchObject({ text: 'B', badge: { text: 'New', type: 'tip' }, link: { text: 'Second' } })
  })

  it('is taken over by configured entries that do not say otherwise', () => {
    const sidebar = [
      '/secret',
      '/b',
      { page: '/b', text: 'Mine', badge: { text: { '/': 'Beta' }, type: 'info' as const } },
    ]
    const items = createTestSite(pages, { theme: { sidebar } }).locales['/']?.sidebars[0] ?? []
    expect(items.map(({ text, badge }) => [text, badge?.text])).toEqual([
      ['Secret', undefined],
      ['B', 'New'],
      ['Mine', 'Beta'],
    ])
  })
})

describe('additions of the theme', () => {
  const added = (config: UserConfig) => additionsOf(siteOf(['README.md', 'a.md'], config))

  it('are none where nothing asks for them', () => {
    const sidebar = [{ text: 'G', items: ['/a'] }]
    const found = added({ theme: { sidebar, nav: ['/a'], logo: '/l.svg', footer: 'End.' } })
    expect(found).toEqual({ names: [], css: '' })
  })

  it.each<[string, NonNullable<UserConfig['theme']>]>([
    ['sidebar', { sidebar: [{ text: 'G', items: ['/a'], collapsed: true }] }],
    ['sidebar', { sidebar: [{ text: 'G', items: [{ page: '/a', badge: 'x' }] }] }],
    ['menu', { nav: [{ text: 'M', items: [{ text: 'Title', items: ['/a'] }] }] }],
    ['pictures', { logo: { light: '/l.svg', dark: '/d.svg' } }],
    ['social', { socialLinks: [{ icon: 'github', link: 'https://github.com/a' }] }],
  ])('are %s where the configuration uses it', (name, theme) => {
    expect(added({ theme }).names).toEqual([name])
  })

  it.each([
    ['ko', ['writing']],
    ['zh-HK', ['writing']],
    ['zh', []],
  ])('are those of the writing of %s', (lang, names) => {
    expect(added({ locales: { '/': { lang } } }).names).toEqual(names)
  })

  it('hide the announcement that was dismissed, by its id', () => {
    expect(added({ theme: { announcement: { id: 'v2', text: 'New' } } })).toEqual({
      names: ['announcement'],
      css: '[data-dismissed="v2"] .announcement{display:none}\n',
    })
  })
})

describe('texts around every page', () => {
  const localeOf = (theme: NonNullable<UserConfig['theme']>) =>
    siteOf(['README.md', 'a.md'], { base: '/lib/', theme }).locales['/']

  it('are Markdown: links of the site lead to pages, unsafe ones nowhere', () => {
    const footer =
      'By **us**, `x`.\n[A](/a.md#b) [out](https://example.org) [bad](javascript:x)\n\n_Second_ <b>raw</b>'
    expect(localeOf({ footer })?.footerText).toEqual([
      [
        { text: 'By ' },
        { text: 'us', strong: true },
        { text: ', ' },
        { text: 'x', code: true },
        { text: '. ' },
        { text: 'A', link: { text: 'A', href: '/lib/a.html#b', external: false } },
        { text: ' ' },
        { text: 'out', link: { text: 'out', href: 'https://example.org', external: true } },
        { text: ' ' },
        { text: 'bad' },
      ],
      [{ text: 'Second', emphasis: true }, { text: ' <b>raw</b>' }],
    ])
    expect(localeOf({ footer: 'The end.' })).toMatchObject({ footer: 'The end.' })
  })

  it('have a logo for each scheme and icons of links with a name', () => {
    const locale = localeOf({
      logo: { light: '/l.svg', dark: '/d.svg', alt: { '/': 'Logo' } },
      socialLinks: [
        { icon: 'mastodon', link: 'https://m.example.org/@a' },
        { icon: '/own.svg', link: '/a', text: 'Ours' },
      ],
    })
    expect(locale?.logo).toEqual({ light: '/lib/l.svg', dark: '/lib/d.svg', alt: 'Logo' })
    expect(locale?.social).toMatchObject([
      { text: 'Mastodon', external: true, path: expect.stringMatching(/^M/) as string },
      { text: 'Ours', href: '/lib/a.html', external: false, picture: '/lib/own.svg' },
    ])
  })
})

describe('a configured sidebar', () => {
  const sidebar = [
    '/a.html',
    { text: 'Elsewhere', link: 'https://elsewhere.example' },
    { text: 'Group', items: ['/b.html', { text: 'Inner', items: ['/c.html'] }] },
  ]

  it('leads from page to page: an entry of another site is neither the next nor the previous one', () => {
    const { pages } = siteOf(['a.md', 'b.md', 'c.md'], { theme: { sidebar } })
    const around = pages.map(({ view }) => [view.prev?.href, view.next?.href])
    expect(around).toEqual([
      [undefined, '/b.html'],
      ['/a.html', '/c.html'],
      ['/b.html', undefined],
    ])
  })

  it('loses the groups in languages that have none of their pages', () => {
    const site = siteOf(['a.md', 'b.md', 'c.md', 'ja/a.md', 'fr/a.md', 'fr/c.md'], { theme: { sidebar } })
    expect(textsOf(site.locales['/ja/']?.sidebars[0])).toEqual(['T ja/a.md', 'Elsewhere'])
    expect(textsOf(site.locales['/fr/']?.sidebars[0])).toEqual([
      'T fr/a.md',
      'Elsewhere',
      ['Group', ['Inner', 'T fr/c.md']],
    ])
  })
})

describe('a sidebar that is too large for each document', () => {
  const files = Array.from({ length: 600 }, (_, index) => `${index % 2 ? 'odd' : 'even'}/p${index}.md`)

  it('is reported once, and pages know their place in it', () => {
    const { findings, pages } = siteOf([...files, 'README.md'])
    expect(findings.filter(({ rule }) => rule === 'nav/large-sidebar')).toMatchObject([
      { severity: 'info', message: expect.stringContaining('601 entries') },
    ])
    const pathOf = (path: string) => pages.find(({ view }) => view.path === path)?.view.sidebarPath
    expect(['/', '/even/p0.html', '/odd/p599.html'].map(pathOf)).toEqual([[0], [1, 0], [2, 299]])
  })
})

it.each([
  ['2-two', '10-ten'],
  ['page-2', 'page-10'],
  ['a', 'b'],
  ['a', 'a1'],
  ['a1b2', 'a1b10'],
])('the name %s comes before %s', (a, b) => {
  expect([compareNames(a, b), compareNames(b, a), compareNames(a, a)].map(Math.sign)).toEqual([-1, 1, 0])
})

it.each([
  ['README.md', '/search', '/search.html', '/ja/search.html'],
  ['README.md', '/search.html', '/search.html', '/ja/search.html'],
  ['search.md', '/search', '/search.html', '/ja/search.html'],
])('the header may name the page of results: with %s, `%s`', (file, link, ...expected) => {
  const files = ['README.md', 'ja/README.md', file]
  const locales = { '/': { lang: 'en' }, '/ja/': { lang: 'ja' } }
  const site = siteOf(files, { locales, theme: { nav: [{ text: 'Find', link }] } })
  expect(Object.values(site.locales).map(({ nav }) => nav[0]?.link?.href)).toEqual(expected)
  expect(site.findings).toEqual([])
})
