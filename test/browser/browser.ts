import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'
import { inject } from 'vitest'

export { serveFolder, type FolderServer, type Seen, type ServeOptions } from './serve-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the browser that all files of the run share. */
    chromium?: string
  }
}

export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
]

/**
 * Chromium without a window: the one that the run has started (`start-chromium.ts`), or one of its own where there is none or
 * `options` ask for another. Close it after the tests, with all its pages.
 */
export async function launchBrowser(options?: LaunchOptions): Promise<Browser> {
  const address = inject('chromium')
  if (address && !options) return chromium.connect(address)
  return chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS, ...options })
}

/** Starts Chromium with a profile folder, so that what a page stored is there again after a restart. */
export async function launchPersistent(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { executablePath: await findChromium(), args: ARGUMENTS })
}

/** The Chromium that `DOCSGEN_CHROMIUM` names, else the packed one of the development dependencies. */
export async function findChromium(): Promise<string> {
  return process.env['DOCSGEN_CHROMIUM'] || (await import('@sparticuz/chromium')).default.executablePath()
}
