import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../src/content/parse.ts'
import { createOutline } from '../../../src/content/headings.ts'
import { createOptions, createSource, htmlOf, parse, rulesOf } from './helpers.ts'

const levels = (depths: number[]) => {
  const outline = createOutline()
  return depths.map(outline)
}

describe('the outline', () => {
  test.each([
    ['1232', '1232'],
    ['23342', '12232'],
    ['246', '123'],
    ['3212', '1223'],
    ['112', '123'],
    ['123456', '123456'],
    ['222', '122'],
    ['', ''],
  ])('source levels %j are rendered as %j', (source, rendered) => {
    expect(levels(Array.from(source, Number)).join('')).toBe(rendered)
  })

  test('any page has one h1 and skips no level', () => {
    for (let seed = 1; seed < 3000; seed += 1) {
      const depths = Array.from(
        { length: 7 },
        (_, index) => ((Math.floor(seed / 6 ** (index % 5)) + index * seed) % 6) + 1,
      )
      const rendered = levels(depths)
      expect(rendered.filter(level => level === 1)).toHaveLength(1)
      rendered.forEach((level, index) => {
        const before = rendered[index - 1] ?? 0
        expect(level - before).toBeLessThanOrEqual(1)
      })
    }
  })
})

describe('headings', () => {
  test('the page is lifted while the record keeps the levels and ids of the source', () => {
    const page = parse('## A\n\n### B\n\n#### C\n\n## D')
    expect([...page.html.matchAll(/<(h\d) id="([^"]*)"/g)].map(match => `${match[1]} ${match[2]}`)).toEqual([
      'h1 a',
      'h2 b',
      'h3 c',
      'h2 d',
    ])
    expect(page.record.headers).toEqual([
      { level: 2, title: 'A', slug: 'a' },
      { level: 3, title: 'B', slug: 'b' },
      { level: 2, title: 'D', slug: 'd' },
    ])
    expect(page.headings.map(({ depth, place }) => [depth, place.line])).toEqual([
      [2, 1],
      [3, 3],
      [4, 5],
      [2, 7],
    ])
  })

  test('raw HTML headings take part in the levels but not in the record', () => {
    const page = parse('<h1>Raw</h1>\n\n## A\n\n<h4>B</h4>')
    expect([...page.html.matchAll(/<(h\d)/g)].map(match => match[1])).toEqual(['h1', 'h2', 'h3'])
    expect(page.record.headers).toEqual([{ level: 2, title: 'A', slug: 'a' }])
  })

  test.each([
    ['', 'page'],
    ['text', 'page'],
    ['   \n\n', 'page'],
  ])('a page without heading (%j) gets one from its name, and no title', (body, name) => {
    const page = parse(body)
    expect(page.html).toMatch(new RegExp(`^<h1>${name}</h1>`))
    expect(page.record.title).toBe('')
    expect(page.record).not.toHaveProperty('headers')
    expect(page.findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['markdown/no-title', 'warning'],
    ])
  })

  test.each<[body: string, ids: string[], slugs?: 'vuepress' | 'vitepress']>([
    [
      '# Hello World!\n\n## Hello World\n\n## snake_case `code()`',
      ['hello-world', 'hello-world-1', 'snake_case-code'],
    ],
    ['# A {#b}\n\n## C d {#x-1}\n\n## 你好 {#你}', ['b', 'x-1', '你']],
    ['# a\u200bb\u202ec', ['abc']],
    [
      '# constructor\n\n## \\_\\_proto\\_\\_\n\n## location\n\n## constructor',
      ['constructor', '__proto__', 'location', 'constructor-1'],
    ],
    ['# constructor\n\n## constructor', ['constructor', 'constructor-2'], 'vuepress'],
    ['## A <Badge/>\n\n## A\n\n## A <i></i>', ['a', 'a-1', 'a-2']],
    ['# A\n\n## A <Badge/>\n\n## A', ['a', 'a-1', 'a-2']],
    // Those of VitePress count from 1, may be given, and hold the text of elements and images.
    [
      '# A\n\n## A\n\n## A\n\n## B {#Own}\n\n## C :tada: <Badge>new</Badge> <b>x</b>\n',
      ['a', 'a-1', 'a-2', 'Own', 'c-new-x'],
      'vitepress',
    ],
    ['# Logo ![of us](/a.png) `code`\n', ['logo-of-us-code'], 'vitepress'],
  ])('ids of %j', (body, ids, slugs) => {
    expect(parse(body, { slugs: slugs ?? 'github' }).headings.map(({ id }) => id)).toEqual(ids)
  })

  test('an explicit id is no part of text and title, and giving it twice is reported', () => {
    const page = parse('# A `b` {#c}\n\n## D {#c}')
    expect(page.record.title).toBe('A b')
    expect(page.headings.map(({ title }) => title)).toEqual(['A b', 'D'])
    expect(page.html).not.toContain('{#')
    expect(rulesOf(page)).toEqual(['markdown/duplicate-id'])
  })

  test.each(['github', 'vuepress'] as const)('%s: what has no text is no part of id and title', slugs => {
    const headings = (body: string) => parse(body, { slugs }).headings.map(({ title, id }) => [title, id])
    const badge = '<Badge type="tip" text="x"/>'
    expect(headings(`## useData ${badge}`)).toEqual([['useData', 'usedata']])
    expect(headings(`## ${badge} a ${badge} <i></i>`)).toEqual([['a', 'a']])
    expect(headings(`## \`a\`${badge}\n\n## ${badge}\`b\` c`)).toEqual([
      ['a', 'a'],
      ['b c', 'b-c'],
    ])
  })

  test('the permalink leads to the id', () => {
    expect(parse('# Ёлка & co').html).toMatch(
      /<h1 id="ёлка--co">Ёлка &#x26; co <a class="header-anchor" href="#ёлка--co"/,
    )
  })

  test('headings in quotes, lists and containers are listed', () => {
    const page = parse('# T\n\n> ## Q\n\n- ### L\n\n::: tip\n## C\n:::')
    expect(page.record.headers?.map(({ title }) => title)).toEqual(['Q', 'L', 'C'])
  })

  test(
    '2,000 headings are rendered, with unique ids and a list of limited length',
    { timeout: 60_000 },
    () => {
      const body = '# T\n\n[[toc]]\n\n' + '## Same\n\ntext\n\n'.repeat(2000)
      const page = parse(body, { slugs: 'vuepress' })
      expect(new Set(page.headings.map(({ id }) => id)).size).toBe(2001)
      expect(page.html.match(/<li>/g)).toHaveLength(500)
    },
  )
})

describe('titles', () => {
  const title = (body: string, frontmatter?: string) =>
    parsePage(
      {
        ...createSource(body),
        frontmatter: frontmatter === undefined ? undefined : { text: frontmatter, line: 2 },
      },
      createOptions({ slugs: 'vuepress' }),
    ).record.title

  test.each([
    ['### X', 'X'],
    ['# Closed ##', 'Closed'],
    ['Setext\n===', 'Setext'],
    ['<!-- c -->\n# A', ''],
    ['text\n\n# A', ''],
    ['# A [b](c) `d` **e** _f_ \\*', 'A b d e f *'],
    ['# snake_case_name', 'snake_case_name'],
    ['# A <b>bold</b> B', 'A bold B'],
    ['# `<b>` &lt; &amp;', '<b> < &'],
    ['# :tada: :nope:', '🎉 :nope:'],
  ])('%j is titled %j', (body, expected) => {
    expect(title(body)).toBe(expected)
  })

  test('frontmatter comes first, then home', () => {
    expect(title('# A', 'title: B')).toBe('B')
    expect(title('# A', 'home: true')).toBe('Home')
    expect(title('# A', 'title: ""')).toBe('A')
  })

  test('included text gives no title', () => {
    const source = { ...createSource('# A'), origins: [{ from: 1, file: 'content/other.md', line: 1 }] }
    expect(parsePage(source, createOptions()).record.title).toBe('')
  })
})

describe('a home page whose layout shows a name', () => {
  const home = (body: string, frontmatter: string) => {
    const source = { ...createSource(body), frontmatter: { text: frontmatter, line: 2 } }
    const { html } = parsePage(source, createOptions())
    return Array.from(html.matchAll(/<(h\d)/g), ([, name]) => name)
  }

  test('keeps the levels of its sections below it, those in raw HTML, too', () => {
    expect(home('<div class="features"><h2>Light</h2></div>\n\n## Begin', 'home: true')).toEqual([
      'h1',
      'h2',
      'h2',
    ])
    expect(home('# Own\n\n## Begin', 'home: true')).toEqual(['h1', 'h2'])
  })

  test('is as any other page without that name, or with another layout', () => {
    expect(home('## Begin', 'home: true\nheroText: null')).toEqual(['h1'])
    expect(home('## Begin', 'home: true\nlayout: Wide')).toEqual(['h1'])
  })
})

describe('the list of headings', () => {
  test('has the real ids of duplicates, links and code', () => {
    expect(htmlOf('[[TOC]]\n\n# T\n\n## A\n\n### [L](x.md)\n\n## A\n\n#### no')).toContain(
      '<div class="table-of-contents"><ul><li><a href="#a">A</a><ul><li><a href="#l">L</a></li></ul></li>' +
        '<li><a href="#a-1">A</a></li></ul></div>',
    )
  })

  test('only at the start of a paragraph', () => {
    expect(htmlOf('text [[toc]]')).toContain('<p>text [[toc]]</p>')
    expect(htmlOf('`[[toc]]`')).toContain('<code>[[toc]]</code>')
  })
})

describe('ids as VitePress makes them', () => {
  const options = createOptions({ slugs: 'vitepress' })

  test('links to them may be written as the heading is', () => {
    const { links } = parse(
      '# A\n\n[a](#1. Ö) [b](./b.md#same) ![c](./c.svg#Icon)\n'.replace('1. Ö', '1.%20Ö'),
      options,
    )
    expect(links.map(({ slugHash }) => slugHash)).toEqual(['#_1-o', undefined, undefined])
  })
})

describe('a page of VitePress', () => {
  const body = 'See [all](/).\n\n```md\n# No title\n```\n\n# The title %{#top}%\n\n## Part {#own}\n'
  const page = parsePage(createSource(body), createOptions({ slugs: 'vitepress' }))

  test('has the first heading of the highest level as its title, wherever it is', () => {
    expect(page.record.title).toBe('The title')
    expect(rulesOf(page)).toEqual([])
    const other = parsePage(createSource(body), createOptions({ slugs: 'github' }))
    expect(other.record.title).toBe('')
  })

  test('has ids in both of its forms', () => {
    expect(page.headings.map(heading => [heading.id, heading.title])).toEqual([
      ['top', 'The title'],
      ['own', 'Part'],
    ])
  })
})
