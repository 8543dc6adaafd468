// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { followedLink } from '../../../src/client/router.ts'

/** The table of French isn't loaded. */
const isPage = (path: string) => (path.startsWith('/fr/') ? undefined : /\/v1\.2$|\/node\.js$/.test(path))

function click(html: string, init: MouseEventInit = {}, base = '/'): string | undefined {
  document.body.innerHTML = html
  let followed: string | undefined
  const listen = (event: MouseEvent) => {
    followed = followedLink(event, base, isPage)?.getAttribute('href') ?? undefined
    event.preventDefault()
  }
  document.addEventListener('click', listen)
  const target = document.querySelector('.target') ?? document.querySelector('a')
  target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
  document.removeEventListener('click', listen)
  return followed
}

afterEach(() => document.body.replaceChildren())

describe('a click', () => {
  test.each([
    ['<a href="/api/mount.HTML">x</a>', '/api/mount.HTML'],
    ['<a href="/v1.2">x</a>', '/v1.2'],
    ['<a href="/tools/node.js">x</a>', '/tools/node.js'],
    ['<a href="/fr/rel/2.0">x</a>', '/fr/rel/2.0'],
    ['<a href="/fr/rel/1.x?a=b.pdf#c.d">x</a>', '/fr/rel/1.x?a=b.pdf#c.d'],
    ['<a href="/rel/2.0/">x</a>', '/rel/2.0/'],
    ['<a href="/rel/2.0.html">x</a>', '/rel/2.0.html'],
    ['<a href="/api/" target="_self">x</a>', '/api/'],
    ['<a href="/api/"><svg class="target"><path/></svg></a>', '/api/'],
  ])('on %s is followed', (html, href) => expect(click(html)).toBe(href))

  test.each([
    '<a href="/api/" target="_blank">x</a>',
    '<a href="/api/" download>x</a>',
    '<a href="mailto:a@example.org">x</a>',
    '<a href="javascript:void 0">x</a>',
    '<a href="https://example.org/api/">x</a>',
    '<a href="/favicon.png">x</a>',
    '<a href="/files/notes.pdf?x=1">x</a>',
    '<a href="/files/data.parquet">x</a>',
    '<a href="/fr/files/Notes.PDF">x</a>',
    '<a href="/fr/tools/node.js">x</a>',
    '<a>x</a>',
    '<button class="target">x</button>',
    '<svg><a href="/api/" class="target"></a></svg>',
  ])('on %s is left to the browser', html => expect(click(html)).toBeUndefined())

  test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'with %j is left to the browser',
    init => expect(click('<a href="/api/">x</a>', init)).toBeUndefined(),
  )

  test('that somebody took care of is left alone', () => {
    document.body.innerHTML = '<a href="/api/">x</a>'
    const event = new MouseEvent('click', { cancelable: true })
    event.preventDefault()
    expect(followedLink(event, '/')).toBeUndefined()
  })

  test('outside the base is left to the browser', () => {
    expect(click('<a href="/docs/api/">x</a>', {}, '/docs/')).toBe('/docs/api/')
    expect(click('<a href="/other/">x</a>', {}, '/docs/')).toBeUndefined()
  })
})
