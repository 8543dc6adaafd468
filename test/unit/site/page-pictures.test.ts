import { expect, it } from 'vitest'
import { readFrontmatter } from '../../../src/content/frontmatter.ts'
import type { Frontmatter } from '../../../src/schema/frontmatter.ts'
import { additionsOf } from '../../../src/site/additions.ts'
import { createTestSite } from '../check/test-site.ts'

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
  const tags = metaOf(
    {
      image: { src: '/a.png', alt: 'A plan' },
      authors: ['Ada', { name: 'Bo', link: 'https://bo.example.org' }],
    },
    'https://docs.example.org',
  )
  expect(tags).toContainEqual(['og:image', 'https://docs.example.org/lib/a.png'])
  expect(tags).toContainEqual(['og:image:alt', 'A plan'])
  expect(tags).toContainEqual(['twitter:card', 'summary_large_image'])
  expect(tags).toContainEqual(['author', 'Ada, Bo'])
  expect(metaOf({ image: 'https://cdn.example.org/a.png' })).toContainEqual([
    'og:image',
    'https://cdn.example.org/a.png',
  ])
  expect(metaOf({ image: './a b.png' }, 'https://docs.example.org')).toContainEqual([
    'og:image',
    'https://docs.example.org/lib/a%20b.png',
  ])
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
  expect(site.missing.map(({ url }) => url)).toEqual([
    '/l.png',
    '/d.png',
    '/share.png',
    '/i.svg',
    '/m.svg',
    '/n.svg',
  ])
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
