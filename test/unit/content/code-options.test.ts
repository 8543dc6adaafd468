import { describe, expect, test } from 'vitest'
import { readFence } from '../../../src/content/code/fence.ts'
import { findingsOf, htmlOf, parse, rulesOf } from './helpers.ts'

const codeOf = (body: string) => /<code>([^]*)<\/code>/.exec(htmlOf(body))?.[1] ?? ''

describe('the info string', () => {
  test.each([
    ['js title="a [b] {1}.js"', { title: 'a [b] {1}.js', highlighted: new Set() }],
    ["js title='a.js' [b]", { title: 'a.js' }],
    ['js filename="a b.js"', { title: 'a b.js' }],
    ['js filename=a.js', { title: 'a.js' }],
    ['js showLineNumbers', { lineNumbers: 1 }],
    ['js showLineNumbers=false', { lineNumbers: false }],
    ['js showLineNumbers{3}', { lineNumbers: 3, highlighted: new Set() }],
    ['js showLineNumbers {start=5}', { lineNumbers: 5 }],
    ['js {start=5} {2}', { lineNumbers: 5, highlighted: new Set([2]) }],
    ['js startLineNumber=5', { lineNumbers: 5 }],
    ['js wrap', { wrap: true, folded: false }],
    ['js fold', { folded: true }],
    ['js collapse', { folded: true, wrap: false }],
    ['js title="wrap fold"', { folded: false, wrap: false }],
    ['diff', { lang: 'diff', diff: false }],
    ['diff-ts', { lang: 'ts', diff: true }],
    ['diff lang="ts"', { lang: 'ts', diff: true }],
  ])('%s', (info, expected) => {
    const [lang = '', ...meta] = info.split(' ')
    expect(readFence({ lang, meta: meta.join(' '), value: 'a\nb\nc' })).toMatchObject(expected)
  })

  test.each([
    ['```js:line-number', 'markdown/code-option', 'line-number', 7],
    ['```js {1} colapse', 'markdown/code-option', 'colapse', 11],
    ['```js tilte="a"', 'markdown/code-option', 'tilte', 7],
    ['```js {1,5-9}', 'markdown/code-lines', '9', 12],
    ['```js {0}', 'markdown/code-lines', '0', 8],
  ])('%s is a finding', (fence, rule, text, column) => {
    const findings = findingsOf(parse(`# T\n\n> ${fence}\n> a\n> \`\`\``))
    expect(findings).toMatchObject([{ rule, severity: 'warning', place: { line: 3, column: column + 2 } }])
    expect(findings[0]?.message).toContain(text)
  })

  test('words of other tools are left to them', () => {
    expect(rulesOf(parse('```jsx live test twoslash time=3 {1} [fild] title="warp"\na\n```'))).toEqual([])
  })
})

describe('states of a block', () => {
  test('a diff in another language has its colours, and signs that are no text', () => {
    expect(codeOf('```diff-js\n-a\n+1\n c\n```')).toBe(
      '<del class="code-line removed">a\n</del>' +
        '<ins class="code-line added"><span class="token number">1</span>\n</ins><span class="code-line">c\n</span>',
    )
    expect(htmlOf('```diff-js\n-a\n```')).toContain('data-lang="js"')
  })

  test('a long line is broken on request; its number is in it then', () => {
    const html = htmlOf('```text wrap :line-numbers=7\na\n```')
    expect(html).toContain('class="language-text code-block line-numbers-mode wrap"')
    expect(html).toContain('<span class="code-line" data-line="7">a\n</span>')
    expect(html).not.toContain('line-numbers-wrapper')
  })

  test('a folded block is opened without a script, under its title or its name', () => {
    expect(htmlOf('```js fold [a&b]\na\n```')).toMatch(
      /<details class="custom-block details"><summary>a&amp;b<\/summary><div class="language-js code-block" data-lang="js"><pre/,
    )
    expect(htmlOf('```js collapse\na\n```')).toContain('<summary>js code</summary>')
  })

  test('a block of a group is not folded, which is a finding', () => {
    const page = parse('::: code-group\n```js fold\na\n```\n:::')
    expect(page.html).not.toContain('<details')
    expect(rulesOf(page)).toEqual(['markdown/code-option'])
  })

  test('output of a terminal has colours and no escape sequences, in search neither', () => {
    const page = parse(
      '# T\n\n```ansi\n\u001b[1;31mno\u001b[0m <a> \u001b[38;2;0;200;0mok\u001b[39m\u001b[K ␛[4mu␛[24m\n```',
    )
    expect(page.html).toContain(
      '<code><span class="token deleted bold">no</span> &lt;a&gt; <span class="token inserted">ok</span> <u>u</u>\n</code>',
    )
    expect(page.sections[0]?.code).toEqual(['no <a> ok u'])
    expect(rulesOf(page)).toEqual([])
  })
})

describe('code in a line', () => {
  test('has the colours of its language', () => {
    expect(htmlOf('# T\n\nA `const a`{lang=ts} b, `1`{lang="js"}.')).toBe(
      '<h1 id="t">T</h1>\n<p>A <code><span class="token keyword">const</span> a</code> b, <code><span class="token number">1</span></code>.</p>',
    )
  })

  test('in a heading it changes neither its id nor its title', () => {
    const page = parse('# `let a`{lang=js}\n\n## The `b`{lang=js} {#c}')
    expect(page.record.title).toBe('let a')
    expect(page.headings.map(({ id, title }) => [id, title])).toEqual([
      ['let-a', 'let a'],
      ['c', 'The b'],
    ])
  })

  test('other braces are text, an unknown language is a finding', () => {
    expect(htmlOf('# T\n\n`a`{lnag=ts} {lang=ts} **b**{lang=ts}')).toBe(
      '<h1 id="t">T</h1>\n<p><code>a</code>{lnag=ts} {lang=ts} <strong>b</strong>{lang=ts}</p>',
    )
    expect(rulesOf(parse('`a`{lang=klingon}'))).toEqual(['markdown/unknown-language'])
  })
})
