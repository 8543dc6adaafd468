import { existsSync } from 'node:fs'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'

export { serveFolder, type FolderServer, type Seen, type ServeOptions } from './serve-folder.ts'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
]

/**
 * Starts Chromium without a window: the one that `DOCSGEN_CHROMIUM` names, else an installed one, else the packed one
 * of the development dependencies. Close it after the tests.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const named = process.env['DOCSGEN_CHROMIUM'] ?? INSTALLED.find(file => existsSync(file))
  const executablePath = named ?? (await (await import('@sparticuz/chromium')).default.executablePath())
  return chromium.launch({ executablePath, args: ARGUMENTS, ...options })
}
