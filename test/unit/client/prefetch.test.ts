// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createChunkLoader, createLocaleData } from '../../../src/client/pages.ts'
import { createPrefetcher, PREFETCH } from '../../../src/client/prefetch.ts'
import { chunkFile, localeIndex, localeView, pageChunk } from './fixture.ts'

const PATHS = Array.from({ length: 30 }, (_, i) => `/p${i}.html`)
const hints = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')]
const addresses = () => hints().map(hint => hint.getAttribute('href'))
let seeAll: () => void

async function setUp(known: string[] = []) {
  const loaded: string[] = []
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(localeIndex('en', PATHS))))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      seen: Element[] = []
      report: (entries: object[], observer: unknown) => void
      constructor(report: (entries: object[], observer: unknown) => void) {
        this.report = report
        seeAll = () =>
          report(
            this.seen.map(target => ({ isIntersecting: true, target })),
            this,
          )
      }
      observe(target: Element) {
        this.seen.push(target)
      }
      unobserve() {}
      disconnect() {
        this.seen = []
      }
    },
  )
  vi.stubGlobal('requestIdleCallback', (task: () => void) => task())
  document.body.innerHTML = `<div id="docsgen-app">${PATHS.map(path => `<a href="${path}">x</a>`).join('')}</div>`
  const locales = createLocaleData('/')
  await locales.index('en')
  const prefetcher = createPrefetcher({
    base: '/',
    theme: '1a2b3c4d',
    locales,
    chunks: { ...createChunkLoader(), has: path => known.includes(path) },
    loadPage: async path => {
      loaded.push(path)
      return pageChunk(path)
    },
    layout: async name => {
      loaded.push(name)
      return () => null
    },
    known: () => localeView('en').locales,
  })
  return { ...prefetcher, loaded }
}

const linkTo = (path: string) => document.querySelector(`a[href="${path}"]`) as HTMLAnchorElement
const settled = () => new Promise(resolve => setTimeout(resolve, 25))

beforeEach(() => document.head.replaceChildren())

describe('prefetching', () => {
  test('on intent loads a page and its layout', async () => {
    const { prefetch, loaded } = await setUp()
    prefetch(linkTo('/p1.html'))
    await settled()
    hints()[0]?.dispatchEvent(new Event('load'))
    await settled()
    expect([loaded, hints()]).toEqual([['/p1.html', 'Layout'], []])
  })

  test('of links in view stops at the allowance, and leaves out what is loaded or hinted', async () => {
    const prefetcher = await setUp(['/p0.html'])
    prefetcher.observeLinks(PREFETCH.firstBytes)
    seeAll()
    // 20 000 bytes each, a fifth of it on the wire.
    expect(addresses()).toEqual([`/assets/js/${chunkFile('/p1.html')}`])
    hints()[0]?.dispatchEvent(new Event('load'))
    await settled()
    expect(addresses()).toEqual([])
    prefetcher.observeLinks(PREFETCH.nextBytes)
    seeAll()
    expect(addresses()[0]).toBe(`/assets/js/${chunkFile('/p2.html')}`)
    expect(addresses()).toHaveLength(Math.floor(PREFETCH.nextBytes / 4000))
  })

  test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    'does nothing with %j',
    async connection => {
      const prefetcher = await setUp()
      vi.stubGlobal('navigator', { connection })
      prefetcher.prefetch(linkTo('/p1.html'))
      prefetcher.observeLinks(PREFETCH.firstBytes)
      seeAll()
      await settled()
      expect([prefetcher.loaded, hints()]).toEqual([[], []])
    },
  )
})
