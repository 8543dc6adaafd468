// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEntryHistory } from '../../../src/client/history.ts'

const moveTo = (y: number) => vi.stubGlobal('scrollY', y)
const nextMove = () => new Promise(resolve => addEventListener('popstate', resolve, { once: true }))

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('scrollX', 0)
  history.replaceState(null, '', '/first.html')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('positions', () => {
  test('are saved per history entry and found again on the way back and forth', async () => {
    const entries = createEntryHistory()
    moveTo(120)
    entries.push('/second.html')
    moveTo(340)
    entries.push('/third.html')
    expect(entries.savedPosition()).toBeUndefined()

    const left = nextMove()
    entries.onMove(() => undefined)
    moveTo(560)
    history.back()
    await left
    expect(entries.savedPosition()).toEqual({ x: 0, y: 340 })
    entries.arrive()

    moveTo(341)
    const forth = nextMove()
    history.forward()
    await forth
    expect(entries.savedPosition()).toEqual({ x: 0, y: 560 })
  })

  test('outlive a reload, for which the browser is in charge', () => {
    createEntryHistory()
    expect(history.scrollRestoration).toBe('manual')
    moveTo(777)
    dispatchEvent(new Event('pagehide'))
    expect(history.scrollRestoration).toBe('auto')
    expect(createEntryHistory().savedPosition()).toEqual({ x: 0, y: 777 })
    expect(history.scrollRestoration).toBe('manual')
  })

  test('are in the router’s hands again when the page comes back from the cache', () => {
    createEntryHistory()
    dispatchEvent(new Event('pagehide'))
    dispatchEvent(new Event('pageshow'))
    expect(history.scrollRestoration).toBe('manual')
  })

  test('live as long as the document when storage is denied', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('denied')
    })
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('denied')
    })
    const entries = createEntryHistory()
    moveTo(50)
    entries.savePosition()
    dispatchEvent(new Event('pagehide'))
    expect(entries.savedPosition()).toEqual({ x: 0, y: 50 })
  })
})

describe('an entry', () => {
  test('keeps its state of others when it is replaced', () => {
    history.replaceState({ other: 1 }, '', '/first.html')
    const entries = createEntryHistory()
    entries.replace('/corrected.html?q=1#x')
    expect(location.href).toMatch(/\/corrected\.html\?q=1#x$/)
    expect(history.state).toMatchObject({ other: 1, docsgen: { index: 0 } })
  })

  test('that the router moves to by itself starts no navigation', async () => {
    const entries = createEntryHistory()
    const moved = vi.fn()
    entries.onMove(moved)
    entries.push('/second.html')
    const back = nextMove()
    history.back()
    await back
    expect(moved).toHaveBeenCalledTimes(1)
    const forth = nextMove()
    entries.goBack()
    await forth
    expect(location.pathname).toBe('/second.html')
    expect(moved).toHaveBeenCalledTimes(1)
  })
})
