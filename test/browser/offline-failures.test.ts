import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../sites/site.ts'
import { sample } from '../support/full.ts'
import type { OfflineState } from '../../src/shared/offline.ts'
import { launchPersistent } from './browser.ts'
import {
  ask,
  askForUpdate,
  buildVersions,
  heading,
  manifestOf,
  seenEvents,
  stopWorkers,
  storeNames,
  useOfflineSuite,
  version,
  visit,
  waitForEvent,
  waitUntilSaved,
  works,
} from './offline.ts'
import type { Trick } from './serve-folder.ts'

const suite = useOfflineSuite<'v1' | 'v2'>(site => buildVersions(site, ['v1', 'v2']))
const storedPaths = (page: Page, part: string) =>
  page.evaluate(async wanted => {
    const names = (await caches.keys()).filter(name => name.includes(wanted))
    const keys = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  }, part)

/** A worker that failed at a version has said why, once, and the old version goes on, with the server gone, too. */
async function keepsOldVersion(page: Page, reason: string): Promise<void> {
  await waitForEvent(page, 'error')
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    while (registration.installing) await new Promise(requestAnimationFrame)
  })
  const errors = await seenEvents(page, 'error')
  expect(errors).toEqual(errors.map(() => expect.objectContaining({ reason })))
  expect(await seenEvents(page, 'updated')).toEqual([])
  await suite.server.close()
  await page.goto('/guide/first.html')
  expect(await version(page)).toBe('v1')
}

test('an installation that is cut off goes on where it was, without asking for anything twice', async () => {
  const profile = createFolder().root
  suite.answer(url => (url === '/favicon.png' ? 'hold' : undefined))
  const visits = async () => {
    const context = await launchPersistent(profile)
    const page = await context.newPage()
    await visit(page, `${suite.server.origin}/`)
    return { context, page }
  }
  const first = await visits()
  const before = manifestOf(suite.site, 'v1')
    .core.map(({ url }) => url)
    .filter(url => url !== '/favicon.png')
  await expect.poll(() => storedPaths(first.page, ':core:')).toEqual(expect.arrayContaining(before))
  await first.context.close()

  suite.answer()
  suite.server.seen.length = 0
  const second = await visits()
  await expect.poll(() => storedPaths(second.page, ':pack:').then(({ length }) => length)).toBeGreaterThan(15)
  await second.context.close()
  const asked = suite.server.seen.filter(({ dest }) => dest === 'empty').map(({ url }) => url)
  expect(asked).toContain('/favicon.png')
  const own = /^\/assets\/locales\//
  expect(asked.filter(url => before.includes(url) && !own.test(url))).toEqual([])
})

describe('wrong answers', () => {
  const tricks: [string, Trick, reason: string][] = [
    ['a page instead of a script', { status: 200, body: '<!DOCTYPE html><title>App</title>' }, 'integrity'],
    ['half a body', 'truncate', 'unreachable'],
    ['404', { status: 404 }, 'status'],
  ]
  test.each(sample(tricks, 0, 1))(
    'to an update, %s: refused, the old version goes on',
    async (_, trick, reason) => {
      const { page } = await suite.openSaved()
      suite.answer(url => (url.startsWith('/assets/js/app.') ? trick : undefined))
      await suite.update(page, 'v2')
      await waitForEvent(page, 'error')
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
      expect(await seenEvents(page, 'error')).toHaveLength(1)
      await keepsOldVersion(page, reason)
    },
  )

  test('a pack of other bytes is refused, and the languages beside it are stored', async () => {
    suite.answer(url =>
      url.startsWith('/offline/zh.') ? { status: 200, body: '<!DOCTYPE html>' } : undefined,
    )
    const { page } = await suite.visit()
    await waitForEvent(page, 'error')
    expect(await seenEvents(page, 'error')).toEqual([expect.objectContaining({ reason: 'integrity' })])
    expect(await storedPaths(page, ':pack:zh:')).toEqual([])
    await suite.server.close()
    expect((await page.goto('/guide/first.html'))?.status()).toBe(200)
    expect((await page.goto('/zh/guide/first.html'))?.status()).toBe(503)
  })

  test('on the first visit leave the site working online, and the next visit repairs it', async () => {
    suite.answer(url => (url.startsWith('/offline/documents.') ? { status: 200, body: 'x' } : undefined))
    const { page } = await suite.visit()
    await waitForEvent(page, 'error')
    await works(page)
    suite.answer()
    await visit(page, '/')
    await waitUntilSaved(page)
  })
})

describe('a device without room', () => {
  /** Lets the origin have so many bytes more than it uses; any number of them when there is none. */
  async function leaveRoom(page: Page, more?: number): Promise<void> {
    const session = await page.context().newCDPSession(page)
    const { origin } = suite.server
    const { usage } = await session.send('Storage.getUsageAndQuota', { origin })
    const room = more === undefined ? {} : { quotaSize: usage + more }
    await session.send('Storage.overrideQuotaForOrigin', { origin, ...room })
  }

  const finds: [string, (page: Page) => Promise<void>][] = [
    ['that the browser finds on a visit', page => visit(page, '/guide/')],
    ['that the page asks for', askForUpdate],
  ]
  test.each(sample(finds, 0))(
    'for a new version %s says so to the page, and the old version goes on',
    async (_name, find) => {
      const { page } = await suite.openSaved()
      await leaveRoom(page, 1)
      suite.server.folder = suite.folders.v2
      await find(page)
      await keepsOldVersion(page, 'quota')
    },
  )

  test('gets one error, a working site, and the rest when there is room', async () => {
    const { page, problems } = await suite.open(undefined, { serviceWorkers: 'allow' })
    await leaveRoom(page, 200 * 1024)
    await visit(page, '/')
    await waitForEvent(page, 'error')
    expect(await seenEvents(page, 'error')).toEqual([expect.objectContaining({ reason: 'quota' })])
    await works(page)
    expect(await seenEvents(page, 'error')).toHaveLength(1)
    expect(problems.filter(text => !text.startsWith('[docsgen offline]'))).toEqual([])
    await leaveRoom(page)
    await visit(page, '/')
    await waitUntilSaved(page)
  })

  test('lets a language be removed, which makes room', async () => {
    const { page } = await suite.openSaved()
    await leaveRoom(page, 0)
    await ask(page, { type: 'offline-remove', code: 'zh' })
    expect(await storeNames(page, ':pack:zh:')).toEqual([])
  })
})

test('choices of the reader that come together are all kept', async () => {
  const { page } = await suite.openSaved()
  await Promise.all(['zh', 'fr'].map(code => ask(page, { type: 'offline-remove', code })))
  const { state } = (await ask(page, { type: 'offline-state' })) as { state: OfflineState }
  expect(state.locales.filter(({ refused }) => refused).map(({ code }) => code)).toEqual(['zh', 'fr'])
})

test('a stored table that cannot be read counts as missing: the server answers', async () => {
  const { page } = await suite.openSaved()
  await page.evaluate(async () => {
    for (const name of (await caches.keys()).filter(some => some.includes(':pack:en:')))
      await (await caches.open(name)).put('/assets/locales/en.json', new Response('7'))
  })
  await stopWorkers(page)
  expect((await page.goto('/guide/nope.html'))?.status()).toBe(404)
  await visit(page, '/guide/')
  await works(page)
})

describe('stores that the browser removed', () => {
  const removals: [string, part: string, address?: string][] = [
    ['one page', ':pack:en:', '/guide/first.html'],
    ['a language', ':pack:en:'],
    ['everything', ''],
  ]
  test.each(sample(removals, 0, 2))(
    '%s: offline there is an answer, online it comes back',
    async (_name, part, address) => {
      const { page, problems } = await suite.openSaved()
      await page.evaluate(
        async ([wanted, one]) => {
          for (const name of (await caches.keys()).filter(some => some.includes(wanted)))
            if (one) await (await caches.open(name)).delete(one)
            else await caches.delete(name)
        },
        [part, address] as const,
      )
      await suite.server.close()
      expect((await page.goto('/guide/first.html'))?.status()).toBe(503)
      await suite.server.reopen()
      await visit(page, '/guide/first.html')
      expect(await heading(page)).toBe('First')
      await waitUntilSaved(page)
      await suite.server.close()
      expect((await page.goto('/guide/first.html'))?.status()).toBe(200)
      expect(await heading(page)).toBe('First')
      expect(problems.filter(error => !error.includes('503'))).toEqual([])
    },
  )

  test('a worker that is gone while the stores stay is registered again', async () => {
    const { page, problems } = await suite.openSaved()
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).unregister()))
    suite.server.seen.length = 0
    await visit(page, '/guide/')
    await waitUntilSaved(page)
    expect(suite.server.seen.filter(({ url }) => url.startsWith('/offline/'))).toEqual([])
    expect(problems).toEqual([])
  })
})
