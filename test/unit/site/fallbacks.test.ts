import { describe, expect, it } from 'vitest'
import { compareUrls } from '../../../src/check/lists.ts'
import { pickLanguage } from '../../../src/client/suggest-language.ts'
import { joinChunks } from '../../../src/client/pages.ts'
import { fallbackChunk } from '../../../src/render/files/page.ts'
import type { FallbackChunk } from '../../../src/schema/view.ts'
import { type UserConfig } from '../../../src/schema/config.ts'
import { runChecks } from '../../../src/check/run.ts'
import { createFallbacks } from '../../../src/site/fallbacks.ts'
import { createTestSite, type TestPage } from '../check/test-site.ts'

const page = (...links: NonNullable<TestPage['links']>): TestPage => ({ sections: [{ id: 'usage' }], links })
const LOCALES = {
  '/': { lang: 'en' },
  '/fr/': { lang: 'fr' },
  '/pt-BR/': { lang: 'pt-BR' },
  '/pt-PT/': { lang: 'pt-PT' },
}
const site = (config: UserConfig, pages: readonly string[]) =>
  createTestSite(Object.fromEntries(pages.map(file => [file, page()])), {
    locales: LOCALES,
    fallback: 'page',
    ...config,
  })
const shown = (config: UserConfig, ...pages: string[]) =>
  site(config, pages).fallbacks.map(({ record, original }) => `${record.path} ${original.record.path}`)

describe('pages that a language lacks', () => {
  it('are those of the first language of its list that has them, else of the source', () => {
    const files = ['a.md', 'pt-BR/a.md', 'b.md', 'fr/a.md']
    expect(shown({ fallbackLocales: { 'pt-PT': ['pt-BR'] } }, ...files)).toEqual([
      '/fr/b.html /b.html',
      '/pt-BR/b.html /b.html',
      '/pt-PT/a.html /pt-BR/a.html',
      '/pt-PT/b.html /b.html',
    ])
  })

  it('are not hidden by a page with a star in its name, as they are by a redirect', () => {
    const { config, pages } = site({}, ['operator-new.md'])
    const star = ['/fr/operator*']
    const shownIn = (taken: string[], redirected: string[]) =>
      createFallbacks(config, pages, { taken, redirected }).filter(({ locale }) => locale === '/fr/').length
    expect([shownIn(star, []), shownIn([], star)]).toEqual([1, 0])
  })

  it('are marked with their language, with its form where readers have another one of it', () => {
    const built = site(
      { fallbackLocales: { 'pt-PT': ['pt-BR'] }, theme: { sidebar: ['/a.html', '/b.html'] } },
      ['a.md', 'b.md', 'pt-BR/a.md'],
    )
    const marks = JSON.stringify(built.locales['/pt-PT/']?.sidebars).matchAll(/"untranslated":"([^"]+)"/g)
    expect([...marks].map(([, mark]) => mark)).toEqual(['pt-BR', 'en'])
  })

  it('are not shown where the site, the language or the path says so; the longest path counts', () => {
    const fallback = { '/blog/*': 'none', '/blog/about.html': 'page' } as const
    const ja = { lang: 'ja', fallback: 'none' as const }
    const locales = { '/': { lang: 'en' }, '/fr/': { lang: 'fr' }, '/ja/': ja }
    const pages = ['a.md', 'blog/about.md', 'blog/one.md']
    expect(shown({ fallback, locales }, ...pages)).toEqual([
      '/fr/a.html /a.html',
      '/fr/blog/about.html /blog/about.html',
    ])
    expect(shown({ fallback: 'none' }, ...pages)).toEqual([])
  })

  it('give way to redirects', () => {
    const locales = { '/': { lang: 'en' }, '/fr/': { lang: 'fr' } }
    expect(shown({ locales, redirects: { '/fr/a.html': '/b.html' } }, 'a.md', 'b.md')).toEqual([
      '/fr/b.html /b.html',
    ])
  })

  it('are lost to nobody who has their address', () => {
    const built = site({}, ['a.md'])
    const listed = [{ address: '/fr/a.html', line: 1 }]
    expect(compareUrls(listed, 'urls.txt', built)).toEqual([])
    expect(compareUrls(listed, 'urls.txt', { ...built, fallbacks: [] })).toHaveLength(1)
  })

  it('are reported as information where a link leads to them', async () => {
    const found = async (config: UserConfig, pages: Record<string, TestPage>) => {
      const all = { locales: LOCALES, fallback: 'page', ...config } as const
      const findings = await runChecks(createTestSite({ 'a.md': page(), ...pages }, all))
      return findings.filter(({ rule }) => rule === 'links/untranslated')
    }
    const link = (target: string) => page({ url: './a.md', target })
    expect(await found({}, { 'fr/b.md': link('/fr/a.html') })).toMatchObject([
      { severity: 'info', hint: 'Write `content/fr/a.md`.' },
    ])
    const pages = { 'pt-BR/a.md': page(), 'pt-PT/b.md': link('/pt-PT/a.html') }
    expect(await found({ fallbackLocales: { 'pt-PT': ['pt-BR'] } }, pages)).toMatchObject([
      { message: expect.stringContaining('`/pt-BR/`'), hint: 'Write `content/pt-PT/a.md`.' },
    ])
  })
})

it('languages to fall back to are others of the site, and do not lead back', () => {
  const messages = (fallbackLocales: Record<string, string[]>) =>
    site({ fallbackLocales }, ['a.md'])
      .findings.filter(({ rule }) => rule === 'config/fallback-locales')
      .map(({ message, hint }) => [message, hint])
  expect(messages({ 'pt-PT': ['pt-BR', 'en'] })).toEqual([])
  const unknown = (name: string) => [
    `\`fallbackLocales\` contains \`${name}\`, which isn't a language of the site.`,
    expect.stringContaining('`/fr/`'),
  ]
  expect(messages({ de: ['en'], fr: ['nl'] })).toEqual([unknown('de'), unknown('nl')])
  expect(messages({ fr: ['fr'] })).toEqual([['`fr` falls back to itself.', "Remove `'fr'` from its list."]])
  expect(messages({ 'pt-PT': ['pt-BR'], 'pt-BR': ['fr'], fr: ['pt-PT'] })).toEqual([
    [
      '`/fr/` has a circular fallback: `/fr/` → `/pt-PT/` → `/pt-BR/` → `/fr/`.',
      'Remove `/fr/` from the list of `/pt-BR/`.',
    ],
  ])
})

it('the language to offer is the first that the reader wants and the page has, unless it is open', () => {
  const languages = (['en', 'fr', 'pt-BR'] as const).map(lang => ({
    locale: lang === 'en' ? '/' : `/${lang}/`,
    lang,
    label: lang,
    href: '',
    translated: lang !== 'fr',
  }))
  const pick = (locale: string, ...wanted: string[]) => pickLanguage({ languages, locale }, wanted)?.lang
  expect(pick('/', 'pt-BR', 'en')).toBe('pt-BR')
  expect(pick('/', 'pt')).toBe('pt-BR')
  expect(pick('/', 'fr', 'pt')).toBe('pt-BR')
  expect(pick('/', 'en-GB', 'pt')).toBeUndefined()
  expect(pick('/', 'de')).toBeUndefined()
})

it('what a browser makes of the page whose content is shown is the view that the document has, with what its chunk says', () => {
  const configured: UserConfig = {
    title: 'Docs',
    base: '/docs/',
    fallbackLocales: { 'pt-PT': ['pt-BR'] },
    locales: {
      '/': { lang: 'en', label: 'English', title: 'Manual' },
      '/fr/': { lang: 'fr' },
      '/pt-BR/': { lang: 'pt-BR' },
      '/pt-PT/': { lang: 'pt-PT', title: 'Guia', dir: 'rtl' },
    },
    theme: {
      repo: 'acme/docs',
      docsDir: 'docs',
      editLinks: true,
      sidebar: ['/a.html', '/b.html', '/c.html'],
    },
  }
  const built = site(configured, ['a.md', 'b.md', 'c.md', 'pt-BR/b.md'])
  const chunkOf = ({ view, original, locale }: (typeof built.fallbacks)[number]) =>
    fallbackChunk(view, original.view, built.locales[locale]!)
  expect(built.fallbacks).toHaveLength(8)
  for (const fallback of built.fallbacks) {
    const { view, original, locale } = fallback
    const [, text] = /,(\{.*\})\]\)/s.exec(chunkOf(fallback)) ?? []
    const own = text === undefined ? undefined : (JSON.parse(text) as FallbackChunk)
    const content = { page: original.view, html: '' }
    const { page } = joinChunks(own, content, view.path, built.locales[locale]!)
    expect({ ...page, key: '' }).toEqual({ ...view, key: '' })
  }
})
