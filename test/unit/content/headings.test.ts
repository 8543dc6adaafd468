import { diacriticsMap } from 'diacritics'
import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../src/content/parse.ts'
import { createOutline, slugify } from '../../../src/content/headings.ts'
import { escapeHtml } from '../../../src/shared/escape.ts'
import { createOptions, createSource, htmlOf, parse, rulesOf } from './helpers.ts'

const levelsIn = (html: string) => Array.from(html.matchAll(/<(h\d)/g), ([, name]) => name)

test.each([
  ['1232', '1232'],
  ['23342', '12232'],
  ['246', '123'],
  ['3212', '1223'],
  ['112', '123'],
  ['123456', '123456'],
  ['222', '122'],
])('source levels %j are rendered as %j', (source, rendered) => {
  expect(Array.from(source, Number).map(createOutline()).join('')).toBe(rendered)
})

describe('headings', () => {
  test('the page is lifted while the record keeps the levels and ids of the source', () => {
    const page = parse('## A\n\n### B\n\n#### C\n\n## D')
    const rendered = page.html.matchAll(/<(h\d) id="([^"]*)"/g)
    expect(Array.from(rendered, ([, name, id]) => `${name} ${id}`)).toEqual(['h1 a', 'h2 b', 'h3 c', 'h2 d'])
    expect(page.record.headers).toEqual([
      { level: 2, title: 'A', slug: 'a' },
      { level: 3, title: 'B', slug: 'b' },
      { level: 2, title: 'D', slug: 'd' },
    ])
    expect(page.headings.map(({ depth, place }) => `${depth} ${place.line}`).join()).toBe('2 1,3 3,4 5,2 7')
  })

  test('raw HTML headings take part in the levels but not in the record', () => {
    const page = parse('<h1>Raw</h1>\n\n## A\n\n<h4>B</h4>')
    expect(levelsIn(page.html)).toEqual(['h1', 'h2', 'h3'])
    expect(page.record.headers).toEqual([{ level: 2, title: 'A', slug: 'a' }])
  })

  test.each(['', 'text', '   \n\n'])('a page without heading (%j) gets one from its name', body => {
    const page = parse(body)
    expect(page.html).toMatch(/^<h1>page<\/h1>/)
    expect(page.record).toMatchObject({ title: '' })
    expect(page.record).not.toHaveProperty('headers')
    expect(page.findings).toMatchObject([{ rule: 'markdown/no-title', severity: 'warning' }])
  })

  test.each<[body: string, ids: string[], slugs?: 'vuepress' | 'vitepress']>([
    ['# Hello World!\n\n## Hello World\n\n## a_b `c()`', ['hello-world', 'hello-world-1', 'a_b-c']],
    ['# A {#b}\n\n## C d {#x-1}\n\n## 你好 {#你}', ['b', 'x-1', '你']],
    ['# A {#b .c}\n\n## B { .c #d }\n\n## C {.e}\n\n## D {x}', ['b', 'd', 'c', 'd-x']],
    ['# a\u200bb\u202ec', ['abc']],
    [
      '# constructor\n\n## \\_\\_proto\\_\\_\n\n## constructor',
      ['constructor', '__proto__', 'constructor-1'],
    ],
    ['# constructor\n\n## constructor', ['constructor', 'constructor-2'], 'vuepress'],
    ['## A <Badge/>\n\n## A\n\n## A <i></i>', ['a', 'a-1', 'a-2']],
    ['# A\n\n## A <Badge/>\n\n## A', ['a', 'a-1', 'a-2']],
    // Those of VitePress count from 1, may be given, and hold the text of elements and images.
    ['# A\n\n## A\n\n## A\n\n## B {#Own}', ['a', 'a-1', 'a-2', 'Own'], 'vitepress'],
    ['## C :tada: <Badge>new</Badge> <b>x</b>\n', ['c-new-x'], 'vitepress'],
    ['# Logo ![of us](/a.png) `code`\n', ['logo-of-us-code'], 'vitepress'],
    // What is said of links, notes and badges is no part of them.
    ['# See [Forum](https://e.org)\n\n## **[Forum](/e) :badge[new]** x', ['see-forum', 'forum--x']],
    ['# Bare https://example.org/x, me@example.org', ['bare-httpsexampleorgx-meexampleorg']],
    ['# Foot[^1]\n\n## Note [^1]\n\n## [Link][r]\n\n[r]: /e\n\n[^1]: N.', ['foot', 'note', 'link']],
    ['# **注意：**必ず\n\n## std::notes::create()', ['注意必ず', 'stdnotescreate']],
    // These did not know of emphasis beside such punctuation, and found short codes within words.
    [
      '# **注意：**必ず\n\n## **「a」**と*「b」*\n\n## **注意**：*b*c',
      ['注意：-必ず', '「a」と「b」', '注意：bc'],
      'vuepress',
    ],
    ['## std::notes::create()', ['std-create'], 'vuepress'],
    ['# これは**"重要"**と\n\n## **a** 「b」', ['これは-重要-と', 'a-「b」'], 'vitepress'],
  ])('ids of %j', (body, ids, slugs) => {
    expect(parse(body, { slugs: slugs ?? 'github' }).headings.map(({ id }) => id)).toEqual(ids)
  })

  test('an explicit id is no part of text and title, and giving it twice is reported', () => {
    const page = parse('# A `b` {#c .e .f}\n\n## D {#c}')
    expect(page.record.title).toBe('A b')
    expect(page.headings.map(({ title }) => title)).toEqual(['A b', 'D'])
    expect(page.html).toContain('<h1 id="c" class="e f">A <code>b</code> <a')
    expect(page.html).not.toContain('{#')
    expect(rulesOf(page)).toEqual(['markdown/duplicate-id'])
  })

  test.each(['github', 'vuepress'] as const)('%s: what has no text is no part of id and title', slugs => {
    const badge = '<Badge type="tip" text="x"/>'
    const body = `## useData ${badge}\n\n## ${badge} a ${badge} <i></i>\n\n## \`b\`${badge}\n\n## ${badge}\`c\` d`
    const found = parse(body, { slugs }).headings.map(({ title, id }) => `${title}: ${id}`)
    expect(found).toEqual(['useData: usedata', 'a: a', 'b: b', 'c d: c-d'])
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

  test('2,000 headings have unique ids and a list of limited length', { timeout: 60_000 }, () => {
    const page = parse('# T\n\n[[toc]]\n\n' + '## Same\n\ntext\n\n'.repeat(2000), { slugs: 'vuepress' })
    expect(new Set(page.headings.map(({ id }) => id)).size).toBe(2001)
    expect(page.html.match(/<li>/g)).toHaveLength(500)
  })
})

describe('titles', () => {
  test.each<[body: string, title: string, frontmatter?: string]>([
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
    ['# A', 'B', 'title: B'],
    ['# A', 'Home', 'home: true'],
    ['# A', 'A', 'title: ""'],
  ])('%j is titled %j', (body, title, text = '') => {
    const source = { ...createSource(body), frontmatter: { text, line: 2 } }
    expect(parsePage(source, createOptions({ slugs: 'vuepress' })).record.title).toBe(title)
  })

  test.each([
    ['H<sub>2</sub>O', 'H2O'],
    ['Press <kbd>Ctrl</kbd>+<kbd>C</kbd>', 'Press Ctrl+C'],
    ['Q&amp;A <b>&lt; C</b> &copy;', 'Q&A < C ©'],
    ['~~old~~ *new* __dirname__', 'old new dirname'],
    ['2 * 3 * 4, a_b and `x` \\*', '2 * 3 * 4, a_b and x *'],
    ['Note[^1], [ref link][r], [r] and [no]', 'Note, ref link, r and [no]'],
    ['See [Forum](https://forum.example.org)', 'See Forum'],
    ['![Logo](/a.png) and <img src="/a.png" alt="seal">', 'Logo and seal'],
    ['One<br>two<br/>three', 'One two three'],
    ['<svg><title>Gear</title><path/></svg> Set<wbr>up <!-- later -->', 'Setup'],
    ['<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字', '漢字'],
    ['`<b>` and Array<string>', '<b> and Array<string>'],
    [':kbd[Ctrl+K] **:tada: new** :badge[x] <Badge text="y"/>', 'Ctrl+K 🎉 new'],
    ['**注意：**必ず', '注意：必ず'],
  ])('the title of `# %s` is what readers see of it', (heading, title) => {
    const page = parse(`# T\n\n[[toc]]\n\n## ${heading}\n\n[r]: https://example.org\n\n[^1]: N.`)
    expect(page.record.headers?.map(header => header.title)).toEqual([title])
    expect(page.sections[1]?.title).toBe(title)
    expect(page.html).toContain(`>${escapeHtml(title)}</a></li>`)
  })

  test('tags that are shown as text are part of a title', () => {
    expect(parse('# H<sub>2</sub>O', { html: 'escape' }).record.title).toBe('H<sub>2</sub>O')
  })

  test('a title may come after comments and scripts', () => {
    const body = `<!-- a -->\n<!-- b\nc -->\n\n<script setup>\nlet a\n</script>\n\n# A`
    expect([parse(body).record.title, parse(body, { slugs: 'vuepress' }).record.title]).toEqual(['A', ''])
    const many = '<script></script><!-- -->'.repeat(2000)
    expect(parse(`${many}x\n\n# A`).record.title).toBe('')
  })

  test('included text gives no title', () => {
    const source = { ...createSource('# A'), origins: [{ from: 1, file: 'content/other.md', line: 1 }] }
    expect(parsePage(source, createOptions()).record.title).toBe('')
  })
})

test.each([
  ['<div class="features"><h2>Light</h2></div>\n\n## Begin', 'home: true', ['h1', 'h2', 'h2']],
  ['# Own\n\n## Begin', 'home: true', ['h1', 'h2']],
  ['## Begin', 'home: true\nheroText: null', ['h1']],
  ['## Begin', 'home: true\nlayout: Wide', ['h1']],
])('a home page has its sections below the name that its layout shows: %j, %j', (body, text, names) => {
  const { html } = parsePage({ ...createSource(body), frontmatter: { text, line: 2 } }, createOptions())
  expect(levelsIn(html)).toEqual(names)
})

test('the list of headings has the real ids of duplicates, links and code', () => {
  expect(htmlOf('[[TOC]]\n\n# T\n\n## A\n\n### [L](x.md)\n\n## A\n\n#### no')).toContain(
    '<div class="table-of-contents"><ul><li><a href="#a">A</a><ul><li><a href="#l">L</a></li></ul></li>' +
      '<li><a href="#a-1">A</a></li></ul></div>',
  )
  expect(htmlOf('text [[toc]]')).toContain('<p>text [[toc]]</p>')
  expect(htmlOf('`[[toc]]`')).toContain('<code>[[toc]]</code>')
})

test('a page of VitePress has its first heading of level 1 as its title, and ids in both forms', () => {
  const body = 'See [all](/).\n\n```md\n# No title\n```\n\n# The title %{#top}%\n\n## Part {#own}\n'
  const page = parse(body, { slugs: 'vitepress' })
  expect(page.record.title).toBe('The title')
  expect(rulesOf(page)).toEqual([])
  expect(page.headings.map(({ id, title }) => `${id}: ${title}`)).toEqual(['top: The title', 'own: Part'])
  expect(parse(body, { slugs: 'github' }).record.title).toBe('')
  const { links } = parse('# A\n\n[a](#1.%20Ö) [b](./b.md#same) ![c](./c.svg#Icon)\n', { slugs: 'vitepress' })
  expect(links.map(({ slugHash }) => slugHash)).toEqual(['#_1-o', undefined, undefined])
})

describe('slugify', () => {
  test('base letters are those of diacritics 1.3.0, 847 of them', () => {
    expect(Object.keys(diacriticsMap)).toHaveLength(847)
    for (const [character, base] of Object.entries(diacriticsMap))
      expect(slugify(`x${character}x`, 'vuepress')).toBe(`x${base === ' ' ? '-' : base.toLowerCase()}x`)
  })

  test.each([
    ['Éléments à côté œuvre ß', 'elements-a-cote-oeuvre-ss'],
    ['Селекторы л Л', 'сеnекторы-n-л'],
    ['你好，世界！ 测试？', '你好，世界！-测试？'],
    ['グローバル', 'グローバル'],
    ['2 steps', '_2-steps'],
    ['--a -- b--', 'a-b'],
    ['snake_case_name', 'snake-case-name'],
    ['“quotes” – dash — …', 'quotes-dash-…'],
    ['a\u0007b', 'ab'],
    ['no\u00a0break', 'no-break'],
    ['！！！', '！！！'],
    ['???', ''],
  ])('%s becomes %s', (text, slug) => {
    expect(slugify(text, 'vuepress')).toBe(slug)
  })

  test.each([
    ['Éléments à côté œuvre ß', 'elements-a-cote-œuvre-ß'],
    ['Свойства', 'своиства'],
    ['你好，世界！', '你好-世界'],
    ['ガード', 'ガード'.normalize('NFKD')],
    ['시작하기', '시작하기'.normalize('NFKD')],
    ['½ – ² …', '_1⁄2-2'],
  ])('%s becomes %s since 1.5.4', (text, slug) => {
    expect(slugify(text, 'vuepress-nfkd')).toBe(slug)
  })

  test('VitePress leaves dashes alone', () => {
    expect(slugify('Éa – b — 2', 'vitepress')).toBe('ea-–-b-—-2')
    expect(slugify('2 steps & more', 'vitepress')).toBe('_2-steps-more')
  })
})
