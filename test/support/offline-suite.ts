import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launchBrowser } from '../browser/browser.ts'
import { askForUpdate, visit, waitUntilSaved, type WatchedPage, watchPage } from '../browser/offline-page.ts'
import { type OfflineServer, startServer } from '../browser/offline-server.ts'
import { createOfflineSite, type OfflineSite } from '../browser/offline-site.ts'

/** A browser, a site and a server for tests of offline reading. A test may replace server and context. */
export interface OfflineSuite<Name extends string> {
  browser: Browser
  site: OfflineSite
  /** Folders of the builds that `prepare` made. */
  folders: Record<Name, string>
  /** Serves the first of them, started for every test. */
  server: OfflineServer
  /** A browser profile of its own for every test. */
  context: BrowserContext
  /** Opens a page, gives the first sign and waits until every language is on the device. */
  openSaved(path?: string): Promise<WatchedPage>
  /** Puts a build on the server and lets the page ask for it. */
  update(page: Page, version: Name): Promise<void>
}

/**
 * Registers set-up and tear-down for a file of tests: one browser and one site for all, a server and a profile for
 * each test.
 * @param prepare builds the site as often as the tests need; the first folder is served
 */
export function useOfflineSuite<Name extends string>(
  prepare: (site: OfflineSite) => Promise<Record<Name, string>>,
): OfflineSuite<Name> {
  const suite = {} as OfflineSuite<Name>
  suite.openSaved = async (path = '/') => {
    const watched = await watchPage(suite.context)
    await visit(watched.page, suite.server.origin + path)
    await waitUntilSaved(watched.page)
    return watched
  }
  suite.update = async (page, version) => {
    suite.server.folder = suite.folders[version]
    await askForUpdate(page)
  }
  beforeAll(async () => {
    suite.browser = await launchBrowser()
    suite.site = createOfflineSite()
    suite.folders = await prepare(suite.site)
  })
  afterAll(async () => {
    await suite.browser?.close()
    suite.site?.remove()
  })
  beforeEach(async () => {
    suite.server = await startServer(Object.values<string>(suite.folders)[0] ?? '')
    suite.context = await suite.browser.newContext()
  })
  afterEach(async () => {
    await suite.context?.close()
    await suite.server?.close()
  })
  return suite
}

/** Builds versions of the site in which every script, every style and every document differ. */
export async function buildVersions<Name extends string>(
  site: OfflineSite,
  versions: readonly Name[],
): Promise<Record<Name, string>> {
  const folders = {} as Record<Name, string>
  for (const [index, version] of versions.entries()) {
    site.write('public/extra.css', `h1 { letter-spacing: 0.00${index + 1}em }\n`)
    site.write(
      'templates/components/Footer.tsx',
      `export function Footer() { return <footer className="footer">${version}</footer> }\n`,
    )
    folders[version] = await site.build(version)
  }
  return folders
}
