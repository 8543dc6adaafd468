import { describe, expect, it } from 'vitest'
import type { Finding } from '../../src/schema/finding.ts'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'

/** Places and rules of what is found. */
async function findings(site: TestSite, args: readonly string[] = [], rules = /^links\//): Promise<string[]> {
  const { stdout } = await site.run(['check', '--format', 'json', ...args])
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return findings
    .filter(({ rule }) => rules.test(rule))
    .map(({ rule, place }) => `${place?.file}:${place?.line}:${place?.column} ${rule}`)
}

/** A strict build has no problem. */
async function buildStrictly(site: TestSite): Promise<void> {
  const { code, stderr } = await site.run(['build', '--strict'])
  expect([code, stderr.match(/^.*\b(?:error|warning) \w+\/.*/gm)]).toEqual([0, null])
}

describe('links and images written as HTML', () => {
  const FILES = {
    'content/README.md':
      '# Home\n\n## Part\n\n<p>\n  <a href="./no.md">a</a> <a href="./a.md#no">b</a>\n  <img src="./no.png" alt="">\n</p>\n',
    'content/a.md':
      '# A\n\n<a href="./README.md#part">home</a> and <a name="old">here</a>, <a href="#old">there</a>\n',
    'content/fr/README.md': '# Accueil\n\n## Partie\n\n<p><a href="/a.html">a</a></p>\n',
    'content/fr/a.md': '# A\n\nTexte.\n',
  }

  it('are checked at their place, and kept in their language by --fix', async () => {
    const created = createTestSite(FILES)
    const expected = [
      'content/README.md:6:6 links/page',
      'content/README.md:6:30 links/anchor',
      'content/README.md:7:8 links/asset',
      'content/fr/README.md:5:7 links/locale-leak',
    ]
    expect(await findings(created)).toEqual(expected)
    expect(await findings(created, ['--fix'])).toEqual(expected.slice(0, 3))
    expect(created.read('content/fr/README.md')).toContain('<a href="/fr/a.html">')
  })

  it('lead to the routes of the pages, with the base of the site once', async () => {
    const created = createTestSite({
      'site.config.ts': twoLanguages("base: '/docs/',"),
      'content/README.md':
        '# Home\n\n<a href="a.md">1</a> <a href="/a.html">2</a> <a href="/docs/a.html">3</a>\n',
      'content/a.md': '# A\n',
    })
    await created.run(['build'])
    expect(created.read('dist/index.html').match(/<a href="[^"]*">\d/g)).toEqual([
      '<a href="/docs/a.html">1',
      '<a href="/docs/a.html">2',
      '<a href="/docs/a.html">3',
    ])
    expect(await findings(created)).toEqual([])
  })
})

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
/** `é` as two characters. */
const E_ACUTE = 'e\u0301'

describe('targets', () => {
  const LINKS =
    '/api/ ./api /api/index.html /manual.pdf ./manual.pdf guide/d.csv?x=1 /guide/d.csv /feed.xml ./data.json /made/ /sitemap.xml /robots.txt /llms.txt /fr/llms.txt /manifest.webmanifest /print.html /404.html /fr/404.html /old.pdf /old-api /old.json /files/ /assets/licenses.txt guide/start.md#set-up'.split(
      ' ',
    )
  const FILES = {
    'plugin.mjs':
      "export default { name: 'extra', files: () => ['data.json', 'made/index.html'].map(path => ({ path, content: '{}' })) }\n",
    'site.config.ts': twoLanguages(`base: '/docs/',
  print: true,
  machines: { markdown: true, manifest: true },
  plugins: ['docsgen/plugins/feed', './plugin.mjs'],
  theme: {
    nav: [
      { text: 'API', link: '/api/' },
      { text: 'Feed', items: ['/feed.xml', { text: 'Data', link: '/data.json' }, { text: 'M', link: '/manuel/' }] },
      { text: 'CSV', link: '/guide/d.csv' },
    ],
    sidebar: ['/guide/start#set-up', '/guide/start', { text: 'PDF', link: '/manual.pdf#page=2' }, '/guide/next'],
  },
  redirects: {
    '/old.pdf': '/manual.pdf', '/old-api': '/api/', '/old.csv': '/guide/d.csv', '/old.json': '/data.json', '/files/*': '/api/:splat',
  },`),
    'content/README.md': `---
home: true
heroImage: { light: ./hero.svg, dark: /dark.svg }
image: ./hero.svg
actions: [{ text: PDF, link: /manual.pdf }, { text: CSV, link: ./guide/d.csv }, { text: Data, link: /data.json }]
features: [{ title: A, icon: { src: guide/icon.svg }, link: /api/ }]
---

# Home

${LINKS.map(link => `[x](${link})`).join('\n')}
`,
    'content/hero.svg': DRAWING,
    'content/guide/icon.svg': DRAWING,
    'content/guide/d.csv': 'a\n',
    'content/guide/start.md': '---\ndate: 2026-01-01\n---\n\n# Start\n\n## Set up\n\n![hero](../hero.svg)\n',
    'content/guide/next.md': '---\nnext: ../manual.pdf\n---\n\n# Next\n',
    'content/fr/README.md': '# Accueil\n\n[a](../api/) [m](/fr/manuel/)\n',
    'public/api/index.html': '<!doctype html><title>API</title>',
    'public/fr/manuel/index.html': '<!doctype html><title>M</title>',
    'public/manual.pdf': '%PDF',
    'public/dark.svg': DRAWING,
    'templates/components/Footer.tsx':
      'export const Footer = () => <p>{/* <a href="/docs/no/" /> */}<a href="/docs/guide/start.html">a</a><a href="/docs/data.json">b</a><a href="/elsewhere/">c</a></p>\n',
  }

  it('are whatever the build serves, in text, frontmatter, navigation, redirects and templates', async () => {
    const created = createTestSite(FILES)
    await buildStrictly(created)
    const names = Object.keys(created.hashes('dist'))
    const isThere = (address: string) => {
      const path = decodeURIComponent(address.replace(/^\/docs\/|[?#].*/g, ''))
      return names.includes(path === '' || path.endsWith('/') ? `${path}index.html` : path)
    }
    for (const page of ['index.html', 'fr/index.html', 'guide/start.html', 'guide/next.html']) {
      const addresses = created.read(`dist/${page}`).match(/(?<= (?:href|src)=")\/docs\/[^"]*(?=")/g) ?? []
      expect(
        addresses.filter(address => !isThere(address)),
        page,
      ).toEqual([])
    }
    expect(created.read('dist/index.html')).toContain(
      'property="og:image" content="https://docs.example.org/docs/assets/img/hero.',
    )
    // The next page comes next, not the file between them.
    expect(created.read('dist/guide/start.html')).toMatch(
      /class="pager-next" href="\/docs\/guide\/next\.html"/,
    )
    expect(created.read('dist/_redirects')).toMatch(
      /^\/docs\/old\.csv \/docs\/assets\/media\/d\.\w{8}\.csv 301$/m,
    )
  })

  it('that are missing are reported where they are named, and have their address below the base', async () => {
    const created = createTestSite({
      ...FILES,
      'site.config.ts': FILES['site.config.ts']
        .replace("'/api/' }", "'/apis/' }")
        .replace("'/data.json' }", "'/date.json' }")
        .replace("'/old.json': '/data.json'", "'/old.json': '/date.json'"),
      'content/README.md':
        '---\nhome: true\nheroImage: ./no.svg\nactions: [{ text: A, link: /no.pdf }]\n---\n\n# Home\n\n![a](./no.png) ![b](guide/no.png) [c](/no/)\n',
      'templates/components/Footer.tsx': 'export const Footer = () => <a href="/docs/no/">a</a>\n',
    })
    const broken = await findings(created, [], /^(?:links|nav|redirects)\//)
    expect(broken).toEqual([
      'content/README.md:3:1 links/asset',
      'content/README.md:4:1 links/asset',
      'content/README.md:9:1 links/asset',
      'content/README.md:9:16 links/asset',
      'content/README.md:9:35 links/page',
      'site.config.ts:13:28 nav/missing-page',
      'site.config.ts:14:66 links/asset',
      'site.config.ts:20:81 links/asset',
      'templates/components/Footer.tsx:1:30 links/page',
    ])
  })

  it.each([
    ['composed, files decomposed', 'é', E_ACUTE],
    ['decomposed, files composed', E_ACUTE, 'é'],
  ])('are found in any Unicode form: links %s', async (_what, written, stored) => {
    const created = createTestSite({
      'site.config.ts': twoLanguages(
        `markdown: { slugs: 'vitepress' }, theme: { nav: ['/${written}t${written}'] }, redirects: { '/x': '/${written}t${written}.html' },`,
      ),
      'content/README.md': `# Home\n\n[a](./${written}t${written}.md#caf${written}) [b](${encodeURIComponent(written)}.csv) ![c](/p${written}.svg)\n\n<!--@include: ./_${written}.md-->\n\n[d](#${written}tat)\n\n<span id="${stored}tat">x</span>\n`,
      [`content/_${stored}.md`]: 'Partie.\n',
      [`content/${stored}t${stored}.md`]: `# Page\n\n## A {#caf${stored}}\n`,
      'content/fr/README.md': '# Accueil\n',
      [`content/fr/${written}t${written}.md`]: '# Page\n',
      [`content/${stored}.csv`]: 'a\n',
      [`public/p${stored}.svg`]: DRAWING,
    })
    await buildStrictly(created)
    const html = created.read('dist/index.html')
    const hash = encodeURIComponent(`caf${stored}`)
    expect(html).toContain(`href="/%C3%A9t%C3%A9.html#${hash}"`)
    expect(html).toContain(`href="#${encodeURIComponent(`${stored}tat`)}"`)
    expect(html).toContain('Partie.')
    // The translation is that of this page.
    expect(created.read('dist/été.html')).toContain('href="/fr/%C3%A9t%C3%A9.html"')
  })
})
