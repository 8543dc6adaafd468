import { expect, it, test } from 'vitest'
import { createTestSite } from '../check/test-site.ts'
import type { ParsedPage } from '../../../src/schema/page.ts'
import { layoutOf, reportUnknownLayouts } from '../../../src/site/page-view.ts'
import { readFrontmatter } from '../../../src/content/frontmatter.ts'
import type { Frontmatter } from '../../../src/schema/frontmatter.ts'
import { additionsOf } from '../../../src/site/additions.ts'

const LAYOUTS = ['Home', 'Layout', 'NotFound', 'WideTable']

function page(layout: string): Pick<ParsedPage, 'record' | 'keyPlaces'> {
  const place = { file: 'content/a.md', line: 3, column: 1 }
  const record = { frontmatter: { layout } } as unknown as ParsedPage['record']
  return { record, keyPlaces: { layout: place } }
}

test.each([
  ['Home', 'Home'],
  ['home', 'Home'],
  ['wide-table', 'WideTable'],
  ['doc', 'Layout'],
])('`layout: %s` is %s', (layout, name) => {
  expect(layoutOf({ layout }, LAYOUTS)).toBe(name)
  expect(reportUnknownLayouts([page(layout)], LAYOUTS)).toEqual([])
})

test('a layout that there is not is reported at its key, with the nearest one or all', () => {
  expect(layoutOf({ layout: 'Hom' }, LAYOUTS)).toBe('Layout')
  const [near, far] = reportUnknownLayouts([page('Hom'), page('Gallery')], LAYOUTS)
  expect(near).toEqual({
    rule: 'frontmatter/unknown-layout',
    severity: 'warning',
    place: { file: 'content/a.md', line: 3, column: 1 },
    message: 'There is no layout `Hom`, so the page uses `Layout`.',
    hint: 'Did you mean `Home`? You can add others in `templates/layouts/`.',
  })
  expect(far?.hint).toContain('Available layouts: `Home`, `Layout`, `NotFound`, `WideTable`.')
})

function siteWith(frontmatter: Frontmatter, url?: string) {
  const page = { frontmatter, sections: [{ id: 'a', depth: 1, title: 'A' }] }
  return createTestSite({ 'README.md': page }, { base: '/lib/', ...(url ? { url } : {}) })
}

const metaOf = (frontmatter: Frontmatter, url?: string) =>
  (siteWith(frontmatter, url).pages[0]?.view.meta ?? []).map(tag => [
    tag['property'] ?? tag['name'],
    tag['content'],
  ])

it('a page has its own picture and its authors for other sites', () => {
  const url = 'https://docs.example.org'
  const authors = ['Ada', { name: 'Bo', link: 'https://bo.example.org' }]
  const tags = metaOf({ image: { src: '/a.png', alt: 'A plan' }, authors }, url)
  expect(tags).toContainEqual(['og:image', 'https://docs.example.org/lib/a.png'])
  expect(tags).toContainEqual(['og:image:alt', 'A plan'])
  expect(tags).toContainEqual(['twitter:card', 'summary_large_image'])
  expect(tags).toContainEqual(['author', 'Ada, Bo'])
  const foreign = 'https://cdn.example.org/a.png'
  expect(metaOf({ image: foreign })).toContainEqual(['og:image', foreign])
  const relative = 'https://docs.example.org/lib/a%20b.png'
  expect(metaOf({ image: './a b.png' }, url)).toContainEqual(['og:image', relative])
  const without = metaOf({}).map(([name]) => name)
  expect(without.filter(name => /image|author/.test(name ?? ''))).toEqual([])
})

it('a picture that is not there is a broken one, of the hero, of features and for other sites alike', () => {
  const site = siteWith({
    image: '/share.png',
    heroImage: { light: '/l.png', dark: '/d.png' },
    features: [
      { title: 'A', icon: { src: '/i.svg' } },
      { title: 'B', icon: { light: '/m.svg', dark: '/n.svg' } },
    ],
  })
  const missing = site.links.flatMap(({ link, problem }) => (problem === 'no-asset' ? [link.url] : []))
  expect(missing).toEqual(['/i.svg', '/m.svg', '/n.svg', '/l.png', '/d.png', '/share.png'])
  expect(site.pages[0]?.view.frontmatter).toMatchObject({
    heroImage: { light: '/lib/l.png', dark: '/lib/d.png' },
    features: [{ icon: { src: '/lib/i.svg' } }, { icon: { light: '/lib/m.svg', dark: '/lib/n.svg' } }],
  })
  expect(additionsOf(site).names).toEqual(['pictures'])
})

it.each([
  ['image: 3', 'image'],
  ['image: { alt: A }', 'image'],
  ['image: "javascript:1"', 'image'],
  ['authors: Ada', 'authors'],
  ['authors: [{ link: /a }]', 'authors'],
  ['order: first', 'order'],
  ['sidebar: { lable: A }', 'sidebar'],
  ['features: [{ title: A, icon: { light: /a.svg } }]', 'features'],
])('%s is a mistake with its place', (text, key) => {
  const { findings } = readFrontmatter({ file: 'content/a.md', frontmatter: { text, line: 2 } })
  expect(findings).toMatchObject([{ rule: 'frontmatter/invalid', place: { file: 'content/a.md', line: 2 } }])
  expect(findings[0]?.message).toContain(key)
})
