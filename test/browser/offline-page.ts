import type { BrowserContext, Page } from 'playwright-core'
import type { OfflineState } from '../../src/shared/offline.ts'

/** One event of the public bus. */
export interface SeenEvent {
  name: string
  detail: unknown
}

/** A page that writes down what happens on it. */
export interface WatchedPage {
  page: Page
  /** Console errors and uncaught errors since the page was opened. */
  errors: string[]
  /** How many documents were loaded. */
  loads(): number
}

const NAMES = ['ready', 'cached', 'updated', 'offline', 'error', 'state']

/** Opens a page whose events of the bus are kept across documents. */
export async function watchPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage()
  const errors: string[] = []
  let loads = 0
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', error => errors.push(error.message))
  page.on('domcontentloaded', () => (loads += 1))
  await page.addInitScript(names => {
    const seen: { name: string; detail: unknown }[] = []
    Object.assign(window, { seenEvents: seen })
    for (const name of names) {
      document.addEventListener(`docsgen:sw-${name}`, event => {
        const { detail } = event as CustomEvent<Record<string, unknown>>
        const error = detail['error'] as (Error & { cause?: { reason?: string } }) | undefined
        seen.push({ name, detail: error ? { message: error.message, ...error.cause } : plain(detail) })
      })
    }
    function plain(detail: Record<string, unknown>): unknown {
      return 'registration' in detail ? {} : detail
    }
  }, NAMES)
  return { page, errors, loads: () => loads }
}

export async function seenEvents(page: Page, name: string): Promise<unknown[]> {
  const events = await page.evaluate(() => (window as unknown as { seenEvents: SeenEvent[] }).seenEvents)
  return events.filter(event => event.name === name).map(event => event.detail)
}

export async function waitForEvent(page: Page, name: string, timeout = 20_000): Promise<void> {
  await page.waitForFunction(
    wanted =>
      (window as unknown as { seenEvents: SeenEvent[] }).seenEvents.some(event => event.name === wanted),
    name,
    { timeout },
  )
}

/** Waits until every language, or the one given, is on the device. */
export async function waitUntilSaved(page: Page, code?: string, timeout = 30_000): Promise<void> {
  await page.waitForFunction(
    wanted => {
      const { seenEvents } = window as unknown as { seenEvents: SeenEvent[] }
      return seenEvents.some(({ name, detail }) => {
        if (name !== 'state') return false
        const { locales } = detail as OfflineState
        return locales.every(({ code: some, state }) => state === 'saved' || (wanted && some !== wanted))
      })
    },
    code,
    { timeout },
  )
}

/** Opens an address and gives the first sign, so that the worker is registered at once. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.mouse.move(40, 200)
  await page.mouse.move(60, 220)
}

/** Stores of this origin, sorted. */
export async function storeNames(page: Page): Promise<string[]> {
  return (await page.evaluate(() => caches.keys())).toSorted()
}

export async function heading(page: Page): Promise<string> {
  return ((await page.locator('h1').first().textContent()) ?? '').replace(/#/g, '').trim()
}

/** What the browser does by itself on a navigation or once in a while. */
export async function askForUpdate(page: Page): Promise<void> {
  await page.evaluate(
    async () => void (await (await navigator.serviceWorker.ready).update().catch(() => undefined)),
  )
}
