// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT, ChunkLoadError, createChunkLoader } from '../../../src/client/page-loader.ts'
import type { PageChunk } from '../../../src/schema/view.ts'
import { pageChunk } from './fixture.ts'

const wanted = { path: '/api/', name: 'v-1', address: '/assets/js/v-1.abc.js' }
const lastScript = () => document.head.querySelector('script:last-of-type') as HTMLScriptElement

/** What a chunk script does when it runs. */
function runChunk(chunk: PageChunk): void {
  ;(self as unknown as { docsgenChunks: { push(entry: unknown): void } }).docsgenChunks.push([
    chunk.page.key,
    chunk,
  ])
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.head.replaceChildren()
})

describe('a page chunk', () => {
  test('is idle, then loading with one shared promise, then loaded', async () => {
    const chunks = createChunkLoader()
    expect(chunks.state('/api/')).toBe('idle')
    const first = chunks.load(wanted)
    expect(chunks.load(wanted)).toBe(first)
    expect(chunks.state('/api/')).toBe('loading')
    expect(document.head.querySelectorAll('script')).toHaveLength(1)
    expect(lastScript().getAttribute('src')).toBe('/assets/js/v-1.abc.js')

    const chunk = pageChunk('/api/')
    runChunk(chunk)
    lastScript().dispatchEvent(new Event('load'))
    expect(await first).toBe(chunk)
    expect(chunks.state('/api/')).toBe('loaded')
    expect(await chunks.load(wanted)).toBe(chunk)
    expect(document.head.querySelectorAll('script')).toHaveLength(0)
  })

  test('that does not arrive fails with the type of the event, and is asked for again the next time', async () => {
    const chunks = createChunkLoader()
    const first = chunks.load(wanted).catch((error: unknown) => error)
    lastScript().dispatchEvent(new Event('error'))
    const error = await first
    expect(error).toBeInstanceOf(ChunkLoadError)
    expect(error).toMatchObject({
      name: 'ChunkLoadError',
      message: 'Loading chunk v-1 failed.\n(error: /assets/js/v-1.abc.js)',
      type: 'error',
      request: '/assets/js/v-1.abc.js',
    })
    expect(chunks.state('/api/')).toBe('failed')
    const second = chunks.load(wanted)
    runChunk(pageChunk('/api/'))
    lastScript().dispatchEvent(new Event('load'))
    await second
    expect(chunks.state('/api/')).toBe('loaded')
  })

  test('C-2: answered by something else is missing', async () => {
    const chunks = createChunkLoader()
    const loading = chunks.load(wanted)
    runChunk(pageChunk('/another.html'))
    lastScript().dispatchEvent(new Event('load'))
    await expect(loading).rejects.toThrow('Loading chunk v-1 failed.\n(missing: /assets/js/v-1.abc.js)')
  })

  test('C-3: that never comes is given up after 120 000 ms', async () => {
    const chunks = createChunkLoader()
    const failure = vi.fn()
    chunks.load(wanted).catch(failure)
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT - 1)
    expect(failure).not.toHaveBeenCalled()
    expect(chunks.state('/api/')).toBe('loading')
    await vi.advanceTimersByTimeAsync(1)
    expect(CHUNK_TIMEOUT).toBe(120_000)
    expect(failure.mock.calls[0]?.[0]).toMatchObject({
      message: 'Loading chunk v-1 failed.\n(timeout: /assets/js/v-1.abc.js)',
      type: 'timeout',
    })
    expect(chunks.state('/api/')).toBe('failed')
  })

  test('that hangs does not hold up a request for it by another address', async () => {
    const chunks = createChunkLoader()
    void chunks.load(wanted).catch(() => undefined)
    const again = chunks.load({ ...wanted, address: `${wanted.address}?r=1` })
    expect(lastScript().getAttribute('src')).toBe('/assets/js/v-1.abc.js?r=1')
    runChunk(pageChunk('/api/'))
    lastScript().dispatchEvent(new Event('load'))
    expect((await again).page.path).toBe('/api/')
  })

  test('X-CLOB-1: is received although an element has the name of the list', () => {
    document.body.innerHTML = '<a id="docsgenChunks"></a><img name="docsgenChunks">'
    const chunks = createChunkLoader()
    runChunk(pageChunk('/api/'))
    expect(chunks.state('/api/')).toBe('loaded')
  })
})
