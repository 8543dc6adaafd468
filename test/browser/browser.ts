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

export { serveFolder, type FolderServer, type Seen, type ServeOptions } from './serve-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address and program of the browser that all files of the run share. */
    chromium: { address: string; executablePath: string }
  }
}

export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
]

/**
 * Chromium without a window: the one that the run has started (`start-chromium.ts`), or one of its own where `options` ask for
 * another. Close it after the tests, with all its pages.
 */
export async function launchBrowser(options?: LaunchOptions): Promise<Browser> {
  const { address, executablePath } = inject('chromium')
  if (!options) return chromium.connect(address)
  return chromium.launch({ executablePath, args: ARGUMENTS, ...options })
}

/** The browser of the run, for all tests of a file. */
export function useBrowser(): Pick<Browser, 'newPage' | 'newContext'> {
  const state = {} as { browser: Browser }
  beforeAll(async () => void (state.browser = await launchBrowser()))
  afterAll(() => state.browser?.close())
  return {
    newPage: options => state.browser.newPage(options),
    newContext: options => state.browser.newContext(options),
  }
}

/** Starts Chromium with a profile folder, so that what a page stored is there again after a restart. */
export async function launchPersistent(profile: string): Promise<BrowserContext> {
  const { executablePath } = inject('chromium')
  return chromium.launchPersistentContext(profile, { executablePath, args: ARGUMENTS })
}

export interface OpenOptions extends BrowserContextOptions {
  /** Shows a first interaction and waits until the app is in. */
  app?: boolean
}

export interface Opened {
  page: Page
  context: BrowserContext
  /** Errors of the console, exceptions and violations of the policy since the page was opened. */
  problems: string[]
}

/** A built site on a server, and a browser, for all tests of a file. */
export interface ServedSite {
  browser: Browser
  site: TestSite
  server: FolderServer
  /**
   * Opens an address of the site in a browser profile of its own, which is closed after the test. There is no worker unless the
   * options allow one: installing it is a third of what a visit costs.
   */
  open(address: string, options?: OpenOptions): Promise<Opened>
}

/**
 * Builds a site once and serves it to all tests of a file. What a test changes of the server's options, or closes, is as before
 * for the next one.
 */
export function useServedSite(
  create: () => TestSite | Promise<TestSite>,
  serve: ServeOptions = {},
): ServedSite {
  const contexts: BrowserContext[] = []
  const state = {} as ServedSite
  state.open = async (address, { app = false, ...options } = {}) => {
    const context = await state.browser.newContext({
      viewport: { width: 1280, height: 800 },
      serviceWorkers: 'block',
      ...options,
    })
    contexts.push(context)
    const page = await context.newPage()
    const problems = watchProblems(page)
    if (options.javaScriptEnabled !== false) await page.addInitScript(watchViolations)
    await page.goto(state.server.origin + address)
    if (app) await wake(page)
    return { page, context, problems }
  }
  beforeAll(async () => {
    state.browser = await launchBrowser()
    state.site = await create()
    state.server = await serveFolder(await state.site.build(), { ...serve })
  })
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    await state.server?.reopen()
    Object.assign(state.server ?? {}, { options: { ...serve }, folder: state.site?.output })
    state.server?.seen.splice(0)
  })
  afterAll(async () => {
    await state.browser?.close()
    await state.server?.close()
    state.site?.remove()
  })
  return state
}

/** Errors of the console and exceptions, from now on. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('console', message => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', error => problems.push(String(error)))
  return problems
}

/** Runs in every document: violations of the policy are errors; the mark is missing after a full load. */
function watchViolations(): void {
  addEventListener('securitypolicyviolation', event =>
    console.error('policy', event.effectiveDirective, event.blockedURI),
  )
  Object.assign(self, { isSameDocument: true })
}

/** Shows a first interaction and waits until the app is in. */
export async function wake(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
}
