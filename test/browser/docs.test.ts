import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolder } from '../sites/site.ts'
import { findViolations } from './axe.ts'
import { type FolderServer, serveFolder, useBrowser } from './browser.ts'
import { IS_FULL } from '../support/full.ts'

/** A page of each kind, in English; all of them with `DOCSGEN_FULL=1`. */
const SAMPLE = ['index.html', 'guide/theme.html', 'guide/deploy.html', 'reference/configuration.html']
const KINDS = [
  { name: 'phone, dark', options: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } },
  { name: 'desktop, light', options: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } },
  { name: 'phone, light', options: { viewport: { width: 390, height: 844 }, colorScheme: 'light' } },
  { name: 'desktop, dark', options: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' } },
] as const

/** It is made from the source beside it, so it is built where it is, into another folder. */
const docs = createFolder({}, path.resolve(import.meta.dirname, '../../docs'))
const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-docs-'))
const browser = useBrowser()
let server: FolderServer
let built: { pages: Record<string, number> }

beforeAll(async () => {
  const { stdout } = await docs.run(['build', '--json', '--no-cache', '--out-dir', folder])
  built = JSON.parse(stdout) as typeof built
  server = await serveFolder(folder)
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the documentation of docsgen is built in three languages', () => {
  expect(Object.keys(built.pages)).toEqual(['/', '/ja/', '/zh/'])
  expect(built.pages['/']).toBeGreaterThan(10)
})

/** Addresses of the pages of a language. */
function pagesOf(language: string): string[] {
  if (!IS_FULL) return SAMPLE.map(page => language + page)
  const files = readdirSync(path.join(folder, language), { recursive: true, encoding: 'utf8' })
  const isOther = (file: string) => language === '' && /^(?:ja|zh)\//.test(file)
  return files.filter(file => file.endsWith('.html') && !isOther(file)).map(file => language + file)
}

describe.each(IS_FULL ? KINDS : KINDS.slice(0, 2))('the documentation of docsgen: $name', ({ options }) => {
  test.each(IS_FULL ? ['', 'ja/', 'zh/'] : [''])(
    'every page is fine for axe and as wide as its window: /%s',
    async language => {
      const context = await browser.newContext({
        ...options,
        bypassCSP: true,
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      const found: string[] = []
      for (const address of pagesOf(language)) {
        await page.goto(`${server.origin}/${address}`)
        found.push(...(await findViolations(page)).map(violation => `${address}: ${violation}`))
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (overflow > 0) found.push(`${address}: wider than the window by ${overflow}`)
      }
      await context.close()
      expect(found).toEqual([])
    },
    300_000,
  )
})

test('titles in the drawer of a phone begin where links do', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(server.origin)
  await page.click('.menu-button')
  const starts = await page.$$eval('.drawer-nav > ul > li > :is(a, span)', elements =>
    elements.map(element => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().left
    }),
  )
  expect(starts.length).toBeGreaterThan(1)
  expect(new Set(starts).size).toBe(1)
  await page.close()
})
