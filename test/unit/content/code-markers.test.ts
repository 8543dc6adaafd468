import { describe, expect, test } from 'vitest'
import { readMarkers, readableCode } from '../../../src/content/code/fence.ts'
import { createOptions, findingsOf, htmlOf, parse } from './helpers.ts'

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

  test('a block of nothing but markers is read', () => {
    readMarkers('a // [!code hl:99999] [!code word:b:99999]\n'.repeat(20_000))
    readMarkers(`//${' [!code ++]'.repeat(200_000)}`)
    readMarkers(`${'/'.repeat(1900)} [!code ++]\n`.repeat(2000))
  })
})

describe('a marker that says nothing is a finding with its place', () => {
  test.each([
    ['// [!code ad]', '`[!code ad]` is not a known marker; it is shown as text.', 5, 6],
    ['// [!code focsu]', '`[!code focsu]` is not a known marker; it is shown as text.', 5, 6],
    ['// [!code hl:9]', '`[!code hl:9]` goes beyond the last line of the code.', 5, 6],
    ['// [!code hl:0]', '`[!code hl:0]` marks nothing.', 5, 6],
    ['// [!code word:no]', '`[!code word:no]` marks nothing.', 5, 6],
  ])('%s', (comment, message, line, column) => {
    const [finding, ...others] = findingsOf(parse(`# T\n\n\`\`\`js\na\nb ${comment}\n\`\`\``))
    expect(others).toEqual([])
    expect(finding).toMatchObject({ rule: 'markdown/code-marker', severity: 'warning', message })
    expect(finding?.place).toMatchObject({ line, column })
  })

  test('in indented code, whatever its first line looks like', () => {
    const [finding] = findingsOf(parse('# T\n\n    ``` // [!code focsu]\n    b\n'))
    expect(finding?.place).toMatchObject({ line: 3, column: 12 })
  })

  test('the near name is named', () => {
    expect(findingsOf(parse('```js\na // [!code focsu]\n```'))[0]?.hint).toBe('Did you mean `[!code focus]`?')
  })
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
  const codeOf = (body: string) => /<code>([^]*)<\/code>/.exec(htmlOf(body))?.[1] ?? ''

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
