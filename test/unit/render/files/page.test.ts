import { describe, expect, test, it } from 'vitest'
import { attributes, collectStrings, renderPage } from '../../../../src/render/files/page.ts'
import { fillAddresses, narrowContext } from '../../../../src/render/files/page.ts'
import { renderRedirect } from '../../../../src/render/host-files.ts'
import { linkPlaceholder } from '../../../../src/schema/page.ts'
import type { LocaleView, PageView } from '../../../../src/schema/view.ts'
import { escapeJson } from '../../../../src/shared/escape.ts'
import { ENGLISH } from '../../../../src/schema/strings.ts'

const locale = { base: '/docs/', dir: 'rtl' } as unknown as LocaleView
const entries = { boot: '/b.js', theme: '1a2b3c4d', scheme: '/s.js', style: '/s.css', view: '/v.json' }

describe('a page of a language with many views', () => {
  const sidebars = [[{ text: 'a', items: [] }], [{ text: 'b', items: [] }]]
  const context = { locale: { ...locale, sidebars } as LocaleView, entries }

  test('is rendered with that which its readers get, and depends on no other sidebar', () => {
    const views = { 0: '/a.json', 1: '/b.json' }
    const large = { ...context, entries: { ...entries, views } }
    const narrow = narrowContext(large, { sidebar: 1 })
    expect([narrow.locale.sidebars, narrow.entries]).toEqual([
      { 1: sidebars[1] },
      { ...entries, view: '/b.json' },
    ])
    expect(narrowContext(large, { sidebar: -1 })).toEqual({ locale: { ...locale, sidebars: {} }, entries })
    const changed = { ...large, entries: { ...entries, views: { ...views, 0: '/c.json' } } }
    expect(JSON.stringify(narrowContext(changed, { sidebar: 1 }))).toBe(JSON.stringify(narrow))
  })

  test('has all of the language where there is one view', () => {
    expect(narrowContext(context, { sidebar: 1 })).toBe(context)
  })
})

test('a document of a site that asks for it holds the policy, before anything that is loaded', () => {
  const view = { key: 'v-1', documentTitle: 'A', meta: [], alternates: [] } as unknown as PageView
  const context = {
    locale,
    entries: { ...entries, policy: "img-src 'self'" },
    head: [],
    theme: { renderApp: () => '' },
  }
  const { document } = renderPage({ view, html: '', addresses: [] }, context)
  const tag = '<meta http-equiv="Content-Security-Policy" content="img-src &#39;self&#39;">'
  expect(document).toContain(`<meta charset="utf-8">\n${tag}\n`)
})

test('attributes are quoted and escaped; odd names and events are left out', () => {
  const given = { a: '"\'<>&', b: true, c: false, onclick: 'x', 'x y': 'z', '"': '1' }
  expect(attributes(given)).toBe(' a="&quot;&#39;&lt;&gt;&amp;" b')
})

test('placeholders become escaped addresses, with the size of pictures; what must not be rendered stays empty', () => {
  const html = [0, 1, 2].map(index => `<a href="${linkPlaceholder(index)}">`).join('')
  expect(fillAddresses(html, ['/a?x=1&y="$&', { src: '/i.png', width: 2, height: 3 }, null])).toBe(
    '<a href="/a?x=1&amp;y=&quot;$&amp;"><a href="/i.png" width="2" height="3"><a href="">',
  )
})

describe('a redirect document', () => {
  const site = { url: 'https://x.example', base: '/docs/', head: [] }
  const render = (to: string, own = {}) => renderRedirect(to, '/docs/r.js', { ...site, ...own })

  test('leads to a fixed address, also without scripts, hidden from search engines', () => {
    const html = render('/docs/a.html#b"><script>')
    const target = '/docs/a.html#b&quot;&gt;&lt;script&gt;'
    expect(html).toContain(`<script src="/docs/r.js" data-to="${target}"></script>
<noscript><meta http-equiv="refresh" content="0; url=${target}"></noscript>`)
    expect(html).toContain('<link rel="canonical" href="https://x.example/docs/a.html">')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html.match(/<script/g)).toHaveLength(1)
  })

  test('to elsewhere names that address alone; without a site address there is no canonical one', () => {
    expect(render('https://y.example/')).toContain('rel="canonical" href="https://y.example/"')
    expect(render('/a.html', { url: undefined })).not.toContain('canonical')
  })

  test('has the icon of the site and nothing else of its head', () => {
    const head = [
      { tag: 'link' as const, attributes: { rel: 'stylesheet', href: '/own.css' } },
      { tag: 'link' as const, attributes: { rel: 'icon', href: '/i.png' } },
    ]
    const links = render('/docs/a.html', { head }).match(/<link rel="(?:icon|stylesheet)".*>/g)
    expect(links).toEqual(['<link rel="icon" href="/docs/i.png">'])
  })
})

const ENDINGS = ['</script>', '<!--', '<script', ']]>', '\u2028\u2029', '&amp;']
test.each(ENDINGS)('%j cannot end data in documents and comes back whole', text => {
  const json = escapeJson({ text, ['__proto__']: 1 })
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect((JSON.parse(json) as { text: string }).text).toBe(text)
})

const { menu: _menu, ...lacking } = ENGLISH

it('shows English for a text that a language lacks, and lists it', async () => {
  const loadStrings = async (lang: string) => (lang === 'en' ? { ...ENGLISH, menu: 'Contents' } : lacking)
  const { stringsFor, untranslated } = await collectStrings({ loadStrings }, ['en', 'fr'])
  expect(stringsFor('fr')).toEqual({ ...ENGLISH, menu: 'Contents' })
  expect(Object.fromEntries(untranslated)).toEqual({ en: [], fr: ['menu'] })
})

it('takes the words for containers for alerts, unless the language has its own', async () => {
  const french = { containerTip: 'Astuce', containerWarning: 'Attention', alertWarning: 'Avertissement' }
  const loadStrings = async (lang: string) => (lang === 'en' ? ENGLISH : french)
  const { stringsFor, untranslated } = await collectStrings({ loadStrings }, ['fr'])
  expect(stringsFor('fr')).toMatchObject({ ...french, alertTip: 'Astuce', alertNote: 'Note' })
  expect(untranslated.get('fr')).not.toContain('alertTip')
})

it('completes the English of a site that lacks a text', async () => {
  const { stringsFor } = await collectStrings({ loadStrings: async () => lacking }, ['en'])
  expect(stringsFor('en')).toEqual(ENGLISH)
})
