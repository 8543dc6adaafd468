import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findViolations } from './axe.ts'
import { type Opened, serveFolder, useServedSite, wake } from './browser.ts'
import { createIslandsSite } from './islands-site.ts'
import { waitForEvent, watchPage } from './offline-page.ts'
import { TRUSTED_POLICY } from './offline-server.ts'
import { sample } from '../support/full.ts'

const served = useServedSite(createIslandsSite, {
  base: '/docs/',
  csp: TRUSTED_POLICY,
})

async function withPage(address: string, use: (opened: Opened) => Promise<void>): Promise<void> {
  await use(await served.open(address, { viewport: { width: 1280, height: 600 } }))
}

const FAILURE = /^\[docsgen\] the island <Broken> failed; it stays as it was built Error: no luck/

const outputs = (page: Page) => page.locator('.content output').allTextContents()
const more = (page: Page, index: number) => page.getByRole('button', { name: 'More' }).nth(index)
const follow = (page: Page, name: string) =>
  page.locator('.content').getByRole('link', { name, exact: true }).first().click()

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
  it('that load at once answer without a sign, and the others after one; nothing is rendered anew', () =>
    withPage('/docs/islands.html', async ({ page, problems }) => {
      const asked = () =>
        served.server.seen
          .map(({ url }) => url)
          .filter(url => /assets\/js\/(?:Spoiler|Width|app)\./.test(url))
      const built = await page
        .locator('.counter')
        .first()
        .evaluateHandle(element => element)
      await expect.poll(() => problems.length).toBe(1)
      expect(problems[0]).toMatch(FAILURE)
      expect(await page.locator('.broken').innerHTML()).toContain('As it was built')
      expect(asked()).toEqual([])
      // A press without a pointer is answered before there is a sign of another kind.
      await page.evaluate(() => document.querySelector<HTMLElement>('.counter button')?.click())
      await expect.poll(() => outputs(page)).toEqual(['4', '40'])
      expect(await built.evaluate(element => element.isConnected)).toBe(true)
      await page.getByRole('button', { name: 'Show' }).click()
      await expect.poll(() => outputs(page)).toEqual(['4', '40', '7'])
      await more(page, 2).click()
      await expect.poll(() => outputs(page)).toEqual(['4', '40', '8'])
      await page.locator('.width').scrollIntoViewIfNeeded()
      await expect.poll(() => page.locator('.width').textContent()).toBe('known')
      expect(problems).toHaveLength(1)
    }))

  it('start after a page change, are left with the page, and begin anew on the way back and forth', () =>
    withPage('/docs/plain.html', async ({ page, problems }) => {
      const live = () => page.evaluate(() => (window as { docsgenLive?: number }).docsgenLive)
      await follow(page, 'Islands')
      await page.locator('.width').scrollIntoViewIfNeeded()
      await expect.poll(() => page.locator('.width').textContent()).toBe('known')
      await more(page, 0).click()
      await expect.poll(() => outputs(page)).toEqual(['4', '40'])
      expect(await live()).toBe(1)
      await follow(page, 'link')
      await expect.poll(live).toBe(0)
      await follow(page, 'Second')
      await more(page, 0).click()
      await expect.poll(() => outputs(page)).toEqual(['101'])
      await page.goBack()
      await page.goBack()
      await expect.poll(() => outputs(page)).toEqual(['3', '40'])
      await more(page, 1).click()
      await expect.poll(() => outputs(page)).toEqual(['3', '41'])
      await page.goForward()
      await page.goForward()
      await expect.poll(() => outputs(page)).toEqual(['100'])
      await more(page, 0).click()
      await expect.poll(() => outputs(page)).toEqual(['101'])
      expect(problems.filter(text => !FAILURE.test(text))).toEqual([])
      // Twice on the page, once for each time that it was shown.
      expect(problems).toHaveLength(2)
    }))

  it('begin as they were built when a reader comes back to the document that was opened', () =>
    withPage('/docs/fr/islands.html', async ({ page, problems }) => {
      await expect.poll(() => problems.length).toBe(1)
      await more(page, 0).click()
      await expect.poll(() => outputs(page)).toEqual(['4', '40'])
      await follow(page, 'link')
      await expect.poll(() => page.title()).toContain('Simple')
      await page.goBack()
      await expect.poll(() => outputs(page)).toEqual(['3', '40'])
      await more(page, 0).click()
      await expect.poll(() => outputs(page)).toEqual(['4', '40'])
      expect(problems.filter(text => !FAILURE.test(text))).toEqual([])
    }))

  it('bear a browser that translates the page, before they start and after', () =>
    withPage('/docs/islands.html', async ({ page, problems }) => {
      await expect.poll(() => problems.length).toBe(1)
      await more(page, 0).click()
      await expect.poll(() => outputs(page)).toEqual(['4', '40'])
      await page.waitForFunction(() => 'docsgenAnswers' in window)
      await page.evaluate(translate)
      await more(page, 0).click()
      await page.getByRole('button', { name: 'Yes' }).click()
      await page.getByRole('button', { name: 'Show' }).click()
      await expect.poll(async () => (await outputs(page)).length).toBe(3)
      // What cannot go on is as it was built; whatever else there is works on.
      await expect.poll(() => page.locator('.answer').textContent()).toBe('Yes or no')
      await follow(page, 'link')
      await expect.poll(() => page.title()).toContain('Plain')
      await follow(page, 'Second')
      await page.evaluate(translate)
      await more(page, 0).click()
      await expect.poll(() => outputs(page)).toEqual(['101'])
      await page.reload()
      await page.evaluate(translate)
      await more(page, 0).click()
      await expect.poll(() => outputs(page)).toEqual(['101'])
    }))

  it('of a newer build start in a document of their own when the tab is one of the build before', async () => {
    const newer = createIslandsSite()
    const counter = 'templates/markdown/Counter.tsx'
    newer.write(counter, newer.read(counter).replace('More', 'Further'))
    newer.write(
      'templates/components/Footer.tsx',
      `export function Footer() { return <footer className="footer">v2</footer> }\n`,
    )
    const deployed = await serveFolder(await newer.build(), { base: '/docs/' })
    const context = await served.browser.newContext({ serviceWorkers: 'block' })
    const { page, errors, loads } = await watchPage(context)
    await page.goto(`${served.server.origin}/docs/islands.html`)
    await wake(page)
    await more(page, 0).click()
    await expect.poll(() => outputs(page)).toEqual(['4', '40'])
    // From here on, the host has the newer build.
    await context.route(`${served.server.origin}/**`, async route => {
      const response = await route.fetch({
        url: route.request().url().replace(served.server.origin, deployed.origin),
      })
      await route.fulfill({ response })
    })
    await page.locator('#docsgen-languages a[hreflang="fr"]').evaluate(link => (link as HTMLElement).click())
    await page.waitForURL('**/docs/fr/islands.html')
    await page.getByRole('button', { name: 'Further' }).first().click()
    await expect.poll(() => outputs(page)).toEqual(['4', '40'])
    expect(await page.locator('footer.footer').textContent()).toBe('v2')
    expect(await page.locator('script[src*="/boot."]').count()).toBe(1)
    expect(loads()).toBe(2)
    expect(errors.filter(text => !FAILURE.test(text))).toEqual([])
    // The page may still ask for files.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
    await deployed.close()
    newer.remove()
  })

  it('can be read offline', async () => {
    const context = await served.browser.newContext()
    const { page, errors } = await watchPage(context)
    await page.goto(`${served.server.origin}/docs/second.html`)
    await page.mouse.move(5, 5)
    await page.mouse.move(9, 9)
    await waitForEvent(page, 'cached')
    await context.setOffline(true)
    await page.reload()
    await more(page, 0).click()
    await expect.poll(() => outputs(page)).toEqual(['101'])
    await page.goto(`${served.server.origin}/docs/islands.html`)
    await page.getByRole('button', { name: 'Show' }).click()
    await expect.poll(() => outputs(page)).toEqual(['3', '40', '7'])
    expect(errors.filter(text => !FAILURE.test(text))).toEqual([])
    await context.close()
  })

  it('are fine for axe, light and dark, wide and narrow, and nothing runs over', () =>
    withPage('/docs/islands.html', async ({ page }) => {
      await page.getByRole('button', { name: 'Show' }).click()
      await expect.poll(() => outputs(page)).toEqual(['3', '40', '7'])
      await page.locator('.width').scrollIntoViewIfNeeded()
      await expect.poll(() => page.locator('.width').textContent()).toBe('known')
      // What is scrolled below the header has no background that axe could tell.
      await page.evaluate(() => scrollTo(0, 0))
      const looks = ['ltr', 'rtl'].flatMap(dir =>
        (['light', 'dark'] as const).flatMap(colorScheme =>
          [1280, 360].map(width => ({ dir, colorScheme, width })),
        ),
      )
      for (const { dir, colorScheme, width } of sample(looks, 0, looks.length - 1)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 800 })
        await page.evaluate(given => (document.documentElement.dir = given), dir)
        expect(await findViolations(page), `${dir} ${colorScheme} ${width}`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    }))

  it('say without scripts what they say with them, but for what they find out; their buttons look like some', async () => {
    const textOf = (page: Page) => page.locator('.content').textContent()
    const { page: plain } = await served.open('/docs/islands.html', { javaScriptEnabled: false })
    const text = await textOf(plain)
    const border = await plain
      .getByRole('button', { name: 'More' })
      .first()
      .evaluate(button => getComputedStyle(button).borderTopStyle)
    expect(border).toBe('solid')
    await withPage('/docs/islands.html', async ({ page }) => {
      await page.locator('.width').scrollIntoViewIfNeeded()
      await expect.poll(() => page.locator('.width').textContent()).toBe('known')
      expect((await textOf(page))?.replace('known', 'unknown')).toBe(text)
    })
  })

  it('cost nothing on pages that have none', () =>
    withPage('/docs/plain.html', async ({ page }) => {
      expect(await page.locator('script[src*="islands."]').count()).toBe(0)
    }))
})
