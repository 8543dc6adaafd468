import { describe, expect, test } from 'vitest'
import { configSchema, type UserConfig } from '../../../src/schema/config.ts'
import { analyticsAddresses, analyticsSettings } from '../../../src/site/policy.ts'

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
  test.each<[UserConfig['analytics'], Record<string, string[]>]>([
    [
      { provider: 'plausible' },
      {
        'script-src': ['https://plausible.io/js/script.manual.js'],
        'connect-src': ['https://plausible.io/js/script.manual.js'],
      },
    ],
    [
      { provider: 'umami', website: 'a-b', script: 'https://u.example/s.js', api: 'https://v.example' },
      {
        'script-src': ['https://u.example/s.js'],
        'connect-src': ['https://u.example/s.js', 'https://v.example'],
      },
    ],
    [
      { provider: 'matomo', url: 'https://m.example/', site: '1' },
      {
        'script-src': ['https://m.example/matomo.js'],
        'connect-src': ['https://m.example/matomo.js', 'https://m.example/'],
        'img-src': ['https://m.example/matomo.js', 'https://m.example/'],
      },
    ],
  ])('%j', (analytics, expected) => {
    expect(hostsOf(analytics)).toEqual(expected)
  })

  test('holds the hosts of the services themselves only where their own script is used', () => {
    expect(hostsOf({ provider: 'umami', website: 'a' })['connect-src']).toContain(
      'https://api-gateway.umami.dev',
    )
    const google = hostsOf({ provider: 'google', id: 'G-1' })
    for (const directive of ['connect-src', 'img-src'])
      expect(google[directive]).toContain('https://*.google-analytics.com')
    expect(
      hostsOf({ provider: 'google', id: 'G-1', script: 'https://own.example/g.js' })['connect-src'],
    ).toEqual(['https://own.example/g.js'])
  })
})

describe('the settings for the browser', () => {
  test('have the site’s name, and addresses of the site with its base', () => {
    const config = parse(
      { provider: 'plausible', script: '/p.js' },
      { url: 'https://docs.example', base: '/docs/' },
    )
    expect(analyticsSettings(config)).toEqual({
      provider: 'plausible',
      domain: 'docs.example',
      script: '/docs/p.js',
    })
    expect(analyticsSettings(parse(undefined))).toBeUndefined()
  })
})
