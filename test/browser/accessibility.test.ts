import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { judge, SCHEMES } from './axe.ts'
import {
  clickLink,
  DESKTOP,
  type OpenOptions,
  overflow,
  PHONE,
  stands,
  useServedSite,
  wake,
} from './browser.ts'
import { readTree } from './read-tree.ts'
import { createThemeSite } from './theme-site.ts'

const PAGE = '/everything.html'
const PAGES = ['/', PAGE, '/guides/', '/zh/everything.html', '/404.html']

const served = useServedSite(createThemeSite)

/** Opens a page with the app in it; axe is no script of the site. */
async function open(address: string, options: OpenOptions = {}): Promise<Page> {
  return (await served.open(address, { bypassCSP: true, app: true, ...options })).page
}

async function press(page: Page, button: string): Promise<void> {
  await page.locator(button).click()
  await page.locator(`${button}[aria-expanded=true]`).waitFor()
  await stands(page)
}

test('axe finds nothing on any page; at 320 px, as zoomed to four times the size, nothing is outside the window', async () => {
  const { page } = await served.open(undefined, { bypassCSP: true })
  for (const address of PAGES) {
    await page.goto(address)
    await wake(page)
    expect([address, ...(await judge(page))]).toEqual([address])
    await page.setViewportSize({ width: 320, height: 256 })
    expect([address, await overflow(page)]).toEqual([address, 0])
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('.header button, .header a, main a, main button, h1')]
        .filter(element => element.getClientRects().length > 0 && getComputedStyle(element).opacity !== '0')
        .filter(element => {
          const { left, right } = element.getBoundingClientRect()
          return (left < 0 || right > innerWidth) && !element.closest('pre, .table-region, .skip-link')
        })
        .map(element => element.outerHTML),
    )
    expect([address, ...outside]).toEqual([address])
  }
  await page.goto(PAGE)
  const regions = await page.evaluate(() =>
    [...document.querySelectorAll('.content pre, .table-region')]
      .filter(region => region.scrollWidth > region.clientWidth)
      .map(region => [region.getAttribute('tabindex'), Boolean(region.getAttribute('aria-label'))]),
  )
  // Code and tables scroll in regions of their own that take the focus.
  expect(regions.length).toBeGreaterThan(1)
  expect(regions.every(([tabindex, isNamed]) => tabindex === '0' && isNamed)).toBe(true)
})

test('axe finds nothing in what is open', async () => {
  const page = await open(PAGE, { viewport: PHONE })
  for (const [button, viewport] of [
    ['.header .menu-button', PHONE],
    ['.outline-bar button', PHONE],
    ['.language-menu button', PHONE],
    ['.top-nav .disclosure-button', DESKTOP],
  ] as const) {
    await page.setViewportSize(viewport)
    await press(page, button)
    expect([button, ...(await judge(page, SCHEMES))]).toEqual([button])
    await page.keyboard.press('Escape')
    await page.locator(`${button}[aria-expanded=false]`).waitFor()
  }
})

test('axe finds nothing while a page loads, and when it did not load', async () => {
  const page = await open(PAGE)
  const follow = () => clickLink(page, 'a.brand', { href: '/zh/everything.html' })
  served.server.options.delay = name => (/\/v-/.test(name) ? Infinity : undefined)
  await follow()
  await page.waitForSelector('#nprogress', { state: 'attached' })
  expect(await judge(page, SCHEMES)).toEqual([])
  served.server.options = {}
  await page.reload()
  await wake(page)
  await page.context().setOffline(true)
  await follow()
  await page.waitForSelector('.load-status')
  expect(await judge(page, SCHEMES)).toEqual([])
})

describe('reading', () => {
  test('cuts nothing with wide spacing and with text of 200 %', async () => {
    const page = await open(PAGE)
    for (const content of [
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
      'html { font-size: 200% }',
    ]) {
      const style = await page.addStyleTag({ content })
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport)
        expect(await overflow(page)).toBe(0)
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll('.layout *')]
            .filter(
              element =>
                getComputedStyle(element).overflowX === 'hidden' &&
                getComputedStyle(element).clipPath === 'none' &&
                !element.closest('svg, .code-block') &&
                (element.scrollWidth > element.clientWidth + 1 ||
                  element.scrollHeight > element.clientHeight + 1),
            )
            .map(({ outerHTML }) => outerHTML),
        )
        expect(cut).toEqual([])
      }
      await style.evaluate((element: Element) => element.remove())
    }
  })

  test('main controls are at least 44 px on a phone, other targets 24 px', async () => {
    const page = await open(PAGE, { viewport: PHONE, hasTouch: true })
    const sizes = await page.evaluate(() => {
      const small = (selector: string, least: number) =>
        [...document.querySelectorAll(selector)]
          .map(element => ({ name: element.outerHTML.slice(0, 80), box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < least)
          .map(({ name }) => name)
      return [
        ...small('.header button, .header .brand, .outline-bar button, .copy-code, .edit-link, .pager a', 44),
        ...small('button, .sidebar a, .drawer-nav a, summary', 24),
      ]
    })
    expect(sizes).toEqual([])
  })

  test('nothing moves when the reader wants no motion, nor when the colours or the window change', async () => {
    const page = await open(PAGE, { reducedMotion: 'reduce', colorScheme: 'light' })
    const longest = await page.evaluate(() => {
      const seconds = [...document.querySelectorAll('*')].flatMap(element => {
        const { transitionDuration, animationDuration } = getComputedStyle(element)
        return `${transitionDuration},${animationDuration}`.split(',').map(parseFloat)
      })
      return Math.max(...seconds)
    })
    expect(longest).toBeLessThanOrEqual(0.01)
    const started = await page.evaluateHandle(() => {
      const names: string[] = []
      document.addEventListener('transitionrun', ({ propertyName }) => names.push(propertyName), true)
      return names
    })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(PHONE)
    await press(page, '.header .menu-button')
    expect(await started.jsonValue()).toEqual([])
  })
})

test('with forced colours and with more contrast, focus, current page and code can be seen', async () => {
  const page = await open(PAGE)
  for (const media of [{ forcedColors: 'active' }, { forcedColors: 'none', contrast: 'more' }] as const) {
    await page.emulateMedia(media)
    await page.locator('.sidebar a[href="/guides/"]').focus()
    const seen = await page.evaluate(() => {
      const look = (selector: string) => getComputedStyle(document.querySelector(selector) as Element)
      const focus = getComputedStyle(document.activeElement as Element)
      const [current, other] = [look('.sidebar [aria-current=page]'), look('.sidebar a[href="/guides/"]')]
      return {
        isFocusOutlined: focus.outlineStyle !== 'none' && parseFloat(focus.outlineWidth) >= 2,
        isCurrentMarked: (
          ['fontWeight', 'borderInlineStartWidth', 'outlineStyle', 'backgroundColor'] as const
        ).some(name => current[name] !== other[name]),
        isCodeFramed: parseFloat(look('.code-block').borderTopWidth) >= 1,
        isCodeSeen: look('pre code').color !== look('.code-block').backgroundColor,
      }
    })
    expect([media, ...Object.values(seen)]).toEqual([media, true, true, true, true])
    // Icons drawn as masks keep a colour of their own.
    const button = page.locator('.copy-code').first()
    await button.focus()
    const [icon, behind] = await button.evaluate(element => [
      getComputedStyle(element, '::before').backgroundColor,
      getComputedStyle(element).backgroundColor,
    ])
    expect(icon).not.toBe(behind)
  }
})

// Names of buttons, code and headings among them: the permalink of a heading is no part of its name.
test.each<[string, string, OpenOptions, string?]>([
  ['home', '/', {}],
  ['page', PAGE, {}],
  ['chinese', '/zh/everything.html', {}],
  ['not-found', '/nowhere', {}],
  ['drawer', '/guides/', { viewport: PHONE }, '.header .menu-button'],
  ['languages', '/guides/', {}, '.language-menu button'],
])('the accessibility tree: %s', async (name, address, options, button) => {
  const page = await open(address, options)
  if (button) await press(page, button)
  await expect(await readTree(page)).toMatchFileSnapshot(`trees/${name}.txt`)
})
