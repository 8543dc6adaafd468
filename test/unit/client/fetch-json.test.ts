import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchJson } from '../../../src/client/fetch-json.ts'
import { createLocaleData } from '../../../src/client/pages.ts'
import { REQUEST_TIMEOUT, RETRY_TIMEOUT } from '../../../src/client/document.ts'
import { localeIndex } from './fixture.ts'

type Answer = 'never' | (() => Response)

/** A server that gives one answer after the other; the last one again and again. */
function serve(...answers: Answer[]) {
  const requests: RequestInit[] = []
  const answer = (_address: string, options: RequestInit = {}) => {
    requests.push(options)
    const given = answers.length > 1 ? answers.shift() : answers[0]
    return new Promise<Response>((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error))
      if (given !== 'never') resolve(given?.() ?? Response.error())
    })
  }
  vi.stubGlobal('fetch', answer)
  return requests
}

const json = (value: unknown) => () => new Response(JSON.stringify(value))

beforeEach(() => {
  vi.useFakeTimers()
  // The one of the environment does not follow the timers of the test.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(milliseconds => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), milliseconds)
    return controller.signal
  })
})
afterEach(() => void vi.useRealTimers())

describe('an answer that a reader waits for', () => {
  test('is asked for once more after eight seconds, past the HTTP cache', async () => {
    const requests = serve('never', json({ good: true }))
    const loading = fetchJson('/a.json')
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT - 1)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await loading).toEqual({ good: true })
    expect(requests[1]).toMatchObject({ cache: 'no-cache' })
  })

  test('that never comes is given up before ten seconds are over; the server is not taken for unreachable', async () => {
    serve('never')
    const failure = fetchJson('/a.json').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT + RETRY_TIMEOUT)
    expect(await failure).toMatchObject({ name: 'LoadError', unreachable: false })
    expect(REQUEST_TIMEOUT + RETRY_TIMEOUT).toBeLessThan(10_000)
  })

  test('that is cut or something else is asked for once more', async () => {
    serve(() => new Response('{"good":'), json({ good: true }))
    expect(await fetchJson('/a.json')).toEqual({ good: true })
  })

  test('that the server refuses is not asked for again', async () => {
    const requests = serve(() => new Response('', { status: 404 }))
    await expect(fetchJson('/a.json')).rejects.toMatchObject({ status: 404, unreachable: false })
    expect(requests).toHaveLength(1)
  })

  test('is unreachable without a server', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(fetchJson('/a.json')).rejects.toMatchObject({ unreachable: true })
  })
})

test('a page table that did not come is not kept: the next click asks again', async () => {
  const requests = serve('never', 'never', json(localeIndex('en', ['/api/'])))
  const locales = createLocaleData('/')
  const failure = locales.index('en').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT + RETRY_TIMEOUT)
  expect(await failure).toBeInstanceOf(Error)
  expect(Object.keys((await locales.index('en')).data.pages)).toEqual(['/api/'])
  expect(requests).toHaveLength(3)
})
