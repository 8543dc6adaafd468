import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readFrontmatter, splitFrontmatter } from '../../../src/content/frontmatter.ts'

const read = (text: string) => readFrontmatter({ file: 'content/a.md', frontmatter: { text, line: 2 } })
const rules = (text: string) => read(text).findings.map(finding => `${finding.severity} ${finding.rule}`)

describe('splitFrontmatter', () => {
  test.each([
    ['---\ntitle: A\n---\n\n# A\n', { text: 'title: A\n', line: 2 }, '\n# A\n', 4],
    ['---\n---\n# A', { text: '', line: 2 }, '# A', 3],
    ['---\na: 1\n...\n', { text: 'a: 1\n', line: 2 }, '', 4],
    ['# A\n\n---\n', undefined, '# A\n\n---\n', 1],
    ['-----\n', undefined, '-----\n', 1],
  ])('%j', (text, frontmatter, body, bodyLine) => {
    expect(splitFrontmatter(text)).toEqual({ frontmatter, body, bodyLine })
  })

  test.each([
    ['---\ntitle: A\n# A', 'unclosed'],
    ['---js\nmodule.exports = {}\n---\n', 'format'],
    ['--- toml\na = 1\n---\n', 'format'],
    ['--- 42\n---\n', 'not-a-mapping'],
  ])('%j is an error (%s) and leaves no half page', (text, rule) => {
    const problem = { rule: `frontmatter/${rule}` }
    expect(splitFrontmatter(text)).toMatchObject({ problem, frontmatter: undefined, body: '' })
  })
})

describe('readFrontmatter', () => {
  test.each<[text: string, frontmatter: object]>([
    ['title: A\nsearch: false\ntags: [x, y]\n', { title: 'A', search: false, tags: ['x', 'y'] }],
    ['lang: no\ntitle: 1.0\ndescription: yes\n', { lang: 'no', title: '1.0', description: 'yes' }],
    ...['', '# only a comment\n', 'title:\n'].map((text): [string, object] => [text, {}]),
    ...'2024-05-31|2024-02-29T10:00:00Z|2024-02-29 10:00|2024-02-29 10:00:00.5 +08:00|2024-02-29 10:00:00 -5|2024-05'
      .split('|')
      .map((date): [string, object] => [`date: ${date}`, { date }]),
    ...['en', 'pt-BR', 'zh-Hans-CN', 'sl-rozaj-biske'].map((lang): [string, object] => [
      `lang: ${lang}`,
      { lang },
    ]),
  ])('%j is read', (text, frontmatter) => {
    expect(read(text)).toMatchObject({ findings: [] })
    expect(read(text).frontmatter).toEqual(frontmatter)
  })

  test('a misspelt key stays and is reported at its place with the nearest name', () => {
    const { frontmatter, findings, keyPlaces } = read('title: A\n\n"layuot": x\n')
    const place = { file: 'content/a.md', line: 4, column: 1 }
    expect(frontmatter).toMatchObject({ layuot: 'x' })
    expect(keyPlaces).toEqual({ title: { ...place, line: 2 }, layuot: place })
    const message = "`layuot` isn't a docsgen key. It has no effect unless your templates read it."
    const hint = 'Did you mean `layout`?'
    expect(findings).toEqual([{ rule: 'frontmatter/unknown-key', severity: 'warning', place, message, hint }])
  })

  test.each([
    ['title: A\ntitle: B\n', 'syntax'],
    ['features:\n\t- title: A\n', 'syntax'],
    ['- a\n- b\n', 'not-a-mapping'],
    ['42\n', 'not-a-mapping'],
    ['home: maybe\n', 'invalid'],
    ['features: 1\n', 'invalid'],
    ['__proto__:\n  polluted: true\n', 'forbidden-key'],
    ['a:\n  constructor:\n    prototype: 1\n', 'forbidden-key'],
    ['<<: {__proto__: {polluted: true}}\n', 'forbidden-key'],
    [`a: ${'['.repeat(20_000)}`, ''],
    [
      `a0: &a0 [${'x, '.repeat(9)}]\n` +
        Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}]\n`).join(''),
      'too-complex',
    ],
  ])('%.30j is an error', (text, rule) => {
    expect(rules(text).join()).toContain(`error frontmatter/${rule}`)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test.each([
    ['features:\n  - title: B\n    details: [1]\n', 'features.0.details', 5, 14],
    ['hero: { image: "javascript:1" }', 'heroImage', 3, 7],
  ])('%j: a wrong value is reported where it stands', (text, key, line, column) => {
    const { findings, keyPlaces } = read(`title: A\n${text}`)
    expect(findings).toMatchObject([{ rule: 'frontmatter/invalid', place: { line, column } }])
    expect(findings[0]?.message).toContain(key)
    expect(keyPlaces[key.replace(/\..*/, '')]?.line).toBe(3)
  })

  test.each([
    ['date: 2026-13-45\n', '`date` must be a date such as `2024-05-31`, not `2026-13-45`.'],
    ['date: 2026-02-29\n', '`date` must be a date such as `2024-05-31`, not `2026-02-29`.'],
    ['date: May 2024\n', '`date` must be a date such as `2024-05-31`, not `May 2024`.'],
    ["lang: 'english'\n", '`lang` must be a BCP 47 language tag, not `english`: write `en`.'],
    ['lang: pt_BR\n', '`lang` must be a BCP 47 language tag, not `pt_BR`: write `pt-BR`.'],
    [
      'lang: klingonese\n',
      '`lang` must be a BCP 47 language tag, not `klingonese`: write one such as `en-US`.',
    ],
    ['permalink: "/a\\0b"\n', '`permalink` must not contain control characters.'],
    ['redirectFrom: [/a, "/b\\0"]\n', '`redirectFrom.1` must not contain control characters.'],
    ['redirectFrom: [/b%00]\n', '`redirectFrom.0` must not contain control characters.'],
    ['prev: [a]\n', '`prev` must be a URL, `false` for none, or an object with `text` and `link`.'],
    [
      'sidebar: left\n',
      '`sidebar` must be `false`, `auto`, or a mapping with `label`, `badge`, `hidden` and `collapsed`.',
    ],
    ['tags: a\n', '`tags` must be a list, not `a`.', 'Write `tags: [a]`.'],
    ['redirectFrom: /a\n', '`redirectFrom` must be a list, not `/a`.', 'Write `redirectFrom: [/a]`.'],
    ['features: a\n', '`features` must be a list, not `a`.'],
    ['tags: { a: b }\n', '`tags` must be a list, not a mapping.'],
    ['tags: [[a]]\n', '`tags.0` must be text, not a list.'],
    ['layout: [a]\n', '`layout` must be text, not a list.'],
    ['order: one\n', '`order` must be a number, not `one`.'],
    ["order: ''\n", '`order` must be a number, not an empty text.'],
    [
      'search: maybe\n',
      '`search` must be `true`, `false`, or a mapping with `boost`, a number from 0.1 to 10.',
    ],
    ['draft: soon\n', '`draft` must be `true` or `false`, not `soon`.'],
  ])('%j is an error, and the other keys stay', (text, message, hint?: string) => {
    const { frontmatter, findings } = read(`title: A\n${text}`)
    expect(findings).toMatchObject([{ rule: 'frontmatter/invalid', severity: 'error', message }])
    expect(findings[0]?.hint).toBe(hint)
    expect(findings[0]?.place?.line).toBe(3)
    expect(frontmatter).toEqual({ title: 'A' })
  })

  test.each([
    ['title: A: b', '1:8', 'a value that contains a colon must be quoted', "Write `title: 'A: b'`."],
    ["title: It's A: b", '1:8', 'a value that contains a colon', 'Write `title: "It\'s A: b"`.'],
    ['features:\n- title: A: b', '2:10', 'a value that contains a colon', "Write `- title: 'A: b'`."],
    ['title: @foo', '1:8', 'a value that starts with `@` must be quoted', "Write `title: '@foo'`."],
    ['title: *foo*', '1:8', 'a value that starts with `*` must be quoted', "Write `title: '*foo*'`."],
    ['title: [a] b', '1:8', 'a value that starts with `[` must be quoted', "Write `title: '[a] b'`."],
    ["title: 'It's me'", '1:8', 'there is text after the closing quotation mark', '"It\'s me"'],
    ['title:A\nhome: true', '1:1', 'there is no space after the colon of a key', 'Write `title: A`.'],
    ['title: "Foo\ndescription: x\nlang: en', '1:8', 'the quotation mark `"` is never closed', 'Close it'],
    ["a: 1\ntitle: 'Foo\ndescription: x\n", '2:8', "the quotation mark `'` is never closed", 'Close it'],
    ["title: 'It\ndescription: 'x'\n", '1:8', "the quotation mark `'` is never closed", 'Close it'],
    ['title: `x`', '1:8', 'a value that starts with `` ` `` must be quoted', "Write `` title: '`x`' ``."],
    ['a: 1\na: 2', '2:1', 'Map keys must be unique', ''],
    ['tags: [a, b\nhome: true\n', '1:7', 'the bracket `[` is never closed', ''],
  ])('%j is reported where it begins, with what to write', (text, at, message, hint) => {
    const { findings } = read(text)
    expect(findings).toHaveLength(1)
    const [{ rule, place, ...words } = {} as never] = findings
    expect(rule).toBe('frontmatter/syntax')
    // The text starts at line 2 of the file.
    expect(`${(place?.line ?? 0) - 1}:${place?.column}`).toBe(at)
    expect(words.message).toContain(`The frontmatter isn't valid YAML: ${message}`)
    expect(words.hint ?? '').toContain(hint)
  })

  test('a value that YAML takes for a comment is reported, with its quotes', () => {
    const [finding, ...others] = read("title: Don't #1 and #2\ndescription: C#\n").findings
    expect(others).toEqual([])
    expect(finding).toEqual({
      rule: 'frontmatter/comment',
      severity: 'warning',
      place: { file: 'content/a.md', line: 2, column: 8 },
      message: "YAML treats `#1 and #2` as a comment, so the value of `title` is only `Don't`.",
      hint: "Put the value in quotes: `title: 'Don''t #1 and #2'`.",
    })
    const fine = [
      'title: A # a comment',
      "title: 'Issue #1'",
      '#title: x\ntitle: A',
      'title: A#1',
      'tags: [a] #x',
    ]
    for (const text of fine) expect(rules(text).filter(rule => rule.endsWith('comment'))).toEqual([])
  })
})

describe('frontmatter as VuePress and VitePress write it', () => {
  const note = (line: number) => `info frontmatter/unsupported-key ${line}`
  const noted = (text: string) =>
    read(text).findings.map(({ severity, rule, place }) => `${severity} ${rule} ${place?.line}`)

  test.each<[text: string, frontmatter: Record<string, unknown>, notes?: string[]]>([
    ['sidebarDepth: 3', { sidebarDepth: 2 }],
    ['sidebarDepth: 2', { sidebarDepth: 2 }],
    ['outline: deep', { outline: true }, [note(2)]],
    ['outline: [2, 4]', { outline: true }, [note(2)]],
    ['outline: [2, 3]', { outline: true }],
    ['outline: 3', { outline: true }, [note(2)]],
    ['outline: { level: deep, label: Here }', { outline: true }, [note(2), note(2)]],
    ['outline: { level: false }', { outline: false }],
    ['aside: false', { aside: false, outline: false }],
    ['aside: left', { aside: 'left' }, [note(2)]],
    ['sidebar: true', {}],
    ['footer: 2.0', { footer: '2.0' }],
    ['lastUpdated: 2026-01-01', { lastUpdated: true }, [note(2)]],
    ['isHome: true', { isHome: true }, [note(2)]],
    ['actionText: Start →', { actionText: 'Start' }],
  ])('%s', (text, frontmatter, notes = []) => {
    expect(read(text).frontmatter).toEqual(frontmatter)
    expect(noted(text)).toEqual(notes)
  })

  test('meta tags of `head` follow those of `meta`; the rest is reported', () => {
    const tags = ['[meta, { name: keywords, content: a }]', "[meta, { http-equiv: refresh, content: '0' }]"]
    const text = `head: [${[...tags, '[script, {}, alert(1)]'].join(', ')}]`
    expect(read(text).frontmatter.meta).toEqual([{ name: 'keywords', content: 'a' }])
    expect(noted(text)).toEqual([note(2)])
  })

  test.each([
    ['hero: { image: { light: /l.png, dark: /d.png } }', { heroImage: { light: '/l.png', dark: '/d.png' } }],
    ['hero: { text: B, tagline: C }\ntagline: D', { heroText: 'B', tagline: 'D' }],
  ])('%j: a picture for each scheme, a hero without a name; a key of ours wins', (text, frontmatter) => {
    expect(read(text)).toMatchObject({ frontmatter, findings: [] })
  })

  test('a key that a plugin declares is the plugin’s alone', () => {
    const plugin = { definition: { frontmatter: z.object({ hero: z.object({ name: z.string() }) }) } }
    const source = { file: 'content/a.md', frontmatter: { text: 'hero: { name: A }', line: 2 } }
    const { frontmatter, findings } = readFrontmatter(source, [plugin])
    expect({ frontmatter, findings }).toEqual({ frontmatter: { hero: { name: 'A' } }, findings: [] })
  })
})
