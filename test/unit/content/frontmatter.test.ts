import { describe, expect, test } from 'vitest'
import { readFrontmatter } from '../../../src/content/frontmatter.ts'
import { splitFrontmatter } from '../../../src/content/split-frontmatter.ts'

const read = (text: string) => readFrontmatter({ file: 'content/a.md', frontmatter: { text, line: 2 } })
const rules = (text: string) => read(text).findings.map(finding => `${finding.severity} ${finding.rule}`)

describe('splitFrontmatter', () => {
  test('the body starts after the closing fence and knows its line', () => {
    const split = splitFrontmatter('---\ntitle: A\n---\n\n# A\n')
    expect(split.frontmatter).toEqual({ text: 'title: A\n', line: 2 })
    expect(split.body).toBe('\n# A\n')
    expect(split.bodyLine).toBe(4)
  })

  test.each(['---\n---\n# A', '---\n---', '---\na: 1\n...\n'])('%j is closed', text => {
    expect(splitFrontmatter(text).problem).toBeUndefined()
    expect(splitFrontmatter(text).frontmatter).toBeDefined()
  })

  test.each([
    ['---\ntitle: A\n# A', 'frontmatter/unclosed'],
    ['---js\nmodule.exports = {}\n---\n', 'frontmatter/language'],
    ['---json\n{}\n---\n', 'frontmatter/language'],
    ['--- toml\na = 1\n---\n', 'frontmatter/language'],
    ['--- 42\n---\n', 'frontmatter/not-a-mapping'],
  ])('%j is an error and leaves no half page', (text, rule) => {
    const split = splitFrontmatter(text)
    expect(split.problem).toMatchObject({ rule, severity: 'error' })
    expect(split.body).toBe('')
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

  test('a syntax error has its line and column in the file', () => {
    const [finding] = read('title: A\nfeatures: [a, b\n').findings
    expect(finding).toMatchObject({ rule: 'frontmatter/syntax', severity: 'error' })
    expect(finding?.place?.line).toBeGreaterThanOrEqual(3)
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

  test('an alias bomb is refused at once', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
    for (let level = 1; level < 10; level += 1)
      lines.push(
        `a${level}: &a${level} [${Array(9)
          .fill(`*a${level - 1}`)
          .join(', ')}]`,
      )
    const start = performance.now()
    expect(rules(lines.join('\n'))).toContain('error frontmatter/too-complex')
    expect(performance.now() - start).toBeLessThan(1000)
  })

  test('nothing at all is an empty record', () => {
    expect(read('').frontmatter).toEqual({})
    expect(read('# only a comment\n')).toEqual({ frontmatter: {}, findings: [] })
    expect(read('title:\n').frontmatter).toEqual({})
  })
})
