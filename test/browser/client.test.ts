import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { attribute, byTag, readDocuments } from '../sites/built-documents.ts'
import { launchBrowser, serveFolder, type FolderServer, type ServeOptions } from './browser.ts'
import type { TestSite } from '../sites/site.ts'
import { buildSite } from './client-site.ts'

let browser: Browser
let site: TestSite
let server: FolderServer
let context: BrowserContext | undefined

beforeAll(async () => {
  browser = await launchBrowser()
  site = await buildSite()
})
afterEach(async () => {
  await context?.close()
  context = undefined
  await server?.close()
})
afterAll(async () => {
  await browser?.close()
  site?.remove()
})

interface Visit {
  page: Page
  /** Messages of the console that are errors, exceptions, and violations of the policy. */
  problems: string[]
}

/** Serves the site under the strict policy and opens an address of it. */
async function visit(
  address: string,
  options: ServeOptions = {},
  contextOptions: Parameters<Browser['newContext']>[0] = {},
): Promise<Visit> {
  server = await serveFolder(site.output, { csp: true, ...options })
  context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // What the worker saves would hide what the router does without it.
    serviceWorkers: 'block',
    ...contextOptions,
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(String(error)))
  if (contextOptions.javaScriptEnabled !== false) {
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', event => console.error('policy', event.violatedDirective))
      Object.assign(self, { isSameDocument: true })
    })
  }
  await page.goto(server.origin + address)
  return { page, problems }
}

/** Shows a first sign and waits until the app is in. */
async function wake(page: Page): Promise<void> {
  await page.mouse.move(5, 5)
  await page.keyboard.press('Shift')
  await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
}

/** Follows a link of the content as a reader does. */
async function follow(page: Page, href: string): Promise<void> {
  await page.locator(`main a[href="${href}"]`).first().click()
}

const heading = (page: Page) => page.locator('h1').innerText()
const address = (page: Page) => page.url().slice(server.origin.length)
const waitForTitle = (page: Page, title: string) =>
  page.waitForFunction(wanted => document.querySelector('h1')?.innerText.trim() === wanted, title)
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const historyLength = (page: Page) => page.evaluate(() => history.length)

/** Address of the chunk of a page, from the table of its locale. */
async function chunkOf(page: Page, path: string): Promise<string> {
  const name = await page.evaluate(async wanted => {
    const response = await fetch('/assets/locales/en.json')
    const table = (await response.json()) as { pages: Record<string, [string]> }
    return table.pages[wanted]?.[0]
  }, path)
  return `/assets/js/${name}`
}

test('a site without an icon says so in every document, so that browsers ask for none', () => {
  const documents = readDocuments(site.output).map(document => {
    const icons = byTag(document, 'link').filter(link => attribute(link, 'rel') === 'icon')
    return [document.file, ...icons.map(link => attribute(link, 'href'))]
  })
  expect(documents.map(([file]) => file)).toEqual(
    expect.arrayContaining(['index.html', '404.html', 'old.html']),
  )
  expect(documents.filter(([, ...icons]) => icons.join() !== 'data:,')).toEqual([])
})

describe('first load', () => {
  test('loads no more than the boot script until the reader gives a sign, and no content twice', async () => {
    const { page, problems } = await visit('/api/mount.html')
    await page.waitForTimeout(300)
    const before = server.seen.map(({ url }) => url)
    expect(before.filter(url => /\/(app|Layout|v-)/.test(url))).toEqual([])
    await wake(page)
    await page.waitForTimeout(200)
    const own = await chunkOf(page, '/api/mount.html')
    expect(server.seen.map(({ url }) => url)).not.toContain(own)
    expect(problems).toEqual([])
  })

  test('a link waits two seconds at most, then the browser follows it', async () => {
    const { page } = await visit('/', { delay: name => (/\/app\./.test(name) ? 8000 : undefined) })
    await page.waitForSelector('.search-button:not([hidden])')
    await follow(page, '/api/')
    await page.waitForURL('**/api/', { timeout: 4000 })
    expect(server.seen.filter(({ url }) => url === '/api/')).toHaveLength(1)
  })

  test('links work natively when the app fails to load', async () => {
    const { page } = await visit('/', { answer: url => (/\/app\./.test(url) ? { status: 404 } : undefined) })
    await page.waitForSelector('.search-button:not([hidden])')
    await follow(page, '/api/')
    await waitForTitle(page, 'API')
    await follow(page, '/api/mount.html')
    await waitForTitle(page, 'mount')
  })

  test('links work natively without the boot script', async () => {
    const { page } = await visit('/', { answer: url => (/\/boot\./.test(url) ? { status: 404 } : undefined) })
    await follow(page, '/api/')
    await waitForTitle(page, 'API')
    expect(await page.locator('main').innerText()).toContain('Line 25 of the section.')
    expect(await page.evaluate(() => document.querySelectorAll('[data-js]:not([hidden])').length)).toBe(0)
  })

  test('the page reads the same without JavaScript', async () => {
    const { page } = await visit('/api/mount.html', {}, { javaScriptEnabled: false })
    const text = await page.locator('main').innerText()
    await follow(page, '/api/find.html')
    await page.waitForURL('**/api/find.html')
    await context?.close()
    await server.close()
    const { page: other } = await visit('/api/mount.html')
    await wake(other)
    expect(await other.locator('main').innerText()).toBe(text)
  })
})

describe('navigation', () => {
  test('a page change makes one request, for that page’s own chunk', async () => {
    const { page } = await visit('/api/', {}, {})
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    await page.reload()
    await wake(page)
    await page.waitForTimeout(300)
    const chunk = await chunkOf(page, '/api/mount.html')
    server.seen.length = 0
    await follow(page, '/api/mount.html')
    await waitForTitle(page, 'mount')
    await page.waitForTimeout(300)
    expect(server.seen.map(({ url }) => url)).toEqual([chunk])
  })

  test('focus moves to the heading and one live region says the new title', async () => {
    const { page } = await visit('/api/')
    await wake(page)
    await page.evaluate(() => {
      const said: string[] = []
      Object.assign(self, { said })
      const region = document.getElementById('docsgen-announcer') as HTMLElement
      new MutationObserver(() => {
        if (region.textContent) said.push(`${region.textContent} (${document.title})`)
      }).observe(region, { childList: true })
    })
    await follow(page, '/api/mount.html')
    await waitForTitle(page, 'mount')
    await page.waitForTimeout(200)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(await page.evaluate(() => (self as unknown as { said: string[] }).said)).toEqual([
      'mount | Site (mount | Site)',
    ])
    expect(await page.locator('[aria-live]:not(main *)').count()).toBe(1)
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('.outline a[href="#notes"]')?.click())
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('notes')
  })

  test('the progress bar stands still without motion', async () => {
    const { page } = await visit(
      '/api/',
      { delay: name => (/\/v-/.test(name) ? 400 : undefined) },
      { reducedMotion: 'reduce' },
    )
    await wake(page)
    await follow(page, '/api/mount.html')
    const bar = page.locator('#nprogress > .bar')
    await bar.waitFor({ state: 'attached' })
    expect(await bar.evaluate(element => getComputedStyle(element).transform)).toBe('none')
    await waitForTitle(page, 'mount')
  })

  test('the not-found page speaks the language of the address, also for a link', async () => {
    const { page } = await visit('/')
    await wake(page)
    await page.evaluate(() => {
      const link = document.querySelector<HTMLAnchorElement>('main a[href="/api/"]')
      link?.setAttribute('href', '/zh/nope')
      link?.click()
    })
    await page.waitForFunction(() => document.documentElement.lang === 'zh-CN')
    expect(address(page)).toBe('/zh/nope')
    expect(await page.locator('.not-found').count()).toBe(1)
  })
})

describe('addresses', () => {
  test.each([
    ['/api/index.html?v=1#second', '/api/?v=1#second'],
    ['/api?v=1#second', '/api/?v=1#second'],
    ['/api/mount?v=1#notes', '/api/mount.html?v=1#notes'],
    ['/API/Mount.HTML', '/api/mount.html'],
    ['/api/mount/', '/api/mount.html'],
    ['/guides.html', '/guides/'],
    ['/guides/two words', '/guides/two%20words.html'],
    ['/old.html', '/api/mount.html'],
  ])('%s leads to %s on a plain static host, without a history entry', async (typed, wanted) => {
    const { page } = await visit('/notes.txt')
    const entries = await historyLength(page)
    await page.goto(server.origin + typed)
    await page.waitForURL(url => url.href.slice(server.origin.length) === wanted)
    await page.waitForLoadState()
    expect(await historyLength(page)).toBe(entries + 1)
    expect(await heading(page)).not.toContain('404')
    // The hash that follows the scroll position may change just now: only the arrival counts.
    await page.goBack()
    await page.waitForURL(`${server.origin}/notes.txt`)
  })

  test.each([
    ['/nope', 'en-US'],
    ['/zh/nope.html', 'zh-CN'],
    ['/ZH/nope', 'zh-CN'],
    ['/api//mount.html', 'en-US'],
    ['/%', 'en-US'],
  ])('%s is not found, in %s', async (typed, lang) => {
    const { page, problems } = await visit(typed)
    await page.waitForFunction(wanted => document.documentElement.lang === wanted, lang)
    await page.waitForSelector('.not-found')
    expect(address(page)).toBe(typed)
    await wake(page)
    expect(problems.filter(problem => !problem.includes('status of 404'))).toEqual([])
  })

  test('a host that answers every address with the home page shows the right page all the same', async () => {
    const { page } = await visit('/api/Mount', { fallback: 'index.html' })
    await page.waitForURL('**/api/mount.html')
    await waitForTitle(page, 'mount')
  })
})

describe('scrolling', () => {
  test('a jump by program leaves the hash that was asked for', async () => {
    const { page } = await visit('/api/')
    await wake(page)
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('.outline a[href="#third"]')?.click())
    await page.waitForTimeout(600)
    expect(await page.evaluate(() => location.hash)).toBe('#third')
  })

  test('back, forward and reload come back to the exact position', async () => {
    const { page } = await visit('/api/')
    await wake(page)
    await page.evaluate(() => scrollTo(0, 701))
    await page.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('.sidebar a[href="/api/mount.html"]')?.click(),
    )
    await waitForTitle(page, 'mount')
    expect(await scrollY(page)).toBe(0)
    await page.evaluate(() => scrollTo(0, 402))
    // Fifty moves.
    for (let i = 0; i < 25; i++) {
      await page.evaluate(() => history.back())
      await waitForTitle(page, 'API')
      expect(Math.abs((await scrollY(page)) - 701)).toBeLessThanOrEqual(2)
      await page.evaluate(() => history.forward())
      await waitForTitle(page, 'mount')
      expect(Math.abs((await scrollY(page)) - 402)).toBeLessThanOrEqual(2)
    }
    await page.reload()
    await page.waitForTimeout(200)
    expect(Math.abs((await scrollY(page)) - 402)).toBeLessThanOrEqual(2)
    await page.evaluate(() => history.back())
    await waitForTitle(page, 'API')
    expect(Math.abs((await scrollY(page)) - 701)).toBeLessThanOrEqual(2)
  })
})

describe('a chunk that does not load', () => {
  const broken = (answer: { status?: number; body?: string; type?: string }) => ({
    answer: (url: string) => (/\/v-/.test(url) ? answer : undefined),
  })

  test('answered by HTML counts as missing', async () => {
    const { page } = await visit('/api/', broken({ body: '<!doctype html>', type: 'text/html' }))
    await wake(page)
    await follow(page, '/api/mount.html')
    await waitForTitle(page, 'mount')
    expect(address(page)).toBe('/api/mount.html')
  })

  test('of twenty quick clicks only the last page is shown', async () => {
    const { page, problems } = await visit('/api/', {
      delay: name => (/\/v-/.test(name) ? (name.charCodeAt(name.length - 5) % 5) * 60 : undefined),
    })
    await wake(page)
    await page.evaluate(() => {
      const hrefs = ['/api/mount.html', '/api/find.html', '/guides/', '/zh/api/', '/']
      const link = document.querySelector<HTMLAnchorElement>('main a') as HTMLAnchorElement
      for (let i = 0; i < 20; i++) {
        link.href = hrefs[i % hrefs.length] ?? '/'
        link.click()
      }
      link.href = '/api/mount.html#notes'
      link.click()
    })
    await waitForTitle(page, 'mount')
    // All other pages have arrived by then, and the bar is gone.
    await page.waitForTimeout(800)
    await expect.poll(() => page.locator('#nprogress').count()).toBe(0)
    expect(await heading(page)).toContain('mount')
    expect(await page.title()).toBe('mount | Site')
    expect(address(page)).toBe('/api/mount.html#notes')
    expect(await page.evaluate(() => [document.documentElement.lang, document.activeElement?.id])).toEqual([
      'en-US',
      'notes',
    ])
    expect(problems).toEqual([])
  })

  test('a new deployment is found: the chunk of the new table is loaded', async () => {
    const { page } = await visit('/api/')
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
    await page.reload()
    await wake(page)
    await page.waitForTimeout(300)
    const old = await chunkOf(page, '/api/find.html')
    site.write('content/api/find.md', '# find\n\nNew text of the page.\n')
    await site.build()
    server.options = { csp: true, answer: url => (url.startsWith(old) ? { status: 404 } : undefined) }
    await follow(page, '/api/find.html#second')
    await waitForTitle(page, 'find')
    expect(await page.locator('main').innerText()).toContain('New text of the page.')
    expect(await page.evaluate(() => 'isSameDocument' in self)).toBe(true)
  })
})

describe('robustness', () => {
  test('works without memory when storage and clipboard are denied', async () => {
    const { page, problems } = await visit('/')
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      }
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    })
    await page.goto(`${server.origin}/api/mount.html`)
    await wake(page)
    await follow(page, '/api/find.html')
    await waitForTitle(page, 'find')
    await page.evaluate(() => history.back())
    await waitForTitle(page, 'mount')
    expect(problems).toEqual([])
  })

  test('a copy button works before the app and after a page change', async () => {
    const { page } = await visit(
      '/api/mount.html',
      {},
      { permissions: ['clipboard-read', 'clipboard-write'] },
    )
    const copy = async () => {
      await page.evaluate(() => navigator.clipboard.writeText('nothing'))
      await page.locator('.copy-code').first().click()
      await page.waitForFunction(() => document.querySelector('[data-copied=true]'))
      return page.evaluate(() => navigator.clipboard.readText())
    }
    expect((await copy()).trim()).toBe('const a = 1')
    await follow(page, '/api/find.html')
    await waitForTitle(page, 'find')
    await page.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('.sidebar a[href="/api/mount.html"]')?.click(),
    )
    await waitForTitle(page, 'mount')
    expect(await page.locator('.copy-code[hidden]').count()).toBe(0)
    expect((await copy()).trim()).toBe('const a = 1')
  })
})

describe('a base other than /', () => {
  let other: TestSite
  beforeAll(async () => {
    other = await buildSite('/docs/')
  })
  afterAll(() => other?.remove())

  test('holds for links, chunks, corrections and not-found pages', async () => {
    const root = site
    site = other
    try {
      const { page, problems } = await visit('/docs/API/mount?v=1', { base: '/docs/' })
      await page.waitForURL('**/docs/api/mount.html?v=1')
      await wake(page)
      await follow(page, '/docs/api/find.html')
      await waitForTitle(page, 'find')
      expect(address(page)).toBe('/docs/api/find.html')
      expect(server.seen.filter(({ url }) => !url.startsWith('/docs/'))).toEqual([])
      expect(problems.filter(problem => !problem.includes('status of 404'))).toEqual([])
    } finally {
      site = root
    }
  })
})
