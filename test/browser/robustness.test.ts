import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { IS_FULL } from '../support/full.ts'
import {
  clickLink,
  isIdle,
  isSameDocument,
  launchBrowser,
  PHONE,
  saveData,
  serveFolder,
  type ServeOptions,
  useServedSite,
  waitForTitle,
  wake,
  chooseScheme,
} from './browser.ts'
import { createReaderSite } from './reader-site.ts'
import { find, typeQuery } from './search-site.ts'

const served = useServedSite(createReaderSite, { csp: true })
const { open } = served
const API = '/api/'

const hearsOfIt = (page: Page) => page.waitForSelector('.load-status button')
const toOptions = (page: Page) => clickLink(page, 'main a[href="/api/options.html"]')
const toJapanese = (page: Page) => clickLink(page, '#docsgen-languages a[hreflang=ja]')
const isJapanese = (page: Page) => page.waitForSelector('html[lang=ja]')

interface Case {
  what: RegExp
  /** When it begins to hang: before the first interaction, or with the app in. */
  from: 'start' | 'app'
  act(page: Page): Promise<unknown>
  arrived(page: Page): Promise<unknown>
  after?(page: Page): Promise<void>
}

const CASES: Record<string, Case> = {
  'the chunk of a page': {
    what: /\/js\/v-/,
    from: 'app',
    act: toOptions,
    arrived: page => waitForTitle(page, 'Options'),
    // The next click is served by the app again.
    after: async page => {
      await wake(page)
      await page.evaluate(() => Object.assign(self, { mark: true }))
      await clickLink(page, 'main a[href="/api/"]', { title: 'API' })
      expect(await page.evaluate(() => 'mark' in self)).toBe(true)
    },
  },
  'the page table': {
    what: /locales\/en\.json/,
    from: 'start',
    act: async page => {
      await wake(page)
      await toOptions(page)
    },
    arrived: page => waitForTitle(page, 'Options'),
  },
  'the texts of another language': {
    what: /locales\/ja\.\w+\.json/,
    from: 'app',
    act: toJapanese,
    arrived: isJapanese,
  },
  'the app': {
    what: /\/js\/app\./,
    from: 'start',
    act: async page => {
      await page.keyboard.press('Shift')
      await toOptions(page)
    },
    arrived: page => waitForTitle(page, 'Options'),
  },
  'the script of the search': {
    what: /\/js\/open\./,
    from: 'app',
    act: page => page.keyboard.press('Control+k'),
    arrived: hearsOfIt,
  },
  'the index of the search': {
    what: /search|locales\/en\.json/,
    from: 'app',
    act: page => typeQuery(page, 'options'),
    arrived: page => page.waitForSelector('.search-retry'),
  },
}

test('what hangs holds nobody up: readers arrive, or see a message, and the app goes on', async () => {
  const visits = Object.entries(CASES).map(async ([name, { what, from, act, arrived, after }]) => {
    // Each has a server of its own: they are waited for side by side.
    const options: ServeOptions = { csp: true }
    const server = await serveFolder(served.site.output, options)
    const { page } = await open(undefined, { before: saveData })
    await page.goto(server.origin + API)
    if (from === 'app') await wake(page)
    options.delay = pathname => (what.test(pathname) ? Infinity : undefined)
    await act(page)
    await arrived(page).catch(() => Promise.reject(new Error(`Nothing happened: ${name}`)))
    options.delay = () => undefined
    await after?.(page)
    await page.close()
    await server.close()
  })
  await Promise.all(visits)
})

describe('controls', () => {
  test('work after the app failed to load', async () => {
    served.server.options.answer = url => (/\/js\/app\./.test(url) ? { status: 404 } : undefined)
    const { page } = await open(API)
    await page.keyboard.press('Shift')
    await chooseScheme(page, 'dark')
    await page.waitForSelector('html[data-scheme=dark]')
    expect(await page.locator('.header [data-scheme-value="dark"]').getAttribute('aria-pressed')).toBe('true')
    await find(page, 'options')
    await page.keyboard.press('Escape')
    await page.locator('main a[href="/api/options.html"]').first().click()
    await waitForTitle(page, 'Options')
  })

  test('of a version that is gone lead to the new one', async () => {
    const { page } = await open(API, { app: true })
    served.server.options.answer = url => (/\/js\/open\./.test(url) ? { status: 404 } : undefined)
    await page.click('[data-search-open]')
    const again = await hearsOfIt(page)
    served.server.options.answer = () => undefined
    await again.click()
    await page.locator('.load-status').waitFor({ state: 'detached' })
    await find(page, 'options')
  })

  test('of offline reading are served when they are the first press, and say so where cookies are blocked', async () => {
    const { page } = await open(API, {
      before: page =>
        page.addInitScript(() => {
          const refuse = () => Promise.reject(new DOMException('blocked', 'SecurityError'))
          Object.assign(ServiceWorkerContainer.prototype, { getRegistration: refuse })
        }),
    })
    await page.click('[data-offline-open]')
    await page.locator('.offline-panel-status:not(:empty)').waitFor()
  })
})

test('an address with doubled slashes, which the host took for the page, is that page', async () => {
  served.server.options.mergesSlashes = true
  const { page } = await open('/api//options.html', { app: true })
  await waitForTitle(page, 'Options')
  expect(new URL(page.url()).pathname).toBe('/api/options.html')
})

describe('a document that others change', () => {
  const PAGES = [
    ['/api/options.html', 'Options'],
    ['/guides/', 'Guides'],
    ['/ja/api/', '日本語 API'],
    [API, 'API'],
    ['/', 'Home'],
  ] as const

  /** As translators, extensions and blockers do: attributes, new nodes everywhere, texts wrapped, parts of the page gone. */
  const disturb = (page: Page) =>
    page.evaluate(() => {
      const { documentElement, head, body } = document
      documentElement.setAttribute('data-extension', '1')
      documentElement.classList.add('translated-ltr')
      body.setAttribute('data-extension', '1')
      body.prepend(document.createElement('aside'))
      body.append(document.createElement('aside'))
      head.append(document.createElement('meta'))
      document.querySelector('main')?.append(document.createElement('aside'))
      const app = document.querySelector('#docsgen-app') as Element
      const walker = document.createTreeWalker(app, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        const font = document.createElement('font')
        text.replaceWith(font)
        font.append(text)
      }
      for (const name of ['.content p', '.content h2', 'aside']) document.querySelector(name)?.remove()
    })

  test('before React and after every page change: nothing crashes over ten navigations', async () => {
    const { page, problems } = await open(API)
    await disturb(page)
    await wake(page)
    await page.locator('[data-search-open]:visible').first().waitFor()
    for (let times = 0; times < 2; times++)
      for (const [href, title] of PAGES) {
        await disturb(page)
        await clickLink(page, 'a.brand', { href })
        await page.waitForFunction(path => location.pathname === path, href)
        await waitForTitle(page, title)
      }
    expect(await page.locator('main').count()).toBe(1)
    expect(await page.locator('main font').count()).toBe(0)
    expect(await page.getByText('About Home').count()).toBe(0)
    expect(await isSameDocument(page)).toBe(true)
    // A node that somebody put among React's own before it came: React says so and renders again.
    expect(problems.filter(problem => !problem.includes('#418'))).toEqual([])
  })

  test('a part of the theme that somebody removed leads to the whole page, not to a broken one', async () => {
    const { page } = await open(API, { app: true })
    await page.evaluate(() => {
      for (const name of ['.notice', '.outline', '.pager', '.edit-link'])
        document.querySelector(name)?.remove()
    })
    await clickLink(page, 'a.brand', { href: '/', title: 'Home' })
    await wake(page)
    await clickLink(page, 'a.brand', { href: API, title: 'API' })
    expect(await page.locator('.notice').count()).toBe(1)
  })
})

test('under the strict policy no feature violates it', async () => {
  const { page, problems } = await open(API, {
    app: true,
    serviceWorkers: 'allow',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await chooseScheme(page, 'dark')
  await page.locator('.top-nav .disclosure-button').click()
  await page.keyboard.press('Escape')
  await page.locator('.language-menu button').click()
  await page.locator('#docsgen-languages a[hreflang=ja]').click()
  await waitForTitle(page, '日本語 API')
  await page.goBack()
  await waitForTitle(page, 'API')
  await find(page, 'components')
  await page.keyboard.press('Enter')
  await waitForTitle(page, 'Components')
  await page.locator('.copy-code').click()
  await page.waitForSelector('.copy-code[data-copied=true]')
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active)
  await page.locator('.offline-open').click()
  await page.waitForSelector('dialog.offline-panel li')
  await page.keyboard.press('Escape')
  await page.setViewportSize(PHONE)
  await page.locator('.header .menu-button').click()
  await page.waitForSelector('#docsgen-drawer[role=dialog]')
  await page.keyboard.press('Escape')
  // A chunk that does not come: progress, message, and the whole page in the end.
  served.server.options.answer = url => (/\/v-/.test(url) ? { status: 404 } : undefined)
  await clickLink(page, 'a.brand', { href: '/upgrading-to-v1/', title: 'Upgrading to V1' })
  const violations = () => problems.filter(problem => /policy|Content Security/.test(problem))
  expect(violations()).toEqual([])
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('style'), { textContent: 'p{}' })),
  )
  await expect.poll(() => violations().length).toBeGreaterThan(0)
})

/** What a page holds after the garbage is collected. */
async function measureMemory(page: Page, session: CDPSession) {
  await isIdle(page)
  await session.send('HeapProfiler.enable')
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  const read = (name: string) => metrics.find(metric => metric.name === name)?.value ?? Number.NaN
  return { heap: read('JSHeapUsedSize'), nodes: read('Nodes'), listeners: read('JSEventListeners') }
}

const ROUNDS = IS_FULL ? 125 : 5

test(
  `${ROUNDS} rounds of navigations leave heap, nodes and listeners as they were`,
  { timeout: 600_000 },
  async () => {
    // The devtools side of the test keeps handles of its own; a browser without other pages is the quiet place.
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(served.server.origin + API)
      await wake(page)
      const session = await page.context().newCDPSession(page)
      const go = async (rounds: number) => {
        for (let round = 0; round < rounds; round++)
          for (const href of ['/api/options.html', '/ja/api/', '/guides/', API]) {
            await clickLink(page, 'a.brand', { href })
            await page.waitForFunction(path => location.pathname === path, href)
          }
      }
      await go(3)
      const before = await measureMemory(page, session)
      await go(ROUNDS)
      const after = await measureMemory(page, session)
      expect(after.heap - before.heap).toBeLessThanOrEqual(5_000_000)
      expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.05)
      expect(after.listeners).toBeLessThanOrEqual(before.listeners)
    } finally {
      await browser.close()
    }
  },
)
