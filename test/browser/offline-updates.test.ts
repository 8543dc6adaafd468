import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { IS_FULL } from '../support/full.ts'
import { buildVersions, useOfflineSuite } from '../support/offline-suite.ts'
import {
  askForUpdate,
  heading,
  seenEvents,
  storeNames,
  visit,
  waitForEvent,
  waitUntilSaved,
  watchPage,
} from './offline-page.ts'

const suite = useOfflineSuite(async site => {
  const versions = await buildVersions(site, ['v1', 'v2', 'v3'])
  site.write('content/new.md', '# New\n\nPage.\n')
  const newPage = await site.build('new-page')
  rmSync(path.join(site.root, 'content/new.md'))
  return { ...versions, newPage }
})

const PROMPT = '#docsgen-update'
const RELOADS = IS_FULL ? 20 : 8

async function version(page: Page): Promise<string> {
  return (await page.locator('footer.footer').textContent()) ?? ''
}

/** Until a new version is installed and none is on its way. */
async function waitForWaiting(page: Page): Promise<void> {
  const states = () =>
    page.evaluate(async () => {
      const { waiting, installing } = await navigator.serviceWorker.ready
      return [waiting?.state, installing?.state]
    })
  await expect.poll(states, { timeout: 10_000 }).toEqual(['installed', undefined])
}

describe('a new version', () => {
  test('is offered, leaves the open tab working, and takes over with one reload', async () => {
    const { page, errors, loads } = await suite.openSaved()
    await suite.update(page, 'v2')
    await page.locator(`${PROMPT} button`).first().waitFor()
    expect(await seenEvents(page, 'updated')).toHaveLength(1)
    await page.click('.content a[href="/guide/first.html"]')
    await page.waitForFunction(() => document.title.startsWith('First'))
    await page.goto(`${suite.server.origin}/zh/guide/`)
    expect(await version(page)).toBe('v1')

    // No sign of a reader before the click: it loads the app while the new version is to take over.
    await waitForEvent(page, 'state')
    await page.waitForLoadState('networkidle')
    const before = loads()
    await page.locator(`${PROMPT} button`).first().click()
    await page.waitForFunction(() => document.querySelector('footer.footer')?.textContent === 'v2')
    await page.waitForTimeout(500)
    expect(loads()).toBe(before + 1)
    expect(await heading(page)).toBe('Guide zh')
    await suite.server.close()
    await page.goto(`${suite.server.origin}/fr/guide/first.html`)
    expect(await version(page)).toBe('v2')
    expect(errors).toEqual([])
  })

  test('a page that the old version still answered, while the new one took over by the message of the reference library, comes once more', async () => {
    const { page } = await suite.openSaved()
    await suite.update(page, 'v2')
    await waitForWaiting(page)
    await page.goto(`${suite.server.origin}/zh/guide/`)
    await page.evaluate(async () => {
      sessionStorage.setItem('docsgen-update-accepted', '1')
      const { waiting } = await navigator.serviceWorker.ready
      waiting?.postMessage({ type: 'SKIP_WAITING' })
    })
    await page.waitForFunction(() => document.querySelector('footer.footer')?.textContent === 'v2')
  })

  test('reloads every tab once and keeps path and position', async () => {
    const first = await suite.openSaved()
    const second = await watchPage(suite.context)
    await visit(second.page, `${suite.server.origin}/guide/first.html`)
    await waitForEvent(second.page, 'ready')
    await second.page.evaluate(() => scrollTo(0, 700))
    await second.page.waitForTimeout(400)
    suite.server.folder = suite.folders.v2
    await askForUpdate(first.page)
    const before = [first.loads(), second.loads()]
    await first.page.locator(`${PROMPT} button`).first().click()
    for (const { page } of [first, second]) {
      await page.waitForFunction(() => document.querySelector('footer.footer')?.textContent === 'v2')
    }
    await first.page.waitForTimeout(500)
    expect([first.loads(), second.loads()]).toEqual(before.map(count => count + 1))
    expect(new URL(second.page.url()).pathname).toBe('/guide/first.html')
    expect(await second.page.evaluate(() => scrollY)).toBeCloseTo(700, -1)
  })

  test('a busy old version leaves no dead button: the page comes again, and v2 takes over when it can', async () => {
    const { page, loads } = await suite.openSaved()
    await suite.update(page, 'v2')
    const accept = page.locator(`${PROMPT} button`).first()
    await accept.waitFor()
    suite.server.trick = url => (url === '/assets/never.js' ? 'hold' : undefined)
    await page.evaluate(() => void fetch('/assets/never.js').catch(() => undefined))
    await expect.poll(() => suite.server.seen.some(({ url }) => url === '/assets/never.js')).toBe(true)
    const before = loads()
    await accept.click()
    await expect.poll(loads, { timeout: 10_000 }).toBe(before + 1)
    await page.mouse.move(9, 9)
    await page.mouse.move(20, 20)
    await accept.waitFor()
    expect([await version(page), await accept.isEnabled()]).toEqual(['v1', true])
    // The request that kept the old version busy ends.
    await suite.server.close()
    suite.server.trick = () => undefined
    await suite.server.reopen()
    await page.waitForFunction(() => document.querySelector('footer.footer')?.textContent === 'v2')
    expect(await page.locator(PROMPT).count()).toBe(0)
  })

  test('can be skipped: the newest one takes over and the stores of the others go', async () => {
    const { page } = await suite.openSaved()
    for (const folder of [suite.folders.v2, suite.folders.v3]) {
      suite.server.folder = folder
      await askForUpdate(page)
      await waitForWaiting(page)
    }
    expect((await storeNames(page)).filter(name => name.includes(':core:'))).toHaveLength(2)
    await page.locator(`${PROMPT} button`).first().click()
    await page.waitForFunction(() => document.querySelector('footer.footer')?.textContent === 'v3')
    await expect
      .poll(async () => (await storeNames(page)).filter(name => /:core:|:pack:en:/.test(name)).length)
      .toBe(2)
  })

  test('waits for another day when the server goes in the middle of it', async () => {
    const { page } = await suite.openSaved()
    suite.server.folder = suite.folders.v2
    suite.server.trick = url => (url.startsWith('/offline/zh.') ? 'hold' : undefined)
    await askForUpdate(page)
    await expect
      .poll(() => suite.server.seen.some(({ url, status }) => url.startsWith('/offline/zh.') && !status))
      .toBe(true)
    await suite.server.close()
    await page.goto(`${suite.server.origin}/zh/guide/first.html`)
    expect([await heading(page), await version(page)]).toEqual(['First zh', 'v1'])

    suite.server.seen.length = 0
    suite.server.trick = () => undefined
    await suite.server.reopen()
    await visit(page, `${suite.server.origin}/zh/`)
    await page.locator(`${PROMPT} button`).first().click()
    await page.waitForFunction(() => document.querySelector('footer.footer')?.textContent === 'v2')
    expect(suite.server.seen.filter(({ url }) => url.startsWith('/offline/en.'))).toEqual([])
  })

  test('is never mixed with the old one: a new page gets the new table, old pages keep theirs', async () => {
    const { page } = await suite.openSaved()
    suite.server.folder = suite.folders.newPage
    const table = () =>
      page.evaluate(async () => {
        const index = (await (await fetch('/assets/locales/en.json')).json()) as { pages: object }
        return Object.keys(index.pages).includes('/new.html')
      })
    await page.goto(`${suite.server.origin}/guide/`)
    expect([await version(page), await table()]).toEqual(['v1', false])
    await page.goto(`${suite.server.origin}/new.html`)
    expect([await version(page), await table()]).toEqual(['v3', true])
    await page.goto(`${suite.server.origin}/guide/first.html`)
    expect([await version(page), await table()]).toEqual(['v1', false])
  })

  test('is not offered again in this tab once it was declined, and the prompt takes no focus', async () => {
    const { page } = await suite.openSaved('/fr/')
    suite.server.folder = suite.folders.v2
    await page.locator('.content a').first().focus()
    await askForUpdate(page)
    const prompt = page.locator(PROMPT)
    await prompt.locator('button').first().waitFor()
    expect(await prompt.getAttribute('role')).toBe('status')
    expect(await prompt.textContent()).toMatch(/nouvelle version/i)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A')
    await prompt.locator('button').nth(1).click()
    expect(await prompt.count()).toBe(0)
    await visit(page, `${suite.server.origin}/fr/guide/`)
    await waitForEvent(page, 'updated')
    await page.waitForTimeout(500)
    expect(await prompt.count()).toBe(0)
    expect(await version(page)).toBe('v1')
  })
})

describe('a page that stays open', () => {
  /** Comes back to the tab, so many milliseconds later by the page's clock. */
  const comeBack = (page: Page, later: number) =>
    page.evaluate(milliseconds => {
      const { now } = Date
      Date.now = () => now() + milliseconds
      for (const state of ['hidden', 'visible']) {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }
    }, later)
  const checks = () => suite.server.seen.filter(({ url }) => url === '/service-worker.js').length

  test('asks for a new version when the reader comes back, at most once an hour, and offers it', async () => {
    const { page } = await suite.openSaved()
    suite.server.folder = suite.folders.v2
    const before = checks()
    await comeBack(page, 59 * 60_000)
    await page.waitForTimeout(600)
    expect(checks()).toBe(before)
    await comeBack(page, 2 * 60_000)
    await page.locator(`${PROMPT} button`).first().waitFor()
    expect(checks()).toBe(before + 1)
    await comeBack(page, 30 * 60_000)
    await page.waitForTimeout(600)
    expect(checks()).toBe(before + 1)
    expect(await version(page)).toBe('v1')
  })

  test('says that it is offline when it asks in vain, and goes on', async () => {
    const { page } = await suite.openSaved()
    await suite.server.close()
    await comeBack(page, 61 * 60_000)
    await waitForEvent(page, 'offline')
    expect(await seenEvents(page, 'error')).toEqual([])
    await page.click('.content a[href="/guide/first.html"]')
    await page.waitForFunction(() => document.title.startsWith('First'))
  })
})

describe('messages and reloads', () => {
  test(`${RELOADS} reloads during installation do no harm, nor do odd messages`, async () => {
    const { page, errors } = await watchPage(suite.context)
    for (let count = 0; count < RELOADS; count++) {
      await page.goto(`${suite.server.origin}/`, { waitUntil: 'commit' })
      await page.waitForTimeout(count * 5)
    }
    await visit(page, `${suite.server.origin}/`)
    await waitUntilSaved(page)
    await suite.update(page, 'v2')
    await waitForWaiting(page)
    // The page reloads as soon as the new worker is in charge: the reply is kept where the next document finds it.
    await page.evaluate(async () => {
      const { active, waiting } = await navigator.serviceWorker.ready
      for (const odd of [null, 7, 'skip', {}, { type: 5 }, { type: 'offline-save', code: 'xx' }]) {
        active?.postMessage(odd)
      }
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = event => sessionStorage.setItem('reply', JSON.stringify(event.data))
      setTimeout(() => {
        waiting?.postMessage({ type: 'skip-waiting' }, [port2])
        waiting?.postMessage({ type: 'skip-waiting' })
      })
    })
    await page.waitForFunction(() => document.querySelector('footer.footer')?.textContent === 'v2')
    expect(await page.evaluate(() => sessionStorage.getItem('reply'))).toBe('{"error":null}')
    expect(errors).toEqual([])
  })
})

describe('assets of earlier builds', () => {
  test('a tab without a worker still loads its chunks after a deployment', async () => {
    await suite.context.close()
    suite.context = await suite.browser.newContext({ serviceWorkers: 'block' })
    suite.site.write('content/guide/first.md', '# First\n\nOne.\n')
    suite.server.folder = await suite.site.build('kept')
    const { page, loads } = await watchPage(suite.context)
    await visit(page, `${suite.server.origin}/`)
    await page.waitForFunction(() => document.querySelector('#docsgen-announcer'))
    suite.site.write('content/guide/first.md', '# First\n\nTwo.\n')
    await suite.site.build('kept')
    expect(existsSync(path.join(suite.server.folder, 'guide/first.html'))).toBe(true)
    await page.click('.content a[href="/guide/first.html"]')
    await page.waitForFunction(() => document.title.startsWith('First'))
    expect(loads()).toBe(1)
    expect(suite.server.seen.filter(({ status }) => status === 404)).toEqual([])
  })
})
