// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announce, findRegion } from '../../../src/client/announce.ts'
import { readBootData, onFirstInteraction, revealControls } from '../../../src/client/document.ts'
import {
  watchCopyButtons,
  holdClicks,
  PATIENCE,
  restoreScroll,
  settleAddress,
} from '../../../src/client/before-app.ts'
import { HYDRATES, LEAVES } from '../../../src/client/link-clicks.ts'
import type { BootData } from '../../../src/schema/view.ts'
import { pageChunk } from './fixture.ts'

const boot = (path: string, base = '/'): BootData => ({
  base,
  view: '',
  theme: '1a2b3c4d',
  page: pageChunk(path).page,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

describe('boot data', () => {
  test('is read from the inert JSON, and missing or damaged data is no data', () => {
    expect(readBootData()).toBeUndefined()
    document.body.innerHTML = '<script type="application/json" data-docsgen>{"base":"/docs/"}</script>'
    expect(readBootData()?.base).toBe('/docs/')
    document.body.innerHTML = '<script type="application/json" data-docsgen>{"base"</script>'
    expect(readBootData()).toBeUndefined()
  })
})

describe('controls that need scripts', () => {
  test('are shown, others keep their state', () => {
    document.body.innerHTML =
      '<button class="copy-code" hidden></button><p data-js hidden></p><p class="other" hidden></p>'
    revealControls()
    expect([...document.querySelectorAll('[hidden]')].map(({ className }) => className)).toEqual(['other'])
  })

  test('say nothing of a copy that was made before their page was left', () => {
    document.body.innerHTML = '<button class="copy-code" data-copied="true"></button>'
    revealControls()
    expect(document.querySelector('[data-copied]')).toBeNull()
  })
})

describe('the first sign', () => {
  test.each([
    'pointermove',
    'pointerdown',
    'touchstart',
    'wheel',
    'keydown',
    'scroll',
    'focusin',
    'popstate',
  ])('is %s, once', type => {
    const seen = vi.fn()
    onFirstInteraction(seen)
    expect(seen).not.toHaveBeenCalled()
    document.body.dispatchEvent(new Event(type, { bubbles: true }))
    dispatchEvent(new Event(type))
    dispatchEvent(new Event('keydown'))
    expect(seen).toHaveBeenCalledTimes(1)
  })
})

describe('clicks before the app', () => {
  const click = (selector: string) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true })
    document.querySelector(selector)?.dispatchEvent(event)
    return event
  }

  test('on links are held, and the last one goes to the app', () => {
    document.body.innerHTML = '<a id="a" href="/a.html">a</a><a id="b" href="/b.html">b</a>'
    const release = holdClicks('/')
    expect(click('#a').defaultPrevented).toBe(true)
    click('#b')
    const navigate = vi.fn()
    release({ navigate })
    expect(navigate.mock.calls).toEqual([['http://localhost:3000/b.html']])
    const later = click('#a')
    expect(later.defaultPrevented).toBe(false)
    later.preventDefault()
  })

  test.each(['/notes.pdf', 'https://example.org/', '#', ''])(
    'on links are forgotten when the reader goes elsewhere: %s',
    async elsewhere => {
      const assign = vi.fn()
      vi.stubGlobal('location', { ...location, pathname: '/', search: '', origin: location.origin, assign })
      document.body.innerHTML = `<a id="a" href="/a.html">a</a><a id="b" href="${elsewhere}">b</a>`
      const release = holdClicks('/')
      click('#a')
      // A hash leads nowhere else; of links to other versions of the site nobody hears.
      if (elsewhere) {
        addEventListener('click', event => event.preventDefault(), { once: true })
        click('#b')
      } else document.dispatchEvent(new Event(LEAVES))
      const navigate = vi.fn()
      release({ navigate })
      expect(navigate).toHaveBeenCalledTimes(elsewhere === '#' ? 1 : 0)
      await vi.advanceTimersByTimeAsync(PATIENCE)
      expect(assign).not.toHaveBeenCalled()
    },
  )

  test('on a hash of the open page stay with the browser', () => {
    document.body.innerHTML = '<a id="a" href="#x">a</a>'
    const release = holdClicks('/')
    expect(click('#a').defaultPrevented).toBe(false)
    release(undefined)
  })

  test('on buttons are repeated, but not those that worked already', () => {
    document.body.innerHTML = `<div id="docsgen-app"><button id="menu"></button><button id="gone"></button>
      <button id="native" popovertarget="x"></button><button id="offline" data-offline-open></button>
      <div class="content"><button class="copy-code"></button></div></div><dialog><button id="close"></button></dialog>`
    const pressed: string[] = []
    document.body.addEventListener('click', event => pressed.push((event.target as Element).id || 'copy'))
    const release = holdClicks('/')
    for (const id of ['#menu', '#gone', '#native', '.copy-code', '#offline', '#close', '#menu']) click(id)
    document.querySelector('#gone')?.remove()
    pressed.length = 0
    release({ navigate: vi.fn() })
    expect(pressed).toEqual(['menu', 'menu'])
  })

  test('on buttons are not repeated once React has begun to take over', () => {
    document.body.innerHTML = '<div id="docsgen-app"><button id="menu"></button></div>'
    const release = holdClicks('/')
    document.dispatchEvent(new Event(HYDRATES))
    click('#menu')
    const pressed = vi.fn()
    document.body.addEventListener('click', pressed, { once: true })
    release({ navigate: vi.fn() })
    expect(pressed).not.toHaveBeenCalled()
  })

  test('wait two seconds at most; then links are the browser’s, and the app does not follow them again', async () => {
    expect(PATIENCE).toBe(2000)
    const assign = vi.fn()
    vi.stubGlobal('location', { ...location, pathname: '/', search: '', origin: location.origin, assign })
    document.body.innerHTML = '<a id="a" href="/a.html">a</a>'
    const release = holdClicks('/')
    click('#a')
    await vi.advanceTimersByTimeAsync(PATIENCE)
    expect(assign.mock.calls).toEqual([['http://localhost:3000/a.html']])
    document.body.addEventListener('click', event => event.preventDefault(), { once: true, capture: true })
    click('#a')
    const navigate = vi.fn()
    release({ navigate })
    expect(navigate).not.toHaveBeenCalled()
    expect(assign).toHaveBeenCalledTimes(1)
  })
})

describe('a copy button', () => {
  const told = vi.fn()

  test('copies the code it stands beside, shows it and says it', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    document.body.innerHTML = `<div class="content"><pre><code>other</code></pre>
      <div><pre><code><span>const a</span> = 1\n</code></pre><button class="copy-code"><svg></svg></button></div></div>`
    watchCopyButtons(told)
    document.querySelector('.copy-code svg')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(100)
    expect(writeText.mock.calls).toEqual([['const a = 1\n']])
    const button = document.querySelector<HTMLElement>('.copy-code')
    expect(button?.dataset['copied']).toBe('true')
    expect(told.mock.calls).toEqual([[true]])
    await vi.advanceTimersByTimeAsync(2000)
    expect(button?.dataset['copied']).toBeUndefined()
  })

  test('leaves out the lines that are shown as removed', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    document.body.innerHTML =
      '<div><pre><code><del class="code-line removed">a\n</del><ins>b\n</ins></code></pre><button class="copy-code"></button></div>'
    watchCopyButtons(told)
    document.querySelector('.copy-code')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(100)
    expect(writeText.mock.calls[0]).toEqual(['b\n'])
    expect(document.querySelector('.removed')).not.toBeNull()
  })

  test('says so when the clipboard is denied', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } })
    document.execCommand = () => false
    document.body.innerHTML = '<div><pre><code>x</code></pre><button class="copy-code"></button></div>'
    document.querySelector('.copy-code')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(100)
    expect(document.querySelector<HTMLElement>('.copy-code')?.dataset['copied']).toBe('false')
    expect(told).toHaveBeenLastCalledWith(false)
    expect(document.querySelector('textarea')).toBeNull()
  })
})

describe('the live region', () => {
  test('is one, polite, and says an equal text again', async () => {
    announce('Title')
    await vi.advanceTimersByTimeAsync(100)
    const region = findRegion()
    expect(region.getAttribute('aria-live')).toBe('polite')
    const changes = vi.fn()
    new MutationObserver(changes).observe(region, { childList: true })
    announce('Title')
    await vi.advanceTimersByTimeAsync(100)
    expect(changes).toHaveBeenCalled()
    expect(region.textContent).toBe('Title')
    expect(document.querySelectorAll('[aria-live]')).toHaveLength(1)
  })
})

describe('the address of a document', () => {
  test.each([
    ['/api', '/api/'],
    ['/api/index.html?q=1#x', '/api/?q=1#x'],
    ['/API/', '/api/'],
  ])('%s is corrected to %s in the same history entry', (typed, corrected) => {
    history.replaceState({ kept: 1 }, '', typed)
    const before = history.length
    expect(settleAddress(boot('/api/'))).toBe(true)
    expect(location.pathname + location.search + location.hash).toBe(corrected)
    expect(history.length).toBe(before)
    expect(history.state).toEqual({ kept: 1 })
  })

  test('keeps the base', () => {
    history.replaceState(null, '', '/docs/api/mount')
    expect(settleAddress(boot('/api/mount.html', '/docs/'))).toBe(true)
    expect(location.pathname).toBe('/docs/api/mount.html')
  })

  test('is left alone when the host sent another page for it, and on the not-found page', () => {
    history.replaceState(null, '', '/zh/api/')
    expect(settleAddress(boot('/'))).toBe(false)
    const notFound = { ...boot('/'), page: { ...boot('/').page, notFound: true, path: '' } }
    expect(settleAddress(notFound)).toBe(false)
    expect(location.pathname).toBe('/zh/api/')
  })
})

describe('a document that is loaded again', () => {
  test('opens where the reader left it when the router was in charge', () => {
    const scrollTo = vi.fn()
    vi.stubGlobal('scrollTo', scrollTo)
    sessionStorage.setItem('docsgen-scroll', JSON.stringify([['id-1', { x: 0, y: 640 }]]))
    history.replaceState({ docsgen: { id: 'id-1', index: 0 } }, '')
    history.scrollRestoration = 'auto'
    restoreScroll()
    expect(scrollTo).not.toHaveBeenCalled()
    history.scrollRestoration = 'manual'
    restoreScroll()
    expect(scrollTo).toHaveBeenCalledWith({ top: 640, behavior: 'instant' })
  })

  test('opens at its top when what was saved is damaged', () => {
    sessionStorage.setItem('docsgen-scroll', '{')
    history.scrollRestoration = 'manual'
    expect(() => restoreScroll()).not.toThrow()
  })
})
