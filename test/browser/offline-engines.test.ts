import { existsSync } from 'node:fs'
import { type BrowserType, firefox, webkit } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { buildVersions, useOfflineSuite } from '../support/offline-suite.ts'
import { askForUpdate, visit, waitUntilSaved, watchPage, type WatchedPage } from './offline-page.ts'

const PAGES = ['/', '/guide/', '/guide/first.html', '/guide/second.html', '/api/mount.html', '/api/Wrapper/']
const footer = ({ page }: WatchedPage) => page.locator('footer.footer').textContent()

/** Firefox and WebKit where Playwright has installed them (`npx playwright install`). */
describe.each([firefox, webkit].map(type => [type.name(), type] as const))('%s', (_name, type) => {
  const suite = useOfflineSuite<'v1' | 'v2'>(site => buildVersions(site, ['v1', 'v2']))

  async function inBrowser(use: (tab: WatchedPage) => Promise<void>): Promise<void> {
    const browser = await (type as BrowserType).launch()
    try {
      const tab = await watchPage(await browser.newContext())
      await visit(tab.page, `${suite.server.origin}/`)
      await waitUntilSaved(tab.page)
      await use(tab)
    } finally {
      await browser.close()
    }
  }

  test.skipIf(!existsSync(type.executablePath()))('every page opens with the server closed', () =>
    inBrowser(async ({ page }) => {
      await suite.server.close()
      for (const path of ['', '/zh', '/fr'].flatMap(locale => PAGES.map(name => locale + name))) {
        await page.goto(suite.server.origin + path)
        expect(await page.locator('main h1').textContent()).toMatch(/Home|Guide|First|Second|mount|Wrapper/)
      }
    }),
  )

  test.skipIf(!existsSync(type.executablePath()))('a new version is offered and takes over', () =>
    inBrowser(async tab => {
      suite.server.folder = suite.folders.v2
      await askForUpdate(tab.page)
      await tab.page.locator('#docsgen-update button').first().waitFor()
      expect(await footer(tab)).toBe('v1')
      await tab.page.locator('#docsgen-update button').first().click()
      await expect.poll(() => footer(tab).catch(() => '')).toBe('v2')
    }),
  )

  test.skipIf(!existsSync(type.executablePath()))('wrong bytes are refused and the old version goes on', () =>
    inBrowser(async tab => {
      suite.server.folder = suite.folders.v2
      const page = { status: 200, body: '<!DOCTYPE html><title>App</title>' }
      suite.server.trick = url => (url.startsWith('/assets/js/app.') ? page : undefined)
      await askForUpdate(tab.page)
      const { origin } = suite.server
      await suite.server.close()
      await tab.page.goto(`${origin}/guide/first.html`)
      expect(await footer(tab)).toBe('v1')
    }),
  )
})
