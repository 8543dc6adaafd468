import { describe, expect, test } from 'vitest'
import { emptyPage, parseMarkdown, parsePage } from '../../../src/content/parse.ts'
import { processorFor } from '../../../src/content/processor.ts'
import type { Finding } from '../../../src/schema/finding.ts'
import { createOptions, createSource, parse } from './helpers.ts'

describe('sections', () => {
  test('run from heading to heading, with text, code, ancestors and places', () => {
    const { sections } = parse(
      'before `x`\n\n# A\n\none **two** [three](y.md)\nfour\n\n```js\ncode()\n```\n\n## B\n\n- five\n- six :tada:\n\n| a | b |\n| - | - |\n| c | d |\n\n# C',
    )
    expect(sections).toMatchObject([
      { id: '', title: '', depth: 0, ancestors: [], text: 'before x', code: ['x'] },
      { id: 'a', title: 'A', depth: 1, ancestors: [], text: 'one two three\nfour', code: ['code()'] },
      { id: 'b', title: 'B', depth: 2, ancestors: ['A'], text: 'five\nsix 🎉\na b\nc d', code: [] },
      { id: 'c', title: 'C', depth: 1, ancestors: [], text: '', code: [] },
    ])
    expect(sections.map(({ place }) => place.line)).toEqual([1, 3, 12, 21])
  })

  test('titles of containers and descriptions of images are text; raw HTML and comments are not', () => {
    const [section] = parse('::: tip Mind this\na ![pic](b.png) <b>c</b> <!-- d -->\n:::').sections
    expect(section?.text).toBe('Mind this\na pic c')
  })

  test.each([
    ['content/dir/page.md', true, false],
    ['content/other.md', false, false],
    ['content/dir/_part.md', false, true],
    ['parts/part.md', false, true],
  ])('of text from %s: own %j, part of pages only %j', (file, own, part) => {
    const source = { ...createSource('# T'), origins: [{ from: 1, file, line: 1 }] }
    const [section] = parsePage(source, createOptions()).sections
    expect([section?.own, section?.part ?? false]).toEqual([own, part])
  })

  test('hold the text of raw HTML, but not what no reader sees', () => {
    const body = `<div class="box">
<p>One &amp; <b>t</b>wo</p><p>three</p>
</div>

<details>
<summary>Open</summary>

four

</details>

<!-- no --><style>no</style><script>no</script>

<table><tr><td>five</td><td>six</td></tr></table>

<img src="x.png" alt="A picture">`
    const texts = parse(body).sections.map(({ text }) => text)
    expect(texts).toEqual(['One & two three\nOpen\nfour\nfive six\nA picture'])
  })

  test.each([
    ['## A\n\nsee [b](c.md) and *d*\n\n- e', '## A\n\nsee [b](../x/c.md#y)\nand **d**\n\n* e\n', true],
    ['## A\n\ntext', '## A\n\nother', false],
    ['## A\n\ntext', '### A\n\ntext', false],
    ['## A\n\ntext', '## B\n\ntext', false],
    ['## A\n\n```js\na\n```', '## A\n\n```js\nb\n```', false],
  ])('%j and %j have the same hash: %j', (a, b, isSame) => {
    const [first, second] = [a, b].map(body => parse(body).sections.map(({ hash }) => hash))
    if (isSame) expect(second).toEqual(first)
    else expect(second).not.toEqual(first)
  })
})

test.each([
  ['# T\n\n```js\nx\n```\n\nOne *two*\nthree.\n\nfour', 'One two three.'],
  ['word '.repeat(100), `${'word '.repeat(31).trim()}…`],
  ['字'.repeat(300), `${'字'.repeat(159)}…`],
  ['# T', ''],
  ['One<br>two<br />\nthree', 'One two three'],
])('the excerpt of %.40j is its first paragraph, at most 160 characters in whole words', (body, excerpt) => {
  expect(parse(body).excerpt).toBe(excerpt)
})

test.each([
  ['2024-02-03T04:05:06Z', '/2024-2-3-05-06/'],
  ['2024-02-03  04:05:06', '/2024-2-3-05-06/'],
  ['2024-02', '/2024-2-1-00-00/'],
])('a permalink can contain parts of the date %s', (date, address) => {
  const text = `date: ${date}\npermalink: /:year-:i_month-:i_day-:minutes-:seconds\n`
  const source = { ...createSource('# A'), frontmatter: { text, line: 2 } }
  expect(parsePage(source, createOptions()).record.path).toBe(address)
})

const error: Finding = { rule: 'markdown/include-missing', severity: 'error', message: 'x' }
const frontmatter = { text: 'permalink: /p/\n', line: 2 }

test('a file with an error is a page without its body, and says what its frontmatter does', () => {
  const source = { ...createSource('# Title\n\n[x](javascript:y)\n'), frontmatter, findings: [error] }
  expect(parsePage(source, createOptions())).toMatchObject({
    incomplete: true,
    record: { title: 'Title', path: '/p/', regularPath: '/dir/page.html' },
    headings: [],
    findings: [],
  })
})

test('a snippet that is not there leaves the page with its body', () => {
  const source = { ...createSource('# Title\n'), findings: [{ ...error, rule: 'markdown/snippet-missing' }] }
  expect(parsePage(source, createOptions()).headings).toHaveLength(1)
})

test('so does a page that is too complex, and one that took too long', () => {
  expect(parse('> '.repeat(101) + 'a'.padEnd(1200, '\na'))).toMatchObject({ incomplete: true, headings: [] })
  const lost = emptyPage({ ...createSource('# Title\n'), frontmatter }, createOptions(), [error])
  expect(lost).toMatchObject({ incomplete: true, record: { path: '/dir/page.html' }, findings: [error] })
  expect(parse('# Title\n').incomplete).toBeUndefined()
})

test.each([
  ['headings', ['# A\n\na\n\n', '\n\n## B\n\n- b\n\n  c\n\n', '## C\n']],
  ['no heading at the start of a part', ['- a\n\n', '  b\n\n', '## C\n']],
  ['definitions', ['# A [b]\n\n', '## B\n\n[b]: /b\n']],
  ['footnotes', ['# A[^b]\n\n', '## B\n\n[^b]: note\n']],
  ['code that goes on', ['```\n\n', '# B\n\n', '# C\n```\n']],
  ['code that ends', ['```\n# A\n```\n\n', '# B\n']],
  ['a comment that goes on', ['<!-- a\n\n', '# B\n\n', '-->\n\n# C\n']],
  ['a container that goes on', ['::: tip\na\n\n', '# B\n\n', ':::\n\n# C\n']],
  ['a component that goes on', ['::: steps\na\n\n', '# B\n\n', ':::\n\n# C\n']],
  ['a component that ends', ['::: steps\na\n:::\n\n', '# B\n']],
  ['a no-break space at the start', ['\u00a0\n\n', '# B\n']],
  ['a container that ends', ['::: tip\na\n:::\n\n', '# B\n']],
  ['indented code at the start', ['    a\n\n', '# B\n\n    b\n']],
  ['a list that goes on', ['- ```\n\n', '# B\n\n', '    c\n']],
])('parts that are parsed by themselves make the tree of the whole: %s', (_, parts) => {
  const shared = processorFor(createOptions())
  const origins = parts.map((_part, index) => {
    return { from: parts.slice(0, index).join('').split('\n').length, file: `content/${index}.md`, line: 1 }
  })
  const page = { ...createSource(parts.join('')), origins }
  const whole = shared.processor.parse(page.body)
  for (let again = 0; again < 2; again += 1) {
    const { children } = parseMarkdown(page, shared.processor)
    expect(withoutOffsets(children)).toEqual(withoutOffsets(whole.children))
  }
})

function withoutOffsets(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'offset' ? undefined : each)))
}
