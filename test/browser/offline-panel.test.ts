import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useOfflineSuite } from '../support/offline-suite.ts'
import { findViolations } from './axe.ts'
import { heading, seenEvents, storeNames, visit, waitForEvent, watchPage } from './offline-page.ts'

const suite = useOfflineSuite(async site => ({ dist: await site.build('dist') }))

const PANEL = 'dialog#docsgen-offline'

async function openPanel(page: Page): Promise<void> {
  await page.click('[data-offline-open]')
  await page.locator(`${PANEL} li`).first().waitFor()
}

/** Languages in the panel with what is said of them. */
async function rows(page: Page): Promise<string[]> {
  const texts = await page
    .locator(`${PANEL} li`)
    .evaluateAll(items =>
      items.map(item => [...item.querySelectorAll('span')].map(part => part.textContent).join('|')),
    )
  return texts.map(text => text.replace(/\d+\.\d/, '0.0'))
}

async function pretendScarceData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', {
      value: { saveData: true, effectiveType: '4g' },
    })
  })
}

describe('the list of saved languages', () => {
  test('says what is on the device and how large it is', async () => {
    const { page } = await suite.openSaved()
    await openPanel(page)
    await expect
      .poll(() => rows(page))
      .toEqual(['English|0.0 MB|Saved', '中文|0.0 MB|Saved', 'Français|0.0 MB|Saved'])
  })

  test('removes a language, which does not come back by itself, and saves it again when asked', async () => {
    const { page } = await suite.openSaved()
    await openPanel(page)
    const chinese = page.locator(`${PANEL} li`).nth(1)
    await chinese.locator('button').click()
    await expect.poll(() => rows(page)).toContain('中文|0.0 MB|')
    await expect.poll(() => page.locator(`${PANEL} [role=status]`).textContent()).toBe('中文: Removed')
    expect((await storeNames(page)).filter(name => name.includes(':pack:zh:'))).toEqual([])

    await visit(page, `${suite.server.origin}/guide/`)
    await waitForEvent(page, 'ready')
    await page.waitForTimeout(800)
    expect((await storeNames(page)).filter(name => name.includes(':pack:zh:'))).toEqual([])

    await openPanel(page)
    await chinese.locator('button').click()
    await expect.poll(() => rows(page)).toContain('中文|0.0 MB|Saved')
    await expect
      .poll(() => page.locator(`${PANEL} [role=status]`).textContent())
      .toBe('中文: This language can now be read offline.')
    await suite.server.close()
    await page.goto(`${suite.server.origin}/zh/guide/`)
    expect(await heading(page)).toBe('Guide zh')
  })

  test('closes with its button, with Escape and with a click beside it, and gives the focus back', async () => {
    const { page } = await watchPage(suite.context)
    await visit(page, `${suite.server.origin}/`)
    await waitForEvent(page, 'ready')
    const isOpen = () => page.locator(PANEL).count()
    for (const close of [
      () => page.locator(`${PANEL} .offline-panel-close`).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(3, 3),
    ]) {
      await openPanel(page)
      await close()
      await expect.poll(isOpen).toBe(0)
      expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-offline-open'))).toBe(true)
    }
  })

  test('speaks the language of the page and has no accessibility faults', async () => {
    const { page } = await suite.openSaved('/fr/')
    await openPanel(page)
    expect(await page.locator(`${PANEL} h2`).textContent()).toBe('Lecture hors ligne')
    expect(await page.locator(`${PANEL} li button`).first().getAttribute('aria-label')).toMatch(/: English$/)
    expect(await findViolations(page)).toEqual([])
  })

  test('waits for a worker that is on its way', async () => {
    const { page } = await watchPage(suite.context)
    // Otherwise languages are saved while the panel is looked at.
    await pretendScarceData(page)
    await page.addInitScript(() => {
      const { register } = ServiceWorkerContainer.prototype
      ServiceWorkerContainer.prototype.register = async function late(script, options) {
        await new Promise(resolve => document.addEventListener('let-register', resolve))
        return register.call(this, script, options)
      }
    })
    await visit(page, `${suite.server.origin}/`)
    await page.waitForFunction(() => document.querySelector('#docsgen-announcer'))
    await page.click('[data-offline-open]')
    await page.locator(PANEL).waitFor()
    await page.waitForTimeout(500)
    expect(await page.locator(`${PANEL} [role=status]`).textContent()).toBe('')
    await page.evaluate(() => document.dispatchEvent(new Event('let-register')))
    await expect.poll(() => rows(page)).toContain('中文|0.0 MB|')
  })

  test('says so where the browser cannot save', async () => {
    const { page } = await watchPage(suite.context)
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })
    })
    await visit(page, `${suite.server.origin}/`)
    await page.waitForFunction(() => document.querySelector('#docsgen-announcer'))
    await page.click('[data-offline-open]')
    await expect
      .poll(() => page.locator(`${PANEL} [role=status]`).textContent())
      .toBe('This browser cannot save pages for offline reading.')
  })

  test('says so when saving fails, and reports the failure', async () => {
    const { page } = await watchPage(suite.context)
    await pretendScarceData(page)
    await visit(page, `${suite.server.origin}/`)
    await waitForEvent(page, 'ready')
    suite.server.trick = url => (url.startsWith('/offline/zh.') ? { status: 500 } : undefined)
    await openPanel(page)
    await page.locator(`${PANEL} li`).nth(1).locator('button').click()
    await expect
      .poll(() => page.locator(`${PANEL} [role=status]`).textContent())
      .toBe('中文: Saving did not work. Please try again later.')
    expect(await rows(page)).toContain('中文|0.0 MB|')
  })
})

describe('where data is scarce', () => {
  test('nothing is saved until the reader asks, and then only that language', async () => {
    const { page } = await watchPage(suite.context)
    await pretendScarceData(page)
    await visit(page, `${suite.server.origin}/`)
    await waitForEvent(page, 'ready')
    await page.waitForTimeout(800)
    expect(suite.server.seen.filter(({ url }) => /^\/offline\/\w\w\./.test(url))).toEqual([])
    await openPanel(page)
    await page.locator(`${PANEL} li`).nth(2).locator('button').click()
    await expect.poll(() => rows(page)).toContain('Français|0.0 MB|Saved')
    expect(await seenEvents(page, 'cached')).toEqual([{ locale: 'fr' }])
    const packs = suite.server.seen.filter(({ url }) => /^\/offline\/(?:\w\w|shared)\./.test(url))
    expect(packs.map(({ url }) => url.split('.')[0])).toEqual(['/offline/fr', '/offline/shared'])
    await suite.server.close()
    const response = await page.goto(`${suite.server.origin}/guide/first.html`)
    expect(response?.status()).toBe(503)
    const links = await page
      .locator('main li a')
      .evaluateAll(all => all.map(link => link.getAttribute('href')))
    expect(links).toEqual(['/fr/'])
  })
})
