import { readdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyPages, HAS_CORPUS } from '../corpus/corpus.ts'
import { createFolder } from '../sites/site.ts'
import { IS_FULL } from '../support/full.ts'
import { type FolderServer, launchBrowser, serveFolder } from './browser.ts'

/** One page of every kind: home, section index, API page, guide, long page, page without sidebar entry, not found. */
const KINDS = [
  '/',
  '/zh/guides/',
  '/ja/api/wrapper/find.html',
  '/ru/guides/getting-started.html',
  '/fr/api/options.html',
  '/pt/upgrading-to-v1/',
  '/api/wrapper/',
  '/guide/brewing.html',
  '/ja/api/pour.html',
  '/fr/404.html',
]

/** Runs in the page, before everything else: sums up how much of it moves. */
function watchShifts(): void {
  const sum = Object.assign(self, { shifts: { total: 0 } }).shifts
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) sum.total += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

describe(`every page of ${HAS_CORPUS ? 'the corpus' : 'the small corpus, the large one being absent'} in Chromium`, () => {
  const state = {} as { browser: Browser; server: FolderServer; paths: string[]; remove(): void }

  beforeAll(async () => {
    const { root, remove } = copyPages()
    const dist = await createFolder({}, root).build()
    const paths = readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.html') && !name.endsWith('404.html'))
      .map(name => '/' + name.replace(/(^|\/)index\.html$/, '$1'))
      .toSorted()
    const server = await serveFolder(dist, { csp: true })
    Object.assign(state, { browser: await launchBrowser(), server, paths, remove })
  })

  afterAll(async () => {
    await state.browser?.close()
    await state.server?.close()
    state.remove?.()
  })

  const kinds = () => KINDS.filter(kind => kind.endsWith('404.html') || state.paths.includes(kind))
  const chosen = () =>
    IS_FULL
      ? [...state.paths, '/fr/404.html']
      : [...new Set([...kinds(), ...state.paths.filter((_path, index) => index % 40 === 0)])]

  test(
    'opens and hydrates under the strict policy with 0 violations, 0 console errors, and the same text with and without JavaScript',
    async () => {
      const problems: string[] = []
      const withScripts = await state.browser.newContext({ serviceWorkers: 'block' })
      const withoutScripts = await state.browser.newContext({ javaScriptEnabled: false })
      await withScripts.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', event => {
          console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)
        })
      })
      const [scripted, plain] = [await withScripts.newPage(), await withoutScripts.newPage()]
      scripted.on('console', message => {
        const text = message.text()
        // The corpus comes with two of its public files only, and a not-found page is a 404 by nature.
        const known = /vueschool\.css|404 \(Not Found\)/.test(text + message.location().url)
        if (message.type() === 'error' && !known) problems.push(`${scripted.url()}: ${text}`)
      })
      scripted.on('pageerror', error => problems.push(`${scripted.url()}: ${error.message}`))
      for (const address of chosen()) {
        await open(scripted, address)
        await plain.goto(state.server.origin + address)
        const [a, b] = [await mainText(scripted), await mainText(plain)]
        if (a !== b || a === '') problems.push(`${address}: the text differs without JavaScript`)
      }
      await withScripts.close()
      await withoutScripts.close()
      expect(problems).toEqual([])
    },
    IS_FULL ? 1_800_000 : 240_000,
  )

  test('a page is small, and stays where it is when the app comes', async () => {
    state.server.options = { csp: true, compress: true }
    const context = await state.browser.newContext({
      viewport: { width: 390, height: 800 },
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await page.addInitScript(watchShifts)
    const bytes = (kind = /./) =>
      state.server.seen.filter(({ url }) => kind.test(url)).reduce((sum, seen) => sum + seen.bytes, 0)
    state.server.seen.length = 0
    await page.goto(state.server.origin + chosen().at(-1))
    await page.waitForLoadState('networkidle')
    expect(bytes()).toBeLessThanOrEqual(50_000)
    expect(bytes(/\.js$/)).toBeLessThanOrEqual(6_000)
    await page.keyboard.press('Tab')
    await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
    await page.waitForLoadState('networkidle')
    expect(bytes()).toBeLessThanOrEqual(150_000)
    const { total } = await page.evaluate(() => (self as unknown as { shifts: { total: number } }).shifts)
    expect(total).toBeLessThanOrEqual(0.02)
    await context.close()
    state.server.options = { csp: true }
  })

  async function open(page: Page, address: string): Promise<void> {
    await page.goto(state.server.origin + address)
    await page.keyboard.press('Shift')
    await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
  }
})

function mainText(page: Page): Promise<string> {
  return page.evaluate(() => (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' '))
}
