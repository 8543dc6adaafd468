import { expect, test, vi } from 'vitest'
import { findPlace } from '../../../src/client/find-place.ts'
import { createNotFoundView } from '../../../src/shared/views.ts'
import { localeIndex, localeView } from './fixture.ts'

const FILES: Record<string, unknown> = {
  '/assets/locales/en.1.json': localeView('en'),
  '/assets/locales/en.json': localeIndex('en', ['/', '/api/mount.html'], { '/old': '/api/mount.html?v=1' }),
  '/assets/locales/zh.json': localeIndex('zh', ['/zh/']),
}

test.each([
  ['goes to the page that its address means', '/API/Mount?x=1#h', '/api/mount.html?x=1#h', undefined],
  ['follows the redirects of the site', '/old#h', '/api/mount.html?v=1#h', undefined],
  ['never leaves the origin', '/index.html?next=//evil.example', '/?next=//evil.example', undefined],
  ['stands for an unknown address of its language', '/nope', undefined, '/nope'],
  ['leaves an unknown address of another language to the app', '/zh/nope', undefined, ''],
  ['leaves a page that the host does not find to the app', '/api/mount.html', undefined, ''],
])('the not-found document %s: %s', async (_title, address, replaced, place) => {
  const { href, origin, pathname, search, hash } = new URL(address, 'https://docs.example.org')
  const replace = vi.fn()
  vi.stubGlobal('location', { href, origin, pathname, search, hash, replace })
  vi.stubGlobal('fetch', async (path: string) => new Response(JSON.stringify(FILES[path])))
  const page = createNotFoundView(localeView('en'))
  const found = await findPlace({ base: '/', view: '/assets/locales/en.1.json', theme: '1a2b3c4d', page })
  expect(replace.mock.calls).toEqual(replaced === undefined ? [] : [[origin + replaced]])
  if (place !== undefined) expect(found).toBe(place)
})
