import { describe, expect, test } from 'vitest'
import { readableCode, readFence, readMarkers } from '../../../src/content/code/fence.ts'
import { hasLanguage, highlight } from '../../../src/content/code/highlight.ts'
import { parsePage } from '../../../src/content/parse.ts'
import { contentOf, createOptions, createSource, findingsOf, htmlOf, parse, rulesOf } from './helpers.ts'

const block = (body: string, options = {}) =>
  /<div class="language-[^]*<\/div>/.exec(htmlOf(body, options))?.[0] ?? ''
const codeOf = (body: string) => /<code>([^]*)<\/code>/.exec(htmlOf(body))?.[1] ?? ''
const matches = (html: string, pattern: RegExp) => Array.from(html.matchAll(pattern), match => match[1])

describe('the info string', () => {
  test.each([
    ['js', { lang: 'js', meta: '' }],
    ['js{1,3-5}', { lang: 'js', meta: '{1,3-5}', highlighted: new Set([1, 3, 4, 5]) }],
    ['js {2} test', { lang: 'js', meta: '{2} test', highlighted: new Set([2]) }],
    ['js {a}', { lang: 'js', highlighted: new Set() }],
    ['vue file=Counter.vue', { lang: 'vue', title: 'Counter.vue' }],
    ['yaml title=glossary.yml', { lang: 'yaml', title: 'glossary.yml' }],
    ['sh [npm]', { lang: 'sh', title: 'npm' }],
    ['ts:line-numbers {1}', { lang: 'ts', lineNumbers: 1 }],
    ['ts:line-numbers=5', { lang: 'ts', lineNumbers: 5 }],
    ['ts :no-line-numbers', { lang: 'ts', lineNumbers: false }],
    ['{2}', { lang: '', highlighted: new Set([2]) }],
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
    expect(readFence({ lang, meta: meta.join(' '), value: 'a\nb\nc\nd\ne' })).toMatchObject(expected)
  })

  test.each([
    ['```js:line-number', 'markdown/code-option', 'line-number', 7],
    ['```js {1} colapse', 'markdown/code-option', 'colapse', 11],
    ['```js tilte="a"', 'markdown/code-option', 'tilte', 7],
    ['```js tab', 'markdown/code-option', 'tab', 7],
    ['```js {1} src/App.js', 'markdown/code-option', 'src/App.js', 11],
    ['```js time=3', 'markdown/code-option', 'time', 7],
    ['```js {1,5-9}', 'markdown/code-lines', '9', 12],
    ['```js {0}', 'markdown/code-lines', '0', 8],
  ])('%s is a finding', (fence, rule, text, column) => {
    const findings = findingsOf(parse(`# T\n\n> ${fence}\n> a\n> \`\`\``))
    expect(findings).toMatchObject([{ rule, severity: 'warning', place: { line: 3, column: column + 2 } }])
    expect(findings[0]?.message).toContain(text)
    if (text === 'colapse') expect(findings[0]?.hint).toBe('Did you mean `collapse`?')
  })

  test('words of other tools are left to them', () => {
    const text = '```jsx live test twoslash mine {1} [fild] title="warp" lang=ts\na\n```'
    expect(rulesOf(parse(text, { codeWords: ['mine'] }))).toEqual([])
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

  test('a folded block is opened without a script, but not in a group, which is a finding', () => {
    const start = '<details class="custom-block details"><summary>a&amp;b</summary><div class="language-js'
    expect(htmlOf('```js fold [a&b]\na\n```')).toContain(start)
    expect(htmlOf('```js collapse\na\n```')).toContain('<summary>js code</summary>')
    const page = parse('::: code-group\n```js fold\na\n```\n:::')
    expect(page.html).not.toContain('<details')
    expect(rulesOf(page)).toEqual(['markdown/code-option'])
  })

  test('output of a terminal has colours and no escape sequences, in search neither', () => {
    const code = '\u001b[1;31mno\u001b[0m <a> \u001b[38;2;0;200;0mok\u001b[39m\u001b[K ␛[4mu␛[24m'
    const page = parse(`# T\n\n\`\`\`ansi\n${code}\n\`\`\``)
    expect(page.html).toContain(
      '<code><span class="token deleted bold">no</span> &lt;a&gt; <span class="token inserted">ok</span> <u>u</u>\n</code>',
    )
    expect(page.sections[0]?.code).toEqual(['no <a> ok u'])
    expect(rulesOf(page)).toEqual([])
  })
})

describe('code in a line', () => {
  test.each([
    ['A `const a`{lang=ts} b', 'A <code><span class="token keyword">const</span> a</code> b'],
    ['`1`{lang="js"}', '<code><span class="token number">1</span></code>'],
    ['`a`{lnag=ts} {lang=ts}', '<code>a</code>{lnag=ts} {lang=ts}'],
    ['**b**{lang=ts}', '<strong>b</strong>{lang=ts}'],
  ])('%s', (body, html) => {
    expect(contentOf(body)).toBe(`<p>${html}</p>`)
  })

  test('in a heading it changes neither its id nor its title', () => {
    const page = parse('# `let a`{lang=js}\n\n## The `b`{lang=js} {#c}')
    const found = page.headings.map(({ id, title }) => `${id} ${title}`)
    expect([page.record.title, ...found]).toEqual(['let a', 'let-a let a', 'c The b'])
  })
})

describe('code blocks', () => {
  test('are highlighted with classes, can be reached by keyboard, and have a hidden copy button', () => {
    expect(block('```js\nconst a = 1\n```')).toBe(
      '<div class="language-js code-block" data-lang="js">' +
        '<pre class="language-js" tabindex="0" role="region" aria-label="js code"><code>' +
        '<span class="token keyword">const</span> a <span class="token operator">=</span> <span class="token number">1</span>\n' +
        '</code></pre>' +
        '<button type="button" class="copy-code" aria-label="Copy code" hidden></button></div>',
    )
  })

  test('no two regions of a page share a name', () => {
    const html = htmlOf('```js\na\n```\n\n```js\nb\n```\n\n```\nc\n```')
    expect(matches(html, /aria-label="([^"]*)"><code/g)).toEqual(['js code', 'js code 2', 'code'])
  })

  test('marked lines and numbers are layers beside the code', () => {
    const html = block('```js {2} :line-numbers\na\nb\n```')
    for (const part of [
      '<div class="highlight-lines" aria-hidden="true"><br><div class="highlighted">&nbsp;</div></div><pre',
      '<span class="line-number">1</span><br><span class="line-number">2</span><br></div><button',
      'class="language-js code-block line-numbers-mode"',
    ])
      expect(html).toContain(part)
    const isNumbered = (info: string) =>
      block(`\`\`\`${info}\na\n\`\`\``, { lineNumbers: true }).includes('line-numbers-wrapper')
    expect([isNumbered('js'), isNumbered('js :no-line-numbers')]).toEqual([true, false])
  })

  test('a language cannot bring classes or attributes of its own', () => {
    const html = htmlOf('```js&#x20;xss&#x22;onclick=x\na\n```\n\n```"><script>\nb\n```')
    expect(matches(html, /<pre class="([^"]*)"/g)).toEqual(['language-js', 'language-script'])
    expect(html).not.toMatch(/<script|onclick/)
  })

  test.each([
    ['```text\n<a> & "b"\n\n\tc\n```', '<code>&lt;a&gt; &amp; &quot;b&quot;\n\n\tc\n</code>', []],
    ['```klingon\n<a>\n```', '<code>&lt;a&gt;\n</code>', ['markdown/unknown-language']],
    ['`a`{lang=klingon}', '<code>a</code>', ['markdown/unknown-language']],
    ['```js-vue\nconst a = {{ 1 }}\n```', 'token keyword', []],
    ['```js\nif (a) { /* \u202e */ }\n```', '\u202e', ['markdown/bidi-in-code']],
  ])('%j', (body, html, rules) => {
    const page = parse(body)
    expect(page.html).toContain(html)
    expect(rulesOf(page)).toEqual(rules)
  })

  test('blocks are noted with language, meta, code and place', () => {
    const place = (line: number) => ({ file: 'content/dir/page.md', line, column: 1 })
    expect(parse('# T\n\n```js test {1}\na\n\nb\n```\n\n    indented').codeBlocks).toEqual([
      { lang: 'js', meta: 'test {1}', code: 'a\n\nb', place: place(3), own: true },
      { lang: '', meta: '', code: 'indented', place: place(9), own: true },
    ])
  })

  test.each([
    ['```js\na\n```', undefined],
    ['```js {1}\na\n```', ['code']],
    ['```js:line-numbers\na\n```', ['code']],
    ['::: code-group\n```js\na\n```\n:::', ['code']],
  ])('what a page uses of code: %j: %j', (body, parts) => {
    expect(parse(body).parts).toEqual(parts)
  })
})

describe('code groups', () => {
  test('are radio tabs that need no script', () => {
    const first = '::: code-group\n```sh [npm]\nnpm i\n```\n```sh [yarn]\nyarn\n```\n:::'
    const html = htmlOf(`${first}\n\n::: code-group\n\`\`\`js\na\n\`\`\`\n:::`)
    expect(html).toContain(
      '<div class="code-group"><input type="radio" class="code-group-input" name="code-group-1" id="code-group-1-1" checked>' +
        '<label for="code-group-1-1">npm</label>' +
        '<input type="radio" class="code-group-input" name="code-group-1" id="code-group-1-2">' +
        '<label for="code-group-1-2">yarn</label><div class="code-group-blocks">\n<div class="language-sh code-block"',
    )
    expect(html).toContain('<label for="code-group-2-1">js</label>')
    const ids = matches(html, / id="([^"]+)"/g)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a snippet has the name of its file as its tab', () => {
    const source = createSource('::: code-group\n```ts\na\n```\n```ts [Own]\nb\n```\n```ts\nc\n```\n:::')
    const own = source.file
    const origins = [
      { from: 1, file: own, line: 1 },
      { from: 3, file: 'code/sum.ts', line: 7 },
      { from: 4, file: own, line: 2 },
      { from: 6, file: 'code/other.ts', line: 1 },
      { from: 7, file: own, line: 3 },
    ]
    const { html } = parsePage({ ...source, origins }, createOptions())
    expect(matches(html, /<label[^>]*>([^<]*)/g)).toEqual(['sum.ts', 'Own', 'ts'])
  })
})

test.each([
  ['<script>const a = 1</script>', 'vue', '<span class="token keyword">const</span>'],
  ['<style>a { color: red }</style>', 'vue', '<span class="token property">color</span>'],
  ['```py\ndef f(): pass\n```', 'md', '<span class="token keyword">def</span>'],
  // Names of object methods are no languages.
  ['<', '__proto__', '&lt;'],
])('the highlighter: %j in %s', (code, language, html) => {
  expect(highlight(code, language)).toContain(html)
  expect(hasLanguage('constructor')).toBe(false)
})

const marksOf = (code: string) =>
  Object.fromEntries([...readMarkers(code).marks].map(([line, marks]) => [line, [...marks].join(' ')]))

describe('a marker goes away with its comment', () => {
  test.each([
    ['a() // [!code ++]', 'a()'],
    ['a() /* [!code ++] */', 'a()'],
    ['a(/* [!code ++] */)', 'a()'],
    ['<a /> {/* [!code ++] */}', '<a />'],
    ['<p>a</p> <!-- [!code ++] -->', '<p>a</p>'],
    ['SELECT 1 -- [!code ++]', 'SELECT 1'],
    ['a % [!code ++]', 'a'],
    ["Dim a ' [!code ++]", 'Dim a'],
    ['(* [!code ++] *) a', 'a'],
    ['{{ a }} {# [!code ++] #}', '{{ a }}'],
    ['echo a & rem [!code ++]', 'echo a &'],
    [' * @param a [!code ++]', ' * @param a'],
    ['a() // why [!code ++]', 'a() // why'],
    ['a() // [!code ++] why', 'a() // why'],
    ['a() // [!code ++] // [!code hl]', 'a()'],
    ['a() // [!code Highlight]', 'a()'],
  ])('%s', (written, shown) => {
    expect(readMarkers(written)).toMatchObject({ code: shown, problems: [] })
    expect(marksOf(written)[0]).toBeDefined()
  })

  test.each(['a("[!code ++]")', '[!code ++]', 'see https://a.org [!code ++]', 'it#is [!code ++]'])(
    'outside a comment it is text: %s',
    code => expect(readMarkers(code)).toMatchObject({ code, problems: [] }),
  )

  test.each(['[!!code ++]', '[\\!code ++]'])('%s shows one', written => {
    expect(readMarkers(`a // ${written}`)).toMatchObject({ code: 'a // [!code ++]', problems: [] })
    expect(marksOf(`a // ${written}`)).toEqual({})
  })
})

describe('what markers mark', () => {
  test('their line, or so many lines from it on', () => {
    expect(marksOf('a // [!code --]\nb // [!code hl:2]\nc // [!code focus]\nd')).toEqual({
      0: 'removed',
      1: 'highlighted',
      2: 'highlighted focused',
    })
  })

  test('from the next line on where nothing else is in theirs, which goes away', () => {
    const code = 'a\n  // [!code error:2]\nb\n// [!code warning]\nc'
    expect(readMarkers(code)).toMatchObject({ code: 'a\nb\nc', rows: [0, 2, 4], problems: [] })
    expect(marksOf(code)).toEqual({ 1: 'error', 2: 'error warning' })
  })

  test('words, from their line to the end or for so many lines', () => {
    const code = '// [!code word:a\\:b]\na:b\nx // [!code word:x:1]\nx'
    expect(readMarkers(code).words).toEqual([
      { word: 'a:b', first: 0, last: 2 },
      { word: 'x', first: 1, last: 1 },
    ])
  })
})

test.each([
  ['ad', "isn't a known marker; it's shown as text."],
  ['focsu', "isn't a known marker; it's shown as text.", 'Did you mean `[!code focus]`?'],
  ['hl:9', 'goes beyond the last line of the code.'],
  ['hl:0', "doesn't match any code."],
  ['word:no', "doesn't match any code."],
])('a marker that says nothing is a finding with its place: %s', (name, message, hint = '') => {
  const [finding, ...others] = findingsOf(parse(`# T\n\n\`\`\`js\na\nb // [!code ${name}]\n\`\`\``))
  expect(others).toEqual([])
  expect(finding).toMatchObject({
    rule: 'markdown/code-marker',
    severity: 'warning',
    message: `\`[!code ${name}]\` ${message}`,
    place: { line: 5, column: 6 },
  })
  expect(finding?.hint ?? '').toContain(hint)
  const indented = findingsOf(parse(`# T\n\n    \`\`\` // [!code ${name}]\n    b\n`))
  expect(indented[0]?.place).toMatchObject({ line: 3, column: 12 })
})

test('neither search nor the hash of a section nor comparing sees a marker', () => {
  const plain = parse('# T\n\n```js\na()\nb()\n```')
  const marked = parse('# T\n\n```js\na() // [!code ++]\n// [!code focus]\nb()\n```')
  expect(marked.sections).toEqual(plain.sections)
  expect(marked.stamp).toEqual(plain.stamp)
  expect(marked.codeBlocks).toEqual(plain.codeBlocks)
  expect(readableCode('a // [!code ++]', 'js')).toBe('a')
})

describe('marked code', () => {
  test('has an element for each line, which says what was added and removed', () => {
    expect(codeOf('```text\na // [!code --]\nb // [!code ++]\nc // [!code error]\nd\n```')).toBe(
      '<del class="code-line removed">a\n</del><ins class="code-line added">b\n</ins>' +
        '<span class="code-line error">c\n</span><span class="code-line">d\n</span>',
    )
  })

  test('says in the language of the page what is wrong and what is odd', () => {
    const containerTitles = { 'alert-caution': 'Vor"sicht', 'alert-warning': 'Warnung' }
    const [locale] = Object.values(createOptions().locales)
    const locales = { '/': { ...locale!, containerTitles } }
    const html = htmlOf('```text\na // [!code error]\nb // [!code warning]\n```', { locales })
    expect(html).toContain('<span class="code-line error" data-label="Vor&quot;sicht">a')
    expect(html).toContain('<span class="code-line warning" data-label="Warnung">b')
  })

  test('keeps the colours of what goes over lines, and the lines of the fence as written', () => {
    const html = htmlOf('```js {1,3}\n/* a\n   b */\n// [!code focus]\nc\n```')
    expect(html).toContain(
      '<span class="code-line highlighted"><span class="token comment">/* a</span>\n</span>' +
        '<span class="code-line"><span class="token comment">   b */</span>\n</span>' +
        '<span class="code-line focused">c\n</span>',
    )
    expect(html).toContain('class="language-js code-block has-focus"')
    expect(html).not.toContain('highlight-lines')
  })

  test('words are marked through tokens', () => {
    expect(codeOf('```js\n// [!code word:a\\.b(&]\na.b(&c)\n```')).toBe(
      '<span class="code-line"><mark>a</mark><span class="token punctuation"><mark>.</mark></span>' +
        '<span class="token function"><mark>b</mark></span><span class="token punctuation"><mark>(</mark></span>' +
        '<span class="token operator"><mark>&amp;</mark></span>c<span class="token punctuation">)</span>\n</span>',
    )
  })
})
