import { expect, test } from 'vitest'
import { createTestSite } from '../check/test-site.ts'

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
