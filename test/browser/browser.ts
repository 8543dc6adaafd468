import { chromium, type Browser, type BrowserContext, type LaunchOptions } from 'playwright-core'

export { serveFolder, type FolderServer, type Seen, type ServeOptions } from './serve-folder.ts'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
]

/**
 * Starts Chromium without a window: the one that `DOCSGEN_CHROMIUM` names, else the packed one of the development
 * dependencies. Close it after the tests.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS, ...options })
}

/** Starts Chromium with a profile folder, so that what a page stored is there again after a restart. */
export async function launchPersistent(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { executablePath: await findChromium(), args: ARGUMENTS })
}

/** The Chromium that tests use: see `launchBrowser`. */
export async function findChromium(): Promise<string> {
  const named = process.env['DOCSGEN_CHROMIUM']
  return named && named !== 'packed' ? named : (await import('@sparticuz/chromium')).default.executablePath()
}
