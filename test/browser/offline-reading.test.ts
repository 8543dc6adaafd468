import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { heading, seenEvents, storeNames, visit, waitUntilSaved, watchPage } from './offline-page.ts'
import { type OfflineServer, startServer } from './offline-server.ts'
import { CONFIG, createTestSite, type TestSite } from './offline-site.ts'

const PAGES = ['/', '/guide/', '/guide/first.html', '/guide/second.html', '/api/mount.html', '/api/Wrapper/']

let browser: Browser
let site: TestSite
let folder: string
let server: OfflineServer
let context: BrowserContext

beforeAll(async () => {
  browser = await launchBrowser()
  site = createTestSite()
  folder = await site.build('dist')
})
afterAll(async () => {
  await browser?.close()
  site?.remove()
})
beforeEach(async () => {
  server = await startServer(folder)
  context = await browser.newContext()
})
afterEach(async () => {
  await context.close()
  await server.close()
})

describe('after the first visit, with the server gone', () => {
  test('every page of every language opens by its address (W-1)', async () => {
    const { page, errors } = await watchPage(context)
    await visit(page, `${server.origin}/`)
    await waitUntilSaved(page)
    await server.close()
    const paths = ['', '/zh', '/fr'].flatMap(locale => PAGES.map(path => locale + path))
    for (const path of [...paths, `/zh/guide/${encodeURIComponent('测试')}.html`]) {
      const response = await page.goto(server.origin + path)
      expect([path, response?.status()]).toEqual([path, 200])
      expect(await heading(page)).not.toBe('')
      expect(new URL(page.url()).pathname).toBe(path)
    }
    expect(errors).toEqual([])
  })

  test('links work without a failed chunk, and so does the other language (W-2)', async () => {
    const { page, errors, loads } = await watchPage(context)
    await visit(page, `${server.origin}/`)
    await waitUntilSaved(page)
    await server.close()
    const before = loads()
    await page.click('.content a[href="/guide/first.html"]')
    await page.waitForFunction(() => document.title.startsWith('First'))
    await page.click('.content a[href="/guide/second.html"]')
    await page.waitForFunction(() => document.title.startsWith('Second'))
    expect(
      await page.locator('.content img').evaluate(image => (image as HTMLImageElement).naturalWidth),
    ).toBe(1)
    expect(loads()).toBe(before)
    await page.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('a[href="/zh/guide/second.html"]')?.click(),
    )
    await page.waitForFunction(() => document.documentElement.lang === 'zh-CN')
    expect(await heading(page)).toBe('Second zh')
    expect(errors).toEqual([])
  })

  test('addresses are understood in every form and keep query and hash (W-11, W-12)', async () => {
    const { page } = await watchPage(context)
    await visit(page, `${server.origin}/`)
    await waitUntilSaved(page)
    await server.close()
    const forms: [typed: string, opened: string][] = [
      ['/guide/first', '/guide/first.html'],
      ['/guide/first/', '/guide/first.html'],
      ['/guide', '/guide/'],
      ['/guide.html', '/guide/'],
      ['/guide/index.html', '/guide/'],
      ['/GUIDE/First.HTML', '/guide/first.html'],
      ['/api/wrapper', '/api/Wrapper/'],
      ['/zh/guide/%e6%b5%8b%e8%af%95', '/zh/guide/%E6%B5%8B%E8%AF%95.html'],
      ['//guide/first.html?utm_source=x', '/guide/first.html?utm_source=x'],
      ['/guide/first?utm_source=x#part', '/guide/first.html?utm_source=x#part'],
      ['/old.html', '/guide/first.html'],
    ]
    for (const [typed, opened] of forms) {
      const response = await page.goto(server.origin + typed)
      expect([typed, page.url().slice(server.origin.length)]).toEqual([typed, opened])
      expect(response?.status()).toBe(200)
    }
  })

  test('an unknown address shows the offline document of its language with what is stored (W-13)', async () => {
    const { page } = await watchPage(context)
    await visit(page, `${server.origin}/`)
    await waitUntilSaved(page)
    await server.close()
    const response = await page.goto(`${server.origin}/zh/nowhere.html`)
    expect(response?.status()).toBe(503)
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
    const links = await page
      .locator('main li a')
      .evaluateAll(all => all.map(link => link.getAttribute('href')))
    expect(links).toContain('/zh/guide/first.html')
    await page.click('main li a[href="/zh/guide/first.html"]')
    expect(await heading(page)).toBe('First zh')
  })

  test('the search of a stored language has its index', async () => {
    const { page, errors } = await watchPage(context)
    await visit(page, `${server.origin}/fr/`)
    await waitUntilSaved(page)
    await server.close()
    const status = await page.evaluate(async () => {
      const index = (await (await fetch('/assets/locales/zh.json')).json()) as { search: string }
      return (await fetch(index.search)).status
    })
    expect(status).toBe(200)
    expect(errors).toEqual([])
  })

  test('the page keeps the policy that the host sent with it', async () => {
    const { page } = await watchPage(context)
    await visit(page, `${server.origin}/`)
    await waitUntilSaved(page)
    await server.close()
    const response = await page.goto(`${server.origin}/guide/`)
    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'")
    expect(response?.headers()['content-type']).toBe('text/html; charset=utf-8')
  })
})

describe('while the server is there', () => {
  test('the core and all packs stay within their budgets, and nothing is fetched before load (W-3, W-4)', async () => {
    const { page } = await watchPage(context)
    await page.goto(`${server.origin}/`, { waitUntil: 'load' })
    expect(server.seen.filter(({ dest }) => dest === 'empty' || dest === 'serviceworker')).toEqual([])
    await page.mouse.move(5, 5)
    await waitUntilSaved(page)
    const packs = server.seen.filter(({ url }) => /^\/offline\/(?:en|zh|fr|shared)\./.test(url))
    expect(packs).toHaveLength(4)
    const fetched = server.seen.filter(
      ({ dest, url }) => dest === 'empty' && !packs.some(pack => pack.url === url),
    )
    expect(fetched.length).toBeLessThanOrEqual(40)
    expect(fetched.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(500_000)
  })

  test('the events come in order: ready, one language after the other, the whole', async () => {
    const { page } = await watchPage(context)
    await visit(page, `${server.origin}/fr/`)
    await waitUntilSaved(page)
    await expect
      .poll(() => seenEvents(page, 'cached'))
      .toEqual([{ locale: 'fr' }, { locale: 'en' }, { locale: 'zh' }, { whole: true }])
    expect(await seenEvents(page, 'ready')).toHaveLength(1)
    expect(await seenEvents(page, 'error')).toEqual([])
  })

  test('an unknown address gets the answer of the server (W-13)', async () => {
    const { page } = await watchPage(context)
    await visit(page, `${server.origin}/`)
    await waitUntilSaved(page)
    expect((await page.goto(`${server.origin}/nowhere.html`))?.status()).toBe(404)
  })

  test('a server that accepts and never answers is given up after four seconds', async () => {
    const { page } = await watchPage(context)
    await visit(page, `${server.origin}/`)
    await waitUntilSaved(page)
    server.trick = () => 'hold'
    await page.goto(`${server.origin}/guide/`)
    expect(await heading(page)).toBe('Guide')
    const start = Date.now()
    expect((await page.goto(`${server.origin}/nowhere.html`))?.status()).toBe(503)
    expect(Date.now() - start).toBeGreaterThan(3900)
    expect(Date.now() - start).toBeLessThan(8000)
  })

  test('parts of files, other methods and the worker itself are left to the browser (W-17)', async () => {
    const { page } = await watchPage(context)
    await visit(page, `${server.origin}/`)
    await waitUntilSaved(page)
    server.trick = url =>
      url === '/photo.png' ? { status: 206, body: 'part', type: 'image/png' } : undefined
    const answers = await page.evaluate(async () => {
      const part = await fetch('/photo.png', { headers: { range: 'bytes=0-1' } })
      const whole = await fetch('/photo.png')
      return [part.status, whole.status, (await whole.blob()).size]
    })
    expect(answers).toEqual([206, 200, 70])
  })
})

describe('two sites on one origin', () => {
  test('keep to their own scopes and stores (W-18)', async () => {
    site.configure({ ...CONFIG, base: '/docs/' })
    const docs = await site.build('docs')
    site.configure(CONFIG)
    await server.close()
    server = await startServer(docs, '/docs/')
    const { page } = await watchPage(context)
    await page.goto(`${server.origin}/docs/`)
    await page.evaluate(() => caches.open('docsgen:elsewhere/other/:core:1'))
    await page.mouse.move(9, 9)
    await waitUntilSaved(page)
    const names = await storeNames(page)
    expect(names.filter(name => !name.includes(`${server.origin}/docs/:`))).toEqual([
      'docsgen:elsewhere/other/:core:1',
    ])
    await server.close()
    expect((await page.goto(`${server.origin}/docs/zh/guide/first`))?.status()).toBe(200)
    expect(page.url()).toBe(`${server.origin}/docs/zh/guide/first.html`)
    expect(await heading(page)).toBe('First zh')
    await expect(page.goto(`${server.origin}/other/`)).rejects.toThrow(/ERR_CONNECTION_REFUSED/)
  })
})
