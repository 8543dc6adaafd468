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

describe('a page is reported to', () => {
  test('Plausible', () => {
    const { script, data, view } = createService(SERVICES.plausible)
    expect([script, data]).toEqual(['https://p/s.js', { domain: 'd' }])
    const plausible = (globals['plausible'] = vi.fn())
    view(PAGE)
    expect(plausible).toHaveBeenCalledWith('pageview', { u: PAGE.url })
  })

  test('Fathom', () => {
    const { data, view } = createService(SERVICES.fathom)
    expect(data).toEqual({ site: 'S', auto: 'false' })
    const trackPageview = vi.fn()
    globals['fathom'] = { trackPageview }
    view(PAGE)
    expect(trackPageview).toHaveBeenCalledWith({ url: PAGE.url, referrer: PAGE.referrer })
  })

  test('Umami, whose script may be there already', () => {
    const track = vi.fn((change: (given: object) => object) => change({ website: 'W' }))
    globals['umami'] = { track }
    const { data, prepare, view } = createService(SERVICES.umami)
    expect(data).toEqual({ 'website-id': 'W', 'auto-track': 'false', 'host-url': 'https://v' })
    prepare?.()
    view(PAGE)
    expect(track).toHaveReturnedWith({ website: 'W', ...PAGE })
  })

  test('Google Analytics, by a list that its script reads', () => {
    const { script, prepare, view } = createService(SERVICES.google)
    expect(script).toBe('https://g/js?id=G-1')
    prepare?.()
    view(PAGE)
    const commands = (globals['dataLayer'] as IArguments[]).map(command => [...command] as unknown[])
    expect(commands.map(([name]) => name)).toEqual(['js', 'config', 'event'])
    expect(commands[1]).toEqual(['config', 'G-1', { send_page_view: false }])
    expect(commands[2]?.[2]).toEqual({
      page_location: PAGE.url,
      page_title: PAGE.title,
      page_referrer: PAGE.referrer,
    })
    expect(Object.prototype.toString.call((globals['dataLayer'] as unknown[])[0])).toBe('[object Arguments]')
  })

  test('Matomo, by a list that its script reads', () => {
    const { script, prepare, view } = createService(SERVICES.matomo)
    expect(script).toBe('https://m/matomo.js')
    prepare?.()
    view(PAGE)
    expect(globals['_paq']).toEqual([
      ['setTrackerUrl', 'https://m/matomo.php'],
      ['setSiteId', '7'],
      ['setCustomUrl', PAGE.url],
      ['setDocumentTitle', PAGE.title],
      ['setReferrerUrl', PAGE.referrer],
      ['trackPageView'],
      ['enableLinkTracking'],
    ])
  })

  test.each(Object.values(SERVICES))('$provider, never to an element whose id is its name', settings => {
    for (const name of NAMES) globals[name] = { id: name }
    const { prepare, view } = createService(settings)
    prepare?.()
    expect(() => view(PAGE)).not.toThrow()
    const names = NAMES.filter(name => !(globals[name] as { id?: string } | undefined)?.id)
    expect(names.length).toBeGreaterThan(0)
  })

  test('nobody when the script left nothing behind', () => {
    expect(() => createService(SERVICES.fathom).view(PAGE)).not.toThrow()
  })
})
