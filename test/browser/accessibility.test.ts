import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sample } from '../support/full.ts'
import { findViolations } from './axe.ts'
import { DESKTOP, isFocused, type OpenOptions, overflow, stands, useServedSite, wake } from './browser.ts'
import { readTree } from './read-tree.ts'
import { createThemeSite } from './theme-site.ts'

const PAGES = ['/', '/everything.html', '/guides/', '/zh/', '/zh/everything.html', '/404.html']
const PHONE = { width: 360, height: 800 }
const PAGE = '/everything.html'

const served = useServedSite(createThemeSite)

/** Opens a page with the app in it; axe is no script of the site. */
async function open(address: string, options: OpenOptions = {}): Promise<Page> {
  return (await served.open(address, { bypassCSP: true, app: true, ...options })).page
}

/** Opens what a button opens. */
async function press(page: Page, button: string): Promise<void> {
  await page.locator(button).click()
  await page.locator(`${button}[aria-expanded=true]`).waitFor()
  await stands(page)
}

/** Violations of the rules in both schemes. */
async function judge(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await findViolations(page)))
  }
  return found
}

const LOOKS = [
  ['light', DESKTOP],
  ['dark', PHONE],
  ['light', PHONE],
  ['dark', DESKTOP],
] as const

describe('axe finds nothing', () => {
  test.each(sample(LOOKS, 0, 1))('on any page in the %s scheme, at %o', async (colorScheme, viewport) => {
    const page = await open('/', { viewport, colorScheme })
    for (const address of PAGES) {
      await page.goto(address)
      await wake(page)
      expect([address, ...(await findViolations(page))]).toEqual([address])
    }
  })

  test.each([
    ['drawer', PHONE, '.header .menu-button'],
    ['outline', PHONE, '.outline-bar button'],
    ['languages', PHONE, '.language-menu button'],
    ['disclosure', DESKTOP, '.top-nav .disclosure-button'],
  ])('with the %s open', async (_name, viewport, button) => {
    const page = await open(PAGE, { viewport })
    await press(page, button)
    expect(await judge(page)).toEqual([])
  })

  test('while a page loads, and when it did not load', async () => {
    const page = await open(PAGE)
    const follow = () =>
      page.evaluate(() => {
        const link = document.querySelector<HTMLAnchorElement>('a.brand')
        link?.setAttribute('href', '/zh/everything.html')
        link?.click()
      })
    served.server.options.delay = name => (/\/v-/.test(name) ? Infinity : undefined)
    await follow()
    await page.waitForSelector('#nprogress', { state: 'attached' })
    expect(await judge(page)).toEqual([])
    served.server.options = {}
    await page.reload()
    await wake(page)
    await page.context().setOffline(true)
    await follow()
    await page.waitForSelector('.load-status')
    expect(await judge(page)).toEqual([])
  })

  test('with the offer of a new version', async () => {
    const page = await open(PAGE, { viewport: PHONE })
    const names = readdirSync(path.join(served.site.output, 'assets/js'))
    const name = names.find(file => file.startsWith('update-prompt.')) ?? ''
    const strings = { updateRefresh: 'Refresh', updateDismiss: 'Later', updateAvailable: 'New.' }
    // As text: the test runner would make the import its own.
    await page.evaluate(
      `import('/assets/js/${name}').then(exported => Object.values(exported)
        .find(value => value.length === 2)(${JSON.stringify({ strings, lang: 'en' })}, {}))`,
    )
    await page.waitForSelector('.update-prompt button')
    expect(await judge(page)).toEqual([])
  })

  test('with the search open, empty and with a query', async () => {
    const page = await open(PAGE, { viewport: PHONE })
    await page.keyboard.press('Control+k')
    await page.waitForSelector('.search-dialog[open]')
    expect(await judge(page)).toEqual([])
    await page.keyboard.type('needs')
    await page.waitForSelector('.search-dialog [role=option]')
    expect(await judge(page)).toEqual([])
  })
})

describe('reading', () => {
  test('at 320 px, as zoomed to four times the size, no page needs sideways scrolling, and everything is seen', async () => {
    const page = await open('/', { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 })
    for (const address of PAGES) {
      await page.goto(address)
      await wake(page)
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

  test.each([
    [
      'wide spacing',
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
    ],
    ['text of 200 %', 'html { font-size: 200% }'],
  ])('cuts nothing with %s', async (_name, content) => {
    const page = await open(PAGE)
    await page.addStyleTag({ content })
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

test.each([
  ['forced colours', { forcedColors: 'active' }],
  ['more contrast', { contrast: 'more' }],
] as const)('with %s focus, current page and code can be seen', async (_name, options) => {
  const page = await open(PAGE, options)
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
  expect(seen).toEqual({
    isFocusOutlined: true,
    isCurrentMarked: true,
    isCodeFramed: true,
    isCodeSeen: true,
  })
  // Icons drawn as masks keep a colour of their own.
  const button = page.locator('.copy-code').first()
  await button.focus()
  const [icon, behind] = await button.evaluate(element => [
    getComputedStyle(element, '::before').backgroundColor,
    getComputedStyle(element).backgroundColor,
  ])
  expect(icon).not.toBe(behind)
})

test('what was copied is said, and the focus stays', async () => {
  const page = await open(PAGE, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.locator('.copy-code').first().focus()
  await page.keyboard.press('Enter')
  await page.locator('#docsgen-announcer', { hasText: /^Copied$/ }).waitFor({ state: 'attached' })
  expect(await isFocused(page, '.copy-code')).toBe(true)
})

// Names of buttons, code and headings among them: the permalink of a heading is no part of its name.
test.each<[string, string, OpenOptions, string?]>([
  ['home', '/', {}],
  ['page', PAGE, {}],
  ['section', '/guides/', {}],
  ['chinese', '/zh/everything.html', {}],
  ['not-found', '/nowhere', {}],
  ['phone', '/guides/', { viewport: PHONE }],
  ['drawer', '/guides/', { viewport: PHONE }, '.header .menu-button'],
  ['languages', '/guides/', {}, '.language-menu button'],
])('the accessibility tree: %s', async (name, address, options, button) => {
  const page = await open(address, options)
  if (button) await press(page, button)
  await expect(await readTree(page)).toMatchFileSnapshot(`trees/${name}.txt`)
})
