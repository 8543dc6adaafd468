import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'

/** A module of the service worker, which is checked apart, with the types of service workers. */
const file = new URL('../../../src/offline/worker/stores.ts', import.meta.url).pathname

afterEach(() => vi.unstubAllGlobals())

test('a failure is reported once running requests are stored, and nothing more is fetched', async () => {
  const integrity = `sha384-${createHash('sha384').update('code').digest('base64')}`
  const core = ['missing', ...'bcdefgh'].map(name => ({ url: `/${name}.js`, integrity, immutable: true }))
  const asked: string[] = []
  const stored: string[] = []
  vi.resetModules()
  vi.stubGlobal('self', {
    registration: { scope: 'https://docs.example/' },
    location: new URL('https://docs.example/sw.js'),
  })
  vi.stubGlobal('DOCSGEN_MANIFEST', { base: '/', version: '1', core, locales: [], shared: [], files: [] })
  const cache = {
    keys: () => Promise.resolve([]),
    put: (url: string) => Promise.resolve(void stored.push(url)),
  }
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache), match: () => Promise.resolve(undefined) })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (url === '/missing.js') return new Response('', { status: 404 })
    await new Promise(resolve => setTimeout(resolve, 30))
    return new Response('code')
  })
  const { storeCore } = (await import(file)) as { storeCore(): Promise<void> }
  await expect(storeCore()).rejects.toThrow('/missing.js answered 404.')
  const underWay = core.slice(1, 6).map(({ url }) => url)
  expect([stored, asked]).toEqual([underWay, ['/missing.js', ...underWay]])
})
