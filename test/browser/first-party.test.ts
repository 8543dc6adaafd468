import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_PARTY_FILES } from '../sites/first-party-site.ts'
import { type RunningServer, startServer } from '../sites/serve.ts'
import { createTestSite, type TestSite } from '../sites/site.ts'
import { findViolations } from './axe.ts'
import { launchBrowser } from './browser.ts'

const state = {} as { site: TestSite; browser: Browser; server: RunningServer }

beforeAll(async () => {
  state.site = createTestSite(FIRST_PARTY_FILES)
  expect((await state.site.run(['build'])).code).toBe(0)
  state.browser = await launchBrowser()
  state.server = await startServer(state.site, ['preview'])
})
afterAll(async () => {
  await state.browser?.close()
  await state.server?.stop()
  state.site?.remove()
})

/** Opens a page; what the browser complains of is noted. */
async function open(
  path: string,
  width: number,
  scheme: 'light' | 'dark',
): Promise<[page: Page, complaints: string[]]> {
  const context = await state.browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(String(error)))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', event => console.error('policy', event.effectiveDirective))
  })
  await page.goto(`${state.server.origin}/base${path}`)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return [page, complaints]
}

// Formulas and diagrams stand on the page that has everything, too: `components.test.ts`.
const PAGES = ['/zh/formulas.html', '/zh/diagrams.html']
const LOOKS = [
  [1280, 'light'],
  [360, 'dark'],
] as const

describe.each(LOOKS)('pages of the plugins of the package, %i px, %s', (width, scheme) => {
  it.each(PAGES)('%s keeps to the policy, fits and is accessible', async path => {
    const [page, complaints] = await open(path, width, scheme)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(await findViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

it('a diagram and a formula that are too wide are scrolled alone, and drawn in the colours of the theme', async () => {
  const [page] = await open('/diagrams.html', 360, 'dark')
  const seen = await page.evaluate(() => {
    const [box] = document.querySelectorAll('.mermaid')
    const label = [...document.querySelectorAll('.mermaid text')].find(
      ({ textContent }) => textContent === 'Is it?',
    )
    return {
      scrolls: box !== undefined && box.scrollWidth > box.clientWidth,
      sameColour:
        label !== undefined && getComputedStyle(label).fill === getComputedStyle(document.body).color,
    }
  })
  expect(seen).toEqual({ scrolls: true, sameColour: true })
  await page.goto(`${state.server.origin}/base/formulas.html`)
  const boxes = page.locator('.math-display')
  const scroll = await boxes.evaluateAll(all => all.map(box => box.scrollWidth > box.clientWidth))
  expect(scroll).toContain(true)
  await page.context().close()
})

it('pages that are shown without a new document have them, too', async () => {
  const [page, complaints] = await open('/', 1280, 'light')
  await page.mouse.move(5, 5)
  await page.getByRole('link', { name: 'diagrams', exact: true }).click()
  await page.getByRole('img', { name: 'The way' }).waitFor()
  expect(await page.getByRole('img').count()).toBe(6)
  expect(complaints).toEqual([])
  await page.context().close()
})
