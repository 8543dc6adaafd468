import { describe, expect, test } from 'vitest'
import { configSchema, type UserConfig } from '../../../src/schema/config.ts'
import type { Link } from '../../../src/schema/page.ts'
import { parsePolicy, policyText, STRICT_POLICY } from '../../../src/shared/policy.ts'
import { configAddresses } from '../../../src/site/file-addresses.ts'
import type { OwnPolicy } from '../../../src/site/headers.ts'
import { collectUses, derivePolicy, reportForeignCode } from '../../../src/site/policy.ts'

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

describe('the policy of a site', () => {
  test('is the strict one, with the site’s own media, where nothing is loaded from elsewhere', () => {
    const { policy, origins, findings } = derive({}, [{ kind: 'link', target: 'https://a.example' }])
    expect(policy).toEqual(STRICT_POLICY)
    expect(STRICT_POLICY['media-src']).toEqual(["'self'"])
    expect(origins).toEqual({})
    expect(findings).toEqual([])
  })

  test('is told to be too long where Cloudflare Pages would not read its line', () => {
    const images = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...IMAGE,
        target: `https://pictures-${index}.example/a.png`,
      }))
    expect(derive({}, images(40)).findings).toEqual([])
    expect(derive({}, images(80)).findings).toMatchObject([
      { rule: 'security/long-policy', severity: 'warning' },
    ])
  })

  test('allows media whose address is their content where content has such', () => {
    const { policy, findings } = derive({}, [{ kind: 'media', target: 'data:' }])
    expect(policy?.['media-src']).toEqual(["'self'", 'data:'])
    expect(findings).toEqual([])
    const strict = derive({ security: { policy: 'strict' } }, [{ kind: 'media', target: 'data:' }])
    expect(strict.findings).toMatchObject([{ rule: 'security/blocked', place }])
  })

  test('allows images where content uses them, and names them', () => {
    const { policy, origins, findings } = derive({}, [
      IMAGE,
      IMAGE,
      { ...IMAGE, target: 'http://b.example:81/x' },
    ])
    expect(policy?.['img-src']).toEqual(["'self'", 'data:', 'http://b.example:81', 'https://img.example'])
    expect(origins).toEqual({ 'img-src': ['http://b.example:81', 'https://img.example'] })
    expect(findings).toEqual([])
  })

  test('allows media and frames of elsewhere, and reports what else content uses', () => {
    const use = (kind: Link['kind']) => ({ kind, target: `https://${kind}.example/x` })
    const { origins, findings } = derive({}, [use('media'), use('frame'), use('object'), use('form')])
    expect(origins).toEqual({
      'frame-src': ['https://frame.example'],
      'media-src': ['https://media.example'],
    })
    expect(
      findings.map(({ rule, severity, hint }) => [rule, severity, /'\S+-\S+'/.exec(hint ?? '')?.[0]]),
    ).toEqual([
      ['security/blocked', 'warning', "'object-src'"],
      ['security/blocked', 'warning', "'form-action'"],
    ])
  })

  test('lets the site show its own pages in frames only where it does', () => {
    const { policy, origins } = derive({ security: { policy: 'strict' } }, [
      { kind: 'frame', type: 'page', target: '/demo.html' },
      { kind: 'object', type: 'asset', target: '/a.svg' },
    ])
    expect(policy).toMatchObject({
      'frame-src': ["'self'"],
      'object-src': ["'self'"],
      'frame-ancestors': ["'self'"],
    })
    expect(origins).toEqual({})
  })

  test('that stays strict makes errors of them, with their places and the key that allows them', () => {
    const { policy, origins, findings } = derive({ security: { policy: 'strict' } }, [IMAGE, IMAGE])
    expect(policy).toEqual(STRICT_POLICY)
    expect(origins).toEqual({})
    expect(findings).toMatchObject([{ rule: 'security/blocked', severity: 'error', place }])
    expect(findings[0]?.hint).toContain(`security.allow: { 'img-src': ["https://img.example"] }`)
    const allowed = derive(
      { security: { policy: 'strict', allow: { 'img-src': ['https://img.example/'] } } },
      [IMAGE],
    )
    expect(allowed.findings).toEqual([])
    expect(allowed.policy?.['img-src']).toContain('https://img.example/')
    expect(allowed.origins).toEqual({ 'img-src': ['https://img.example'] })
  })

  test('allows what the configuration names: head, logo, hosted search', () => {
    const head = [
      { tag: 'script', attributes: { src: 'https://js.example/a.js' } },
      { tag: 'link', attributes: { rel: 'stylesheet', href: 'https://css.example/a.css' } },
      { tag: 'link', attributes: { rel: 'shortcut icon', href: 'https://icon.example/a.png' } },
      { tag: 'link', attributes: { rel: 'preload', as: 'font', href: 'https://font.example/a.woff2' } },
      { tag: 'link', attributes: { rel: 'manifest', href: 'https://m.example/m.json' } },
      { tag: 'link', attributes: { rel: 'preconnect', href: 'https://p.example' } },
    ] as UserConfig['head']
    const theme = {
      logo: 'https://logo.example/l.svg',
      search: { provider: 'docsearch', key: 'k', indexName: 'i', appId: 'APP' },
    } as const
    for (const policy of ['derived', 'strict'] as const) {
      const { origins, findings } = derive({ head, theme, security: { policy } })
      expect(findings).toEqual([])
      expect(origins).toEqual({
        'connect-src': [
          'https://app-1.algolianet.com',
          'https://app-2.algolianet.com',
          'https://app-3.algolianet.com',
          'https://app-dsn.algolia.net',
        ],
        'font-src': ['https://font.example'],
        'img-src': ['https://icon.example', 'https://logo.example'],
        'manifest-src': ['https://m.example'],
        'script-src': ['https://js.example'],
        'style-src': ['https://css.example'],
      })
    }
  })

  test('recommends hashes for scripts and styles of other origins', () => {
    const script = (integrity?: string) => ({
      tag: 'script' as const,
      attributes: { src: 'https://js.example/a.js', ...(integrity ? { integrity, crossorigin: '' } : {}) },
    })
    expect(derive({ head: [script('sha384-x')] }).code).toEqual([])
    expect(derive({ head: [script()] }).code).toMatchObject([
      { rule: 'security/integrity', severity: 'info', place: { file: 'site.config.ts' } },
    ])
  })

  test('is none where none is wanted', () => {
    expect(derive({ security: { policy: false } }, [IMAGE])).toMatchObject({
      policy: undefined,
      findings: [],
    })
  })

  test('takes the site’s own address for itself, wherever the site is served', () => {
    const given = { url: 'https://docs.example', security: { policy: 'strict' as const } }
    const { policy, findings } = derive(given, [{ ...IMAGE, target: 'https://docs.example/a.png' }])
    expect(findings).toEqual([])
    expect(policy?.['img-src']).toContain('https://docs.example')
  })

  test('is joined with the policies of the site’s own files for hosts', () => {
    const file = 'public/_headers'
    const own = {
      policy: parsePolicy("script-src 'self' https://js.example"),
      place: { file, line: 2, column: 1 },
    }
    const { policy, findings } = derive({}, [], [own])
    expect(policy?.['script-src']).toEqual(["'self'", 'https://js.example'])
    expect(findings).toEqual([])
  })

  test('says where a policy for some addresses cannot allow what the one for all does not', () => {
    const file = 'public/_headers'
    const at = { file, line: 2, column: 1 }
    const wide = { policy: parsePolicy("script-src 'unsafe-eval'"), pattern: '/play/*', place: at }
    const narrow = { policy: parsePolicy(policyText({ 'img-src': ["'self'"] })), pattern: '/x/*', place: at }
    expect(derive({}, [], [wide, narrow]).findings).toMatchObject([{ rule: 'security/blocked', place: at }])
  })
})
