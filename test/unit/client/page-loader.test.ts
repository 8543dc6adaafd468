// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ChunkLoadError,
  type ChunkLoader,
  type ChunkRequest,
  createPageLoader,
} from '../../../src/client/page-loader.ts'
import { FetchError } from '../../../src/client/fetch-json.ts'
import type { LocaleData } from '../../../src/client/locale-data.ts'
import { createLoadedList } from '../../../src/shared/address-table.ts'
import { chunkFile, localeIndex, pageChunk } from './fixture.ts'

/** A server whose chunks and tables are told to fail. */
function setUp(answer: (request: ChunkRequest) => string | undefined, newChunk?: string, theme = '1a2b3c4d') {
  const requests: string[] = []
  const chunks: ChunkLoader = {
    state: () => 'idle',
    get: () => undefined,
    add: () => undefined,
    clear: () => undefined,
    load: async request => {
      requests.push(request.address)
      const failure = answer(request)
      if (failure === 'hangs') return new Promise(() => undefined)
      if (failure) throw new ChunkLoadError(request.name, failure, request.address)
      return pageChunk(request.path)
    },
  }
  const data = localeIndex('en', ['/api/'])
  const list = createLoadedList(data)
  const index = vi.fn<LocaleData['index']>(async (_code, _path, fresh) => {
    if (!fresh) return list
    if (newChunk === 'unreachable') throw new FetchError('/assets/locales/en.json', undefined)
    return { ...list, data: newChunk ? { ...data, pages: { '/api/': [newChunk, '', 1] }, theme } : data }
  })
  const unused = () => Promise.reject(new Error('unused'))
  const locales = { index, peek: () => undefined, view: unused, file: unused }
  return { requests, index, pages: createPageLoader({ base: '/docs/', theme: '1a2b3c4d', chunks, locales }) }
}

const file = `/docs/assets/js/${chunkFile('/api/')}`

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('C-1: a page whose chunk fails', () => {
  test('is asked for again after 300 ms and after one more second, each time under a changed address', async () => {
    const { pages, requests } = setUp(({ address }) => (address.endsWith('?r=2') ? undefined : 'error'))
    const loading = pages.load('/api/', 'en')
    await vi.advanceTimersByTimeAsync(299)
    expect(requests).toEqual([file])
    await vi.advanceTimersByTimeAsync(1)
    expect(requests).toEqual([file, `${file}?r=1`])
    await vi.advanceTimersByTimeAsync(1000)
    expect(requests).toEqual([file, `${file}?r=1`, `${file}?r=2`])
    expect((await loading).page.path).toBe('/api/')
  })

  test('is given up after two more requests', async () => {
    const { pages, requests, index } = setUp(() => 'missing')
    const failure = pages.load('/api/', 'en').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toMatchObject({
      name: 'PageLoadError',
      unreachable: false,
      cause: { type: 'missing' },
    })
    expect(requests).toHaveLength(3)
    expect(index.mock.calls.filter(([, , fresh]) => fresh)).toHaveLength(1)
  })

  test('is taken from the new deployment when the table names another chunk', async () => {
    const { pages, requests } = setUp(
      ({ address }) => (address.includes('.2.js') ? undefined : 'error'),
      'v-api-.2.js',
    )
    const loading = pages.load('/api/', 'en')
    await vi.advanceTimersByTimeAsync(300)
    await loading
    expect(requests).toEqual([file, '/docs/assets/js/v-api-.2.js?r=1'])
  })

  test('is not taken from a deployment whose pages need other scripts: the browser loads it whole', async () => {
    const { pages, requests } = setUp(() => 'error', 'v-api-.2.js', '5e6f7a8b')
    const failure = pages.load('/api/', 'en').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(300)
    expect(await failure).toMatchObject({ name: 'PageLoadError', unreachable: false })
    expect(requests).toEqual([file])
  })

  test('is not asked for again after a time-out', async () => {
    const { pages, requests } = setUp(() => 'timeout')
    const failure = pages.load('/api/', 'en').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await failure).toMatchObject({ unreachable: false })
    expect(requests).toHaveLength(1)
  })

  test('that hangs is asked for once more after eight seconds, then given up', async () => {
    const { pages, requests } = setUp(() => 'hangs')
    const failure = pages.load('/api/', 'en').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(8000)
    expect(requests).toEqual([file, `${file}?r=1`])
    await vi.advanceTimersByTimeAsync(1500)
    expect(await failure).toMatchObject({ unreachable: false, cause: { name: 'LateError' } })
  })

  test('C-4: has no server when the table cannot be fetched either', async () => {
    const { pages } = setUp(() => 'error', 'unreachable')
    const failure = pages.load('/api/', 'en').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await failure).toMatchObject({ unreachable: true })
  })

  test('C-4: is not asked for again while the browser is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { pages, requests } = setUp(() => 'error')
    const failure = pages.load('/api/', 'en').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    expect(await failure).toMatchObject({ unreachable: true })
    expect(requests).toHaveLength(1)
  })

  test('shares its attempts among everybody who asks', async () => {
    const { pages, requests } = setUp(() => undefined)
    expect(pages.load('/api/', 'en')).toBe(pages.load('/api/', 'en'))
    await vi.advanceTimersByTimeAsync(0)
    expect(requests).toHaveLength(1)
  })

  test('that the table does not know fails', async () => {
    const { pages } = setUp(() => undefined)
    await expect(pages.load('/constructor', 'en')).rejects.toMatchObject({ name: 'PageLoadError' })
  })
})
