import { describe, expect, test } from 'vitest'
import { useOfflineSuite } from '../support/offline-suite.ts'
import { heading, seenEvents, waitUntilSaved, watchPage } from './offline-page.ts'

const PAGES = ['/', '/guide/', '/guide/first.html', '/guide/second.html', '/api/mount.html', '/api/Wrapper/']

const suite = useOfflineSuite(async site => ({ dist: await site.build('dist') }))

describe('after the first visit, with the server gone', () => {
  test('every page of every language opens by its address', async () => {
    const { page, errors } = await suite.openSaved()
    await suite.server.close()
    const paths = ['', '/zh', '/fr'].flatMap(locale => PAGES.map(path => locale + path))
    for (const path of [...paths, `/zh/guide/${encodeURIComponent('测试')}.html`]) {
      const response = await page.goto(suite.server.origin + path)
      expect([path, response?.status()]).toEqual([path, 200])
      expect(await heading(page)).not.toBe('')
      expect(new URL(page.url()).pathname).toBe(path)
    }
    expect(errors).toEqual([])
  })

  test('links work without a failed chunk, and so does the other language', async () => {
    const { page, errors, loads } = await suite.openSaved()
    await suite.server.close()
    const before = loads()
    await page.click('.content a[href="/guide/first.html"]')
    await page.waitForFunction(() => document.title.startsWith('First'))
    await page.click('.content a[href="/guide/second.html"]')
    await page.waitForFunction(() => document.title.startsWith('Second'))
    expect(
      await page.locator('.content img').evaluate(image => (image as HTMLImageElement).naturalWidth),
    ).toBe(1)
    expect(loads()).toBe(before)
    await page.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('a[href="/zh/guide/second.html"]')?.click(),
    )
    await page.waitForFunction(() => document.documentElement.lang === 'zh-CN')
    expect(await heading(page)).toBe('Second zh')
    expect(errors).toEqual([])
  })

  test('addresses are understood in every form and keep query and hash', async () => {
    const { page } = await suite.openSaved()
    await suite.server.close()
    const forms: [typed: string, opened: string][] = [
      ['/guide/first', '/guide/first.html'],
      ['/guide/first/', '/guide/first.html'],
      ['/guide', '/guide/'],
      ['/guide.html', '/guide/'],
      ['/guide/index.html', '/guide/'],
      ['/GUIDE/First.HTML', '/guide/first.html'],
      ['/api/wrapper', '/api/Wrapper/'],
      ['/zh/guide/%e6%b5%8b%e8%af%95', '/zh/guide/%E6%B5%8B%E8%AF%95.html'],
      ['//guide/first.html?utm_source=x', '/guide/first.html?utm_source=x'],
      ['/guide/first?utm_source=x#part', '/guide/first.html?utm_source=x#part'],
      ['/old.html', '/guide/first.html'],
      ['/zh/search.html?q=first', '/zh/search.html?q=first'],
      ['/search?q=first', '/search.html?q=first'],
    ]
    for (const [typed, opened] of forms) {
      const response = await page.goto(suite.server.origin + typed)
      expect([typed, page.url().slice(suite.server.origin.length)]).toEqual([typed, opened])
      expect(response?.status()).toBe(200)
    }
  })

  test('an unknown address shows the offline document of its language with what is stored', async () => {
    const { page } = await suite.openSaved()
    await suite.server.close()
    const response = await page.goto(`${suite.server.origin}/zh/nowhere.html`)
    expect(response?.status()).toBe(503)
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
    const links = await page
      .locator('main li a')
      .evaluateAll(all => all.map(link => link.getAttribute('href')))
    expect(links).toContain('/zh/guide/first.html')
    await page.click('main li a[href="/zh/guide/first.html"]')
    expect(await heading(page)).toBe('First zh')
  })

  test('the search finds, marks and opens a section', async () => {
    const { page, errors } = await suite.openSaved()
    await suite.server.close()
    await page.goto(`${suite.server.origin}/zh/guide/`)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.insertText('Part')
    const option = page.getByRole('option').first()
    await option.waitFor()
    expect(await option.locator('mark').first().innerText()).toBe('Part')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => location.hash === '#part')
    expect(await heading(page)).toBe('First zh')
    expect(new URL(page.url()).pathname).toBe('/zh/guide/first.html')
    expect(errors).toEqual([])
  })

  test('the page keeps the policy that the host sent with it', async () => {
    const { page } = await suite.openSaved()
    await suite.server.close()
    const response = await page.goto(`${suite.server.origin}/guide/`)
    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'")
    expect(response?.headers()['content-type']).toBe('text/html; charset=utf-8')
  })
})

describe('while the server is there', () => {
  test('the core and all packs stay within their budgets', async () => {
    await suite.openSaved()
    const { seen } = suite.server
    const packs = seen.filter(({ url }) => /^\/offline\/(?:en|zh|fr|shared)\./.test(url))
    expect(packs).toHaveLength(4)
    const fetched = seen.filter(({ dest, url }) => dest === 'empty' && !packs.some(pack => pack.url === url))
    expect(fetched.length).toBeLessThanOrEqual(40)
    expect(fetched.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(500_000)
  })

  test('nothing of the worker is fetched before the page has loaded, nor before a sign or a quiet moment', async () => {
    const { page } = await watchPage(suite.context)
    const ofOffline = () =>
      suite.server.seen.filter(
        ({ url, dest }) => dest === 'serviceworker' || /^\/offline\/|\/register\.|service-worker/.test(url),
      )
    // An image that does not come keeps the page from having loaded.
    suite.server.trick = url => (url === '/photo.png' ? 'hold' : undefined)
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const image = document.createElement('img')
        image.src = '/photo.png'
        document.body.append(image)
      })
    })
    await page.goto(`${suite.server.origin}/`, { waitUntil: 'domcontentloaded' })
    await page.mouse.move(40, 200)
    await page.mouse.move(60, 220)
    await page.waitForFunction(() => document.querySelector('#docsgen-announcer'))
    await page.waitForTimeout(2500)
    expect(await page.evaluate(() => document.readyState)).toBe('interactive')
    expect(ofOffline()).toEqual([])

    suite.server.trick = () => undefined
    await page.goto(`${suite.server.origin}/`, { waitUntil: 'load' })
    expect(ofOffline()).toEqual([])
    await waitUntilSaved(page)
    expect(ofOffline().length).toBeGreaterThan(0)
  })

  test('the events come in order: ready, one language after the other, the whole', async () => {
    const { page } = await suite.openSaved('/fr/')
    await expect
      .poll(() => seenEvents(page, 'cached'))
      .toEqual([{ locale: 'fr' }, { locale: 'en' }, { locale: 'zh' }, { whole: true }])
    expect(await seenEvents(page, 'ready')).toHaveLength(1)
    expect(await seenEvents(page, 'error')).toEqual([])
  })

  test('an unknown address gets the answer of the server', async () => {
    const { page } = await suite.openSaved()
    expect((await page.goto(`${suite.server.origin}/nowhere.html`))?.status()).toBe(404)
  })

  test('a server that accepts and never answers is given up', async () => {
    const { page } = await suite.openSaved()
    suite.server.trick = () => 'hold'
    await page.goto(`${suite.server.origin}/guide/`)
    expect(await heading(page)).toBe('Guide')
    expect((await page.goto(`${suite.server.origin}/nowhere.html`))?.status()).toBe(503)
  })

  test('parts of files, other methods and the worker itself are left to the browser', async () => {
    const { page } = await suite.openSaved()
    suite.server.trick = url =>
      url === '/photo.png' ? { status: 206, body: 'part', type: 'image/png' } : undefined
    const answers = await page.evaluate(async () => {
      const part = await fetch('/photo.png', { headers: { range: 'bytes=0-1' } })
      const whole = await fetch('/photo.png')
      return [part.status, whole.status, (await whole.blob()).size]
    })
    expect(answers).toEqual([206, 200, 70])
  })
})
