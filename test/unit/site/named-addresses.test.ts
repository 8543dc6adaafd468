import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { configSchema } from '../../../src/schema/config.ts'
import {
  type NamedAddress,
  configAddresses,
  loadFileAddresses,
  missingFiles,
  scanFile,
} from '../../../src/site/policy.ts'

const root = mkdtempSync(path.join(tmpdir(), 'addresses-'))
afterAll(() => rmSync(root, { recursive: true }))

describe('what files of the site load', () => {
  const found = (text: string, file: string) =>
    scanFile(text, file).map(
      ({ directive, url, place }) => `${place?.line}:${place?.column} ${directive} ${url}`,
    )

  test('documents: addresses of other origins, and once each what stands in them', () => {
    const html = `<link rel=stylesheet href="//a.example/a.css">
<script src="https://b.example/b.js"></script><script>x</script><script>y</script>
<script type="application/ld+json">{}</script><style>a{}</style>
<p onclick="x" style="y"><img src="own.png"><iframe src="https://c.example/?a&amp;b"></iframe>`
    expect(found(html, 'public/x.html')).toEqual([
      '1:2 style-src //a.example/a.css',
      '2:2 script-src https://b.example/b.js',
      "2:48 script-src 'unsafe-inline'",
      "3:48 style-src 'unsafe-inline'",
      '4:46 frame-src https://c.example/?a&b',
    ])
  })

  test('templates: addresses that are written as they are', () => {
    const tsx =
      'const a = <T,>(b: Array<T>) => b < 1\nexport default () => <img src="https://a.example/x.png" alt={b} onClick={c} />'
    expect(found(tsx, 'templates/X.tsx')).toEqual(['2:23 img-src https://a.example/x.png'])
  })

  test('style sheets, where they are used, and which files are there', async () => {
    for (const [name, text] of Object.entries({
      'public/used.css': 'a { background: url(../img/x.png) }',
      'public/other.css': 'a { background: url(https://other.example) }',
      'templates/styles/tokens.css':
        '@import "./own.css"; b { background: url(no.svg) }\n@font-face { src: url(/f.woff2) }',
      'templates/styles/own.css': '',
    })) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
      writeFileSync(path.join(root, name), text)
    }
    const config = configSchema.parse({
      head: [{ tag: 'link', attributes: { rel: 'stylesheet', href: '/used.css' } }],
    })
    const addresses = await loadFileAddresses(root, config, ['other.css', 'used.css'])
    expect(addresses.map(({ url, from, exists }) => [url, from, exists])).toEqual([
      ['../img/x.png', '/used.css', undefined],
      ['./own.css', '', true],
      ['no.svg', '', false],
      ['/f.woff2', '/', undefined],
    ])
  })
})

describe('files that are not there', () => {
  test('are those that no name in the public folder stands for', () => {
    const files = new Set(['/logo.svg', '/css/a.css', '/two words.png'])
    const address = (url: string, from = '/'): NamedAddress => ({
      directive: 'img-src',
      url,
      from,
      named: true,
    })
    const missing = missingFiles(
      [
        address('/logo.svg?v=1#x'),
        address('/docs/logo.svg'),
        address('two%20words.png'),
        address('../logo.svg', '/css/a.css'),
        address('https://a.example/x.png'),
        address('//a.example/x.png'),
        address('data:,'),
        address('#mask'),
        address("'unsafe-inline'"),
        address('/Logo.svg'),
        address('logo.svg', '/css/a.css'),
        { ...address('x.png'), exists: false },
      ],
      '/docs/',
      name => files.has(name),
    )
    expect(missing.map(({ url }) => url)).toEqual(['/Logo.svg', 'logo.svg', 'x.png'])
  })

  test('of the configuration: logo and what the head loads, not what it leads to', () => {
    const config = configSchema.parse({
      theme: { logo: '/logo.svg' },
      head: [
        { tag: 'link', attributes: { rel: 'icon', href: '/icon.png' } },
        { tag: 'link', attributes: { rel: 'alternate', href: '/feed.xml' } },
        { tag: 'script', attributes: { src: '/x.js' } },
        { tag: 'meta', attributes: { name: 'a', content: '/b' } },
      ],
    })
    expect(configAddresses(config, () => undefined).map(({ url }) => url)).toEqual([
      '/logo.svg',
      '/icon.png',
      '/x.js',
    ])
  })
})
