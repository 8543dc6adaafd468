import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../src/content/parse.ts'
import type { ParseOptions } from '../../../src/schema/page.ts'
import { createOptions, createSource, findingsOf, htmlOf, parse } from './helpers.ts'

/** The findings about elements, as `line:column rule severity message hint`. */
function found(body: string, options: Partial<ParseOptions> = {}): string[] {
  return findingsOf(parse(body, options)).map(
    ({ place, rule, severity, message, hint }) =>
      `${place?.line}:${place?.column} ${rule.replace('markdown/', '')} ${severity} ${message} ${hint}`,
  )
}

/** What is reported, as `line:column name`. */
const names = (body: string, options: Partial<ParseOptions> = {}) =>
  found(body, options).map(line => line.replace(/^(\S+) \S+ \S+ `<?(.*?)>?`.*/, '$1 $2'))

describe('unknown elements', () => {
  test('are reported where they stand, once for a name, with what to write instead', () => {
    const body = '# T\n\na <Badgy text="v1.2"/> b <Badgy text="2"/>\n\n- x\n  > <RouterLink>\n  > a\n'
    expect(found(body)).toEqual([
      "3:3 unknown-component warning `<Badgy>` isn't a known element; readers don't see it. Did you mean `<Badge>`?",
      "6:5 unknown-component warning `<RouterLink>` isn't a known element; readers only see its content. Write a Markdown link: `[text](./page.md)`.",
    ])
  })

  test('in a block of HTML have their own line and column, and the nearest known name', () => {
    expect(found('<div>\n  <b>x</b> <sumary>a</sumary>\n</div>')).toEqual([
      "2:12 unknown-component warning `<sumary>` isn't a known element; readers only see its content. Did you mean `<summary>`?",
    ])
  })

  test.each([
    '<CLIENT x="1">a</CLIENT>',
    '<Layout/>',
    '<Layout>\n\na **b**\n\n</Layout>',
    'a <Tab name="x">b</Tab> c',
  ])('%j is one finding', body => expect(names(body)).toHaveLength(1))

  test('that a script could define are information, or none where the site names them', () => {
    const body = 'a <my-chart data="1"></my-chart>\n\n<x-note>\n\nb\n\n</x-note>'
    expect(found(body)[0]).toBe(
      '1:3 unknown-component info `<my-chart>` is a custom element that needs a script; without one, readers only see its content. Add it to `markdown.elements` if the site has such a script.',
    )
    expect(names(body, { elements: ['my-chart'] })).toEqual(['3:1 x-note'])
    expect(htmlOf(body, { elements: ['my-chart', 'x-note'] })).toBe(htmlOf(body))
  })

  test.each([
    '<svg viewBox="0 0 1 1"><linearGradient id="a"/><path d=""/></svg> <math><mi>x</mi></math>',
    '<DIV>\n<center>a</center>\n<!-- <Foo> -->\n</DIV>\n\n`<Foo>` \\<Foo>\n\n    <Foo>',
    '<div>\n\n<p>a</p>\n\n<ul><li>b</ul>\n\n</div>\n\na<br></br>',
  ])('are not those of HTML, SVG and MathML, in comments and code: %j', body => {
    expect(found(body)).toEqual([])
    expect(found('a <Badge/> Array<T> </div>', { html: 'escape' })).toEqual([])
  })

  test('of included text are reported in the file that they stand in, and again in the page itself', () => {
    const origins = [
      { from: 1, file: 'content/dir/page.md', line: 1 },
      { from: 3, file: 'parts/note.md', line: 8 },
      { from: 4, file: 'content/dir/page.md', line: 4 },
    ]
    const page = parsePage({ ...createSource('# T\n\n- <Foo/> a\n\n<Foo/>'), origins }, createOptions())
    expect(page.findings.map(({ place }) => place)).toEqual([
      { file: 'parts/note.md', line: 8, column: 3 },
      { file: 'content/dir/page.md', line: 5, column: 1 },
    ])
  })
})

describe('types and placeholders that Markdown takes for tags', () => {
  test.each([
    ['Array<string> of', 'Array&#x3C;string> of'],
    ['`Ref`<T> and Promise<object>', '<code>Ref</code>&#x3C;T> and Promise&#x3C;object>'],
    ['f<T extends Foo>(a) *b*', 'f&#x3C;T extends Foo>(a) <em>b</em>'],
    ['cp <source> <path>, <your-name>', 'cp &#x3C;source> &#x3C;path>, &#x3C;your-name>'],
    ['[a <T>](https://a.test) **<T>** </T>', '&#x3C;/T>'],
  ])('%j stay what was written', (body, expected) => {
    expect(htmlOf(body)).toContain(expected)
    expect(found(body).length).toBeGreaterThan(0)
    expect(htmlOf(body, { html: 'sanitize' })).toContain(expected)
  })

  test('say how to write them', () => {
    const hint = "it's shown as text. Write it as inline code, or escape it:"
    expect(found('a Map<T>, <T> and <path>')).toEqual([
      `1:6 unknown-component warning \`<T>\` isn't an element; ${hint} \`\\<T>\`.`,
      `1:19 unknown-component warning \`<path>\` isn't an element; ${hint} \`\\<path>\`.`,
    ])
  })

  test('are in headings, titles and search, and not in the ids of VuePress', () => {
    for (const slugs of ['github', 'vuepress'] as const) {
      const page = parse('# Array<string> here\n\nOf Set<T>.\n\n## Map<K>', { slugs })
      expect(page.record.title).toBe('Array<string> here')
      expect(page.headings.map(({ title }) => title)).toEqual(['Array<string> here', 'Map<K>'])
      expect(page.headings[0]?.id).toBe(slugs === 'github' ? 'arraystring-here' : 'array-here')
      expect(page.sections[0]?.text).toBe('Of Set<T>.')
    }
  })

  test.each(['- <token>\n- b', '> <your-token>', '<placeholder>'])('%j is text in a block of its own', body =>
    expect([htmlOf(body).includes('&#x3C;'), names(body).length]).toEqual([true, 1]),
  )

  test('stay elements if something closes them', () => {
    expect(htmlOf('<Note>\n\na\n\n</Note>')).toMatch(/<note>\n<p>a<\/p>\n<\/note>/)
    expect(found('<Note>\n\na\n\n</Note>')[0]).not.toContain('Did you mean')
    expect(found('<router-link to="/x/">a</router-link>')[0]).toContain('Write a Markdown link')
  })

  test.each(['a<b>c</b>', 'x<br>y', '<img src="x.png">', 'a <i>b', 'a<b class="x">c', '*<kbd>x</kbd>*'])(
    '%j stays HTML',
    body => expect(htmlOf(body)).not.toContain('&#x3C;'),
  )
})

describe('end tags that end nothing', () => {
  test('are reported and take nothing apart', () => {
    const body = '::: tip\na\n\n</div>\n\nb\n:::\n\nc </p> d'
    expect(found(body)).toEqual([
      '4:1 stray-end-tag warning `</div>` has no start tag and is removed. Remove it, or add the missing start tag.',
      '9:3 stray-end-tag warning `</p>` has no start tag and is removed. Remove it, or add the missing start tag.',
    ])
    expect(htmlOf(body)).toMatch(/<p>a<\/p>\s*<p>b<\/p>\n<\/div>\n<p>c {2}d<\/p>$/)
  })

  test.each(['</div>', '<Foo> ', '<Foo>a</Foo>', '<foo>\n\n', '</foo>\n\n', 'a<T> `b`'])(
    '%j over and over takes linear time',
    part => expect(parse(part.repeat(20_000 / part.length)).findings).not.toEqual([]),
  )
})
