import { describe, expect, it, test } from 'vitest'
import type { UserConfig } from '../../../src/schema/config.ts'
import { stringsFor } from '../../strings-for.ts'
import { createTestSite, type TestPage } from '../check/test-site.ts'

const ENGLISH: UserConfig['locales'] = { '/': { lang: 'en-US' } }
const locate = (path: readonly PropertyKey[]) => ({ file: path.join('.'), line: 1, column: 1 })

/** Findings about the configuration: rule, key, message, remedy. */
function found(pages: string[] | Record<string, TestPage>, config: UserConfig = {}): string[] {
  const all = Array.isArray(pages) ? Object.fromEntries(pages.map(file => [file, {}])) : pages
  const { findings } = createTestSite(all, config, locate)
  return findings
    .filter(({ rule }) => /^(?:config|i18n)\//.test(rule))
    .map(({ rule, place, message, hint }) => `${rule} ${place?.file} ${message} → ${hint}`)
}

describe('a locale', () => {
  const locales = { ...ENGLISH, '/ja/': { lang: 'ja' } }

  it('has a home page: its own, or one that is redirected to', () => {
    expect(found(['README.md', 'ja/README.md'], { locales })).toEqual([])
    expect(found(['README.md'], { locales })).toEqual([
      'i18n/no-home locales./ja/ `/ja/` has no home page, so its link in the language menu is broken. → Create `content/ja/README.md`, or remove the language from `locales`.',
    ])
    expect(found(['README.md', 'ja/a.md'], { locales, redirects: { '/ja/': '/ja/a.html' } })).toEqual([])
    expect(found(['a.md'], { locales: ENGLISH })).toEqual([
      expect.stringContaining('Create `content/README.md`, or add a redirect from `/`'),
    ])
  })

  it('is named like its folder', () => {
    const chinese = { ...ENGLISH, '/zh/': { lang: 'zh-CN' } }
    expect(found(['README.md', 'zh-CN/README.md'], { locales: chinese })).toEqual([
      expect.stringContaining('Use `/zh-CN/` in `locales` to match the folder `content/zh-CN`'),
    ])
  })
})

describe('UI strings', () => {
  const foundFor = (lang: string, more: { label?: string; strings?: Record<string, string> } = {}) =>
    found(['README.md', 'x/README.md'], { locales: { ...ENGLISH, '/x/': { lang, ...more } } })

  it('of another language are said to be so, at the locale', () => {
    expect(foundFor('sw')).toEqual([
      "i18n/interface-language locales./x/.lang docsgen has no UI strings for `sw`, so `/x/` uses the English ones. → To translate them, set `locales['/x/'].strings`.",
    ])
    const mexican = 'no UI strings for `es-MX`, so `/x/` uses the ones for `es`.'
    expect(foundFor('es-MX')).toEqual([expect.stringContaining(mexican)])
    expect(foundFor('nn')).toEqual([expect.stringContaining('the ones for `nb`')])
    const korean = "→ For 한국어, set `lang: 'ko'`. The path can stay `/x/`."
    expect(foundFor('kr', { label: '한국어' })).toEqual([expect.stringContaining(korean)])
    expect(foundFor('jp')).toEqual([expect.stringContaining("→ For 日本語, set `lang: 'ja'`.")])
    expect(foundFor('cn')).toEqual([expect.stringContaining("set `lang: 'zh-CN'`.")])
  })

  it('of the language, or all written by the site, are nothing to say', () => {
    for (const lang of ['de', 'de-DE', 'pt', 'zh', 'zh-Hant', 'ar']) expect(foundFor(lang)).toEqual([])
    const all = Object.fromEntries(Object.keys(stringsFor('pl')).map(name => [name, '—']))
    expect(foundFor('sw', { strings: all })).toEqual([])
  })
})

describe('a folder of translations', () => {
  const foundIn = (pages: string) => found(pages.split(' '), { locales: ENGLISH })

  it('is in `locales`', () => {
    const all = foundIn('README.md a.md pt-br/README.md pt-br/a.md ko/a.md ko/b.md')
    const [korean, portuguese] = all
    expect(all).toHaveLength(2)
    expect(portuguese).toContain(
      'i18n/missing-locale locales The pages in `content/pt-br` look like translations',
    )
    expect(portuguese).toContain("Add `'/pt-br/': { lang: 'pt-BR', label: 'Português' }` to `locales`.")
    expect(korean).toContain("label: '한국어'")
    expect(foundIn('README.md ko/README.md fr/README.md')).toHaveLength(2)
  })

  it.each([
    'README.md a.md ts/README.md ts/b.md',
    'README.md a.md js/README.md js/a.md',
    'README.md a.md it/a.md it/b.md it/c.md',
    'README.md a.md cs/README.md',
  ])('is no folder of pages that only the source has, nor one whose name is no language: %s', pages => {
    expect(foundIn(pages)).toEqual([])
  })
})

describe('edit links', () => {
  const pages = ['README.md']
  const edits = (theme: UserConfig['theme']) => found(pages, { locales: ENGLISH, theme })

  it('need to know where the sources are', () => {
    expect(edits({ editLinks: true })).toEqual([
      "config/edit-links theme.editLinks Pages have no edit links: the repository of the site is unknown. → Set `theme.repo`: `'owner/name'` on GitHub, or the URL of the repository.",
    ])
    expect(edits({ editLinks: true, repo: 'o/n' })).toEqual([])
    expect(edits({ editLinks: true, editLinkPattern: 'https://e.example/:path' })).toEqual([])
    expect(found({ 'README.md': { frontmatter: { editLink: true } } }, { locales: ENGLISH })).toHaveLength(1)
  })

  it('are guessed aloud only', () => {
    const repo = 'https://code.example/o/n'
    expect(edits({ editLinks: true, repo })).toEqual([expect.stringContaining('`code.example`')])
    expect(edits({ editLinks: true, repo, editLinkPattern: ':repo/e/:path' })).toEqual([])
  })
})

it('the address of the site is missed once, where search engines are welcome', () => {
  expect(found(['README.md'], { locales: ENGLISH, url: undefined })).toEqual([
    "config/no-url  `url` isn't set, so the site has no canonical URLs or `sitemap.xml`. → Set `url: 'https://…'` to the origin of the published site.",
  ])
  expect(found(['README.md'], { locales: ENGLISH, url: undefined, noindex: true })).toEqual([])
})

it('languages that checks name are those of the site, by their paths', () => {
  const locales = { ...ENGLISH, '/fr/': { lang: 'fr-FR' } }
  const check: UserConfig['check'] = {
    minCoverage: { '/fr/': 90, '/de/': 90 },
    exemptions: [{ rules: ['*'], locales: ['/fr/', 'fr-FR'], pages: ['/'], reason: 'Later.' }],
    glossary: [{ term: 'Vue', as: { '/fr/': 'Vue', fr: 'vue' }, not: { '/ja/': 'ビュー' } }],
  }
  const languages = 'Languages: `/`, `/fr/`.'
  const named = (key: string, name: string, place: string, hint: string) =>
    `config/unknown-locale ${place} \`check.${key}\` contains \`${name}\`, which isn't the path of a language. → ${hint}`
  expect(found(['README.md', 'fr/README.md'], { locales, check })).toEqual([
    named('minCoverage', '/de/', 'check.minCoverage./de/', languages),
    named('exemptions', 'fr-FR', 'check.exemptions.0.locales.1', 'Write `/fr/`.'),
    named('glossary', 'fr', 'check.glossary.0.as.fr', 'Write `/fr/`.'),
    named('glossary', '/ja/', 'check.glossary.0.not./ja/', languages),
  ])
})

test('an entry of the navigation that leads nowhere is reported where it is written', () => {
  const place = (path: readonly PropertyKey[], value?: string) => locate([...path, value ?? ''])
  const config = {
    locales: { '/': { lang: 'en' }, '/fr/': { lang: 'fr', nav: ['/none/'] } },
    theme: { nav: ['/no/'], sidebar: { '/api/': [{ text: 'All', items: ['/api/no'] }] } },
  }
  const { findings } = createTestSite({ 'README.md': {}, 'fr/README.md': {} }, config, place)
  const places = findings.filter(({ rule }) => rule === 'nav/missing-page').map(({ place }) => place?.file)
  const sidebar = 'theme.sidebar./api/./api/no'
  expect(places).toEqual([sidebar, 'theme.nav./no/', sidebar, 'locales./fr/.nav./none/'])
})
