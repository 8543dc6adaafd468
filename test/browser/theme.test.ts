import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sample } from '../support/full.ts'
import {
  clickLink,
  isFocused,
  type OpenOptions,
  PHONE,
  useServedSite,
  waitForApp,
  waitForTitle,
  chooseScheme,
} from './browser.ts'
import { createThemeSite } from './theme-site.ts'

const served = useServedSite(createThemeSite)
const PAGE = '/everything.html'
const visit = async (address = PAGE, options: OpenOptions = {}) => (await served.open(address, options)).page
const visitPhone = (address?: string) => visit(address, { viewport: PHONE, hasTouch: true, app: true })

const drawer = (page: Page) => page.locator('#docsgen-drawer')
const menuButton = (page: Page) => page.locator('.header .menu-button')
const isClosed = (page: Page) => drawer(page).waitFor({ state: 'hidden' })

/** Presses a key until the focus leaves the page. Returns what is wrong with the stops on the way. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const problems: string[] = []
  await page.evaluate(() => Object.assign(self, { walked: [] }))
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press(key)
    const problem = await page.evaluate(judgeFocus)
    if (problem === undefined) break
    if (problem) problems.push(problem)
  }
  return problems
}

/** Runs in the page: notes the element in focus and says what is wrong with it (2.4.7, 2.4.11); undefined for none. */
function judgeFocus(): string | undefined {
  const element = document.activeElement
  if (!element || element === document.body) return undefined
  ;(self as unknown as { walked: Element[] }).walked.push(element)
  // The input of a tab is unseen; its label carries the outline.
  const shown = element.matches('.code-group-input') ? element.nextElementSibling : element
  if (!shown) return `no label: ${element.outerHTML}`
  const { top, bottom } = shown.getBoundingClientRect()
  const cover = element.closest('.header, .skip-link')
    ? 0
    : (document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0)
  const { outlineStyle, outlineWidth } = getComputedStyle(shown)
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return `no outline: ${element.outerHTML}`
  return bottom > cover && top < innerHeight ? '' : `hidden: ${element.outerHTML}`
}

/** Runs in the page: the stops of the walk, all stops there are, and those that stand before the one before them. */
function judgeOrder(): { walked: string[]; stops: string[]; disorder: string[] } {
  const controls = 'a[href], button, summary, input:checked, [tabindex="0"]'
  const stops = [...document.querySelectorAll(controls)].filter(
    element => element.getClientRects().length > 0 && !element.matches('[tabindex="-1"]'),
  )
  const regions = ['.skip-link', '.header', '.drawer', 'main', '.outline', '.footer']
  const rank = (element: Element) => regions.findIndex(region => element.closest(region))
  const isBefore = (one: Element, other: Element) => {
    if (rank(one) !== rank(other)) return rank(one) < rank(other)
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
    const isSameLine = a.top < b.bottom && b.top < a.bottom
    return isSameLine ? a.left <= b.left : a.top <= b.top
  }
  const disorder = stops.filter((stop, i) => {
    const previous = stops[i - 1]
    return previous && !isBefore(previous, stop)
  })
  const nameOf = (element: Element) => `${stops.indexOf(element)} ${element.outerHTML.slice(0, 120)}`
  const { walked } = self as unknown as { walked: Element[] }
  return { walked: walked.map(nameOf), stops: stops.map(nameOf), disorder: disorder.map(nameOf) }
}

async function openDrawer(page: Page): Promise<void> {
  await menuButton(page).click()
  await page.waitForSelector('#docsgen-drawer[role=dialog]')
  await page.waitForFunction(() => document.activeElement?.closest('#docsgen-drawer'))
}

describe('keyboard', () => {
  test('the first stop is the skip link, which leads into the content, where tabs over code are radio buttons', async () => {
    const page = await visit()
    await page.keyboard.press('Tab')
    expect(await isFocused(page, '.skip-link')).toBe(true)
    expect((await page.locator('.skip-link').boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'docsgen-main')
    await page.locator('.code-group-input').first().focus()
    expect(await page.getByText('npm install first').isVisible()).toBe(true)
    await page.keyboard.press('ArrowRight')
    expect(await page.getByText('yarn add second').isVisible()).toBe(true)
    expect(await page.getByText('npm install first').isVisible()).toBe(false)
  })

  const walks: [address: string, rate: number][] = [
    [PAGE, 1],
    ['/', 5],
    [PAGE, 5],
    ['/', 1],
    ['/guides/', 1],
    ['/zh/everything.html', 1],
  ]
  test.each(sample(walks, 0, 1))(
    'from the first Tab on each press moves the focus by one stop, in visual order, outlined and clear of the header, and back: %s, slowed down by %i',
    async (address, rate) => {
      const page = await visit(address)
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate })
      expect(await walk(page, 'Tab')).toEqual([])
      const { walked, stops, disorder } = await page.evaluate(judgeOrder)
      expect(walked).toEqual(stops)
      expect(disorder).toEqual([])
      expect(walked.length).toBeGreaterThan(address === PAGE ? 30 : 10)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await walk(page, 'Shift+Tab')
      const back = await page.evaluate(judgeOrder)
      expect(back.walked).toEqual(back.stops.toReversed())
    },
  )

  test('a disclosure opens and closes by key, and gives the focus back', async () => {
    const page = await visit()
    const button = page.locator('.top-nav .disclosure-button')
    const list = page.locator('.top-nav .popover')
    await button.focus()
    await waitForApp(page)
    for (const key of ['Enter', 'Space']) {
      await page.keyboard.press(key)
      expect(await list.isVisible()).toBe(true)
      expect(await button.getAttribute('aria-expanded')).toBe('true')
      await page.keyboard.press('Tab')
      expect(await isFocused(page, '.top-nav .popover')).toBe(true)
      await page.keyboard.press('Escape')
      expect(await list.isVisible()).toBe(false)
      expect(await button.getAttribute('aria-expanded')).toBe('false')
      expect(await isFocused(page, '.disclosure-button')).toBe(true)
    }
    await page.keyboard.press('Enter')
    for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab')
    expect(await list.isVisible()).toBe(false)
  })
})

describe('the drawer of a phone', () => {
  test('is a modal dialog: focus inside, the rest inert, no scrolling, Esc closes', async () => {
    const page = await visitPhone()
    await openDrawer(page)
    expect(await menuButton(page).getAttribute('aria-expanded')).toBe('true')
    expect(await page.locator(':is(main, .header, .footer)[inert]').count()).toBe(3)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
    // Around both ends, the focus being on the dialog.
    for (const key of 'Shift+Tab Shift+Tab Tab Tab Tab Tab'.split(' ')) {
      await page.keyboard.press(key)
      expect(await isFocused(page, '#docsgen-drawer')).toBe(true)
    }
    await page.keyboard.press('Escape')
    await isClosed(page)
    expect(await isFocused(page, '.header .menu-button')).toBe(true)
    expect(await page.locator('[inert]').count()).toBe(0)
  })

  test('closes on the mask, after a navigation and after a jump, which take the focus; pages without a sidebar have it', async () => {
    const page = await visitPhone()
    await openDrawer(page)
    await page.mouse.click(380, 600)
    await isClosed(page)

    await openDrawer(page)
    await drawer(page).getByText('Table').click()
    await isClosed(page)
    expect(await isFocused(page, '#table')).toBe(true)
    const [heading, bar] = await page.evaluate(() =>
      ['#table', '.outline-bar'].map(name => document.querySelector(name)?.getBoundingClientRect()),
    )
    expect(heading?.top).toBeGreaterThan(bar?.bottom ?? Infinity)

    await openDrawer(page)
    await drawer(page).locator('.sidebar a[href="/guides/"]').click()
    await waitForTitle(page, 'Guides')
    await isClosed(page)
    expect(await isFocused(page, 'h1')).toBe(true)

    await clickLink(page, 'a.brand', { title: 'Site' })
    await openDrawer(page)
    expect(await drawer(page).locator('.drawer-nav a[href="/guides/"]').isVisible()).toBe(true)
  })
})

test('on a touch screen the copy button covers no code, and no permalink stands in a heading', async () => {
  const page = await visit(PAGE, { viewport: PHONE, hasTouch: true, isMobile: true })
  await page.waitForSelector('.copy-code:not([hidden])')
  const covered = await page.locator('.code-block').evaluateAll(blocks =>
    blocks.flatMap(block => {
      const [button, code] = ['.copy-code', 'pre code'].map(name => block.querySelector(name))
      if (!button?.getClientRects().length || !code) return []
      return code.getBoundingClientRect().top - button.getBoundingClientRect().bottom
    }),
  )
  expect(covered.length).toBeGreaterThan(1)
  expect(Math.min(...covered)).toBeGreaterThanOrEqual(0)
  const links = await page
    .locator('.header-anchor')
    .evaluateAll(all => all.map(link => [getComputedStyle(link).opacity, getComputedStyle(link).position]))
  expect([...new Set(links.map(String))]).toEqual(['0,absolute'])
})

test('with a pointer the permalink of a heading shows on hover, in the margin beside it', async () => {
  const page = await visit()
  const link = page.locator('#boxes .header-anchor')
  const opacity = () => link.evaluate(element => getComputedStyle(element).opacity)
  expect(await opacity()).toBe('0')
  await page.locator('#boxes').hover()
  expect(await opacity()).toBe('1')
  const [anchor, text] = [await link.boundingBox(), await page.locator('#boxes').boundingBox()]
  expect((anchor?.x ?? 0) + (anchor?.width ?? 0)).toBeLessThanOrEqual((text?.x ?? 0) + 0.5)
  await link.click()
  await page.waitForFunction(() => location.hash === '#boxes')
})

test('the colour scheme follows the choice, lasts, and can follow the system again', async () => {
  const page = await visit()
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const option = (name: string) => page.locator(`.header [data-scheme-value=${name}]`)
  const light = await background()
  await chooseScheme(page, 'dark')
  await page.waitForSelector('[data-scheme=dark]')
  expect(await background()).not.toBe(light)
  expect(await option('dark').getAttribute('aria-pressed')).toBe('true')
  await page.reload()
  expect(await background()).not.toBe(light)
  await chooseScheme(page, 'system')
  await page.waitForSelector(':root:not([data-scheme])')
  expect(await background()).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background()).not.toBe(light)
})

test('without JavaScript menus, sidebar, outline and languages open; what needs scripts is hidden', async () => {
  const page = await visit(PAGE, { viewport: PHONE, javaScriptEnabled: false })
  for (const [button, opened] of [
    ['.header .menu-button', '#docsgen-drawer .sidebar a[href="/guides/"]'],
    ['.language-menu button', '#docsgen-languages a[hreflang=zh-CN]'],
    ['.outline-bar button', '#docsgen-outline a[href="#boxes"]'],
  ] as const) {
    await page.locator(button).click()
    expect(await page.locator(opened).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
  }
  for (const name of ['.search-button', '.copy-code'])
    expect(await page.locator(name).first().isVisible()).toBe(false)
})
