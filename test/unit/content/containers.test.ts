import { describe, expect, test } from 'vitest'
import { contentOf, createOptions, createSource, parse, told } from './helpers.ts'
import { parsePage } from '../../../src/content/parse.ts'
import type { ParseOptions } from '../../../src/schema/page.ts'

/** The findings of a body. */
const found = (body: string, options: Partial<ParseOptions> = {}) => told(parse(body, options))

/** The rules and lines alone. */
const rules = (body: string) => found(body).map(line => line.split(' ').slice(0, 2).join(' '))

const OUT = /<\/div>\n<p>out<\/p>$/

describe('containers', () => {
  test.each<[name: string, body: string, html: string | RegExp]>([
    ['HTML in a title', '::: tip A **b** <i>\nhi\n:::', /A <strong>b<\/strong> &#x3C;i><\/p>\n<p>hi<\/p>/],
    ['no space before the name', ':::tip\nhi\n:::', /^<div class="custom-block tip">/],
    ['a name with more letters', '::: tips\nhi\n:::', '<p>::: tips\nhi\n:::</p>'],
    ['two colons', ':: tip\nhi\n::', '<p>:: tip\nhi\n::</p>'],
    [
      'a longer fence around a shorter one',
      '::::: tip\n:::: warning\n::: danger\nx\n:::\n::::\n:::::',
      /block tip"[^]*block warning"[^]*block danger"[^]*<p>x<\/p>\n<\/div>\n<\/div>\n<\/div>$/,
    ],
    ['equal fences', '::: tip\n::: warning\nx\n:::\ny\n:::', /<\/div>\n<\/div>\n<p>y\n:::<\/p>$/],
    ['no end', '> ::: tip\n> a\n\nb', /<p>a<\/p>\n<\/div>\n<\/blockquote>\n<p>b<\/p>$/],
    ['colons in code', '::: tip\n```\n:::\n```\nin\n:::\nout', OUT],
    ['code in an item', '::: tip\n- ```\n  :::\n  ```\n2. - ~~~\n     :::\n\n     ~~~\n:::\nout', OUT],
    ['code that ends with its item', '::: tip\n- ```\n  a\n- b\n:::\nout', OUT],
    ['a list before the end', '::: tip\n- a\n:::\nout', OUT],
    [
      'an indented line, which ends what began as deep',
      '::: tip\n1. a\n\n   ::: warning\n   x\n   :::\n\n2. - ::: info\n     y\n     :::\n:::\nout',
      /block tip"[^]*<li>[^]*block warning"[^]*<p>x<\/p>\n<\/div>\n<\/li>[^]*block info"[^]*<\/ol>\n<\/div>\n<p>out<\/p>$/,
    ],
    [
      'lists in lists, with longer colons',
      '- a\n\n  ::: tip\n  - b\n\n    :::: warning\n    :::\n    ::::\n  :::\n\nout',
      /block warning"[^]*<p>:::<\/p>\n<\/div>\n<\/li>\n<\/ul>\n<\/div>\n<\/li>\n<\/ul>\n<p>out<\/p>$/,
    ],
    ['indentation without a list', '::: tip\n  ::: warning\n  x\n  :::\n:::\nout', OUT],
    ['an indented end of nothing else', '::: tip\na\n  :::\nout', OUT],
    ['a note', '::: note\na\n:::', /^<div class="custom-block note">/],
    ['a title in brackets', ':::caution[Read *this*]\na\n:::', /caution"><p [^>]*>Read <em>this<\/em><\/p>/],
    ['short codes in a title', '::: tip :tada: `:tada:`\nb\n:::', /title">🎉 <code>:tada:<\/code><\/p>/],
    ['a number sign in a title', '::: tip # `a`\nb\n:::', /title"># <code>a<\/code><\/p>/],
    ['details', '::: details More\nx\n:::', /^<details [^>]*><summary>More<\/summary>\n<p>x<\/p>/],
    ['v-pre', '::: v-pre\n{{ x }}\n:::', /<p>{{ x }}<\/p>/],
    ['a slot', '::: slot name\nx\n:::', /<p>x<\/p>/],
  ])('%s', (_, body, html) => {
    if (typeof html === 'string') expect(contentOf(body)).toBe(html)
    else expect(contentOf(body)).toMatch(html)
  })

  test('everything nests: lists, code, headings, quotes, containers in lists', () => {
    const page = parse(
      '# T\n\n- item\n\n  ::: tip\n  ## H\n\n  - a\n  - b\n\n  ```js\n  :::\n  ```\n  :::\n\nend',
    )
    expect(page.record.headers).toEqual([{ level: 2, title: 'H', slug: 'h' }])
    expect(page.codeBlocks.map(({ code }) => code)).toEqual([':::'])
    expect(page.html).toMatch(/<\/div>\n<\/li>\n<\/ul>\n<p>end<\/p>$/)
  })

  test('a title is a line of Markdown, and plain text for search', () => {
    const page = parse('::: details 1. Why `<a b>` & **not** snake_case \\* *\n\na\n:::')
    expect(page.html).toContain(
      '<summary>1. Why <code>&#x3C;a b></code> &#x26; <strong>not</strong> snake_case * *</summary>',
    )
    expect(page.sections[0]?.text).toBe('1. Why <a b> & not snake_case * *\na')
  })

  test('names of the site and titles of the language of the page', () => {
    const { locales } = createOptions()
    const french = { ...locales['/']!, containerTitles: { tip: 'ASTUCE', warning: 'ATTENTION' } }
    const containers: ParseOptions['containers'] = {
      conseil: { kind: 'tip', title: { '/': 'Hint', '/fr/': 'Conseil' } },
      attention: { kind: 'warning' },
    }
    const body = '::: conseil\na\n:::\n\n::: attention\nb\n:::\n\n::: tip\nc\n:::'
    const options = createOptions({ containers, locales: { ...locales, '/fr/': french } })
    const { html } = parsePage({ ...createSource(body), locale: '/fr/' }, options)
    const titles = html.matchAll(/custom-block-title">([^<]*)/g)
    expect(Array.from(titles, ([, title]) => title)).toEqual(['Conseil', 'ATTENTION', 'ASTUCE'])
  })

  test('containers are noted with their places', () => {
    const page = parse('::: tip\na\n:::\n\n> [!NOTE]\n> b')
    expect(page.containers.map(({ name, place, own }) => [name, place.line, own])).toEqual([
      ['tip', 1, true],
      ['note', 5, true],
    ])
  })
})

describe('attributes', () => {
  test.each<[body: string, html: RegExp | string, findings?: string[]]>([
    ['::: details More {open}\n:::', '<details open class="custom-block details"><summary>More<'],
    ['::: details {open=false}\n:::', '<details class="custom-block details"><summary>DETAILS<'],
    ['::: tip A `b` {#here .x}\n:::', /^<div id="here" class="custom-block tip x"><p [^>]*>A <code>b</],
    [':::tip[A]{id=here class="x y"}\n:::', /^<div id="here" class="custom-block tip x y"><p [^>]*>A</],
    ['::: tip {no-title}\na\n:::', '<div class="custom-block tip">\n<p>a</p>\n</div>'],
    ['::: v-pre {#a}\nb\n:::', '<div id="a">\n<p>b</p>\n</div>'],
    ['::: code-group {#a}\n```js\nb\n```\n:::', /^<div id="a"><div class="code-group">/],
    ['- ::: slot {.a}\n  b\n  :::', /<div class="slot a">/],
    ['## a\n\n::: tip {#a}\n:::', /id="a-1"[^]*<div id="a"/],
    ['::: tip a {#a}\n:::\n\n::: tip {#a}\n:::', /<div id="a"[^]*<div id="a-1"/, ['6:10 duplicate-id']],
    ['::: tip A {open}\n:::', />A<\/p>/, ['3:12 attribute']],
    ['> ::: details A {no-title x=1}\n> :::', />A<\/summary>/, ['3:18 attribute', '3:27 attribute']],
    ['::: tip Use \\{name}\n:::\n\n::: tip Use {{ name }}\n:::', />Use {name}<[^]*>Use {{ name }}</],
  ])('%j', (body, html, findings = []) => {
    expect(contentOf(body)).toMatch(html)
    expect(rules(`# T\n\n${body}`)).toEqual(findings)
  })
})

describe('names that open no container', () => {
  const more = 'You can define more names in `markdown.containers`.'
  test.each([
    ['# A\n\n::: avertissement\nTexte\n:::\n', '3:1', '::: avertissement', more],
    ['text\n\n::: wraning X\nhi\n:::', '3:1', '::: wraning', `Did you mean \`warning\`? ${more}`],
    [':: tip\nText\n::\n', '1:1', ':: tip', 'Write three colons.'],
    ['::: constructor\na\n:::', '1:1', '::: constructor', more],
  ])('%j', (body, at, name, hint) => {
    const message = `\`${name}\` isn't a container; the lines are shown as text.`
    expect(found(body)).toEqual([`${at} unknown-container ${message} ${hint}`])
  })

  test.each([
    ':::conseil\nTexte\n:::\n\n::before is a pseudo-element.\n',
    '```\n::: nope\n```\n',
    'Write\n::::`x` in a line.\n',
  ])('%j has none', body => {
    expect(found(body, { containers: { conseil: { kind: 'tip' } } })).toEqual([])
  })
})

describe('alerts', () => {
  test.each([
    ['> [!NOTE]\n> a **b**', 'alert note"><p class="custom-block-title">Note</p>\n<p>a <strong>'],
    ['> [!tip]\n>\n> - a', 'title">Tip</p>\n<ul>'],
    ['> [!NOTE] Read this\n> a *b*', 'title">Read this</p>\n<p>a <em>b</em></p>'],
    ['> [!info] `x` *y*\n>\n> a', 'title"><code>x</code> <em>y</em></p>\n<p>a</p>'],
    ['> [!tip] a  \n> b', 'title">a</p>\n<p>b</p>'],
  ])('%j', (body, html) => {
    expect(contentOf(body)).toContain(html)
  })

  test.each(['> [!UNKNOWN]\n> a', '> a\n> [!NOTE]', '[!NOTE]'])('%j is none', body => {
    expect(contentOf(body)).not.toContain('custom-block')
  })
})

describe('containers that are not closed', () => {
  test.each([
    ['# T\n\ntext\n::: tip Title\na\n\n## B\n\nc', ['4:1']],
    ['::: details', ['1:1']],
    ['::: tip\n::: warning\nx\n:::\nz\n:::', ['2:1']],
    [':::: tip\n::: warning\nx\n::::', ['2:1']],
    ['- a\n- ::: tip\n  x\n:::\n\nz', ['2:3']],
    ['> ::: tip\n> a\n\nb', ['1:3']],
    ['1. x\n\n   :::: details\n   ::: tip\n   y\n   ::::', ['4:4']],
    [
      '::: tip\n:::\n\n:::: details\n::: tip\nx\n:::\n::::\n\n> ::: tip\n> a\n> :::\n\n- ::: tip\n  a\n  :::',
      [],
    ],
    ['> [!NOTE]\n> a\n\n```md\n::: tip\n```\n\n    ::: tip\n\n`:::`', []],
  ])('%j', (body, places) => {
    expect(rules(body)).toEqual(places.map(place => `${place} unclosed-container`))
  })

  test('are reported with where they end, and what to write', () => {
    expect(found('::: tip\na')).toEqual([
      "1:1 unclosed-container `::: tip` isn't closed and continues to the end of the page. Write `:::` on its own line after the content, indented like the opening line.",
    ])
    expect(found('::: tip\n::: warning\nx\n:::\nz\n:::')).toEqual([
      "2:1 unclosed-container `::: warning` isn't closed and continues to the end of the surrounding block. Its `:::` closes the outer container. Open and close that one with `::::`.",
    ])
  })
})

describe('colons that end nothing', () => {
  test.each([
    ['::: tip\na\n:::\n\n:::\n\nb', ['5:1 unopened-container']],
    ['> a\n> b *c*\n> ::::\n> d', ['3:3 unopened-container']],
    ['a:::\n\n`a` :::\n\n**a**\n:::', ['6:1 unopened-container']],
    ['- a\n  :::\n\n## b\n:::\n\n\\:::\n\n\\::: tip', ['2:3 unopened-container', '5:1 unopened-container']],
    // Those of a name that is not known are no second mistake.
    ['::: nope\na\n:::\n\n::: nope\n\na\n\n:::', ['1:1 unknown-container', '5:1 unknown-container']],
    ['text\n::: warnin\nb\n:::\n:::', ['2:1 unknown-container', '5:1 unopened-container']],
  ])('%j', (body, findings) => {
    expect(rules(body)).toEqual(findings)
  })

  test('are reported with what to do', () => {
    expect(found('a\n\n:::')).toEqual([
      "3:1 unopened-container `:::` doesn't close a container; it's shown as text. Remove it, or indent it like the line that opens the container.",
    ])
  })
})

test('what a code group cannot show is reported', () => {
  expect(found('::: code-group\n\n```js\na\n```\n\ntext\n\n:::')).toEqual([
    '7:1 code-group A code group can only contain code blocks, so this is removed from the page. Move it before or after the group.',
  ])
})
