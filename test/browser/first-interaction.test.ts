import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sample } from '../support/full.ts'
import {
  entries,
  isFocused,
  isIdle,
  isSameDocument,
  type OpenOptions,
  PHONE,
  place,
  scrollTop,
  useServedSite,
  waitForApp,
  waitForTitle,
} from './browser.ts'
import { createReaderSite } from './reader-site.ts'

/** What the reader does while React is on its way counts once, and React changes nothing that is seen. */
const served = useServedSite(createReaderSite, { csp: true })
const API = '/api/'
const ON_PHONE = { viewport: PHONE, hasTouch: true }

/** Lets the app come that the first interaction asked for. */
let admit: () => void

/** Opens a page whose app comes when the test admits it. */
async function openEarly(address = API, options: OpenOptions = {}): Promise<Page> {
  const admitted = new Promise<void>(resolve => (admit = resolve))
  served.server.options.delay = name => (/\/app\./.test(name) ? admitted : undefined)
  return (await served.open(address, options)).page
}

/** What the reader did was served without the app, which may come now. */
async function admitApp(page: Page): Promise<void> {
  expect(await page.locator('#docsgen-announcer').count()).toBe(0)
  admit()
}

/** Nothing that the reader did may happen a second time when the app is in. */
async function settle(page: Page): Promise<void> {
  admit()
  await waitForApp(page)
  await isIdle(page)
}

/** All that the reader did was served without the app, and it comes. */
async function outlives(page: Page): Promise<void> {
  await admitApp(page)
  await settle(page)
}

const requests = (wanted: RegExp) => served.server.seen.map(({ url }) => url).filter(url => wanted.test(url))
const menuButton = (page: Page) => page.locator('.header .menu-button')
const isClosed = (page: Page) => page.locator('#docsgen-drawer').waitFor({ state: 'hidden' })

async function countToggles(page: Page, selector: string): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(wanted => {
    const seen = { count: 0 }
    const isIt = (target: EventTarget | null) => target instanceof Element && target.closest(wanted)
    document.addEventListener('toggle', event => isIt(event.target) && seen.count++, true)
    return seen
  }, selector)
  return () => counter.evaluate(({ count }) => count)
}

describe('the first click or key', () => {
  test('on a link changes the page once, in place', async () => {
    const page = await openEarly()
    const before = await entries(page)
    await page.locator('main a[href="/api/options.html"]').press('Enter')
    await admitApp(page)
    await waitForTitle(page, 'Options')
    await settle(page)
    expect(await isSameDocument(page)).toBe(true)
    expect(await entries(page)).toBe(before + 1)
    const chunks = requests(/\/assets\/js\/v-/)
    expect(chunks).toEqual([...new Set(chunks)])
    expect(requests(/^\/api\/options\.html/)).toEqual([])
    expect(await isFocused(page, 'h1')).toBe(true)
  })

  test('on a second link supersedes the first', async () => {
    const page = await openEarly()
    const before = await entries(page)
    await page.locator('main a[href="/api/options.html"]').click()
    await page.locator('.content a[href="/guides/"]').click()
    await admitApp(page)
    await waitForTitle(page, 'Guides')
    await settle(page)
    expect(await entries(page)).toBe(before + 1)
    expect(await page.title()).toMatch(/^Guides/)
  })

  test('on a heading of the outline jumps at once, and leaves the way back open, to where the reader was', async () => {
    const page = await openEarly()
    const before = await entries(page)
    await page.evaluate(() => scrollTo(0, 333))
    await page.locator('.outline a[href="#second"]').click()
    const top = await scrollTop(page)
    expect(top).toBeGreaterThan(400)
    await outlives(page)
    expect([await scrollTop(page), await place(page)]).toEqual([top, `${API}#second`])
    expect(await entries(page)).toBe(before + 1)
    for (const [go, at] of [
      ['goBack', 333],
      ['goForward', top],
      ['goBack', 333],
    ] as const) {
      await page[go]()
      await expect.poll(() => scrollTop(page)).toBe(at)
    }
  })

  test('on the menu button opens the drawer once; it is modal as soon as the app is in', async () => {
    const page = await openEarly(API, ON_PHONE)
    const toggles = await countToggles(page, '#docsgen-drawer')
    await menuButton(page).click()
    expect(await page.locator('#docsgen-drawer').isVisible()).toBe(true)
    await outlives(page)
    expect(await page.locator('#docsgen-drawer[role=dialog]').isVisible()).toBe(true)
    expect(await toggles()).toBe(1)
    expect(await menuButton(page).getAttribute('aria-expanded')).toBe('true')
    expect(await page.locator('main').getAttribute('inert')).toBe('')
    expect(await isFocused(page, '#docsgen-drawer')).toBe(true)
    await page.keyboard.press('Escape')
    expect(await page.locator('[inert]').count()).toBe(0)
  })

  test.each([false, true])(
    'on the language menu opens it once, on a language changes the page once (before the app: %s)',
    async isEarly => {
      const page = await openEarly()
      const before = await entries(page)
      const button = page.locator('.language-menu button')
      const menu = page.locator('#docsgen-languages')
      const toggles = await countToggles(page, '#docsgen-languages')
      await button.click()
      expect(await menu.isVisible()).toBe(true)
      if (!isEarly) {
        await outlives(page)
        expect([await menu.isVisible(), await toggles()]).toEqual([true, 1])
        expect(await button.getAttribute('aria-expanded')).toBe('true')
      }
      await menu.locator('a[hreflang=ja]').click()
      if (isEarly) await admitApp(page)
      await waitForTitle(page, '日本語 API')
      await settle(page)
      expect(await entries(page)).toBe(before + 1)
      expect(await menu.isVisible()).toBe(false)
      expect(await button.getAttribute('aria-expanded')).toBe('false')
      expect(await isFocused(page, 'h1')).toBe(true)
    },
  )

  test('on a link of the open drawer changes the page once, and the drawer closes', async () => {
    const page = await openEarly(API, ON_PHONE)
    const before = await entries(page)
    await menuButton(page).tap()
    await page.locator('.sidebar a[href="/guides/"]').tap()
    await admitApp(page)
    await waitForTitle(page, 'Guides')
    await settle(page)
    expect(await entries(page)).toBe(before + 1)
    await isClosed(page)
    expect(await page.locator('[inert]').count()).toBe(0)
    expect(await menuButton(page).getAttribute('aria-expanded')).toBe('false')
    expect(await isFocused(page, 'h1')).toBe(true)
  })

  test.each<[string, (page: Page) => Promise<void>]>([
    ['the search button', page => page.locator('.search-button').click()],
    // Both at once: pressed in the open dialog, the shortcut closes it.
    [
      'K with the command key, twice',
      page =>
        page.evaluate(() => {
          const press = () => new KeyboardEvent('keydown', { key: 'k', metaKey: true, bubbles: true })
          for (let times = 0; times < 2; times += 1) document.body.dispatchEvent(press())
        }),
    ],
  ])('on %s opens the dialog once; what is typed meanwhile stays', async (_name, press) => {
    const page = await openEarly()
    await press(page)
    await page.waitForSelector('.search-dialog[open]')
    await page.keyboard.type('opt')
    await outlives(page)
    await page.keyboard.type('ions')
    await page.waitForSelector('.search-option')
    expect(await page.locator('.search-dialog').count()).toBe(1)
    expect(await page.locator('.search-dialog input').inputValue()).toBe('options')
    await page.keyboard.press('Escape')
    await page.locator('.search-dialog').waitFor({ state: 'detached' })
    await isIdle(page)
    expect(await page.locator('.search-dialog[open]').count()).toBe(0)
  })

  test('on the colour scheme switch counts once', async () => {
    const page = await openEarly()
    await page.evaluate(() => {
      const seen = Object.assign(self, { schemes: [] as string[] })
      new MutationObserver(() => seen.schemes.push(document.documentElement.dataset['scheme'] ?? '')).observe(
        document.documentElement,
        { attributeFilter: ['data-scheme'] },
      )
    })
    await page.click('.scheme-menu .disclosure-button')
    const button = page.locator('.header [data-scheme-value=dark]')
    await button.press('Space')
    await outlives(page)
    expect(await page.evaluate(() => (self as unknown as { schemes: string[] }).schemes)).toEqual(['dark'])
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    expect(await isFocused(page, '.scheme-menu .disclosure-button')).toBe(true)
  })

  test('on a box of the content opens it, and it stays open', async () => {
    const page = await openEarly('/strange.html')
    await page.locator('summary').click()
    await outlives(page)
    expect(await page.getByText('Hidden.').isVisible()).toBe(true)
  })

  test('on a button of the site’s own counts once, before and while React takes over', async () => {
    const page = await openEarly()
    await page.evaluate(() => {
      const press = () => document.querySelector<HTMLElement>('.own-counter')?.click()
      document.addEventListener('docsgen:hydrates', () => queueMicrotask(press))
      press()
    })
    await page.keyboard.press('Shift')
    await settle(page)
    expect(await page.locator('.own-counter').innerText()).toBe('2')
  })
})

type Shift = PerformanceEntry & { value: number; sources: { previousRect: DOMRect; currentRect: DOMRect }[] }

describe('hydration', () => {
  test.each(sample(['/', API, '/plain.html', '/nowhere', '/ja/api/'], 0, 1, 2, 3))(
    'of %s keeps every node, changes nothing that is seen and moves nothing',
    async address => {
      const page = await openEarly(address)
      await page.waitForSelector('[data-search-open]:not([hidden]), .plain-layout')
      const picture = await page.screenshot()
      const before = await page.evaluateHandle(isFromTheStart => {
        const app = document.getElementById('docsgen-app') as HTMLElement
        const records: string[] = []
        new MutationObserver(all =>
          records.push(
            ...all.map(({ type, target, attributeName }) => `${type} ${target.nodeName} ${attributeName}`),
          ),
        ).observe(app, { subtree: true, childList: true, characterData: true, attributes: true })
        let shifts = 0
        const start = performance.now()
        // Chromium may paint half a header, and later items push the others sideways.
        const moves = ({ startTime, sources }: Shift) =>
          startTime > start || sources.some(source => source.previousRect.y !== source.currentRect.y)
        new PerformanceObserver(list => {
          for (const entry of list.getEntries() as Shift[]) if (moves(entry)) shifts += entry.value
        }).observe({ type: 'layout-shift', buffered: isFromTheStart })
        const look = () => {
          const nodes: Node[] = []
          const walker = document.createTreeWalker(app)
          while (walker.nextNode()) nodes.push(walker.currentNode)
          return { nodes, html: app.querySelector('main')?.outerHTML }
        }
        return { records, look, first: look(), shifts: () => shifts }
      }, address === API)
      await page.keyboard.press('Shift')
      await settle(page)
      const after = await before.evaluate(({ records, look, first, shifts }) => {
        const { nodes, html } = look()
        const isSame =
          nodes.length === first.nodes.length && nodes.every((node, at) => node === first.nodes[at])
        return { isSame, records, isEqual: html === first.html, shifts: shifts() }
      })
      expect(after).toEqual({ isSame: true, records: [], isEqual: true, shifts: 0 })
      expect((await page.screenshot()).equals(picture)).toBe(true)
    },
  )

  test('keeps selection and scroll position', async () => {
    const page = await openEarly()
    await page.evaluate(() => {
      const text = document.querySelector('main h2 ~ p')?.firstChild as Text
      getSelection()?.setBaseAndExtent(text, 1, text, 6)
      scrollTo(0, 333)
      dispatchEvent(new WheelEvent('wheel'))
    })
    const selected = () => page.evaluate(() => getSelection()?.toString())
    const before = await selected()
    expect(before).toHaveLength(5)
    await outlives(page)
    expect([await selected(), await scrollTop(page)]).toEqual([before, 333])
  })
})
