import { expect, it } from 'vitest'
import { createTestSite } from '../check/test-site.ts'

const title = (text: string) => ({ sections: [{ id: 'a', depth: 1, title: text }] })

it('keeps the parts of texts in order that menus from right to left would turn round, and changes no other', () => {
  const site = createTestSite(
    {
      'a.md': title('mount()'),
      'ar/a.md': title('mount()'),
      'ar/b.md': title('دليل 2.0'),
      'ar/c.md': title('API'),
    },
    {
      locales: { '/': { lang: 'en', label: 'English' }, '/ar/': { lang: 'ar', label: 'العربية' } },
      theme: { nav: [{ text: '2.0.0-alpha.15', items: [{ text: 'v1.0', link: 'https://example.org' }] }] },
    },
  )
  const textsOf = (locale: string) => [
    ...(site.locales[locale]?.nav ?? []).flatMap(({ text, items }) => [
      text,
      ...items.map(item => item.text),
    ]),
    ...Object.values(site.locales[locale]?.sidebars ?? {})
      .flat()
      .map(({ link }) => link?.text),
  ]
  expect(textsOf('/')).toEqual(['2.0.0-alpha.15', 'v1.0', 'mount()'])
  expect(textsOf('/ar/')).toEqual([
    '\u20682.0.0-alpha.15\u2069',
    '\u2068v1.0\u2069',
    '\u2068mount()\u2069',
    'دليل 2.0',
    'API',
  ])
})
