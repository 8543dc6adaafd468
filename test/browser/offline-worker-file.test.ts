import { describe, expect, test } from 'vitest'
import { buildVersions, useOfflineSuite } from '../support/offline-suite.ts'
import {
  askForUpdate,
  heading,
  storeNames,
  visit,
  waitForEvent,
  waitUntilSaved,
  watchPage,
} from './offline-page.ts'
import { type Trick } from './offline-server.ts'
import { CONFIG } from './offline-site.ts'

const suite = useOfflineSuite(async site => {
  const versions = await buildVersions(site, ['v1', 'v2'])
  site.configure({ ...CONFIG, offline: 'uninstall' })
  const gone = await site.build('gone')
  site.configure({ ...CONFIG, offline: { retire: ['/sw.js'] } })
  const moved = await site.build('moved')
  site.configure(CONFIG)
  return { ...versions, gone, moved }
})

/** Shows what it has stored, whatever the server has by now. */
const FORMER_WORKER = `const precache = 'workbox-precache-v2-' + registration.scope
addEventListener('install', event => event.waitUntil(caches.open(precache).then(cache => cache.add('/')).then(skipWaiting)))
addEventListener('activate', event => event.waitUntil(caches.open('pages-v1').then(() => clients.claim())))
addEventListener('fetch', event => {
  if (event.request.mode === 'navigate') event.respondWith(caches.match('/'))
})
`

describe('the worker file', () => {
  test('of a site that left removes worker and stores, without a loop', async () => {
    const { page, loads } = await suite.openSaved()
    await page.evaluate(() => caches.open('of-somebody-else'))
    suite.server.folder = suite.folders.gone
    await askForUpdate(page)
    await page.waitForFunction(() => document.querySelector('footer.footer')?.textContent === 'v2')
    const before = loads()
    await page.waitForTimeout(1500)
    expect(loads()).toBe(before)
    await visit(page, `${suite.server.origin}/guide/`)
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    expect(await storeNames(page)).toEqual(['of-somebody-else'])
  })

  test('of another generator goes with its stores, and its pages show the new site', async () => {
    const former: Record<string, Trick> = {
      '/sw.js': { type: 'text/javascript', body: FORMER_WORKER },
      '/': { type: 'text/html', body: '<!DOCTYPE html><title>Former</title><script src="/app.js"></script>' },
      '/app.js': { type: 'text/javascript', body: `navigator.serviceWorker.register('/sw.js')` },
    }
    suite.server.trick = url => former[url]
    suite.server.options.csp = false
    const page = await suite.context.newPage()
    await page.goto(`${suite.server.origin}/`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    expect(await storeNames(page)).toEqual(['pages-v1', `workbox-precache-v2-${suite.server.origin}/`])
    suite.server.trick = () => undefined
    suite.server.folder = suite.folders.moved
    // The former worker still answers, and then its file is requested again.
    await page.goto(`${suite.server.origin}/`)
    await page.waitForFunction(() => document.title.startsWith('Home'))
    const names = await storeNames(page)
    expect(names.filter(name => !name.startsWith('docsgen:'))).toEqual([])
  })

  const answers: [string, Trick][] = [
    ['404', { status: 404 }],
    ['a page', { status: 200, body: '<!DOCTYPE html>' }],
  ]
  test.each(answers)('answered by %s: an error event, and the site works', async (_name, trick) => {
    suite.server.trick = url => (url === '/service-worker.js' ? trick : undefined)
    const { page } = await watchPage(suite.context)
    await visit(page, `${suite.server.origin}/`)
    await waitForEvent(page, 'error')
    await page.click('.content a[href="/guide/first.html"]')
    await page.waitForFunction(() => document.title.startsWith('First'))
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  })

  test('gone from the server: the worker of the last visit goes too, and the site works', async () => {
    const { page } = await suite.openSaved()
    suite.server.trick = url => (url === '/service-worker.js' ? { status: 404 } : undefined)
    await visit(page, `${suite.server.origin}/guide/`)
    await waitForEvent(page, 'error')
    const registrations = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    await expect.poll(registrations).toBe(0)
    await page.goto(`${suite.server.origin}/guide/first.html`)
    expect(await heading(page)).toBe('First')
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
  })

  test('is found new although the host lets it be cached for a year', async () => {
    const forever = { 'cache-control': 'public, max-age=31536000' }
    suite.server.trick = url => (url === '/service-worker.js' ? { headers: forever } : undefined)
    const { page } = await suite.openSaved()
    await suite.update(page, 'v2')
    await waitForEvent(page, 'updated')
  })
})

describe('a site that replaces a VuePress 1 site', () => {
  test('VuePress 1: takes over, and the old stores go once the old page is gone', async () => {
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
    suite.server.trick = url => old[url] && { headers: { 'content-security-policy': '' }, ...old[url] }
    const { page } = await watchPage(suite.context)
    await page.goto(`${suite.server.origin}/`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto(`${suite.server.origin}/`)
    suite.server.trick = () => undefined
    expect(await page.title()).toBe('old')
    await page.evaluate(() => caches.open('workbox-precache-v2-https://elsewhere.example/'))

    await page.reload()
    expect(await page.title()).toBe('old')
    await askForUpdate(page)
    // Written once the new worker is in charge.
    const isInCharge = () =>
      page.evaluate(async () => Boolean(await caches.match(`${location.origin}/docsgen-record/active`)))
    await expect.poll(isInCharge, { timeout: 20_000 }).toBe(true)
    expect(await page.evaluate(async () => (await fetch('/assets/js/7.0123abcd.js')).text())).toBe('old')

    await visit(page, `${suite.server.origin}/`)
    expect(await heading(page)).toBe('Home')
    await waitUntilSaved(page)
    expect((await storeNames(page)).filter(name => name.startsWith('workbox'))).toEqual([
      'workbox-precache-v2-https://elsewhere.example/',
    ])
  })
})
