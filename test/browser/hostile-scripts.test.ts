import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useServedSite, wake } from './browser.ts'
import { createIslandsSite } from './islands-site.ts'
import { watchPage } from './offline-page.ts'
import { sample } from '../support/full.ts'

const served = useServedSite(createIslandsSite, { base: '/docs/' })

/** What a component of the site, or a script of its owner, may do to the document of the app. */
const HARM: Record<string, () => void> = {
  'removes the root of the app': () => document.getElementById('docsgen-app')?.remove(),
  'empties the root of the app': () => document.getElementById('docsgen-app')?.replaceChildren(),
  'replaces the root of the app': () => {
    const root = document.getElementById('docsgen-app')
    root?.replaceWith(root.cloneNode(true))
  },
  'empties the body': () => document.body.replaceChildren(),
  'replaces the body': () => document.body.replaceWith(document.createElement('body')),
  'removes the main element': () => document.querySelector('main')?.remove(),
  'removes the content': () => document.querySelector('[data-content]')?.remove(),
  'empties the content': () => document.querySelector('[data-content]')?.replaceChildren(),
  'removes the header': () => document.querySelector('header')?.remove(),
  'removes every island': () => document.querySelectorAll('[data-island]').forEach(island => island.remove()),
  'moves the content out of the app': () => document.body.append(document.querySelector('main') ?? ''),
  'empties the head': () => document.head.replaceChildren(),
  'removes the live region': () => document.getElementById('docsgen-announcer')?.remove(),
  'takes the array of the page chunks': () => void Object.assign(self, { docsgenChunks: [] }),
  'says that another page is open': () =>
    void document.dispatchEvent(new CustomEvent('docsgen:navigated', { detail: { kind: 'page', page: {} } })),
  'pushes the address of another page': () => history.pushState(null, '', '/docs/plain.html'),
  'pushes the address of no page': () => history.pushState({ own: 1 }, '', '/docs/nowhere'),
  'pushes an address outside the site': () => history.pushState({}, '', '/elsewhere'),
  'pushes a query': () => history.pushState(null, '', '?tab=2'),
  'pushes ten hashes': () => {
    for (let count = 0; count < 10; count++) history.pushState(null, '', `#${count}`)
  },
  'replaces the state by nothing': () => history.replaceState(null, ''),
  'replaces the state by a text': () => history.replaceState('own', '', '?own'),
  'replaces the state by one like that of the app': () =>
    history.replaceState({ docsgen: { id: 5, index: 'x' } }, '', '#own'),
  'pushes a state like that of the app': () =>
    history.pushState({ docsgen: { id: 'own', index: NaN } }, '', '/docs/plain.html'),
  'changes the hash again and again': () => {
    for (let count = 0; count < 5; count++) location.hash = `own-${count}`
  },
}

/** Until the browser has loaded a document where the app could not show the page, in milliseconds. */
const SOON = { timeout: 15_000 }

/** Follows a link as a reader would, wherever there still is a place for one. */
async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate(address => {
    const link = Object.assign(document.createElement('a'), { href: address })
    ;(document.body ?? document.documentElement).append(link)
    link.click()
  }, href)
}

describe('a script that', () => {
  // Each way to lose the page, and each way to lie about it.
  test.each(sample(Object.entries(HARM), 0, 4, 6, 9, 11, 13, 15, 20, 23))(
    '%s leaves readers a site: links lead on, and back again',
    async (_name, harm) => {
      const context = await served.browser.newContext({ serviceWorkers: 'block' })
      const { page, loads } = await watchPage(context)
      await page.goto(`${served.server.origin}/docs/islands.html`)
      await wake(page)
      await page.evaluate(harm)
      await follow(page, '/docs/second.html')
      await expect.poll(() => page.title(), SOON).toContain('Second')
      await page.getByRole('button', { name: 'More' }).first().click()
      await expect.poll(() => page.locator('.content output').allTextContents(), SOON).toEqual(['101'])
      expect(new URL(page.url()).pathname).toBe('/docs/second.html')
      expect(await page.locator('main h1').count()).toBe(1)
      await page.goBack()
      await expect.poll(() => new URL(page.url()).pathname, SOON).not.toBe('/docs/second.html')
      await follow(page, '/docs/plain.html')
      await expect.poll(() => page.title(), SOON).toContain('Plain')
      await expect.poll(() => page.locator('main h1').textContent(), SOON).toContain('Plain')
      expect(loads()).toBeLessThanOrEqual(4)
      await context.close()
    },
  )
})
