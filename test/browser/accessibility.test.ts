import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from './axe.ts'
import { launchBrowser, serveFolder, type FolderServer } from './browser.ts'
import { buildThemeSite, type ThemeSite } from './theme-site.ts'

const PAGES = ['/', '/everything.html', '/guides/', '/zh/', '/zh/everything.html', '/404.html']
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 800 }

let browser: Browser
let site: ThemeSite
let server: FolderServer

beforeAll(async () => {
  browser = await launchBrowser()
  site = await buildThemeSite()
  server = await serveFolder(site.output)
})
afterAll(async () => {
  await server?.close()
  await browser?.close()
  await site?.remove()
})

/** Opens a page with the app in it, lets `use` work on it and closes it. */
async function withPage<T>(
  address: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ bypassCSP: true, ...options })
  const page = await context.newPage()
  await page.goto(server.origin + address)
  await page.keyboard.press('Shift')
  await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
  const result = await use(page)
  await context.close()
  return result
}

describe.each(['light', 'dark'] as const)('axe in the %s scheme', colorScheme => {
  test.each(PAGES)('finds nothing on %s (A-1)', async address => {
    for (const viewport of [DESKTOP, PHONE]) {
      expect(await withPage(address, { viewport, colorScheme }, findViolations)).toEqual([])
    }
  })

  test.each([
    ['drawer', PHONE, '.header .menu-button'],
    ['outline', PHONE, '.outline-bar button'],
    ['languages', PHONE, '.language-menu button'],
    ['disclosure', DESKTOP, '.top-nav .disclosure-button'],
  ])('finds nothing with the %s open (A-2)', async (_name, viewport, button) => {
    const found = await withPage('/everything.html', { viewport, colorScheme }, async page => {
      await page.locator(button).click()
      await page.waitForTimeout(300)
      return findViolations(page)
    })
    expect(found).toEqual([])
  })
})

describe('reading', () => {
  const NARROW = { viewport: { width: 320, height: 256 } }
  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  test.each(PAGES)(
    '%s needs no sideways scrolling at 320 px, as zoomed to four times the size (A-MOB-1)',
    async address => {
      expect(await withPage(address, NARROW, overflow)).toBe(0)
    },
  )

  test('code and tables scroll in regions of their own that take the focus', async () => {
    const regions = await withPage('/everything.html', NARROW, page =>
      page.evaluate(() =>
        [...document.querySelectorAll('.content pre, .table-region')]
          .filter(region => region.scrollWidth > region.clientWidth)
          .map(region => [region.getAttribute('tabindex'), Boolean(region.getAttribute('aria-label'))]),
      ),
    )
    expect(regions.length).toBeGreaterThan(1)
    expect(regions.every(([tabindex, isNamed]) => tabindex === '0' && isNamed)).toBe(true)
  })

  test.each([
    [
      'wide spacing',
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
    ],
    ['text of 200 %', 'html { font-size: 200% }'],
  ])('cuts nothing with %s (A-TXT-1)', async (_name, content) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const cut = await withPage('/everything.html', { viewport }, async page => {
        await page.addStyleTag({ content })
        return page.evaluate(() => {
          const isCut = (element: Element) =>
            getComputedStyle(element).overflowX === 'hidden' &&
            getComputedStyle(element).clipPath === 'none' &&
            !element.closest('svg, .code-block') &&
            (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
          const sideways = document.documentElement.scrollWidth > document.documentElement.clientWidth
          const found = [...document.querySelectorAll('.layout *')]
            .filter(isCut)
            .map(({ outerHTML }) => outerHTML)
          return sideways ? ['page', ...found] : found
        })
      })
      expect(cut).toEqual([])
    }
  })

  test('main controls are at least 44 px on a phone, other targets 24 px (A-SIZE-1)', async () => {
    const sizes = await withPage('/everything.html', { viewport: PHONE, hasTouch: true }, page =>
      page.evaluate(() => {
        const small = (selector: string, least: number) =>
          [...document.querySelectorAll(selector)]
            .map(element => ({ name: element.outerHTML.slice(0, 80), box: element.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < least)
            .map(({ name }) => name)
        return [
          ...small(
            '.header button, .header .brand, .outline-bar button, .copy-code, .edit-link, .pager a',
            44,
          ),
          ...small('button, .sidebar a, .drawer-nav a, summary', 24),
        ]
      }),
    )
    expect(sizes).toEqual([])
  })

  test('nothing moves when the reader wants no motion (A-MOT-1)', async () => {
    const longest = await withPage('/everything.html', { reducedMotion: 'reduce' }, page =>
      page.evaluate(() => {
        const seconds = [...document.querySelectorAll('*')].flatMap(element => {
          const { transitionDuration, animationDuration } = getComputedStyle(element)
          return `${transitionDuration},${animationDuration}`.split(',').map(parseFloat)
        })
        return Math.max(...seconds)
      }),
    )
    expect(longest).toBeLessThanOrEqual(0.01)
  })

  test('A-MOT-1: without motion nothing is in transition when the colours or the window change', async () => {
    const options = { reducedMotion: 'reduce', colorScheme: 'light', viewport: DESKTOP } as const
    const count = await withPage('/everything.html', options, async page => {
      await page.evaluate(() => {
        Object.assign(self, { started: 0 })
        const note = () => (self as unknown as { started: number }).started++
        document.addEventListener('transitionrun', note, true)
      })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize(PHONE)
      await page.locator('.header .menu-button').click()
      await page.waitForTimeout(300)
      return page.evaluate(() => (self as unknown as { started: number }).started)
    })
    expect(count).toBe(0)
  })

  test('print shows the content alone, in light colours (C-17)', async () => {
    const seen = await withPage('/everything.html', { colorScheme: 'dark' }, async page => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      const names = ['.header', '.drawer', '.outline', '.outline-bar', '.copy-code', '.edit-link', '.content']
      const visible = await Promise.all(names.map(name => page.locator(name).first().isVisible()))
      const color = await page
        .locator('pre code')
        .first()
        .evaluate(code => getComputedStyle(code).color)
      return { visible: names.filter((_, index) => visible[index]), color }
    })
    expect(seen).toEqual({ visible: ['.content'], color: 'rgb(34, 49, 60)' })
  })
})
