import { describe, expect, test } from 'vitest'
import { configSchema, type Policy, type UserConfig } from '../../../src/schema/config.ts'
import type { Link } from '../../../src/schema/page.ts'
import { headerText, STRICT_POLICY, policyText } from '../../../src/shared/http.ts'
import {
  analyticsAddresses,
  analyticsSettings,
  configAddresses,
  derivePolicy,
  joinPolicies,
  loadFileAddresses,
  metaPolicyText,
  missingFiles,
  parsePolicy,
  policyAllows,
  scanFile,
} from '../../../src/site/policy.ts'
import { reportOwnPolicies, splitOwnFile } from '../../../src/site/headers.ts'
import { useFolder } from '../content/site-folder.ts'

const file = 'content/a.md'
const place = { file, line: 7, column: 3 }
type Pages = Parameters<typeof derivePolicy>[0]['pages']

function derivePages(given: UserConfig, pages: Pages, ownPolicies: Policy[] = []) {
  const locate = (path: readonly PropertyKey[]) => ({ file: 'site.config.ts', line: path.length, column: 1 })
  return derivePolicy({ config: configSchema.parse(given), pages, fileAddresses: [], ownPolicies, locate })
}

function derive(given: UserConfig, links: Partial<Link>[] = [], ownPolicies: Policy[] = []) {
  const full = links.map(link => ({ type: 'external', query: '', hash: '', place, url: '', ...link }) as Link)
  return derivePages(given, [{ file, links: full }], ownPolicies)
}

const IMAGE: Partial<Link> = { kind: 'image', target: 'https://img.example/a.png' }

const use = (name: string, kind: Link['kind'] = name as Link['kind']) => {
  return { kind, target: `https://${name}.example/x` }
}

describe('the policy of a site', () => {
  test('is the strict one, with the site’s own media, where nothing is loaded from elsewhere', () => {
    const found = derive({}, [{ kind: 'link', target: 'https://a.example' }])
    expect(found).toMatchObject({ policy: STRICT_POLICY, origins: {}, findings: [] })
    expect(STRICT_POLICY['media-src']).toEqual(["'self'"])
    const none = derive({ security: { policy: false } }, [IMAGE])
    expect(none).toMatchObject({ policy: undefined, findings: [] })
  })

  test('is reported as too long where Cloudflare Pages would not read its line', () => {
    const images = Array.from({ length: 80 }, (_, index) => use(`picture-${index}`, 'image'))
    expect(derive({}, images.slice(40)).findings).toEqual([])
    const found = [{ rule: 'security/long-policy', severity: 'warning' }]
    expect(derive({}, images).findings).toMatchObject(found)
  })

  test.each<[string, UserConfig['security'], Partial<Link>[], string]>([
    ['data: of media', {}, [{ kind: 'media', target: 'data:' }], "media-src 'self' data:"],
    [
      'images by their origins, sorted',
      {},
      [IMAGE, IMAGE, { ...IMAGE, target: 'http://b.example:81/x' }],
      "img-src 'self' data: http://b.example:81 https://img.example",
    ],
    [
      'own pages in frames',
      { policy: 'strict' },
      [
        { kind: 'frame', type: 'page', target: '/demo.html' },
        { kind: 'object', type: 'asset', target: '/a.svg' },
      ],
      "frame-src 'self'; object-src 'self'; frame-ancestors 'self'",
    ],
    [
      'what is allowed though it stays strict',
      { policy: 'strict', allow: { 'img-src': ['https://img.example/'] } },
      [IMAGE],
      "img-src 'self' data: https://img.example/",
    ],
  ])('allows %s', (_name, security, links, policy) => {
    expect(derive({ security }, links)).toMatchObject({ policy: parsePolicy(policy), findings: [] })
  })

  test('names the origins of media and frames, and reports what else content uses', () => {
    const uses = ['media', 'frame', 'object', 'form'].map(name => use(name))
    const { origins, findings } = derive({}, uses)
    const media = ['https://media.example']
    expect(origins).toEqual({ 'frame-src': ['https://frame.example'], 'media-src': media })
    expect(findings).toMatchObject([
      { rule: 'security/blocked', severity: 'warning', hint: expect.stringContaining("'object-src'") },
      { rule: 'security/blocked', severity: 'warning', hint: expect.stringContaining("'form-action'") },
    ])
  })

  test('that stays strict makes errors of them, with their places and the key that allows them', () => {
    const { policy, origins, findings } = derive({ security: { policy: 'strict' } }, [IMAGE, IMAGE])
    expect([policy, origins]).toEqual([STRICT_POLICY, {}])
    expect(findings).toMatchObject([{ rule: 'security/blocked', severity: 'error', place }])
    expect(findings[0]?.hint).toContain(`security.allow: { 'img-src': ["https://img.example"] }`)
    const media = derive({ security: { policy: 'strict' } }, [{ kind: 'media', target: 'data:' }])
    expect(media.findings).toMatchObject([{ rule: 'security/blocked', place }])
  })

  test('reports what plugins and components make once, with their names, unless it is allowed', () => {
    const styles = { directive: 'style-src', url: "'unsafe-inline'", place }
    const script = { directive: 'script-src', url: 'https://cdn.example/a.js', place }
    const picture = { directive: 'img-src', url: 'https://img.example/a.png', place }
    const [plugin, component] = [{ maker: 'the plugin `katex`' }, { maker: 'the component `<Box>`' }]
    const ofPlugin = [styles, script, picture].map(one => ({ ...one, ...plugin }))
    const other = { ...styles, ...plugin, place: { file: 'content/b.md', line: 1, column: 1 } }
    const pages = [ofPlugin, [{ ...styles, ...component }, other]].map(made => ({ file, links: [], made }))
    const found = (given: UserConfig) => derivePages(given, pages).findings
    expect(found({}).map(({ message, place }) => `${place?.file} ${message}`)).toEqual([
      'content/a.md The content security policy blocks inline styles from the plugin `katex` (`style-src`), here and on 1 other page.',
      'content/a.md The content security policy blocks `https://cdn.example/a.js` from the plugin `katex` (`script-src`).',
      'content/a.md The content security policy blocks inline styles from the component `<Box>` (`style-src`).',
    ])
    const allow = { 'style-src': ["'unsafe-inline'"], 'script-src': ['https://cdn.example'] }
    expect(found({ security: { allow } })).toEqual([])
    expect(found({ security: { policy: false } })).toEqual([])
  })

  test('allows what the configuration names: head, logo, hosted search', () => {
    const link = (rel: string, name: string, more = {}) => {
      return { tag: 'link' as const, attributes: { rel, href: `https://${name}.example/a`, ...more } }
    }
    const head = [
      { tag: 'script' as const, attributes: { src: 'https://js.example/a.js' } },
      link('stylesheet', 'css'),
      link('shortcut icon', 'icon'),
      link('preload', 'font', { as: 'font' }),
      link('manifest', 'm'),
      link('preconnect', 'p'),
    ]
    const search = { provider: 'docsearch', key: 'k', indexName: 'i', appId: 'APP' } as const
    const theme = { logo: 'https://logo.example/l.svg', search }
    const hosts = ['-1.algolianet.com', '-2.algolianet.com', '-3.algolianet.com', '-dsn.algolia.net']
    for (const policy of ['derived', 'strict'] as const) {
      const { origins, findings } = derive({ head, theme, security: { policy } })
      expect(findings.filter(({ rule }) => rule !== 'security/integrity')).toEqual([])
      expect(origins).toEqual({
        'connect-src': hosts.map(host => `https://app${host}`),
        'font-src': ['https://font.example'],
        'img-src': ['https://icon.example', 'https://logo.example'],
        'manifest-src': ['https://m.example'],
        'script-src': ['https://js.example'],
        'style-src': ['https://css.example'],
      })
    }
  })

  test('recommends hashes for scripts and styles of other origins', () => {
    const found = (more: Record<string, string>) => {
      const attributes = { src: 'https://js.example/a.js', ...more }
      return derive({ head: [{ tag: 'script', attributes }] }).findings.map(({ rule }) => rule)
    }
    expect(found({ integrity: 'sha384-x', crossorigin: '' })).toEqual([])
    expect(found({})).toEqual(['security/integrity'])
  })

  test('takes the site’s own address for itself, wherever the site is served', () => {
    const given = { url: 'https://docs.example', security: { policy: 'strict' as const } }
    const { policy, findings } = derive(given, [{ ...IMAGE, target: 'https://docs.example/a.png' }])
    expect([policy?.['img-src']?.includes('https://docs.example'), findings]).toEqual([true, []])
  })

  test('is joined with the policies of the site’s own files for hosts', () => {
    const joined = derive({}, [], [parsePolicy("script-src 'self' https://js.example")])
    expect(joined.policy?.['script-src']).toEqual(["'self'", 'https://js.example'])
    expect(joined.findings).toEqual([])
  })
})

const { write, folder } = useFolder()

describe('what files of the site load', () => {
  const found = (text: string, file: string) =>
    scanFile(text, file).map(
      ({ directive, url, place }) => `${place?.line}:${place?.column} ${directive} ${url}`,
    )

  test('documents: addresses of other origins, and each kind of inline code once', () => {
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
    write({
      'public/used.css': 'a { background: url(../img/x.png) }',
      'public/other.css': 'a { background: url(https://other.example) }',
      'templates/styles/tokens.css':
        '@import "./own.css"; b { background: url(no.svg) }\n@font-face { src: url(/f.woff2) }',
      'templates/styles/own.css': '',
    })
    const attributes = { rel: 'stylesheet', href: '/used.css' }
    const config = configSchema.parse({ head: [{ tag: 'link', attributes }] })
    const addresses = await loadFileAddresses(folder('.'), config, ['other.css', 'used.css'])
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
    const there =
      "/logo.svg?v=1#x /docs/logo.svg two%20words.png https://a.example/x.png //a.example/x.png data:, #mask 'unsafe-inline'"
    const addresses = [
      ...[...there.split(' '), '/Logo.svg'].map(url => ({ url, from: '/' })),
      { url: '../logo.svg', from: '/css/a.css' },
      { url: 'logo.svg', from: '/css/a.css' },
      { url: 'x.png', from: '/', exists: false },
    ].map(address => ({ ...address, directive: 'img-src', named: true }))
    const missing = missingFiles(addresses, '/docs/', name => files.has(name))
    expect(missing.map(({ url }) => url)).toEqual(['/Logo.svg', 'logo.svg', 'x.png'])
  })

  test('of the configuration: logo and what the head loads, not what it leads to', () => {
    const link = (rel: string, href: string) => ({ tag: 'link' as const, attributes: { rel, href } })
    const head: UserConfig['head'] = [
      link('icon', '/icon.png'),
      link('alternate', '/feed.xml'),
      { tag: 'script', attributes: { src: '/x.js' } },
      { tag: 'meta', attributes: { name: 'a', content: '/b' } },
    ]
    const config = configSchema.parse({ theme: { logo: '/logo.svg' }, head })
    const urls = configAddresses(config, () => undefined).map(({ url }) => url)
    expect(urls).toEqual(['/logo.svg', '/icon.png', '/x.js'])
  })
})

const parse = (analytics: UserConfig['analytics'], rest: UserConfig = {}) =>
  configSchema.parse({ analytics, ...rest })

function hostsOf(given: UserConfig['analytics']): Record<string, string[]> {
  const { analytics } = parse(given)
  const found: Record<string, string[]> = {}
  for (const { directive, url } of analytics ? analyticsAddresses(analytics) : [])
    (found[directive] ??= []).push(url)
  return found
}

describe('what a service needs of the policy', () => {
  const matomo = ['https://m.example/matomo.js', 'https://m.example/']
  const plausible = ['https://plausible.io/js/script.manual.js']
  test.each<[UserConfig['analytics'], Record<string, string[]>]>([
    [{ provider: 'plausible' }, { 'script-src': plausible, 'connect-src': plausible }],
    [
      { provider: 'umami', website: 'a-b', script: 'https://u.example/s.js', api: 'https://v.example' },
      {
        'script-src': ['https://u.example/s.js'],
        'connect-src': ['https://u.example/s.js', 'https://v.example'],
      },
    ],
    [
      { provider: 'matomo', url: 'https://m.example/', site: '1' },
      { 'script-src': matomo.slice(0, 1), 'connect-src': matomo, 'img-src': matomo },
    ],
  ])('%j', (analytics, expected) => {
    expect(hostsOf(analytics)).toEqual(expected)
  })

  test('holds the hosts of the services themselves only where their own script is used', () => {
    const umami = hostsOf({ provider: 'umami', website: 'a' })
    expect(umami['connect-src']).toContain('https://api-gateway.umami.dev')
    const google = hostsOf({ provider: 'google', id: 'G-1' })
    for (const directive of ['connect-src', 'img-src'])
      expect(google[directive]).toContain('https://*.google-analytics.com')
    const own = hostsOf({ provider: 'google', id: 'G-1', script: 'https://own.example/g.js' })
    expect(own['connect-src']).toEqual(['https://own.example/g.js'])
  })
})

test('the settings for the browser have the site’s name, and addresses of the site with its base', () => {
  const site = { url: 'https://docs.example', base: '/docs/' }
  const settings = { provider: 'plausible', domain: 'docs.example', script: '/docs/p.js' }
  expect(analyticsSettings(parse({ provider: 'plausible', script: '/p.js' }, site))).toEqual(settings)
  expect(analyticsSettings(parse(undefined))).toBeUndefined()
})

test('policies for the whole site in its own files for hosts are found; those for a part of it are reported', () => {
  const headers =
    '/*\n  X-A: 1\n  Content-Security-Policy: img-src a.example\n/b/*\n  content-security-policy: img-src b.example\n'
  const split = (name: string, text: string) => splitOwnFile(name, text, '/docs/*')
  const { policies, rest } = split('_headers', headers)
  expect(policies).toEqual([{ 'img-src': ['a.example'] }])
  expect(rest).toBe('/*\n  X-A: 1\n/b/*\n  content-security-policy: img-src b.example\n')
  const rule = (source: string) => {
    return { source, headers: [{ key: 'Content-Security-Policy', value: 'img-src c.example' }] }
  }
  const vercel = JSON.stringify({ headers: [rule('/(.*)')] })
  const ofVercel = { policies: [{ 'img-src': ['c.example'] }], rest: '{"headers":[]}' }
  expect(split('vercel.json', vercel)).toEqual(ofVercel)
  expect(split('vercel.json', '{ // no JSON').policies).toEqual([])
  const apache =
    '<IfModule mod_headers.c>\nHeader always set Content-Security-Policy "img-src d.example"\n</IfModule>\n'
  expect(split('.htaccess', apache).policies).toEqual([{ 'img-src': ['d.example'] }])

  const reported = (files: Record<string, string>, security: UserConfig['security'] = {}) =>
    reportOwnPolicies(new Map(Object.entries(files)), configSchema.parse({ security })).map(
      ({ place }) => `${place?.file}:${place?.line}`,
    )
  expect(reported({ 'vercel.json': vercel, '.htaccess': apache })).toEqual([])
  const parts = {
    'vercel.json': JSON.stringify({ headers: [rule('/a/(.*)')] }, undefined, 1),
    '.htaccess': `${apache}<Files x>\nHeader set Content-Security-Policy "img-src *"\n</Files>\n`,
  }
  expect(reported(parts)).toEqual(['public/vercel.json:7', 'public/.htaccess:5'])
  expect(reported(parts, { policy: false })).toEqual([])
})

describe('a policy', () => {
  test('is its text, and the text is the policy', () => {
    const text = policyText(STRICT_POLICY)
    expect(text).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; /)
    expect(policyText(parsePolicy(text))).toBe(text)
    expect(parsePolicy('IMG-SRC a.example;; img-src b.example; upgrade-insecure-requests ')).toEqual({
      'img-src': ['a.example'],
      'upgrade-insecure-requests': [],
    })
  })

  test.each([
    ['https://a.example', undefined, "img-src 'self'", true],
    [undefined, undefined, "img-src 'self'", true],
    ['http://docs.intra:8080', undefined, "img-src 'self'", false],
    ['http://docs.intra', true, "img-src 'self'", true],
    ['https://a.example', false, "img-src 'self'", false],
    ['https://a.example', undefined, 'upgrade-insecure-requests; img-src *', true],
    ['http://docs.intra', undefined, 'upgrade-insecure-requests; img-src *', true],
  ])('of a site at %s, with the setting %s, upgrades requests of %s: %s', (url, upgrade, text, upgrades) => {
    const config = configSchema.parse({ url, security: { upgradeInsecureRequests: upgrade } })
    const header = headerText(parsePolicy(text), config)
    const found = header.split('; ').filter(part => part === 'upgrade-insecure-requests')
    expect(found).toHaveLength(Number(upgrades))
  })

  test('in a document leaves out what browsers take from headers only', () => {
    const policy = parsePolicy("sandbox; frame-ancestors 'none'; report-uri /r; img-src *")
    const config = configSchema.parse({ security: { meta: true } })
    expect(metaPolicyText({ config, policy })).toBe('img-src *')
  })

  test('joined with another allows what either allows', () => {
    const joined = (own: string) => joinPolicies(STRICT_POLICY, parsePolicy(own))
    const expected =
      "default-src https:; img-src 'self' data: https:; script-src 'self' https://cdn.example; frame-ancestors 'none'; sandbox allow-scripts"
    expect(
      joined("default-src https:; script-src 'self' https://cdn.example; sandbox allow-scripts"),
    ).toMatchObject(parsePolicy(expected))
    const portal = 'frame-ancestors https://portal.example'
    expect(joined(portal)).toEqual({ ...STRICT_POLICY, ...parsePolicy(portal) })
  })
})

describe('what a policy allows', () => {
  test.each([
    ['https://a.example', 'https://a.example/x.png', true],
    ['https://a.example', 'http://a.example/x.png', false],
    ['http://a.example', 'https://a.example/x.png', true],
    ['https://a.example', 'https://a.example:8443/x.png', false],
    ['https://a.example:*', 'https://a.example:8443/x.png', true],
    ['https://*.a.example', 'https://b.a.example/', true],
    ['https://*.a.example', 'https://a.example/', false],
    ['a.example', 'https://a.example/', true],
    ['https://a.example/img/', 'https://a.example/img/x.png', true],
    ['https://a.example/img/', 'https://a.example/x.png', false],
    ['https://a.example/x.png', 'https://a.example/x.png', true],
    ['https:', 'https://a.example/', true],
    ['*', 'https://a.example/', true],
    ['data:', 'https://a.example/', false],
    ["'self'", 'https://a.example/', false],
  ])('%s and %s: %s', (source, url, expected) => {
    expect(policyAllows({ 'img-src': [source] }, 'img-src', url)).toBe(expected)
  })

  test('is what the fallback allows where a directive is missing, and everything where there is none', () => {
    expect(policyAllows({ 'default-src': ["'none'"] }, 'frame-src', 'https://a.example')).toBe(false)
    expect(policyAllows({ 'default-src': ["'none'"] }, 'form-action', 'https://a.example')).toBe(true)
    expect(policyAllows({ 'object-src': ["'self'"] }, 'object-src', "'self'")).toBe(true)
  })
})
