import { describe, expect, test } from 'vitest'
import { readFrontmatter, splitFrontmatter } from '../../../src/content/frontmatter.ts'

const read = (text: string) => readFrontmatter({ file: 'content/a.md', frontmatter: { text, line: 2 } })
const rules = (text: string) => read(text).findings.map(finding => `${finding.severity} ${finding.rule}`)

describe('splitFrontmatter', () => {
  test('the body starts after the closing fence and knows its line', () => {
    const split = splitFrontmatter('---\ntitle: A\n---\n\n# A\n')
    expect(split.frontmatter).toEqual({ text: 'title: A\n', line: 2 })
    expect(split.body).toBe('\n# A\n')
    expect(split.bodyLine).toBe(4)
  })

  test.each<[text: string, rule?: string]>([
    ['---\n---\n# A'],
    ['---\n---'],
    ['---\na: 1\n...\n'],
    ['---\ntitle: A\n# A', 'frontmatter/unclosed'],
    ['---js\nmodule.exports = {}\n---\n', 'frontmatter/language'],
    ['--- toml\na = 1\n---\n', 'frontmatter/language'],
    ['--- 42\n---\n', 'frontmatter/not-a-mapping'],
  ])('%j: %s', (text, rule) => {
    const { problem, frontmatter, body } = splitFrontmatter(text)
    expect(problem?.rule).toBe(rule)
    expect(frontmatter === undefined).toBe(rule !== undefined)
    // An error leaves no half page.
    if (rule) expect(body).toBe('')
  })

  test('a text without frontmatter is all body', () => {
    expect(splitFrontmatter('# A\n\n---\n')).toMatchObject({
      frontmatter: undefined,
      body: '# A\n\n---\n',
      bodyLine: 1,
    })
    expect(splitFrontmatter('-----\n').frontmatter).toBeUndefined()
  })
})

describe('readFrontmatter', () => {
  test('known keys are read, others kept', () => {
    const { frontmatter, findings } = read('title: A\nsearch: false\ntags: [x, y]\n')
    expect(frontmatter).toEqual({ title: 'A', search: false, tags: ['x', 'y'] })
    expect(findings).toEqual([])
  })

  test('a misspelt key is kept and reported at its place with the nearest name', () => {
    const { frontmatter, findings } = read('title: A\n\nlayuot: x\n')
    expect(frontmatter).toMatchObject({ layuot: 'x' })
    expect(findings).toEqual([
      {
        rule: 'frontmatter/unknown-key',
        severity: 'warning',
        place: { file: 'content/a.md', line: 4, column: 1 },
        message: 'The key `layuot` has no meaning here; it is kept as it is.',
        hint: 'Did you mean `layout`?',
      },
    ])
  })

  test('dates, yes and no stay texts, and a number as title keeps its characters', () => {
    expect(read('date: 2024-01-01\nlang: no\ntitle: 1.0\ndescription: yes\n').frontmatter).toEqual({
      date: '2024-01-01',
      lang: 'no',
      title: '1.0',
      description: 'yes',
    })
  })

  test.each([
    ['title: A\ntitle: B\n', 'frontmatter/syntax'],
    ['features:\n\t- title: A\n', 'frontmatter/syntax'],
    ['- a\n- b\n', 'frontmatter/not-a-mapping'],
    ['42\n', 'frontmatter/not-a-mapping'],
    ['home: maybe\n', 'frontmatter/invalid'],
    ['features: 1\n', 'frontmatter/invalid'],
    ['__proto__:\n  polluted: true\n', 'frontmatter/forbidden-key'],
    ['a:\n  constructor:\n    prototype: 1\n', 'frontmatter/forbidden-key'],
    ['<<: {__proto__: {polluted: true}}\n', 'frontmatter/forbidden-key'],
    [`a: ${'['.repeat(20_000)}`, 'frontmatter/'],
  ])('%.30j is an error', (text, rule) => {
    expect(rules(text).join()).toContain(`error ${rule}`)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('a wrong value is reported where it stands', () => {
    const [finding] = read('title: A\nfeatures:\n  - title: B\n    details: [1]\n').findings
    expect(finding?.place).toEqual({ file: 'content/a.md', line: 5, column: 14 })
    expect(finding?.message).toContain('features.0.details')
  })

  test.each([
    ['date: 2026-13-45\n', '`date`: `2026-13-45` is not a date: write it as `2024-05-31`.'],
    ['date: 2026-02-29\n', '`date`: `2026-02-29` is not a date: write it as `2024-05-31`.'],
    ['date: May 2024\n', '`date`: `May 2024` is not a date: write it as `2024-05-31`.'],
    ["lang: 'english'\n", '`lang`: `english` is not a language tag (BCP 47): write `en`.'],
    ['lang: pt_BR\n', '`lang`: `pt_BR` is not a language tag (BCP 47): write `pt-BR`.'],
    ['lang: klingonese\n', '`lang`: `klingonese` is not a language tag (BCP 47): write one such as `en-US`.'],
    ['permalink: "/a\\0b"\n', '`permalink`: must not hold control characters.'],
    ['redirectFrom: [/a, "/b\\0"]\n', '`redirectFrom.1`: must not hold control characters.'],
    ['redirectFrom: [/b%00]\n', '`redirectFrom.0`: must not hold control characters.'],
    ['prev: [a]\n', '`prev`: must be an address, `false` for none, or a mapping with `text` and `link`.'],
    [
      'sidebar: left\n',
      '`sidebar`: must be `false`, `auto`, or a mapping with `label`, `badge`, `hidden` and `collapsed`.',
    ],
  ])('%j is an error, and the other keys stay', (text, message) => {
    const { frontmatter, findings } = read(`title: A\n${text}`)
    expect(findings).toMatchObject([{ rule: 'frontmatter/invalid', severity: 'error', message }])
    expect(findings[0]?.place?.line).toBe(3)
    expect(frontmatter).toEqual({ title: 'A' })
  })

  test.each([
    ['date', '2024-05-31'],
    ['date', '2024-02-29T10:00:00Z'],
    ['date', '2024-02-29 10:00'],
    ['date', '2024-02-29 10:00:00.5 +08:00'],
    ['date', '2024-02-29 10:00:00 -5'],
    ['date', '2024-05'],
    ...['en', 'pt-BR', 'zh-Hans-CN', 'ast', 'sl-rozaj-biske'].map(lang => ['lang', lang]),
  ])('%s may be %s', (key = '', value = '') => {
    expect(read(`${key}: ${value}\n`)).toMatchObject({ frontmatter: { [key]: value }, findings: [] })
  })

  test.each([
    ['title: A: b', '1:8', 'a value that holds a colon must be quoted', "Write `title: 'A: b'`."],
    ["title: It's A: b", '1:8', 'a value that holds a colon', 'Write `title: "It\'s A: b"`.'],
    ['features:\n- title: A: b', '2:10', 'a value that holds a colon', "Write `- title: 'A: b'`."],
    ['title: @foo', '1:8', 'a value that starts with `@` must be quoted', "Write `title: '@foo'`."],
    ['title: *foo*', '1:8', 'a value that starts with `*` must be quoted', "Write `title: '*foo*'`."],
    ['title: [a] b', '1:8', 'a value that starts with `[` must be quoted', "Write `title: '[a] b'`."],
    ["title: 'It's me'", '1:8', 'the value goes on after its closing quotation mark', '"It\'s me"'],
    ['title:A\nhome: true', '1:1', 'a key is followed by a colon and a space', 'Write `title: A`.'],
    ['title: "Foo\ndescription: x\nlang: en', '1:8', 'the quotation mark `"` is never closed', 'Close it'],
    ["a: 1\ntitle: 'Foo\ndescription: x\n", '2:8', "the quotation mark `'` is never closed", 'Close it'],
    ["title: 'It\ndescription: 'x'\n", '1:8', "the quotation mark `'` is never closed", 'Close it'],
    ['tags: [a, b\nhome: true\n', '1:7', 'the bracket `[` is never closed', ''],
  ])('%j is placed where it begins, with what to write', (text, at, message, hint) => {
    const { findings } = read(text)
    expect(findings).toHaveLength(1)
    const [{ rule, place, ...words } = {} as never] = findings
    expect(rule).toBe('frontmatter/syntax')
    // The text starts at line 2 of the file.
    expect(`${(place?.line ?? 0) - 1}:${place?.column}`).toBe(at)
    expect(words.message).toContain(`The frontmatter is not valid YAML: ${message}`)
    expect(words.hint ?? '').toContain(hint)
  })

  test('the place of every key is known', () => {
    expect(read('title: A\n\n"layout": B\n').keyPlaces).toEqual({
      title: { file: 'content/a.md', line: 2, column: 1 },
      layout: { file: 'content/a.md', line: 4, column: 1 },
    })
  })

  test('an alias bomb is refused', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
    for (let level = 1; level < 10; level += 1)
      lines.push(
        `a${level}: &a${level} [${Array(9)
          .fill(`*a${level - 1}`)
          .join(', ')}]`,
      )
    expect(rules(lines.join('\n'))).toContain('error frontmatter/too-complex')
  })

  test('nothing at all is an empty record', () => {
    expect(read('').frontmatter).toEqual({})
    expect(read('# only a comment\n')).toMatchObject({ frontmatter: {}, findings: [] })
    expect(read('title:\n').frontmatter).toEqual({})
  })
})

describe('a value with a number sign', () => {
  test('that YAML takes for a comment is reported, with its quotes', () => {
    expect(read("title: Don't #1 and #2\ndescription: C#\n").findings).toEqual([
      {
        rule: 'frontmatter/comment',
        severity: 'warning',
        place: { file: 'content/a.md', line: 2, column: 8 },
        message: "YAML takes `#1 and #2` for a comment: `title` is `Don't` alone.",
        hint: "Put the value in quotes: `title: 'Don''t #1 and #2'`.",
      },
    ])
  })

  test.each([
    'title: A # a comment',
    "title: 'Issue #1'",
    '#title: x\ntitle: A',
    'title: A#1',
    'tags: [a] #x',
  ])('%j is fine', text => {
    expect(rules(text).filter(rule => rule.endsWith('comment'))).toEqual([])
  })
})
