import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findViolations } from './axe.ts'
import { type Opened, type OpenOptions, type ServeOptions, useServedSite } from './browser.ts'
import { createSearchSite, openTab, typeQuery } from './search-site.ts'

const served = useServedSite(() => createSearchSite("'local'"), { csp: true, base: '/docs/' })
let tab: Opened

async function visit(address: string, serve: ServeOptions = {}, options: OpenOptions = {}): Promise<Page> {
  Object.assign(served.server.options, serve)
  tab = await openTab(served, address, options)
  return tab.page
}

const dialog = (page: Page) => page.locator('dialog.search-dialog')
const input = (page: Page) => page.getByRole('combobox')
const options = (page: Page) => page.getByRole('option')
const active = (page: Page) => page.locator('[role="option"][aria-selected="true"]')
const address = (page: Page) => decodeURI(page.url().slice(served.server.origin.length))
const waitForTitle = (page: Page, title: string) => page.locator('h1', { hasText: title }).waitFor()

async function open(page: Page, query: string): Promise<void> {
  await typeQuery(page, query)
  await options(page).first().waitFor()
}

describe('the dialog', () => {
  test('opens by its button and by the shortcut, named, with focus in the input', async () => {
    const page = await visit('/')
    await page.locator('[data-search-open]').first().click()
    expect(await dialog(page).getAttribute('aria-label')).toBe('Search')
    expect(await input(page).evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-search-open'))).toBe(true)
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.waitForTimeout(200)
    expect(await dialog(page).count()).toBe(0)
    expect(tab.problems).toEqual([])
  })

  test('finds sections, grouped by page, at most five of each, matches marked', async () => {
    const page = await visit('/')
    await open(page, 'option')
    const groups = page.locator('#search-results').getByRole('group')
    expect(await groups.first().locator('.search-page').innerText()).toBe('Mounting options')
    expect(await groups.first().locator('.search-trail').innerText()).toBe('Api')
    expect(await groups.first().getByRole('option').count()).toBe(5)
    expect(await options(page).first().locator('mark').first().innerText()).toMatch(/option/i)
    const input_ = input(page)
    expect(await input_.getAttribute('aria-expanded')).toBe('true')
    expect(await input_.getAttribute('aria-controls')).toBe('search-results')
    expect(await input_.getAttribute('aria-activedescendant')).toBe(await active(page).getAttribute('id'))
  })

  test('says how many results there are', async () => {
    const page = await visit('/')
    await open(page, 'keyboard')
    const status = page.locator('.search-status')
    await page.waitForFunction(() => document.querySelector('.search-status')?.textContent !== '')
    expect(await status.textContent()).toBe('1 result')
    await input(page).fill('zxqvbn')
    await page.getByText('No results for “zxqvbn”').first().waitFor()
    expect(await options(page).count()).toBe(0)
  })

  test('answers the words that it knows, and shows those that it does not', async () => {
    const page = await visit('/')
    await open(page, 'how do I use the keyboard with zebras')
    await page.getByText('No results for “zebras”').first().waitFor()
    expect(await options(page).first().innerText()).toContain('Keyboard')
  })

  test('is worked by keys: arrows around the ends, Home, End, Enter in place', async () => {
    const page = await visit('/')
    await page.mouse.move(5, 5)
    await open(page, 'component')
    const count = await options(page).count()
    const position = () =>
      active(page).evaluate(element => [...document.querySelectorAll('[role="option"]')].indexOf(element))
    expect(await position()).toBe(0)
    await page.keyboard.press('ArrowUp')
    expect(await position()).toBe(count - 1)
    await page.keyboard.press('ArrowDown')
    expect(await position()).toBe(0)
    await page.keyboard.press('End')
    expect(await position()).toBe(count - 1)
    await page.keyboard.press('Home')
    expect(await position()).toBe(0)
    await input(page).fill('returns wrapper')
    await page.keyboard.press('Enter')
    await waitForTitle(page, 'mount')
    expect(address(page)).toBe('/docs/api/mount.html#returns')
    expect(await page.evaluate(() => 'isSameDocument' in self)).toBe(true)
    expect(await dialog(page).count()).toBe(0)
    expect(tab.problems).toEqual([])
  })

  test('opens a result in a new tab with Ctrl and Enter, and stays', async () => {
    const page = await visit('/')
    await open(page, 'arguments')
    const [opened] = await Promise.all([
      tab.context.waitForEvent('page'),
      page.keyboard.press('Control+Enter'),
    ])
    expect(opened.url()).toContain('/docs/api/mount.html#arguments')
    expect(await dialog(page).count()).toBe(1)
  })

  test('follows a click as any link, and a click beside it closes it', async () => {
    const page = await visit('/')
    await open(page, 'arguments')
    await options(page).first().click()
    await waitForTitle(page, 'mount')
    expect(address(page)).toBe('/docs/api/mount.html#arguments')
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    await page.mouse.click(5, 5)
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('leaves an input method alone', async () => {
    const page = await visit('/ja/')
    await page.keyboard.press('Control+k')
    await input(page).waitFor()
    const client = await tab.context.newCDPSession(page)
    await client.send('Input.imeSetComposition', { text: 'まうんと', selectionStart: 4, selectionEnd: 4 })
    await page.waitForTimeout(300)
    expect(await options(page).count()).toBe(0)
    await client.send('Input.insertText', { text: 'マウント' })
    await options(page).first().waitFor()
    expect(await input(page).inputValue()).toBe('マウント')
    expect(await options(page).first().getAttribute('href')).toBe('/docs/ja/api/mount.html')
  })

  test('shows markup in headings and texts as text', async () => {
    const page = await visit('/')
    await open(page, 'keyboard')
    expect(await options(page).first().innerText()).toContain('<img src=x onerror=alert(1)>')
    expect(await dialog(page).locator('img').count()).toBe(0)
    expect(tab.problems).toEqual([])
  })

  test('opens with the query of the address, in the language of the page', async () => {
    const page = await visit('/ja/?q=%E3%83%A9%E3%83%83%E3%83%91')
    await options(page).first().waitFor()
    expect(await dialog(page).getAttribute('aria-label')).not.toBe('Search')
    expect(await options(page).first().getAttribute('href')).toBe('/docs/ja/api/mount.html')
  })

  test('fills the screen of a phone', async () => {
    const page = await visit('/', {}, { viewport: { width: 360, height: 640 } })
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(overflow).toBe(false)
  })

  test.each(['light', 'dark'] as const)(
    'has no violation of the accessibility rules, %s',
    async colorScheme => {
      const page = await visit('/')
      await page.emulateMedia({ colorScheme })
      await open(page, 'component')
      expect(await findViolations(page)).toEqual([])
    },
  )
})

/** What is marked on the open page. */
const marks = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get('docsgen-search') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
      startContainer.nodeValue?.slice(startOffset, endOffset),
    ),
  )

describe('the results page', () => {
  const field = (page: Page) => page.locator('[data-search-page] input')
  const results = (page: Page) => page.locator('[data-search-page] .search-option')
  const said = (page: Page, text: string) => page.locator('.search-message').getByText(text, { exact: true })

  test('answers its address, under a title of its own, and changes both while readers type', async () => {
    const page = await visit('/search.html?q=keyboard')
    await results(page).first().waitFor()
    expect(await dialog(page).count()).toBe(0)
    expect(await field(page).inputValue()).toBe('keyboard')
    expect(await page.title()).toBe('keyboard – Search | Site')
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
    await said(page, '1 result').waitFor()
    await field(page).fill('zxqvbn')
    await said(page, 'No results for “zxqvbn”').waitFor()
    // Screen readers are told; it isn't there twice.
    expect((await page.locator('.search-status').boundingBox())?.width).toBe(1)
    await field(page).fill('wrapper')
    await page.getByRole('heading', { name: 'mount' }).waitFor()
    expect(address(page)).toBe('/docs/search.html?q=wrapper')
    await page.locator('a[href="/docs/api/mount.html#returns"]').click()
    await waitForTitle(page, 'mount')
    expect(await page.evaluate(() => 'isSameDocument' in self)).toBe(true)
    expect(await marks(page)).toEqual(['wrapper', 'wrapper'])
    await page.goBack()
    await results(page).first().waitFor()
    expect(await field(page).inputValue()).toBe('wrapper')
    expect(await page.title()).toBe('wrapper – Search | Site')
    expect(tab.problems).toEqual([])
  })

  test.each([
    ['/ja/search.html?q=%E3%83%A9%E3%83%83%E3%83%91', 'ja', '/docs/ja/api/mount.html'],
    ['/search?q=arguments', 'en-US', '/docs/api/mount.html#arguments'],
  ])('is there in each language and form: %s', async (asked, lang, href) => {
    const page = await visit(asked)
    expect(await results(page).first().getAttribute('href')).toBe(href)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang)
    expect(
      await page
        .locator(`[hreflang="${lang === 'ja' ? 'en-US' : 'ja'}"]`)
        .first()
        .getAttribute('href'),
    ).toBe(lang === 'ja' ? '/docs/search.html' : '/docs/ja/search.html')
  })

  test('is what “all results” of the dialog leads to', async () => {
    const page = await visit('/')
    await open(page, 'component')
    await page.getByRole('link', { name: 'All results' }).click()
    await results(page).first().waitFor()
    expect(address(page)).toBe('/docs/search.html?q=component')
    expect(await page.evaluate(() => 'isSameDocument' in self)).toBe(true)
    expect(await dialog(page).count()).toBe(0)
    await open(page, 'keyboard')
    await page.locator('.search-dialog').getByRole('group', { name: 'Events' }).waitFor()
    await page.getByRole('link', { name: 'All results' }).click()
    await page.waitForFunction(() => document.title.startsWith('keyboard'))
    expect(await field(page).inputValue()).toBe('keyboard')
  })

  test('says without JavaScript that it needs it', async () => {
    const page = await visit('/search.html?q=keyboard', {}, { javaScriptEnabled: false })
    expect(await page.locator('main').innerText()).toContain('Search needs JavaScript.')
  })

  test.each(['light', 'dark'] as const)(
    'has no violation of the accessibility rules, %s',
    async colorScheme => {
      const page = await visit('/search.html?q=component', {}, { colorScheme })
      await results(page).first().waitFor()
      expect(await findViolations(page)).toEqual([])
    },
  )
})

describe('the page that was chosen', () => {
  test('has the words of the query marked, until the next one', async () => {
    const page = await visit('/')
    await open(page, 'mounted component')
    await page.keyboard.press('Enter')
    await waitForTitle(page, 'mount')
    expect(await marks(page)).toEqual(['mount', 'mounted', 'component', 'component', 'mounting', 'component'])
    await open(page, 'arguments')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/mount.html#arguments')
    expect(await marks(page)).toEqual(['Arguments', 'options'])
    await page.locator('.header a', { hasText: 'Mounting options' }).click()
    await waitForTitle(page, 'Mounting options')
    expect(await marks(page)).toEqual([])
    expect(tab.problems).toEqual([])
  })
})

describe('recent searches', () => {
  const shown = (page: Page) => options(page).allInnerTexts()

  async function searchFor(page: Page, ...queries: string[]): Promise<void> {
    for (const query of queries) {
      await open(page, query)
      await page.keyboard.press('Enter')
      await dialog(page).waitFor({ state: 'detached' })
    }
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
  }

  test('are offered by keys and pointer, and removed one by one or all', async () => {
    const page = await visit('/')
    await searchFor(page, 'keyboard', 'wrapper', 'keyboard', 'arguments')
    expect(await shown(page)).toEqual(['arguments', 'keyboard', 'wrapper'])
    expect(await active(page).count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Events' }).waitFor()
    expect(await input(page).inputValue()).toBe('keyboard')
    await input(page).fill('')
    await page.keyboard.press('End')
    await page.keyboard.press('Delete')
    expect(await shown(page)).toEqual(['arguments', 'keyboard'])
    await page.getByRole('button', { name: 'Remove from this device: arguments' }).click()
    expect(await shown(page)).toEqual(['keyboard'])
    expect(await input(page).evaluate(element => element === document.activeElement)).toBe(true)
    await options(page).first().click()
    expect(await input(page).inputValue()).toBe('keyboard')
    await input(page).fill('')
    await page.getByRole('button', { name: 'Remove from this device: Recent searches' }).click()
    expect(await shown(page)).toEqual([])
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    expect(tab.problems).toEqual([])
  })

  test('are none where storage is refused', async () => {
    const page = await visit('/')
    await page.evaluate(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      }),
    )
    await searchFor(page, 'keyboard')
    expect(await shown(page)).toEqual([])
    expect(tab.problems).toEqual([])
  })
})

test('a page that asks to be left out, and comments, are in no file of the search', async () => {
  const folder = path.join(served.site.output, 'assets/search')
  const names = (await readdir(folder)).filter(name => name.endsWith('.json'))
  const texts = await Promise.all(names.map(name => readFile(path.join(folder, name), 'utf8')))
  expect(texts.filter(text => text.includes('mounted component'))).toHaveLength(1)
  expect(texts.filter(text => /leak|Quiet/i.test(text))).toEqual([])
  const page = await visit('/')
  await typeQuery(page, 'leakgamma')
  await page.getByText('No results for “leakgamma”').first().waitFor()
})

describe('loading', () => {
  test('a page that is only read loads nothing of the search', async () => {
    const page = await visit('/')
    await page.mouse.move(5, 5)
    await page.waitForLoadState('networkidle')
    expect(served.server.seen.filter(({ url }) => /search|open\./.test(url))).toEqual([])
  })

  test('of one language only: its index and its stemmer', async () => {
    const page = await visit('/')
    await open(page, 'mount')
    const files = served.server.seen.map(({ url }) => url).filter(url => url.includes('/search/'))
    expect(files.map(url => url.replace(/\.[0-9A-Za-z]+\.(js|json)$/, '.$1')).toSorted()).toEqual([
      '/docs/assets/search/en.js',
      '/docs/assets/search/en.json',
    ])
  })

  test('that comes late answers what was typed meanwhile', async () => {
    const page = await visit('/', { delay: url => (/\/search\//.test(url) ? 900 : undefined) })
    await page.keyboard.press('Control+k')
    await input(page).waitFor()
    await page.keyboard.type('keyboard')
    await page.getByText('Loading the search index').first().waitFor()
    await options(page).first().waitFor()
    expect(await options(page).count()).toBe(1)
  })

  test('that fails is said, and tried again by the button', async () => {
    const page = await visit('/', { answer: url => (/\/search\//.test(url) ? { status: 500 } : undefined) })
    await page.keyboard.press('Control+k')
    await input(page).waitFor()
    await page.keyboard.type('keyboard')
    await page.getByText('Search could not be loaded.').first().waitFor()
    served.server.options = { csp: true, base: '/docs/' }
    await page.locator('.search-retry').click()
    await options(page).first().waitFor()
  })

  test('once done, search works with the server gone', async () => {
    const page = await visit('/')
    await open(page, 'mount')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await served.server.close()
    await page.keyboard.press('Control+k')
    await input(page).waitFor()
    await page.keyboard.type('keyboard')
    await options(page).first().waitFor()
    expect(await options(page).count()).toBe(1)
  })
})
