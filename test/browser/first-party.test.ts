import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { FIRST_PARTY_FILES } from '../sites/first-party-site.ts'
import { createTestSite } from '../sites/site.ts'
import { findViolations } from './axe.ts'
import { useServedSite } from './browser.ts'

const served = useServedSite(() => createTestSite(FIRST_PARTY_FILES), { base: '/base/', csp: true })

/** Opens a page once its fonts are there; what the browser complains of is noted. */
async function open(
  path: string,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<[page: Page, complaints: string[]]> {
  const viewport = { width, height: 800 }
  const { page, problems } = await served.open(`/base${path}`, { viewport, colorScheme })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return [page, problems]
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
  await page.goto(`${served.server.origin}/base/formulas.html`)
  const boxes = page.locator('.math-display')
  const scroll = await boxes.evaluateAll(all => all.map(box => box.scrollWidth > box.clientWidth))
  expect(scroll).toContain(true)
})

it('pages that are shown without a new document have them, too', async () => {
  const [page, complaints] = await open('/', 1280, 'light')
  await page.mouse.move(5, 5)
  await page.getByRole('link', { name: 'diagrams', exact: true }).click()
  await page.getByRole('img', { name: 'The way' }).waitFor()
  expect(await page.getByRole('img').count()).toBe(6)
  expect(complaints).toEqual([])
})
