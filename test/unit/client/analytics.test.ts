// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Analytics } from '../../../src/schema/config.ts'
import { createService } from '../../../src/client/analytics.ts'

const PAGE = { url: 'https://docs.example/a.html', title: 'A', referrer: 'https://docs.example/' }
const globals = globalThis as unknown as Record<string, unknown>
const NAMES = ['plausible', 'fathom', 'umami', 'dataLayer', 'gtag', '_paq']

const SERVICES = {
  plausible: { provider: 'plausible', script: 'https://p/s.js', domain: 'd' },
  fathom: { provider: 'fathom', script: 'https://f/s.js', site: 'S' },
  umami: { provider: 'umami', script: 'https://u/s.js', website: 'W', api: 'https://v' },
  google: { provider: 'google', script: 'https://g/js', id: 'G-1' },
  matomo: { provider: 'matomo', url: 'https://m/', site: '7' },
} satisfies Record<string, Analytics>

afterEach(() => NAMES.forEach(name => Reflect.deleteProperty(globals, name)))

const { url, title, referrer } = PAGE
const MATOMO: [string, string?][] = [
  ['setTrackerUrl', 'https://m/matomo.php'],
  ['setSiteId', '7'],
  ['setCustomUrl', url],
  ['setDocumentTitle', title],
  ['setReferrerUrl', referrer],
  ['trackPageView'],
  ['enableLinkTracking'],
]
const GOOGLE = [
  ['js', expect.any(Date)],
  ['config', 'G-1', { send_page_view: false }],
  ['event', 'page_view', { page_location: url, page_title: title, page_referrer: referrer }],
]
const calls = vi.fn()

describe('a page is reported', () => {
  test.each([
    ['plausible', ['https://p/s.js', { domain: 'd' }], { plausible: calls }, ['pageview', { u: url }]],
    [
      'fathom',
      ['https://f/s.js', { site: 'S', auto: 'false' }],
      { fathom: { trackPageview: calls } },
      [{ url, referrer }],
    ],
    [
      'umami',
      ['https://u/s.js', { 'website-id': 'W', 'auto-track': 'false', 'host-url': 'https://v' }],
      { umami: { track: (change: (given: object) => object) => calls(change({ website: 'W' })) } },
      [{ website: 'W', ...PAGE }],
    ],
  ] as const)('to %s, by what its script leaves behind', (name, own, left, call) => {
    Object.assign(globals, left)
    const { script, data, view } = createService(SERVICES[name])
    expect([script, data]).toEqual(own)
    view(PAGE)
    expect(calls).toHaveBeenLastCalledWith(...call)
  })

  test.each([
    ['google', 'https://g/js?id=G-1', 'dataLayer', GOOGLE],
    ['matomo', 'https://m/matomo.js', '_paq', MATOMO],
  ] as const)('to %s, by a list that its script reads', (provider, address, name, commands) => {
    const { script, view } = createService(SERVICES[provider])
    expect(script).toBe(address)
    view(PAGE)
    const list = globals[name] as ArrayLike<unknown>[]
    expect(list.map(command => Array.from(command))).toEqual(commands)
    const isArguments = Object.prototype.toString.call(list[0]) === '[object Arguments]'
    expect(isArguments).toBe(provider === 'google')
  })

  test.each(Object.values(SERVICES))('to $provider, never to an element whose id is its name', settings => {
    for (const name of NAMES) globals[name] = document.createElement('h2')
    const { view } = createService(settings)
    expect(() => view(PAGE)).not.toThrow()
  })

  test('to nobody when the script left nothing behind', () => {
    expect(() => createService(SERVICES.fathom).view(PAGE)).not.toThrow()
  })
})
