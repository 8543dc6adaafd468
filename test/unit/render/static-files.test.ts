import { expect, it } from 'vitest'
import { withLicenses } from '../../../src/render/site.ts'
import { createFolder } from '../../sites/site.ts'

type Carried = Parameters<typeof withLicenses>[1]

/** What a site with these languages, providers of search and style sheets of plugins hands on. */
function licenses(locales: readonly [lang: string, provider: string][], styles: readonly string[] = []) {
  const site = { locales: locales.map(([lang, provider]) => ({ lang, search: { provider } })) }
  const theme = { added: [{ plugin: 'own', styles }] }
  const file = { path: 'assets/licenses.txt', content: 'theme\n' }
  return withLicenses(file, { site, theme } as unknown as Carried).content
}

it('a site whose search has stemmers of others hands on their licences, and no other site', () => {
  for (const lang of ['de-AT', 'en'])
    for (const text of [/^theme$/m, /^@orama\/stemmers [\d.]+ \(Apache-2\.0\)$/m, /Dr Martin Porter/])
      expect(licenses([[lang, 'local']])).toMatch(text)
  expect(licenses([['de', 'none']])).toBe('theme\n')
  expect(licenses([['zh', 'local']])).toBe('theme\n')
})

it('a plugin hands on the licence that is next to its style sheet', () => {
  const { root } = createFolder({ 'one.css.LEGAL.txt': 'Of someone.\n' })
  expect(licenses([], [`${root}/one.css`, `${root}/other.css`])).toBe('theme\n\nOf someone.\n')
})
