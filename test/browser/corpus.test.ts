import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { copyPages, HAS_CORPUS } from '../corpus/corpus.ts'
import { createFolder } from '../sites/site.ts'
import { IS_FULL } from '../support/full.ts'
import { PHONE, useServedSite, wake } from './browser.ts'

/** One page of every kind: home, section index, API page, guide, long page, page without sidebar entry, not found. */
const KINDS =
  '/ /zh/guides/ /ja/api/wrapper/find.html /ru/guides/getting-started.html /fr/api/options.html /pt/upgrading-to-v1/ /api/wrapper/ /guide/brewing.html /ja/api/pour.html'

const served = useServedSite(
  () => {
    const { root, remove } = copyPages()
    return { ...createFolder({}, root), remove }
  },
  { csp: true },
)

function chosen(): string[] {
  const paths = Object.keys(served.site.hashes('dist'))
    .filter(name => name.endsWith('.html') && !name.endsWith('404.html'))
    .map(name => `/${name.replace(/(^|\/)index\.html$/, '$1')}`)
    .toSorted()
  const some = [...KINDS.split(' '), ...paths.filter((_path, index) => index % 80 === 0)]
  return [...(IS_FULL ? paths : new Set(some.filter(path => paths.includes(path)))), '/fr/404.html']
}

const mainText = (page: Page) =>
  page.evaluate(() => (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' '))

describe(`every page of ${HAS_CORPUS ? 'the corpus' : 'the small corpus, the large one being absent'} in Chromium`, () => {
  test(
    'opens and hydrates under the strict policy with 0 violations, 0 console errors, and the same text with and without JavaScript',
    { timeout: IS_FULL ? 1_800_000 : 240_000 },
    async () => {
      const problems: string[] = []
      const { page: scripted, ...opened } = await served.open()
      const { page: plain } = await served.open(undefined, { javaScriptEnabled: false })
      scripted.on('console', message => {
        const text = message.text()
        // The corpus comes with two of its public files only, and a not-found page is a 404 by nature.
        const known = /vueschool\.css|404 \(Not Found\)/.test(text + message.location().url)
        if (message.type() === 'error' && !known) problems.push(`${scripted.url()}: ${text}`)
      })
      for (const address of chosen()) {
        await scripted.goto(address)
        await wake(scripted)
        await plain.goto(address)
        const [a, b] = [await mainText(scripted), await mainText(plain)]
        if (a !== b || a === '') problems.push(`${address}: the text differs without JavaScript`)
      }
      expect(problems).toEqual([])
      // Exceptions.
      expect(opened.problems.filter(text => /^\w*Error:/.test(text))).toEqual([])
    },
  )

  test('a page is small, and stays where it is when the app comes', async () => {
    served.server.options.compress = true
    const { page } = await served.open(undefined, {
      viewport: PHONE,
      before: page =>
        page.addInitScript(() => {
          const sum = Object.assign(self, { shifts: { total: 0 } }).shifts
          new PerformanceObserver(list => {
            for (const entry of list.getEntries()) sum.total += (entry as unknown as { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
        }),
    })
    const bytes = (kind = /./) =>
      served.server.seen.filter(({ url }) => kind.test(url)).reduce((sum, seen) => sum + seen.bytes, 0)
    await page.goto(chosen().at(-2) ?? '/')
    await page.waitForLoadState('networkidle')
    expect(bytes()).toBeLessThanOrEqual(50_000)
    expect(bytes(/\.js$/)).toBeLessThanOrEqual(6_000)
    await wake(page)
    await expect.poll(() => served.server.seen.some(({ purpose }) => purpose === 'prefetch')).toBe(true)
    expect(bytes()).toBeLessThanOrEqual(150_000)
    const { total } = await page.evaluate(() => (self as unknown as { shifts: { total: number } }).shifts)
    expect(total).toBeLessThanOrEqual(0.02)
  })
})
