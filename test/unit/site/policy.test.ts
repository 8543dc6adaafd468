import { describe, expect, test } from 'vitest'
import { configSchema, type UserConfig } from '../../../src/schema/config.ts'
import type { Link } from '../../../src/schema/page.ts'
import { parsePolicy, STRICT_POLICY } from '../../../src/shared/http.ts'
import { configAddresses, collectUses, derivePolicy, reportForeignCode } from '../../../src/site/policy.ts'
import type { OwnPolicy } from '../../../src/site/headers.ts'

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
