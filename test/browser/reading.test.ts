import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sample } from '../support/full.ts'
import {
  clickLink,
  entries,
  hrefs,
  isFocused,
  isIdle,
  isSameDocument,
  overflow,
  PHONE,
  place,
  saveData,
  scrollTop,
  stands,
  useServedSite,
  waitForTitle,
  wake,
} from './browser.ts'
import { COMMITTED, createReaderSite } from './reader-site.ts'
import { find } from './search-site.ts'

const served = useServedSite(createReaderSite, { csp: true })
const { open } = served
const API = '/api/'
const toOptions = 'main a[href="/api/options.html"]'
const urls = () => served.server.seen.map(({ url }) => url)
const isChunk = (url: string) => /\/assets\/js\/v-/.test(url)
const purposesOf = (id: string) =>
  served.server.seen
    .filter(({ url }) => isChunk(url) && served.site.read(`dist${url}`).includes(id))
    .map(({ purpose }) => purpose)
const purposes = () => purposesOf('')
const style = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, wanted) => getComputedStyle(element).getPropertyValue(wanted), name)
const isNear = async (page: Page, top: number) =>
  expect(Math.abs((await scrollTop(page)) - top)).toBeLessThanOrEqual(2)

const follow = async (page: Page, href: string, title?: string) => {
  await page.locator(`main a[href="${href}"]`).first().click()
  if (title) await waitForTitle(page, title)
}

async function chunkOf(page: Page, path: string): Promise<string> {
  const response = await page.request.get('/assets/locales/en.json')
  const { pages } = (await response.json()) as { pages: Record<string, [string]> }
  return `/assets/js/${pages[path]?.[0]}`
}

describe('loading', () => {
  test('before the first interaction there is the boot script; after it the few links in view are prefetched, and no content twice', async () => {
    const { page, problems } = await open(API)
    await page.waitForLoadState('networkidle')
    expect(urls().filter(url => /\/(app|Layout|v-)/.test(url))).toEqual([])
    await wake(page)
    await expect.poll(() => purposes().length).toBeGreaterThan(0)
    await isIdle(page)
    expect(purposes().length).toBeLessThanOrEqual(20)
    expect(new Set(purposes())).toEqual(new Set(['prefetch']))
    expect(urls()).not.toContain(await chunkOf(page, API))
    expect(problems).toEqual([])
  })

  test('links work natively when the boot script fails to load, and what needs scripts stays hidden', async () => {
    served.server.options.answer = url => (url.includes('/boot.') ? { status: 404 } : undefined)
    const { page } = await open('/')
    await follow(page, API, 'API')
    expect(await page.locator('main').innerText()).toContain('Line 25 of the section.')
    await follow(page, '/api/options.html', 'Options')
    expect(await page.locator('[data-js]:not([hidden])').count()).toBe(0)
  })

  test('a page change makes one request, for that page’s own chunk', async () => {
    const { page } = await open(API, { before: saveData, app: true })
    await expect.poll(urls).toContain('/assets/locales/en.json')
    const chunk = await chunkOf(page, '/api/options.html')
    await isIdle(page)
    served.server.seen.length = 0
    await follow(page, '/api/options.html', 'Options')
    await isIdle(page)
    expect(urls()).toEqual([chunk])
  })

  test('a page is loaded on intent', async () => {
    const intents = [
      ['/strange.html', 'strange-page', link => link.hover()],
      ['/plain.html', 'plain-page', link => link.focus()],
      ['/two%20words.html', 'two-words', link => link.dispatchEvent('touchstart')],
    ] satisfies [string, string, (link: Locator) => Promise<void>][]
    const { page } = await open('/guides/', { hasTouch: true, app: true })
    // What is in view is prefetched without any intent: these links come later.
    await expect.poll(() => purposes().length).toBeGreaterThan(0)
    await page.evaluate(
      paths =>
        document
          .querySelector('main h1')
          ?.after(
            ...paths.map(href => Object.assign(document.createElement('a'), { href, textContent: href })),
          ),
      intents.map(([path]) => path),
    )
    await isIdle(page)
    for (const [path, id, intend] of intents) {
      expect(purposesOf(id)).toEqual([])
      await intend(page.locator(`main a[href="${path}"]`))
      await expect.poll(() => purposesOf(id)).toHaveLength(1)
    }
  })

  test('an open page runs no timer', async () => {
    const { page } = await open(API, { before: page => page.clock.install(), app: true })
    await page.clock.runFor(5000)
    await page.evaluate(() => {
      const started: unknown[] = []
      Object.assign(self, { started })
      for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame'] as const) {
        const original = self[name].bind(self) as (...given: unknown[]) => number
        Object.assign(self, { [name]: (...given: unknown[]) => (started.push(name), original(...given)) })
      }
    })
    await page.clock.runFor(5000)
    expect(await page.evaluate(() => (self as unknown as { started: unknown[] }).started)).toEqual([])
  })

  test('without a network the page stays as it is and says so; the next one comes when there is one', async () => {
    const { page, context } = await open('/ja/', { before: saveData, app: true })
    await expect.poll(urls).toContain('/assets/locales/ja.json')
    await isIdle(page)
    const state = async () => [await place(page), await entries(page), await page.locator('h1').innerText()]
    const before = await state()
    await context.setOffline(true)
    await follow(page, '/ja/api/')
    await page.waitForSelector('.load-status')
    expect(await page.locator('.load-status p').innerText()).toContain('オフライン')
    await page.locator('#nprogress').waitFor({ state: 'detached' })
    expect(await page.locator('.nprogress-busy, head script[src*="/v-"]').count()).toBe(0)
    expect(await state()).toEqual(before)
    await context.setOffline(false)
    await page.locator('.load-status button').click()
    await waitForTitle(page, '日本語 API')
  })

  test('works without memory when storage and clipboard are denied', async () => {
    const { page, problems } = await open(API, {
      app: true,
      before: page =>
        page.addInitScript(() => {
          for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
            Object.defineProperty(window, name, {
              get() {
                throw new DOMException('denied', 'SecurityError')
              },
            })
          Object.defineProperty(navigator, 'clipboard', { value: undefined })
        }),
    })
    await follow(page, '/api/options.html', 'Options')
    await page.evaluate(() => history.back())
    await waitForTitle(page, 'API')
    for (let times = 0; times < 2; times++) {
      await page.keyboard.press('Control+k')
      await page.waitForSelector('.search-dialog[open]')
      // There are no recent searches.
      expect(await page.locator('.search-dialog [role=option]').count()).toBe(0)
      await page.locator('.search-dialog input').fill('wrapper array')
      await page.waitForSelector('.search-dialog [role=option]')
      await page.keyboard.press('Enter')
      await page.waitForSelector('.search-dialog', { state: 'detached' })
    }
    await waitForTitle(page, 'Wrapper array')
    expect(problems).toEqual([])
  })
})

describe('addresses', () => {
  test('lead to their page on a plain static host, without a history entry', async () => {
    const { page } = await open('/notes.txt')
    const before = await entries(page)
    for (const [typed, wanted] of [
      ['/api/index.html?v=1#second', '/api/?v=1#second'],
      ['/api/options?v=1#notes', '/api/options.html?v=1#notes'],
      ['/API/Options.HTML', '/api/options.html'],
      ['/two words', '/two%20words.html'],
      ['/old.html?v=1#methods', '/api/options.html?v=1#methods'],
      ['/older/index.html?v=1#b', '/api/options.html?from=old#top'],
    ] as const) {
      await page.goto(typed)
      await page.waitForURL(wanted)
      await page.waitForLoadState()
      expect([typed, await entries(page)]).toEqual([typed, before + 1])
      expect(await page.locator('h1').innerText()).not.toContain('404')
      // The hash that follows the scroll position may change just now: only the arrival counts.
      await page.goBack()
      await page.waitForURL('/notes.txt')
    }
    served.server.options.fallback = 'index.html'
    await page.goto('/api/Options')
    await page.waitForURL('/api/options.html')
    await waitForTitle(page, 'Options')
  })

  test('of redirects lead on without scripts, and show the page under its own address', async () => {
    const { page } = await open('/old.html?v=1', { javaScriptEnabled: false })
    await page.waitForURL('/api/options.html')
    const { page: other } = await open(API, { app: true })
    const before = await entries(other)
    await clickLink(other, toOptions, { href: '/old.html?v=1', title: 'Options' })
    expect([await place(other), await entries(other)]).toEqual(['/api/options.html?v=1', before + 1])
  })

  test('of no page show the not-found page in their language, typed and by a link', async () => {
    const { page, problems } = await open()
    for (const [typed, lang] of [
      ['/ZH/nope.html', 'zh-CN'],
      ['/api//options.html', 'en-US'],
      ['/%', 'en-US'],
    ] as const) {
      await page.goto(typed)
      await page.waitForSelector(`html[lang=${lang}] .not-found`)
      expect(page.url()).toBe(served.server.origin + typed)
      await wake(page)
    }
    await page.goto('/')
    await wake(page)
    await clickLink(page, 'main a[href="/api/"]', { href: '/zh/nope' })
    await page.waitForSelector('html[lang=zh-CN] .not-found')
    expect(await place(page)).toBe('/zh/nope')
    expect(problems.filter(problem => !problem.includes('status of 404'))).toEqual([])
  })
})

describe('a page change', () => {
  test('moves the focus to the heading, and one live region says the new title', async () => {
    const { page } = await open(API, { app: true })
    await page.evaluate(() => {
      const said: string[] = []
      Object.assign(self, { said })
      const region = document.getElementById('docsgen-announcer') as HTMLElement
      new MutationObserver(() => {
        if (region.textContent) said.push(`${region.textContent} (${document.title})`)
      }).observe(region, { childList: true })
    })
    await follow(page, '/api/options.html')
    const said = () => page.evaluate(() => (self as unknown as { said: string[] }).said)
    await expect.poll(said).toHaveLength(1)
    await isIdle(page)
    expect(await said()).toEqual(['Options | Spec English (Options | Spec English)'])
    expect(await isFocused(page, 'h1')).toBe(true)
    expect(await page.locator('[aria-live]:not(main *)').count()).toBe(1)
    await clickLink(page, '.outline a[href="#notes"]')
    expect(await isFocused(page, '#notes')).toBe(true)
  })

  test('scrolls to the saved position, else the hash, else the top; a reload keeps the position', async () => {
    const { page } = await open(API, { app: true })
    await page.evaluate(() => scrollTo(0, 701))
    await clickLink(page, toOptions, { href: '/api/options.html#notes', title: 'Options' })
    const isAt = async (id: string) => {
      const top = await page.evaluate(
        wanted => document.getElementById(wanted)?.getBoundingClientRect().top,
        id,
      )
      expect(top).toBeGreaterThan(50)
      expect(top).toBeLessThan(150)
    }
    await isAt('notes')
    await clickLink(page, '.sidebar a[href="/guides/"]', { title: 'Guides' })
    expect(await scrollTop(page)).toBe(0)
    await page.evaluate(() => scrollTo(0, 402))
    await page.evaluate(() => history.go(-2))
    await waitForTitle(page, 'API')
    await isNear(page, 701)
    await page.evaluate(() => history.go(2))
    await waitForTitle(page, 'Guides')
    await isNear(page, 402)
    await page.reload()
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(0)
    await isNear(page, 402)
    await page.evaluate(() => history.go(-2))
    await waitForTitle(page, 'API')
    await isNear(page, 701)
    await wake(page)
    for (const [hash, id] of [
      ['日本語', '日本語'],
      [encodeURIComponent('日本語'), '日本語'],
      ['1-foo', '1-foo'],
    ] as const) {
      await clickLink(page, 'a.brand', { href: `/guides/#${hash}`, title: 'Guides' })
      await isAt(id)
      await clickLink(page, 'a.brand', { href: API, title: 'API' })
    }
    expect(await isSameDocument(page)).toBe(true)
  })

  test('to another language is one to the same page, at its heading, else to its home, and the menu says so', async () => {
    const toFrench = '#docsgen-languages a[hreflang=fr]'
    const { page } = await open(`${API}?v=1#last`, { app: true })
    const note = page.locator(`${toFrench} .language-note`)
    expect(await note.count()).toBe(0)
    await clickLink(page, toFrench, { title: 'Français API' })
    expect(await place(page)).toBe('/fr/api/?v=1#last')
    expect(await scrollTop(page)).toBeGreaterThan(0)
    // The heading in view has no equivalent.
    await page.goto(`${API}?v=1#inner`)
    await wake(page)
    await clickLink(page, toFrench, { title: 'Français API' })
    expect(await place(page)).toBe('/fr/api/?v=1')
    await page.goto('/guides/only.html')
    await wake(page)
    expect(await hrefs(page, toFrench)).toEqual(['/fr/'])
    expect(await note.textContent()).toMatch(/not translated/)
    await clickLink(page, toFrench, { title: 'Français' })
  })

  test('shows the layout that frontmatter names, which is there on load, too', async () => {
    const { page } = await open('/plain.html')
    expect(await page.locator('main.plain-layout').count()).toBe(1)
    expect(await page.locator('.header').count()).toBe(0)
    await page.goto(API)
    await wake(page)
    await clickLink(page, toOptions, { href: '/plain.html', title: 'Plain page' })
    expect(await page.locator('main.plain-layout').count()).toBe(1)
  })

  test('changes the headings in sidebar and outline, which lead to them', async () => {
    const { page } = await open(API)
    const links = '.sidebar li:has(> a[aria-current=page]) > .heading-links > li > a'
    expect(await page.locator(links).allInnerTexts()).toEqual(['First', 'Second', 'Last'])
    const outline = '.outline .heading-links a'
    await page.setViewportSize({ width: 1000, height: 800 })
    expect(await page.locator(links).first().isVisible()).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await page.locator(links).first().isVisible()).toBe(false)
    expect(await hrefs(page, outline)).toEqual(['#first', '#second', '#inner', '#last'])
    expect(await page.locator('.last-updated time').innerText()).toBe(COMMITTED)
    await wake(page)
    await page.locator(`${outline}[href="#inner"]`).click()
    expect(await place(page)).toBe('/api/#inner')
    expect(await hrefs(page, '.outline a[aria-current]')).toEqual(['#inner'])
    await clickLink(page, toOptions, { title: 'Options' })
    expect(await page.locator('.sidebar .heading-links a').allInnerTexts()).toEqual(['Notes'])
  })

  test('leaves a copy button that works and says so, as it did before the app', async () => {
    const { page } = await open('/api/components/', { permissions: ['clipboard-read', 'clipboard-write'] })
    const copy = async () => {
      await page.evaluate(() => navigator.clipboard.writeText('nothing'))
      await page.locator('.copy-code').first().press('Enter')
      await page.waitForSelector('[data-copied=true]')
      await page.locator('#docsgen-announcer', { hasText: /^Copied$/ }).waitFor({ state: 'attached' })
      expect(await isFocused(page, '.copy-code')).toBe(true)
      return (await page.evaluate(() => navigator.clipboard.readText())).trim()
    }
    expect(await copy()).toBe('const a = 1')
    await clickLink(page, '.sidebar a[href="/api/options.html"]', { title: 'Options' })
    await clickLink(page, '.sidebar a[href="/api/components/"]', { title: 'Components' })
    expect(await page.locator('.copy-code[hidden]').count()).toBe(0)
    expect(await copy()).toBe('const a = 1')
  })
})

test('code on a page from right to left is read from left to right, in its content and in the lists around it', async () => {
  const { page } = await open('/ar/flags.html', { app: true })
  await find(page, 'flag')
  const parts =
    '.content p code,.content h2 code,.content td code,.table-of-contents a,.code-group > label,.outline .heading-links a,.search-page,.search-title'
  for (const selector of parts.split(',')) {
    const isInOrder = await page
      .locator(selector)
      .first()
      .evaluate(element => {
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
          throw new Error(`No ${sign} in ${element.textContent}`)
        }
        return left('-') < left('f')
      })
    expect([selector, isInOrder]).toEqual([selector, true])
  }
})

describe('appearance', () => {
  test.each(sample(['dark', 'light'] as const, 0))(
    'no flash: a stored %s scheme holds before the first paint',
    async scheme => {
      const { page } = await open(API, {
        colorScheme: scheme === 'dark' ? 'light' : 'dark',
        before: page =>
          page.addInitScript(wanted => {
            localStorage.setItem('docsgen-scheme', wanted)
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
          }, scheme),
      })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      const schemes = await page.evaluate(() => (self as unknown as { schemes: string[] }).schemes)
      expect(new Set(schemes)).toEqual(new Set([scheme]))
      expect(await style(page, ':root', 'color-scheme')).toBe(scheme)
      // Without a choice, and without scripts, the system's scheme holds.
      const { page: plain } = await open(API, { colorScheme: scheme, javaScriptEnabled: false })
      expect(await style(plain, ':root', 'color-scheme')).toBe(scheme)
    },
  )

  test('fonts are those of the system, per script', async () => {
    const { page } = await open()
    for (const [address, font] of [
      ['/', 'Segoe UI'],
      ['/ja/', 'Hiragino Sans'],
      ['/zh/', 'PingFang SC'],
    ] as const) {
      await page.goto(address)
      expect(await style(page, 'main', 'font-family')).toContain(font)
      expect(await page.evaluate(() => document.fonts.size)).toBe(0)
    }
  })

  test('a right-to-left language is mirrored; its code is not, and the numbers of lines stand before it', async () => {
    const { page } = await open(API, { app: true })
    const order = async () => {
      const parts = ['.drawer', 'main', '.outline']
      const boxes = await Promise.all(parts.map(name => page.locator(name).first().boundingBox()))
      return parts.toSorted((a, b) => boxes[parts.indexOf(a)]!.x - boxes[parts.indexOf(b)]!.x)
    }
    expect(await order()).toEqual(['.drawer', 'main', '.outline'])
    await clickLink(page, '#docsgen-languages a[hreflang=ar]', { title: 'العربية API' })
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
    expect(await order()).toEqual(['.outline', 'main', '.drawer'])
    expect(await overflow(page)).toBe(0)
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

  test('print has the content, spells out links and drops what only serves a screen', async () => {
    const { page } = await open('/api/components/', { colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    const gone = page.locator('.header, .drawer, .outline, .pager, .edit-link, .copy-code')
    expect(await gone.count()).toBeGreaterThan(3)
    expect(await gone.filter({ visible: true }).count()).toBe(0)
    expect(await page.locator('main h1').isVisible()).toBe(true)
    expect(await style(page, 'html', 'color')).toBe('rgb(0, 0, 0)')
    const after = await page
      .locator('.content a[href^=http]')
      .evaluate(link => getComputedStyle(link, '::after').content)
    expect(after).toContain('https://example.org')
  })
})

const swipes: [address: string, from: number, to: number][] = [
  ['/ar/api/', 370, 210],
  [API, 20, 180],
]
test.each(sample(swipes, 0))(
  'a swipe from the edge opens the drawer of a phone, the opposite one closes it: %s',
  async (address, from, to) => {
    const { page, context } = await open(address, { viewport: PHONE, hasTouch: true, app: true })
    const session = await context.newCDPSession(page)
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
    await stands(page)
    await swipe(to, from)
    await page.locator('#docsgen-drawer').waitFor({ state: 'hidden' })
  },
)

test('a page left for another origin opens where it was, in its language, and works', async () => {
  const { page } = await open(API, { app: true })
  await page.evaluate(() => scrollTo(0, 404))
  // The hash that follows the scroll position.
  await page.waitForFunction(() => location.hash !== '')
  await page.goto(served.server.origin.replace('127.0.0.1', 'localhost') + '/notes.txt')
  await page.goBack()
  await waitForTitle(page, 'API')
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(0)
  await isNear(page, 404)
  expect(await page.locator('#docsgen-languages [aria-current]').getAttribute('hreflang')).toBe('en-US')
  await clickLink(page, toOptions, { title: 'Options' })
})
