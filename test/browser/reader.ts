import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser, serveFolder, type FolderServer, type ServeOptions } from './browser.ts'
import type { TestSite } from '../sites/site.ts'
import { buildReaderSite } from './reader-site.ts'

/** A browser and the built site, for all tests of a file. */
export interface Reader {
  server(): FolderServer
  context(): BrowserContext
  /** Folder of the built site. */
  output(): string
  /** Serves the site under the strict policy and opens an address of it, without the worker. */
  visit(address: string, options?: ServeOptions, contextOptions?: BrowserContextOptions): Promise<Page>
}

/** Starts everything before the tests of a file and ends it after them; each visit ends with its test. */
export function useReader(): Reader {
  const state = {} as { browser: Browser; site: TestSite; server?: FolderServer; context?: BrowserContext }
  beforeAll(async () => {
    Object.assign(state, { browser: await launchBrowser(), site: await buildReaderSite() })
  })
  const leave = async () => {
    await state.context?.close()
    await state.server?.close()
  }
  afterEach(leave)
  afterAll(async () => {
    await state.browser?.close()
    state.site?.remove()
  })
  const need = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('There is no visit yet.')
    return value
  }
  return {
    server: () => need(state.server),
    context: () => need(state.context),
    output: () => need(state.site).output,
    visit: async (address, options = {}, contextOptions = {}) => {
      await leave()
      state.server = await serveFolder(state.site.output, { csp: true, ...options })
      state.context = await state.browser.newContext({
        viewport: { width: 1280, height: 800 },
        serviceWorkers: 'block',
        ...contextOptions,
      })
      const page = await state.context.newPage()
      await page.addInitScript(() => Object.assign(self, { isSameDocument: true }))
      await page.goto(state.server.origin + address)
      return page
    },
  }
}

/** Shows a first sign and waits until the app is in. */
export async function wake(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
}

/** Clicks the first link that a selector finds, wherever the pointer is: nothing is prefetched by intent. */
export async function clickLink(page: Page, selector: string, href?: string): Promise<void> {
  await page.evaluate(
    ([wanted, address]) => {
      const link = document.querySelector<HTMLAnchorElement>(wanted)
      if (!link) throw new Error(`No link ${wanted}`)
      if (address !== undefined) link.setAttribute('href', address)
      link.click()
    },
    [selector, href] as const,
  )
}

/** Clicks a link without a network, and waits until the reader is told that the page could not be loaded. */
export async function clickOffline(page: Page, selector: string): Promise<void> {
  await page.context().setOffline(true)
  await clickLink(page, selector)
  await page.waitForSelector('.load-status')
}

/** Prefetching would hide what a click does by itself. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await page.reload()
}

export const waitForTitle = (page: Page, title: string) =>
  page.waitForFunction(wanted => document.querySelector('h1')?.innerText.trim() === wanted, title)
export const place = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash)
export const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY))
export const entries = (page: Page) => page.evaluate(() => history.length)
export const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in self)
/** A page chunk among the requests. */
export const isChunk = (name: string) => /\/assets\/js\/v-/.test(name)
