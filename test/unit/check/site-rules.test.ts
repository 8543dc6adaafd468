import { describe, expect, it } from 'vitest'
import { listLabels } from '../../../src/check/rules/i18n.ts'
import { rules, runChecks } from '../../../src/check/rules/run.ts'
import { mergeSeverities, severityOf } from '../../../src/check/rules/rule.ts'
import type { ReadableSite } from '../../../src/schema/translation.ts'
import { createTestSite, type TestPage } from './test-site.ts'

const page = (...links: NonNullable<TestPage['links']>): TestPage => ({ sections: [{ id: 'usage' }], links })

async function check(site: ReadableSite, rule: string) {
  return (await runChecks(site)).filter(finding => finding.rule === rule)
}

describe('links', () => {
  it('reports a missing page where the link stands, and names the page that was meant', async () => {
    const site = createTestSite({
      'api/mount.md': page(),
      'a.md': page({ url: './mont.md', target: '/api/mont.html' }),
    })
    expect(await check(site, 'links/page')).toEqual([
      {
        rule: 'links/page',
        severity: 'error',
        message: 'There is no page `/api/mont.html` (written as `./mont.md`).',
        hint: 'Did you mean `/api/mount.html`?',
        place: { file: 'content/a.md', line: 2, column: 5 },
      },
    ])
  })

  it('says of a missing page whether it moved or is not translated yet, and guesses nothing else', async () => {
    const site = createTestSite({
      'api/mount.md': page(),
      'guides/mount.md': page(),
      'ja/api/emitted.md': page(
        { url: './mount.md', target: '/ja/api/mount.html' },
        { url: './find.md', target: '/ja/api/find.html' },
        { url: './other.md', target: '/ja/api/other.html' },
      ),
      'ja/guides/find.md': page(),
    })
    expect((await check(site, 'links/page')).map(({ hint }) => hint)).toEqual([
      '`content/api/mount.md` has no translation yet: write it, or remove the link.',
      'Did you mean `/ja/guides/find.html`?',
      undefined,
    ])
  })

  it('reports another letter case', async () => {
    const site = createTestSite({
      'api/RouterLinkStub.md': page(),
      'a.md': page({ url: 'x', target: '/api/routerlinkstub.html' }),
    })
    expect((await check(site, 'links/page'))[0]?.message).toBe(
      '`x` differs in letter case from the page `/api/RouterLinkStub.html`.',
    )
  })

  it('says nothing more of a page that could not be read: one mistake is one finding', async () => {
    const site = createTestSite(
      {
        'a.md': page({ url: './b.md#usage', target: '/b.html', hash: '#usage' }),
        'b.md': { incomplete: true },
        'ja/a.md': { sections: [{ id: 'usage' }], frontmatter: { source: {} } },
        'ja/b.md': { ...page(), frontmatter: { source: { usage: '0' } } },
      },
      {
        locales: { '/': { lang: 'en-US', description: 'x' }, '/ja/': { lang: 'ja', description: 'y' } },
        theme: { nav: ['/b'] },
        redirects: { '/old': '/b.html' },
      },
    )
    const found = (await runChecks(site)).map(({ rule, place }) => `${rule} ${place?.file ?? ''}`)
    expect(found.filter(line => /b\.md|^(?:links|nav|redirects)/.test(line))).toEqual([])
  })

  it('reports a missing anchor, also on the same page and percent-encoded', async () => {
    const site = createTestSite({
      'a.md': page(
        { url: '#nope', type: 'hash', target: '#nope', hash: '#nope' },
        { url: 'b.md#%C3%A9t%C3%A9', target: '/b.html', hash: '#%C3%A9t%C3%A9' },
        { url: 'b.md#usage', target: '/b.html', hash: '#usage' },
      ),
      'b.md': page(),
    })
    expect((await check(site, 'links/anchor')).map(({ message }) => message)).toEqual([
      '`/a.html` has no anchor `#nope`.',
      '`/b.html` has no anchor `#été`.',
    ])
  })

  it('suggests the heading that stands where the source has the anchor', async () => {
    const site = createTestSite({
      'a.md': page(),
      'ja/a.md': { sections: [{ id: '使い方' }] },
      'ja/b.md': page({ url: './a.md#usage', target: '/ja/a.html', hash: '#usage' }),
    })
    expect((await check(site, 'links/anchor'))[0]?.hint).toBe('Did you mean `#使い方`?')
  })

  it('reports a broken link once, however many pages include its file', async () => {
    const place = { file: 'content/b.md', line: 7, column: 1 }
    const broken = { url: './c.md', target: '/c.html', place }
    const site = createTestSite({ 'b.md': page(broken), 'README.md': page(broken), 'd.md': page(broken) })
    expect((await check(site, 'links/page')).map(finding => finding.place)).toEqual([place])
  })

  it('reports a missing file', async () => {
    const site = createTestSite({
      'a.md': page(
        { kind: 'image', type: 'asset', url: '/nope.png', target: '/nope.png' },
        { kind: 'image', type: 'asset', url: '/logo.png', target: '/logo.png' },
      ),
    })
    expect((await check(site, 'links/asset')).map(({ message }) => message)).toEqual([
      'There is no file `public/nope.png`.',
    ])
  })

  it('reports missing files that configuration and frontmatter name', async () => {
    const head = [{ tag: 'link' as const, attributes: { rel: 'icon', href: '/no.png' } }]
    const site = createTestSite(
      { 'a.md': { frontmatter: { heroImage: '/hero.png' } } },
      { theme: { logo: '/logo.png' }, head },
    )
    expect((await check(site, 'links/asset')).map(({ message, place }) => [message, place?.file])).toEqual([
      ['There is no file `/no.png` in `public`.', undefined],
      ['There is no file `/hero.png` in `public`.', 'content/a.md'],
    ])
  })

  it('reports a link that leaves the language although the language has the page', async () => {
    const site = createTestSite({
      'a.md': page(),
      'b.md': page(),
      'ja/a.md': page({ url: '/a.html', target: '/a.html' }, { url: '/b.html', target: '/b.html' }),
    })
    expect(await check(site, 'links/locale-leak')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        message: '`/a.html` leads to another language: `/a.html`.',
        hint: 'Link to `/ja/a.html`; `docsgen check --fix` does it.',
      }),
    ])
  })
})

describe('links in frontmatter', () => {
  const home = (frontmatter: TestPage['frontmatter']): TestPage => ({ frontmatter: frontmatter ?? {} })

  it('reports a start button and neighbours that lead nowhere', async () => {
    const site = createTestSite({
      'README.md': home({
        actionLink: './guides/start.md',
        prev: '/nowhere.html',
        next: 'https://example.org/',
      }),
      'guides/start.md': page(),
    })
    expect((await check(site, 'links/page')).map(({ message }) => message)).toEqual([
      "`prev` in the frontmatter leads to `/nowhere.html`, which isn't a page.",
    ])
  })

  it('reports a start button that leaves the language', async () => {
    const site = createTestSite({
      'guides/README.md': page(),
      'ja/README.md': home({ actionLink: '/guides/' }),
      'ja/guides/README.md': page(),
    })
    expect(await check(site, 'links/locale-leak')).toEqual([
      expect.objectContaining({
        message: '`actionLink` in the frontmatter, `/guides/`, leads to another language.',
        hint: 'Link to `/ja/guides/`.',
      }),
    ])
  })
})

describe('rules of the whole site', () => {
  it('passes on what the join found about navigation and redirects', async () => {
    const site = createTestSite(
      { 'README.md': page(), 'a.md': page() },
      {
        theme: { nav: ['nowhere'] },
        redirects: { '/x': '/y', '/y': '/x', '/old': '/gone.html', '/a.html': '/', '/p': '/q', '/q': '/' },
      },
    )
    const ids = new Set((await runChecks(site)).map(({ rule }) => rule))
    expect([...ids].filter(id => /^(nav|redirects)/.test(id)).toSorted()).toEqual([
      'nav/missing-page',
      'redirects/chain',
      'redirects/loop',
      'redirects/shadow',
      'redirects/target',
    ])
  })

  it('says when interface texts, labels or the description of a language are missing', async () => {
    const site = createTestSite(
      { 'README.md': page() },
      {
        description: 'A site',
        locales: {
          '/': { lang: 'en-US' },
          '/ja/': { lang: 'ja', label: '日本語', description: 'サイト' },
          '/xx/': { lang: 'xx' },
        },
        theme: { nav: [{ text: { '/': 'Docs', '/xx/': 'Dox' }, link: 'https://example.org/' }] },
      },
    )
    expect((await check(site, 'i18n/ui-strings')).map(({ message }) => message)).toEqual([
      'The interface texts of `/xx/` are in the source language.',
      "`locales['/xx/']` has no `label`, `description` of its own.",
      '`theme.nav[0].text` has no text for `/ja/`.',
    ])
  })

  it('lists texts that are shown in English for want of a translation', async () => {
    const site = createTestSite(
      { 'README.md': page() },
      {
        locales: { '/': { lang: 'en' }, '/de/': { lang: 'de', label: 'Deutsch', strings: { menu: 'Menü' } } },
      },
      undefined,
      new Map([['de', ['menu', 'containerTip']]]),
    )
    expect((await check(site, 'i18n/ui-strings')).map(({ message }) => message)).toEqual([
      'Interface texts of `/de/` are not translated: `containerTip`.',
    ])
  })

  it('finds every label of the configuration', () => {
    const { config } = createTestSite(
      {},
      {
        theme: {
          nav: [{ text: 'A', items: [{ text: 'B', link: 'https://b.example/' }] }],
          sidebar: { '/api/': [{ text: 'C', items: [{ page: 'a', text: 'D' }] }] },
          notice: { text: 'E', linkText: 'F' },
          footer: 'G',
        },
      },
    )
    expect(listLabels(config, '/ja/').map(({ path, label }) => `${path} ${label}`)).toEqual([
      'theme.nav[0].text A',
      'theme.nav[0].items[0].text B',
      "theme.sidebar['/api/'][0].text C",
      "theme.sidebar['/api/'][0].items[0].text D",
      'theme.notice.text E',
      'theme.notice.linkText F',
      'theme.footer G',
    ])
  })

  it('finds no fault with the alternates that the join makes', async () => {
    const site = createTestSite({ 'a.md': page(), 'ja/a.md': page(), 'fr/b.md': page() })
    expect(await check(site, 'seo/hreflang')).toEqual([])
  })

  it('reports an alternate that does not answer, and one that is no page', async () => {
    const site = createTestSite({ 'a.md': page(), 'ja/a.md': page() })
    const [first] = site.pages
    first!.view.alternates = [
      { hreflang: 'en-US', href: 'https://docs.example.org/a.html' },
      { hreflang: 'fr', href: 'https://docs.example.org/fr/a.html' },
    ]
    expect((await check(site, 'seo/hreflang')).map(({ message }) => message)).toEqual([
      "The `fr` alternate `https://docs.example.org/fr/a.html` isn't a page.",
      "`content/a.md` doesn't list this page as an alternate.",
    ])
  })

  it('is not what misses an address of the site: that is one finding', async () => {
    const { findings, ...site } = createTestSite({ 'README.md': {} }, { url: undefined })
    expect(await check({ ...site, findings }, 'seo/hreflang')).toEqual([])
    expect(findings.find(({ rule }) => rule === 'config/no-url')?.message).toContain('no `hreflang` links')
  })
})

describe('runChecks', () => {
  const markdown = {
    rule: 'markdown/unknown-container',
    severity: 'warning' as const,
    message: 'Unknown container.',
  }
  const at = (file: string, line: number) => ({ ...markdown, place: { file, line, column: 1 } })

  it('has unique ids in the order of the code units, and says what each rule does', () => {
    const ids = rules.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    expect(rules.every(({ description }) => description.endsWith('.'))).toBe(true)
  })

  it('passes findings of the parse stage through with the configured severity, each once', async () => {
    const findings = [at('content/a.md', 3)]
    const site = createTestSite(
      { 'a.md': { findings }, 'b.md': { findings } },
      { check: { rules: { 'markdown/*': 'error' } } },
    )
    expect(await check(site, 'markdown/unknown-container')).toEqual([{ ...findings[0], severity: 'error' }])
  })

  it('switches rules off and exempts pages', async () => {
    const pages = {
      'a.md': { findings: [at('content/a.md', 3)] },
      'b.md': { findings: [at('content/b.md', 3)] },
    }
    const exemption = { rules: ['markdown/*'], pages: ['/a.html'], reason: 'Shows the syntax' }
    const exempt = createTestSite(pages, { check: { exemptions: [exemption] } })
    expect((await check(exempt, markdown.rule)).map(({ place }) => place?.file)).toEqual(['content/b.md'])
    const off = createTestSite(pages, { check: { rules: { 'markdown/unknown-container': 'off' } } })
    expect(await check(off, markdown.rule)).toEqual([])
  })

  it('sorts by file, line and rule', async () => {
    const site = createTestSite({
      'b.md': { findings: [at('content/b.md', 10), at('content/b.md', 9)] },
      'a.md': { findings: [at('content/a.md', 20)] },
    })
    const places = (await check(site, markdown.rule)).map(({ place }) => `${place?.file}:${place?.line}`)
    expect(places).toEqual(['content/a.md:20', 'content/b.md:9', 'content/b.md:10'])
  })

  it('looks at the chosen languages only', async () => {
    const site = createTestSite({ 'a.md': page(), 'ja/old.md': page(), 'fr/old.md': page() })
    const found = (await runChecks(site, ['/ja/'])).filter(({ rule }) => rule.startsWith('coverage/'))
    expect(found.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      'coverage/missing This page has no translation in `/ja/`.',
      'coverage/orphan The source language has no page `/old.html`.',
    ])
  })
})

describe('severities', () => {
  it('prefers the rule to its family to everything', () => {
    const settings = { '*': 'off', 'links/*': 'warning', 'links/page': 'error' } as const
    expect(
      ['links/page', 'links/anchor', 'seo/hreflang'].map(id => severityOf(id, 'info', settings)),
    ).toEqual(['error', 'warning', 'off'])
  })

  it('lets a family of the command line win over single rules of the configuration', () => {
    expect(
      mergeSeverities({ 'links/page': 'warning', 'nav/missing-page': 'off' }, { 'links/*': 'off' }),
    ).toEqual({
      'nav/missing-page': 'off',
      'links/*': 'off',
    })
  })
})
