import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { buildVersions, useOfflineSuite } from '../support/offline-suite.ts'
import { launchPersistent } from './browser.ts'
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
import { type Trick } from './offline-server.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { sample } from '../support/full.ts'

const suite = useOfflineSuite<'v1' | 'v2'>(site => buildVersions(site, ['v1', 'v2']))

describe('an installation that is cut off', () => {
  test('goes on where it was, without asking for anything twice', async () => {
    const profile = mkdtempSync(path.join(tmpdir(), 'docsgen-profile-'))
    try {
      suite.server.trick = url => (url === '/favicon.png' ? 'hold' : undefined)
      const first = await launchPersistent(profile)
      const tab = await watchPage(first)
      await visit(tab.page, `${suite.server.origin}/`)
      const stored = () =>
        tab.page.evaluate(async () => {
          const name = (await caches.keys()).find(some => some.includes(':core:'))
          return name ? (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname) : []
        })
      // Everything but the held file, once the pool has nothing else to do.
      let before: string[] = []
      await expect
        .poll(
          async () => {
            const now = await stored()
            const isSettled = now.length > 10 && now.length === before.length
            before = now
            return isSettled
          },
          { interval: 400, timeout: 10_000 },
        )
        .toBe(true)
      await first.close()

      suite.server.trick = () => undefined
      suite.server.seen.length = 0
      const second = await launchPersistent(profile)
      const again = await watchPage(second)
      await visit(again.page, `${suite.server.origin}/`)
      await waitUntilSaved(again.page)
      await second.close()
      const asked = suite.server.seen.filter(({ dest }) => dest === 'empty').map(({ url }) => url)
      expect(asked).toContain('/favicon.png')
      const own = /^\/assets\/locales\//
      expect(asked.filter(url => before.includes(url) && !own.test(url))).toEqual([])
    } finally {
      removeFolder(profile)
    }
  })
})

describe('wrong answers during an update', () => {
  const tricks: [string, Trick, reason: string][] = [
    ['a page instead of a script', { status: 200, body: '<!DOCTYPE html><title>App</title>' }, 'integrity'],
    ['half a body', 'truncate', 'unreachable'],
    ['404', { status: 404 }, 'status'],
  ]
  test.each(sample(tricks, 0, 1))('%s: refused, the old version goes on', async (_name, trick, reason) => {
    const { page } = await suite.openSaved()
    suite.server.folder = suite.folders.v2
    suite.server.trick = url => (url.startsWith('/assets/js/app.') ? trick : undefined)
    await askForUpdate(page)
    await waitForEvent(page, 'error')
    await page.waitForTimeout(1200)
    expect(await seenEvents(page, 'error')).toEqual([expect.objectContaining({ reason })])
    expect(await seenEvents(page, 'updated')).toEqual([])
    const wrong = await page.evaluate(async () => {
      const names = (await caches.keys()).filter(name => name.includes(':core:'))
      const responses = await Promise.all(
        names.map(async name => {
          const cache = await caches.open(name)
          const keys = (await cache.keys()).filter(({ url }) => url.endsWith('.js'))
          return Promise.all(keys.map(async key => (await cache.match(key))?.text()))
        }),
      )
      return responses.flat().filter(text => text?.startsWith('<') || text === 'export {}').length
    })
    expect(wrong).toBe(0)
    await suite.server.close()
    await page.goto(`${suite.server.origin}/guide/first.html`)
    expect(await page.locator('footer.footer').textContent()).toBe('v1')
  })

  test('a pack of other bytes is refused, and the languages beside it are stored', async () => {
    suite.server.trick = url =>
      url.startsWith('/offline/zh.') ? { status: 200, body: '<!DOCTYPE html><title>App</title>' } : undefined
    const { page } = await watchPage(suite.context)
    await visit(page, `${suite.server.origin}/`)
    await waitForEvent(page, 'error')
    expect(await seenEvents(page, 'error')).toEqual([expect.objectContaining({ reason: 'integrity' })])
    const stored = await page.evaluate(async () => {
      const name = (await caches.keys()).find(some => some.includes(':pack:zh:')) ?? ''
      return (await (await caches.open(name)).keys()).length
    })
    expect(stored).toBe(0)
    await suite.server.close()
    expect((await page.goto(`${suite.server.origin}/guide/first.html`))?.status()).toBe(200)
    expect((await page.goto(`${suite.server.origin}/zh/guide/first.html`))?.status()).toBe(503)
  })

  test('on the first visit they leave the site working online, and the next visit repairs it', async () => {
    suite.server.trick = url =>
      url.startsWith('/offline/documents.') ? { status: 200, body: 'x' } : undefined
    const { page } = await watchPage(suite.context)
    await visit(page, `${suite.server.origin}/`)
    await waitForEvent(page, 'error')
    await page.click('.content a[href="/guide/first.html"]')
    await page.waitForFunction(() => document.title.startsWith('First'))
    suite.server.trick = () => undefined
    await visit(page, `${suite.server.origin}/`)
    await waitUntilSaved(page)
  })
})

describe('a device without room', () => {
  const finds: [string, (page: Page) => Promise<void>][] = [
    ['that the browser finds on a visit', page => visit(page, `${suite.server.origin}/guide/`)],
    ['that the page asks for', askForUpdate],
  ]
  test.each(sample(finds, 0))(
    'for a new version %s says so to the page, and the old version goes on',
    async (_name, find) => {
      const { page } = await suite.openSaved()
      const session = await suite.context.newCDPSession(page)
      const { usage } = await session.send('Storage.getUsageAndQuota', { origin: suite.server.origin })
      await session.send('Storage.overrideQuotaForOrigin', {
        origin: suite.server.origin,
        quotaSize: usage + 1,
      })
      suite.server.folder = suite.folders.v2
      await find(page)
      await waitForEvent(page, 'error')
      await page.waitForTimeout(1500)
      expect(await seenEvents(page, 'error')).toContainEqual(expect.objectContaining({ reason: 'quota' }))
      expect(await seenEvents(page, 'updated')).toEqual([])
      await page.goto(`${suite.server.origin}/guide/first.html`)
      expect(await page.locator('footer.footer').textContent()).toBe('v1')
    },
  )

  test('gets one error, a working site, and the rest when there is room', async () => {
    const { page, errors } = await watchPage(suite.context)
    const session = await suite.context.newCDPSession(page)
    const quota = (quotaSize?: number) =>
      session.send('Storage.overrideQuotaForOrigin', {
        origin: suite.server.origin,
        ...(quotaSize ? { quotaSize } : {}),
      })
    await quota(200 * 1024)
    await visit(page, `${suite.server.origin}/`)
    await waitForEvent(page, 'error')
    await page.waitForTimeout(1500)
    expect(await seenEvents(page, 'error')).toEqual([expect.objectContaining({ reason: 'quota' })])
    expect(errors.filter(text => !text.startsWith('[docsgen offline]'))).toEqual([])
    await page.click('.content a[href="/guide/first.html"]')
    await page.waitForFunction(() => document.title.startsWith('First'))
    await quota()
    await visit(page, `${suite.server.origin}/`)
    await waitUntilSaved(page)
  })
})

/** Replaces what is stored at addresses that end like this, and ends the worker, so that it has to read it. */
async function damage(page: Page, ending: string, text: string): Promise<void> {
  const count = await page.evaluate(
    async ([wanted, content]) => {
      let found = 0
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const { url } of await cache.keys()) {
          if (!new RegExp(`${wanted}$`).test(url)) continue
          await cache.put(url, new Response(content, { headers: { 'content-type': 'application/json' } }))
          found += 1
        }
      }
      return found
    },
    [ending, text] as const,
  )
  expect(count).toBe(1)
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

describe('what is stored, damaged', () => {
  const damages = ['{"pages":{"/gui', 'null', '{}', '7']

  test.each(sample(damages, 0))(
    'the table of a language as %s: the server answers, and it comes again',
    async text => {
      const { page, errors } = await suite.openSaved()
      await damage(page, '/locales/en.json', text)
      expect((await page.goto(`${suite.server.origin}/guide/nope.html`))?.status()).toBe(404)
      await visit(page, `${suite.server.origin}/guide/first.html`)
      await waitUntilSaved(page)
      await page.click('.content a[href="/guide/second.html"]')
      await page.waitForFunction(() => document.title.startsWith('Second'))
      await suite.server.close()
      await page.goto(`${suite.server.origin}/guide/first`)
      expect(new URL(page.url()).pathname).toBe('/guide/first.html')
      // The browser itself reports the answer 404.
      expect(errors.filter(error => !error.includes('404'))).toEqual([])
    },
  )

  const names = ['active', 'choices', 'networkTabs']
  const records = names.flatMap(name => damages.map(text => [name, text] as const))
  test.each(sample(records, 0))(
    'the record %s as %s: pages are answered and the next version comes',
    async (name, text) => {
      const { page } = await suite.openSaved()
      // A page from the network, and a choice, so that every record is there.
      await page.evaluate(async code => {
        const { active } = await navigator.serviceWorker.ready
        await new Promise(resolve => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = resolve
          active?.postMessage({ type: 'offline-remove', code }, [port2])
        })
      }, 'fr')
      await damage(page, `docsgen-record/${name}`, text)
      await page.goto(`${suite.server.origin}/guide/`)
      await page.goto(`${suite.server.origin}/guide/nope.html`)
      await visit(page, `${suite.server.origin}/guide/`)
      suite.server.folder = suite.folders.v2
      await askForUpdate(page)
      await page.locator('#docsgen-update button').first().click()
      await page.waitForFunction(() => document.querySelector('footer.footer')?.textContent === 'v2')
    },
  )

  test.each(sample(damages, 0))(
    'the documents shown offline as %s: there is an answer, and they come again',
    async text => {
      const { page } = await suite.openSaved()
      await damage(page, '/offline/documents[.]\\w+[.]json', text)
      await suite.server.close()
      expect((await page.goto(`${suite.server.origin}/nope.html`))?.status()).toBe(503)
      await suite.server.reopen()
      await visit(page, `${suite.server.origin}/guide/`)
      const isBack = () =>
        page.evaluate(async () => {
          const name = (await caches.keys()).find(some => some.includes(':core:')) ?? ''
          const keys = await (await caches.open(name)).keys()
          return keys.some(({ url }) => url.includes('/offline/documents.'))
        })
      await expect.poll(isBack).toBe(true)
      await suite.server.close()
      expect((await page.goto(`${suite.server.origin}/nope.html`))?.status()).toBe(503)
      expect(await heading(page)).toMatch(/offline/i)
    },
  )
})

describe('choices of the reader', () => {
  test('on a full device: a language can be removed, which makes room', async () => {
    const { page } = await suite.openSaved()
    const session = await suite.context.newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: suite.server.origin, quotaSize: 1 })
    const state = await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      return new Promise<unknown>(resolve => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = event => resolve(event.data)
        active?.postMessage({ type: 'offline-remove', code: 'zh' }, [port2])
      })
    })
    expect((await storeNames(page)).filter(name => name.includes(':pack:zh:'))).toEqual([])
    expect(state).toMatchObject({ reason: 'quota' })
  })

  test('that come together are all kept', async () => {
    const { page } = await suite.openSaved()
    const refused = await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      const ask = (message: object) =>
        new Promise<{ state: { locales: { code: string; refused: boolean }[] } }>(resolve => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = event => resolve(event.data as never)
          active?.postMessage(message, [port2])
        })
      await Promise.all(['zh', 'fr'].map(code => ask({ type: 'offline-remove', code })))
      const { state } = await ask({ type: 'offline-state' })
      return state.locales.filter(locale => locale.refused).map(({ code }) => code)
    })
    expect(refused).toEqual(['zh', 'fr'])
  })
})

describe('stores that the browser removed', () => {
  const removals: [string, (page: Page) => Promise<void>][] = [
    [
      'one page',
      page =>
        page.evaluate(async () => {
          const name = (await caches.keys()).find(some => some.includes(':pack:en:')) ?? ''
          await (await caches.open(name)).delete('/guide/first.html')
        }),
    ],
    [
      'a language',
      page =>
        page.evaluate(async () => {
          for (const name of await caches.keys()) if (name.includes(':pack:en:')) await caches.delete(name)
        }),
    ],
    [
      'everything',
      page =>
        page.evaluate(async () => {
          for (const name of await caches.keys()) await caches.delete(name)
        }),
    ],
  ]
  test.each(sample(removals, 0, 2))(
    '%s: offline there is an answer, online it comes back',
    async (_name, remove) => {
      const { page, errors } = await suite.openSaved()
      await remove(page)
      await suite.server.close()
      expect((await page.goto(`${suite.server.origin}/guide/first.html`))?.status()).toBe(503)
      await suite.server.reopen()
      await visit(page, `${suite.server.origin}/guide/first.html`)
      expect(await heading(page)).toBe('First')
      await waitUntilSaved(page)
      await suite.server.close()
      expect((await page.goto(`${suite.server.origin}/guide/first.html`))?.status()).toBe(200)
      expect(await heading(page)).toBe('First')
      expect(errors.filter(error => !error.includes('503'))).toEqual([])
    },
  )

  test('a worker that is gone while the stores stay is registered again', async () => {
    const { page, errors } = await suite.openSaved()
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).unregister()))
    suite.server.seen.length = 0
    await visit(page, `${suite.server.origin}/guide/`)
    await waitUntilSaved(page)
    expect(suite.server.seen.filter(({ url }) => url.startsWith('/offline/'))).toEqual([])
    expect(errors).toEqual([])
  })
})
