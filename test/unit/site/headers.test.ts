import { describe, expect, test } from 'vitest'
import {
  apacheFile,
  headersFile,
  headersFor,
  nginxHeaders,
  readHeadersFile,
  readOwnPolicies,
  vercelHeaders,
} from '../../../src/site/headers.ts'

const RULES = [
  {
    pattern: '/docs/*',
    headers: { 'Content-Security-Policy': "default-src 'none'", 'Referrer-Policy': 'origin' },
  },
  { pattern: '/docs/assets/*', headers: { 'Cache-Control': 'immutable' } },
  { pattern: '/docs/*.svg', headers: { 'Content-Security-Policy': 'sandbox' } },
]

/** What the hosts of `_headers` send. */
const sent = (text: string, address: string) => headersFor(readHeadersFile(text), address)

describe('_headers', () => {
  test('says all rules where the site has no file of its own', () => {
    const text = headersFile(RULES)
    expect(sent(text, '/docs/')).toEqual(RULES[0]?.headers)
    expect(sent(text, '/docs/assets/a.js')['Cache-Control']).toBe('immutable')
    expect(sent(text, '/docs/a.svg')['Content-Security-Policy']).toBe("default-src 'none', sandbox")
    expect(sent(text, '/other')).toEqual({})
  })

  test('lets the site’s own file have the last word, each header once', () => {
    const own =
      '# mine\n/*\n  referrer-policy: no-referrer\n  X-Mine: 1\n/docs/assets/*\n  Cache-Control: no-store\n'
    const text = headersFile(RULES, own)
    expect(text).toContain('# mine')
    expect(sent(text, '/docs/assets/a.js')).toEqual({
      'Content-Security-Policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      'X-Mine': '1',
      'Cache-Control': 'no-store',
    })
  })

  test('holds the site’s own policy once: it is part of ours', () => {
    const own =
      "/*\n  Content-Security-Policy: img-src *\n/play/*\n  Content-Security-Policy: script-src 'self'\n"
    const text = headersFile(RULES, own)
    expect(text).not.toContain('img-src')
    expect(text).not.toMatch(/^\/\*$/m)
    expect(text).toContain("/play/*\n  Content-Security-Policy: script-src 'self'")
    const without = RULES.map(({ pattern }) => ({ pattern, headers: { 'X-A': '1' } }))
    expect(headersFile(without, own)).toContain('img-src *')
  })
})

describe('vercel.json', () => {
  test('has our rules first, where the last one counts, and no policy of the site’s own for everything', () => {
    const own = {
      headers: [
        { source: '/(.*)', headers: [{ key: 'content-security-policy', value: 'img-src *' }] },
        { source: '/:path*', headers: [{ key: 'X-Mine', value: '1' }] },
      ],
    }
    const rules = vercelHeaders(RULES, own) as { source: string; headers: { key: string }[] }[]
    expect(rules.map(({ source }) => source)).toEqual([
      '/docs/(.*)',
      '/docs/assets/(.*)',
      '/docs/(.*)\\.svg',
      '/:path*',
    ])
    expect(rules[0]?.headers[0]).toEqual({ key: 'Content-Security-Policy', value: "default-src 'none'" })
  })
})

describe('nginx and Apache', () => {
  test('nginx sends each header once, the most special value', () => {
    expect(nginxHeaders(RULES).trim().split('\n')).toEqual([
      'set $docsgen_cache_control "";',
      `set $docsgen_content_security_policy "default-src 'none'";`,
      'set $docsgen_referrer_policy "origin";',
      'if ($uri ~ "^/docs/assets/.*$") { set $docsgen_cache_control "immutable"; }',
      'if ($uri ~ "^/docs/.*\\\\.svg$") { set $docsgen_content_security_policy "sandbox"; }',
      'add_header Content-Security-Policy $docsgen_content_security_policy always;',
      'add_header Referrer-Policy $docsgen_referrer_policy always;',
      'add_header Cache-Control $docsgen_cache_control always;',
    ])
  })

  test('Apache sets the general rules, then the special ones, then the site’s own', () => {
    const own =
      'Options -Indexes\nHeader set Content-Security-Policy "img-src *"\n<Files x>\nHeader set Content-Security-Policy "font-src *"\n</Files>\n'
    const text = apacheFile(RULES, own)
    expect(text).toContain(`  Header always set Content-Security-Policy "default-src 'none'"\n`)
    expect(text).toContain(
      '  <If "%{REQUEST_URI} =~ m#^/docs/.*\\.svg$#">\n    Header always set Content-Security-Policy "sandbox"\n  </If>',
    )
    expect(text).toContain('Options -Indexes')
    expect(text).not.toContain('img-src')
    expect(text).toContain('font-src')
  })
})

test('policies of the site’s own files are found, with their places', () => {
  const files = new Map([
    [
      '_headers',
      '/*\n  X-A: 1\n  Content-Security-Policy: img-src a.example\n/b/*\n  content-security-policy: img-src b.example\n',
    ],
    [
      'vercel.json',
      JSON.stringify({
        headers: [
          { source: '/(.*)', headers: [{ key: 'Content-Security-Policy', value: 'img-src c.example' }] },
        ],
      }),
    ],
    [
      '.htaccess',
      '<IfModule mod_headers.c>\n  Header always set Content-Security-Policy "img-src d.example"\n</IfModule>\n',
    ],
  ])
  expect(
    readOwnPolicies(files, { base: '/docs/', publicDir: 'public' }).map(({ policy, pattern, place }) => [
      policy['img-src']?.[0],
      pattern,
      `${place.file}:${place.line}`,
    ]),
  ).toEqual([
    ['a.example', undefined, 'public/_headers:3'],
    ['b.example', '/b/*', 'public/_headers:5'],
    ['c.example', undefined, 'public/vercel.json:1'],
    ['d.example', undefined, 'public/.htaccess:2'],
  ])
  expect(
    readOwnPolicies(new Map([['vercel.json', '{ // no JSON']]), { base: '/', publicDir: 'public' }),
  ).toEqual([])
})
