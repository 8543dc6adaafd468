import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import {
  askForUpdate,
  heading,
  storeNames,
  visit,
  waitForEvent,
  waitUntilSaved,
  watchPage,
} from './offline-page.ts'
import { type OfflineServer, startServer, type Trick } from './offline-server.ts'
import { CONFIG, createTestSite, type TestSite } from './offline-site.ts'

let browser: Browser
let site: TestSite
const folders = { v1: '', v2: '', gone: '' }
let server: OfflineServer
let context: BrowserContext

beforeAll(async () => {
  browser = await launchBrowser()
  site = createTestSite()
  for (const version of ['v1', 'v2'] as const) {
    site.write(
      'templates/components/Footer.tsx',
      `export function Footer() { return <footer className="footer">${version}</footer> }\n`,
    )
    folders[version] = await site.build(version)
  }
  site.configure({ ...CONFIG, offline: 'uninstall' })
  folders.gone = await site.build('gone')
  site.configure(CONFIG)
})
afterAll(async () => {
  await browser?.close()
  site?.remove()
})
beforeEach(async () => {
  server = await startServer(folders.v1)
  context = await browser.newContext()
})
afterEach(async () => {
  await context.close()
  await server.close()
})

async function openSaved(path = '/') {
  const watched = await watchPage(context)
  await visit(watched.page, server.origin + path)
  await waitUntilSaved(watched.page)
  return watched
}

describe('the worker file', () => {
  test('of a site that left removes worker and stores, without a loop (W-19)', async () => {
    const { page, loads } = await openSaved()
    await page.evaluate(() => caches.open('of-somebody-else'))
    server.folder = folders.gone
    await askForUpdate(page)
    await page.waitForFunction(() => document.querySelector('footer.footer')?.textContent === 'v2')
    const before = loads()
    await page.waitForTimeout(1500)
    expect(loads()).toBe(before)
    await visit(page, `${server.origin}/guide/`)
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    expect(await storeNames(page)).toEqual(['of-somebody-else'])
  })

  const answers: [string, Trick][] = [
    ['404', { status: 404 }],
    ['a page', { status: 200, body: '<!DOCTYPE html>' }],
  ]
  test.each(answers)(
    'answered by %s: an error event, and the site works (W-20, B235)',
    async (_name, trick) => {
      server.trick = url => (url === '/service-worker.js' ? trick : undefined)
      const { page } = await watchPage(context)
      await visit(page, `${server.origin}/`)
      await waitForEvent(page, 'error')
      await page.click('.content a[href="/guide/first.html"]')
      await page.waitForFunction(() => document.title.startsWith('First'))
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
        0,
      )
    },
  )

  test('is found new although the host lets it be cached for a year (W-20)', async () => {
    const forever = { 'cache-control': 'public, max-age=31536000' }
    server.trick = url => (url === '/service-worker.js' ? { headers: forever } : undefined)
    const { page } = await openSaved()
    server.folder = folders.v2
    await askForUpdate(page)
    await waitForEvent(page, 'updated')
  })
})

describe('browsers without a worker', () => {
  test('get one line and a working site (W-21)', async () => {
    const { page, errors } = await watchPage(context)
    const lines: string[] = []
    page.on('console', message => lines.push(message.text()))
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })
    })
    await visit(page, `${server.origin}/`)
    await expect.poll(() => lines.filter(line => line.startsWith('[docsgen offline]')).length).toBe(1)
    await page.click('.content a[href="/guide/first.html"]')
    await page.waitForFunction(() => document.title.startsWith('First'))
    expect(errors).toEqual([])
  })

  test('in a sandboxed frame nothing is thrown (W-22)', async () => {
    const { page, errors } = await watchPage(context)
    server.trick = url =>
      url === '/frame.html'
        ? {
            status: 200,
            headers: { 'content-security-policy': '' },
            body: '<iframe sandbox="allow-scripts" src="/guide/">',
          }
        : url === '/guide/'
          ? { headers: { 'content-security-policy': '' } }
          : undefined
    await page.goto(`${server.origin}/frame.html`)
    await page.frameLocator('iframe').locator('h1').hover()
    await page.waitForTimeout(1000)
    expect(errors.filter(text => !/CORS|net::ERR/.test(text))).toEqual([])
  })

  test('analytics hears of a registration that failed, where there is any (B242)', async () => {
    server.trick = url => (url === '/service-worker.js' ? { status: 404 } : undefined)
    const { page } = await watchPage(context)
    await page.addInitScript(() => {
      const calls: unknown[][] = []
      Object.assign(window, { calls, ga: (...call: unknown[]) => void calls.push(call) })
    })
    await visit(page, `${server.origin}/`)
    await waitForEvent(page, 'error')
    expect(await page.evaluate(() => (window as unknown as { calls: unknown[] }).calls)).toEqual([
      ['send', 'exception', { exDescription: '/service-worker.js is missing.', exFatal: false }],
    ])
  })
})

describe('a site that replaces a VuePress 1 site', () => {
  test('takes over, and the old stores go once the old page is gone', async () => {
    const worker = `
      const name = 'workbox-precache-v2-' + registration.scope
      addEventListener('install', event => event.waitUntil(caches.open(name).then(cache => cache.addAll(['/', '/assets/js/7.0123abcd.js']))))
      addEventListener('fetch', event => event.respondWith(
        caches.match(event.request).then(found => found || fetch(event.request))))`
    const old: Record<string, Exclude<Trick, string>> = {
      '/': { status: 200, body: '<title>old</title><script src="/register.js"></script>' },
      '/register.js': {
        status: 200,
        type: 'text/javascript',
        body: "navigator.serviceWorker.register('/service-worker.js')",
      },
      '/assets/js/7.0123abcd.js': { status: 200, type: 'text/javascript', body: 'old' },
      '/service-worker.js': { status: 200, type: 'text/javascript', body: worker },
    }
    // A site of that time has no policy.
    server.trick = url => old[url] && { headers: { 'content-security-policy': '' }, ...old[url] }
    const { page } = await watchPage(context)
    await page.goto(`${server.origin}/`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto(`${server.origin}/`)
    server.trick = () => undefined
    expect(await page.title()).toBe('old')
    await page.evaluate(() => caches.open('workbox-precache-v2-https://elsewhere.example/'))

    await page.reload()
    expect(await page.title()).toBe('old')
    await askForUpdate(page)
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting === null), {
        timeout: 10_000,
      })
      .toBe(true)
    await expect.poll(async () => (await storeNames(page)).some(name => name.includes(':core:'))).toBe(true)
    await page.waitForTimeout(500)
    expect(await page.evaluate(async () => (await fetch('/assets/js/7.0123abcd.js')).text())).toBe('old')

    await visit(page, `${server.origin}/`)
    expect(await heading(page)).toBe('Home')
    await waitUntilSaved(page)
    expect((await storeNames(page)).filter(name => name.startsWith('workbox'))).toEqual([
      'workbox-precache-v2-https://elsewhere.example/',
    ])
  })
})
