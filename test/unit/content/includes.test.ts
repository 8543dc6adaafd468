import { mkdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findCode, findDirectives, withoutCode } from '../../../src/content/includes.ts'
import { problems, useFolder } from './site-folder.ts'

const { write, link, scan, pages, folder } = useFolder()

/** The page `content/a.md` of a site of these files, with its includes expanded. */
async function expanded(files: Record<string, string>) {
  write(files)
  const page = (await pages())['a.md']
  if (!page) throw new Error('`a.md` was not scanned')
  return page
}

/** Paths of the directives in a text, as `row path`. */
function paths(text: string): string[] {
  return [...findDirectives(text)].flatMap(([row, found]) => found.map(({ path }) => `${row} ${path}`))
}

describe('directives', () => {
  test.each<[name: string, text: string, found: string[]]>([
    [
      'both forms',
      '!!!include( a b )!!! <!-- @include: ./c --> !!!Include (d) !!!',
      ['0 a b', '0 ./c', '0 d'],
    ],
    ['one in another', '!!!include(a<!--@include: b )!!! <!--@include: c-->', ['0 a<!--@include: b', '0 c']],
    ['a path and the closing mark are needed', '!!!include( )!!!\n!!!include(a)\n<!-- @include: a', []],
    ['a path has at most 1,024 characters', `!!!include(${'a'.repeat(1100)} !!!include(b)!!!`, ['0 b']],
    ['a code span is text', '`!!!include(a)!!!`', []],
    ['text between code spans', '`a` !!!include(a)!!! `b`', ['0 a']],
    ['an escaped backtick', '\\`!!!include(a)!!!`', ['0 a']],
    ['a comment between indented code', '    a\n\n<!-- @include: b -->\n\n    c\n', ['2 b']],
    ['a code span of several lines', 'a `b\n!!!include(a)!!!\nc` !!!include(d)!!!', ['2 d']],
  ])('%s', (_, text, found) => {
    expect(paths(text)).toEqual(found)
  })

  test.each([
    ['<<< ./a.js#part {1,3} [Title]', { path: './a.js', region: 'part', lines: '1,3', title: 'Title' }],
    ['<<< a b.js', { path: 'a b.js', region: undefined, lines: undefined, title: undefined }],
    ['<<< a{b}.js#c-$', { path: 'a{b}.js', region: 'c-$', lines: undefined }],
    ['<!-- @include: ./a.md{3,} -->', { path: './a.md', lines: '3,' }],
  ])('%s', (line, found) => {
    expect(findDirectives(line).get(0)).toMatchObject([found])
  })

  const long = (piece: string) => piece.repeat(100_000 / piece.length)
  test.each([
    ['spaces after an opening', `!!!include(${long(' ')}`],
    ['spaces before a closing', `!!!include(a${long(' ')}x`],
    ['openings', long('!!!include(')],
    ['includes', long('!!!include(a)!!!')],
    ['openings of comments', long('<!--@include:')],
    ['a target of spaces', long(`<<< a${' '.repeat(1000)}b\n`)],
    ['many lengths', `${Array.from({ length: 440 }, (_, n) => '`'.repeat(n + 1)).join(' ')}!!!include(a)!!!`],
    ['includes among backticks', long('`a !!!include(a)!!!\n')],
  ])('100 kB of %s are read', (_, text) => {
    expect(findDirectives(text)).toBeInstanceOf(Map)
  })
})

describe('code of a text', () => {
  test.each([
    ['code spans and fences', 'a `b` c\n\n> ```js\n> d\n> ```\n', ['`b`', '> ```js\n> d\n> ```']],
    ['indented code of an item', '- e\n\n      f\n\n      g\n', ['      f\n\n      g']],
    ['the content of an item', '1. a\n\n    b\n', []],
    ['a fence in a comment', '<!--\n```\n-->\n`a`', ['`a`']],
    ['runs of other lengths and escapes', '`` a ` b `` \\` c ` d', ['`` a ` b ``']],
    ['rows of a table', '| ` |\n| - |\n| ` |', []],
  ])('%s', (_, text, expected) => {
    expect(findCode(text).map(({ start, end }) => text.slice(start, end).trimEnd())).toEqual(expected)
  })

  test('has the rows of blocks, and is masked with all offsets unchanged', () => {
    const text = 'a `b\nc` d\n\n```\n<x>\n```\n'
    expect(findCode(text).map(({ rows }) => rows)).toEqual([undefined, { first: 3, end: 6 }])
    expect(withoutCode(text)).toBe('a   \n   d\n\n   \n   \n   \n')
  })
})

describe('includes', () => {
  test('a path in a page starts at the include root, in an included file at its folder', async () => {
    const file = await expanded({
      'content/a.md': '# A\n\n!!!include(content/sub/one.md)!!!\n\nend\n',
      'content/sub/one.md': '## One\n\n!!!include(two.md)!!!\n',
      'content/sub/two.md': 'two\n',
    })
    expect(file.body.replace(/\n+/g, '\n')).toBe('# A\n## One\ntwo\nend\n')
    expect(file.includes).toEqual(['content/sub/one.md', 'content/sub/two.md'])
    expect(file.origins.map(({ from, file: name, line }) => `${from} ${name}:${line}`)).toEqual([
      '1 content/a.md:1',
      '3 content/sub/one.md:1',
      '5 content/sub/two.md:1',
      '7 content/sub/one.md:4',
      '8 content/a.md:4',
    ])
  })

  test('the comment form is relative to its file, takes regions and lines, and may name a partial', async () => {
    const { findings, body } = await expanded({
      'content/a.md':
        '<!--@include: ./_parts/q.md-->\n<!-- @include: ./sub/b.md#part -->\n<!--@include: ./sub/b.md{1,2}-->\n',
      'content/_parts/q.md': 'q\n',
      'content/sub/b.md': 'b1\n<!-- #region part -->\nb3\n<!-- #endregion part -->\nb5\n',
    })
    expect(findings).toEqual([])
    expect(body.split('\n').filter(Boolean)).toEqual(['q', 'b3', 'b1', '<!-- #region part -->'])
    expect(Object.keys(await pages())).toEqual(['a.md', 'sub/b.md'])
  })

  test.each<[name: string, directive: string, included: string, body: string]>([
    ['spaces and letter case are free', '!!! INCLUDE ( content/i.md ) !!!', 'inner', 'inner\n'],
    ['text inside a line', 'a !!!include(content/i.md)!!! b', 'inner', 'a inner b'],
    ['no final newline', '!!!include(content/i.md)!!!\n<!--@include: ./i.md-->\nend', 'i', 'i\n\ni\n\nend'],
    [
      'quote marks and indentation go on for every line',
      '- x\n\n  !!!include(content/i.md)!!!\n> !!!include(content/i.md)!!!',
      'a\n\nb',
      '- x\n\n  a\n\n  b\n\n> a\n>\n> b\n>',
    ],
    ['the marker of a list begins one item', '- <!--@include: ./i.md-->\n- x', 'a\n\nb', '- a\n\n  b\n- x'],
    ['frontmatter is dropped', '!!!include(content/i.md)!!!', '---\ntitle: I\n---\nbody\n', 'body\n'],
  ])('%s', async (_, directive, included, body) => {
    expect((await expanded({ 'content/a.md': directive, 'content/i.md': included })).body).toBe(body)
  })

  test('code is left alone: fences, code spans, indented code, fences in lists and quotes', async () => {
    const directive = '!!!include(content/x.md)!!!'
    const fences = `\`\`\`\n${directive}\n\`\`\`\nWrite \`${directive}\` and \`a\n!!!include(b)!!!\` too.\n`
    const indented = `\n    ${directive}\n\n- item\n  ~~~md\n  <!--@include: ./x.md-->\n  ~~~\n`
    const body = `${fences}${indented}\n> \`\`\`\n> ${directive}\n> \`\`\`\n`
    expect(await expanded({ 'content/a.md': body })).toMatchObject({ findings: [], body })
  })

  test('what is not there is an error where the directive stands, with the nearest file', async () => {
    const file = await expanded({
      'content/a.md':
        'a !!!include(parts/licens.md)!!!\n\n!!!include(here.md)!!!\n\n!!!include(none/x.md)!!!',
      'content/here.md': '# Here\n',
      'parts/license.md': 'Free.\n',
    })
    expect(problems(file)?.[0]).toBe('markdown/include-missing content/a.md:1:3')
    expect(file.findings.map(({ message, hint }) => [message, hint])).toEqual([
      ['There is no file `parts/licens.md` to include.', 'Did you mean `parts/license.md`?'],
      ['There is no file `here.md` to include.', 'Did you mean `content/here.md`?'],
      ['There is no file `none/x.md` to include.', undefined],
    ])
  })

  test('a missing file inside an included file is reported with the way there', async () => {
    const files = ['\n!!!include(content/b.md)!!!', '\n\n!!!include(no.md)!!!'] as const
    const { findings } = await expanded({ 'content/a.md': files[0], 'content/b.md': files[1] })
    expect(findings[0]?.place).toEqual({ file: 'content/b.md', line: 3, column: 1 })
    expect(findings[0]?.message).toContain('content/a.md:2 → content/b.md:3')
  })

  test('circles are errors with the whole chain', async () => {
    const { findings } = await expanded({
      'content/self.md': '!!!include(content/self.md)!!!',
      'content/a.md': '!!!include(content/b.md)!!!',
      'content/b.md': '!!!include(a.md)!!!',
    })
    expect(findings[0]?.message).toContain('content/a.md → content/b.md → content/a.md')
    expect(problems((await pages())['self.md'])).toEqual(['markdown/include-circular content/self.md:1:1'])
  })

  test('nothing outside of the site is read', async () => {
    write({
      'content/up.md': '!!!include(../../../../etc/passwd)!!!',
      'content/absolute.md': '!!!include(/etc/passwd)!!!',
      'content/comment.md': '<!--@include: ../../../etc/passwd-->',
      'content/link.md': '!!!include(content/out.txt)!!!',
    })
    link({ 'content/out.txt': '/etc/passwd' })
    for (const file of (await scan()).files) {
      expect(file.findings.map(finding => finding.rule)).toEqual(['markdown/include-outside'])
      expect(file.body).not.toContain('root:')
    }
  })

  test('what lies in the repository is read by links, and by paths that the configuration names', async () => {
    write({
      'docs/content/linked.md': '<!--@include: ./out.txt-->',
      'docs/content/packages.md': '<!--@include: ./hidden.txt-->',
      'docs/content/named.md': '<<< ../../examples/a.js',
      'docs/content/other.md': '<<< ../../other/a.js',
      'examples/a.js': 'one()',
      'other/a.js': 'two()',
      'CHANGELOG.md': '# Changes',
      'node_modules/a.js': 'three()',
    })
    link({
      'docs/content/out.txt': '../../other/a.js',
      'docs/content/hidden.txt': '../../node_modules/a.js',
      'docs/content/changes.md': '../../CHANGELOG.md',
    })
    const markdown = { allowFiles: ['../examples'] }
    const read = async () => {
      const { files, findings } = await scan({ markdown }, 'docs')
      const found = files.map(file => [file.relativePath, file.findings[0]?.rule ?? file.body.trim()])
      return { pages: Object.fromEntries(found), findings: findings.map(({ rule }) => rule) }
    }
    const named = { 'named.md': '```js\none()\n```', 'other.md': 'markdown/include-outside' }
    const outside = { 'linked.md': 'markdown/include-outside', 'packages.md': 'markdown/include-outside' }
    expect(await read()).toEqual({ pages: { ...named, ...outside }, findings: ['files/outside'] })
    mkdirSync(folder('.git'))
    const inside = { 'linked.md': 'two()', 'packages.md': 'markdown/include-private' }
    expect(await read()).toEqual({ pages: { ...named, ...inside, 'changes.md': '# Changes' }, findings: [] })
  })

  test('includes that double at every step are stopped', async () => {
    const steps = Array.from({ length: 17 }, (_, step): [string, string] => {
      const include = `<!--@include: ./d${step + 1}.md-->\n`
      const name = step === 0 ? 'a' : `d${step}`
      return [`content/${name}.md`, `${'x'.repeat(8000)}\n${include}${include}`]
    })
    const { findings } = await expanded({ ...Object.fromEntries(steps), 'content/d17.md': 'end' })
    expect(findings.map(({ rule }) => rule)).toContain('markdown/include-size')
  })

  test('a chain of more than 32 includes is refused', async () => {
    for (let step = 0; step < 40; step += 1)
      write({ [`content/s${step}.md`]: `<!--@include: ./s${step + 1}.md-->` })
    write({ 'content/s40.md': 'end' })
    const all = await pages()
    expect(all['s0.md']?.findings.map(({ rule }) => rule)).toEqual(['markdown/include-depth'])
    expect(all['s20.md']?.findings).toEqual([])
  })
})

describe('snippets', () => {
  test('a file becomes a fence in the language of its extension', async () => {
    const files = { 'content/a.md': '<<< @/code/x.js{2}\n', 'code/x.js': 'one\ntwo\n' }
    const { body, origins } = await expanded(files)
    expect(body).toBe('```js {2}\none\ntwo\n```\n')
    expect(origins.map(({ from, file, line }) => `${from} ${file}:${line}`)).toEqual([
      '1 content/a.md:1',
      '2 code/x.js:1',
      '4 content/a.md:1',
    ])
  })

  test.each([
    ['x.ts', '// #region part', '// #endregion part'],
    ['x.css', '/* #region part */', '/* #endregion part */'],
    ['x.html', '<!-- #region part -->', '<!-- #endregion part -->'],
    ['x.c', '#pragma region part', '#pragma endregion part'],
    ['x.py', '# region part', '# endregion part'],
    ['x.vb', '#Region "part"', '#End Region'],
    ['x.bat', ':: #region part', ':: #endregion part'],
  ])('a region of %s is cut out and dedented', async (name, start, end) => {
    const { findings, body } = await expanded({
      'content/a.md': `<<< ./${name}#part\n`,
      [`content/${name}`]: `before\n  ${start}\n  in\n    deep\n  ${end}\nafter\n`,
    })
    expect(findings).toEqual([])
    expect(body.split('\n').slice(1, 3)).toEqual(['in', '  deep'])
  })

  test.each([
    ['{2,3}', 'js {2,3}'],
    ['{c#}', 'c#'],
    ['{1,2 c#:line-numbers} [A]', 'c#:line-numbers {1,2} [A]'],
    ['{:line-numbers=5}', 'js:line-numbers=5'],
    ['{ts wrap}', 'ts wrap'],
    ['{1,a}', 'js {1,a}'],
  ])('braces %s say %s', async (braces, info) => {
    const { body } = await expanded({ 'content/a.md': `<<< ./x.js${braces}\n`, 'content/x.js': 'a' })
    expect(body.split('\n')[0]).toBe(`\`\`\`${info}`)
  })

  test.each<[name: string, text: string, body?: string]>([
    ['a list', '1. a\n\n   <<< ./x.py\n\n2. b', '1. a\n\n   ```py\n   a\n\n   \tb\n   ```\n\n2. b'],
    ['the first line of an item', '- <<< ./x.py\n- b', '- ```py\n  a\n\n  \tb\n  ```\n- b'],
    ['a list with tabs', '-\ta\n\n\t<<< ./x.py', '-\ta\n\n\t```py\n\ta\n\n\t\tb\n\t```'],
    ['an item in one', '- a\n  - b\n\n    <<< ./x.py', '- a\n  - b\n\n    ```py\n    a\n\n    \tb\n    ```'],
    ['quotes in quotes', '> > <<< ./x.py\n> b', '> > ```py\n> > a\n> >\n> > \tb\n> > ```\n> b'],
    ['an alert', '> [!NOTE]\n> <<< ./x.py', '> [!NOTE]\n> ```py\n> a\n>\n> \tb\n> ```'],
    ['a list in a quote', '> 1. <<< ./x.py', '> 1. ```py\n>    a\n>\n>    \tb\n>    ```'],
    ['a note', '[^1]: a\n\n    <<< ./x.py', '[^1]: a\n\n    ```py\n    a\n\n    \tb\n    ```'],
    ['the first line of a note', '[^1]: <<< ./x.py', '[^1]: ```py\n    a\n\n    \tb\n    ```'],
    ['a container', '- ::: tip\n  <<< ./x.py\n  :::', '- ::: tip\n  ```py\n  a\n\n  \tb\n  ```\n  :::'],
    ['indented code', 'a\n\n    <<< ./x.py'],
    ['code in a list', '- a\n\n      <<< ./x.py\n\n  ```\n  <<< ./x.py\n  ```\n\n  `<<< ./x.py`'],
    ['text that goes on', 'a\n    <<< ./x.py\n2. <<< ./x.py'],
  ])('in %s', async (_, text, body = text) => {
    const page = await expanded({ 'content/a.md': text, 'content/x.py': 'a\n\n\tb\n' })
    expect(page).toMatchObject({ body, findings: [] })
  })

  test('a fence is longer than any in the file', async () => {
    const code = '````js\na\n````\n'
    const { body } = await expanded({ 'content/a.md': '<<< ./x.md.txt', 'content/x.md.txt': code })
    expect(body).toBe('`````txt\n````js\na\n````\n`````')
  })

  test('a range that begins after the last line is an error', async () => {
    const page = '<!--@include: ./x.md{2,9}-->\n\n<!--@include: ./x.md{3,4}-->\n'
    const file = await expanded({ 'content/a.md': page, 'content/x.md': 'a\nb' })
    expect(problems(file)).toEqual(['markdown/include-region content/a.md:3:1'])
  })

  test('a missing file and a missing region are errors', async () => {
    const file = await expanded({ 'content/a.md': '- <<< @/no.js\n\n<<< ./x.js#no\n', 'content/x.js': 'a' })
    expect(problems(file)).toEqual([
      'markdown/snippet-missing content/a.md:1:3',
      'markdown/include-region content/a.md:3:1',
    ])
  })
})
