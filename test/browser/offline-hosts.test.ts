import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { useOfflineSuite } from '../support/offline-suite.ts'
import { launchBrowser } from './browser.ts'
import {
  askForUpdate,
  heading,
  seenEvents,
  storeNames,
  visit,
  waitForEvent,
  waitUntilSaved,
  watchPage,
} from './offline-page.ts'
import { startServer } from './offline-server.ts'
import { CONFIG } from './offline-site.ts'

const suite = useOfflineSuite(async site => ({ dist: await site.build('dist') }))

describe('browsers without a worker', () => {
  test('get one line and a working site', async () => {
    const { page, errors } = await watchPage(suite.context)
    const lines: string[] = []
    page.on('console', message => lines.push(message.text()))
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })
    })
    await visit(page, `${suite.server.origin}/`)
    await expect.poll(() => lines.filter(line => line.startsWith('[docsgen offline]')).length).toBe(1)
    await page.click('.content a[href="/guide/first.html"]')
    await page.waitForFunction(() => document.title.startsWith('First'))
    expect(errors).toEqual([])
  })

  test('in a sandboxed frame nothing is thrown', async () => {
    const { page, errors } = await watchPage(suite.context)
    suite.server.trick = url =>
      url === '/frame.html'
        ? {
            status: 200,
            headers: { 'content-security-policy': '' },
            body: '<link rel="icon" href="data:,"><iframe sandbox="allow-scripts" src="/guide/">',
          }
        : url === '/guide/'
          ? { headers: { 'content-security-policy': '' } }
          : undefined
    await page.goto(`${suite.server.origin}/frame.html`)
    await page.frameLocator('iframe').locator('h1').hover()
    await page.waitForTimeout(1000)
    expect(errors.filter(text => !/CORS|net::ERR/.test(text))).toEqual([])
  })

  test('analytics hears of a registration that failed, where there is any', async () => {
    suite.server.trick = url => (url === '/service-worker.js' ? { status: 404 } : undefined)
    const { page } = await watchPage(suite.context)
    await page.addInitScript(() => {
      const calls: unknown[][] = []
      Object.assign(window, { calls, ga: (...call: unknown[]) => void calls.push(call) })
    })
    await visit(page, `${suite.server.origin}/`)
    await waitForEvent(page, 'error')
    expect(await page.evaluate(() => (window as unknown as { calls: unknown[] }).calls)).toEqual([
      ['send', 'exception', { exDescription: '/service-worker.js is missing.', exFatal: false }],
    ])
  })

  test('over plain HTTP they get one line and a working site', async () => {
    const port = new URL(suite.server.origin).port
    const browser = await launchBrowser({
      args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP docs.example.org 127.0.0.1'],
    })
    try {
      const { page, errors } = await watchPage(await browser.newContext())
      const lines: string[] = []
      page.on('console', message => lines.push(message.text()))
      await visit(page, `http://docs.example.org:${port}/`)
      expect(await page.evaluate(() => isSecureContext)).toBe(false)
      await expect.poll(() => lines.filter(line => line.startsWith('[docsgen offline]')).length).toBe(1)
      await page.click('.content a[href="/guide/first.html"]')
      await page.waitForFunction(() => document.title.startsWith('First'))
      expect(errors.filter(text => !text.includes('Cross-Origin-Opener-Policy'))).toEqual([])
    } finally {
      await browser.close()
    }
  })

  test('a policy that forbids workers is one error event, and the site works', async () => {
    const policy = { 'content-security-policy': "default-src 'self'; worker-src 'none'" }
    suite.server.trick = url => (url.includes('.') ? undefined : { headers: policy })
    const { page } = await watchPage(suite.context)
    await visit(page, `${suite.server.origin}/`)
    await waitForEvent(page, 'error')
    await page.waitForTimeout(500)
    expect(await seenEvents(page, 'error')).toHaveLength(1)
    await page.click('.content a[href="/guide/first.html"]')
    await page.waitForFunction(() => document.title.startsWith('First'))
  })

  test('opened as a file the document is there and nothing is thrown', async () => {
    const { page, errors } = await watchPage(suite.context)
    await page.goto(`file://${suite.folders.dist}/guide/first.html`)
    await page.mouse.move(40, 200)
    await page.waitForTimeout(500)
    expect(await heading(page)).toBe('First')
    expect(errors.filter(text => !/net::ERR|CORS|file:/.test(text))).toEqual([])
  })
})

describe('a host that redirects', () => {
  test('from .html to no ending, and from a folder to its slash: every form opens, online and offline', async () => {
    const moved = (location: string) => ({ status: 308, body: 'moved', headers: { location } })
    suite.server.trick = url => {
      const [pathname = '/'] = url.split('?')
      if (pathname.endsWith('.html')) return moved(pathname.replace(/\.html$/, ''))
      return /\/(?:guide|zh)$/.test(pathname) ? moved(`${pathname}/`) : undefined
    }
    suite.server.rewrite = pathname =>
      /\/(?:first|second|mount)$/.test(pathname) ? `${pathname}.html` : pathname
    const { page, errors } = await suite.openSaved()
    const forms = ['/guide/first', '/guide/first.html', '/guide/first/', '/guide', '/guide/', '/zh/guide']
    for (const isOnline of [true, false]) {
      if (!isOnline) await suite.server.close()
      for (const form of forms) {
        const response = await page.goto(suite.server.origin + form)
        expect([form, isOnline, response?.status()]).toEqual([form, isOnline, 200])
        expect(await heading(page)).toMatch(form.includes('first') ? /^First/ : /^Guide/)
      }
    }
    expect(errors).toEqual([])
  })
})

describe('two sites on one origin', () => {
  test('keep to their own scopes and stores, and one that leaves leaves the other alone', async () => {
    const { site } = suite
    const parent = mkdtempSync(path.join(tmpdir(), 'docsgen-two-'))
    const put = async (name: string, config: object) => {
      site.configure({ ...CONFIG, base: `/${name}/`, ...config })
      cpSync(await site.build(`base-${name}`), path.join(parent, name), { recursive: true, force: true })
      site.configure(CONFIG)
    }
    await put('docs', {})
    await put('other', {})
    await suite.server.close()
    suite.server = await startServer(parent)
    const { origin } = suite.server
    const { page } = await watchPage(suite.context)
    await visit(page, `${origin}/docs/`)
    await waitUntilSaved(page)
    const own = await storeNames(page)
    expect(own.filter(name => !name.includes(`${origin}/docs/:`))).toEqual([])
    await visit(page, `${origin}/other/`)
    await waitUntilSaved(page)
    expect(await storeNames(page)).toEqual(expect.arrayContaining(own))
    const scopes = () =>
      page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
      )
    expect((await scopes()).toSorted()).toEqual(['/docs/', '/other/'])

    await put('docs', { offline: 'uninstall' })
    await visit(page, `${origin}/docs/`)
    await askForUpdate(page)
    await expect.poll(scopes).toEqual(['/other/'])
    expect((await storeNames(page)).filter(name => !name.includes(`${origin}/other/:`))).toEqual([])

    await suite.server.close()
    expect((await page.goto(`${origin}/other/zh/guide/first`))?.status()).toBe(200)
    expect(page.url()).toBe(`${origin}/other/zh/guide/first.html`)
    expect(await heading(page)).toBe('First zh')
    await expect(page.goto(`${origin}/docs/`)).rejects.toThrow(/ERR_CONNECTION_REFUSED/)
    rmSync(parent, { recursive: true, force: true })
  })
})
