import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type FolderServer, type ServeOptions, useServedSite } from './browser.ts'
import { createReaderSite } from './reader-site.ts'

export { wake } from './browser.ts'

/** A browser and the built site, for all tests of a file. */
export interface Reader {
  server(): FolderServer
  context(): BrowserContext
  /** Folder of the built site. */
  output(): string
  /** Serves the site under the strict policy and opens an address of it. */
  visit(address: string, options?: ServeOptions, contextOptions?: BrowserContextOptions): Promise<Page>
}

export function useReader(): Reader {
  const served = useServedSite(createReaderSite, { csp: true })
  const state = {} as { context: BrowserContext }
  return {
    server: () => served.server,
    context: () => state.context,
    output: () => served.site.output,
    visit: async (address, options = {}, contextOptions = {}) => {
      served.server.options = { csp: true, ...options }
      const { page, context } = await served.open(address, contextOptions)
      state.context = context
      return page
    },
  }
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
