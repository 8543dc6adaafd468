import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startServer } from './serve.ts'
import { createTestSite, twoLanguages } from './site.ts'

/** A site that has everything for programs, in two languages below a path. */
const FILES = {
  'site.config.ts': twoLanguages(`
  base: '/docs/',
  description: 'All of it',
  fallback: 'page',
  redirects: { '/old.html': '/guide/start.html' },
  head: [{ tag: 'link', attributes: { rel: 'icon', href: '/icon.svg' } }],
  machines: {
    markdown: true, structuredData: true, image: { src: '/preview.png', alt: 'Seen' }, openSearch: true, manifest: true,
  },
  theme: {
    sidebar: [
      '/guide/hidden.html',
      { text: 'Guide', items: ['/guide/start.html', '/guide/other.html', '/guide/silent.html'] },
    ],
  },`).replace("fallback: 'none',\n", ''),
  'public/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  'public/preview.png': 'png',
  'content/README.md': `---
home: true
tagline: Fast & *light*
actionText: Go
actionLink: ./guide/start.md
features:
  - title: One
    details: Two
---
`,
  'content/guide/start.md': `---
title: Start </script><b>
description: How to start
---

<!-- a comment -->

Intro with [other](./other.md#more), [a draft](../a.svg) and [what is kept out](./hidden.md).

::: tip Title
Inside.
:::

<!--@include: ../_parts/shared.md-->
`,
  'content/_parts/shared.md': 'Shared by [another](../guide/other.md).\n\n```sh\nnpm i $THIS\n```\n',
  'content/guide/other.md': '# Other page\r\n\r\nText with CRLF.\r\n\r\n## More\r\n\r\n- a\r\n- b\r\n',
  'content/guide/hidden.md':
    '---\nmeta: [{ name: robots, content: noindex }]\n---\n\n# Hidden\n\nXylophones.\n',
  'content/guide/silent.md':
    '---\nsearch: false\ndate: 2026-02-03\nauthors: [Ann, { name: Bo, link: https://bo.example }]\n---\n\n# Silent\n\nZithers.\n',
  'content/later.md': '---\ndraft: true\n---\n\n# Later\n',
  'content/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"></svg>',
  'content/fr/README.md': '# Accueil\n\n[Début](./guide/start.md), [autre](./guide/other.md)\n',
  'content/fr/guide/other.md': '# Autre\n\n[Début](./start.md)\n',
}

const site = createTestSite(FILES)
const built = await site.run(['build', '--compress'])
const hashes = site.hashes('dist')

/** What names the files that are kept for open tabs, and those files. */
const KEPT = /^assets\/(?:js|css|search|locales\/\w+\.\w+)|^offline|^\.docsgen|service-worker/

const read = (name: string) => site.read(`dist/${name}`)

/** The JSON-LD of a document. */
function dataOf(html: string): Record<string, unknown> | undefined {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return json && JSON.parse(json)
}

describe('a Markdown copy', () => {
  it('every page has one, except drafts, pages that search engines leave out, and fallbacks', () => {
    expect(built).toMatchObject({ code: 0 })
    const copies = Object.keys(hashes).filter(name => name.endsWith('.md'))
    const pages = 'fr/guide/other fr/index guide/other guide/silent guide/start index'
    expect(copies).toEqual(pages.split(' ').map(name => `${name}.md`))
  })

  it('has the text of the page, with links to copies', () => {
    const picture = /docs\/assets\/img\/a\.\w+\.svg/.exec(read('guide/start.md'))?.[0]
    expect(read('guide/start.md')).toBe(`# Start \\</script>\\<b>

> How to start

Intro with [other](https://docs.example.org/docs/guide/other.md#more), [a draft](https://docs.example.org/${picture}) and [what is kept out](https://docs.example.org/docs/guide/hidden.html).

> **Title**
>
> Inside.

Shared by [another](https://docs.example.org/docs/guide/other.md).

\`\`\`sh
npm i $THIS
\`\`\`
`)
    expect(read('guide/other.md')).toBe('# Other page\n\nText with CRLF.\n\n## More\n\n- a\n- b\n')
    expect(read('index.md')).toBe(
      '# Example\n\n> Fast & \\*light\\*\n\n- [Go](https://docs.example.org/docs/guide/start.md)\n\n- **One**: Two\n',
    )
    expect(read('fr/guide/other.md')).toBe(
      '# Autre\n\n[Début](https://docs.example.org/docs/guide/start.md)\n',
    )
  })

  it('is linked from the head of its page, and of its fallbacks', () => {
    const twinOf = (name: string) =>
      /<link rel="alternate" type="text\/markdown" href="([^"]*)"/.exec(read(name))?.[1]
    expect(twinOf('guide/start.html')).toBe('/docs/guide/start.md')
    expect(twinOf('fr/guide/start.html')).toBe('/docs/guide/start.md')
    expect(twinOf('guide/hidden.html')).toBeUndefined()
    expect(twinOf('404.html')).toBeUndefined()
  })

  it('llms.txt lists pages by the groups of the sidebar, in each language its own', () => {
    expect(read('llms.txt')).toBe(`# Example

> All of it

## Pages

- [Home](https://docs.example.org/docs/index.md)

## Guide

- [Start \\</script>\\<b>](https://docs.example.org/docs/guide/start.md): How to start
- [Other page](https://docs.example.org/docs/guide/other.md): Text with CRLF.

## Optional

- [llms-full.txt](https://docs.example.org/docs/llms-full.txt)
- [Français](https://docs.example.org/docs/fr/llms.txt)
`)
    expect(read('fr/llms.txt')).toContain('- [Autre](https://docs.example.org/docs/fr/guide/other.md)')
    expect(read('fr/llms.txt')).not.toContain('start.md')
  })

  it('llms-full.txt is the text of what is listed', () => {
    const full = read('llms-full.txt')
    expect(full).toContain('\n---\n\nSource: https://docs.example.org/docs/guide/start.html\n\n# Start')
    expect(full).toContain(read('guide/start.md'))
    expect(full).not.toMatch(/Xylophones|Zithers|Later|Autre/)
    expect(read('fr/llms-full.txt')).toContain('# Autre')
  })
})

describe('JSON-LD', () => {
  it('describes a page as an article with its breadcrumbs; nothing in it ends the element', () => {
    const [article, trail] = (dataOf(read('guide/start.html')) ?? {})['@graph'] as Record<string, unknown>[]
    const url = 'https://docs.example.org/docs/guide/start.html'
    expect(article).toMatchObject({
      '@type': 'TechArticle',
      headline: 'Start </script><b>',
      description: 'How to start',
      inLanguage: 'en-US',
      url,
      image: ['https://docs.example.org/docs/preview.png'],
    })
    expect(trail).toEqual({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Example', item: 'https://docs.example.org/docs/' },
        { '@type': 'ListItem', position: 2, name: 'Start </script><b>', item: url },
      ],
    })
  })

  it('a home page is a site of its language; hidden pages and fallbacks have none', () => {
    expect(dataOf(read('index.html'))?.['@type']).toBe('WebSite')
    expect(dataOf(read('fr/index.html'))).toMatchObject({
      inLanguage: 'fr',
      url: 'https://docs.example.org/docs/fr/',
    })
    for (const name of ['guide/hidden.html', 'fr/guide/start.html', '404.html'])
      expect(dataOf(read(name))).toBeUndefined()
  })

  it('names dates and authors', () => {
    expect(read('guide/silent.html')).toContain('"datePublished":"2026-02-03","author":[{"@type":"Person"')
  })
})

it('a page without a picture has that of the site, with a whole address', () => {
  const html = read('guide/start.html')
  expect(html).toContain(
    'property="og:image" content="https://docs.example.org/docs/preview.png" data-docsgen-head',
  )
  expect(html).toContain('content="summary_large_image"')
})

it('opensearch.xml of each language asks its results page, and every page names it', () => {
  expect(read('fr/opensearch.xml')).toContain(
    'template="https://docs.example.org/docs/fr/search.html?q={searchTerms}"/>',
  )
  expect(read('opensearch.xml')).toContain(
    '<Image type="image/svg+xml">https://docs.example.org/docs/icon.svg</Image>',
  )
  expect(read('fr/guide/other.html')).toContain(
    '<link rel="search" type="application/opensearchdescription+xml" title="Example" href="/docs/fr/opensearch.xml">',
  )
})

it('the manifest has the base and the icons of the site', () => {
  expect(JSON.parse(read('manifest.webmanifest'))).toMatchObject({
    id: '/docs/',
    start_url: '/docs/',
    scope: '/docs/',
    icons: [{ src: '/docs/icon.svg', type: 'image/svg+xml', sizes: 'any' }],
  })
  expect(read('404.html')).toContain('<link rel="manifest" href="/docs/manifest.webmanifest">')
})

it('--compress writes what is the same again, of what readers load', () => {
  const bytes = (name: string) => readFileSync(path.join(site.root, 'dist', name))
  const document = bytes('guide/start.html')
  expect(zlib.brotliDecompressSync(bytes('guide/start.html.br')).equals(document)).toBe(true)
  expect(zlib.gunzipSync(bytes('guide/start.html.gz')).equals(document)).toBe(true)
  // Node.js 22.15 and later.
  const { zstdDecompressSync } = zlib as typeof zlib & { zstdDecompressSync?: (made: Buffer) => Buffer }
  if (zstdDecompressSync)
    expect(zstdDecompressSync(bytes('guide/start.html.zst')).equals(document)).toBe(true)
  else expect(Object.keys(hashes).filter(name => name.endsWith('.zst'))).toEqual([])
  const copies = Object.keys(hashes).filter(name => /\.(?:br|gz|zst)$/.test(name))
  expect(copies.filter(name => /^_|vercel|nginx|\.png|llms\.txt|\.(?:br|gz)\./.test(name))).toEqual([])
  for (const name of Object.keys(hashes).filter(name => /^assets\/.*\.js$/.test(name)))
    expect([name, `${name}.br` in hashes]).toEqual([name, bytes(name).length >= 1024])
})

it('preview sends what was compressed ahead, to those who take it', async () => {
  const server = await startServer(site, ['preview'])
  const ask = (encoding: string) =>
    fetch(`${server.origin}/docs/guide/start.html`, { headers: { 'Accept-Encoding': encoding } })
  const size = (ending: string) =>
    String(readFileSync(path.join(site.root, `dist/guide/start.html${ending}`)).length)
  const best = 'zstdCompress' in zlib ? (['zstd', '.zst'] as const) : (['gzip', '.gz'] as const)
  for (const [accepted, encoding, ending] of [
    ['gzip, br, zstd', 'br', '.br'],
    ['gzip, zstd', ...best],
    ['gzip, br', 'br', '.br'],
    ['gzip, br;q=0', 'gzip', '.gz'],
    ['identity', null, ''],
  ] as const) {
    const { headers } = await ask(accepted)
    expect([headers.get('content-encoding'), headers.get('content-length'), headers.get('vary')]).toEqual([
      encoding,
      size(ending),
      'Accept-Encoding',
    ])
  }
})

it('a warm build writes the same bytes, and after a change what a cold one writes', async () => {
  const build = async (...options: string[]) => {
    await site.run(['build', '--compress', ...options])
    return Object.fromEntries(Object.entries(site.hashes('dist')).filter(([name]) => !KEPT.test(name)))
  }
  site.write('content/guide/other.md', FILES['content/guide/other.md'])
  const before = await build()
  expect(await build()).toEqual(before)
  site.write('content/guide/other.md', '# Other page\n\n## More\n\nAnew.\n')
  const warm = await build()
  const changed = Object.keys(warm).filter(
    name => /\.(?:md|txt|webmanifest)$/.test(name) && warm[name] !== before[name],
  )
  expect(changed).toEqual(['guide/other.md', 'llms-full.txt', 'llms.txt'])
  expect(await build('--no-cache')).toEqual(warm)
})
