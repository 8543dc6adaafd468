import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { launchBrowser, serveFolder, watchProblems } from './browser.ts'
import { IS_FULL } from '../support/full.ts'
import { clickLink, isSameDocument, scrollTop, useReader, waitForTitle, wake } from './reader.ts'

/** What needs more than a click and a look. */
const reader = useReader()
const API = '/api/'

describe('the back/forward cache', () => {
  /** Notes in `self.kept` whatever makes browsers load a page anew instead of keeping it. */
  const watchObstacles = (page: Page) =>
    page.addInitScript(() => {
      const kept = Object.assign(self, { kept: [] as string[] }).kept
      const listen = EventTarget.prototype.addEventListener
      EventTarget.prototype.addEventListener = function (...given: Parameters<typeof listen>) {
        if (/^(before)?unload$/.test(given[0])) kept.push(given[0])
        return listen.apply(this, given)
      }
      for (const name of [
        'WebSocket',
        'EventSource',
        'RTCPeerConnection',
        'BroadcastChannel',
        'SharedWorker',
      ]) {
        const original = (
          self as unknown as Record<string, (new (...given: unknown[]) => object) | undefined>
        )[name]
        if (!original) continue
        const spy = new Proxy(original, {
          construct: (made, given) => {
            kept.push(name)
            return new made(...(given as unknown[]))
          },
        })
        Object.defineProperty(self, name, { value: spy })
      }
      const open = IDBFactory.prototype.open
      IDBFactory.prototype.open = function (...given: Parameters<typeof open>) {
        kept.push('indexedDB')
        return open.apply(this, given)
      }
    })
  const obstacles = (page: Page) =>
    page.evaluate(() => [
      ...(self as unknown as { kept: string[] }).kept,
      ...['onunload', 'onbeforeunload'].filter(name => (self as unknown as Record<string, unknown>)[name]),
    ])

  test('nothing of the page keeps it out: no listener to unload, no open connection, worker and search included', async () => {
    const page = await reader.visit(API, {}, { serviceWorkers: 'allow' })
    await watchObstacles(page)
    await page.reload()
    await wake(page)
    await clickLink(page, 'main a[href="/api/options.html"]')
    await waitForTitle(page, 'Options')
    await page.keyboard.press('Control+k')
    await page.locator('.search-dialog input').fill('options')
    await page.waitForSelector('.search-dialog [role=option]')
    await page.keyboard.press('Escape')
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active)
    expect(await obstacles(page)).toEqual([])
    await page.evaluate(() => {
      addEventListener('unload', () => undefined)
      new BroadcastChannel('x').close()
    })
    expect(await obstacles(page)).toEqual(['unload', 'BroadcastChannel'])
  })

  test('a page left for another origin opens where it was, in its language, and works', async () => {
    const page = await reader.visit(API)
    const other = await serveFolder(reader.output())
    try {
      await wake(page)
      await page.evaluate(() => scrollTo(0, 404))
      await page.goto(`${other.origin}/guides/`)
      await page.goBack()
      await page.waitForURL(`${reader.server().origin}${API}`)
      await page.waitForTimeout(300)
      expect(Math.abs((await scrollTop(page)) - 404)).toBeLessThanOrEqual(2)
      expect(await page.locator('#docsgen-languages [aria-current]').getAttribute('hreflang')).toBe('en-US')
      await clickLink(page, 'main a[href="/api/options.html"]')
      await waitForTitle(page, 'Options')
    } finally {
      await other.close()
    }
  })

  test('the page goes on where it was kept', async () => {
    const page = await reader.visit(API)
    const problems = watchProblems(page)
    await wake(page)
    await clickLink(page, 'main a[href="/api/options.html"]')
    await waitForTitle(page, 'Options')
    await page.evaluate(() => scrollTo(0, 222))
    await page.evaluate(() => {
      for (const type of ['pagehide', 'pageshow']) {
        dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
      }
    })
    expect(await scrollTop(page)).toBe(222)
    expect(await page.evaluate(() => history.scrollRestoration)).toBe('manual')
    await page.goBack()
    await waitForTitle(page, 'API')
    await page.goForward()
    await waitForTitle(page, 'Options')
    expect(Math.abs((await scrollTop(page)) - 222)).toBeLessThanOrEqual(2)
    expect(problems).toEqual([])
  })
})

describe('a document that others change', () => {
  const HREFS = ['/api/options.html', '/guides/', '/ja/api/', '/api/', '/']

  /** As translators and extensions do: attributes, new nodes everywhere, texts wrapped. */
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
    })

  /** As blockers do: parts of the page are gone. */
  const remove = (page: Page) =>
    page.evaluate(() => {
      for (const name of ['.content p', '.content h2', 'aside']) document.querySelector(name)?.remove()
    })

  test('before React and after every page change: nothing crashes over 20 navigations', async () => {
    const page = await reader.visit(API)
    const problems = watchProblems(page)
    await disturb(page)
    await remove(page)
    await wake(page)
    for (let i = 0; i < 20; i++) {
      await disturb(page)
      await remove(page)
      const href = HREFS[i % HREFS.length] ?? '/'
      await clickLink(page, 'a.brand', href)
      await page.waitForFunction(path => location.pathname === path, href)
      const title = {
        '/api/options.html': 'Options',
        '/guides/': 'Guides',
        '/ja/api/': '日本語 API',
        '/api/': 'API',
      }[href]
      await waitForTitle(page, title ?? 'Home')
    }
    expect(await page.locator('main').count()).toBe(1)
    expect(await page.locator('main font').count()).toBe(0)
    expect(await page.getByText('About Home').count()).toBe(0)
    expect(await isSameDocument(page)).toBe(true)
    // A node that somebody put among React's own before it came: React says so and renders anew.
    expect(problems.filter(problem => !problem.includes('#418'))).toEqual([])
  })

  test('a part of the theme that somebody removed leads to the whole page, not to a broken one', async () => {
    const page = await reader.visit(API)
    await wake(page)
    await page.evaluate(() => {
      for (const name of ['.notice', '.outline', '.pager', '.edit-link'])
        document.querySelector(name)?.remove()
    })
    await clickLink(page, 'a.brand', '/')
    await waitForTitle(page, 'Home')
    await wake(page)
    await clickLink(page, 'a.brand', API)
    await waitForTitle(page, 'API')
    expect(await page.locator('.notice').count()).toBe(1)
  })
})

describe('narrow windows', () => {
  test('at 400 % of 1280 px, which is 320 px, pages need no sideways scrolling and show everything', async () => {
    const page = await reader.visit('/', {}, { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 })
    for (const address of ['/', API, '/ja/api/', '/ar/api/', '/nowhere']) {
      await page.goto(reader.server().origin + address)
      await wake(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
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
  })
})

test('under the strict policy no feature violates it', async () => {
  const page = await reader.visit(
    '/notes',
    {},
    {
      serviceWorkers: 'allow',
      permissions: ['clipboard-read', 'clipboard-write'],
    },
  )
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  await page.goto(reader.server().origin + API)
  const problems = watchProblems(page)
  await wake(page)
  const step = {
    scheme: () => page.locator('.header [data-scheme-value=dark]').click(),
    disclosure: () => page.locator('.top-nav .disclosure-button').click(),
    languages: () => page.locator('.language-menu button').click(),
    japanese: () => page.locator('#docsgen-languages a[hreflang=ja]').click(),
  }
  await step.scheme()
  await step.disclosure()
  await page.keyboard.press('Escape')
  await step.languages()
  await step.japanese()
  await waitForTitle(page, '日本語 API')
  await page.goBack()
  await waitForTitle(page, 'API')
  await page.keyboard.press('Control+k')
  await page.locator('.search-dialog input').fill('components')
  await page.waitForSelector('.search-dialog [role=option]')
  await page.keyboard.press('Enter')
  await waitForTitle(page, 'Components')
  await page.locator('.copy-code').click()
  await page.waitForSelector('.copy-code[data-copied=true]')
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active)
  await page.locator('.offline-open').click()
  await page.waitForSelector('dialog.offline-panel li')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.locator('.header .menu-button').click()
  await page.waitForSelector('#docsgen-drawer[role=dialog]')
  await page.keyboard.press('Escape')
  // A chunk that does not come: progress, message, and the whole page in the end.
  reader.server().options = { csp: true, answer: url => (/\/v-/.test(url) ? { status: 404 } : undefined) }
  await clickLink(page, 'a.brand', '/upgrading-to-v1/')
  await waitForTitle(page, 'Upgrading to V1')
  expect(
    problems.filter(problem => problem.includes('policy') || problem.includes('Content Security')),
  ).toEqual([])
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('style'), { textContent: 'p{}' })),
  )
  await expect.poll(() => problems.some(problem => problem.includes('policy'))).toBe(true)
})

interface Memory {
  heap: number
  nodes: number
  listeners: number
}

/** What a page holds after the garbage is collected. */
async function measureMemory(session: CDPSession): Promise<Memory> {
  await session.send('HeapProfiler.enable')
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  const read = (name: string) => metrics.find(metric => metric.name === name)?.value ?? Number.NaN
  return { heap: read('JSHeapUsedSize'), nodes: read('Nodes'), listeners: read('JSEventListeners') }
}

test(
  `${IS_FULL ? 500 : 60} navigations leave heap, nodes and listeners as they were`,
  async () => {
    // The devtools side of the test keeps handles of its own; a browser without other pages is the quiet place.
    const browser = await launchBrowser()
    try {
      await reader.visit(API)
      const page = await browser.newPage()
      await page.goto(reader.server().origin + API)
      await wake(page)
      const session = await page.context().newCDPSession(page)
      const round = async () => {
        for (const href of ['/api/options.html', '/ja/api/', '/guides/', API]) {
          await clickLink(page, 'a.brand', href)
          await page.waitForFunction(path => location.pathname === path, href)
        }
      }
      const rounds = IS_FULL ? 125 : 15
      for (let i = 0; i < 10; i++) await round()
      await page.waitForTimeout(600)
      const before = await measureMemory(session)
      for (let i = 0; i < rounds; i++) await round()
      await page.waitForTimeout(600)
      const after = await measureMemory(session)
      expect(after.heap - before.heap).toBeLessThanOrEqual(5_000_000)
      expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.05)
      expect(after.listeners).toBeLessThanOrEqual(before.listeners)
    } finally {
      await browser.close()
    }
  },
  IS_FULL ? 600_000 : 60_000,
)
