import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRedirects, hostFile } from '../../../src/render/host-files.ts'
import type { Site } from '../../../src/schema/site.ts'
import { headersFor, readHeadersFile } from '../../../src/site/headers.ts'
import { createFolder } from '../../sites/site.ts'
import { APACHE, hasHost, NGINX, type RealHost, startApache, startNginx } from '../../support/real-hosts.ts'

const REDIRECTS: Record<string, string> = {
  '/old/*': '/new/:splat',
  '/old/x.html': '/a.html#top',
  '/old/deep/*': '/a.html?from=deep',
  '/v1/*': 'https://v1.example.org/$x/:splat',
  '/%E4%B8%AD%20b/*': '/new/:splat',
  '/parts*': '/new/',
  '/a.b(c)+d.html': '/a.html',
  '/pipe%7Cand%20%22more%22/*': '/new/:splat?again=:splat',
  '/line.html': '/a b".html\r\nX-Evil: 1#{x}',
  '/dollar.html': '/$uri(x)*:port',
}
const site = {
  config: { base: '/docs/', urls: 'html', formerUrls: ['clean'] },
  pages: [
    { record: { path: '/new/', regularPath: '/new/' } },
    // A file `as*.md`: its former address ends in a `*` that stands for itself.
    { record: { path: '/as*.html', regularPath: '/as*.html' } },
  ],
  fallbacks: [],
  redirects: Object.entries(REDIRECTS).map(([from, to]) => ({ from, to, source: 'config' })),
} as unknown as Site
const rules = allRedirects(site)
const HOST: Parameters<typeof hostFile>[1] = {
  config: { base: '/docs/', urls: 'html' },
  headers: [],
  redirects: syntax => allRedirects(site, syntax),
}
const linesOf = (text: string) => text.trimEnd().split('\n')

it('Netlify and Cloudflare take a line of three words, whatever the target holds, after those of the site', () => {
  const [first, ...lines] = linesOf(hostFile('_redirects', HOST, '/mine /docs/ 302'))
  expect(first).toBe('/mine /docs/ 302')
  expect(lines.slice(-2)).toEqual([
    '/docs/old/* /docs/new/:splat 301',
    '/docs/v1/* https://v1.example.org/$x/:splat 301',
  ])
  expect(lines.map(line => line.split(/\s+/).length)).toEqual(lines.map(() => 3))
  expect(lines).toContain('/docs/line.html /docs/a%20b%22.html%0D%0AX-Evil:%201#%7Bx%7D 301')
  expect(lines.join('\n')).not.toContain('/as*')
})

it('Vercel names what stands for a wildcard, and takes other signs as they are', () => {
  const { redirects } = JSON.parse(hostFile('vercel.json', HOST)) as { redirects: object[] }
  expect(redirects).toContainEqual({
    source: '/docs/old/:splat(.*)',
    destination: '/docs/new/:splat',
    permanent: true,
  })
  for (const part of [
    { source: '/docs/dollar.html', destination: '/docs/$uri%28x%29%2A%3Aport' },
    { destination: '/docs/new/:splat?again=:splat' },
    { source: '/docs/parts:splat(.*)' },
    { source: '/docs/a.b\\(c\\)\\+d.html' },
  ])
    expect(redirects).toContainEqual(expect.objectContaining(part))
})

it('Apache gets rules for wildcards and for what is special among them only', () => {
  expect(linesOf(hostFile('.htaccess', HOST)).filter(line => line.includes('Redirect'))).toEqual([
    '  RedirectMatch 301 "^/docs/old/x\\\\.html$" "/docs/a.html?#top"',
    '  RedirectMatch 301 "^/docs/pipe\\\\|and \\"more\\"/(.*)$" "/docs/new/$1?again=$1"',
    '  RedirectMatch 301 "^/docs/中 b/(.*)$" "/docs/new/$1"',
    '  RedirectMatch 301 "^/docs/old/deep/(.*)$" "/docs/a.html?from=deep"',
    '  RedirectMatch 301 "^/docs/parts(.*)$" "/docs/new/"',
    '  RedirectMatch 301 "^/docs/old/(.*)$" "/docs/new/$1"',
    '  RedirectMatch 301 "^/docs/v1/(.*)$" "https://v1.example.org/\\\\$x/$1"',
  ])
  const plain = { ...HOST, redirects: () => rules.filter(({ from }) => !from.endsWith('*')) }
  expect(hostFile('.htaccess', plain)).not.toContain('mod_alias')
})

const CSP = 'Content-Security-Policy'
const HEADERS = {
  ...HOST,
  headers: [
    { pattern: '/docs/*', headers: { [CSP]: "default-src 'none'", 'Referrer-Policy': 'origin' } },
    { pattern: '/docs/assets/*', headers: { 'Cache-Control': 'immutable' } },
    { pattern: '/docs/*.svg', headers: { [CSP]: 'sandbox' } },
  ],
}

describe('headers', () => {
  /** What the hosts of `_headers` send. */
  const sent = (text: string, address: string) => headersFor(readHeadersFile(text), address)

  it('_headers says all rules where the site has no file of its own', () => {
    const text = hostFile('_headers', HEADERS)
    expect(sent(text, '/docs/')).toEqual(HEADERS.headers[0]?.headers)
    expect(sent(text, '/docs/assets/a.js')['Cache-Control']).toBe('immutable')
    expect(sent(text, '/docs/a.svg')['Content-Security-Policy']).toBe("default-src 'none', sandbox")
    expect(sent(text, '/other')).toEqual({})
  })

  it('_headers lets the site’s own file have the last word, each header once', () => {
    const own =
      '# mine\n/*\n  referrer-policy: no-referrer\n  X-Mine: 1\n/docs/assets/*\n  Cache-Control: no-store\n'
    const text = hostFile('_headers', HEADERS, own)
    expect(text).toContain('# mine')
    expect(sent(text, '/docs/assets/a.js')).toEqual({
      'Content-Security-Policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      'X-Mine': '1',
      'Cache-Control': 'no-store',
    })
  })

  it('_headers holds the site’s own policy once: it is part of ours', () => {
    const own =
      "/*\n  Content-Security-Policy: img-src *\n/play/*\n  Content-Security-Policy: script-src 'self'\n"
    const text = hostFile('_headers', HEADERS, own)
    expect(text).not.toContain('img-src')
    expect(text).not.toMatch(/^\/\*$/m)
    expect(text).toContain("/play/*\n  Content-Security-Policy: script-src 'self'")
    const without = HEADERS.headers.map(({ pattern }) => ({ pattern, headers: { 'X-A': '1' } }))
    expect(hostFile('_headers', { ...HOST, headers: without }, own)).toContain('img-src *')
  })

  it('vercel.json has our rules first, where the last one counts, and no policy of the site’s own for everything', () => {
    const own = {
      headers: [
        { source: '/(.*)', headers: [{ key: 'content-security-policy', value: 'img-src *' }] },
        { source: '/:path*', headers: [{ key: 'X-Mine', value: '1' }] },
      ],
    }
    const { headers } = JSON.parse(hostFile('vercel.json', HEADERS, JSON.stringify(own))) as {
      headers: { source: string; headers: { key: string }[] }[]
    }
    const sources = ['/docs/(.*)', '/docs/assets/(.*)', '/docs/(.*)\\.svg', '/:path*']
    expect(headers.map(({ source }) => source)).toEqual(sources)
    expect(headers[0]?.headers[0]).toEqual({ key: 'Content-Security-Policy', value: "default-src 'none'" })
  })

  it('nginx sends each header once, the most special value', () => {
    expect(linesOf(hostFile('nginx-headers.conf', HEADERS))).toEqual([
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

  it('Apache sets the general rules, then the special ones, then the site’s own', () => {
    const own =
      'Options -Indexes\nHeader set Content-Security-Policy "img-src *"\n<Files x>\nHeader set Content-Security-Policy "font-src *"\n</Files>\n'
    const text = hostFile('.htaccess', HEADERS, own)
    expect(text).not.toContain('img-src')
    expect(text).toContain('font-src')
    expect(text).toContain(`  Header always set Content-Security-Policy "default-src 'none'"\n`)
    expect(text).toContain(
      '  <If "%{REQUEST_URI} =~ m#^/docs/.*\\.svg$#">\n    Header always set Content-Security-Policy "sandbox"\n  </If>',
    )
    expect(text).toContain('Options -Indexes')
  })

  it('Apache sends readers by the redirects of the site first', () => {
    const own = 'RedirectMatch 301 ^/docs/old/x\\.html$ /docs/mine.html'
    const lines = linesOf(hostFile('.htaccess', HOST, own)).filter(line => line.includes('RedirectMatch'))
    expect([lines[0], lines.length > 1]).toEqual([own, true])
  })
})

/** Where a host sends readers of an address, else the status, or with `asText` the document. */
async function answerOf(host: RealHost | undefined, address: string, asText = false) {
  const answer = await fetch(host?.origin + address, { redirect: 'manual' })
  const location = answer.headers.get('location')?.replace(host?.origin ?? '', '')
  return location ?? (asText && answer.ok ? answer.text() : answer.status)
}

describe.each([
  ['nginx', NGINX, startNginx],
  ['Apache', APACHE, startApache],
] as const)('%s itself', (name, program, start) => {
  if (!hasHost(program)) return it.skip('is not installed')
  let host: RealHost | undefined

  beforeAll(async () => {
    const { root } = createFolder({
      'root/docs/new/index.html': 'New',
      'root/docs/assets/x.css': '',
      'root/docs/as*.html': 'Star',
      'rules.conf': hostFile('nginx-redirects.conf', HOST),
      'root/.htaccess': hostFile('.htaccess', HOST),
    })
    host = await start(`${root}/root`, [`${root}/rules.conf`])
  })
  afterAll(() => host?.close())

  // The third is what Apache answers: it has the documents of redirects, so only wildcards are rules there.
  it.each([
    ['/docs/old/x.html', '/docs/a.html#top', '/docs/a.html?#top'],
    ['/docs/old/x.html?q=1', '/docs/a.html?q=1#top', '/docs/a.html?#top'],
    ['/docs/old/', '/docs/new/'],
    ['/docs/old/a/b.html?q=1&r=2', '/docs/new/a/b.html?q=1&r=2'],
    ['/docs/old/a%20b%0d%0aX:%20y', '/docs/new/a%20b%0d%0aX:%20y'],
    ['/docs/old/deep/y', '/docs/a.html?from=deep'],
    ['/docs/v1/Guide.html', 'https://v1.example.org/%24x/Guide.html', 'https://v1.example.org/$x/Guide.html'],
    ['/docs/%E4%B8%AD%20b/c', '/docs/new/c'],
    ['/docs/partsial', '/docs/new/'],
    ['/docs/a.b(c)+d.html', '/docs/a.html', 404],
    ['/docs/new/index.html', '/docs/new/', 200],
    ['/docs/new/', 200],
    ['/docs/pipe|and%20"more"/x', '/docs/new/x?again=x'],
    ['/docs/pipe%7cand%20%22more%22/x', '/docs/new/x?again=x'],
    ['/docs/line.html', '/docs/a%20b%22.html%0D%0AX-Evil:%201#%7Bx%7D', 404],
    ['/docs/dollar.html', '/docs/%24uri(x)*:port', 404],
    ['/docs/as*', '/docs/as*.html', 404],
    ['/docs/as*.html', 200],
    ['/docs/assets/x.css', 200],
    ['/docs/assets/', 403, 404],
    ['/docs/older', 404],
    ['/docs/axb(c)+d.html', 404],
  ])('answers %s', async (address, expected, byApache = expected) =>
    expect(await answerOf(host, address)).toBe(name === 'Apache' ? byApache : expected),
  )
})

describe('Apache itself, with addresses that have no ending', () => {
  if (!hasHost(APACHE)) return it.skip('is not installed')
  let host: RealHost | undefined

  beforeAll(async () => {
    const names = ['index', 'a b', '100%', '中', '404', 'new', 'new/index']
    const { root } = createFolder({
      ...Object.fromEntries(names.map(name => [`docs/${name}.html`, name])),
      'docs/.htaccess': hostFile('.htaccess', {
        ...HOST,
        config: { base: '/docs/', urls: 'clean' },
        redirects: () => [],
      }),
    })
    host = await startApache(root)
  })
  afterAll(() => host?.close())

  it.each([
    ['/docs/', 'index'],
    ['/docs/index.html', '/docs/'],
    ['/docs/a%20b', 'a b'],
    ['/docs/a%20b.html?q=1', '/docs/a%20b?q=1'],
    ['/docs/100%25', '100%'],
    ['/docs/100%25.html', '/docs/100%25'],
    ['/docs/a%20b/?q=1', '/docs/a%20b?q=1'],
    ['/docs/%E4%B8%AD', '中'],
    ['/docs/new', 'new'],
    ['/docs/new/', 'new/index'],
    ['/docs/nowhere', 404],
  ])('answers %s with %s', async (address, expected) => {
    expect(await answerOf(host, address, true)).toBe(expected)
  })
})
