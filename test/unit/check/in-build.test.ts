import { describe, expect, it } from 'vitest'
import { runInBuild, settleInBuild } from '../../../src/check/run.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
import type { Finding } from '../../../src/schema/finding.ts'
import { createTestSite } from './test-site.ts'

const siteWith = (check: UserConfig['check'] = {}) =>
  createTestSite(
    {
      'a.md': { sections: [{ id: 'usage' }], links: [{ url: './no.md', target: '/no.html' }] },
      'b.md': { sections: [{ id: 'usage' }] },
    },
    { check },
  )
const found = async (check?: UserConfig['check'], strict = false) =>
  (await runInBuild(siteWith(check), strict)).map(({ rule, severity }) => `${severity} ${rule}`)

describe('rules in a build', () => {
  it('are those of links, as warnings', async () => {
    expect(await found()).toEqual(['warning links/page'])
  })

  it('fail it where `check.rules` says so: by name, as a family, all', async () => {
    expect(await found({ rules: { 'links/page': 'error' } })).toEqual(['error links/page'])
    expect(await found({ rules: { 'links/*': 'error', 'links/page': 'info' } })).toEqual(['info links/page'])
    expect(await found({ rules: { 'links/page': 'off' } })).toEqual([])
    expect(await found({ rules: { '*': 'error' } })).toContain('error coverage/missing')
  })

  it('run only for that where they are none of a build', async () => {
    expect(await found({ rules: { 'coverage/missing': 'error', 'links/page': 'off' } })).toEqual(
      Array.from({ length: 4 }, () => 'error coverage/missing'),
    )
    expect(await found({ rules: { 'coverage/missing': 'warning', 'links/page': 'off' } })).toEqual([])
  })

  it('are errors with --strict, but for what an exemption covers', async () => {
    expect(await found({}, true)).toEqual(['error links/page'])
    const exemptions = [{ pages: ['/a.html'], rules: ['links/page'], reason: 'It is on its way.' }]
    expect(await found({ exemptions }, true)).toEqual([])
  })
})

describe('findings of the stages in a build', () => {
  const finding = (rule: string, severity: Finding['severity']): Finding => ({ rule, severity, message: 'x' })
  const all = [
    finding('markdown/image-alt', 'warning'),
    finding('markdown/unknown-language', 'info'),
    finding('files/unreadable', 'error'),
    finding('cache/damaged', 'warning'),
    finding('markdown/snippet-missing', 'error'),
  ]
  const settled = (check: UserConfig['check'], strict = false) =>
    settleInBuild(all, siteWith(check), strict).map(({ rule, severity }) => `${severity} ${rule}`)

  it('have the severity of `check.rules`, but an error stays one unless readers can live with it', () => {
    const rules = {
      'markdown/image-alt': 'error',
      'markdown/unknown-language': 'off',
      'files/*': 'off',
      'markdown/snippet-missing': 'warning',
    } as const
    expect(settled({ rules })).toEqual([
      'error markdown/image-alt',
      'error files/unreadable',
      'warning cache/damaged',
      'warning markdown/snippet-missing',
    ])
  })

  it('are errors with --strict where they are warnings about the site', () => {
    expect(settled({}, true)).toEqual([
      'error markdown/image-alt',
      'info markdown/unknown-language',
      'error files/unreadable',
      'warning cache/damaged',
      'error markdown/snippet-missing',
    ])
  })
})
