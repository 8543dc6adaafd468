import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hostile, SECURITY_SITE } from '../sites/security-site.ts'
import { createTestSite } from '../sites/site.ts'
import { clickLink, isIdle, isSameDocument, useServedSite, wake } from './browser.ts'
import { find } from './search-site.ts'

const PATHS = ['/', '/plain.html', '/clobbering.html', "/it's%20&%20$1.html", '/fr/', '/fr/plain.html']

describe('a site whose texts try to become markup, in Chromium under the strict policy', () => {
  const served = useServedSite(() => createTestSite(SECURITY_SITE), { csp: true })
  const tab = {} as { page: Page; problems: string[] }

  beforeEach(async () => {
    Object.assign(tab, await served.open('/favicon.ico'))
    tab.page.on('dialog', dialog => {
      tab.problems.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
  })
  afterEach(() => expect(tab.problems.filter(text => !text.includes('404 (Not Found)'))).toEqual([]))

  async function open(path: string): Promise<void> {
    await tab.page.goto(served.server.origin + path)
    await wake(tab.page)
  }

  async function follow(href: string): Promise<void> {
    await tab.page.locator(`main a[href="${href}"]`).first().click()
    await tab.page.waitForURL(served.server.origin + href)
    await tab.page.waitForFunction(
      path => document.querySelector('link[rel=canonical]')?.getAttribute('href')?.endsWith(path),
      href,
    )
    expect(await isSameDocument(tab.page)).toBe(true)
  }

  test('every page opens without a dialog, an error or a violation', async () => {
    for (const path of PATHS) await open(path)
    expect(await tab.page.evaluate(() => 'polluted' in {})).toBe(false)
  })

  test('titles, descriptions and labels are the same texts after a navigation as in documents', async () => {
    const described = () =>
      tab.page.evaluate(() => {
        const meta = [...document.head.querySelectorAll('[data-docsgen-head]')].map(tag =>
          [...tag.attributes].map(({ name, value }) => [name, value]),
        )
        const main = document.querySelector('main')?.textContent
        return { title: document.title, lang: document.documentElement.lang, meta, main }
      })
    await open('/plain.html')
    const plain = await described()
    await open('/')
    const home = await described()
    expect(home.main).toContain(hostile('heading'))
    expect(home.title.replace(/\s+/g, ' ')).toBe(hostile('site').replace(/\s+/g, ' '))
    await follow('/plain.html')
    expect(await described()).toEqual(plain)
    expect(plain.main).toContain(hostile('section'))
    await follow('/')
    expect(await described()).toEqual(home)
    await follow('/plain.html')
    await follow("/it's%20&%20$1.html")
    expect(await tab.page.locator('main h1').first().textContent()).toContain(hostile('named'))
  })

  test('sidebar, outline, menus and announcements show them as text after navigations', async () => {
    await open('/')
    await follow('/plain.html')
    const text = await tab.page.evaluate(() => document.body.textContent ?? '')
    const places = 'nav menu item entry group label select notice footer edit outline'
    for (const place of places.split(' ')) expect(text.includes(hostile(place)), place).toBe(true)
    await expect.poll(() => tab.page.locator('#docsgen-announcer').textContent()).toContain('Plain')
  })

  test('search shows them as text, marks the words and leads to the section', async () => {
    await open('/plain.html')
    await find(tab.page, 'subsection alert')
    const option = tab.page.locator('[role=option]').first()
    expect(await option.textContent()).toContain('<img src=x onerror=alert(1)>')
    expect(await option.locator('img, script').count()).toBe(0)
    expect(await option.locator('mark').count()).toBeGreaterThan(0)
    await tab.page.locator('[role=combobox]').fill('<img src=x onerror=alert(1)> zzqqxx')
    await tab.page.locator('.search-message', { hasText: 'zzqqxx' }).waitFor()
    expect(await tab.page.locator('dialog img[src=x]').count()).toBe(0)
  })

  test('no address leads to another origin, and what unknown ones say is text', async () => {
    for (const path of [
      '/%3Cimg%20src=x%20onerror=alert(1)%3E',
      '/nothing?next=//evil.example#<b>',
      '/fr/%22%3E%3Cscript%3E',
      '/index.html?next=//evil.example',
      '//evil.example/index.html',
      '/fr/index.html?url=https://evil.example',
    ]) {
      await open(path)
      await tab.page.waitForSelector('main h1')
      await isIdle(tab.page)
      expect(new URL(tab.page.url()).origin, path).toBe(served.server.origin)
      expect(await tab.page.locator('main img, main script').count()).toBe(0)
    }
    await open('/nothing')
    expect(await tab.page.locator('main h1').textContent()).toBe(hostile('not-found'))
  })

  test('a page that clobbers names of the document hydrates, navigates and keeps its anchors', async () => {
    await open('/clobbering.html')
    for (const id of ['__proto__', 'location', 'app', 'main', 'tostring']) {
      await clickLink(tab.page, `.outline a[href="#${id}"]`)
      await tab.page.waitForURL(`**/clobbering.html#${id}`)
    }
    await tab.page.evaluate(() => scrollTo(0, 0))
    await follow('/plain.html')
    await follow('/clobbering.html')
    await follow('/plain.html')
    await tab.page.goBack()
    await tab.page.waitForFunction(() => document.title.startsWith('constructor'))
  })
})
