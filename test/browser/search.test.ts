import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { judge, SCHEMES } from './axe.ts'
import {
  hrefs,
  isFocused,
  isIdle,
  isSameDocument,
  type Opened,
  type OpenOptions,
  PHONE,
  place,
  useServedSite,
  waitForTitle,
  wake,
} from './browser.ts'
import { createSearchSite, dialog, find, firstHref, input, options, typeQuery } from './search-site.ts'

const served = useServedSite(() => createSearchSite('local'), { csp: true, base: '/docs/' })
let opened: Opened

/** Opens a page. Dialogs of scripts are problems. */
async function visit(address = '/', given: OpenOptions = {}): Promise<Page> {
  opened = await served.open(`/docs${address}`, given)
  opened.page.on('dialog', script => opened.problems.push(`dialog ${script.message()}`))
  return opened.page
}

const active = (page: Page) => page.locator('[role="option"][aria-selected="true"]')
const isGone = (page: Page) => dialog(page).waitFor({ state: 'detached' })
const says = (page: Page, text: string) => page.getByText(text).first().waitFor()

const marks = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get('docsgen-search') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
      startContainer.nodeValue?.slice(startOffset, endOffset),
    ),
  )

describe('the dialog', () => {
  test('opens by its button and by the shortcut, named, with focus in the input', async () => {
    const page = await visit()
    await page.locator('[data-search-open]').first().click()
    expect(await dialog(page).getAttribute('aria-label')).toBe('Search')
    expect(await isFocused(page, '[role=combobox]')).toBe(true)
    await page.keyboard.press('Escape')
    await isGone(page)
    expect(await isFocused(page, '[data-search-open]')).toBe(true)
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    await page.keyboard.press('Control+k')
    await isGone(page)
    await page.keyboard.press('/')
    await isIdle(page)
    expect(await dialog(page).count()).toBe(0)
    expect(opened.problems).toEqual([])
  })

  test('finds sections, grouped by page, at most five of each, matches marked, and says how many', async () => {
    const page = await visit()
    await find(page, 'option')
    const group = page.locator('#search-results').getByRole('group').first()
    expect(await group.locator('.search-page').innerText()).toBe('Mounting options')
    expect(await group.locator('.search-trail').innerText()).toBe('Api')
    expect(await group.getByRole('option').count()).toBe(5)
    expect(await options(page).first().locator('mark').first().innerText()).toMatch(/option/i)
    expect(await input(page).getAttribute('aria-expanded')).toBe('true')
    expect(await input(page).getAttribute('aria-controls')).toBe('search-results')
    expect(await input(page).getAttribute('aria-activedescendant')).toBe(
      await active(page).getAttribute('id'),
    )
    const status = page.locator('.search-status')
    await input(page).fill('keyboard')
    await expect.poll(() => status.textContent()).toBe('1 result')
    // Markup in headings and texts is text.
    expect(await options(page).first().innerText()).toContain('<img src=x onerror=alert(1)>')
    expect(await dialog(page).locator('img').count()).toBe(0)
    await input(page).fill('zxqvbn')
    await says(page, 'No results for “zxqvbn”')
    expect(await options(page).count()).toBe(0)
    await input(page).fill('how do I use the keyboard with zebras')
    // What it knows is answered, and what it does not is shown.
    await says(page, 'No results for “zebras”')
    expect(await options(page).first().innerText()).toContain('Keyboard')
  })

  test('is worked by keys: arrows around the ends, Home, End, Enter in place, with Ctrl in a new tab', async () => {
    const page = await visit()
    await find(page, 'component')
    const last = (await options(page).count()) - 1
    const position = () =>
      active(page).evaluate(element => [...document.querySelectorAll('[role="option"]')].indexOf(element))
    expect(await position()).toBe(0)
    for (const [key, at] of [
      ['ArrowUp', last],
      ['ArrowDown', 0],
      ['End', last],
      ['Home', 0],
    ] as const) {
      await page.keyboard.press(key)
      expect(await position()).toBe(at)
    }
    await input(page).fill('arguments')
    const tab = opened.context.waitForEvent('page')
    await page.keyboard.press('Control+Enter')
    expect((await tab).url()).toContain('/docs/api/mount.html#arguments')
    expect(await dialog(page).count()).toBe(1)
    await input(page).fill('returns wrapper')
    await page.keyboard.press('Enter')
    await waitForTitle(page, 'mount')
    expect(await place(page)).toBe('/docs/api/mount.html#returns')
    expect(await isSameDocument(page)).toBe(true)
    expect(await dialog(page).count()).toBe(0)
    expect(opened.problems).toEqual([])
  })

  test('follows a click as any link, and a click beside it closes it', async () => {
    const page = await visit()
    await find(page, 'arguments')
    await options(page).first().click()
    await waitForTitle(page, 'mount')
    expect(await place(page)).toBe('/docs/api/mount.html#arguments')
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    await page.mouse.click(5, 5)
    await isGone(page)
  })

  test('leaves an input method alone', async () => {
    const page = await visit('/ja/')
    await page.keyboard.press('Control+k')
    await input(page).waitFor()
    const client = await opened.context.newCDPSession(page)
    await client.send('Input.imeSetComposition', { text: 'まうんと', selectionStart: 4, selectionEnd: 4 })
    await isIdle(page)
    expect(await options(page).count()).toBe(0)
    await client.send('Input.insertText', { text: 'マウント' })
    await options(page).first().waitFor()
    expect(await input(page).inputValue()).toBe('マウント')
    expect(await firstHref(page)).toBe('/docs/ja/api/mount.html')
  })

  test('opens with the query of the address, in the language of the page', async () => {
    const page = await visit('/ja/?q=%E3%83%A9%E3%83%83%E3%83%91')
    expect(await firstHref(page)).toBe('/docs/ja/api/mount.html')
    expect(await dialog(page).getAttribute('aria-label')).not.toBe('Search')
  })

  test('fills the screen of a phone, and has no violation of the accessibility rules', async () => {
    const page = await visit()
    await find(page, 'component')
    expect(await judge(page)).toEqual([])
    await page.setViewportSize(PHONE)
    expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, ...PHONE })
  })
})

describe('the results page', () => {
  const field = (page: Page) => page.locator('[data-search-page] input')
  const results = (page: Page) => page.locator('[data-search-page] .search-option')
  const message = (page: Page, text: string) =>
    page.locator('.search-message').getByText(text, { exact: true }).waitFor()

  test('answers its address, under a title of its own, and changes both while readers type', async () => {
    const page = await visit('/search.html?q=keyboard')
    await results(page).first().waitFor()
    expect(await dialog(page).count()).toBe(0)
    expect(await field(page).inputValue()).toBe('keyboard')
    expect(await page.title()).toBe('keyboard – Search | Site')
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
    await message(page, '1 result')
    await field(page).fill('zxqvbn')
    await message(page, 'No results for “zxqvbn”')
    // It is for screen readers: sighted readers see the message once.
    expect((await page.locator('.search-status').boundingBox())?.width).toBe(1)
    await field(page).fill('wrapper')
    await page.getByRole('heading', { name: 'mount' }).waitFor()
    expect(await place(page)).toBe('/docs/search.html?q=wrapper')
    await page.locator('a[href="/docs/api/mount.html#returns"]').click()
    await waitForTitle(page, 'mount')
    expect(await isSameDocument(page)).toBe(true)
    expect(await marks(page)).toEqual(['wrapper', 'wrapper'])
    await page.goBack()
    await results(page).first().waitFor()
    expect(await field(page).inputValue()).toBe('wrapper')
    expect(await page.title()).toBe('wrapper – Search | Site')
    expect(await judge(page)).toEqual([])
    expect(opened.problems).toEqual([])
  })

  test.each([
    ['/ja/search.html?q=%E3%83%A9%E3%83%83%E3%83%91', 'ja', '/docs/ja/api/mount.html', '/docs/search.html'],
    ['/search?q=arguments', 'en-US', '/docs/api/mount.html#arguments', '/docs/ja/search.html'],
  ])('is there in each language and form: %s', async (asked, lang, href, other) => {
    const page = await visit(asked)
    expect(await results(page).first().getAttribute('href')).toBe(href)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang)
    expect(await hrefs(page, `#docsgen-languages a:not([hreflang="${lang}"])`)).toEqual([other])
  })

  test('is what “all results” of the dialog leads to', async () => {
    const page = await visit()
    await find(page, 'component')
    await page.getByRole('link', { name: 'All results' }).click()
    await results(page).first().waitFor()
    expect(await place(page)).toBe('/docs/search.html?q=component')
    expect(await isSameDocument(page)).toBe(true)
    expect(await dialog(page).count()).toBe(0)
    await find(page, 'keyboard')
    await dialog(page).getByRole('group', { name: 'Events' }).waitFor()
    await page.getByRole('link', { name: 'All results' }).click()
    await page.waitForFunction(() => document.title.startsWith('keyboard'))
    expect(await field(page).inputValue()).toBe('keyboard')
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    expect(await options(page).allInnerTexts()).toEqual(['keyboard', 'component'])
  })

  test('says without JavaScript that it needs it', () => {
    const document = served.site.read('dist/search.html')
    expect(document).toMatch(/<noscript>(?:(?!<\/noscript>).)*Search requires JavaScript\./s)
  })
})

test('the page that was chosen has the words of the query marked, until the next one', async () => {
  const page = await visit()
  await find(page, 'mounted component')
  await page.keyboard.press('Enter')
  await waitForTitle(page, 'mount')
  expect(await marks(page)).toEqual(['mount', 'mounted', 'component', 'component', 'mounting', 'component'])
  await find(page, 'arguments')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/mount.html#arguments')
  expect(await marks(page)).toEqual(['Arguments', 'options'])
  await page.locator('.header a', { hasText: 'Mounting options' }).click()
  await waitForTitle(page, 'Mounting options')
  expect(await marks(page)).toEqual([])
  expect(opened.problems).toEqual([])
})

test('recent searches are offered by keys and pointer, and removed one by one or all', async () => {
  const page = await visit()
  const shown = () => options(page).allInnerTexts()
  for (const query of ['keyboard', 'wrapper', 'keyboard', 'arguments']) {
    await find(page, query)
    await page.keyboard.press('Enter')
    await isGone(page)
  }
  await page.keyboard.press('Control+k')
  await dialog(page).waitFor()
  expect(await shown()).toEqual(['arguments', 'keyboard', 'wrapper'])
  expect(await active(page).count()).toBe(0)
  expect(await judge(page, SCHEMES)).toEqual([])
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('group', { name: 'Events' }).waitFor()
  expect(await input(page).inputValue()).toBe('keyboard')
  await input(page).fill('')
  for (const key of ['End', 'Delete']) await page.keyboard.press(key)
  expect(await shown()).toEqual(['arguments', 'keyboard'])
  const remove = (what: string) =>
    page.getByRole('button', { name: `Remove from this device: ${what}` }).click()
  await remove('arguments')
  expect(await shown()).toEqual(['keyboard'])
  expect(await isFocused(page, '[role=combobox]')).toBe(true)
  await options(page).first().click()
  expect(await input(page).inputValue()).toBe('keyboard')
  await input(page).fill('')
  await remove('Recent searches')
  expect(await shown()).toEqual([])
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  expect(opened.problems).toEqual([])
})

test('a page that asks to be left out, and comments, are in no file of the search', async () => {
  const names = Object.keys(served.site.hashes('dist/assets/search')).filter(name => name.endsWith('.json'))
  const texts = names.map(name => served.site.read(`dist/assets/search/${name}`))
  expect(texts.filter(text => text.includes('mounted component'))).toHaveLength(1)
  expect(texts.filter(text => /leak|Quiet/i.test(text))).toEqual([])
})

describe('loading', () => {
  test('a page that is only read loads nothing of the search, and one that is searched its language only', async () => {
    const page = await visit()
    await wake(page)
    await isIdle(page)
    const files = () => served.server.seen.map(({ url }) => url).filter(url => /search|open\./.test(url))
    expect(files()).toEqual([])
    await find(page, 'mount')
    const asked = files().filter(url => url.includes('/search/'))
    expect(asked.map(url => url.replace(/\.[0-9A-Za-z]+\.(js|json)$/, '.$1')).toSorted()).toEqual([
      '/docs/assets/search/en.js',
      '/docs/assets/search/en.json',
    ])
    await page.keyboard.press('Escape')
    await isGone(page)
    // Once done, search works with the server gone.
    await served.server.close()
    await find(page, 'keyboard')
    expect(await options(page).count()).toBe(1)
  })

  test('that fails is said, and tried again by the button; what was typed meanwhile is answered', async () => {
    let come = () => {}
    const late = new Promise<void>(resolve => (come = resolve))
    served.server.options.answer = url => (/\/search\//.test(url) ? { status: 500 } : undefined)
    const page = await visit()
    await typeQuery(page, 'keyboard')
    await says(page, "Search couldn't be loaded.")
    served.server.options.answer = () => undefined
    served.server.options.delay = url => (/\/search\//.test(url) ? late : undefined)
    await page.locator('.search-retry').click()
    await says(page, 'Loading the search index')
    await input(page).fill('arguments')
    come()
    await options(page).first().waitFor()
    expect(await firstHref(page)).toBe('/docs/api/mount.html#arguments')
  })
})

test('below a base links, chunks and corrections of addresses stay there', async () => {
  const page = await visit('/API/mount?v=1')
  await page.waitForURL('/docs/api/mount.html?v=1')
  await wake(page)
  await page.locator('.header a', { hasText: 'Mounting options' }).click()
  await waitForTitle(page, 'Mounting options')
  expect(await place(page)).toBe('/docs/api/options.html')
  expect(served.server.seen.filter(({ url }) => !url.startsWith('/docs/'))).toEqual([])
  expect(opened.problems.filter(problem => !problem.includes('status of 404'))).toEqual([])
})
