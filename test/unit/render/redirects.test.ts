import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  allRedirects,
  apacheEndings,
  apacheRules,
  nginxRules,
  redirectRules,
  vercelRules,
} from '../../../src/render/redirects.ts'
import type { Site } from '../../../src/schema/site.ts'
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

it('the special stands before the general', () => {
  expect(rules.map(({ from }) => from)).toEqual([
    '/docs/a.b(c)+d.html',
    '/docs/dollar.html',
    '/docs/line.html',
    '/docs/new/index.html',
    '/docs/old/x.html',
    '/docs/pipe%7Cand%20%22more%22/*',
    '/docs/%E4%B8%AD%20b/*',
    '/docs/old/deep/*',
    '/docs/parts*',
    '/docs/old/*',
    '/docs/v1/*',
  ])
})

it('Netlify and Cloudflare take a rule from each line', () => {
  const lines = redirectRules(rules, '/mine /docs/ 302').trimEnd().split('\n')
  expect(lines[0]).toBe('/mine /docs/ 302')
  expect(lines.slice(-2)).toEqual([
    '/docs/old/* /docs/new/:splat 301',
    '/docs/v1/* https://v1.example.org/$x/:splat 301',
  ])
})

it('a rule has a line of three words, whatever its target holds', () => {
  const lines = redirectRules(rules, undefined).trimEnd().split('\n')
  expect(lines.map(line => line.split(/\s+/).length)).toEqual(lines.map(() => 3))
  expect(lines).toContain('/docs/line.html /docs/a%20b%22.html%0D%0AX-Evil:%201#%7Bx%7D 301')
  expect(lines.join('\n')).not.toContain('/as*')
})

it('Vercel names what stands for a wildcard, and takes other signs as they are', () => {
  const found = vercelRules(rules)
  expect(found).toContainEqual({
    source: '/docs/old/:splat(.*)',
    destination: '/docs/new/:splat',
    permanent: true,
  })
  expect(found).toContainEqual(
    expect.objectContaining({ source: '/docs/dollar.html', destination: '/docs/$uri%28x%29%2A%3Aport' }),
  )
  expect(found).toContainEqual(expect.objectContaining({ destination: '/docs/new/:splat?again=:splat' }))
  expect(found).toContainEqual(expect.objectContaining({ source: '/docs/parts:splat(.*)' }))
  expect(found).toContainEqual(expect.objectContaining({ source: '/docs/a.b\\(c\\)\\+d.html' }))
})

it('Apache gets rules for wildcards and for what is special among them only', () => {
  expect(apacheRules(rules)).toEqual([
    '<IfModule mod_alias.c>',
    '  RedirectMatch 301 "^/docs/old/x\\\\.html$" "/docs/a.html?#top"',
    '  RedirectMatch 301 "^/docs/pipe\\\\|and \\"more\\"/(.*)$" "/docs/new/$1?again=$1"',
    '  RedirectMatch 301 "^/docs/中 b/(.*)$" "/docs/new/$1"',
    '  RedirectMatch 301 "^/docs/old/deep/(.*)$" "/docs/a.html?from=deep"',
    '  RedirectMatch 301 "^/docs/parts(.*)$" "/docs/new/"',
    '  RedirectMatch 301 "^/docs/old/(.*)$" "/docs/new/$1"',
    '  RedirectMatch 301 "^/docs/v1/(.*)$" "https://v1.example.org/\\\\$x/$1"',
    '</IfModule>',
  ])
  expect(apacheRules(rules.filter(({ from }) => !from.endsWith('*')))).toEqual([])
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
  const folder = mkdtempSync(path.join(tmpdir(), 'host-redirects-'))
  let host: RealHost | undefined

  beforeAll(async () => {
    mkdirSync(path.join(folder, 'root/docs/new'), { recursive: true })
    writeFileSync(path.join(folder, 'root/docs/new/index.html'), 'New')
    mkdirSync(path.join(folder, 'root/docs/assets'), { recursive: true })
    writeFileSync(path.join(folder, 'root/docs/assets/x.css'), '')
    writeFileSync(path.join(folder, 'root/docs/as*.html'), 'Star')
    writeFileSync(path.join(folder, 'rules.conf'), nginxRules(allRedirects(site, 'nginx')))
    writeFileSync(path.join(folder, 'root/.htaccess'), apacheRules(rules).join('\n'))
    host = await start(path.join(folder, 'root'), [path.join(folder, 'rules.conf')])
  })
  afterAll(async () => {
    await host?.close()
    rmSync(folder, { recursive: true })
  })

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
  const folder = mkdtempSync(path.join(tmpdir(), 'host-endings-'))
  let host: RealHost | undefined

  beforeAll(async () => {
    mkdirSync(path.join(folder, 'docs/new'), { recursive: true })
    for (const name of ['index', 'a b', '100%', '中', '404', 'new', 'new/index'])
      writeFileSync(path.join(folder, `docs/${name}.html`), name)
    writeFileSync(path.join(folder, 'docs/.htaccess'), apacheEndings('/docs/').join('\n'))
    host = await startApache(folder)
  })
  afterAll(async () => {
    await host?.close()
    rmSync(folder, { recursive: true })
  })

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
