// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findActive, watchHeadings, type HeadingWatch } from '../../../src/client/scroll.ts'
import type { Header } from '../../../src/schema/page.ts'

describe('B205: the heading in view, with headings at 500, 900 and 1400', () => {
  test.each([
    [0, 0],
    [1, -1],
    [509, -1],
    [510, 0],
    [889, 0],
    [890, -1],
    [909, -1],
    [910, 1],
    [1389, 1],
    [1390, -1],
    [1409, -1],
    [1410, 2],
    [99_999, 2],
  ])('at %i is number %i', (y, active) => expect(findActive([500, 900, 1400], y)).toBe(active))

  test('is none on a page without headings', () => {
    expect(findActive([], 0)).toBe(-1)
    expect(findActive([], 500)).toBe(-1)
  })
})

/** A document with headings at the given places; jsdom does no layout, so the places are told to it. */
function layOut(places: Record<string, number>, height: number): void {
  document.body.replaceChildren(
    ...Object.entries(places).map(([id, top]) => {
      const heading = document.createElement('h2')
      heading.id = id
      heading.getClientRects = () => [{}] as unknown as DOMRectList
      heading.getBoundingClientRect = () => ({ top: top - window.scrollY }) as DOMRect
      return heading
    }),
  )
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, value: height })
}

function scrollBy(y: number): void {
  vi.stubGlobal('scrollY', y)
  dispatchEvent(new Event('scroll'))
}

const headers = (...slugs: string[]): Header[] => slugs.map(slug => ({ level: 2, title: slug, slug }))

describe('scrolling', () => {
  const replaced = vi.fn()
  let watch: HeadingWatch
  let open: Header[] = []

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('scrollY', 1)
    vi.stubGlobal('innerHeight', 600)
    history.replaceState({ docsgen: 'kept' }, '', '/page.html?q=1')
    replaced.mockClear()
    layOut({ a: 500, 第二: 900, c: 1400 }, 3000)
    open = headers('a', '第二', 'c')
    watch ??= watchHeadings(
      () => open,
      () => replaced(),
    )
  })
  afterEach(() => {
    vi.clearAllTimers()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('writes the hash at most once per 300 ms and once more after it stops', () => {
    const entries = history.length
    for (let time = 0; time < 1000; time += 50) {
      scrollBy(510 + time)
      vi.advanceTimersByTime(50)
    }
    vi.advanceTimersByTime(300)
    expect(location.hash).toBe(`#${encodeURI('c')}`)
    expect(replaced.mock.calls.length).toBeLessThanOrEqual(4)
    expect(history.length).toBe(entries)
    expect(history.state).toEqual({ docsgen: 'kept' })
    expect(location.search).toBe('?q=1')
  })

  test('encodes a hash that is not Latin', () => {
    scrollBy(950)
    vi.advanceTimersByTime(300)
    expect(decodeURIComponent(location.hash)).toBe('#第二')
    scrollBy(951)
    vi.advanceTimersByTime(300)
    expect(replaced).toHaveBeenCalledTimes(1)
  })

  test('between two headings leaves the hash as it is', () => {
    history.replaceState(null, '', '#c')
    scrollBy(900)
    vi.advanceTimersByTime(300)
    expect(location.hash).toBe('#c')
  })

  test('B207: to the bottom keeps a short last section that was chosen', () => {
    layOut({ a: 500, 第二: 2300, c: 2900 }, 3000)
    history.replaceState(null, '', '#c')
    scrollBy(2400)
    vi.advanceTimersByTime(300)
    expect(location.hash).toBe('#c')
    history.replaceState(null, '', '#a')
    scrollBy(2399)
    scrollBy(2400)
    vi.advanceTimersByTime(300)
    expect(decodeURIComponent(location.hash)).toBe('#第二')
  })

  test('C-19: by program changes nothing until the reader scrolls', () => {
    scrollBy(510)
    vi.stubGlobal('scrollY', 1500)
    watch.settle()
    dispatchEvent(new Event('scroll'))
    vi.advanceTimersByTime(20)
    dispatchEvent(new Event('scroll'))
    vi.advanceTimersByTime(1000)
    expect(location.hash).toBe('')
    scrollBy(1501)
    vi.advanceTimersByTime(300)
    expect(location.hash).toBe('#c')
  })

  test('room for the fixed header counts', () => {
    vi.stubGlobal('getComputedStyle', (element: Element) =>
      element.tagName === 'H2' ? { scrollMarginTop: '80px' } : { scrollPaddingTop: '20px' },
    )
    scrollBy(409)
    vi.advanceTimersByTime(300)
    expect(location.hash).toBe('')
    scrollBy(410)
    vi.advanceTimersByTime(300)
    expect(location.hash).toBe('#a')
  })
})
