import { describe, expect, test } from 'vitest'
import { contentOf, createOptions, createSource, parse, told } from './helpers.ts'
import { parsePage } from '../../../src/content/parse.ts'
import type { ParseOptions } from '../../../src/schema/page.ts'

/** The findings of a body. */
const found = (body: string, options: Partial<ParseOptions> = {}) => told(parse(body, options))

/** The rules and lines alone. */
const rules = (body: string) => found(body).map(line => line.split(' ').slice(0, 2).join(' '))

describe('containers', () => {
  test.each([
    [
      'HTML in a title is text',
      '::: tip A **b** <i>\nhi\n:::',
      '<div class="custom-block tip"><p class="custom-block-title">A <strong>b</strong> &#x3C;i></p>\n<p>hi</p>\n</div>',
    ],
    ['the space before the name is optional', ':::tip\nhi\n:::', /^<div class="custom-block tip">/],
    ['the name must be whole', '::: tips\nhi\n:::', '<p>::: tips\nhi\n:::</p>'],
    ['two colons are text', ':: tip\nhi\n::', '<p>:: tip\nhi\n::</p>'],
    [
      'a longer fence holds a shorter one, at any depth',
      '::::: tip\n:::: warning\n::: danger\nx\n:::\n::::\n:::::',
      /block tip"[^]*block warning"[^]*block danger"[^]*<p>x<\/p>\n<\/div>\n<\/div>\n<\/div>$/,
    ],
    [
      'with equal fences the first closing line ends the outer container',
      '::: tip\n::: warning\nx\n:::\ny\n:::',
      /<\/div>\n<\/div>\n<p>y\n:::<\/p>$/,
    ],
    [
      'an unclosed container runs to the end of its parent',
      '> ::: tip\n> a\n\nb',
      /<p>a<\/p>\n<\/div>\n<\/blockquote>\n<p>b<\/p>$/,
    ],
    [
      'a closing line inside a fence is code',
      '::: tip\n```\n:::\n```\nin\n:::\nout',
      /<p>in<\/p>\n<\/div>\n<p>out<\/p>$/,
    ],
    [
      'and one inside a fence that begins with an item of a list',
      '::: tip\n- ```\n  :::\n  ```\n2. - ~~~\n     :::\n\n     ~~~\n:::\nout',
      /<\/ol>\n<\/div>\n<p>out<\/p>$/,
    ],
    [
      'which ends with the item',
      '::: tip\n- ```\n  a\n- b\n:::\nout',
      /<li>b<\/li>\n<\/ul>\n<\/div>\n<p>out<\/p>$/,
    ],
    ['a list does not swallow the closing line', '::: tip\n- a\n:::\nout', /<\/ul>\n<\/div>\n<p>out<\/p>$/],
    [
      'an indented line ends what began as deep: in a list',
      '::: tip\n1. a\n\n   ::: warning\n   x\n   :::\n\n2. - ::: info\n     y\n     :::\n:::\nout',
      /block tip"[^]*<li>[^]*block warning"[^]*<p>x<\/p>\n<\/div>\n<\/li>[^]*block info"[^]*<\/ol>\n<\/div>\n<p>out<\/p>$/,
    ],
    [
      'in lists in lists, with longer colons',
      '- a\n\n  ::: tip\n  - b\n\n    :::: warning\n    :::\n    ::::\n  :::\n\nout',
      /block warning"[^]*<p>:::<\/p>\n<\/div>\n<\/li>\n<\/ul>\n<\/div>\n<\/li>\n<\/ul>\n<p>out<\/p>$/,
    ],
    ['and without a list', '::: tip\n  ::: warning\n  x\n  :::\n:::\nout', /<\/div>\n<\/div>\n<p>out<\/p>$/],
    ['of nothing else, it may be indented', '::: tip\na\n  :::\nout', /<p>a<\/p>\n<\/div>\n<p>out<\/p>$/],
    ['notes are boxes', '::: note\na\n:::', /^<div class="custom-block note">/],
    [
      'titles in square brackets',
      ':::caution[Read *this*]\na\n:::',
      /caution"><p [^>]*>Read <em>this<\/em><\/p>/,
    ],
    ['short codes in a title', '::: tip :tada: `:tada:`\nb\n:::', /title">🎉 <code>:tada:<\/code><\/p>/],
    ['a number sign in a title', '::: tip # `a`\nb\n:::', /title"># <code>a<\/code><\/p>/],
    [
      'details have a summary',
      '::: details More\nx\n:::',
      '<details class="custom-block details"><summary>More</summary>\n<p>x</p>\n</details>',
    ],
    ['v-pre keeps its content', '::: v-pre\n{{ x }}\n:::', /<p>{{ x }}<\/p>/],
    ['a slot keeps its content', '::: slot name\nx\n:::', /<p>x<\/p>/],
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
    const base = createOptions()
    const english = base.locales['/']
    if (!english) throw new Error('no locale')
    const options = createOptions({
      containers: {
        conseil: { kind: 'tip', title: { '/': 'Hint', '/fr/': 'Conseil' } },
        attention: { kind: 'warning' },
      },
      locales: {
        '/': english,
        '/fr/': { ...english, containerTitles: { tip: 'ASTUCE', warning: 'ATTENTION' } },
      },
    })
    const source = {
      ...createSource('::: conseil\na\n:::\n\n::: attention\nb\n:::\n\n::: tip\nc\n:::'),
      locale: '/fr/',
    }
    const titles = [...parsePage(source, options).html.matchAll(/custom-block-title">([^<]*)/g)].map(
      match => match[1],
    )
    expect(titles).toEqual(['Conseil', 'ATTENTION', 'ASTUCE'])
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
    [
      '::: details More {open}\n:::',
      '<details open class="custom-block details"><summary>More</summary>\n</details>',
    ],
    [
      '::: details {open=false}\n:::',
      '<details class="custom-block details"><summary>DETAILS</summary>\n</details>',
    ],
    [
      '::: tip A `b` {#here .x}\n:::',
      /^<div id="here" class="custom-block tip x"><p [^>]*>A <code>b<\/code><\/p>/,
    ],
    [':::tip[A]{id=here class="x y"}\n:::', /^<div id="here" class="custom-block tip x y"><p [^>]*>A<\/p>/],
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
  test.each([
    [
      '# A\n\n::: avertissement\nTexte\n:::\n',
      "3:1 unknown-container `::: avertissement` isn't a container; the lines are shown as text. Further names can be set under `markdown.containers`.",
    ],
    [
      'text\n\n::: wraning X\nhi\n:::',
      "3:1 unknown-container `::: wraning` isn't a container; the lines are shown as text. Did you mean `warning`? Further names can be set under `markdown.containers`.",
    ],
    [
      ':: tip\nText\n::\n',
      "1:1 unknown-container `:: tip` isn't a container; the lines are shown as text. Write three colons.",
    ],
    [
      '::: constructor\na\n:::',
      "1:1 unknown-container `::: constructor` isn't a container; the lines are shown as text. Further names can be set under `markdown.containers`.",
    ],
  ])('%j', (body, finding) => {
    expect(found(body)).toEqual([finding])
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
  test('a quote with a mark becomes a titled box', () => {
    expect(contentOf('> [!NOTE]\n> a **b**')).toBe(
      '<div class="custom-block alert note"><p class="custom-block-title">Note</p>\n<p>a <strong>b</strong></p>\n</div>',
    )
    expect(contentOf('> [!tip]\n>\n> - a')).toContain('<p class="custom-block-title">Tip</p>\n<ul>')
  })

  test('text behind the mark is its title', () => {
    expect(contentOf('> [!NOTE] Read this\n> a *b*')).toContain('title">Read this</p>\n<p>a <em>b</em></p>')
    expect(contentOf('> [!info] `x` *y*\n>\n> a')).toContain(
      'alert info"><p class="custom-block-title"><code>x</code> <em>y</em></p>\n<p>a</p>',
    )
    expect(contentOf('> [!tip] a  \n> b')).toContain('title">a</p>\n<p>b</p>')
  })

  test.each(['> [!UNKNOWN]\n> a', '> a\n> [!NOTE]', '[!NOTE]'])('%j is none', body => {
    expect(contentOf(body)).not.toContain('custom-block')
  })
})

describe('containers that are not closed', () => {
  test('are reported at the line that opens them', () => {
    expect(found('# T\n\ntext\n::: tip Title\na\n\n## B\n\nc')).toEqual([
      '4:1 unclosed-container `::: tip` is not closed: it goes on to the end of the page. Write `:::` on its own line after the content, indented like the opening line.',
    ])
    expect(rules('::: details')).toEqual(['1:1 unclosed-container'])
  })

  test('in others, in lists and in quotes are one finding each', () => {
    expect(found('::: tip\n::: warning\nx\n:::\nz\n:::')).toEqual([
      '2:1 unclosed-container `::: warning` is not closed: it goes on to the end of what it stands in. Its `:::` ends the container around it: write that one with more colons, `::::`.',
    ])
    expect(found(':::: tip\n::: warning\nx\n::::')[0]).toContain('Write `:::` on its own line')
    expect(rules('- a\n- ::: tip\n  x\n:::\n\nz')).toEqual(['2:3 unclosed-container'])
    expect(rules('> ::: tip\n> a\n\nb')).toEqual(['1:3 unclosed-container'])
    expect(rules('1. x\n\n   :::: details\n   ::: tip\n   y\n   ::::')).toEqual(['4:4 unclosed-container'])
  })

  test('are none where they are closed', () => {
    const closed =
      '::: tip\n:::\n\n:::: details\n::: tip\nx\n:::\n::::\n\n> ::: tip\n> a\n> :::\n\n- ::: tip\n  a\n  :::'
    expect(found(closed)).toEqual([])
    expect(found('> [!NOTE]\n> a\n\n```md\n::: tip\n```\n\n    ::: tip\n\n`:::`')).toEqual([])
  })
})

describe('colons that end nothing', () => {
  test('are reported where they stand', () => {
    expect(found('::: tip\na\n:::\n\n:::\n\nb')).toEqual([
      "5:1 unopened-container `:::` doesn't close a container; it is shown as text. Remove it, or indent it like the line that opens the container.",
    ])
    expect(rules('> a\n> b *c*\n> ::::\n> d')).toEqual(['3:3 unopened-container'])
    expect(rules('a:::\n\n`a` :::\n\n**a**\n:::')).toEqual(['6:1 unopened-container'])
    expect(rules('- a\n  :::\n\n## b\n:::\n\n\\:::\n\n\\::: tip')).toEqual([
      '2:3 unopened-container',
      '5:1 unopened-container',
    ])
  })

  test('are no second mistake after a name that is not known', () => {
    expect(rules('::: nope\na\n:::\n\n::: nope\n\na\n\n:::')).toEqual([
      '1:1 unknown-container',
      '5:1 unknown-container',
    ])
    expect(rules('text\n::: warnin\nb\n:::\n:::')).toEqual([
      '2:1 unknown-container',
      '5:1 unopened-container',
    ])
  })
})

test('what a code group cannot show is reported', () => {
  expect(found('::: code-group\n\n```js\na\n```\n\ntext\n\n:::')).toEqual([
    '7:1 code-group A code group can only contain code blocks; this is left out of the page. Move it before or after the group.',
  ])
})
