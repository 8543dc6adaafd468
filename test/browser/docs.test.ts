import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFolder } from '../sites/site.ts'
import { IS_FULL } from '../support/full.ts'
import { findViolations } from './axe.ts'
import { DESKTOP, overflow, PHONE, useServedSite } from './browser.ts'

/** A page of each kind, in English; all of them with `DOCSGEN_FULL=1`. */
const SAMPLE = ['index.html', 'guide/theme.html', 'guide/deploy.html', 'reference/configuration.html']
const KINDS = [
  { name: 'phone, dark', options: { viewport: PHONE, colorScheme: 'dark' } },
  { name: 'desktop, light', options: { viewport: DESKTOP, colorScheme: 'light' } },
  { name: 'phone, light', options: { viewport: PHONE, colorScheme: 'light' } },
  { name: 'desktop, dark', options: { viewport: DESKTOP, colorScheme: 'dark' } },
] as const

/** It is made from the source beside it, so it is built where it is, into another folder. */
const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const served = useServedSite(
  () => ({ ...createFolder({}, path.resolve(import.meta.dirname, '../../docs')), remove: () => undefined }),
  {},
  async site => {
    const { stdout } = await site.run(['build', '--json', '--no-cache', '--out-dir', folder])
    const { pages } = JSON.parse(stdout) as { pages: Record<string, number> }
    expect(pages).toEqual({ '/': expect.any(Number), '/ja/': expect.any(Number), '/zh/': expect.any(Number) })
    return folder
  },
)

test.each(IS_FULL ? KINDS : KINDS.slice(0, 2))(
  'the documentation of docsgen: every page is fine for axe and as wide as its window: $name',
  { timeout: 900_000 },
  async ({ options }) => {
    const all = Object.keys(createFolder({}, folder).hashes('.')).filter(file => file.endsWith('.html'))
    const { page } = await served.open(undefined, { ...options, bypassCSP: true })
    const found: string[] = []
    for (const address of IS_FULL ? all : SAMPLE) {
      await page.goto(`/${address}`)
      const over = await overflow(page)
      const violations = await findViolations(page)
      found.push(
        ...[...violations, ...(over > 0 ? [`wider by ${over}`] : [])].map(what => `${address}: ${what}`),
      )
    }
    expect(found).toEqual([])
  },
)

test('titles in the drawer of a phone begin where links do', async () => {
  const { page } = await served.open('/', { viewport: PHONE })
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
})
