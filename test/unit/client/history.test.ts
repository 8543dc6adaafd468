// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { createEntryHistory } from '../../../src/client/router.ts'

const moveTo = (y: number) => vi.stubGlobal('scrollY', y)
const nextMove = () => new Promise(resolve => addEventListener('popstate', resolve, { once: true }))

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('scrollX', 0)
  history.replaceState(null, '', '/first.html')
})

test('positions are saved per history entry and found again on the way back and forth', async () => {
  const entries = createEntryHistory()
  moveTo(120)
  entries.push('/second.html')
  moveTo(340)
  entries.push('/third.html')
  expect(entries.savedPosition()).toBeUndefined()
  const moved = vi.fn()
  entries.onMove(moved)
  const back = nextMove()
  moveTo(560)
  history.back()
  await back
  expect(moved).toHaveBeenCalledTimes(1)
  expect(entries.savedPosition()).toEqual({ x: 0, y: 340 })
  // The page did not load: back to the entry that is shown, without a navigation.
  const forth = nextMove()
  entries.goBack()
  await forth
  expect(location.pathname).toBe('/third.html')
  expect(entries.savedPosition()).toEqual({ x: 0, y: 560 })
  expect(moved).toHaveBeenCalledTimes(1)
})

test('positions outlive a reload, for which the browser is in charge, as it is for a page that comes from its cache', () => {
  createEntryHistory()
  expect(history.scrollRestoration).toBe('manual')
  moveTo(777)
  dispatchEvent(new Event('pagehide'))
  expect(history.scrollRestoration).toBe('auto')
  dispatchEvent(new Event('pageshow'))
  expect(history.scrollRestoration).toBe('manual')
  expect(createEntryHistory().savedPosition()).toEqual({ x: 0, y: 777 })
})

test('an entry keeps the state of others when it is replaced', () => {
  history.replaceState({ other: 1 }, '', '/first.html')
  createEntryHistory().replace('/corrected.html?q=1#x')
  expect(location.href).toMatch(/\/corrected\.html\?q=1#x$/)
  expect(history.state).toMatchObject({ other: 1, docsgen: { index: 0 } })
})
