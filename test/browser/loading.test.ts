import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clickLink, clickOffline, isChunk, place, saveData, useReader, waitForTitle, wake } from './reader.ts'

const { server, context, visit } = useReader()
const API = '/api/'
const toOptions = 'main a[href="/api/options.html"]'
const chunks = () => server().seen.filter(({ url }) => isChunk(url))
/** What the page tells developers. */
const warnings = (page: Page) => {
  const texts: string[] = []
  page.on('console', message => {
    if (message.type() === 'warning') texts.push(message.text())
  })
  return texts
}

test('a chunk goes from not loaded to loading to loaded: one request, shared and kept', async () => {
  const page = await visit(API, { delay: name => (isChunk(name) ? 300 : undefined) })
  await saveData(page)
  await wake(page)
  server().seen.length = 0
  for (let click = 0; click < 3; click++) await clickLink(page, toOptions)
  await waitForTitle(page, 'Options')
  expect(chunks()).toHaveLength(1)
  await clickLink(page, 'main a[href="/api/"]')
  await waitForTitle(page, 'API')
  await clickLink(page, toOptions)
  await waitForTitle(page, 'Options')
  expect(chunks()).toHaveLength(1)
})

test.each([
  ['error', { status: 404 }],
  ['missing', { status: 200, body: '', type: 'text/javascript' }],
] as const)(
  'ChunkLoadError says “Loading chunk {n} failed.” and ({event type or missing}: {address}): %s',
  async (type, answer) => {
    const page = await visit(API)
    await saveData(page)
    await wake(page)
    const told = warnings(page)
    server().options = { csp: true, answer: url => (isChunk(url) ? answer : undefined) }
    await clickLink(page, toOptions)
    await page.waitForURL('**/api/options.html', { timeout: 8000 })
    const pattern = `Loading chunk v-[0-9a-f]+ failed.\\n\\(${type}: /assets/js/v-[^)]+\\.js\\?r=2\\)`
    expect(told.join('\n')).toMatch(new RegExp(pattern))
    expect(told.join('\n')).toContain('ChunkLoadError')
  },
)

/** The 120 000 ms of a chunk that nobody waits for: `load-chunk.test.ts`. */
test('a chunk that is never answered is asked for again after eight seconds, then the page is loaded whole', async () => {
  const page = await visit(API)
  await page.clock.install()
  await saveData(page)
  await wake(page)
  const told = warnings(page)
  server().options = { csp: true, delay: name => (isChunk(name) ? Infinity : undefined) }
  await clickLink(page, toOptions)
  await page.waitForSelector('#nprogress', { state: 'attached' })
  await page.clock.runFor(7500)
  expect(told).toEqual([])
  await page.clock.runFor(2500)
  await page.waitForURL('**/api/options.html')
  expect(told.join('\n')).toContain('LateError')
})

test('a rejected navigation is retried, then loaded whole, at most once per address in 10 s; then the reader is told', async () => {
  const page = await visit(API)
  await saveData(page)
  await wake(page)
  server().options = { csp: true, answer: url => (isChunk(url) ? { status: 404 } : undefined) }
  server().seen.length = 0
  await clickLink(page, toOptions)
  await page.waitForURL('**/api/options.html', { timeout: 8000 })
  const queries = chunks().map(({ url }) => new URL(url, server().origin).search)
  expect(queries.slice(0, 3)).toEqual(['', '?r=1', '?r=2'])
  expect(server().seen.filter(({ url }) => url === '/api/options.html')).toHaveLength(1)
  await page.goBack()
  await waitForTitle(page, 'API')
  await wake(page)
  await clickLink(page, toOptions)
  await page.waitForSelector('.load-status', { timeout: 8000 })
  expect(await place(page)).toBe(API)
  expect(server().seen.filter(({ url }) => url === '/api/options.html')).toHaveLength(1)
})

test.each([
  ['/', 'You are offline'],
  ['/ja/', 'オフライン'],
])('the reader of %s is told in their language', async (address, text) => {
  const page = await visit(address)
  await saveData(page)
  await wake(page)
  await page.waitForTimeout(300)
  await clickOffline(page, 'main a[href$="/api/"]')
  expect(await page.locator('.load-status p').innerText()).toMatch(new RegExp(text, 'i'))
})

test('nothing stays pending when a chunk fails', async () => {
  const page = await visit(API)
  await saveData(page)
  await wake(page)
  await clickOffline(page, toOptions)
  await page.locator('#nprogress').waitFor({ state: 'detached' })
  expect(await page.locator('head script[src*="/v-"]').count()).toBe(0)
  await context().setOffline(false)
  await page.locator('.load-status button').click()
  await waitForTitle(page, 'Options')
})

test.each(['hover', 'focus', 'touch'] as const)('a page chunk is prefetched on intent: %s', async intent => {
  const page = await visit('/guides/', {}, { hasTouch: true })
  await wake(page)
  await page.waitForTimeout(600)
  // A page that no link in view leads to.
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.id = 'intent'
    link.href = '/strange.html'
    link.textContent = 'strange'
    document.querySelector('main h1')?.after(link)
  })
  server().seen.length = 0
  const link = page.locator('#intent')
  if (intent === 'hover') await link.hover()
  if (intent === 'focus') await link.focus()
  if (intent === 'touch') await link.dispatchEvent('touchstart')
  await expect.poll(() => chunks().map(({ purpose }) => purpose)).toEqual(['prefetch'])
  await link.evaluate(element => (element as HTMLElement).click())
  await waitForTitle(page, 'Strange page')
  expect(chunks()).toHaveLength(1)
})

test('once React is in, the few links in view are prefetched, never hundreds', async () => {
  const page = await visit(API)
  await wake(page)
  await page.waitForTimeout(1500)
  expect(chunks().length).toBeGreaterThan(0)
  expect(chunks().length).toBeLessThanOrEqual(20)
  expect(chunks().every(({ purpose }) => purpose === 'prefetch')).toBe(true)
})

test('nothing is prefetched under Save-Data', async () => {
  const page = await visit(API)
  await saveData(page)
  await wake(page)
  await page.locator(toOptions).hover()
  await page.waitForTimeout(1000)
  expect(chunks()).toEqual([])
})
