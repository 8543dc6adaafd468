import { describe, expect, test } from 'vitest'
import { emptyPage, parsePage } from '../../../src/content/parse.ts'
import type { Finding } from '../../../src/schema/finding.ts'
import { createOptions, createSource, parse } from './helpers.ts'

describe('sections', () => {
  test('run from heading to heading, with text, code, ancestors and places', () => {
    const { sections } = parse(
      'before `x`\n\n# A\n\none **two** [three](y.md)\nfour\n\n```js\ncode()\n```\n\n## B\n\n- five\n- six :tada:\n\n| a | b |\n| - | - |\n| c | d |\n\n# C',
    )
    const rows = sections.map(({ id, title, depth, ancestors, text, code, own, place }) => [
      id,
      title,
      depth,
      ancestors,
      text,
      code,
      own,
      place.line,
    ])
    expect(rows).toEqual([
      ['', '', 0, [], 'before x', ['x'], true, 1],
      ['a', 'A', 1, [], 'one two three\nfour', ['code()'], true, 3],
      ['b', 'B', 2, ['A'], 'five\nsix 🎉\na b\nc d', [], true, 12],
      ['c', 'C', 1, [], '', [], true, 21],
    ])
  })

  test('titles of containers and descriptions of images are text; raw HTML and comments are not', () => {
    const [section] = parse('::: tip Mind this\na ![pic](b.png) <b>c</b> <!-- d -->\n:::').sections
    expect(section?.text).toBe('Mind this\na pic c')
  })

  test('of included text know whether it has a page of its own, where search finds it', () => {
    const from = (file: string) => {
      const source = { ...createSource('# T'), origins: [{ from: 1, file, line: 1 }] }
      return parsePage(source, createOptions()).sections.map(({ own, part = false }) => ({ own, part }))
    }
    expect(from('content/dir/page.md')).toEqual([{ own: true, part: false }])
    expect(from('content/other.md')).toEqual([{ own: false, part: false }])
    expect(from('content/dir/_part.md')).toEqual([{ own: false, part: true }])
    expect(from('parts/part.md')).toEqual([{ own: false, part: true }])
  })

  test('hold the text of raw HTML, but not what no reader sees', () => {
    const body = [
      '<div class="box">\n<p>One &amp; <b>t</b>wo</p><p>three</p>\n</div>',
      '<details>\n<summary>Open</summary>\n\nfour\n\n</details>',
      '<!-- no --><style>no</style><script>no</script>',
      '<table><tr><td>five</td><td>six</td></tr></table>',
      '<img src="x.png" alt="A picture">',
    ]
    expect(parse(body.join('\n\n')).sections.map(({ text }) => text)).toEqual([
      'One & two three\nOpen\nfour\nfive six\nA picture',
    ])
  })

  const hash = (body: string) => parse(body).sections.map(section => section.hash)

  test('an edit of link targets, marks or line breaks does not change the hash', () => {
    expect(hash('## A\n\nsee [b](c.md) and *d*\n\n- e')).toEqual(
      hash('## A\n\nsee [b](../x/c.md#y)\nand **d**\n\n* e\n'),
    )
  })

  test.each([
    ['## A\n\ntext', '## A\n\nother'],
    ['## A\n\ntext', '### A\n\ntext'],
    ['## A\n\ntext', '## B\n\ntext'],
    ['## A\n\n```js\na\n```', '## A\n\n```js\nb\n```'],
  ])('%j and %j differ', (a, b) => {
    expect(hash(a)).not.toEqual(hash(b))
  })
})

describe('excerpts', () => {
  test('are the first paragraph, at most 160 characters in whole words', () => {
    expect(parse('# T\n\n```js\nx\n```\n\nOne *two*\nthree.\n\nfour').excerpt).toBe('One two three.')
    const { excerpt } = parse('word '.repeat(100))
    expect(excerpt.length).toBeLessThanOrEqual(160)
    expect(excerpt).toMatch(/word…$/)
    expect([...parse('字'.repeat(300)).excerpt]).toHaveLength(160)
    expect(parse('# T').excerpt).toBe('')
  })
})

describe('the page record', () => {
  test.each([
    ['README.md', '/'],
    ['zh/api/ReadMe.md', '/zh/api/'],
    ['a/index.md', '/a/'],
    ['api/createWrapper.md', '/api/createWrapper.html'],
    ['zh/中文.md', '/zh/%E4%B8%AD%E6%96%87.html'],
    ['two words.md', '/two%20words.html'],
    ['100%.md', '/100%25.html'],
    ['a#b?c.md', '/a%23b%3Fc.html'],
  ])('%s is at %s', (relativePath, regularPath) => {
    const { record } = parsePage(createSource('# A', relativePath), createOptions())
    expect(record).toEqual({
      title: 'A',
      frontmatter: {},
      regularPath,
      relativePath,
      key: expect.stringMatching(/^v-[0-9a-f]{8}$/) as string,
      path: regularPath,
    })
  })
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
