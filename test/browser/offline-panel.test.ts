import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { judge, SCHEMES } from './axe.ts'
import { hrefs, isFocused, isIdle, saveData } from './browser.ts'
import { heading, seenEvents, storeNames, useOfflineSuite, visit, waitForEvent } from './offline.ts'

const suite = useOfflineSuite(async site => ({ dist: await site.build('dist') }))

const PANEL = 'dialog#docsgen-offline'
const status = (page: Page) => page.locator(`${PANEL} [role=status]`)
const language = (page: Page, at: number) => page.locator(`${PANEL} li`).nth(at).locator('button')

async function openPanel(page: Page): Promise<void> {
  await page.click('[data-offline-open]')
  await page.locator(`${PANEL} li`).first().waitFor()
}

async function rows(page: Page): Promise<string[]> {
  const texts = await page
    .locator(`${PANEL} li`)
    .evaluateAll(items =>
      items.map(item => [...item.querySelectorAll('span')].map(part => part.textContent).join('|')),
    )
  return texts.map(text => text.replace(/\d+[.,]\d\s/, '0.0 '))
}

describe('the list of saved languages', () => {
  test('says what is on the device and how large it is, without accessibility faults; it closes by button, Escape and a click beside it', async () => {
    const { page } = await suite.openSaved('/fr/')
    await openPanel(page)
    await expect
      .poll(() => rows(page))
      .toEqual(['English|0.0 Mo|Enregistré', '中文|0.0 Mo|Enregistré', 'Français|0.0 Mo|Enregistré'])
    expect(await page.locator(`${PANEL} h2`).textContent()).toBe('Lecture hors ligne')
    expect(await language(page, 0).getAttribute('aria-label')).toMatch(/: English$/)
    expect(await judge(page, SCHEMES)).toEqual([])
    for (const close of [
      () => page.locator(`${PANEL} .offline-panel-close`).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(3, 3),
    ]) {
      await close()
      await page.locator(PANEL).waitFor({ state: 'detached' })
      expect(await isFocused(page, '[data-offline-open]')).toBe(true)
      await openPanel(page)
    }
  })

  test('removes a language, which does not come back by itself, and saves it again when asked', async () => {
    const { page } = await suite.openSaved()
    await openPanel(page)
    await language(page, 1).click()
    await expect.poll(() => rows(page)).toContain('中文|0.0 MB|')
    await expect.poll(() => status(page).textContent()).toBe('中文: Removed')
    expect(await storeNames(page, ':pack:zh:')).toEqual([])

    await visit(page, '/guide/')
    await waitForEvent(page, 'state')
    await isIdle(page)
    expect(await storeNames(page, ':pack:zh:')).toEqual([])

    await openPanel(page)
    await language(page, 1).click()
    await expect.poll(() => rows(page)).toContain('中文|0.0 MB|Saved')
    await expect.poll(() => status(page).textContent()).toBe('中文: This language is now available offline.')
    await suite.server.close()
    await page.goto('/zh/guide/')
    expect(await heading(page)).toBe('Guide zh')
  })
})

test('where data is scarce nothing is saved until the reader asks, and then only that language; a failure is said', async () => {
  const { page } = await suite.visit('/', { before: saveData })
  await waitForEvent(page, 'ready')
  await isIdle(page)
  const packs = () =>
    suite.server.seen
      .map(({ url }) => url.split('.')[0])
      .filter(url => /^\/offline\/(?:\w\w|shared)$/.test(url ?? ''))
  expect(packs()).toEqual([])
  await openPanel(page)
  suite.server.options.answer = url => (url.startsWith('/offline/zh.') ? { status: 500 } : undefined)
  await language(page, 1).click()
  await expect.poll(() => status(page).textContent()).toBe('中文: Saving failed. Please try again later.')
  expect(await rows(page)).toContain('中文|0.0 MB|')
  await language(page, 2).click()
  await expect.poll(() => rows(page)).toContain('Français|0.0 MB|Saved')
  expect(await seenEvents(page, 'cached')).toEqual([{ locale: 'fr' }])
  expect(packs()).toEqual(['/offline/zh', '/offline/fr', '/offline/shared'])
  await suite.server.close()
  expect((await page.goto('/guide/first.html'))?.status()).toBe(503)
  expect(await hrefs(page, 'main li a')).toEqual(['/fr/'])
})
