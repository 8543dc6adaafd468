import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { attribute, byTag, readDocuments } from '../sites/built-documents.ts'
import { type OpenOptions, type ServeOptions, useServedSite, wake } from './browser.ts'
import { createClientSite } from './client-site.ts'
import { entries, isSameDocument, place, saveData, scrollTop, waitForTitle } from './reader.ts'

const served = useServedSite(createClientSite, { csp: true })

/** Opens an address. */
async function visit(address: string, serve: ServeOptions = {}, options: OpenOptions = {}) {
  served.server.options = { csp: true, ...serve }
  return served.open(address, options)
}

/** Follows a link of the content as a reader does. */
const follow = (page: Page, href: string) => page.locator(`main a[href="${href}"]`).first().click()

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
  const documents = readDocuments(served.site.output).map(document => {
    const icons = byTag(document, 'link').filter(link => attribute(link, 'rel') === 'icon')
    return [document.file, ...icons.map(link => attribute(link, 'href'))]
  })
  expect(documents.map(([file]) => file)).toEqual(
    expect.arrayContaining(['index.html', '404.html', 'old.html']),
  )
  expect(documents.filter(([, ...icons]) => icons.join() !== 'data:,')).toEqual([])
})

describe('first load', () => {
  test('loads no more than the boot script before the first interaction, and no content twice', async () => {
    const { page, problems } = await visit('/api/mount.html')
    await page.waitForTimeout(300)
    const urls = () => served.server.seen.map(({ url }) => url)
    expect(urls().filter(url => /\/(app|Layout|v-)/.test(url))).toEqual([])
    await wake(page)
    await page.waitForTimeout(200)
    expect(urls()).not.toContain(await chunkOf(page, '/api/mount.html'))
    expect(problems).toEqual([])
  })

  test('a link waits two seconds at most, then the browser follows it', async () => {
    const { page } = await visit('/', { delay: name => (/\/app\./.test(name) ? 8000 : undefined) })
    await page.waitForSelector('.search-button:not([hidden])')
    await follow(page, '/api/')
    await page.waitForURL('**/api/', { timeout: 4000 })
    expect(served.server.seen.filter(({ url }) => url === '/api/')).toHaveLength(1)
  })

  test.each([/\/app\./, /\/boot\./])('links work natively when %s fails to load', async script => {
    const { page } = await visit('/', { answer: url => (script.test(url) ? { status: 404 } : undefined) })
    await follow(page, '/api/')
    await waitForTitle(page, 'API')
    expect(await page.locator('main').innerText()).toContain('Line 25 of the section.')
    await follow(page, '/api/mount.html')
    await waitForTitle(page, 'mount')
    if (script.test('/boot.')) expect(await page.locator('[data-js]:not([hidden])').count()).toBe(0)
  })

  test('the page reads the same without JavaScript', async () => {
    const { page } = await visit('/api/mount.html', {}, { javaScriptEnabled: false })
    const text = await page.locator('main').innerText()
    await follow(page, '/api/find.html')
    await page.waitForURL('**/api/find.html')
    const { page: other } = await visit('/api/mount.html', {}, { app: true })
    expect(await other.locator('main').innerText()).toBe(text)
  })
})

describe('navigation', () => {
  test('a page change makes one request, for that page’s own chunk', async () => {
    const { page } = await visit('/api/')
    await saveData(page)
    await wake(page)
    await page.waitForTimeout(300)
    const chunk = await chunkOf(page, '/api/mount.html')
    served.server.seen.length = 0
    await follow(page, '/api/mount.html')
    await waitForTitle(page, 'mount')
    await page.waitForTimeout(300)
    expect(served.server.seen.map(({ url }) => url)).toEqual([chunk])
  })

  test('focus moves to the heading and one live region says the new title', async () => {
    const { page } = await visit('/api/', {}, { app: true })
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

  test('a new deployment is found: the chunk of the new table is loaded', async () => {
    const { page } = await visit('/api/')
    await saveData(page)
    await wake(page)
    await page.waitForTimeout(300)
    const old = await chunkOf(page, '/api/find.html')
    served.site.write('content/api/find.md', '# find\n\n## Second\n\nNew text of the page.\n')
    await served.site.build()
    served.server.options.answer = url => (url.startsWith(old) ? { status: 404 } : undefined)
    await follow(page, '/api/find.html#second')
    await waitForTitle(page, 'find')
    expect(await page.locator('main').innerText()).toContain('New text of the page.')
    expect(await isSameDocument(page)).toBe(true)
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
    const before = await entries(page)
    await page.goto(served.server.origin + typed)
    await page.waitForURL(url => url.href.slice(served.server.origin.length) === wanted)
    await page.waitForLoadState()
    expect(await entries(page)).toBe(before + 1)
    expect(await page.locator('h1').innerText()).not.toContain('404')
    // The hash that follows the scroll position may change just now: only the arrival counts.
    await page.goBack()
    await page.waitForURL(`${served.server.origin}/notes.txt`)
  })

  test('of no page show the not-found page in their language, typed and by a link', async () => {
    for (const [typed, lang] of [
      ['/nope', 'en-US'],
      ['/zh/nope.html', 'zh-CN'],
      ['/ZH/nope', 'zh-CN'],
      ['/api//mount.html', 'en-US'],
      ['/%', 'en-US'],
    ] as const) {
      const { page, problems } = await visit(typed)
      await page.waitForFunction(wanted => document.documentElement.lang === wanted, lang)
      await page.waitForSelector('.not-found')
      expect(page.url()).toBe(served.server.origin + typed)
      await wake(page)
      expect(problems.filter(problem => !problem.includes('status of 404'))).toEqual([])
    }
    const { page } = await visit('/', {}, { app: true })
    await page
      .locator('main a[href="/api/"]')
      .first()
      .evaluate(link => {
        link.setAttribute('href', '/zh/nope')
        ;(link as HTMLElement).click()
      })
    await page.waitForFunction(() => document.documentElement.lang === 'zh-CN')
    expect(await place(page)).toBe('/zh/nope')
    expect(await page.locator('.not-found').count()).toBe(1)
  })

  test('a host that answers every address with the home page shows the right page all the same', async () => {
    const { page } = await visit('/api/Mount', { fallback: 'index.html' })
    await page.waitForURL('**/api/mount.html')
    await waitForTitle(page, 'mount')
  })
})

test('back, forward and reload come back to the exact position', async () => {
  const { page } = await visit('/api/', {}, { app: true })
  const isAt = async (top: number) => expect(Math.abs((await scrollTop(page)) - top)).toBeLessThanOrEqual(2)
  await page.evaluate(() => scrollTo(0, 701))
  await page.locator('.sidebar a[href="/api/mount.html"]').evaluate(link => (link as HTMLElement).click())
  await waitForTitle(page, 'mount')
  expect(await scrollTop(page)).toBe(0)
  await page.evaluate(() => scrollTo(0, 402))
  for (let times = 0; times < 4; times++) {
    await page.evaluate(() => history.back())
    await waitForTitle(page, 'API')
    await isAt(701)
    await page.evaluate(() => history.forward())
    await waitForTitle(page, 'mount')
    await isAt(402)
  }
  await page.reload()
  await page.waitForTimeout(200)
  await isAt(402)
  await page.evaluate(() => history.back())
  await waitForTitle(page, 'API')
  await isAt(701)
})

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
  await page.goto(`${served.server.origin}/api/mount.html`)
  await wake(page)
  await follow(page, '/api/find.html')
  await waitForTitle(page, 'find')
  await page.evaluate(() => history.back())
  await waitForTitle(page, 'mount')
  expect(problems).toEqual([])
})

test('a copy button works before the app and after a page change', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const { page } = await visit('/api/mount.html', {}, { permissions })
  const copy = async () => {
    await page.evaluate(() => navigator.clipboard.writeText('nothing'))
    await page.locator('.copy-code').first().click()
    await page.waitForFunction(() => document.querySelector('[data-copied=true]'))
    return page.evaluate(() => navigator.clipboard.readText())
  }
  expect((await copy()).trim()).toBe('const a = 1')
  await follow(page, '/api/find.html')
  await waitForTitle(page, 'find')
  await page.locator('.sidebar a[href="/api/mount.html"]').evaluate(link => (link as HTMLElement).click())
  await waitForTitle(page, 'mount')
  expect(await page.locator('.copy-code[hidden]').count()).toBe(0)
  expect((await copy()).trim()).toBe('const a = 1')
})

describe('a base other than /', () => {
  const below = useServedSite(() => createClientSite('/docs/'), { csp: true, base: '/docs/' })

  test('holds for links, chunks, corrections and not-found pages', async () => {
    const { page, problems } = await below.open('/docs/API/mount?v=1')
    await page.waitForURL('**/docs/api/mount.html?v=1')
    await wake(page)
    await follow(page, '/docs/api/find.html')
    await waitForTitle(page, 'find')
    expect(await place(page)).toBe('/docs/api/find.html')
    expect(below.server.seen.filter(({ url }) => !url.startsWith('/docs/'))).toEqual([])
    expect(problems.filter(problem => !problem.includes('status of 404'))).toEqual([])
  })
})
