// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearFailure, endProgress } from '../../../src/client/status.ts'
import {
  createEntryHistory,
  createRouter,
  RELOAD_INTERVAL,
  reloadDocument,
  type ShownPage,
} from '../../../src/client/router.ts'
import { LoadError } from '../../../src/client/document.ts'
import { createChunkLoader, createLocaleData } from '../../../src/client/pages.ts'
import { ENGLISH } from '../../../src/schema/strings.ts'
import type { PageChunk } from '../../../src/schema/view.ts'
import { localeIndex, localeView, pageChunk } from './fixture.ts'

const PAGES = ['/', '/api/', '/api/mount.html', '/guides/', '/guides/start.html']
const Layout = () => null

/** Files of the built site that the router fetches; anything else is answered 404. */
const files = (): Record<string, unknown> => ({
  '/assets/locales/en.json': localeIndex('en', PAGES, { '/old': '/api/mount.html#mount' }),
  '/assets/locales/zh.json': localeIndex('zh', ['/zh/', '/zh/api/']),
  '/assets/locales/en.1.json': localeView('en'),
  '/assets/locales/zh.1.json': localeView('zh'),
  '/files/notes/': 'a folder of the public files',
})

interface Waiting {
  resolve(chunk: PageChunk): void
  reject(error: unknown): void
}

async function setUp(changes: Record<string, unknown> = {}) {
  history.replaceState(null, '', '/api/')
  const served = { ...files(), ...changes }
  const fetched = vi.fn(async (address: string, options?: RequestInit) => {
    const { pathname } = new URL(address, location.href)
    const body = options?.method === 'HEAD' ? null : JSON.stringify(served[pathname])
    return new Response(body, { status: Object.hasOwn(served, pathname) ? 200 : 404 })
  })
  vi.stubGlobal('fetch', fetched)
  const waiting = new Map<string, Waiting>()
  const shown: string[] = []
  const confirmed: string[] = []
  const load = vi.fn()
  const locales = createLocaleData('/')
  await locales.index('en')
  const chunks = createChunkLoader()
  const entries = createEntryHistory()
  const first: ShownPage = {
    ...pageChunk('/api/'),
    locale: localeView('en'),
    view: '/assets/locales/en.1.json',
    layout: Layout,
  }
  document.body.innerHTML = `<main id="main">${first.html}</main>`
  const router = createRouter(
    {
      base: '/',
      theme: '1a2b3c4d',
      locales,
      chunks,
      loadPage: path => new Promise((resolve, reject) => waiting.set(path, { resolve, reject })),
      layout: async () => Layout,
      trustHtml: html => html,
      entries,
      load,
      show: ({ page, html }) => {
        shown.push(page.path)
        document.body.innerHTML = `<main id="main">${page.notFound ? '<h1>404</h1>' : String(html)}</main>`
      },
      confirmed: (kind, { page }) => confirmed.push(`${kind} ${page.path}`),
    },
    first,
    '/api/',
  )
  const deliver = async (path: string) => {
    waiting.get(path)?.resolve(pageChunk(path))
    await settled()
  }
  const fail = async (path: string, unreachable: boolean) => {
    waiting.get(path)?.reject(Object.assign(new LoadError(path), { unreachable }))
    await settled()
  }
  /** Begins a navigation; resolves when it waits for its page. */
  const begin = async (href: string) => {
    const outcome = router.navigate(href)
    await settled()
    return { outcome }
  }
  return { router, entries, chunks, waiting, shown, confirmed, load, deliver, fail, fetched, begin }
}

const settled = () => new Promise(resolve => setTimeout(resolve, 25))
const isBusy = () => document.documentElement.classList.contains('nprogress-busy')
const told = () => document.querySelector('.load-status p')?.textContent

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('scrollTo', vi.fn())
  Object.assign(window, { matchMedia: () => ({ matches: true }) })
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => {
  endProgress()
  clearFailure()
})

describe('outcomes', () => {
  test.each([
    ['/API/Mount?x=1#mount', '/api/mount.html?x=1#mount'],
    ['/old?x=1', '/api/mount.html?x=1#mount'],
  ])('%s is redirected to %s, with one entry', async (href, target) => {
    const { begin, deliver } = await setUp()
    const before = history.length
    const { outcome } = await begin(href)
    await deliver('/api/mount.html')
    await outcome
    expect(location.href).toBe(location.origin + target)
    expect(history.length).toBe(before + 1)
  })

  test.each([
    ['./mount.html', '/api/mount.html'],
    ['/zh/../guides/', '/guides/'],
    ['/%61pi/mount', '/api/mount.html'],
  ])('%s on /api/ leads to %s', async (href, path) => {
    const { router, chunks } = await setUp()
    chunks.add(pageChunk(path))
    await router.navigate(href)
    expect(location.pathname).toBe(path)
  })

  test.each(['/api/', '/api', '/api/index.html', '/api.html'])('%s on /api/ changes nothing', async href => {
    const { router, shown, confirmed } = await setUp()
    const before = history.length
    await router.navigate(href)
    expect(history.length).toBe(before)
    expect(scrollTo).not.toHaveBeenCalled()
    expect([shown, confirmed]).toEqual([[], []])
  })

  test('the hash in the address makes no entry, and still scrolls there; a lone # leads to the top', async () => {
    const { router } = await setUp()
    await router.navigate('#first')
    const before = history.length
    await router.navigate('#first')
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(2)
    expect(history.length).toBe(before)
    await router.navigate('#')
    expect(location.href).toBe(`${location.origin}/api/`)
    await router.navigate('#')
    expect(scrollTo).toHaveBeenCalledTimes(2)
    expect(scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 0, behavior: 'instant' })
  })

  test('of twenty quick navigations only the last is shown, the others end at once', async () => {
    const { router, deliver, shown, confirmed } = await setUp()
    const paths = ['/', '/guides/', '/api/mount.html']
    const others = Array.from({ length: 20 }, (_, i) => router.navigate(paths[i % 3] ?? '/'))
    const last = router.navigate('/guides/start.html')
    await Promise.all(others)
    await settled()
    for (const path of ['/guides/start.html', '/guides/', '/', '/api/mount.html']) await deliver(path)
    await last
    expect([shown, confirmed]).toEqual([['/guides/start.html'], ['page /guides/start.html']])
    expect(isBusy()).toBe(false)
  })

  test('a navigation that the browser leaves neither shows nor leads anywhere', async () => {
    const { router, load, fail, deliver, shown, begin } = await setUp()
    const { outcome } = await begin('/guides/')
    router.leave()
    await outcome
    await fail('/guides/', false)
    await begin('/api/mount.html')
    router.leave()
    await deliver('/api/mount.html')
    expect(load).not.toHaveBeenCalled()
    expect(shown).toEqual([])
    expect(isBusy()).toBe(false)
  })
})

describe('a page that does not load', () => {
  test('is loaded whole by the browser; when that fails at once, a message says so and the reader can try again', async () => {
    const { begin, load, fail, deliver, shown } = await setUp()
    await begin('/guides/')
    await fail('/guides/', false)
    expect(load.mock.calls).toEqual([[`${location.origin}/guides/`]])
    expect(told()).toBeUndefined()
    await begin('/guides/')
    await fail('/guides/', false)
    expect(load).toHaveBeenCalledTimes(1)
    expect(told()).toBe(ENGLISH.loadFailed)
    expect(shown).toEqual([])
    document.querySelector<HTMLElement>('.load-status button')?.click()
    await settled()
    await deliver('/guides/')
    expect(location.pathname).toBe('/guides/')
  })

  test('restores the address when the reader went back to it', async () => {
    const { router, entries, begin, deliver, fail } = await setUp()
    entries.onMove(() => void router.navigate(location.href, 'pop'))
    await begin('/guides/')
    await deliver('/guides/')
    history.back()
    await vi.waitFor(() => expect(location.pathname).toBe('/api/'))
    await settled()
    await fail('/api/', true)
    await vi.waitFor(() => expect(location.pathname).toBe('/guides/'))
    expect(router.current().page.path).toBe('/guides/')
  })

  test('is given up before ten seconds are over; what still arrives is not shown', async () => {
    const { router, load, deliver, shown } = await setUp()
    vi.useFakeTimers()
    const outcome = router.navigate('/guides/start.html')
    await vi.advanceTimersByTimeAsync(9500)
    vi.useRealTimers()
    await outcome
    expect(load).toHaveBeenCalledWith(`${location.origin}/guides/start.html`)
    await deliver('/guides/start.html')
    expect(shown).toEqual([])
  })
})

describe('a document that is loaded whole', () => {
  afterEach(() => void vi.useRealTimers())

  test('is loaded at most once per address in 10 s', () => {
    vi.useFakeTimers()
    const load = vi.fn()
    const loaded = ['/a', '/a', '/b'].map(href => reloadDocument(href, load))
    expect(loaded).toEqual([true, false, true])
    vi.advanceTimersByTime(RELOAD_INTERVAL - 1)
    expect(reloadDocument('/a', load)).toBe(false)
    vi.advanceTimersByTime(1)
    expect(reloadDocument('/a', load)).toBe(true)
    expect(load.mock.calls.flat()).toEqual(['/a', '/b', '/a'])
    expect(RELOAD_INTERVAL).toBe(10_000)
  })

  test('is remembered by another document of the tab', () => {
    sessionStorage.setItem('docsgen-full-navigation', JSON.stringify([['/a', Date.now()]]))
    expect(reloadDocument('/a', vi.fn())).toBe(false)
  })
})

test('a page change gives the document title, language and tags of the page, and keeps those of the document', async () => {
  document.head.innerHTML = `<meta charset="utf-8"><title>Old</title><link rel="icon" href="/favicon.png">
    <meta name="description" content="old" data-docsgen-head><link rel="canonical" href="/old" data-docsgen-head>`
  const { router, chunks } = await setUp({ '/assets/locales/zh.1.json': { ...localeView('zh'), dir: 'rtl' } })
  const address = 'https://docs.example.org'
  const description = '"><script>alert(1)</script>'
  chunks.add(
    pageChunk('/zh/api/', {
      meta: [
        { name: 'description', content: description },
        { property: 'og:title', content: 'T' },
      ],
      canonical: `${address}/zh/api/`,
      alternates: [{ hreflang: 'en', href: `${address}/api/` }],
    }),
  )
  await router.navigate('/zh/api/')
  expect(document.title).toBe('Title of /zh/api/ | Site')
  const { lang, dir } = document.documentElement
  expect([lang, dir]).toEqual(['zh-CN', 'rtl'])
  const tags = [...document.head.children].map(tag => tag.getAttributeNames().join(' '))
  expect(tags).toEqual([
    'charset',
    '',
    'rel href',
    'name content data-docsgen-head',
    'property content data-docsgen-head',
    'rel href data-docsgen-head',
    'rel hreflang href data-docsgen-head',
  ])
  expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe(description)
  expect(document.querySelectorAll('script')).toHaveLength(0)
})

test('another hash or query of the open page changes neither page nor bar', async () => {
  const { router, shown, confirmed } = await setUp()
  await router.navigate('#%E7%AC%AC%E4%BA%8C')
  expect(document.activeElement?.id).toBe('第二')
  const outcome = router.navigate('?q=1')
  expect(isBusy()).toBe(false)
  await outcome
  expect(location.search).toBe('?q=1')
  expect(scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 0, behavior: 'instant' })
  expect([shown, confirmed]).toEqual([[], ['hash /api/', 'hash /api/']])
})

describe('other locales', () => {
  test.each(['push', 'pop'] as const)('of another build are loaded whole by the browser (%s)', async kind => {
    const newer = { ...localeIndex('zh', ['/zh/api/']), theme: '5e6f7a8b' }
    const { router, load, waiting } = await setUp({ '/assets/locales/zh.json': newer })
    const href = `/zh/api/?${kind}`
    await router.navigate(href, kind)
    expect(load).toHaveBeenCalledWith(location.origin + href)
    expect(waiting.size).toBe(0)
    // Where the browser has moved already, it is loaded again only once.
    await router.navigate(href, kind)
    expect(load).toHaveBeenCalledTimes(kind === 'pop' ? 1 : 2)
  })
})

test('an unknown address that the server knows is left to the browser', async () => {
  const { router, load } = await setUp()
  await router.navigate('/files/notes/')
  expect(load).toHaveBeenCalledWith(`${location.origin}/files/notes/`)
})
