import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { judge, SCHEMES } from './axe.ts'
import { chooseScheme, DESKTOP, hrefs, isIdle, useServedSite, waitForTitle } from './browser.ts'
import { CONFIG, createOfflineSite } from './offline.ts'

const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" fill="${color}"/>`

const { open } = useServedSite(
  () => {
    const site = createOfflineSite({
      ...CONFIG,
      theme: {
        logo: { light: '/light.svg', dark: '/dark.svg' },
        announcement: { id: 'two', text: '**New:** [second](/guide/second.md)' },
        footer: 'By **us**: [Guide](/guide/).',
        socialLinks: ['github', 'mastodon', 'x', 'rss', 'npm', 'slack'].map(icon => ({
          icon: icon as 'github',
          link: `https://${icon}.example.org/`,
        })),
        nav: [{ text: 'More', items: [{ text: 'Learn', items: ['/guide/first'] }, '/api/mount'] }],
        sidebar: [
          {
            text: 'Guide',
            collapsed: false,
            items: ['/guide/', { page: '/guide/first', badge: 'New' }, '/guide/second'],
          },
          { text: 'API', collapsed: true, items: ['/api/mount'] },
          { text: 'Always', collapsible: false, items: ['/api/Wrapper/'] },
        ],
      },
    })
    site.write('public/light.svg', svg('#070'))
    site.write('public/dark.svg', svg('#7f7'))
    site.write(
      'content/guide/second.md',
      '# Second\n\n![L](/light.svg#light) ![D](/dark.svg#dark)\n\n[Mount](../api/mount.md)\n',
    )
    return site
  },
  { csp: true },
)

const group = (title: string) => `.sidebar summary:has-text("${title}")`

test('groups of the sidebar are as the reader left them after a reload and a page change; the one of the open page is open', async () => {
  const { page, problems } = await open('/guide/first.html')
  const areOpen = () =>
    page.locator('.sidebar details').evaluateAll(all => all.map(each => (each as HTMLDetailsElement).open))
  expect(await areOpen()).toEqual([true, false])
  await page.click(group('API'))
  await expect.poll(areOpen).toEqual([true, true])
  await page.click(group('Guide'))
  await page.goto('/api/mount.html')
  expect(await areOpen()).toEqual([false, true])
  await page.click(group('API'))
  await page.click('.sidebar a:has-text("Wrapper")')
  await waitForTitle(page, 'Wrapper')
  expect(await areOpen()).toEqual([false, false])
  await page.click('.footer a:has-text("Guide")')
  await waitForTitle(page, 'Guide')
  expect(await areOpen()).toEqual([true, false])
  expect(problems).toEqual([])
})

test('without script groups of the sidebar open, and the announcement has a link and no button', async () => {
  const { page } = await open('/guide/first.html', { javaScriptEnabled: false })
  expect(await hrefs(page, '.announcement a')).toEqual(['/guide/second.html'])
  expect(await page.locator('.announcement button').isVisible()).toBe(false)
  await page.click(group('API'))
  await page.click('.sidebar a:has-text("mount")')
  await page.waitForURL('/api/mount.html')
})

/** Notes in every frame how far from the top of the window header and content begin. A document that arrives in parts moves other things. */
function noteTops(): void {
  const tops = new Set<string>()
  Object.assign(self, { tops })
  const look = () => {
    for (const name of ['.header', '#docsgen-main']) {
      const box = document.querySelector(name)?.getBoundingClientRect()
      if (box) tops.add(`${name} ${box.top}`)
    }
    requestAnimationFrame(look)
  }
  look()
}

test('the announcement is dismissed for good, without moving the page that is loaded then', async () => {
  const { page, problems } = await open('/guide/first.html')
  const bar = page.locator('.announcement')
  await page.click('.announcement button')
  expect(await bar.isVisible()).toBe(false)
  await page.addInitScript(noteTops)
  await page.goto('/zh/guide/')
  expect(await bar.isVisible()).toBe(false)
  await isIdle(page)
  const tops = await page.evaluate(() => [...(self as unknown as { tops: Set<string> }).tops])
  expect(tops).toEqual(['.header 0', expect.stringMatching(/^#docsgen-main \d/)])
  expect(problems).toEqual([])
})

test('pictures follow the color scheme, the chosen one, too', async () => {
  const visible = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('.brand img, .content img')]
        .filter(image => image.getClientRects().length > 0)
        .map(image => (image as HTMLImageElement).src.replace(/.*\//, '')),
    )
  const { page } = await open('/guide/second.html', { colorScheme: 'dark' })
  expect(await visible(page)).toEqual(['dark.svg', 'dark.svg#dark'])
  await chooseScheme(page, 'light')
  await expect.poll(() => visible(page)).toEqual(['light.svg', 'light.svg#light'])
})

test('axe finds nothing, and nothing sticks out', async () => {
  const { page } = await open('/guide/first.html')
  expect(await judge(page)).toEqual([])
  await page.setViewportSize(DESKTOP)
  await page.click('.top-nav > ul .disclosure-button')
  expect(await page.locator('.popover:popover-open').innerText()).toMatch(/^Learn\nFirst\s+mount$/)
  expect(await judge(page, SCHEMES)).toEqual([])
})
