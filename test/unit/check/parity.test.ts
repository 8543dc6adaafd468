import { describe, expect, it } from 'vitest'
import { normalizeCode } from '../../../src/check/rules/parity-code.ts'
import { runChecks } from '../../../src/check/rules/run.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
import { createTestSite, type TestPage } from './test-site.ts'

async function compare(source: TestPage, translation: TestPage, rule: string, config: UserConfig = {}) {
  const site = createTestSite({ 'a.md': source, 'ja/a.md': translation }, config)
  return (await runChecks(site)).filter(finding => finding.rule === rule)
}

describe('parity/headings', () => {
  const source: TestPage = {
    sections: [
      { id: 'mount', title: 'mount()' },
      { id: 'arguments', title: 'Arguments', depth: 3 },
      { id: 'example', title: 'Example', depth: 3, code: ['mount(Foo)'] },
    ],
  }

  it('accepts the same shape under translated titles', async () => {
    const translation: TestPage = {
      sections: [
        { id: 'mount', title: 'mount()' },
        { id: '引数', title: '引数', depth: 3 },
        { id: '例', title: '例', depth: 3, code: ['mount(Foo)'] },
      ],
    }
    expect(await compare(source, translation, 'parity/headings')).toEqual([])
  })

  it('finds the heading that is missing by the code that its neighbour shares', async () => {
    const translation: TestPage = {
      sections: [
        { id: 'mount', title: 'mount()' },
        { id: '例', title: '例', depth: 3, code: ['mount(Foo)'] },
      ],
    }
    expect(await compare(source, translation, 'parity/headings')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        message: 'The headings differ from `content/a.md`: this page lacks “Arguments” (level 3).',
        place: { file: 'content/ja/a.md', line: 1, column: 1 },
      }),
    ])
  })

  it('takes titles for each other, though another section has the same code', async () => {
    const guide: TestPage = {
      sections: [
        { id: 'waiting', title: 'Waiting' },
        { id: 'updates', title: 'Updates', depth: 3, code: ['await tick()'] },
      ],
    }
    const translation: TestPage = { sections: [{ id: '待つ', title: '待つ', code: ['await tick()'] }] }
    const [finding] = await compare(guide, translation, 'parity/headings')
    expect(finding?.message).toBe(
      'The headings differ from `content/a.md`: this page lacks “Updates” (level 3).',
    )
  })

  it('reports another level where it stands', async () => {
    const translation: TestPage = {
      sections: [
        { id: 'mount', title: 'mount()' },
        { id: '引数', title: '引数', depth: 2 },
        { id: '例', title: '例', depth: 3, code: ['mount(Foo)'] },
      ],
    }
    const [finding] = await compare(source, translation, 'parity/headings')
    expect(finding?.message).toContain('has “引数” at level 2 instead of 3')
    expect(finding?.place?.line).toBe(4)
  })
})

describe('parity/anchors', () => {
  it('notes headings with other ids once per page', async () => {
    const source: TestPage = { sections: [{ id: 'usage' }, { id: 'options' }, { id: 'mount' }] }
    const translation: TestPage = { sections: [{ id: '使い方' }, { id: '選択' }, { id: 'mount' }] }
    expect(await compare(source, translation, 'parity/anchors')).toEqual([
      expect.objectContaining({
        severity: 'info',
        message: '2 of 3 headings have other ids than the source, first `#使い方` for `#usage`.',
        place: { file: 'content/ja/a.md', line: 1, column: 1 },
      }),
    ])
  })
})

describe('parity/code', () => {
  const blocks = (...codes: string[]): TestPage => ({ codeBlocks: codes.map(code => ({ lang: 'js', code })) })

  it('ignores comments, strings, quotes, semicolons and layout', async () => {
    const source = blocks("// mount it\nconst wrapper = mount(Foo, { text: 'Hello' });\n")
    const translation = blocks('/* マウントする */ const wrapper = mount(Foo, {\n  text: "こんにちは",\n})')
    expect(await compare(source, translation, 'parity/code')).toEqual([])
  })

  it('shows the first line that differs, and stands at it', async () => {
    const source = blocks('one()', '// so\nconst a = {\n  b: 1, // 1\n}\ntwo(1)', 'three()')
    const translation = blocks('one()', '/* こう\n   する */\nconst a = { b: 1 }\ntwo(2)', 'three()')
    expect(await compare(source, translation, 'parity/code')).toEqual([
      expect.objectContaining({
        message:
          'This code differs from the source (`content/a.md:18`) in more than comments and strings: `two(1)` there, `two(2)` here.',
        place: { file: 'content/ja/a.md', line: 17, column: 1 },
      }),
    ])
    const shorter = await compare(blocks('one()\ntwo()'), blocks('one()'), 'parity/code')
    expect(shorter[0]?.message).toContain('strings: `two()` is missing here.')
    const begun = await compare(blocks('npm i vue@2'), blocks('npm i vue'), 'parity/code')
    expect(begun[0]?.message).toContain('strings: `npm i vue@2` there, `npm i vue` here.')
    const longer = await compare(blocks('one()'), blocks('one()\n`a${b}` + c'), 'parity/code')
    expect(longer[0]?.message).toContain('strings: “`a${b}` + c” is not there.')
  })

  it('pairs samples by what they say: one that is missing makes no other one differ', async () => {
    const [first, second, third] = [
      'mount(Foo, { slots })',
      'wrapper.find(Bar).exists()',
      'wrapper.setData({ a: 1 })',
    ]
    const missing = await compare(
      blocks(first!, second!, third!),
      blocks(second!, third!.replace('1', '2')),
      'parity/code',
    )
    expect(missing.map(({ message }) => message)).toEqual([
      'A code sample of the source (`content/a.md`, line 3) is missing after this place.',
      expect.stringContaining('(`content/a.md:24`)'),
    ])
    const moved = await compare(
      blocks(first!, second!, third!),
      blocks(third!, first!, second!),
      'parity/code',
    )
    expect(moved).toEqual([])
    const rewritten = await compare(
      blocks(first!, 'old.api()', third!),
      blocks(first!, 'modern()', third!),
      'parity/code',
    )
    expect(rewritten.map(({ message }) => message)).toEqual([
      expect.stringContaining('`old.api()` there, `modern()` here'),
    ])
  })

  it('reports a missing sample after the last one that both have', async () => {
    const [finding] = await compare(
      blocks('one()', 'two()', 'three()'),
      blocks('one()', 'three()'),
      'parity/code',
    )
    expect(finding?.message).toBe(
      'A code sample of the source (`content/a.md`, line 13) is missing after this place.',
    )
    expect(finding?.place?.line).toBe(3)
  })

  it('reports a sample that only the translation has', async () => {
    const [finding] = await compare(blocks('one()'), blocks('one()', 'two()'), 'parity/code')
    expect(finding?.message).toBe('The source (`content/a.md`) has no such code sample.')
  })

  it('leaves languages alone that are legitimately translated, and included samples', async () => {
    const source: TestPage = {
      codeBlocks: [
        { lang: 'md', code: 'Hello' },
        { lang: 'js', code: 'a()', own: false },
      ],
    }
    const translation: TestPage = { codeBlocks: [{ lang: 'md', code: 'こんにちは' }] }
    expect(await compare(source, translation, 'parity/code')).toEqual([])
  })
})

describe('normalizeCode', () => {
  it('keeps code after a string with an escaped quote and an address that looks like a comment', () => {
    expect(normalizeCode(`a('it\\'s'); b("http://x") // c`, 'js').text).toBe('a("")b("")')
    expect(normalizeCode('echo \\"a\\" "b \\" c" # d', 'sh').text).toBe('echo\\"a\\"' + '""')
  })

  it('compares a component by its markup and script, not by its words', () => {
    const english =
      '<template>\n  <p title="Hi">Hello {{ name }}</p>\n</template>\n<script>\nexport default { name: "a" }\n</script>'
    const french =
      "<template><p title='Salut'>Bonjour {{ name }} !</p></template><script>export default { name: 'b' } // ici\n</script>"
    expect(normalizeCode(french, 'vue').text).toBe(normalizeCode(english, 'vue').text)
    expect(normalizeCode(french.replace('{{ name }}', '{{ title }}'), 'vue').text).not.toBe(
      normalizeCode(english, 'vue').text,
    )
  })

  it('keeps keys of JSON and drops texts', () => {
    expect(normalizeCode('{ "a": "x", "b": [1, "y",] }', 'json').text).toBe('{"a":"","b":[1,""]}')
  })

  it('drops comments and quoted words of a shell', () => {
    expect(normalizeCode('# install\nnpm i vue # now\necho "done"', 'sh').text).toBe('npmivueecho""')
  })
})

describe('parity/containers', () => {
  it('counts kinds, translated keywords included', async () => {
    const config: UserConfig = { markdown: { containers: { conseil: { kind: 'tip' } } } }
    const source: TestPage = { containers: ['tip', 'warning', 'warning'] }
    const translation: TestPage = { containers: ['conseil', 'warning'] }
    expect(await compare(source, translation, 'parity/containers', config)).toEqual([
      expect.objectContaining({
        message: 'The containers differ from `content/a.md`: 1 × `warning` instead of 2 (line 9, 14).',
        place: { file: 'content/ja/a.md', line: 9, column: 1 },
      }),
    ])
  })
})

describe('parity/frontmatter', () => {
  it('takes texts of `sidebar` for translated, and its settings for the same', async () => {
    const page = (label: string, more = {}): TestPage => ({
      frontmatter: { sidebar: { label, badge: label, ...more } },
    })
    const [plain, hidden] = [page('New'), page('New', { hidden: true })]
    expect(await compare(plain, page('新'), 'parity/frontmatter')).toEqual([])
    expect(await compare(hidden, page('新'), 'parity/frontmatter')).toHaveLength(1)
  })

  it('reports another layout, a missing text and a text that was not translated', async () => {
    const source: TestPage = {
      frontmatter: { layout: 'Wide', title: 'Mount', description: 'How to mount a component in a test' },
    }
    const translation: TestPage = { frontmatter: { description: 'How to mount a component in a test' } }
    expect((await compare(source, translation, 'parity/frontmatter')).map(({ message }) => message)).toEqual([
      'The frontmatter lacks `title`, which `content/a.md` has.',
      "The frontmatter's `description` is not translated.",
      '`layout` is not set here and `"Wide"` in `content/a.md`.',
    ])
  })

  it('takes an equal short title for a name', async () => {
    const page: TestPage = { frontmatter: { title: 'mount()' } }
    expect(await compare(page, page, 'parity/frontmatter')).toEqual([])
  })
})
