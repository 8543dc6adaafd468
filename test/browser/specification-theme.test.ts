import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findViolations } from './axe.ts'
import { clickLink, place, useReader, waitForTitle, wake } from './spec-page.ts'
import { COMMITTED, LANGUAGES, SIDEBAR } from './spec-site.ts'

const { visit } = useReader()
const API = '/api/'
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

describe('templates', () => {
  test('7: a page uses the layout that its frontmatter names, on load and after a page change', async () => {
    const page = await visit('/plain.html')
    expect(await page.locator('main.plain-layout').count()).toBe(1)
    expect(await page.locator('.header').count()).toBe(0)
    await page.goto(page.url().replace('/plain.html', API))
    await wake(page)
    await clickLink(page, 'main a[href="/api/options.html"]', '/plain.html')
    await waitForTitle(page, 'Plain page')
    expect(await page.locator('main.plain-layout').count()).toBe(1)
  })

  test.each(['/strange.html', API])(
    '7: a page whose layout is unknown or missing uses the default: %s',
    async address => {
      const page = await visit(address)
      expect(await page.locator('.layout.layout-page').count()).toBe(1)
      expect(await page.locator('main .content h1').count()).toBe(1)
    },
  )

  test('7: a site overrides a template by a file of the same name in its own templates/, and can use the original', async () => {
    const page = await visit(API)
    const footer = () => texts(page, '.own-footer .footer > p')
    expect(await footer()).toEqual(['A footer of this site'])
    await wake(page)
    await clickLink(page, 'main a[href="/guides/"]')
    await waitForTitle(page, 'Guides')
    expect(await footer()).toEqual(['A footer of this site'])
  })
})

describe('header', () => {
  test('7: top navigation: API; Guides, a disclosure with the guides page and the next major version; Upgrading to V1', async () => {
    const page = await visit('/installation/')
    expect(await hrefs(page, '.top-nav > ul > li > a')).toEqual(['/api/', '/upgrading-to-v1/'])
    const button = page.locator('.top-nav .disclosure-button')
    expect((await button.innerText()).trim()).toBe('Guides')
    await button.click()
    expect(await hrefs(page, '.top-nav .popover a')).toEqual(['/guides/', 'https://example.org/v2'])
    expect(await page.locator('.top-nav .popover').isVisible()).toBe(true)
  })

  test.each(Object.keys(LANGUAGES))(
    '7: Upgrading to V1 stands only in English and Portuguese: %s',
    async prefix => {
      const page = await visit(`${prefix}api/`)
      const found = (await hrefs(page, '.top-nav > ul a')).filter(href => href?.includes('upgrading'))
      expect(found).toEqual(['/', '/pt/'].includes(prefix) ? [`${prefix}upgrading-to-v1/`] : [])
    },
  )

  test('7: the language menu lists every language by its own name and marks where a page is missing', async () => {
    const page = await visit('/guides/only.html')
    await page.locator('.language-menu button').click()
    const links = '#docsgen-languages a'
    expect(await texts(page, `${links} > span:first-child`)).toEqual(
      Object.values(LANGUAGES).map(([, label]) => label),
    )
    expect(await page.locator('#docsgen-languages .language-note:visible').count()).toBe(6)
    expect(await hrefs(page, links)).toEqual(['/guides/only.html', ...Object.keys(LANGUAGES).slice(1)])
  })

  test('7: search opens from the header', async () => {
    const page = await visit(API)
    await page.locator('.search-button').click()
    await page.waitForSelector('dialog[open] input')
  })

  test('7: the colour scheme switch offers light, dark and system', async () => {
    const page = await visit(API)
    await wake(page)
    for (const value of ['dark', 'light']) {
      await page.locator(`.header [data-scheme-value=${value}]`).click()
      await expect.poll(() => style(page, ':root', 'color-scheme')).toBe(value)
    }
    await page.locator('.header [data-scheme-value=system]').click()
    await expect.poll(() => page.locator(':root[data-scheme]').count()).toBe(0)
  })

  test('7: the repository link leads to the repository in a new window', async () => {
    const page = await visit(API)
    const link = page.locator('.header .repository-link')
    expect(await link.getAttribute('href')).toBe('https://github.com/owner/name')
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ])
  })
})

describe('page', () => {
  test('7: the sidebar is in the order home, installation, guides, api, wrapper, wrapper-array, options, components', async () => {
    const page = await visit(API)
    expect(await hrefs(page, '.sidebar > ul > li > a')).toEqual(SIDEBAR)
  })

  test('7: the sidebar shows the headings of the open page, below its link, also after a page change', async () => {
    const page = await visit(API)
    const open = '.sidebar li:has(> a[aria-current=page])'
    expect(await texts(page, `${open} > .heading-links > li > a`)).toEqual(['First', 'Second', 'Last'])
    await wake(page)
    await clickLink(page, 'main a[href="/api/options.html"]')
    await waitForTitle(page, 'Options')
    expect(await texts(page, '.sidebar .heading-links a')).toEqual(['Notes'])
  })

  test('7: the on-page outline lists the headings of levels 2 and 3 and leads to them', async () => {
    const page = await visit(API)
    expect(await hrefs(page, '.outline .heading-links a')).toEqual(['#first', '#second', '#inner', '#last'])
    await wake(page)
    await page.locator('.outline a[href="#inner"]').click()
    expect(await place(page)).toBe('/api/#inner')
    expect(await page.locator('.outline a[aria-current]').getAttribute('href')).toBe('#inner')
  })

  test('7: the edit link has the /edit/dev/docs/… form', async () => {
    const page = await visit('/zh/api/')
    expect(await hrefs(page, '.edit-link')).toEqual([
      'https://github.com/owner/name/edit/dev/docs/zh/api/README.md',
    ])
  })

  test('7: previous and next follow the sidebar', async () => {
    const page = await visit(API)
    expect(await hrefs(page, '.pager a')).toEqual(['/guides/', '/api/wrapper/'])
    await page.goto(page.url().replace(API, '/api/components/'))
    expect(await hrefs(page, '.pager a')).toEqual(['/api/options.html'])
  })

  test('7: last updated comes from git', async () => {
    const page = await visit(API)
    expect(await page.locator('.last-updated time').innerText()).toBe(COMMITTED)
  })

  test.each(['/', API, '/strange.html', '/fr/guides/'])(
    '7: the notice box stands above the content of every page: %s',
    async address => {
      const page = await visit(address)
      expect(await hrefs(page, '.notice a')).toEqual(['https://example.org/v2'])
      const [notice, content] = await Promise.all(
        ['.notice', '.content'].map(name => page.locator(name).boundingBox()),
      )
      expect(notice?.y).toBeLessThan(content?.y ?? 0)
    },
  )

  test('7: the home layout shows hero, action and features, no sidebar and no pager', async () => {
    const page = await visit('/')
    expect(await texts(page, '.hero-name, .hero-line, .feature-title')).toEqual([
      'Spec site',
      'One line',
      'Light',
    ])
    expect(await hrefs(page, '.hero-action a')).toEqual(['/guides/'])
    expect(await page.locator('.sidebar:visible, .pager, .edit-link').count()).toBe(0)
  })

  test('7: the print style leaves the content, spells out links and drops what only serves a screen', async () => {
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
    '7: no flash: a stored %s scheme holds before the first paint',
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
    '7: without a choice the system’s scheme holds, without scripts too: %s',
    async colorScheme => {
      const page = await visit(API, {}, { colorScheme, javaScriptEnabled: false })
      expect(await style(page, ':root', 'color-scheme')).toBe(colorScheme)
    },
  )

  test.each([
    ['/', 'Segoe UI'],
    ['/ja/', 'Hiragino Sans'],
    ['/zh/', 'PingFang SC'],
  ])('7: fonts are those of the system, per script: %s', async (address, font) => {
    const page = await visit(address)
    expect(await style(page, 'main', 'font-family')).toContain(font)
    expect(await page.evaluate(() => document.fonts.size)).toBe(0)
  })

  test('7: properties are logical: a right-to-left language is mirrored', async () => {
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
  test('7: the sidebar is a drawer', async () => {
    const page = await visit(API, {}, PHONE)
    await wake(page)
    const drawer = page.locator('#docsgen-drawer')
    expect(await drawer.isVisible()).toBe(false)
    await page.locator('.header .menu-button').click()
    await page.waitForSelector('#docsgen-drawer[role=dialog]')
    expect(await drawer.locator('.sidebar a[href="/guides/"]').isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
  })

  test.each([
    [API, 20, 180],
    ['/ar/api/', 370, 210],
  ])(
    '7: a swipe from the edge opens the drawer, the opposite one closes it: %s',
    async (address, from, to) => {
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
    },
  )
})

describe('for everybody', () => {
  test.each(['/', API, '/ja/api/', '/ar/guides/', '/nowhere'])(
    '7: WCAG 2.2 AA as far as axe can tell: %s',
    async address => {
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 390],
      ] as const) {
        const page = await visit(address, { csp: false }, { colorScheme, viewport: { width, height: 800 } })
        await wake(page)
        expect(await findViolations(page)).toEqual([])
      }
    },
  )

  test('7: all interface texts are in six languages', async () => {
    const page = await visit(API)
    const read = () =>
      page.evaluate(() => {
        const named = [...document.querySelectorAll('body [aria-label]:not(.content *)')]
        const labels = named.map(element => element.getAttribute('aria-label') ?? '')
        const texts = [
          '.skip-link',
          '.search-label',
          '.edit-link > span',
          '.last-updated > span',
          '.outline-title',
        ]
        return [...labels, ...texts.map(name => document.querySelector(name)?.textContent ?? '')]
      })
    const english = await read()
    expect(english.filter(text => text === '')).toEqual([])
    for (const prefix of ['/ja/', '/zh/', '/ru/', '/fr/', '/pt/']) {
      await page.goto(new URL(`${prefix}api/`, page.url()).href)
      const own = await read()
      expect(own).toHaveLength(english.length)
      const same = own.filter((text, i) => text === '' || text === english[i])
      // Words that languages share with English.
      expect(same.filter(text => !['Menu', 'Pages', 'Système'].includes(text))).toEqual([])
    }
  })
})
