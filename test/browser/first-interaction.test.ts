import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { entries, isChunk, isSameDocument, place, scrollTop, useReader, waitForTitle } from './reader.ts'

/** What the reader does while React is on its way counts once, and React changes nothing that is seen. */
const reader = useReader()
const API = '/api/'
const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true }

/** Lets the app come that the first sign asked for. */
let admit: () => void

/** Opens a page whose app comes when the test admits it. */
const visitEarly = (address: string, options: BrowserContextOptions = {}): Promise<Page> => {
  const admitted = new Promise<void>(resolve => (admit = resolve))
  return reader.visit(address, { delay: name => (/\/app\./.test(name) ? admitted : undefined) }, options)
}

const hasApp = (page: Page) => page.evaluate(() => document.getElementById('docsgen-announcer') !== null)
const waitForApp = (page: Page) => page.waitForSelector('#docsgen-announcer', { state: 'attached' })
const focused = (page: Page, selector: string) =>
  page.evaluate(wanted => document.activeElement?.closest(wanted) !== null, selector)
const chunks = () =>
  reader
    .server()
    .seen.map(({ url }) => url)
    .filter(isChunk)
const documents = (address: string) => reader.server().seen.filter(({ url }) => url === address)

/** Counts how often an event reaches the document, in `self.counted`. */
const count = (page: Page, type: string, selector: string) =>
  page.evaluate(
    ([name, wanted]) => {
      const counter = self as unknown as { counted: number }
      counter.counted = 0
      const isIt = (target: EventTarget | null) => target instanceof Element && target.closest(wanted)
      document.addEventListener(name, event => isIt(event.target) && counter.counted++, true)
    },
    [type, selector] as const,
  )
const counted = (page: Page) => page.evaluate(() => (self as unknown as { counted: number }).counted)

/** What the reader did was served without the app, which may come now. */
async function admitApp(page: Page): Promise<void> {
  expect(await hasApp(page)).toBe(false)
  admit()
}

/** Nothing that the reader did may happen a second time when the app is in. */
async function settle(page: Page, isServed = false): Promise<void> {
  if (isServed) expect(await hasApp(page)).toBe(false)
  admit()
  await waitForApp(page)
  await page.waitForTimeout(200)
}

describe('the first click', () => {
  test.each(['click', 'Enter'] as const)('on a link (%s) changes the page once, in place', async way => {
    const page = await visitEarly(API)
    const before = await entries(page)
    const link = page.locator('main a[href="/api/options.html"]')
    if (way === 'click') await link.click()
    else await link.press('Enter')
    await admitApp(page)
    await waitForTitle(page, 'Options')
    await settle(page)
    expect(await isSameDocument(page)).toBe(true)
    expect(await entries(page)).toBe(before + 1)
    expect(chunks()).toEqual([...new Set(chunks())])
    expect(documents('/api/options.html')).toHaveLength(0)
    expect(await focused(page, 'h1')).toBe(true)
  })

  test('on a second link supersedes the first', async () => {
    const page = await visitEarly(API)
    const before = await entries(page)
    await page.locator('main a[href="/api/options.html"]').click()
    await page.locator('.content a[href="/guides/"]').click()
    await admitApp(page)
    await waitForTitle(page, 'Guides')
    await settle(page)
    expect(await entries(page)).toBe(before + 1)
    expect(await page.title()).toMatch(/^Guides/)
  })

  test('on a heading of the outline jumps at once, and stays there', async () => {
    const page = await visitEarly(API)
    const before = await entries(page)
    await page.locator('.outline a[href="#second"]').click()
    const top = await scrollTop(page)
    expect(top).toBeGreaterThan(100)
    await settle(page, true)
    expect(await scrollTop(page)).toBe(top)
    expect(await place(page)).toBe(`${API}#second`)
    expect(await entries(page)).toBe(before + 1)
  })

  test('on a heading of the outline leaves the way back open, to where the reader was', async () => {
    const page = await visitEarly(API)
    await page.evaluate(() => scrollTo(0, 333))
    await page.locator('.outline a[href="#second"]').click()
    const top = await scrollTop(page)
    await settle(page, true)
    await page.goBack()
    await page.waitForTimeout(200)
    expect(await scrollTop(page)).toBe(333)
    await page.goForward()
    await page.waitForTimeout(200)
    expect(await scrollTop(page)).toBe(top)
    await page.goBack()
    await page.waitForTimeout(200)
    expect(await scrollTop(page)).toBe(333)
  })

  test('on the menu button opens the drawer once; it is modal as soon as the app is in', async () => {
    const page = await visitEarly(API, PHONE)
    await count(page, 'toggle', '#docsgen-drawer')
    await page.locator('.header .menu-button').click()
    expect(await page.locator('#docsgen-drawer').isVisible()).toBe(true)
    await settle(page, true)
    expect(await page.locator('#docsgen-drawer[role=dialog]').isVisible()).toBe(true)
    expect(await counted(page)).toBe(1)
    expect(await page.locator('.header .menu-button').getAttribute('aria-expanded')).toBe('true')
    expect(await page.locator('main').getAttribute('inert')).toBe('')
    expect(await focused(page, '#docsgen-drawer')).toBe(true)
    await page.keyboard.press('Escape')
    expect(await page.locator('[inert]').count()).toBe(0)
  })

  test('on the language menu opens it once, and it says so', async () => {
    const page = await visitEarly(API)
    await count(page, 'toggle', '#docsgen-languages')
    await page.locator('.language-menu button').click()
    expect(await page.locator('#docsgen-languages').isVisible()).toBe(true)
    await settle(page, true)
    expect(await page.locator('#docsgen-languages').isVisible()).toBe(true)
    expect(await counted(page)).toBe(1)
    expect(await page.locator('.language-menu button').getAttribute('aria-expanded')).toBe('true')
    await page.locator('#docsgen-languages a[hreflang=ja]').click()
    await page.waitForFunction(() => document.documentElement.lang === 'ja')
  })

  test('on a language of the open menu changes the page once, and the menu closes', async () => {
    const page = await visitEarly(API)
    const before = await entries(page)
    await page.locator('.language-menu button').click()
    await page.locator('#docsgen-languages a[hreflang=ja]').click()
    await admitApp(page)
    await waitForTitle(page, '日本語 API')
    await settle(page)
    expect(await entries(page)).toBe(before + 1)
    expect(await page.locator('#docsgen-languages').isVisible()).toBe(false)
    expect(await page.locator('.language-menu button').getAttribute('aria-expanded')).toBe('false')
    expect(await focused(page, 'h1')).toBe(true)
  })

  test('on a link of the open drawer changes the page once, and the drawer closes', async () => {
    const page = await visitEarly(API, PHONE)
    const before = await entries(page)
    await page.locator('.header .menu-button').tap()
    await page.locator('.sidebar a[href="/guides/"]').tap()
    await admitApp(page)
    await waitForTitle(page, 'Guides')
    await settle(page)
    expect(await entries(page)).toBe(before + 1)
    await page.locator('#docsgen-drawer').waitFor({ state: 'hidden' })
    expect(await page.locator('[inert]').count()).toBe(0)
    expect(await page.locator('.header .menu-button').getAttribute('aria-expanded')).toBe('false')
    expect(await focused(page, 'h1')).toBe(true)
  })

  test('on a heading in the open drawer jumps there, and the drawer closes', async () => {
    const page = await visitEarly(API, PHONE)
    await page.locator('.header .menu-button').tap()
    await page.locator('.sidebar a[href="#second"]').tap()
    await page.locator('#docsgen-drawer').waitFor({ state: 'hidden' })
    const top = await scrollTop(page)
    await settle(page, true)
    expect(await place(page)).toBe(`${API}#second`)
    expect(await page.locator('[inert]').count()).toBe(0)
    expect(Math.abs((await scrollTop(page)) - top)).toBeLessThanOrEqual(2)
    expect(top).toBeGreaterThan(100)
  })

  test('on “Return to top” leads there at once', async () => {
    const page = await visitEarly(`${API}#second`)
    await page.waitForFunction(() => scrollY > 100)
    await page.locator('.outline-top').click()
    await page.waitForFunction(() => scrollY === 0)
    await settle(page, true)
    expect(await scrollTop(page)).toBe(0)
  })

  test('on the search button opens the dialog once; what is typed meanwhile stays', async () => {
    const page = await visitEarly(API)
    await page.locator('.search-button').click()
    await page.waitForSelector('.search-dialog[open]')
    await page.keyboard.type('opt')
    await admitApp(page)
    await waitForApp(page)
    await page.keyboard.type('ions')
    await page.waitForTimeout(200)
    expect(await page.locator('.search-dialog').count()).toBe(1)
    expect(await page.locator('.search-dialog input').inputValue()).toBe('options')
    await page.keyboard.press('Escape')
    await page.waitForTimeout(200)
    expect(await page.locator('.search-dialog[open]').count()).toBe(0)
  })

  test.each(['click', 'Space'] as const)('on the colour scheme switch (%s) counts once', async way => {
    const page = await visitEarly(API)
    await page.evaluate(() => {
      const seen = Object.assign(self, { schemes: [] as string[] })
      new MutationObserver(() => seen.schemes.push(document.documentElement.dataset['scheme'] ?? '')).observe(
        document.documentElement,
        { attributeFilter: ['data-scheme'] },
      )
    })
    const button = page.locator('.header [data-scheme-value=dark]')
    if (way === 'click') await button.click()
    else await button.press('Space')
    await settle(page, true)
    expect(await page.evaluate(() => (self as unknown as { schemes: string[] }).schemes)).toEqual(['dark'])
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    expect(await focused(page, '[data-scheme-value=dark]')).toBe(true)
  })

  test('on a box of the content opens it, and it stays open', async () => {
    const page = await visitEarly('/strange.html')
    await page.locator('summary').click()
    await settle(page, true)
    expect(await page.getByText('Hidden.').isVisible()).toBe(true)
  })

  test('on a button of the site’s own counts once, before and while React takes over', async () => {
    const page = await visitEarly(API)
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

describe('the first key', () => {
  test.each(['Control+k', 'Meta+k'])('%s opens the search once', async key => {
    const page = await visitEarly(API)
    // Both at once: pressed in the open dialog, the shortcut closes it.
    await page.evaluate(([modifier]) => {
      const init = { key: 'k', [modifier === 'Meta' ? 'metaKey' : 'ctrlKey']: true, bubbles: true }
      for (let times = 0; times < 2; times += 1)
        document.body.dispatchEvent(new KeyboardEvent('keydown', init))
    }, key.split('+'))
    await page.waitForSelector('.search-dialog[open]')
    await settle(page, true)
    expect(await page.locator('.search-dialog').count()).toBe(1)
    expect(await focused(page, '.search-dialog input')).toBe(true)
  })

  test('Tab moves the focus by one stop, and the focus is kept', async () => {
    const page = await visitEarly(API)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const stop = await page.evaluateHandle(() => document.activeElement)
    expect(await focused(page, '.brand')).toBe(true)
    await settle(page, true)
    expect(await page.evaluate(before => before === document.activeElement, stop)).toBe(true)
    await page.keyboard.press('Tab')
    expect(await focused(page, '.search-button')).toBe(true)
  })
})

describe('hydration', () => {
  test.each(['/', API, '/ja/api/', '/plain.html', '/nowhere'])(
    'of %s keeps every node, changes nothing that is seen and moves nothing',
    async address => {
      const page = await visitEarly(address)
      const before = await page.evaluateHandle(() => {
        const app = document.getElementById('docsgen-app') as HTMLElement
        const records: string[] = []
        new MutationObserver(all =>
          records.push(
            ...all.map(({ type, target, attributeName }) => `${type} ${target.nodeName} ${attributeName}`),
          ),
        ).observe(app, { subtree: true, childList: true, characterData: true, attributes: true })
        const nodes: Node[] = []
        const walker = document.createTreeWalker(app)
        while (walker.nextNode()) nodes.push(walker.currentNode)
        return { nodes, records, html: app.querySelector('main')?.outerHTML }
      })
      await page.keyboard.press('Shift')
      await settle(page)
      const after = await before.evaluate(({ nodes, records, html }) => {
        const app = document.getElementById('docsgen-app') as HTMLElement
        const walker = document.createTreeWalker(app)
        const same = nodes.every(node => walker.nextNode() === node) && walker.nextNode() === null
        return { same, records, isEqual: app.querySelector('main')?.outerHTML === html }
      })
      expect(after).toEqual({ same: true, records: [], isEqual: true })
    },
  )

  test('shows the same picture before and after', async () => {
    const page = await visitEarly(API)
    await page.waitForSelector('.search-button:not([hidden])')
    const before = await page.screenshot()
    await page.keyboard.press('Shift')
    await settle(page)
    expect((await page.screenshot()).equals(before)).toBe(true)
    const shifts = await page.evaluate(
      () =>
        new Promise<number>(resolve => {
          const observer = new PerformanceObserver(list =>
            resolve(
              list
                .getEntries()
                .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
            ),
          )
          observer.observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(0), 200)
        }),
    )
    expect(shifts).toBe(0)
  })

  test('keeps selection and scroll position', async () => {
    const page = await visitEarly(API)
    await page.evaluate(() => {
      const text = document.querySelector('main h2 ~ p')?.firstChild as Text
      getSelection()?.setBaseAndExtent(text, 1, text, 6)
      scrollTo(0, 333)
    })
    const selected = () => page.evaluate(() => getSelection()?.toString())
    const before = await selected()
    expect(before).toHaveLength(5)
    await settle(page, true)
    expect(await selected()).toBe(before)
    expect(await scrollTop(page)).toBe(333)
  })
})
