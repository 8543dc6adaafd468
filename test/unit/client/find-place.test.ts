// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findPlace } from '../../../src/client/find-place.ts'
import { createNotFoundView } from '../../../src/shared/views.ts'
import { localeIndex, localeView } from './fixture.ts'

const FILES: Record<string, unknown> = {
  '/assets/locales/en.1.json': localeView('en'),
  '/assets/locales/en.json': localeIndex('en', ['/', '/api/mount.html'], { '/old': '/api/mount.html?v=1' }),
  '/assets/locales/zh.json': localeIndex('zh', ['/zh/']),
}

/** Opens the root's not-found document at an address. */
function open(address: string) {
  const url = new URL(address, 'https://docs.example.org')
  const replace = vi.fn()
  vi.stubGlobal('location', {
    href: url.href,
    origin: url.origin,
    pathname: url.pathname,
    search: url.search,
    hash: url.hash,
    replace,
  })
  vi.stubGlobal('fetch', async (path: string) => new Response(JSON.stringify(FILES[path])))
  const boot = {
    base: '/',
    view: '/assets/locales/en.1.json',
    theme: '1a2b3c4d',
    page: createNotFoundView(localeView('en')),
  }
  return { replace, place: findPlace(boot) }
}

afterEach(() => void vi.unstubAllGlobals())

describe('the not-found document', () => {
  test('goes to the page that its address means, with query and hash, in the same history entry', async () => {
    const { replace, place } = open('/API/Mount?x=1#h')
    await place
    expect(replace.mock.calls).toEqual([['/api/mount.html?x=1#h']])
  })

  test('follows the redirects of the site', async () => {
    const { replace, place } = open('/old#h')
    await place
    expect(replace.mock.calls).toEqual([['/api/mount.html?v=1#h']])
  })

  test('stands for an unknown address of its language', async () => {
    const { replace, place } = open('/nope')
    expect(await place).toBe('/nope')
    expect(replace).not.toHaveBeenCalled()
  })

  test('gives way to the app for an unknown address of another language', async () => {
    const { replace, place } = open('/zh/nope')
    expect(await place).toBe('')
    expect(replace).not.toHaveBeenCalled()
  })

  test('gives way to the app where the host does not find a page that exists, instead of looping', async () => {
    const { replace, place } = open('/api/mount.html')
    expect(await place).toBe('')
    expect(replace).not.toHaveBeenCalled()
  })

  test('never leaves the origin', async () => {
    const { replace, place } = open('/index.html?next=//evil.example')
    await place
    expect(replace.mock.calls).toEqual([['/?next=//evil.example']])
  })
})
