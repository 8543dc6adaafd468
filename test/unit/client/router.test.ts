// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PageLoadError } from '../../../src/client/page-loader.ts'
import { createLocaleData } from '../../../src/client/locale-data.ts'
import { createProgress } from '../../../src/client/progress.ts'
import { createEntryHistory } from '../../../src/client/history.ts'
import { createRouter, type ShownPage, type RouterParts } from '../../../src/client/router.ts'
import type { PageChunk } from '../../../src/schema/view.ts'
import { localeIndex, localeView, pageChunk } from './fixture.ts'

const ENGLISH = ['/', '/api/', '/api/mount.html', '/guides/', '/guides/start.html']
const CHINESE = ['/zh/', '/zh/api/']
const Layout = () => null

/** Files of the built site that the router fetches; anything else is answered 404. */
const FILES: Record<string, unknown> = {
  '/assets/locales/en.json': localeIndex('en', ENGLISH, { '/old': '/api/mount.html#mount' }),
  '/assets/locales/zh.json': localeIndex('zh', CHINESE),
  '/assets/locales/en.1.json': localeView('en'),
  '/assets/locales/zh.1.json': localeView('zh'),
  '/files/notes/': 'a folder of the public files',
}

/** A router on `/api/`, whose chunks arrive when the test says so. */
async function setUp(changes: Partial<RouterParts> = {}) {
  history.replaceState(null, '', '/api/')
  const fetched = vi.fn(async (address: string, options?: RequestInit) => {
    const path = new URL(address, location.href).pathname
    const known = Object.hasOwn(FILES, path)
    return new Response(options?.method === 'HEAD' ? null : JSON.stringify(FILES[path]), {
      status: known ? 200 : 404,
    })
  })
  vi.stubGlobal('fetch', fetched)
  const chunks = new Map<string, PageChunk>()
  const waiting = new Map<string, PromiseWithResolvers<PageChunk>>()
  const shown: string[] = []
  const confirmed: string[] = []
  const locales = createLocaleData('/')
  await locales.index('en')
  const parts: RouterParts = {
    base: '/',
    theme: '1a2b3c4d',
    locales,
    pages: {
      peek: path => chunks.get(path),
      load: path => {
        const pending = waiting.get(path) ?? withResolvers<PageChunk>()
        waiting.set(path, pending)
        return pending.promise
      },
    },
    layout: async () => Layout,
    trustHtml: html => html,
    entries: createEntryHistory(),
    progress: createProgress(),
    fullNavigation: { go: vi.fn(() => true), leave: vi.fn() },
    status: { tell: vi.fn(), clear: vi.fn() },
    show: ({ page, html }) => {
      shown.push(page.path)
      document.body.innerHTML = `<main id="main">${page.notFound ? '<h1>404</h1>' : String(html)}</main>`
    },
    settle: vi.fn(),
    confirmed: (kind, { page }) => confirmed.push(`${kind} ${page.path}`),
    ...changes,
  }
  const first: ShownPage = {
    ...pageChunk('/api/'),
    locale: localeView('en'),
    view: '/assets/locales/en.1.json',
    layout: Layout,
  }
  document.body.innerHTML = `<main id="main">${first.html}</main>`
  const deliver = async (path: string) => {
    const chunk = pageChunk(path)
    chunks.set(path, chunk)
    waiting.get(path)?.resolve(chunk)
    waiting.delete(path)
    await settled()
  }
  const fail = async (path: string, unreachable: boolean) => {
    waiting.get(path)?.reject(new PageLoadError(path, unreachable, undefined))
    waiting.delete(path)
    await settled()
  }
  const router = createRouter(parts, first, '/api/')
  return { router, parts, chunks, waiting, shown, confirmed, deliver, fail, fetched }
}

const settled = () => new Promise(resolve => setTimeout(resolve, 25))
const bar = () => document.querySelector('#nprogress')
const isBusy = () => document.documentElement.classList.contains('nprogress-busy')

interface PromiseWithResolvers<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(error: unknown): void
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  const made: Partial<PromiseWithResolvers<T>> = {}
  const promise = new Promise<T>((resolve, reject) => Object.assign(made, { resolve, reject }))
  promise.catch(() => undefined)
  return { ...made, promise } as PromiseWithResolvers<T>
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn())
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
  document.documentElement.className = ''
})

describe('outcomes', () => {
  test('what is under way when the browser goes elsewhere neither shows nor leads anywhere', async () => {
    const { router, parts, fail, deliver, shown } = await setUp()
    const outcome = router.navigate('/guides/')
    await settled()
    router.leave()
    expect(await outcome).toMatchObject({ type: 'cancelled' })
    await fail('/guides/', false)
    expect(parts.fullNavigation.go).not.toHaveBeenCalled()
    void router.navigate('/api/mount.html')
    await settled()
    router.leave()
    await deliver('/api/mount.html')
    expect(shown).toEqual([])
    expect(isBusy()).toBe(false)
  })

  test('a page that arrives is completed, with one history entry', async () => {
    const { router, deliver, shown, confirmed } = await setUp()
    const before = history.length
    const outcome = router.navigate('/guides/?q=1#first')
    await settled()
    expect(location.pathname).toBe('/api/')
    await deliver('/guides/')
    expect(await outcome).toMatchObject({ type: 'completed', href: `${location.origin}/guides/?q=1#first` })
    expect(history.length).toBe(before + 1)
    expect(location.href).toBe(`${location.origin}/guides/?q=1#first`)
    expect(shown).toEqual(['/guides/'])
    expect(confirmed).toEqual(['page /guides/'])
    expect(document.activeElement?.id).toBe('first')
  })

  test('another form of an address is redirected to the page’s own, keeping query and hash, with one entry', async () => {
    const { router, deliver } = await setUp()
    const before = history.length
    const outcome = router.navigate('/API/Mount?x=1#mount')
    await settled()
    await deliver('/api/mount.html')
    expect(await outcome).toMatchObject({
      type: 'redirected',
      from: `${location.origin}/API/Mount?x=1#mount`,
    })
    expect(location.href).toBe(`${location.origin}/api/mount.html?x=1#mount`)
    expect(history.length).toBe(before + 1)
  })

  test('a configured redirect leads to its target’s hash', async () => {
    const { router, deliver } = await setUp()
    const outcome = router.navigate('/old?x=1')
    await settled()
    await deliver('/api/mount.html')
    expect((await outcome).type).toBe('redirected')
    expect(location.href).toBe(`${location.origin}/api/mount.html?x=1#mount`)
  })

  test.each(['/api/', '/api', '/api/index.html', '/api.html'])('%s on /api/ is duplicated', async href => {
    const { router, shown, confirmed } = await setUp()
    const before = history.length
    expect(await router.navigate(href)).toEqual({ type: 'duplicated', href: `${location.origin}/api/` })
    expect(history.length).toBe(before)
    expect(scrollTo).not.toHaveBeenCalled()
    expect([shown, confirmed]).toEqual([[], []])
  })

  test('C-6: the hash in the address is duplicated, and still scrolls there', async () => {
    const { router } = await setUp()
    expect((await router.navigate('#first')).type).toBe('completed')
    const before = history.length
    const intoView = vi.mocked(Element.prototype.scrollIntoView)
    intoView.mockClear()
    expect((await router.navigate('#first')).type).toBe('duplicated')
    expect(intoView).toHaveBeenCalledTimes(1)
    expect(history.length).toBe(before)
  })

  test('a lone # leads to the top, also when it is duplicated', async () => {
    const { router } = await setUp()
    await router.navigate('#first')
    expect((await router.navigate('#')).type).toBe('completed')
    expect(location.href).toBe(`${location.origin}/api/`)
    expect((await router.navigate('#')).type).toBe('duplicated')
    expect(scrollTo).toHaveBeenCalledTimes(2)
    expect(scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 0, behavior: 'instant' })
  })

  test('C-5: of twenty quick navigations only the last is shown, the others are cancelled at once', async () => {
    const { router, deliver, shown, confirmed } = await setUp()
    const paths = ['/', '/guides/', '/api/mount.html']
    const outcomes = Array.from({ length: 20 }, (_, i) => router.navigate(paths[i % 3] ?? '/'))
    const last = router.navigate('/guides/start.html')
    expect((await Promise.all(outcomes)).map(({ type }) => type)).toEqual(Array(20).fill('cancelled'))
    await settled()
    for (const path of ['/guides/start.html', '/guides/', '/', '/api/mount.html']) await deliver(path)
    expect((await last).type).toBe('completed')
    expect(shown).toEqual(['/guides/start.html'])
    expect(confirmed).toEqual(['page /guides/start.html'])
    expect(isBusy()).toBe(false)
  })

  test('a page that fails is aborted and loaded whole by the browser', async () => {
    const { router, parts, fail, shown } = await setUp()
    const outcome = router.navigate('/guides/')
    await settled()
    await fail('/guides/', false)
    expect(await outcome).toMatchObject({ type: 'aborted', left: true, error: { name: 'PageLoadError' } })
    expect(parts.fullNavigation.go).toHaveBeenCalledWith(`${location.origin}/guides/`)
    expect(parts.status.tell).not.toHaveBeenCalled()
    expect(shown).toEqual([])
  })

  test('a page that fails again at once is told to the reader in the language of the open page', async () => {
    const { router, parts, fail, deliver } = await setUp({
      fullNavigation: { go: () => false, leave: () => undefined },
    })
    const outcome = router.navigate('/guides/')
    await settled()
    await fail('/guides/', false)
    expect(await outcome).toMatchObject({ type: 'aborted', left: false })
    const message = vi.mocked(parts.status.tell).mock.calls[0]?.[0]
    expect(message).toMatchObject({ text: 'The page did not load.', retryText: 'Try again' })
    message?.retry()
    await settled()
    await deliver('/guides/')
    expect(location.pathname).toBe('/guides/')
  })
})

describe('C-4: without a connection', () => {
  test('the page and its address stay, the reader is told, and the same click works later', async () => {
    const { router, parts, fail, deliver } = await setUp()
    const outcome = router.navigate('/guides/')
    await settled()
    await fail('/guides/', true)
    expect(await outcome).toMatchObject({ type: 'aborted', left: false })
    expect(location.pathname).toBe('/api/')
    expect(parts.fullNavigation.go).not.toHaveBeenCalled()
    expect(vi.mocked(parts.status.tell).mock.calls[0]?.[0].text).toBe('You are offline.')
    expect(isBusy()).toBe(false)

    const again = router.navigate('/guides/')
    await settled()
    await deliver('/guides/')
    expect((await again).type).toBe('completed')
  })

  test('going back to a page that does not load restores the address', async () => {
    const { router, parts, chunks, deliver, fail } = await setUp()
    parts.entries.onMove(() => void router.navigate(location.href, 'pop'))
    const there = router.navigate('/guides/')
    await settled()
    await deliver('/guides/')
    await there
    chunks.delete('/api/')
    history.back()
    await vi.waitFor(() => expect(location.pathname).toBe('/api/'))
    await settled()
    await fail('/api/', true)
    await vi.waitFor(() => expect(location.pathname).toBe('/guides/'))
    expect(router.current().page.path).toBe('/guides/')
  })
})

describe('places of the open page', () => {
  test('another hash or query changes neither page nor bar', async () => {
    const { router, parts, shown, confirmed } = await setUp()
    const start = vi.spyOn(parts.progress, 'start')
    expect((await router.navigate('#%E7%AC%AC%E4%BA%8C')).type).toBe('completed')
    expect(document.activeElement?.id).toBe('第二')
    expect((await router.navigate('?q=1')).type).toBe('completed')
    expect(location.search).toBe('?q=1')
    expect(scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 0, behavior: 'instant' })
    expect(shown).toEqual([])
    expect(confirmed).toEqual(['hash /api/', 'hash /api/'])
    expect(start).not.toHaveBeenCalled()
  })

  test('back and forward between them scroll to where the reader was', async () => {
    const { router, parts } = await setUp()
    parts.entries.onMove(() => void router.navigate(location.href, 'pop'))
    vi.stubGlobal('scrollX', 0)
    vi.stubGlobal('scrollY', 321)
    await router.navigate('#first')
    history.back()
    await settled()
    expect(scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 321, behavior: 'instant' })
  })
})

describe('the progress bar', () => {
  test('runs while a page loads and ends when it is shown', async () => {
    const { router, deliver } = await setUp()
    const outcome = router.navigate('/guides/')
    await settled()
    expect(bar()).not.toBeNull()
    expect(isBusy()).toBe(true)
    await deliver('/guides/')
    await outcome
    expect(isBusy()).toBe(false)
  })

  test('does not start for a page that is loaded', async () => {
    const { router, parts, chunks } = await setUp()
    chunks.set('/guides/', pageChunk('/guides/'))
    const start = vi.spyOn(parts.progress, 'start')
    expect((await router.navigate('/guides/')).type).toBe('completed')
    expect(start).not.toHaveBeenCalled()
  })

  test('ends when a navigation that needs no loading takes over', async () => {
    const { router } = await setUp()
    const first = router.navigate('/guides/')
    await settled()
    expect(isBusy()).toBe(true)
    await router.navigate('#first')
    expect((await first).type).toBe('cancelled')
    expect(isBusy()).toBe(false)
  })
})

describe('a navigation that hangs', () => {
  test('is given up before ten seconds are over; the browser loads the page, what still arrives is not shown', async () => {
    const { router, parts, deliver, shown } = await setUp()
    vi.useFakeTimers()
    const outcome = router.navigate('/guides/')
    await vi.advanceTimersByTimeAsync(9500)
    vi.useRealTimers()
    expect(await outcome).toMatchObject({ type: 'aborted', left: true })
    expect(parts.fullNavigation.go).toHaveBeenCalledWith(`${location.origin}/guides/`)
    await deliver('/guides/')
    expect(shown).not.toContain('/guides/')
  })
})

describe('other locales', () => {
  test('are fetched when they are first needed', async () => {
    const { router, deliver, fetched } = await setUp()
    const outcome = router.navigate('/zh/api/')
    await settled()
    await deliver('/zh/api/')
    expect((await outcome).type).toBe('completed')
    expect(router.current().locale.lang).toBe('zh-CN')
    const addresses = fetched.mock.calls.map(([address]) => address)
    expect(addresses).toContain('/assets/locales/zh.json')
    expect(addresses.filter(address => address === '/assets/locales/zh.json')).toHaveLength(1)
  })
})

describe('a page of another build, with other scripts and styles', () => {
  const newer = { '/assets/locales/zh.json': { ...localeIndex('zh', CHINESE), theme: '5e6f7a8b' } }
  const zh = FILES['/assets/locales/zh.json']
  beforeEach(() => void Object.assign(FILES, newer))
  afterEach(() => void Object.assign(FILES, { '/assets/locales/zh.json': zh }))

  test('is loaded whole by the browser, and nothing of it in this document', async () => {
    const { router, parts, waiting } = await setUp()
    expect(await router.navigate('/zh/api/#first')).toMatchObject({ type: 'aborted', left: true })
    expect(parts.fullNavigation.leave).toHaveBeenCalledWith(`${location.origin}/zh/api/#first`)
    expect(waiting.size).toBe(0)
  })

  test('is loaded again where the browser has moved to it already', async () => {
    const { router, parts, waiting } = await setUp()
    expect(await router.navigate('/zh/api/', 'pop')).toMatchObject({ type: 'aborted', left: true })
    expect(parts.fullNavigation.go).toHaveBeenCalledWith(`${location.origin}/zh/api/`)
    expect(waiting.size).toBe(0)
  })
})

describe('an unknown address', () => {
  test('shows the not-found page in the language of its prefix, without changing the address', async () => {
    const { router, fetched } = await setUp()
    const before = history.length
    expect((await router.navigate('/zh/nope.html?q=1')).type).toBe('completed')
    expect(router.current()).toMatchObject({
      page: { notFound: true, lang: 'zh-CN', title: '未找到页面' },
      locale: { code: 'zh' },
    })
    expect(location.pathname + location.search).toBe('/zh/nope.html?q=1')
    expect(history.length).toBe(before + 1)
    expect(fetched).toHaveBeenCalledWith(
      `${location.origin}/zh/nope.html?q=1`,
      expect.objectContaining({ method: 'HEAD' }),
    )
    expect((await router.navigate('#x')).type).toBe('completed')
    expect(location.href).toBe(`${location.origin}/zh/nope.html?q=1#x`)
  })

  test('that the server knows is left to the browser', async () => {
    const { router, parts } = await setUp()
    expect(await router.navigate('/files/notes/')).toMatchObject({ type: 'aborted', left: true })
    expect(parts.fullNavigation.leave).toHaveBeenCalledWith(`${location.origin}/files/notes/`)
  })
})

describe('a relative address', () => {
  test.each([
    ['./mount.html', '/api/mount.html'],
    ['../guides/', '/guides/'],
    ['/zh/../guides/', '/guides/'],
    ['/%61pi/mount', '/api/mount.html'],
  ])('%s on /api/ leads to %s', async (href, path) => {
    const { router, chunks } = await setUp()
    chunks.set(path, pageChunk(path))
    await router.navigate(href)
    expect(location.pathname).toBe(path)
  })
})
