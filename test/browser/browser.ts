import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import type { TestSite } from '../sites/site.ts'
import { serveFolder, type FolderServer, type ServeOptions } from './serve-folder.ts'

export { serveFolder, type FolderServer, type ServeOptions } from './serve-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: { address: string; executablePath: string }
  }
}

export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
]

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 800 }

/** The Chromium that the run has started (`start-chromium.ts`), or one of its own where there are `options`. */
export async function launchBrowser(options?: LaunchOptions): Promise<Browser> {
  const { address, executablePath } = inject('chromium')
  if (!options) return chromium.connect(address)
  return chromium.launch({ executablePath, args: ARGUMENTS, ...options })
}

/** What pages store is there again after a restart. */
export async function launchPersistent(profile: string): Promise<BrowserContext> {
  const { executablePath } = inject('chromium')
  return chromium.launchPersistentContext(profile, { executablePath, args: ARGUMENTS })
}

export interface OpenOptions extends BrowserContextOptions {
  /** Shows a first interaction and waits until the app is in. */
  app?: boolean
  before?: (page: Page) => Promise<unknown>
}

export interface Opened {
  page: Page
  context: BrowserContext
  /** Errors of the console, exceptions and violations of the policy since the page was opened. */
  problems: string[]
  loads(): number
}

/** Opens an empty page. Its documents have the mark `isSameDocument` until they are left, and what the worker says in `seenEvents`. */
export async function openPage(context: BrowserContext): Promise<Opened> {
  const page = await context.newPage()
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  const problems: string[] = []
  page.on('console', message => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', error => problems.push(String(error)))
  return { page, context, problems, loads: () => loads }
}

/** Runs in every document, before its scripts: violations of the policy are errors, events of the worker are kept. */
function watchDocument(): void {
  addEventListener('securitypolicyviolation', event =>
    console.error('policy', event.effectiveDirective, event.blockedURI),
  )
  const seenEvents: object[] = []
  Object.assign(self, { isSameDocument: true, seenEvents })
  for (const name of ['ready', 'cached', 'updated', 'offline', 'error', 'state'])
    document.addEventListener(`docsgen:sw-${name}`, event => {
      const { error, registration, ...detail } = (event as CustomEvent<Record<string, unknown>>).detail
      const failure = error as (Error & { cause?: object }) | undefined
      seenEvents.push({
        name,
        detail: failure ? { message: failure.message, ...failure.cause } : registration ? {} : detail,
      })
    })
}

export interface ServedSite<Site extends TestSite = TestSite> {
  browser: Browser
  site: Site
  server: FolderServer
  /**
   * Opens an address of the site, if any, in a browser profile of its own, which is closed after the test. There is no worker
   * unless the options allow one: installing it is a third of what a visit costs.
   */
  open(address?: string, options?: OpenOptions): Promise<Opened>
}

/** Builds a site once for all tests of a file. What a test changes of the server's options, or closes, is as before for the next one. */
export function useServedSite<Site extends TestSite>(
  create: () => Site | Promise<Site>,
  serve: ServeOptions = {},
  build: (site: Site) => Promise<string> = site => site.build(),
): ServedSite<Site> {
  const contexts: BrowserContext[] = []
  const state = {} as ServedSite<Site>
  let folder = ''
  state.open = async (address, { app = false, before, ...options } = {}) => {
    const context = await state.browser.newContext({
      baseURL: state.server.origin,
      viewport: DESKTOP,
      serviceWorkers: 'block',
      ...options,
    })
    contexts.push(context)
    await context.addInitScript(watchDocument)
    const opened = await openPage(context)
    await before?.(opened.page)
    // Addresses may begin with two slashes.
    if (address !== undefined) await opened.page.goto(state.server.origin + address)
    if (app) await wake(opened.page)
    return opened
  }
  beforeAll(async () => {
    state.browser = await launchBrowser()
    state.site = await create()
    folder = await build(state.site)
    state.server = await serveFolder(folder, { ...serve })
  })
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    await state.server?.reopen()
    Object.assign(state.server ?? {}, { options: { ...serve }, folder })
    state.server?.seen.splice(0)
  })
  afterAll(async () => {
    await state.browser?.close()
    await state.server?.close()
    state.site?.remove()
  })
  return state
}

/** Shows a first interaction and waits until the app is in. */
export async function wake(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await waitForApp(page)
}

export const waitForApp = (page: Page) => page.waitForSelector('#docsgen-announcer', { state: 'attached' })

export const waitForTitle = (page: Page, title: string) =>
  page.waitForFunction(
    wanted => document.querySelector('h1')?.innerText.replaceAll('#', '').trim() === wanted,
    title,
  )

export async function chooseScheme(page: Page, scheme: 'light' | 'dark' | 'system'): Promise<void> {
  await page.click('.scheme-menu .disclosure-button')
  await page.click(`.scheme-menu [data-scheme-value=${scheme}]`)
}

/** Clicks the first link that a selector finds, wherever the pointer is: nothing is prefetched by intent. Waits for the new title. */
export async function clickLink(
  page: Page,
  selector: string,
  { href, title }: { href?: string; title?: string } = {},
): Promise<void> {
  await page.evaluate(
    ([wanted, address]) => {
      const link = document.querySelector<HTMLAnchorElement>(wanted)
      if (!link) throw new Error(`No link ${wanted}`)
      if (address !== undefined) link.setAttribute('href', address)
      link.click()
    },
    [selector, href] as const,
  )
  if (title) await waitForTitle(page, title)
}

/** Prefetching would hide what a click does by itself. */
export const saveData = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })
  })

export const place = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash)
export const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY))
export const entries = (page: Page) => page.evaluate(() => history.length)
export const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in self)
export const isFocused = (page: Page, selector: string) =>
  page.evaluate(wanted => document.activeElement?.closest(wanted) !== null, selector)
/** Waits for what the page puts off. */
export const isIdle = (page: Page) =>
  page.evaluate(async () => {
    // Where something moves all the time there may be none.
    for (let times = 0; times < 3; times++)
      await new Promise(resolve => requestIdleCallback(resolve, { timeout: 300 }))
  })
/** Until nothing moves. */
export const stands = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
export const hrefs = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(links => links.map(link => link.getAttribute('href')))
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
