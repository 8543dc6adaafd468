import { describe, expect, test } from 'vitest'
import { cssAddresses, replaceTags, replaceValues, scanAllTags, scanTags } from '../../../src/lib/html.ts'
import { formatSrcset, parseSrcset } from '../../../src/content/remark/links.ts'

const attributesOf = (html: string) =>
  scanTags(html).map(({ name, attributes }) => [name, ...attributes.map(one => `${one.name}=${one.value}`)])

describe('tags of HTML', () => {
  test('are found with their attributes, in all the ways they can be written', () => {
    expect(attributesOf(`<IMG SRC=a.png alt='x > y' / width = "1"hidden><br/><a\nhref="b" =c>`)).toEqual([
      ['img', 'src=a.png', 'alt=x > y', 'width=1', 'hidden='],
      ['br'],
      ['a', 'href=b', '=c='],
    ])
    const [tag] = scanTags('x <a  href="b">')
    expect(tag).toMatchObject({ nameEnd: 4, attributes: [{ start: 6 }] })
  })

  test('are none in comments, in text-only elements, in end tags and where they do not end', () => {
    expect(attributesOf('<!-- <a href="x"> --> </p> < b> 1<2')).toEqual([])
    expect(attributesOf('<title><a href="x"></titles></title><b>')).toEqual([['title'], ['b']])
    expect(attributesOf('<i><textarea><a>')).toEqual([['i'], ['textarea']])
    for (const open of ['<a href="', '<a href', '<a', '<!-- <b>', '<a href="x" '])
      expect(attributesOf(open)).toEqual([])
  })

  test('are start tags and end tags, each with its place', () => {
    const text = 'a <B x="</c>">d</B >'
    const tags = scanAllTags(text)
    expect(tags.map(({ start, end, name, closes }) => [text.slice(start, end), name, closes])).toEqual([
      ['<B x="</c>">', 'b', false],
      ['</B >', 'b', true],
    ])
  })

  test.each(['<a ', '<a="', '<a b=', '<', '<!--', '<title>', "<a b='c' ", '<a/', '</a>', '<a =', '<a\t'])(
    'take linear time: %j over and over',
    part => {
      const text = part.repeat(100_000 / part.length)
      expect([scanTags(text), scanTags(`<a ${text}>`)]).toHaveLength(2)
    },
  )
})

describe('a srcset', () => {
  test.each([
    ['a.png', ['a.png|']],
    ['a.png 1x,b.png 2x', ['a.png|1x', 'b.png|2x']],
    ['a,b.png, c.png 640w 2h ,d', ['a,b.png|', 'c.png|640w 2h', 'd|']],
    ['data:image/png;base64,AA== 1x', ['data:image/png;base64,AA==|1x']],
    ['a (1,2) 3x, b', ['a|(1,2) 3x', 'b|']],
    [' , ', []],
  ])('%j', (text, expected) => {
    expect(parseSrcset(text).map(({ url, descriptor }) => `${url}|${descriptor}`)).toEqual(expected)
    expect(parseSrcset(formatSrcset(parseSrcset(text)))).toEqual(parseSrcset(text))
  })

  test.each([',', 'a,', 'a ', '(', ' '])('takes linear time: %j over and over', part => {
    expect(parseSrcset(part.repeat(100_000)).length).toBeLessThanOrEqual(100_000)
  })
})

describe('addresses in a style sheet', () => {
  test('are found with what they are for and where they stand', () => {
    const css = `@import "a.css" layer(x); @import url('b.css');
@font-face { font-family: F; src: url(f.woff2) format("woff2"), url("f.ttf") }
@media print { .a { background: url( "i.png" ), url(data:image/png;base64,AA==) } }
.b::after { content: "url(no.png)"; cursor: url(c.cur), auto } /* url(no.png) */ .c { mask: url(#m) }`
    const found = cssAddresses(css).map(({ kind, url }) => `${kind} ${url}`)
    expect(found.slice(0, 4)).toEqual(['style a.css', 'style b.css', 'font f.woff2', 'font f.ttf'])
    const images = ['i.png', 'data:image/png;base64,AA==', 'c.cur', '#m'].map(url => `image ${url}`)
    expect(found.slice(4)).toEqual(images)
    for (const { url, index } of cssAddresses(css)) expect(css.slice(index, index + url.length)).toBe(url)
  })

  test.each(['/*', '"', "'", 'url(', 'url("', '@import ', '\\', '"\\', '{', '*/', 'url( '])(
    'take linear time: %j over and over',
    part => {
      expect(cssAddresses(part.repeat(100_000 / part.length))).toBeInstanceOf(Array)
    },
  )
})

describe('a document that is written again', () => {
  test('has start tags, and texts of elements that hold nothing else, as browsers find them', () => {
    const script = '<script src="x">if (a<b) "</p>"</script>'
    const [p, b, ...others] = [
      '<p class="a > b">',
      '<b>',
      '<br>',
      script,
      '<title>a <b></title>',
      `<i x='">'>`,
    ]
    const parts = [p, b, ...others]
    const found: string[] = []
    const html = `<!DOCTYPE html><!-- <a> -->${p}1 < 2 ${b}x</b>${others.join('')}`
    replaceTags(html, tag => (found.push(tag), tag))
    expect(found).toEqual(parts)
  })

  test('stays as it is where nothing is replaced, however it ends', () => {
    const texts = [
      '',
      'a',
      '<',
      'a <b',
      '<a href="',
      '<!-- <a>',
      '<script>',
      '<p>x</p><a x=">',
      "<p>it's</p>",
    ]
    for (const html of texts) expect(replaceTags(html, tag => tag)).toBe(html)
    expect(replaceTags('<p>a</p><br>b', () => '')).toBe('a</p>b')
  })

  test('has other values of attributes', () => {
    const replace = (name: string, value: string) => (name === 'href' ? `.${value}` : undefined)
    expect(replaceValues('<a href="/x" title="/y" hidden>', replace)).toBe('<a href="./x" title="/y" hidden>')
  })
})
