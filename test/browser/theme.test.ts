import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, serveFolder, type FolderServer } from './browser.ts'
import { buildThemeSite, type ThemeSite } from './theme-site.ts'

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 800 }

let browser: Browser
let site: ThemeSite
let server: FolderServer
let context: BrowserContext | undefined

beforeAll(async () => {
  browser = await launchBrowser()
  site = await buildThemeSite()
  server = await serveFolder(site.output)
})
afterEach(async () => {
  await context?.close()
  context = undefined
})
afterAll(async () => {
  await server?.close()
  await browser?.close()
  await site?.remove()
})

async function visit(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  context = await browser.newContext({ viewport: DESKTOP, ...options })
  const page = await context.newPage()
  await page.goto(server.origin + address)
  return page
}

/** Visits with a touch screen and waits until the app has taken over. */
async function visitPhone(address: string): Promise<Page> {
  const page = await visit(address, { viewport: PHONE, hasTouch: true })
  await page.keyboard.press('Shift')
  await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
  return page
}

const drawer = (page: Page) => page.locator('#docsgen-drawer')
const menuButton = (page: Page) => page.locator('.header .menu-button')
const focused = (page: Page, selector: string) =>
  page.evaluate(wanted => document.activeElement?.closest(wanted) !== null, selector)
const isClosed = (page: Page) => drawer(page).waitFor({ state: 'hidden' })

async function openDrawer(page: Page): Promise<void> {
  await menuButton(page).click()
  await page.waitForSelector('#docsgen-drawer[role=dialog]')
  await page.waitForFunction(() => document.activeElement?.closest('#docsgen-drawer'))
}

describe('keyboard', () => {
  test('the first stop is the skip link, which leads into the content (A-KEY-1)', async () => {
    const page = await visit('/everything.html')
    await page.keyboard.press('Tab')
    expect(await focused(page, '.skip-link')).toBe(true)
    expect((await page.locator('.skip-link').boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'docsgen-main')
  })

  test('every stop has a visible outline and is clear of the header (A-KEY-2)', async () => {
    const page = await visit('/everything.html')
    await page.keyboard.press('Shift')
    await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
    const problems: string[] = []
    for (let stop = 0; stop < 60; stop++) {
      await page.keyboard.press('Tab')
      const problem = await page.evaluate(() => {
        const element = document.activeElement
        if (!element || element === document.body || element.matches('.code-group-input')) return ''
        const { top, bottom } = element.getBoundingClientRect()
        const header = element.closest('.header, .skip-link') ? 0 : 57
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        const isSeen = bottom > header && top < innerHeight
        const isMarked = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
        return isSeen && isMarked ? '' : element.outerHTML.slice(0, 120)
      })
      if (problem) problems.push(problem)
    }
    expect(problems).toEqual([])
  })

  test('a disclosure opens and closes by key, and gives the focus back (A-DROP-1)', async () => {
    const page = await visit('/everything.html')
    const button = page.locator('.top-nav .disclosure-button')
    const list = page.locator('.top-nav .popover')
    await button.focus()
    await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
    for (const key of ['Enter', 'Space']) {
      await page.keyboard.press(key)
      expect(await list.isVisible()).toBe(true)
      expect(await button.getAttribute('aria-expanded')).toBe('true')
      await page.keyboard.press('Tab')
      expect(await focused(page, '.top-nav .popover')).toBe(true)
      await page.keyboard.press('Escape')
      expect(await list.isVisible()).toBe(false)
      expect(await button.getAttribute('aria-expanded')).toBe('false')
      expect(await focused(page, '.disclosure-button')).toBe(true)
    }
    await page.keyboard.press('Enter')
    for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab')
    expect(await list.isVisible()).toBe(false)
  })

  test('tabs over code are radio buttons', async () => {
    const page = await visit('/everything.html')
    await page.locator('.code-group-input').first().focus()
    expect(await page.getByText('npm install first').isVisible()).toBe(true)
    await page.keyboard.press('ArrowRight')
    expect(await page.getByText('yarn add second').isVisible()).toBe(true)
    expect(await page.getByText('npm install first').isVisible()).toBe(false)
  })
})

describe('drawer on a phone', () => {
  test('is a modal dialog: focus inside, the rest inert, no scrolling, Esc closes (A-MOB-1)', async () => {
    const page = await visitPhone('/everything.html')
    await openDrawer(page)
    expect(await menuButton(page).getAttribute('aria-expanded')).toBe('true')
    const inert = await page.evaluate(() =>
      ['main', '.header', '.footer'].map(name => document.querySelector(name)?.hasAttribute('inert')),
    )
    expect(inert).toEqual([true, true, true])
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
    for (const key of [...Array<string>(20).fill('Tab'), ...Array<string>(20).fill('Shift+Tab')]) {
      await page.keyboard.press(key)
      expect(await focused(page, '#docsgen-drawer')).toBe(true)
    }
    await page.keyboard.press('Escape')
    await isClosed(page)
    expect(await focused(page, '.header .menu-button')).toBe(true)
    expect(await page.locator('[inert]').count()).toBe(0)
  })

  test('closes on the mask, after a navigation and after a jump, which take the focus (B172, B173)', async () => {
    const page = await visitPhone('/everything.html')
    await openDrawer(page)
    await page.mouse.click(380, 600)
    await isClosed(page)

    await openDrawer(page)
    await drawer(page).getByText('Table').click()
    await isClosed(page)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('table')
    const [heading, bar] = await page.evaluate(() =>
      ['#table', '.outline-bar'].map(name => document.querySelector(name)?.getBoundingClientRect()),
    )
    expect(heading?.top).toBeGreaterThan(bar?.bottom ?? Infinity)

    await openDrawer(page)
    await drawer(page).locator('.sidebar a[href="/guides/"]').click()
    await page.waitForFunction(() => document.title.startsWith('Guides'))
    await isClosed(page)
    expect(await focused(page, 'h1')).toBe(true)
  })

  test('opens by a swipe from the edge only, and closes by any other (B174)', async () => {
    const page = await visitPhone('/guides/')
    const session = await page.context().newCDPSession(page)
    const swipe = async (from: number, to: number) => {
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: x === undefined ? [] : [{ x, y: 500 }],
        })
      await touch('touchStart', from)
      await touch('touchMove', to)
      await touch('touchEnd')
      await page.waitForTimeout(300)
    }
    await swipe(120, 300)
    expect(await drawer(page).isVisible()).toBe(false)
    await swipe(20, 150)
    expect(await drawer(page).isVisible()).toBe(true)
    await swipe(250, 100)
    expect(await drawer(page).isVisible()).toBe(false)
  })

  test('works on a page without a sidebar, too', async () => {
    const page = await visitPhone('/')
    await openDrawer(page)
    expect(await drawer(page).locator('.drawer-nav a[href="/guides/"]').isVisible()).toBe(true)
  })
})

test('the colour scheme follows the choice, lasts, and can follow the system again', async () => {
  const page = await visit('/everything.html')
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const option = (name: string) => page.locator(`.header [data-scheme-value=${name}]`)
  const light = await background()
  await option('dark').click()
  await page.waitForSelector('[data-scheme=dark]')
  expect(await background()).not.toBe(light)
  expect(await option('dark').getAttribute('aria-pressed')).toBe('true')
  await page.reload()
  expect(await background()).not.toBe(light)
  await option('system').click()
  await page.waitForSelector(':root:not([data-scheme])')
  expect(await background()).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background()).not.toBe(light)
})

describe('without JavaScript (C-10)', () => {
  test('menus, sidebar, outline and languages open; what needs scripts is hidden', async () => {
    const page = await visit('/everything.html', { viewport: PHONE, javaScriptEnabled: false })
    await menuButton(page).click()
    expect(await drawer(page).locator('.sidebar a[href="/guides/"]').isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.locator('.language-menu button').click()
    expect(await page.locator('#docsgen-languages a[hreflang=zh-CN]').isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.locator('.outline-bar button').click()
    expect(await page.locator('#docsgen-outline a[href="#boxes"]').isVisible()).toBe(true)
    for (const name of ['.search-button', '.copy-code']) {
      expect(await page.locator(name).first().isVisible()).toBe(false)
    }
  })
})
