// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readBootData, onFirstInteraction } from '../../../src/client/document.ts'
import {
  holdClicks,
  keepPlace,
  watchCopyButtons,
  CLICK_TIMEOUT,
  correctAddress,
} from '../../../src/client/before-app.ts'
import { LEAVES } from '../../../src/client/router.ts'
import type { BootData } from '../../../src/schema/view.ts'
import { pageChunk } from './fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

test('boot data is read from the inert JSON; missing or damaged data is no data', () => {
  expect(readBootData()).toBeUndefined()
  document.body.innerHTML = '<script type="application/json" data-docsgen>{"base":"/docs/"}</script>'
  expect(readBootData()?.base).toBe('/docs/')
  document.body.innerHTML = '<script type="application/json" data-docsgen>{"base"</script>'
  expect(readBootData()).toBeUndefined()
})

test.each('pointermove pointerdown touchstart wheel keydown scroll focusin popstate'.split(' '))(
  'the first interaction is %s, once',
  type => {
    const seen = vi.fn()
    onFirstInteraction(seen)
    expect(seen).not.toHaveBeenCalled()
    document.body.dispatchEvent(new Event(type, { bubbles: true }))
    dispatchEvent(new Event(type))
    dispatchEvent(new Event('keydown'))
    expect(seen).toHaveBeenCalledTimes(1)
  },
)

test.each([
  ['<ul id="docsgen-languages"><li><a href="/fr/">x</a></li></ul>', 'click', '/fr/?v=1#far'],
  ['<ul id="docsgen-languages"><li><a href="/fr/?a#b">x</a></li></ul>', 'auxclick', '/fr/?v=1#far'],
  ['<p class="notice"><a href="/fr/" hreflang="fr">x</a></p>', 'click', '/fr/?v=1#far'],
  ['<p class="notice"><a href="/fr/">x</a></p>', 'click', '/fr/'],
  ['<p><a href="/fr/" hreflang="fr">x</a></p>', 'click', '/fr/'],
])('%s at a %s leads to %s', (html, type, href) => {
  history.replaceState(null, '', '/?v=1#far')
  document.body.innerHTML = html
  keepPlace()
  const event = new MouseEvent(type, { bubbles: true, cancelable: true })
  document.querySelector('a')?.dispatchEvent(event)
  expect(document.querySelector('a')?.href).toBe(location.origin + href)
  history.replaceState(null, '', '/')
})

describe('clicks before the app', () => {
  const click = (selector: string) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true })
    document.querySelector(selector)?.dispatchEvent(event)
    return event
  }
  /** What the app, or the browser, has to open. */
  const setUp = (html: string) => {
    const [assign, navigate] = [vi.fn(), vi.fn()]
    vi.stubGlobal('location', { ...location, pathname: '/', search: '', origin: location.origin, assign })
    document.body.innerHTML = html
    return { assign, navigate, release: holdClicks('/') }
  }

  test.each(['/notes.pdf', 'https://example.org/', '#', ''])(
    'on links are forgotten when the reader goes elsewhere: %s',
    async elsewhere => {
      const { assign, navigate, release } = setUp(
        `<a id="a" href="/a.html">a</a><a id="b" href="${elsewhere}">b</a>`,
      )
      click('#a')
      // A hash leads nowhere else; of links to other versions of the site nobody hears.
      if (elsewhere) {
        addEventListener('click', event => event.preventDefault(), { once: true })
        click('#b')
      } else document.dispatchEvent(new Event(LEAVES))
      release({ navigate })
      expect(navigate).toHaveBeenCalledTimes(elsewhere === '#' ? 1 : 0)
      await vi.advanceTimersByTimeAsync(CLICK_TIMEOUT)
      expect(assign).not.toHaveBeenCalled()
    },
  )

  test('wait two seconds at most; then links are the browser’s, and the app does not follow them again', async () => {
    expect(CLICK_TIMEOUT).toBe(2000)
    const { assign, navigate, release } = setUp('<a id="a" href="/a.html">a</a>')
    click('#a')
    await vi.advanceTimersByTimeAsync(CLICK_TIMEOUT)
    expect(assign.mock.calls).toEqual([['http://localhost:3000/a.html']])
    document.body.addEventListener('click', event => event.preventDefault(), { once: true, capture: true })
    click('#a')
    release({ navigate })
    expect(navigate).not.toHaveBeenCalled()
    expect(assign).toHaveBeenCalledTimes(1)
  })
})

test.each([
  ['copies the code beside it but for removed lines, shows it and says it', true],
  ['says so when the clipboard is denied', false],
])('a copy button %s', async (_what, isAllowed) => {
  const told = vi.fn()
  const writeText = vi.fn(async () => (isAllowed ? undefined : Promise.reject(new Error())))
  watchCopyButtons(told)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  document.execCommand = () => false
  const code = 'const a = 1\n<del class="code-line removed">b\n</del><ins>c\n</ins>'
  document.body.innerHTML = `<div class="content"><pre><code>other</code></pre>
    <div><pre><code>${code}</code></pre><button class="copy-code"><svg></svg></button></div></div>`
  const copied = () => document.querySelector<HTMLElement>('.copy-code')?.dataset['copied']
  document.querySelector('.copy-code svg')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await vi.advanceTimersByTimeAsync(100)
  expect(writeText.mock.calls[0]).toEqual(['const a = 1\nc\n'])
  expect([copied(), told.mock.calls]).toEqual([String(isAllowed), [[isAllowed]]])
  await vi.advanceTimersByTimeAsync(2000)
  expect(copied()).toBeUndefined()
  expect(document.querySelectorAll('.removed')).toHaveLength(1)
  expect(document.querySelector('textarea')).toBeNull()
})

describe('the address of a document', () => {
  const boot = (path: string, base = '/'): BootData => {
    return { base, view: '', theme: '1a2b3c4d', page: pageChunk(path).page }
  }

  test('is left alone when the host sent another page for it, and on the not-found page', () => {
    history.replaceState(null, '', '/zh/api/')
    expect(correctAddress(boot('/'))).toBe(false)
    const notFound = { ...boot('/'), page: { ...boot('/').page, notFound: true, path: '' } }
    expect(correctAddress(notFound)).toBe(false)
    expect(location.pathname).toBe('/zh/api/')
  })
})
