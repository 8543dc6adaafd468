import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { IS_FULL } from '../support/full.ts'
import { judge, SCHEMES } from './axe.ts'
import { isFocused, isIdle, openPage, waitForApp } from './browser.ts'
import {
  askForUpdate,
  buildVersions,
  CONFIG,
  heading,
  scopes,
  seenEvents,
  stopWorkers,
  storeNames,
  useOfflineSuite,
  version,
  visit,
  waitForEvent,
  waitForVersion,
  waitUntilSaved,
  works,
} from './offline.ts'
import type { Trick } from './serve-folder.ts'

/** The third version has a page that the others lack, and replaces the worker of a former generator. */
const suite = useOfflineSuite(async site => {
  const versions = await buildVersions(site, ['v1', 'v2'])
  site.configure({ ...CONFIG, offline: 'uninstall' })
  const gone = await site.build('gone')
  site.configure({ ...CONFIG, offline: { retire: ['/sw.js'] } })
  site.write('content/new.md', '# New\n\nPage.\n')
  const { v3 } = await buildVersions(site, ['v3'])
  return { ...versions, v3, gone }
})

const prompt = (page: Page) => page.locator('#docsgen-update')
const accept = (page: Page) => prompt(page).locator('button').first()

async function waitForWaiting(page: Page): Promise<void> {
  const states = () =>
    page.evaluate(async () => {
      const { waiting, installing } = await navigator.serviceWorker.ready
      return [waiting?.state, installing?.state]
    })
  await expect.poll(states).toEqual(['installed', undefined])
}

describe('a new version', () => {
  test('is offered, although the host lets the worker be cached for a year, leaves the open tab working, and takes over with one reload', async () => {
    const forever = { 'cache-control': 'public, max-age=31536000' }
    suite.answer(url => (url === '/service-worker.js' ? { headers: forever } : undefined))
    const { page, problems, loads } = await suite.openSaved()
    await suite.update(page, 'v2')
    await accept(page).waitFor()
    expect(await seenEvents(page, 'updated')).toHaveLength(1)
    await works(page)
    await page.goto('/zh/guide/')
    expect(await version(page)).toBe('v1')

    // No interaction before the click: it loads the app while the new version is to take over.
    await waitForEvent(page, 'state')
    await page.waitForLoadState('networkidle')
    const before = loads()
    await accept(page).click()
    await waitForVersion(page, 'v2')
    await page.waitForLoadState('networkidle')
    expect(loads()).toBe(before + 1)
    expect(await heading(page)).toBe('Guide zh')
    await suite.server.close()
    await page.goto('/fr/guide/first.html')
    expect(await version(page)).toBe('v2')
    expect(problems).toEqual([])
  })

  test('a page that the old version still answered, while the new one took over by the message of the reference library, comes once more', async () => {
    const { page } = await suite.openSaved()
    await suite.update(page, 'v2')
    await waitForWaiting(page)
    await page.goto('/zh/guide/')
    await page.evaluate(async () => {
      sessionStorage.setItem('docsgen-update-accepted', '1')
      const { waiting } = await navigator.serviceWorker.ready
      waiting?.postMessage({ type: 'SKIP_WAITING' })
    })
    await waitForVersion(page, 'v2')
  })

  test('reloads every tab once and keeps path and position', async () => {
    const first = await suite.openSaved()
    const second = await openPage(first.context)
    await visit(second.page, '/guide/first.html')
    await waitForEvent(second.page, 'ready')
    await second.page.evaluate(() => scrollTo(0, 700))
    await expect.poll(() => second.page.evaluate(() => scrollY)).toBe(700)
    await isIdle(second.page)
    await suite.update(first.page, 'v2')
    const before = [first.loads(), second.loads()]
    await accept(first.page).click()
    for (const { page } of [first, second]) {
      await waitForVersion(page, 'v2')
      await page.waitForLoadState('networkidle')
    }
    expect([first.loads(), second.loads()]).toEqual(before.map(count => count + 1))
    expect(new URL(second.page.url()).pathname).toBe('/guide/first.html')
    expect(await second.page.evaluate(() => scrollY)).toBeCloseTo(700, -1)
  })

  test('a busy old version leaves no dead button: the page comes again, and v2 takes over when it can', async () => {
    const { page, loads } = await suite.openSaved()
    await suite.update(page, 'v2')
    await accept(page).waitFor()
    suite.answer(url => (url === '/assets/never.js' ? 'hold' : undefined))
    await page.evaluate(() => void fetch('/assets/never.js').catch(() => undefined))
    await expect.poll(() => suite.asked('/assets/never.js').length).toBe(1)
    const before = loads()
    await accept(page).click()
    await expect.poll(loads).toBe(before + 1)
    await page.mouse.move(9, 9)
    await page.mouse.move(20, 20)
    await accept(page).waitFor()
    expect([await version(page), await accept(page).isEnabled()]).toEqual(['v1', true])
    await stopWorkers(page)
    await waitForVersion(page, 'v2')
    expect(await prompt(page).count()).toBe(0)
  })

  test('can be skipped: the newest one takes over and the stores of the others go', async () => {
    const { page } = await suite.openSaved()
    for (const name of ['v2', 'v3'] as const) {
      await suite.update(page, name)
      await waitForWaiting(page)
    }
    expect(await storeNames(page, ':core:')).toHaveLength(2)
    await accept(page).click()
    await waitForVersion(page, 'v3')
    const stores = async () => [
      ...(await storeNames(page, ':core:')),
      ...(await storeNames(page, ':pack:en:')),
    ]
    await expect.poll(stores).toHaveLength(2)
  })

  test('waits for another day when the server goes in the middle of it', async () => {
    const { page } = await suite.openSaved()
    suite.answer(url => (url.startsWith('/offline/zh.') ? 'hold' : undefined))
    suite.server.seen.length = 0
    await suite.update(page, 'v2')
    await expect.poll(() => suite.asked('/offline/zh.').length).toBe(1)
    await suite.server.close()
    await page.goto('/zh/guide/first.html')
    expect([await heading(page), await version(page)]).toEqual(['First zh', 'v1'])

    suite.server.seen.length = 0
    suite.answer()
    await suite.server.reopen()
    await visit(page, '/zh/')
    await accept(page).click()
    await waitForVersion(page, 'v2')
    expect(suite.asked('/offline/en.')).toEqual([])
  })

  test('is never mixed with the old one: a new page gets the new table, old pages keep theirs', async () => {
    const { page } = await suite.openSaved()
    suite.server.folder = suite.folders.v3
    for (const [address, name, isListed] of [
      ['/guide/', 'v1', false],
      ['/new.html', 'v3', true],
      ['/guide/first.html', 'v1', false],
    ] as const) {
      await page.goto(address)
      const table = await page.evaluate(async () => (await fetch('/assets/locales/en.json')).text())
      expect([address, await version(page), table.includes('"/new.html"')]).toEqual([address, name, isListed])
    }
  })

  test('is not offered again in this tab once it was declined, and the prompt takes no focus', async () => {
    const { page } = await suite.openSaved('/fr/')
    await page.locator('.content a').first().focus()
    await suite.update(page, 'v2')
    await accept(page).waitFor()
    expect(await judge(page, SCHEMES)).toEqual([])
    expect(await prompt(page).getAttribute('role')).toBe('status')
    expect(await prompt(page).textContent()).toMatch(/nouvelle version/i)
    expect(await isFocused(page, '.content a')).toBe(true)
    await prompt(page).locator('button').nth(1).click()
    expect(await prompt(page).count()).toBe(0)
    await visit(page, '/fr/guide/')
    await waitForEvent(page, 'updated')
    await isIdle(page)
    expect(await prompt(page).count()).toBe(0)
    expect(await version(page)).toBe('v1')
    await suite.update(page, 'v3')
    await accept(page).waitFor()
  })
})

/** Comes back to the tab, so many minutes later by the page's clock. */
const comeBack = (page: Page, later: number) =>
  page.evaluate(milliseconds => {
    const { now } = Date
    Date.now = () => now() + milliseconds
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
  }, later * 60_000)

test('a page that stays open asks for a new version when the reader comes back, at most once an hour, and offers it; in vain where the server is gone', async () => {
  const { page } = await suite.openSaved()
  const checks = () => suite.asked('/service-worker.js').length
  suite.server.folder = suite.folders.v2
  const before = checks()
  await comeBack(page, 59)
  await isIdle(page)
  expect(checks()).toBe(before)
  await comeBack(page, 2)
  await accept(page).waitFor()
  expect(checks()).toBe(before + 1)
  await comeBack(page, 30)
  await isIdle(page)
  expect(checks()).toBe(before + 1)
  expect(await version(page)).toBe('v1')
  await suite.server.close()
  await comeBack(page, 61)
  await waitForEvent(page, 'offline')
  expect(await seenEvents(page, 'error')).toEqual([])
  await works(page)
})

test('reloads during installation do no harm, nor do odd messages', async () => {
  const { page, problems } = await suite.open(undefined, { serviceWorkers: 'allow' })
  for (let count = 0; count < (IS_FULL ? 20 : 8); count++) {
    await page.goto('/', { waitUntil: 'commit' })
    // Each a little later in the life of the document than the one before.
    for (let turn = 0; turn < count; turn++) await page.evaluate(() => undefined).catch(() => undefined)
  }
  await visit(page, '/')
  await waitUntilSaved(page)
  await suite.update(page, 'v2')
  // What the offer loads would start the old worker again while it stops, for half a minute in Chromium.
  await accept(page).waitFor()
  await page.waitForLoadState('networkidle')
  // The page reloads as soon as the new worker is in charge: the reply is kept where the next document finds it.
  await page.evaluate(async () => {
    const { active, waiting } = await navigator.serviceWorker.ready
    for (const odd of [null, 7, 'skip', {}, { type: 5 }, { type: 'offline-save', code: 'xx' }])
      active?.postMessage(odd)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = event => sessionStorage.setItem('reply', JSON.stringify(event.data))
    setTimeout(() => {
      waiting?.postMessage({ type: 'skip-waiting' }, [port2])
      waiting?.postMessage({ type: 'skip-waiting' })
    })
  })
  await waitForVersion(page, 'v2')
  // The reload may come before the reply.
  expect(['{"error":null}', null]).toContain(await page.evaluate(() => sessionStorage.getItem('reply')))
  expect(problems).toEqual([])
})

const SCRIPT = '/assets/js/7.0123abcd.js'

/** Shows what it has stored, whatever the server has by now. */
const FORMER_WORKER = `const precache = 'workbox-precache-v2-' + registration.scope
  addEventListener('install', event => event.waitUntil(caches.open(precache).then(cache => cache.addAll(['/', '${SCRIPT}'])).then(skipWaiting)))
  addEventListener('activate', event => event.waitUntil(caches.open('pages-v1').then(() => clients.claim())))
  addEventListener('fetch', event => {
    const { request } = event
    event.respondWith(caches.match(request.mode === 'navigate' ? '/' : request).then(found => found || fetch(request)))
  })
`

/** Serves the site of a former generator, whose worker has this address, until it is stored. */
async function openFormer(address: string) {
  const former: Record<string, Exclude<Trick, string>> = {
    [address]: { type: 'text/javascript', body: FORMER_WORKER },
    '/': { type: 'text/html', body: `<!DOCTYPE html><title>Former</title><script src="${SCRIPT}"></script>` },
    [SCRIPT]: { type: 'text/javascript', body: `navigator.serviceWorker.register('${address}')` },
  }
  // A site of that time has no policy.
  suite.answer(url => former[url] && { headers: { 'content-security-policy': '' }, ...former[url] })
  const opened = await suite.open('/', { serviceWorkers: 'allow' })
  await opened.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  expect(await storeNames(opened.page)).toEqual(['pages-v1', `workbox-precache-v2-${suite.server.origin}/`])
  suite.answer()
  return opened
}

describe('the worker file', () => {
  test('of a site that left removes worker and stores, without a loop', async () => {
    const { page, loads } = await suite.openSaved()
    await page.evaluate(() => caches.open('of-somebody-else'))
    await suite.update(page, 'gone')
    await waitForVersion(page, 'v2')
    // Its document is there before it has loaded.
    await page.waitForLoadState('load')
    const before = loads()
    await expect.poll(() => scopes(page)).toEqual([])
    expect(loads()).toBe(before)
    await visit(page, '/guide/')
    await waitForApp(page)
    // The first time that this document is quiet: a reload would have come.
    await page.waitForLoadState('networkidle')
    expect(loads()).toBe(before + 1)
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
    expect(await scopes(page)).toEqual([])
    expect(await storeNames(page)).toEqual(['of-somebody-else'])
  })

  test('of a site that left goes again when a page of the old version registers it late', async () => {
    const { page } = await suite.openSaved()
    await page.goto('/')
    await suite.update(page, 'gone')
    await expect.poll(() => scopes(page)).toEqual([])
    expect(await version(page)).toBe('v1')
    await page.mouse.move(40, 200)
    await waitForEvent(page, 'ready')
    await expect.poll(async () => [...(await scopes(page)), ...(await storeNames(page))]).toEqual([])
  })

  test('of another generator goes with its stores, and its pages show the new site', async () => {
    const { page } = await openFormer('/sw.js')
    suite.server.folder = suite.folders.v3
    // The former worker still answers, and then its file is requested again.
    await page.goto('/')
    await page.waitForFunction(() => document.title.startsWith('Home'))
    const names = await storeNames(page)
    expect(names.filter(name => !name.startsWith('docsgen:'))).toEqual([])
  })

  test('of a former generator at the same address: docsgen’s takes over, and the old stores go once the old page is gone', async () => {
    const { page } = await openFormer('/service-worker.js')
    expect(await page.title()).toBe('Former')
    await page.evaluate(() => caches.open('workbox-precache-v2-https://elsewhere.example/'))
    await page.reload()
    expect(await page.title()).toBe('Former')
    await askForUpdate(page)
    // Written once the new worker is in charge.
    const isInCharge = () =>
      page.evaluate(async () => Boolean(await caches.match(`${location.origin}/docsgen-record/active`)))
    await expect.poll(isInCharge).toBe(true)
    expect(await page.evaluate(async () => (await fetch('/assets/js/7.0123abcd.js')).text())).toContain(
      'register',
    )

    await visit(page, '/')
    expect(await heading(page)).toBe('Home')
    await waitUntilSaved(page)
    expect(await storeNames(page, 'workbox')).toEqual(['workbox-precache-v2-https://elsewhere.example/'])
  })

  test('that is a page: an error event, and the site works', async () => {
    suite.answer(url => (url === '/service-worker.js' ? { status: 200, body: '<!DOCTYPE html>' } : undefined))
    const { page } = await suite.visit()
    await waitForEvent(page, 'error')
    await works(page)
    expect(await scopes(page)).toEqual([])
  })

  test('gone from the server: the worker of the last visit goes too, and the site works', async () => {
    const { page } = await suite.openSaved()
    suite.answer(url => (url === '/service-worker.js' ? { status: 404 } : undefined))
    await visit(page, '/guide/')
    await waitForEvent(page, 'error')
    await expect.poll(() => scopes(page)).toEqual([])
    await page.goto('/guide/first.html')
    expect(await heading(page)).toBe('First')
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
  })
})

test('a tab without a worker still loads its chunks after a deployment', async () => {
  suite.server.folder = suite.folders.v3
  const { page, loads } = await suite.visit('/', { serviceWorkers: 'block' })
  await waitForApp(page)
  suite.site.write('content/guide/first.md', '# First\n\nTwo.\n')
  await suite.site.build('v3')
  await works(page)
  expect(loads()).toBe(1)
  expect(suite.server.seen.filter(({ status }) => status === 404)).toEqual([])
})
