import { cpSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../sites/site.ts'
import { isIdle, place, waitForApp, waitForTitle } from './browser.ts'
import {
  CONFIG,
  heading,
  scopes,
  seenEvents,
  storeNames,
  useOfflineSuite,
  visit,
  waitForEvent,
  waitUntilSaved,
  works,
} from './offline.ts'
import { find } from './search-site.ts'

const PAGES = ['/', '/guide/', '/guide/first.html', '/guide/second.html', '/api/mount.html', '/api/Wrapper/']

const suite = useOfflineSuite(async site => ({ dist: await site.build('dist') }))

async function goOffline(address?: string) {
  const opened = await suite.openSaved(address)
  await suite.server.close()
  return opened
}

describe('after the first visit, with the server gone', () => {
  test('pages of every language open by their address, as the host sent them', async () => {
    const { page, problems } = await goOffline()
    const chinese = `/zh/guide/${encodeURIComponent('测试')}.html`
    for (const path of [...PAGES, '/zh/', chinese, '/fr/guide/second.html']) {
      const response = await page.goto(path)
      expect([path, response?.status(), await place(page)]).toEqual([path, 200, path])
      expect(await heading(page)).not.toBe('')
      expect(response?.headers()).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'content-type': 'text/html; charset=utf-8',
      })
    }
    expect(problems).toEqual([])
  })

  test('links, the other language and the search work without a failed chunk', async () => {
    const { page, problems, loads } = await goOffline()
    const before = loads()
    await works(page)
    await page.click('.content a[href="/guide/second.html"]')
    await waitForTitle(page, 'Second')
    const width = (image: HTMLImageElement) => image.naturalWidth
    expect(await page.locator('.content img').evaluate(width)).toBe(1)
    expect(loads()).toBe(before)
    await page.locator('a[href="/zh/guide/second.html"]').first().dispatchEvent('click')
    await page.waitForSelector('html[lang=zh-CN]')
    expect(await heading(page)).toBe('Second zh')
    await find(page, 'Part')
    expect(await page.locator('[role=option] mark').first().innerText()).toBe('Part')
    await page.keyboard.press('Enter')
    await page.waitForURL('/zh/guide/first.html#part')
    expect(await heading(page)).toBe('First zh')
    expect(problems).toEqual([])
  })

  test('addresses are understood in every form and keep query and hash; an unknown one shows what is stored', async () => {
    const { page } = await goOffline()
    for (const [typed, opened] of [
      ['/guide/first', '/guide/first.html'],
      ['/guide/first/', '/guide/first.html'],
      ['/guide.html', '/guide/'],
      ['/guide/index.html', '/guide/'],
      ['/GUIDE/First.HTML', '/guide/first.html'],
      ['/api/wrapper', '/api/Wrapper/'],
      ['/zh/guide/%e6%b5%8b%e8%af%95', '/zh/guide/%E6%B5%8B%E8%AF%95.html'],
      ['//guide/first.html?utm_source=x', '/guide/first.html?utm_source=x'],
      ['/guide/first?utm_source=x#part', '/guide/first.html?utm_source=x#part'],
      ['/old.html', '/guide/first.html'],
      ['/search?q=first', '/search.html?q=first'],
    ] as const) {
      const response = await page.goto(suite.server.origin + typed)
      expect([typed, await place(page), response?.status()]).toEqual([typed, opened, 200])
    }
    expect((await page.goto('/zh/nowhere.html'))?.status()).toBe(503)
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
    await page.click('main li a[href="/zh/guide/first.html"]')
    expect(await heading(page)).toBe('First zh')
  })
})

describe('while the server is there', () => {
  test('languages come one after the other, in order, within their budgets', async () => {
    const { page } = await suite.openSaved('/fr/')
    await expect
      .poll(() => seenEvents(page, 'cached'))
      .toEqual([{ locale: 'fr' }, { locale: 'en' }, { locale: 'zh' }, { whole: true }])
    expect(await seenEvents(page, 'ready')).toHaveLength(1)
    expect(await seenEvents(page, 'error')).toEqual([])
    const isPack = ({ url }: { url: string }) => /^\/offline\/(?:en|zh|fr|shared)\./.test(url)
    const { seen } = suite.server
    expect(seen.filter(isPack)).toHaveLength(4)
    const fetched = seen.filter(each => each.dest === 'empty' && !isPack(each))
    expect(fetched.length).toBeLessThanOrEqual(40)
    expect(fetched.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(500_000)
    // An unknown address gets the answer of the server.
    expect((await page.goto('/nowhere.html'))?.status()).toBe(404)
  })

  test('nothing of the worker is fetched before the page has loaded, nor before an interaction or a quiet moment', async () => {
    const ofOffline = () =>
      suite.server.seen.filter(
        ({ url, dest }) => dest === 'serviceworker' || /^\/offline\/|\/register\.|service-worker/.test(url),
      )
    // An image that does not come keeps the page from having loaded.
    suite.server.options.answer = url => (url === '/photo.png' ? 'hold' : undefined)
    const { page } = await suite.open(undefined, {
      serviceWorkers: 'allow',
      before: async page => {
        await page.clock.install()
        await page.addInitScript(() =>
          document.addEventListener('DOMContentLoaded', () => {
            const image = document.createElement('img')
            image.src = '/photo.png'
            document.body.append(image)
          }),
        )
      },
    })
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await page.mouse.move(40, 200)
    await page.mouse.move(60, 220)
    await waitForApp(page)
    await page.clock.runFor(10_000)
    await isIdle(page)
    expect(await page.evaluate(() => document.readyState)).toBe('interactive')
    expect(ofOffline()).toEqual([])

    suite.server.options.answer = () => undefined
    await page.goto('/', { waitUntil: 'load' })
    expect(ofOffline()).toEqual([])
    await page.clock.runFor(10_000)
    await waitUntilSaved(page)
    expect(ofOffline().length).toBeGreaterThan(0)
  })

  test('parts of files are left to the browser, and a server that accepts and never answers is given up', async () => {
    const { page } = await suite.openSaved()
    suite.server.options.answer = url =>
      url === '/photo.png' ? { status: 206, body: 'part', type: 'image/png' } : undefined
    const answers = await page.evaluate(async () => {
      const part = await fetch('/photo.png', { headers: { range: 'bytes=0-1' } })
      const whole = await fetch('/photo.png')
      return [part.status, whole.status, (await whole.blob()).size]
    })
    expect(answers).toEqual([206, 200, 70])
    suite.server.options.answer = () => 'hold'
    await page.goto('/guide/')
    expect(await heading(page)).toBe('Guide')
    expect((await page.goto('/nowhere.html'))?.status()).toBe(503)
  })
})

describe('where no worker can be', () => {
  const noteLines = (page: Page) => {
    const lines: string[] = []
    page.on('console', message => lines.push(message.text()))
    return () => lines.filter(line => line.startsWith('[docsgen offline]')).length
  }

  test('because the browser has none there is one line and a working site', async () => {
    const hide = () => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })
    const { page, problems } = await suite.open(undefined, { before: page => page.addInitScript(hide) })
    const lines = noteLines(page)
    await visit(page, '/')
    await expect.poll(lines).toBe(1)
    await works(page)
    await page.click('[data-offline-open]')
    await page.getByText("This browser can't save pages for offline reading.").waitFor()
    expect(problems).toEqual([])
  })

  test('because the site comes over plain HTTP there is one line and a working site', async () => {
    const { page, problems } = await suite.open()
    await page.route('http://docs.example.org/**', async route => {
      const url = route.request().url().replace('http://docs.example.org', suite.server.origin)
      await route.fulfill({ response: await route.fetch({ url }) })
    })
    const lines = noteLines(page)
    await visit(page, 'http://docs.example.org/')
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await expect.poll(lines).toBe(1)
    await works(page)
    expect(problems.filter(text => !text.includes('Cross-Origin-Opener-Policy'))).toEqual([])
    // Requests that are still under way would fail when the page is closed.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('because the policy forbids them there is one error event, and the site works', async () => {
    const policy = { 'content-security-policy': "default-src 'self'; worker-src 'none'" }
    suite.server.options.answer = url => (url.includes('.') ? undefined : { headers: policy })
    const { page } = await suite.visit()
    await waitForEvent(page, 'error')
    await works(page)
    expect(await seenEvents(page, 'error')).toHaveLength(1)
  })

  test('in a sandboxed frame nothing is thrown', async () => {
    const headers = { 'content-security-policy': '' }
    const body = '<link rel="icon" href="data:,"><iframe sandbox="allow-scripts" src="/guide/">'
    suite.server.options.answer = url =>
      url === '/frame.html' ? { status: 200, headers, body } : url === '/guide/' ? { headers } : undefined
    const { page, problems } = await suite.open('/frame.html', { serviceWorkers: 'allow' })
    await page.frameLocator('iframe').locator('h1').hover()
    await page.waitForLoadState('networkidle')
    expect(problems.filter(text => !/CORS|net::ERR/.test(text))).toEqual([])
  })

  test('opened as a file the document is there and nothing is thrown', async () => {
    const { page, problems } = await suite.open()
    await visit(page, `file://${suite.folders.dist}/guide/first.html`)
    await page.waitForLoadState('networkidle')
    expect(await heading(page)).toBe('First')
    expect(problems.filter(text => !/net::ERR|CORS|file:/.test(text))).toEqual([])
  })

  test('analytics hears of a registration that failed, where there is any', async () => {
    suite.server.options.answer = url => (url === '/service-worker.js' ? { status: 404 } : undefined)
    const { page } = await suite.visit('/', {
      before: page =>
        page.addInitScript(() => {
          const calls: unknown[][] = []
          Object.assign(window, { calls, ga: (...call: unknown[]) => void calls.push(call) })
        }),
    })
    await waitForEvent(page, 'error')
    expect(await page.evaluate(() => (window as unknown as { calls: unknown[] }).calls)).toEqual([
      ['send', 'exception', { exDescription: '/service-worker.js is missing.', exFatal: false }],
    ])
  })
})

test('on a host that redirects .html to no ending, and a folder to its slash, every form opens, online and offline', async () => {
  const moved = (location: string) => ({ status: 308, body: 'moved', headers: { location } })
  Object.assign(suite.server.options, {
    answer(url: string) {
      const [pathname = '/'] = url.split('?')
      if (pathname.endsWith('.html')) return moved(pathname.replace(/\.html$/, ''))
      return /\/(?:guide|zh)$/.test(pathname) ? moved(`${pathname}/`) : undefined
    },
    rewrite: (pathname: string) =>
      /\/(?:first|second|mount)$/.test(pathname) ? `${pathname}.html` : pathname,
  })
  const { page, problems } = await suite.openSaved()
  for (const isOnline of [true, false]) {
    if (!isOnline) await suite.server.close()
    for (const form of ['guide/first', 'guide/first.html', 'guide/first/', 'guide', 'guide/', 'zh/guide']) {
      const response = await page.goto(`/${form}`)
      expect([form, isOnline, response?.status()]).toEqual([form, isOnline, 200])
      expect(await heading(page)).toMatch(form.includes('first') ? /^First/ : /^Guide/)
    }
  }
  expect(problems).toEqual([])
})

test('two sites on one origin keep to their own scopes and stores, and one that leaves leaves the other alone', async () => {
  const { site, server } = suite
  const parent = createFolder().root
  const put = async (name: string, config: object) => {
    site.configure({ ...CONFIG, base: `/${name}/`, ...config })
    cpSync(await site.build(`base-${name}`), path.join(parent, name), { recursive: true, force: true })
    site.configure(CONFIG)
  }
  await put('docs', {})
  await put('other', {})
  server.folder = parent
  const { page } = await suite.openSaved('/docs/')
  const own = await storeNames(page)
  expect(own.filter(name => !name.includes(`${server.origin}/docs/:`))).toEqual([])
  await visit(page, '/other/')
  await waitUntilSaved(page)
  expect(await storeNames(page)).toEqual(expect.arrayContaining(own))
  expect(await scopes(page)).toEqual(['/docs/', '/other/'])

  await put('docs', { offline: 'uninstall' })
  // Chromium may leave a worker that is busy in charge until the next visit.
  const scopesAfterVisit = async () => {
    await visit(page, '/docs/')
    await page.waitForLoadState('networkidle')
    return scopes(page)
  }
  await expect.poll(scopesAfterVisit, { interval: 1000 }).toEqual(['/other/'])
  await expect.poll(() => storeNames(page, '/docs/:')).toEqual([])

  await server.close()
  expect((await page.goto('/other/zh/guide/first'))?.status()).toBe(200)
  expect(await place(page)).toBe('/other/zh/guide/first.html')
  expect(await heading(page)).toBe('First zh')
  await expect(page.goto('/docs/')).rejects.toThrow(/ERR_CONNECTION_REFUSED/)
})
