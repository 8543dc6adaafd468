// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LoadError } from '../../../src/client/document.ts'
import {
  CHUNK_TIMEOUT,
  ChunkLoadError,
  createChunkLoader,
  createPageLoader,
  type LocaleData,
} from '../../../src/client/pages.ts'
import type { PageChunk } from '../../../src/schema/view.ts'
import { createLoadedList } from '../../../src/shared/addresses.ts'
import { chunkFile, localeIndex, pageChunk } from './fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.head.replaceChildren()
})

describe('a page chunk', () => {
  const address = '/assets/js/v-1.abc.js'
  const lastScript = () => document.head.querySelector('script:last-of-type') as HTMLScriptElement

  function runChunk(chunk: PageChunk): void {
    const { docsgenChunks } = self as unknown as { docsgenChunks: { push(entry: unknown): void } }
    docsgenChunks.push([chunk.page.key, chunk])
  }

  test('that does not arrive fails with the type of the event, and is asked for again the next time', async () => {
    const chunks = createChunkLoader()
    const first = chunks.load('/api/', address).catch((error: unknown) => error)
    lastScript().dispatchEvent(new Event('error'))
    expect(await first).toMatchObject({
      name: 'ChunkLoadError',
      message: `Loading chunk v-1 failed.\n(error: ${address})`,
      type: 'error',
    })
    expect(chunks.has('/api/')).toBe(false)
    const second = chunks.load('/api/', address)
    runChunk(pageChunk('/api/'))
    lastScript().dispatchEvent(new Event('load'))
    expect((await second).page.path).toBe('/api/')
  })

  test('that never comes is given up after 120 000 ms', async () => {
    const failure = vi.fn()
    createChunkLoader().load('/api/', address).catch(failure)
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT - 1)
    expect(failure).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(CHUNK_TIMEOUT).toBe(120_000)
    expect(failure.mock.calls[0]?.[0]).toMatchObject({ type: 'timeout' })
  })

  test('that hangs does not hold up a request for it by another address', async () => {
    const chunks = createChunkLoader()
    void chunks.load('/api/', address).catch(() => undefined)
    const again = chunks.load('/api/', `${address}?r=1`)
    expect(lastScript().getAttribute('src')).toBe(`${address}?r=1`)
    runChunk(pageChunk('/api/'))
    lastScript().dispatchEvent(new Event('load'))
    expect((await again).page.path).toBe('/api/')
  })
})

describe('a page whose chunk fails', () => {
  /** A server whose chunks and tables fail as the test wants. */
  function setUp(answer: (address: string) => string | undefined, newChunk?: string, theme = '1a2b3c4d') {
    const requests: string[] = []
    const load = async (path: string, address: string) => {
      requests.push(address)
      const failure = answer(address)
      if (failure === 'hangs') return new Promise<never>(() => undefined)
      if (failure) throw new ChunkLoadError(failure, address)
      return pageChunk(path)
    }
    const data = localeIndex('en', ['/api/'])
    const list = createLoadedList(data)
    const index = vi.fn<LocaleData['index']>(async (_code, _path, fresh) => {
      if (!fresh) return list
      if (newChunk === 'unreachable') throw Object.assign(new LoadError(), { unreachable: true })
      return { ...list, data: newChunk ? { ...data, pages: { '/api/': [newChunk, '', 1] }, theme } : data }
    })
    const unused = () => Promise.reject(new Error('unused'))
    const loadPage = createPageLoader({
      base: '/docs/',
      theme: '1a2b3c4d',
      chunks: { ...createChunkLoader(), load },
      locales: { index, peek: () => undefined, view: unused },
    })
    const loading = loadPage('/api/', 'en')
    const failure = loading.catch((error: unknown) => error)
    return { requests, index, loadPage, loading, failure }
  }

  const file = `/docs/assets/js/${chunkFile('/api/')}`
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  test('is asked for again after 300 ms and after one more second, each time under a changed address', async () => {
    const { loading, requests } = setUp(address => (address.endsWith('?r=2') ? undefined : 'error'))
    await wait(299)
    expect(requests).toEqual([file])
    await wait(1)
    expect(requests).toEqual([file, `${file}?r=1`])
    await wait(1000)
    expect(requests).toEqual([file, `${file}?r=1`, `${file}?r=2`])
    expect((await loading).page.path).toBe('/api/')
  })

  test('is taken from the new deployment when the table names another chunk', async () => {
    const { loading, requests } = setUp(
      address => (address.includes('.2.js') ? undefined : 'error'),
      'v-api-.2.js',
    )
    await wait(300)
    await loading
    expect(requests).toEqual([file, '/docs/assets/js/v-api-.2.js?r=1'])
  })

  test.each([
    ['after two more requests', () => setUp(() => 'missing'), 3, { cause: { type: 'missing' } }],
    ['when the deployment needs other scripts', () => setUp(() => 'error', 'v-api-.2.js', 'ff'), 1, {}],
    ['when it timed out', () => setUp(() => 'timeout'), 1, {}],
    ['when it hangs again', () => setUp(() => 'hangs'), 2, { cause: { name: 'LateError' } }],
    ['without a server', () => setUp(() => 'error', 'unreachable'), 3, { unreachable: true }],
  ])('is given up %s', async (_when, create, count, error) => {
    const { failure, requests, index } = create()
    await wait(10_000)
    expect(await failure).toMatchObject({ name: 'LoadError', unreachable: false, ...error })
    expect(requests).toEqual([file, `${file}?r=1`, `${file}?r=2`].slice(0, count))
    expect(index.mock.calls.filter(([, , fresh]) => fresh).length).toBeLessThan(2)
  })

  test('is not asked for again while the browser is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { failure, requests } = setUp(() => 'error')
    await wait(0)
    expect(await failure).toMatchObject({ unreachable: true })
    expect(requests).toHaveLength(1)
  })

  test('shares its attempts among everybody who asks; one that the table does not know fails', async () => {
    const { loading, loadPage, requests } = setUp(() => undefined)
    expect(loadPage('/api/', 'en')).toBe(loading)
    await wait(0)
    expect(requests).toHaveLength(1)
    await expect(loadPage('/constructor', 'en')).rejects.toMatchObject({ name: 'LoadError' })
  })
})
