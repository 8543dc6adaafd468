import { describe, expect, test } from 'vitest'
import { configSchema, type UserConfig } from '../../../src/schema/config.ts'
import type { Link } from '../../../src/schema/page.ts'
import { STRICT_POLICY, policyText } from '../../../src/shared/http.ts'
import {
  parsePolicy,
  configAddresses,
  collectUses,
  derivePolicy,
  reportForeignCode,
  type OwnPolicy,
  joinPolicies,
  metaPolicy,
  policyAllows,
  widenPolicy,
} from '../../../src/site/policy.ts'

const PAGE = 'content/a.md'
const place = { file: PAGE, line: 7, column: 3 }

function derive(given: UserConfig, links: Partial<Link>[] = [], own: OwnPolicy[] = []) {
  const config = configSchema.parse(given)
  const full = links.map(link => ({ type: 'external', query: '', hash: '', place, url: '', ...link }) as Link)
  const locate = (path: readonly PropertyKey[]) => ({ file: 'site.config.ts', line: path.length, column: 1 })
  const uses = collectUses(config, configAddresses(config, locate), [{ links: full }], locate)
  return {
    ...derivePolicy(config, uses, own),
    code: reportForeignCode(config, locate),
  }
}

const IMAGE: Partial<Link> = { kind: 'image', target: 'https://img.example/a.png' }

const use = (kind: Link['kind']) => ({ kind, target: `https://${kind}.example/x` })

describe('the policy of a site', () => {
  test('is the strict one, with the site’s own media, where nothing is loaded from elsewhere', () => {
    const found = derive({}, [{ kind: 'link', target: 'https://a.example' }])
    expect(found).toMatchObject({ policy: STRICT_POLICY, origins: {}, findings: [] })
    expect(STRICT_POLICY['media-src']).toEqual(["'self'"])
  })

  test('is reported as too long where Cloudflare Pages would not read its line', () => {
    const images = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...IMAGE,
        target: `https://picture-${index}.example/a`,
      }))
    expect(derive({}, images(40)).findings).toEqual([])
    const found = [{ rule: 'security/long-policy', severity: 'warning' }]
    expect(derive({}, images(80)).findings).toMatchObject(found)
  })

  test.each<[string, UserConfig['security'], Partial<Link>[], Record<string, string[]>]>([
    ['data: of media', {}, [{ kind: 'media', target: 'data:' }], { 'media-src': ["'self'", 'data:'] }],
    [
      'images by their origins, sorted',
      {},
      [IMAGE, IMAGE, { ...IMAGE, target: 'http://b.example:81/x' }],
      { 'img-src': ["'self'", 'data:', 'http://b.example:81', 'https://img.example'] },
    ],
    [
      'own pages in frames',
      { policy: 'strict' },
      [
        { kind: 'frame', type: 'page', target: '/demo.html' },
        { kind: 'object', type: 'asset', target: '/a.svg' },
      ],
      { 'frame-src': ["'self'"], 'object-src': ["'self'"], 'frame-ancestors': ["'self'"] },
    ],
    [
      'what is allowed though it stays strict',
      { policy: 'strict', allow: { 'img-src': ['https://img.example/'] } },
      [IMAGE],
      { 'img-src': ["'self'", 'data:', 'https://img.example/'] },
    ],
  ])('allows %s', (_name, security, links, policy) => {
    expect(derive({ security }, links)).toMatchObject({ policy, findings: [] })
  })

  test('names the origins of media and frames, and reports what else content uses', () => {
    const { origins, findings } = derive({}, [use('media'), use('frame'), use('object'), use('form')])
    expect(origins).toEqual({
      'frame-src': ['https://frame.example'],
      'media-src': ['https://media.example'],
    })
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
    const hosts = [
      'app-1.algolianet.com',
      'app-2.algolianet.com',
      'app-3.algolianet.com',
      'app-dsn.algolia.net',
    ]
    for (const policy of ['derived', 'strict'] as const) {
      const { origins, findings } = derive({ head, theme, security: { policy } })
      expect(findings).toEqual([])
      expect(origins).toEqual({
        'connect-src': hosts.map(host => `https://${host}`),
        'font-src': ['https://font.example'],
        'img-src': ['https://icon.example', 'https://logo.example'],
        'manifest-src': ['https://m.example'],
        'script-src': ['https://js.example'],
        'style-src': ['https://css.example'],
      })
    }
  })

  test('recommends hashes for scripts and styles of other origins', () => {
    const script = (more: Record<string, string>) => {
      return { tag: 'script' as const, attributes: { src: 'https://js.example/a.js', ...more } }
    }
    expect(derive({ head: [script({ integrity: 'sha384-x', crossorigin: '' })] }).code).toEqual([])
    expect(derive({ head: [script({})] }).code).toMatchObject([
      { rule: 'security/integrity', severity: 'info', place: { file: 'site.config.ts' } },
    ])
  })

  test('is none where none is wanted', () => {
    const found = derive({ security: { policy: false } }, [IMAGE])
    expect(found).toMatchObject({ policy: undefined, findings: [] })
  })

  test('takes the site’s own address for itself, wherever the site is served', () => {
    const given = { url: 'https://docs.example', security: { policy: 'strict' as const } }
    const { policy, findings } = derive(given, [{ ...IMAGE, target: 'https://docs.example/a.png' }])
    expect(findings).toEqual([])
    expect(policy?.['img-src']).toContain('https://docs.example')
  })

  test('is joined with the policies of the site’s own files for hosts, as far as those are for all addresses', () => {
    const at = { file: 'public/_headers', line: 2, column: 1 }
    const own = { policy: parsePolicy("script-src 'self' https://js.example"), place: at }
    const joined = derive({}, [], [own])
    expect(joined.policy?.['script-src']).toEqual(["'self'", 'https://js.example'])
    expect(joined.findings).toEqual([])
    const wide = { policy: parsePolicy("script-src 'unsafe-eval'"), pattern: '/play/*', place: at }
    const narrow = { policy: parsePolicy("img-src 'self'"), pattern: '/x/*', place: at }
    expect(derive({}, [], [wide, narrow]).findings).toMatchObject([{ rule: 'security/blocked', place: at }])
  })
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

  test('in a document leaves out what browsers take from headers only', () => {
    const policy = parsePolicy("sandbox; frame-ancestors 'none'; report-uri /r; img-src *")
    expect(Object.keys(metaPolicy(policy))).toEqual(['img-src'])
  })

  test('is widened from what held before: `none` goes, a fallback stays', () => {
    const policy = parsePolicy("default-src 'self'; object-src 'none'")
    const widened = (directive: string, source: string) => widenPolicy(policy, directive, [source])[directive]
    expect(widened('object-src', "'self'")).toEqual(["'self'"])
    expect(widened('frame-src', 'https://a.example')).toEqual(["'self'", 'https://a.example'])
    expect(widened('form-action', "'self'")).toEqual(["'self'"])
  })

  test('joined with another allows what either allows', () => {
    const own = "default-src https:; script-src 'self' https://cdn.example; sandbox allow-scripts"
    expect(joinPolicies(STRICT_POLICY, parsePolicy(own))).toMatchObject({
      'default-src': ['https:'],
      'img-src': ["'self'", 'data:', 'https:'],
      'script-src': ["'self'", 'https://cdn.example'],
      'frame-ancestors': ["'none'"],
      sandbox: ['allow-scripts'],
    })
    expect(joinPolicies(STRICT_POLICY, parsePolicy('frame-ancestors https://portal.example'))).toEqual({
      ...STRICT_POLICY,
      'frame-ancestors': ['https://portal.example'],
    })
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
