import { describe, expect, test } from 'vitest'
import { cssAddresses } from '../../../src/lib/css-addresses.ts'

describe('addresses in a style sheet', () => {
  test('are found with what they are for and where they stand', () => {
    const css = `@import "a.css" layer(x); @import url('b.css');
@font-face { font-family: F; src: url(f.woff2) format("woff2"), url("f.ttf") }
@media print { .a { background: url( "i.png" ), url(data:image/png;base64,AA==) } }
.b::after { content: "url(no.png)"; cursor: url(c.cur), auto } /* url(no.png) */ .c { mask: url(#m) }`
    expect(cssAddresses(css).map(({ kind, url }) => `${kind} ${url}`)).toEqual([
      'style a.css',
      'style b.css',
      'font f.woff2',
      'font f.ttf',
      'image i.png',
      'image data:image/png;base64,AA==',
      'image c.cur',
      'image #m',
    ])
    for (const { url, index } of cssAddresses(css)) expect(css.slice(index, index + url.length)).toBe(url)
  })

  test.each(['/*', '"', "'", 'url(', 'url("', '@import ', '\\', '"\\', '{', '*/', 'url( '])(
    'take linear time: %j over and over',
    part => {
      expect(cssAddresses(part.repeat(100_000 / part.length))).toBeInstanceOf(Array)
    },
  )
})
