import { expect, test } from 'vitest'
import { createTestSite } from '../check/test-site.ts'

test('a site is plain data: nothing in it is worked out when it is looked at', () => {
  const { textOf: _textOf, ...site } = createTestSite({
    'README.md': { sections: [{ id: 'a', text: 'Text.' }], codeBlocks: [{ lang: 'js', code: '1' }] },
    'ja/README.md': { links: [{ url: '../a.md', target: '/a.html' }] },
  })
  expect(structuredClone(site)).toEqual(site)
  expect(accessors(site)).toEqual([])
  expect(site.pages.filter(page => 'html' in page || 'sections' in page)).toEqual([])
})

/** Paths of properties that are functions in disguise. */
function accessors(value: unknown, path = '', seen = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  return Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(([key, { get, value: inner }]) =>
    get ? [`${path}/${key}`] : accessors(inner, `${path}/${key}`, seen),
  )
}

test('an entry of the navigation that leads nowhere is reported where it is written', () => {
  const locate = (path: readonly PropertyKey[], value?: string) => ({
    file: [...path, value].join(' '),
    line: 1,
    column: 1,
  })
  const config = {
    locales: { '/': { lang: 'en' }, '/fr/': { lang: 'fr', nav: ['/none/'] } },
    theme: { nav: ['/no/'], sidebar: { '/api/': [{ text: 'All', items: ['/api/no'] }] } },
  }
  const { findings } = createTestSite({ 'README.md': {}, 'fr/README.md': {} }, config, locate)
  const places = findings.filter(({ rule }) => rule === 'nav/missing-page').map(({ place }) => place?.file)
  expect(places).toEqual([
    'theme sidebar /api/ /api/no',
    'theme nav /no/',
    'theme sidebar /api/ /api/no',
    'locales /fr/ nav /none/',
  ])
})
