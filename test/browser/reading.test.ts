import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  clickLink,
  clickOffline,
  entries,
  isChunk,
  isSameDocument,
  place,
  saveData,
  scrollTop,
  useReader,
  waitForTitle,
  wake,
} from './reader.ts'
import { COMMITTED } from './reader-site.ts'

const { server, context, visit } = useReader()
const API = '/api/'
const toOptions = 'main a[href="/api/options.html"]'
const chunks = () => server().seen.filter(({ url }) => isChunk(url))
const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true }
const texts = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(found => found.map(({ textContent }) => textContent?.trim() ?? ''))
const hrefs = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(found => found.map(link => link.getAttribute('href')))
const style = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, wanted) => getComputedStyle(element).getPropertyValue(wanted), name)

test('a redirected navigation shows the page under its own address', async () => {
  const page = await visit(API)
  await wake(page)
  const before = await entries(page)
  await clickLink(page, toOptions, '/old.html?v=1')
  await waitForTitle(page, 'Options')
  expect(await place(page)).toBe('/api/options.html?v=1')
  expect(await entries(page)).toBe(before + 1)
})

test.each([
  ['/old.html?v=1#methods', true, '/api/options.html?v=1#methods'],
  ['/older/index.html?v=1#b', true, '/api/options.html?from=old#top'],
  ['/older/', true, '/api/options.html?from=old#top'],
  ['/old.html', true, '/api/options.html'],
  ['/old.html?v=1', false, '/api/options.html'],
])('the document of the redirect %s leads on (with scripts: %s) to %s', async (from, scripts, to) => {
  const page = await visit(API, {}, { javaScriptEnabled: scripts })
  await page.goto(server().origin + from)
  await page.waitForURL(server().origin + to)
  expect(await page.locator('h1').innerText()).toContain('Options')
})

test('an aborted navigation leaves the open page, its address and its history as they are', async () => {
  const page = await visit(API)
  await saveData(page)
  await wake(page)
  const before = await entries(page)
  await clickOffline(page, toOptions)
  await page.locator('#nprogress').waitFor({ state: 'detached' })
  expect(await page.locator('.nprogress-busy').count()).toBe(0)
  expect(await place(page)).toBe(API)
  expect(await entries(page)).toBe(before)
  expect(await page.locator('h1').innerText()).toContain('API')
})

test('title, language and description update on every page change; the document’s own other tags stay', async () => {
  const page = await visit(API)
  await wake(page)
  const description = () => page.locator('meta[name=description]').getAttribute('content')
  const others = () => page.locator('head > :not([data-docsgen-head]):not(link[rel=prefetch])').count()
  const before = await others()
  await clickLink(page, toOptions)
  await waitForTitle(page, 'Options')
  expect([await page.title(), await description()]).toEqual(['Options | Spec English', 'What can be given'])
  await clickLink(page, 'a[hreflang=ja]')
  await page.waitForFunction(() => document.documentElement.lang === 'ja')
  expect(await page.title()).toContain('Spec 日本語')
  expect(await description()).toBe('About 日本語')
  expect(await page.locator('meta[name=description]').count()).toBe(1)
  expect(await others()).toBe(before)
})

test('scrolling writes the hash of the heading in view (level 2 and 3) by history replace, query string kept', async () => {
  const page = await visit('/api/?v=1')
  await wake(page)
  const before = await entries(page)
  for (const id of ['first', 'second', 'inner']) {
    await page.evaluate(wanted => {
      document.getElementById(wanted)?.scrollIntoView()
      scrollBy(0, 40)
    }, id)
    await page.waitForFunction(wanted => location.hash === `#${wanted}`, id)
  }
  expect(await place(page)).toBe('/api/?v=1#inner')
  expect(await entries(page)).toBe(before)
})

test('a navigation scrolls to the saved position, else the hash, else the top', async () => {
  const page = await visit(API)
  await wake(page)
  await page.evaluate(() => scrollTo(0, 555))
  await clickLink(page, toOptions, '/api/options.html#notes')
  await waitForTitle(page, 'Options')
  expect(
    await page.evaluate(() => document.getElementById('notes')?.getBoundingClientRect().top),
  ).toBeLessThan(150)
  await clickLink(page, '.sidebar a[href="/guides/"]')
  await waitForTitle(page, 'Guides')
  expect(await scrollTop(page)).toBe(0)
  await page.evaluate(() => history.go(-2))
  await waitForTitle(page, 'API')
  expect(Math.abs((await scrollTop(page)) - 555)).toBeLessThanOrEqual(2)
})

test.each([
  ['#日本語', '日本語'],
  [`#${encodeURIComponent('日本語')}`, '日本語'],
  ['#1-foo', '1-foo'],
])('a navigation scrolls also to a non-Latin, percent-encoded or odd hash: %s', async (hash, id) => {
  const page = await visit(API)
  await wake(page)
  await clickLink(page, 'main a[href="/guides/"]', `/guides/${hash}`)
  await waitForTitle(page, 'Guides')
  const top = await page.evaluate(wanted => document.getElementById(wanted)?.getBoundingClientRect().top, id)
  expect(top).toBeGreaterThan(50)
  expect(top).toBeLessThan(150)
  expect(await isSameDocument(page)).toBe(true)
})

test('the language menu goes to the same page in the other language, at its heading, else to that locale’s home, and says so', async () => {
  const page = await visit(`${API}?v=1#last`)
  await wake(page)
  const item = page.locator('#docsgen-languages a[hreflang=fr]')
  expect(await item.locator('.language-note').count()).toBe(0)
  await clickLink(page, '#docsgen-languages a[hreflang=fr]')
  await waitForTitle(page, 'Français API')
  expect(await place(page)).toBe('/fr/api/?v=1#last')
  expect(await scrollTop(page)).toBeGreaterThan(0)
  // The heading in view has no counterpart.
  await page.goto(`${server().origin}${API}?v=1#inner`)
  await wake(page)
  await clickLink(page, '#docsgen-languages a[hreflang=fr]')
  await waitForTitle(page, 'Français API')
  expect(await place(page)).toBe('/fr/api/?v=1')
  await page.goto(`${server().origin}/guides/only.html`)
  await wake(page)
  expect(await item.getAttribute('href')).toBe('/fr/')
  expect(await item.locator('.language-note').textContent()).toMatch(/not translated/)
  await clickLink(page, '#docsgen-languages a[hreflang=fr]')
  await waitForTitle(page, 'Français')
})

test('code on a page from right to left is read from left to right, in its content and in the lists around it', async () => {
  const page = await visit('/ar/flags.html')
  await wake(page)
  await page.keyboard.press('Control+k')
  await page.locator('.search-input').fill('flag')
  await page.waitForSelector('.search-option')
  const parts = '.content p code,.content h2 code,.content td code,.table-of-contents a,.code-group > label'
  for (const selector of [
    ...parts.split(','),
    '.outline .heading-links a',
    '.search-page',
    '.search-title',
  ]) {
    const isInOrder = await page
      .locator(selector)
      .first()
      .evaluate(element => {
        const text = element.textContent ?? ''
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const left = (sign: string) => {
          texts.currentNode = element
          while (texts.nextNode()) {
            const at = texts.currentNode.textContent?.indexOf(sign) ?? -1
            const range = document.createRange()
            if (at < 0) continue
            range.setStart(texts.currentNode, at)
            range.setEnd(texts.currentNode, at + 1)
            return range.getBoundingClientRect().left
          }
          throw new Error(`No ${sign} in ${text}`)
        }
        return left('-') < left('f')
      })
    expect([selector, isInOrder]).toEqual([selector, true])
  }
})

test('nothing needs the 16 ms retry interval: an open page runs no timer', async () => {
  const page = await visit(API)
  await wake(page)
  await page.waitForTimeout(1500)
  await page.evaluate(() => {
    const started: unknown[] = []
    Object.assign(self, { started })
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame'] as const) {
      const original = self[name].bind(self) as (...given: unknown[]) => number
      Object.assign(self, { [name]: (...given: unknown[]) => (started.push(name), original(...given)) })
    }
  })
  await page.waitForTimeout(800)
  expect(await page.evaluate(() => (self as unknown as { started: unknown[] }).started)).toEqual([])
})

describe('templates', () => {
  test('a page uses the layout that its frontmatter names, on load and after a page change', async () => {
    const page = await visit('/plain.html')
    expect(await page.locator('main.plain-layout').count()).toBe(1)
    expect(await page.locator('.header').count()).toBe(0)
    await page.goto(page.url().replace('/plain.html', API))
    await wake(page)
    await clickLink(page, 'main a[href="/api/options.html"]', '/plain.html')
    await waitForTitle(page, 'Plain page')
    expect(await page.locator('main.plain-layout').count()).toBe(1)
  })
})

describe('page', () => {
  test('the sidebar shows the headings of the open page, below its link, also after a page change', async () => {
    const page = await visit(API)
    const open = '.sidebar li:has(> a[aria-current=page])'
    expect(await texts(page, `${open} > .heading-links > li > a`)).toEqual(['First', 'Second', 'Last'])
    await wake(page)
    await clickLink(page, 'main a[href="/api/options.html"]')
    await waitForTitle(page, 'Options')
    expect(await texts(page, '.sidebar .heading-links a')).toEqual(['Notes'])
  })

  test('the on-page outline lists the headings of levels 2 and 3 and leads to them', async () => {
    const page = await visit(API)
    expect(await hrefs(page, '.outline .heading-links a')).toEqual(['#first', '#second', '#inner', '#last'])
    await wake(page)
    await page.locator('.outline a[href="#inner"]').click()
    expect(await place(page)).toBe('/api/#inner')
    expect(await page.locator('.outline a[aria-current]').getAttribute('href')).toBe('#inner')
  })

  test('last updated comes from git', async () => {
    const page = await visit(API)
    expect(await page.locator('.last-updated time').innerText()).toBe(COMMITTED)
  })

  test('the print style leaves the content, spells out links and drops what only serves a screen', async () => {
    const page = await visit('/api/components/', {}, { colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    const gone = '.header, .drawer, .outline, .pager, .edit-link, .copy-code'
    expect(await page.locator(gone).count()).toBeGreaterThan(3)
    expect(await page.locator(gone).filter({ visible: true }).count()).toBe(0)
    expect(await page.locator('main h1').isVisible()).toBe(true)
    expect(await style(page, 'html', 'color')).toBe('rgb(0, 0, 0)')
    const after = await page
      .locator('.content a[href^=http]')
      .evaluate(link => getComputedStyle(link, '::after').content)
    expect(after).toContain('https://example.org')
  })
})

describe('appearance', () => {
  test.each(['light', 'dark'] as const)(
    'no flash: a stored %s scheme holds before the first paint',
    async scheme => {
      const other = scheme === 'dark' ? 'light' : 'dark'
      const page = await visit('/strange.html', {}, { colorScheme: other })
      await page.evaluate(wanted => localStorage.setItem('docsgen-scheme', wanted), scheme)
      await page.addInitScript(() => {
        const schemes: (string | undefined)[] = []
        Object.assign(self, { schemes })
        const note = () => schemes.push(document.documentElement?.dataset['scheme'])
        new PerformanceObserver(note).observe({ type: 'paint', buffered: true })
        const look = () => {
          // The body is what a first paint could show.
          if (document.body) note()
          if (document.readyState !== 'complete') requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      await page.goto(page.url().replace('/strange.html', API))
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      const schemes = await page.evaluate(() => (self as unknown as { schemes: string[] }).schemes)
      expect(schemes.length).toBeGreaterThan(0)
      expect(new Set(schemes)).toEqual(new Set([scheme]))
      expect(await style(page, ':root', 'color-scheme')).toBe(scheme)
    },
  )

  test.each(['light', 'dark'] as const)(
    'without a choice the system’s scheme holds, without scripts too: %s',
    async colorScheme => {
      const page = await visit(API, {}, { colorScheme, javaScriptEnabled: false })
      expect(await style(page, ':root', 'color-scheme')).toBe(colorScheme)
    },
  )

  test('fonts are those of the system, per script', async () => {
    const page = await visit('/')
    for (const [address, font] of [
      ['/', 'Segoe UI'],
      ['/ja/', 'Hiragino Sans'],
      ['/zh/', 'PingFang SC'],
    ]) {
      await page.goto(server().origin + address)
      expect(await style(page, 'main', 'font-family')).toContain(font)
      expect(await page.evaluate(() => document.fonts.size)).toBe(0)
    }
  })

  test('properties are logical: a right-to-left language is mirrored', async () => {
    const box = async (page: Page, name: string) =>
      (await page.locator(name).first().boundingBox())?.x ?? Number.NaN
    const order = async (page: Page) =>
      (await box(page, '.drawer')) < (await box(page, 'main')) &&
      (await box(page, 'main')) < (await box(page, '.outline'))
    const page = await visit(API)
    expect(await order(page)).toBe(true)
    await wake(page)
    await clickLink(page, '#docsgen-languages a[hreflang=ar]')
    await waitForTitle(page, 'العربية API')
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
    expect(await box(page, '.outline')).toBeLessThan(await box(page, 'main'))
    expect(await box(page, 'main')).toBeLessThan(await box(page, '.drawer'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    // Code is not mirrored, and the numbers of its lines stand before it.
    const [numbers = 0, code = 0] = await page.evaluate(() => {
      const block = document.createElement('div')
      block.className = 'code-block line-numbers-mode'
      block.innerHTML = '<pre><code>a</code></pre><div class="line-numbers-wrapper">1</div>'
      document.querySelector('.content')?.append(block)
      return ['.line-numbers-wrapper', 'code'].map(
        name => block.querySelector(name)?.getBoundingClientRect().left ?? 0,
      )
    })
    expect(numbers).toBeLessThan(code)
  })
})

describe('phones', () => {
  test.each([
    [API, 20, 180],
    ['/ar/api/', 370, 210],
  ])('a swipe from the edge opens the drawer, the opposite one closes it: %s', async (address, from, to) => {
    const page = await visit(address, {}, PHONE)
    await wake(page)
    const session = await page.context().newCDPSession(page)
    const swipe = async (start: number, end: number) => {
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: x === undefined ? [] : [{ x, y: 500 }],
        })
      await send('touchStart', start)
      await send('touchMove', end)
      await send('touchEnd')
    }
    await swipe(from, to)
    await page.locator('#docsgen-drawer').waitFor()
    await page.waitForTimeout(300)
    await swipe(to, from)
    await page.locator('#docsgen-drawer').waitFor({ state: 'hidden' })
  })
})

test.each([
  ['/', 'You are offline'],
  ['/ja/', 'オフライン'],
])('the message on %s is in the language of the reader', async (address, text) => {
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
