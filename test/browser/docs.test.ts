import path from 'node:path'
import { expect, test } from 'vitest'
import { createFolder } from '../sites/site.ts'
import { IS_FULL } from '../support/full.ts'
import { judge } from './axe.ts'
import { PHONE, useServedSite } from './browser.ts'

/** A page of each kind, in English; all of them with `DOCSGEN_FULL=1`. */
const SAMPLE = ['index.html', 'guide/theme.html', 'reference/configuration.html']

/** It is made from the source beside it, so it is built where it is, into another folder. */
const folder = createFolder().root
const served = useServedSite(
  () => ({ ...createFolder({}, path.resolve(import.meta.dirname, '../../docs')), remove: () => undefined }),
  {},
  async site => {
    const { stdout } = await site.run(['build', '--json', '--out-dir', folder])
    const { pages } = JSON.parse(stdout) as { pages: Record<string, number> }
    expect(pages).toEqual({ '/': expect.any(Number), '/ja/': expect.any(Number), '/zh/': expect.any(Number) })
    return folder
  },
)

test(
  'the documentation of docsgen: every page is fine for axe and as wide as its window',
  { timeout: 1_800_000 },
  async () => {
    const all = Object.keys(createFolder({}, folder).hashes('.')).filter(file => file.endsWith('.html'))
    const { page } = await served.open(undefined, { bypassCSP: true })
    const found: string[] = []
    for (const address of IS_FULL ? all : SAMPLE) {
      await page.goto(`/${address}`)
      found.push(...(await judge(page)).map(what => `${address}: ${what}`))
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
