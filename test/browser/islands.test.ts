import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { IS_FULL, sample } from '../support/full.ts'
import { judge, LOOKS } from './axe.ts'
import { clickLink, useServedSite, wake } from './browser.ts'
import { createIslandsSite } from './islands-site.ts'
import { TRUSTED_POLICY, visit, waitForEvent } from './offline.ts'

const served = useServedSite(createIslandsSite, { base: '/docs/', csp: TRUSTED_POLICY })
const open = (address: string) => served.open(`/docs/${address}`, { viewport: { width: 1280, height: 600 } })

const FAILURE = /^\[docsgen\] the island <Broken> failed; readers see the HTML from the build Error: no luck/
const others = (problems: string[]) => problems.filter(text => !FAILURE.test(text))

const outputs = (page: Page) => page.locator('.content output').allTextContents()
const press = (page: Page, name: string, index = 0) => page.getByRole('button', { name }).nth(index).click()
const follow = (page: Page, name: string) =>
  page.locator('.content').getByRole('link', { name, exact: true }).first().click()
const isTitle = (page: Page, title: string) => expect.poll(() => page.title()).toContain(title)

async function count(page: Page, index: number, counts: readonly string[]): Promise<void> {
  await press(page, 'More', index)
  await expect.poll(() => outputs(page)).toEqual(counts)
}

async function showWidth(page: Page): Promise<void> {
  await page.locator('.width').hover()
  await expect.poll(() => page.locator('.width').textContent()).toBe('known')
}

/** As browsers translate: every text is an element of theirs. */
function translate(): void {
  const walker = document.createTreeWalker(
    document.querySelector('.content') ?? document,
    NodeFilter.SHOW_TEXT,
  )
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = text.textContent
    text.parentNode?.replaceChild(font, text)
  }
}

describe('islands', () => {
  it('that load at once answer without an interaction, and the others after one; nothing is rendered again', async () => {
    const { page, problems } = await open('islands.html')
    const isLate = /assets\/js\/(?:Spoiler|Width|app)\./
    const built = await page.locator('.counter').first().elementHandle()
    await expect.poll(() => problems).toEqual([expect.stringMatching(FAILURE)])
    expect(await page.locator('.broken').innerHTML()).toContain('As it was built')
    expect(served.server.seen.filter(({ url }) => isLate.test(url))).toEqual([])
    // A press without a pointer is answered before there is another interaction.
    await clickLink(page, '.counter button')
    await expect.poll(() => outputs(page)).toEqual(['4', '40'])
    expect(await built?.evaluate(element => element.isConnected)).toBe(true)
    await press(page, 'Show')
    await expect.poll(() => outputs(page)).toEqual(['4', '40', '7'])
    await count(page, 2, ['4', '40', '8'])
    await showWidth(page)
    expect(problems).toHaveLength(1)
  })

  it('start after a page change, are left with the page, and begin again on the way back and forth', async () => {
    const { page, problems } = await open('plain.html')
    expect(await page.locator('script[src*="islands."]').count()).toBe(0)
    const live = () => page.evaluate(() => (window as { docsgenLive?: number }).docsgenLive)
    await follow(page, 'Islands')
    await showWidth(page)
    await count(page, 0, ['4', '40'])
    expect(await live()).toBe(1)
    await follow(page, 'link')
    await expect.poll(live).toBe(0)
    await follow(page, 'Second')
    await count(page, 0, ['101'])
    await page.goBack()
    await page.goBack()
    await expect.poll(() => outputs(page)).toEqual(['3', '40'])
    await count(page, 1, ['3', '41'])
    await page.goForward()
    await page.goForward()
    await expect.poll(() => outputs(page)).toEqual(['100'])
    await count(page, 0, ['101'])
    expect(others(problems)).toEqual([])
    // Twice on the page, once for each time that it was shown.
    expect(problems).toHaveLength(2)
  })

  it('begin as they were built when a reader comes back to the document that was opened', async () => {
    const { page, problems } = await open('fr/islands.html')
    await expect.poll(() => problems.length).toBe(1)
    await count(page, 0, ['4', '40'])
    await follow(page, 'link')
    await isTitle(page, 'Simple')
    await page.goBack()
    await expect.poll(() => outputs(page)).toEqual(['3', '40'])
    await count(page, 0, ['4', '40'])
    expect(others(problems)).toEqual([])
  })

  it('bear a browser that translates the page, before they start and after', async () => {
    const { page, problems } = await open('islands.html')
    await expect.poll(() => problems.length).toBe(1)
    await count(page, 0, ['4', '40'])
    await page.waitForFunction(() => 'docsgenAnswers' in window)
    await page.evaluate(translate)
    await press(page, 'More')
    await press(page, 'Yes')
    await press(page, 'Show')
    await expect.poll(async () => (await outputs(page)).length).toBe(3)
    // What cannot go on is as it was built; whatever else there is works on.
    await expect.poll(() => page.locator('.answer').textContent()).toBe('Yes or no')
    await follow(page, 'link')
    await isTitle(page, 'Plain')
    await follow(page, 'Second')
    await page.evaluate(translate)
    await count(page, 0, ['101'])
    await page.reload()
    await page.evaluate(translate)
    await count(page, 0, ['101'])
  })

  it('of a newer build start in a document of their own when the tab is one of the build before', async () => {
    const { site, server } = served
    const counter = 'templates/markdown/Counter.tsx'
    site.write(counter, site.read(counter).replace('More', 'Further'))
    site.write(
      'templates/components/Footer.tsx',
      `export function Footer() { return <footer className="footer">v2</footer> }\n`,
    )
    const newer = await site.build('newer')
    const { page, problems, loads } = await open('islands.html')
    await wake(page)
    await count(page, 0, ['4', '40'])
    // From here on, the host has the newer build.
    server.folder = newer
    await clickLink(page, '#docsgen-languages a[hreflang="fr"]')
    await page.waitForURL('/docs/fr/islands.html')
    await press(page, 'Further')
    await expect.poll(() => outputs(page)).toEqual(['4', '40'])
    expect(await page.locator('footer.footer').textContent()).toBe('v2')
    expect(await page.locator('script[src*="/boot."]').count()).toBe(1)
    expect(loads()).toBe(2)
    expect(others(problems)).toEqual([])
  })

  it('can be read offline', async () => {
    const { page, context, problems } = await served.open(undefined, { serviceWorkers: 'allow' })
    await visit(page, '/docs/second.html')
    await waitForEvent(page, 'cached')
    await context.setOffline(true)
    await page.reload()
    await count(page, 0, ['101'])
    await page.goto('/docs/islands.html')
    await press(page, 'Show')
    await expect.poll(() => outputs(page)).toEqual(['3', '40', '7'])
    expect(others(problems)).toEqual([])
  })

  it('are fine for axe in both directions, and nothing runs over', async () => {
    const { page } = await open('islands.html')
    await press(page, 'Show')
    await expect.poll(() => outputs(page)).toEqual(['3', '40', '7'])
    await showWidth(page)
    // What is scrolled below the header has no background that axe could tell.
    await page.evaluate(() => scrollTo(0, 0))
    for (const [index, dir] of ['ltr', 'rtl'].entries()) {
      await page.evaluate(given => (document.documentElement.dir = given), dir)
      const looks = IS_FULL ? LOOKS : LOOKS.slice(index, index + 1)
      expect([dir, ...(await judge(page, looks))]).toEqual([dir])
    }
  })

  it('say without scripts what they say with them, but for what they find out; their buttons look like some', async () => {
    const textOf = (from: Page) => from.locator('.content').textContent()
    const { page: plain } = await served.open('/docs/islands.html', { javaScriptEnabled: false })
    const button = plain.getByRole('button', { name: 'More' }).first()
    expect(await button.evaluate(each => getComputedStyle(each).borderTopStyle)).toBe('solid')
    const { page } = await open('islands.html')
    await showWidth(page)
    expect((await textOf(page))?.replace('known', 'unknown')).toBe(await textOf(plain))
  })
})

/** What a component of the site, or a script of its owner, may do to the document of the app. */
const HARM: Record<string, () => void> = {
  'removes the root of the app': () => document.getElementById('docsgen-app')?.remove(),
  'replaces the root of the app': () => {
    const root = document.getElementById('docsgen-app')
    root?.replaceWith(root.cloneNode(true))
  },
  'replaces the body': () => document.body.replaceWith(document.createElement('body')),
  'removes the main element': () => document.querySelector('main')?.remove(),
  'removes the content': () => document.querySelector('[data-content]')?.remove(),
  'removes the header': () => document.querySelector('header')?.remove(),
  'moves the content out of the app': () => document.body.append(document.querySelector('main') ?? ''),
  'empties the head': () => document.head.replaceChildren(),
  'takes the array of the page chunks': () => void Object.assign(self, { docsgenChunks: [] }),
  'says that another page is open': () =>
    void document.dispatchEvent(new CustomEvent('docsgen:navigated', { detail: { kind: 'page', page: {} } })),
  'pushes the address of another page': () => history.pushState(null, '', '/docs/plain.html'),
  'pushes the address of no page': () => history.pushState({ own: 1 }, '', '/docs/nowhere'),
  'pushes ten hashes': () => {
    for (let at = 0; at < 10; at++) history.pushState(null, '', `#${at}`)
  },
  'replaces the state by nothing': () => history.replaceState(null, ''),
  'replaces the state by a text': () => history.replaceState('own', '', '?own'),
  'pushes a state like that of the app': () =>
    history.pushState({ docsgen: { id: 'own', index: NaN } }, '', '/docs/plain.html'),
  'changes the hash again and again': () => {
    for (let at = 0; at < 5; at++) location.hash = `own-${at}`
  },
}

// Each way to lose the page, and each way to lie about it.
it.each(sample(Object.entries(HARM), 2, 7, 8, 10))(
  'a script that %s leaves readers a site: links lead on, and back again',
  async (_name, harm) => {
    served.server.options.csp = false
    const { page, loads } = await open('islands.html')
    /** Follows a link as a reader would, wherever there still is a place for one. */
    const go = (href: string) =>
      page.evaluate(address => {
        const link = Object.assign(document.createElement('a'), { href: address })
        ;(document.body ?? document.documentElement).append(link)
        link.click()
      }, href)
    await wake(page)
    await page.evaluate(harm)
    await go('/docs/second.html')
    await isTitle(page, 'Second')
    await count(page, 0, ['101'])
    expect(new URL(page.url()).pathname).toBe('/docs/second.html')
    expect(await page.locator('main h1').count()).toBe(1)
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/docs/second.html')
    await go('/docs/plain.html')
    await isTitle(page, 'Plain')
    await expect.poll(() => page.locator('main h1').textContent()).toContain('Plain')
    expect(loads()).toBeLessThanOrEqual(4)
  },
)
