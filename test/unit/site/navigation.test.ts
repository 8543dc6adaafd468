import { describe, expect, it } from 'vitest'
import type { SidebarItem } from '../../../src/schema/view.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
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
    const files = [
      'README.md',
      'about.md',
      'api/README.md',
      'api/mount.md',
      'guide/deep/x.md',
      'guide/start.md',
      'guide/first_steps/y.md',
    ]
    expect(sidebarOf(files)).toEqual([
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

  it('says so once, and pages know where they stand in it', () => {
    const { findings, pages } = siteOf([...files, 'README.md'])
    expect(findings.filter(({ rule }) => rule === 'nav/large-sidebar')).toMatchObject([
      { severity: 'info', message: expect.stringContaining('601 entries') },
    ])
    const paths = new Map(pages.map(({ view }) => [view.path, view.sidebarPath]))
    expect(['/', '/even/p0.html', '/odd/p599.html'].map(path => paths.get(path))).toEqual([
      [0],
      [1, 0],
      [2, 299],
    ])
  })

  it('is none below 500 entries, and views are as they were', () => {
    const { findings, pages } = siteOf(files.slice(0, 400))
    expect(findings.filter(({ rule }) => rule === 'nav/large-sidebar')).toEqual([])
    expect(pages.filter(({ view }) => 'sidebarPath' in view)).toEqual([])
  })
})
