// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  elementOfHash,
  findActive,
  idOfHash,
  markHeadingLinks,
  moveFocus,
  scrollToTarget,
  watchHeadings,
} from '../../../src/client/scroll.ts'
import type { Header } from '../../../src/schema/page.ts'

afterEach(async () => {
  vi.useRealTimers()
  // A scroll by program ends with the next frame.
  await new Promise(requestAnimationFrame)
})

describe('a hash', () => {
  test.each([
    ['#1-foo', '1-foo'],
    ['#a:b', 'a:b'],
    ['#%E0%A4%A', '%E0%A4%A'],
    ['#%E6%97%A5%E6%9C%AC%E8%AA%9E', '日本語'],
    ['#日本語', '日本語'],
    ['#', ''],
    ['', ''],
    ['#:~:text=x', ''],
    ['#a:~:text=x', 'a'],
    ['#constructor', 'constructor'],
    ['#-2', '-2'],
  ])('%s names the id %j', (hash, id) => expect(idOfHash(hash)).toBe(id))

  test('that names nothing leads nowhere', () => {
    document.body.innerHTML = '<h2 id="1-foo"></h2>'
    const tags = ['#1-foo', '#', '#constructor'].map(hash => elementOfHash(hash)?.tagName)
    expect(tags).toEqual(['H2', undefined, undefined])
  })

  test('is marked in outline and sidebar, in any encoding, and permalinks are not', () => {
    document.body.innerHTML = `<a id="old" href="#old" aria-current="location"></a>
      <a id="raw" href="#第二"></a><a id="encoded" href="#%E7%AC%AC%E4%BA%8C"></a>
      <a id="page" href="/x" aria-current="page"></a><a id="top" href="#"></a>
      <div data-content><a id="permalink" href="#第二"></a></div>`
    const marked = () => [...document.querySelectorAll('[aria-current]')].map(({ id }) => id)
    history.replaceState(null, '', '#第二')
    markHeadingLinks()
    expect(marked()).toEqual(['raw', 'encoded', 'page'])
    history.replaceState(null, '', '/')
    markHeadingLinks()
    expect(marked()).toEqual(['page'])
  })
})

describe('a page opens', () => {
  test('at the top where its hash names nothing', () => {
    const scrollTo = vi.fn()
    vi.stubGlobal('scrollTo', scrollTo)
    expect(scrollToTarget({ hash: '#nowhere' })).toBeUndefined()
    expect(scrollTo.mock.calls).toEqual([[{ left: 0, top: 0, behavior: 'instant' }]])
  })

  test('with focus on elements that cannot have it otherwise, without scrolling', () => {
    document.body.innerHTML = '<h1>Title</h1><button>Next</button>'
    const heading = document.querySelector('h1') as HTMLElement
    const focus = vi.spyOn(heading, 'focus')
    moveFocus(heading)
    expect(document.activeElement).toBe(heading)
    expect(focus).toHaveBeenCalledWith({ preventScroll: true })
    document.querySelector('button')?.focus()
    expect(heading.hasAttribute('tabindex')).toBe(false)
  })
})

test.each([
  '0:0',
  '1:-1',
  '509:-1',
  '510:0',
  '889:0',
  '890:-1',
  '909:-1',
  '910:1',
  '1389:1',
  '1409:-1',
  '1410:2',
  '99999:2',
])(
  'with headings at 500, 900 and 1400, the heading in view at a position is that with this number: %s',
  row => {
    const [y = 0, active] = row.split(':').map(Number)
    expect(findActive([500, 900, 1400], y)).toBe(active)
    expect(findActive([], y)).toBe(-1)
  },
)

describe('scrolling', () => {
  const replaced = vi.fn()
  const open: Header[] = ['a', '第二', 'c'].map(slug => ({ level: 2, title: slug, slug }))

  /** A document with headings at the given places; jsdom has no layout. */
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

  function scrollBy(y: number, ms = 300): void {
    vi.stubGlobal('scrollY', y)
    dispatchEvent(new Event('scroll'))
    vi.advanceTimersByTime(ms)
  }

  beforeAll(() => watchHeadings(() => open, replaced))
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('scrollY', 1)
    vi.stubGlobal('innerHeight', 600)
    history.replaceState({ docsgen: 'kept' }, '', '/page.html?q=1')
    replaced.mockClear()
    layOut({ a: 500, 第二: 900, c: 1400 }, 3000)
  })

  test('writes the hash at most once per 300 ms and once more after it stops', () => {
    const entries = history.length
    for (let time = 0; time < 1000; time += 50) scrollBy(510 + time, 50)
    vi.advanceTimersByTime(300)
    expect(location.hash).toBe('#c')
    expect(replaced.mock.calls.length).toBeLessThanOrEqual(4)
    expect(history.length).toBe(entries)
    expect(history.state).toEqual({ docsgen: 'kept' })
    expect(location.search).toBe('?q=1')
  })

  test('encodes a hash that is not Latin, and between two headings leaves it as it is', () => {
    scrollBy(950)
    expect(decodeURIComponent(location.hash)).toBe('#第二')
    scrollBy(951)
    scrollBy(1400)
    expect(replaced).toHaveBeenCalledTimes(1)
  })

  test('to the bottom keeps a short last section that was chosen', () => {
    layOut({ a: 500, 第二: 2300, c: 2900 }, 3000)
    history.replaceState(null, '', '#c')
    scrollBy(2400)
    expect(location.hash).toBe('#c')
    history.replaceState(null, '', '#a')
    scrollBy(2399, 0)
    scrollBy(2400)
    expect(decodeURIComponent(location.hash)).toBe('#第二')
  })

  test('by program changes nothing until the reader scrolls', () => {
    scrollBy(510, 0)
    vi.stubGlobal('scrollTo', ({ top }: ScrollToOptions) => vi.stubGlobal('scrollY', top))
    scrollToTarget({ saved: { x: 0, y: 1500 }, hash: '' })
    dispatchEvent(new Event('scroll'))
    vi.advanceTimersByTime(20)
    dispatchEvent(new Event('scroll'))
    vi.advanceTimersByTime(1000)
    expect(location.hash).toBe('')
    scrollBy(1501)
    expect(location.hash).toBe('#c')
  })

  test('leaves room for the fixed header', () => {
    vi.stubGlobal('getComputedStyle', (element: Element) =>
      element.tagName === 'H2' ? { scrollMarginTop: '80px' } : { scrollPaddingTop: '20px' },
    )
    scrollBy(409)
    expect(location.hash).toBe('')
    scrollBy(410)
    expect(location.hash).toBe('#a')
  })
})
