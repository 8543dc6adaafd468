import { describe, expect, it } from 'vitest'
import type { ParseOptions } from '../../../src/schema/page.ts'
import { parse, told } from './helpers.ts'

const BADGE = '<span class="badge tip">x</span>'
const htmlOf = (body: string, options: Partial<ParseOptions> = {}) =>
  parse(`# T\n\n${body}`, options).html.replace(/^.*<\/h1>\n/, '')
const found = (body: string) => told(parse(`# T\n\n${body}`))

describe('a component in a line', () => {
  it.each([
    [':badge[x]', BADGE],
    ['<Badge text="x"/>', BADGE],
    ['<Badge>x</Badge>', BADGE],
    [':badge{text="x"}', BADGE],
    ['これは:badge[x]です', `これは${BADGE}です`],
    [':badge[a *b* [c] \\]]{type="warning"}', '<span class="badge warning">a <em>b</em> [c] ]</span>'],
    [':badge[a\nb]{type=danger}!', '<span class="badge danger">a\nb</span>!'],
    ['[a :badge[x]](#t)', `<a href="\u00000\u0000">a ${BADGE}</a>`],
  ])('%j', (body, html) => {
    expect(htmlOf(body)).toBe(`<p>${html}</p>`)
    expect(found(body)).toEqual([])
  })

  it.each([
    '10:30 a:b',
    ':unknown[x]{a=b}',
    ':badge',
    ':badge [x]',
    'a:badge[x]',
    '\\:badge[x]',
    ':badge[x',
    ':badge{text="x"',
    `:badge[${'x'.repeat(501)}]`,
  ])('%j is text', body => {
    expect(htmlOf(body)).toBe(`<p>${body.replace('\\', '')}</p>`)
    expect(found(body)).toEqual([])
  })

  it.each<[body: string, html: string, options?: Partial<ParseOptions>]>([
    ['| a |\n| - |\n| :badge[x] |', `<td>${BADGE}</td>`],
    ['`:badge[x]`', '<p><code>:badge[x]</code></p>'],
    ['    :badge[x]', ':badge[x]'],
    ['<Badge text="x"/> :badge[x]', `<p>&#x3C;Badge text="x"/> ${BADGE}</p>`, { html: 'escape' }],
    ['<div><Badge text="x"/></div>', BADGE, { html: 'sanitize' }],
  ])('in other things: %j', (body, html, options) => {
    expect(htmlOf(body, options)).toContain(html)
  })

  it('changes neither title nor id of a heading', () => {
    const body = '# A :badge[new]\n\n## `b` <Badge type="info" text="beta" />\n\n## C :badge[x] d\n'
    for (const slugs of ['github', 'vuepress'] as const) {
      const { headings, record } = parse(body, { slugs })
      const found = headings.map(({ id, title }) => `${id.replace('--', '-')}: ${title}`)
      expect([record.title, ...found]).toEqual(['A', 'a: A', 'b: b', 'c-d: C d'])
    }
  })

  it('is part of the text of its section, and of the hash that translations are compared by', () => {
    const section = (body: string) => parse(body).sections.at(-1)
    expect(section('# T\n\n## A :badge[new]\n\nb <Badge text="2.1+"/>')?.text).toBe('new\nb 2.1+')
    const hash = section('# T :badge[new]')?.hash
    expect(section('# T :badge[old]')?.hash).not.toBe(hash)
    expect(section('# T :badge[new]{type=tip}')?.hash).toBe(hash)
  })
})

describe('attributes', () => {
  it('that are wrong are reported where they stand and left out', () => {
    expect(found(':badge[x]{typ="tip"}\n\n- > <Badge text="x"\n  >   type="green" :type="a" b/>')).toEqual([
      "3:11 attribute `typ` isn't an attribute of `badge` and is ignored. Did you mean `type`?",
      "6:7 attribute `type` of `badge` can't be `green`. Use one of `info`, `tip`, `warning`, `danger`, `important`, `error`.",
      "6:20 attribute `:type` isn't an attribute of `badge` and is ignored. Did you mean `type`?",
      "6:30 attribute `b` isn't an attribute of `badge` and is ignored. Its attributes: `text`, `type`, `vertical`.",
    ])
    expect(found(':badge{type=tip}')[0]).toContain('3:1 attribute The badge is empty.')
  })
})

describe('names', () => {
  it('of blocks and elements that are not known are reported, with the nearest', () => {
    expect(found('::bagde[x]\n\n<Bagde text="x"/>')).toEqual([
      "3:1 unknown-component `::bagde` isn't a component; it's shown as text.",
      "5:1 unknown-component `<Bagde>` isn't a known element; readers don't see it. Did you mean `<Badge>`?",
    ])
    expect(found('a\nb :bagde[x] and :kdb[y], :unknown[x] 10:30[a] `:bagde[x]`')).toEqual([
      "4:3 unknown-component `:bagde` isn't a component; it's shown as text. Did you mean `:badge`?",
      "4:17 unknown-component `:kdb` isn't a component; it's shown as text. Did you mean `:kbd`?",
    ])
    expect(found('::badge[x]')[0]).toContain('Write `:badge[…]`.')
    expect(found('::before is a pseudo-element.')).toEqual([])
  })
})

describe('elements of other generators', () => {
  const group = (open: string, item: string) =>
    `<${open}>\n<${item} title="YARN">\n\`\`\`bash\nyarn\n\`\`\`\n</${item}>\n\n<${item} title="NPM" active>\n\n\`\`\`bash\nnpm\n\`\`\`\n\n</${item}>\n</${open}>`

  it.each([
    ['code-group', 'code-block'],
    ['CodeGroup', 'CodeGroupItem'],
  ])('%s is a code group', (open, item) => {
    const html = htmlOf(group(open, item))
    expect(html.match(/<label[^>]*>[^<]*/g)?.map(label => label.replace(/.*>/, ''))).toEqual(['YARN', 'NPM'])
    expect(html).toMatch(/id="code-group-1-2" checked/)
    expect(found(group(open, item))).toEqual([])
  })

  it('ClientOnly is its content, OutboundLink nothing', () => {
    expect(htmlOf('<ClientOnly>\n**a**\n</ClientOnly>')).toBe('<p><strong>a</strong></p>')
    expect(htmlOf('a<OutboundLink/> <ClientOnly>b</ClientOnly>')).toBe('<p>a b</p>')
    expect(found('a<OutboundLink/>\n\n<ClientOnly>\n\na\n\n</ClientOnly>')).toEqual([])
  })

  it('left open, and ends of what is not open, are reported', () => {
    expect(found('a</Card>')).toEqual([
      "3:2 unknown-component `<Card>` has no start tag in its block; it's shown as text. Write both tags in the same block, or `<Card />`.",
    ])
    expect(found('</ClientOnly>')).toHaveLength(1)
    expect(found('<CodeGroup>\n\na')).toEqual([
      "3:1 unknown-component `<CodeGroup>` has no end tag in its block; it's shown as text. Write both tags in the same block, or `<CodeGroup />`.",
    ])
  })
})

it('two thousand of them are done', () => {
  const many = (text: string) => text.repeat(2000)
  expect(parse(`# T\n\n${many(':badge[x]\n\n')}`).html.match(/class="badge/g)).toHaveLength(2000)
  expect(parse(`# T\n\n${':badge[ '.repeat(2000)}`).html).not.toContain('class="badge')
}, 60_000)
