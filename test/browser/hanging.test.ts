import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { serveFolder, type ServeOptions, useServedSite, wake } from './browser.ts'
import { createClientSite } from './client-site.ts'
import { clickLink, saveData, waitForTitle } from './reader.ts'

/** Answers that never come, or not as they should: the reader gets to the page or is told, within ten seconds. */
/** Ten seconds, and what a busy machine adds. */
const SOON = { timeout: 20_000 }

const served = useServedSite(createClientSite)

/** Opens a page of the site on a server of its own; visits may run side by side. */
async function visit(
  address: string,
  use: (page: Page, options: ServeOptions) => Promise<void>,
): Promise<void> {
  const options: ServeOptions = { csp: true }
  const server = await serveFolder(served.site.output, options)
  const context = await served.browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.goto(server.origin + address)
    await use(page, options)
  } finally {
    await context.close()
    await server.close()
  }
}

const hang = (options: ServeOptions, what: RegExp) =>
  (options.delay = pathname => (what.test(pathname) ? Infinity : undefined))

const told = (page: Page) => page.waitForSelector('.load-status button', SOON)

interface Case {
  what: RegExp
  /** When it begins to hang: before the reader's first sign, or with the app in. */
  from: 'start' | 'app'
  act(page: Page): Promise<unknown>
  /** Resolves when the reader has what was wanted, or knows. */
  arrived(page: Page): Promise<unknown>
  /** What must be true when nothing hangs any more. */
  after?(page: Page): Promise<void>
}

const follow = (page: Page) => clickLink(page, 'main a[href="/api/find.html"]')
const search = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.locator('.search-dialog input').fill('find')
}
const toFind = (page: Page) =>
  page.waitForFunction(() => document.querySelector('h1')?.innerText === 'find', undefined, SOON)

const CASES: Record<string, Case> = {
  'the chunk of a page': {
    what: /\/js\/v-/,
    from: 'app',
    act: follow,
    arrived: toFind,
    // The next click is served by the app again.
    after: async page => {
      await wake(page)
      await page.evaluate(() => Object.assign(self, { mark: true }))
      await clickLink(page, 'main a[href="/api/mount.html"]')
      await waitForTitle(page, 'mount')
      expect(await page.evaluate(() => 'mark' in self)).toBe(true)
    },
  },
  'the page table': {
    what: /locales\/en\.json/,
    from: 'start',
    act: async page => {
      await wake(page)
      await follow(page)
    },
    arrived: toFind,
  },
  'the page table of another language': {
    what: /locales\/zh\.json/,
    from: 'app',
    act: page => clickLink(page, '#docsgen-languages a[hreflang="zh-CN"]'),
    arrived: page => page.waitForFunction(() => document.documentElement.lang === 'zh-CN', undefined, SOON),
  },
  'the texts of another language': {
    what: /locales\/zh\.\w+\.json/,
    from: 'app',
    act: page => clickLink(page, '#docsgen-languages a[hreflang="zh-CN"]'),
    arrived: page => page.waitForFunction(() => document.documentElement.lang === 'zh-CN', undefined, SOON),
  },
  'the app': {
    what: /\/js\/app\./,
    from: 'start',
    act: async page => {
      await page.keyboard.press('Shift')
      await follow(page)
    },
    arrived: toFind,
  },
  'the script of the search': {
    what: /\/js\/open\./,
    from: 'app',
    act: page => page.keyboard.press('Control+k'),
    arrived: told,
  },
  'the script of the offline panel': {
    what: /\/js\/open-panel\./,
    from: 'app',
    act: page => page.click('[data-offline-open]'),
    arrived: told,
  },
  'the index of the search': {
    what: /search|locales\/en\.json/,
    from: 'app',
    act: search,
    arrived: page => page.waitForSelector('.search-retry', SOON),
  },
}

describe('what hangs holds nobody up', () => {
  test('each request that a reader may wait for, and the app goes on after it', async () => {
    const visits = Object.entries(CASES).map(([name, { what, from, act, arrived, after }]) =>
      visit('/api/mount.html', async (page, options) => {
        if (from === 'app') await saveData(page)
        if (from === 'app') await wake(page)
        hang(options, what)
        await act(page)
        await arrived(page).catch(() => Promise.reject(new Error(`Nothing happened: ${name}`)))
        options.delay = () => undefined
        await after?.(page)
      }),
    )
    await Promise.all(visits)
  })
})

describe('controls without the app', () => {
  test('work after the app failed to load', async () => {
    await visit('/api/mount.html', async (page, options) => {
      options.answer = url => (/\/js\/app\./.test(url) ? { status: 404 } : undefined)
      await page.keyboard.press('Shift')
      await page.click('[data-scheme-value="dark"]')
      await page.waitForFunction(() => document.documentElement.dataset['scheme'] === 'dark')
      expect(await page.locator('[data-scheme-value="dark"]').first().getAttribute('aria-pressed')).toBe(
        'true',
      )
      await search(page)
      await page.waitForSelector('.search-dialog [role=option]')
    })
  })

  test('of a version that is gone lead to the new one', async () => {
    await visit('/api/mount.html', async (page, options) => {
      await wake(page)
      options.answer = url => (/\/js\/open\./.test(url) ? { status: 404 } : undefined)
      await page.click('[data-search-open]')
      const again = await told(page)
      options.answer = () => undefined
      await again.click()
      await page.waitForFunction(() => !document.querySelector('.load-status'))
      await search(page)
      await page.waitForSelector('.search-dialog [role=option]')
    })
  })

  test('offline reading is served when it is the first press, and says so where cookies are blocked', async () => {
    await visit('/api/mount.html', async page => {
      await page.evaluate(() => {
        const refuse = () => Promise.reject(new DOMException('blocked', 'SecurityError'))
        Object.assign(ServiceWorkerContainer.prototype, { getRegistration: refuse })
      })
      await page.click('[data-offline-open]')
      await page.waitForFunction(
        () => (document.querySelector('.offline-panel-status')?.textContent ?? '') !== '',
      )
    })
  })
})

test('an address with doubled slashes, which the host took for the page, is that page', async () => {
  await visit('/api/mount.html', async (page, options) => {
    options.mergesSlashes = true
    const { origin } = new URL(page.url())
    await page.goto(`${origin}/api//mount.html`)
    await wake(page)
    expect(await page.locator('h1').innerText()).toBe('mount')
    expect(new URL(page.url()).pathname).toBe('/api/mount.html')
  })
})
