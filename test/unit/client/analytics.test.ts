import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Analytics } from '../../../src/schema/config.ts'
import { createService } from '../../../src/client/analytics/services.ts'

const PAGE = { url: 'https://docs.example/a.html', title: 'A', referrer: 'https://docs.example/' }
const globals = globalThis as Record<string, unknown>
const NAMES = ['plausible', 'fathom', 'umami', 'dataLayer', 'gtag', '_paq']

afterEach(() => NAMES.forEach(name => Reflect.deleteProperty(globals, name)))

describe('a page is reported to', () => {
  test('Plausible', () => {
    const { script, data, view } = createService({
      provider: 'plausible',
      domain: 'd',
      script: 'https://p/s.js',
    })
    expect([script, data]).toEqual(['https://p/s.js', { domain: 'd' }])
    const plausible = (globals['plausible'] = vi.fn())
    view(PAGE)
    expect(plausible).toHaveBeenCalledWith('pageview', { u: PAGE.url })
  })

  test('Fathom', () => {
    const { data, view } = createService({ provider: 'fathom', site: 'S', script: 'https://f/s.js' })
    expect(data).toEqual({ site: 'S', auto: 'false' })
    const trackPageview = vi.fn()
    globals['fathom'] = { trackPageview }
    view(PAGE)
    expect(trackPageview).toHaveBeenCalledWith({ url: PAGE.url, referrer: PAGE.referrer })
  })

  test('Umami', () => {
    const { data, view } = createService({
      provider: 'umami',
      website: 'W',
      script: 'https://u/s.js',
      api: 'https://v',
    })
    expect(data).toEqual({ 'website-id': 'W', 'auto-track': 'false', 'host-url': 'https://v' })
    const track = vi.fn((change: (given: object) => object) => change({ website: 'W' }))
    globals['umami'] = { track }
    view(PAGE)
    expect(track).toHaveReturnedWith({ website: 'W', ...PAGE })
  })

  test('Google Analytics, by a list that its script reads', () => {
    const { script, prepare, view } = createService({ provider: 'google', id: 'G-1', script: 'https://g/js' })
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
    const { script, prepare, view } = createService({ provider: 'matomo', url: 'https://m/', site: '7' })
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

  const SERVICES: Analytics[] = [
    { provider: 'plausible', script: 'https://p/s.js', domain: 'd' },
    { provider: 'fathom', script: 'https://f/s.js', site: 'S' },
    { provider: 'umami', script: 'https://u/s.js', website: 'W' },
    { provider: 'google', script: 'https://g/js', id: 'G-1' },
    { provider: 'matomo', url: 'https://m/', site: '7' },
  ]

  test.each(SERVICES)('$provider, and never to an element whose id is its name', settings => {
    for (const name of NAMES) globals[name] = { id: name }
    const { prepare, view } = createService(settings)
    prepare?.()
    expect(() => view(PAGE)).not.toThrow()
    const names = NAMES.filter(name => !(globals[name] as { id?: string } | undefined)?.id)
    expect(names.length).toBeGreaterThan(0)
  })

  test('a service that is there already keeps its name', () => {
    const track = vi.fn()
    globals['umami'] = { track }
    const { prepare, view } = createService({ provider: 'umami', script: 'https://u/s.js', website: 'W' })
    prepare?.()
    view(PAGE)
    expect(track).toHaveBeenCalledOnce()
  })

  test('nobody when the script left nothing behind', () => {
    const { view } = createService({ provider: 'fathom', site: 'S', script: 'https://f/s.js' })
    expect(() => view(PAGE)).not.toThrow()
  })
})
