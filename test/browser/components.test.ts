import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { everythingFiles } from '../sites/everything-site.ts'
import { createTestSite } from '../sites/site.ts'
import { sample } from '../support/full.ts'
import { judge, LOOKS } from './axe.ts'
import { type OpenOptions, type ServedSite, useServedSite, waitForTitle } from './browser.ts'
import { headersOf } from './policy-hosts.ts'

const PANELS = ['First panel', 'Second panel', 'Third panel', 'Other macOS', 'Other Linux']

const served: ServedSite = useServedSite(() => createTestSite(everythingFiles()), {
  base: '/base/',
  // The site's own policy, with what its page shows from elsewhere.
  headers: pathname => {
    const policy = headersOf('Vercel', served.site.output)(pathname)['content-security-policy'] ?? ''
    return { 'content-security-policy': policy }
  },
})

/** Lets `use` work on a page; errors in its console and violations of the policy are errors. */
async function withPage(
  address: string,
  options: OpenOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, problems } = await served.open(`/base${address}`, options)
  await use(page)
  expect(problems).toEqual([])
}

async function seen(page: Page): Promise<string[]> {
  const shown = await Promise.all(PANELS.map(text => page.getByText(text).first().isVisible()))
  return PANELS.filter((_text, index) => shown[index])
}
const sees = (page: Page, ...panels: string[]) => expect.poll(() => seen(page)).toEqual(panels)

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).first()

describe('tabs', () => {
  it('show one panel, go by keys and follow each other; the choice is remembered', () =>
    withPage('/all.html', {}, async page => {
      await sees(page, 'First panel', 'Other macOS')
      await tab(page, 'Linux').focus()
      await page.keyboard.press('ArrowRight')
      await sees(page, 'Second panel', 'Other macOS')
      expect(await tab(page, 'macOS').evaluate(element => element === document.activeElement)).toBe(true)
      await page.keyboard.press('End')
      await sees(page, 'Third panel', 'Other macOS')
      await page.keyboard.press('Home')
      await sees(page, 'First panel', 'Other Linux')
      await tab(page, 'macOS').click()
      await page.reload()
      await sees(page, 'Second panel', 'Other macOS')
    }))

  it('go the other way where text does', () =>
    withPage('/ar/all.html', {}, async page => {
      await tab(page, 'Linux').focus()
      await page.keyboard.press('ArrowLeft')
      await sees(page, 'Second panel', 'Other macOS')
    }))

  it('open for what an address names; all are there in print', () =>
    withPage('/all.html#in-the-second', {}, async page => {
      await sees(page, 'Second panel', 'Other macOS')
      await page.emulateMedia({ media: 'print' })
      expect(await seen(page)).toEqual(PANELS)
    }))
})

it('a page without components loads nothing for them; they have their look when it is left for one with', () =>
  withPage('/plain.html', {}, async page => {
    expect(await page.locator('link[href*="/components."], script[src*="/tabs."]').count()).toBe(0)
    await page.getByRole('link', { name: 'Second' }).click()
    await page.waitForSelector('.tabs')
    const weight = (element: Element) => getComputedStyle(element).fontWeight
    expect(await page.locator('.badge').first().evaluate(weight)).toBe('600')
    await sees(page, 'Second panel', 'Other macOS')
    await page.getByRole('link', { name: 'link', exact: true }).click()
    await waitForTitle(page, 'Plain')
    await page.goBack()
    await page.waitForSelector('.tabs')
    expect(await page.locator('.tab-list').count()).toBe(2)
    await tab(page, 'Windows').click()
    await sees(page, 'Third panel', 'Other macOS')
  }))

/** What the page says; titles of tabs stand in the panels, too. */
const said = (page: Page) =>
  page.locator('#docsgen-main').evaluate(main => {
    const copy = main.cloneNode(true) as Element
    for (const list of copy.querySelectorAll('[role=tablist]')) list.remove()
    return copy.textContent.replace(/\s+/g, ' ').trim()
  })

it('the page says the same without scripts, where all panels are there, hydrated, and when it is gone to', async () => {
  let plain = ''
  await withPage('/all.html', { javaScriptEnabled: false }, async page => {
    expect(await seen(page)).toEqual(PANELS)
    plain = await said(page)
  })
  await withPage('/all.html', {}, async page => {
    await page.waitForSelector('.tab-list')
    expect(await said(page)).toBe(plain)
    await page.getByRole('link', { name: 'Plain' }).first().click()
    await waitForTitle(page, 'Plain')
    await page.goBack()
    await page.waitForSelector('.tab-list')
    expect(await said(page)).toBe(plain)
  })
})

it('a picture is shown as large as the window, and a frame loads nothing before it is opened', () =>
  withPage('/all.html', {}, async page => {
    const asked: string[] = []
    await page.route('https://videos.example/**', route => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<p>Frame</p>' })
    })
    await page.getByRole('button', { name: 'Enlarge image' }).click()
    await page.locator('.figure-large').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.figure-large').waitFor({ state: 'hidden' })
    await page.locator('.video-frame summary').scrollIntoViewIfNeeded()
    expect(asked).toEqual([])
    await page.locator('.video-frame summary').click()
    await expect.poll(() => asked).toHaveLength(1)
  }))

it('a diagram and a formula that are too wide are scrolled alone, and drawn in the colours of the theme', () =>
  withPage('/all.html', { viewport: { width: 360, height: 800 }, colorScheme: 'dark' }, async page => {
    const scrolls = (selector: string) =>
      page.locator(selector).evaluateAll(all => all.some(box => box.scrollWidth > box.clientWidth))
    expect([await scrolls('.mermaid'), await scrolls('.math-display')]).toEqual([true, true])
    const label = page.locator('.mermaid text').filter({ hasText: 'Is it?' }).first()
    const isThemed = (text: Element) => getComputedStyle(text).fill === getComputedStyle(document.body).color
    expect(await label.evaluate(isThemed)).toBe(true)
  }))

it.each([
  ['/all.html', LOOKS],
  ['/ar/all.html', sample(LOOKS, 1)],
])('axe finds nothing on %s, and nothing runs over', (address, looks) =>
  withPage(address, {}, async page => {
    await page.waitForSelector('.tab-list')
    expect(await judge(page, looks)).toEqual([])
  }),
)
