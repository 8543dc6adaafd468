import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../src/build.ts'
import type { LocaleIndex } from '../../src/schema/view.ts'
import { openSession } from '../../src/cache/workers/session.ts'
import { launchBrowser } from './browser.ts'
import { seenEvents, visit, watchPage, type WatchedPage } from './offline-page.ts'
import { type OfflineServer, startServer } from './offline-server.ts'
import { removeFolder } from '../support/remove-folder.ts'

const project = path.resolve(import.meta.dirname, '../..')
const corpus = path.resolve(project, '../shared/corpus/vue-test-utils')
const CODES = ['en', 'ja', 'zh', 'ru', 'fr', 'pt']

/** Every page of the real documentation, with the server closed. Long, so only with `DOCSGEN_FULL=1`. */
describe.skipIf(!process.env['DOCSGEN_FULL'] || !existsSync(corpus))('the whole corpus', () => {
  let browser: Browser
  let server: OfflineServer
  let context: BrowserContext
  let root: string
  let tab: WatchedPage
  const indexes: Record<string, LocaleIndex> = {}

  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'docsgen-corpus-'))
    cpSync(corpus, root, { recursive: true })
    cpSync(path.join(project, 'content/public'), path.join(root, 'public'), { recursive: true })
    cpSync(path.join(project, 'test/corpus/vue-test-utils.config.ts'), path.join(root, 'site.config.ts'))
    const session = await openSession({ root, workers: 1 })
    const { exitCode } = await build(session, {})
    await session.close()
    expect(exitCode).toBe(0)
    const dist = path.join(root, 'dist')
    for (const code of CODES) {
      indexes[code] = JSON.parse(
        readFileSync(path.join(dist, `assets/locales/${code}.json`), 'utf8'),
      ) as LocaleIndex
    }
    server = await startServer(dist)
    // A host has its files compressed; what is measured is the reader's side.
    for (const name of readdirSync(path.join(dist, 'offline')))
      await (await fetch(`${server.origin}/offline/${name}`)).text()
    server.seen.length = 0
    browser = await launchBrowser()
    context = await browser.newContext()
    tab = await watchPage(context)
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    removeFolder(root)
  })

  test('opens by address, page by page, without the server', async () => {
    await server.close()
    let count = 0
    for (const code of CODES) {
      for (const [page, [, title]] of Object.entries(indexes[code]?.pages ?? {})) {
        const response = await tab.page.goto(server.origin + page, { waitUntil: 'domcontentloaded' })
        expect([page, response?.status()]).toEqual([page, 200])
        expect((await tab.page.title()).startsWith(title)).toBe(true)
        expect(await tab.page.locator('main h1').count()).toBe(1)
        count += 1
      }
    }
    expect(count).toBe(429)
    expect(tab.errors).toEqual([])
  }, 600_000)

  test('opens by navigation in the page, language by language, without the server', async () => {
    for (const code of CODES) {
      const pages = Object.entries(indexes[code]?.pages ?? {})
      await visit(tab.page, server.origin + (pages[0]?.[0] ?? '/'))
      await tab.page.waitForFunction(() => document.querySelector('#docsgen-announcer'))
      const before = tab.loads()
      for (const [page, [, title]] of pages) {
        await tab.page.evaluate(href => {
          const link = document.createElement('a')
          link.href = href
          document.body.append(link)
          link.click()
          link.remove()
        }, page)
        await tab.page.waitForFunction(
          ([wanted, text]) => location.pathname === wanted && document.title.startsWith(text ?? ''),
          [page, title],
        )
      }
      expect(tab.loads()).toBe(before)
    }
    expect(tab.errors).toEqual([])
    expect(await seenEvents(tab.page, 'error')).toEqual([])
  }, 600_000)
})
