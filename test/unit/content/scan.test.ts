import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Scan, scanContent, type ScanOptions } from '../../../src/content/scan.ts'
import type { SourceFile } from '../../../src/schema/page.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'docsgen-scan-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), content)
  }
}

function scan(options: Partial<ScanOptions> = {}): Promise<Scan> {
  return scanContent({
    root,
    contentDir: 'content',
    publicDir: 'public',
    outDir: 'dist',
    includeRoot: '.',
    locales: ['/'],
    ...options,
  })
}

async function page(name: string): Promise<SourceFile> {
  const { files } = await scan()
  const file = files.find(({ relativePath }) => relativePath === name)
  if (!file) throw new Error(`${name} was not scanned`)
  return file
}

/** Rule, line and column of each finding of a page. */
function problems(file: SourceFile): string[] {
  return file.findings.map(({ rule, place }) => `${rule} ${place?.file}:${place?.line}:${place?.column}`)
}

/** What a scan reports, sorted. */
function reports({ findings }: Scan): string[] {
  return findings.map(({ rule, severity, place }) => `${severity} ${rule} ${place?.file}`).toSorted()
}

const paths = ({ files }: Scan) => files.map(({ relativePath }) => relativePath)

function link(links: Record<string, string>): void {
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(root, name))
}

describe('which files are pages', () => {
  test('those that are excluded are none, and others may stand elsewhere', async () => {
    write({ 'content/en/a.md': '# A', 'content/zh/a.md': '# A', 'content/zh/TODO.md': '# T' })
    const rewrites = { 'en/:rest*': ':rest*' }
    const { files } = await scan({ locales: ['/', '/zh/'], exclude: ['**/TODO.md'], rewrites })
    expect(files.map(({ file, relativePath, locale }) => [file, relativePath, locale])).toEqual([
      ['content/en/a.md', 'a.md', '/'],
      ['content/zh/a.md', 'zh/a.md', '/zh/'],
    ])
  })

  test('all Markdown files but hidden ones, parts, packages and output, sorted by code unit', async () => {
    const pages = ['README.md', 'a/Z.MD', 'a/é.md', 'b.md', 'x_.md']
    const others =
      '_x.md _drafts/y.md _drafts/y.mdx .hidden.md .git/x.md node_modules/p/README.md notes.txt'.split(' ')
    write(Object.fromEntries([...pages, ...others].map(name => [`content/${name}`, '# A'])))
    const found = await scan()
    expect(paths(found)).toEqual(pages)
    expect(found.findings).toEqual([])
  })

  test('parts are included, and only a page is one of its own', async () => {
    write({ 'content/a.md': '# A\n\n<!--@include: ./_parts/b.md-->\n', 'content/_parts/b.md': 'Part.\n' })
    expect((await page('a.md')).body).toContain('Part.')
    expect((await scan()).files).toHaveLength(1)
  })

  test('pages with another ending are named, with what to do about them', async () => {
    write({ 'content/a.md': '# A', 'content/b/c.mdx': '# C', 'content/d.Markdown': '# D' })
    const found = await scan()
    expect(reports(found)).toEqual([
      'warning files/not-read content/b/c.mdx',
      'warning files/not-read content/d.Markdown',
    ])
    expect(found.findings).toMatchObject([
      {
        message: 'Files that end in `.mdx` are not read: this one is not a page of the site.',
        hint: expect.stringContaining('Rename it to `c.md`, and replace what it imports') as string,
      },
      { hint: expect.stringMatching(/^Rename it to `d\.md`\. /) as string },
    ])
  })

  test('the output and public folders are left out when the content is the root itself', async () => {
    write({ 'a.md': '# A', 'dist/b.md': '# B', 'public/c.md': '# C' })
    const { files } = await scan({ contentDir: '.' })
    expect(files.map(file => [file.relativePath, file.file])).toEqual([['a.md', 'a.md']])
  })

  test('names with every kind of character are read; those that other systems cannot store are warned about', async () => {
    const good = ['two words.md', '100%.md', 'a#b.md', 'a&b.md', '日本語.md', '-rf.md', 'a..b.md']
    const bad = ['a:b.md', 'aux.md', 'con.md', 'x .md']
    write(Object.fromEntries([...good, ...bad].map(name => [`content/${name}`, '# A'])))
    const found = await scan()
    expect(paths(found)).toEqual([...good, ...bad].toSorted())
    expect(reports(found)).toEqual(bad.map(name => `warning files/portable-name content/${name}`))
  })

  test('the locale is the last configured path that the file lies under', async () => {
    write({ 'content/a.md': '', 'content/zh/a.md': '', 'content/zhx/a.md': '' })
    const { files } = await scan({ locales: ['/', '/zh/'] })
    expect(files.map(file => file.locale)).toEqual(['/', '/zh/', '/'])
  })

  test('a missing content folder is reported', async () => {
    expect((await scan()).findings).toMatchObject([{ rule: 'files/no-content', severity: 'error' }])
  })
})

describe('links between files and folders', () => {
  test('a loop is reported once and not followed', async () => {
    write({ 'content/a/x.md': '# X', 'content/c/y.md': '# Y' })
    link({ 'content/self': '.', 'content/a/toC': '../c', 'content/c/toA': '../a' })
    const found = await scan()
    expect(paths(found)).toEqual(['a/toC/y.md', 'a/x.md', 'c/toA/x.md', 'c/y.md'])
    expect(found.findings.map(({ rule }) => rule)).toEqual(['files/link-loop', 'files/link-loop'])
  })

  test('a link to nothing and a link out of the site are errors; two links to one file are two pages', async () => {
    write({ 'content/a.md': '# A' })
    link({ 'content/dangling.md': 'nowhere.md', 'content/etc': '/etc', 'content/host.md': '/etc/hostname' })
    link({ 'content/b.md': 'a.md' })
    const found = await scan()
    expect(found.files.map(({ relativePath, body }) => [relativePath, body])).toEqual([
      ['a.md', '# A'],
      ['b.md', '# A'],
    ])
    expect(reports(found)).toEqual([
      'error files/dangling-link content/dangling.md',
      'error files/outside content/etc',
      'error files/outside content/host.md',
    ])
  })
})

describe('what is read', () => {
  test('line ends and a byte order mark make no difference', async () => {
    write({
      'content/lf.md': '---\ntitle: T\n---\n# A\n\nb\n',
      'content/crlf.md': '\ufeff---\r\ntitle: T\r\n---\r\n# A\r\n\r\nb\r\n',
      'content/cr.md': '---\rtitle: T\r---\r# A\r\rb\r',
    })
    const { files } = await scan()
    expect(files.map(({ body, frontmatter }) => [body, frontmatter])).toEqual(
      Array(3).fill(['# A\n\nb\n', { text: 'title: T\n', line: 2 }]),
    )
  })

  test('what is not UTF-8 text, or too large, is an error of its page', async () => {
    write({
      'content/bad.md': Uint8Array.from([...Buffer.from('# A\n\nbc'), 0x80]),
      'content/huge.md': Buffer.alloc(10 * 1024 * 1024 + 1, 'a'),
    })
    const { files } = await scan()
    expect(files.map(problems)).toEqual([
      ['files/unreadable content/bad.md:3:3'],
      ['files/unreadable content/huge.md:1:1'],
    ])
    expect(files[0]?.findings[0]?.message).toContain('offset 7')
    expect(files[1]?.findings[0]?.message).toContain('10 MiB')
  })

  test('broken frontmatter leaves no half page', async () => {
    write({ 'content/a.md': '---\ntitle: A\n\n# A\n' })
    const file = await page('a.md')
    expect(file.body).toBe('')
    expect(problems(file)).toEqual(['frontmatter/unclosed content/a.md:1:1'])
  })

  test('a body knows the lines that it comes from', async () => {
    write({ 'content/a.md': '---\ntitle: A\n---\n\n# A\n' })
    expect((await page('a.md')).origins).toEqual([{ from: 1, file: 'content/a.md', line: 4 }])
  })
})

describe('includes', () => {
  test('a path in a page starts at the include root, in an included file at its folder', async () => {
    write({
      'content/a.md': '# A\n\n!!!include(content/sub/one.md)!!!\n\nend\n',
      'content/sub/one.md': '## One\n\n!!!include(two.md)!!!\n',
      'content/sub/two.md': 'two\n',
    })
    const file = await page('a.md')
    expect(file.body.replace(/\n+/g, '\n')).toBe('# A\n## One\ntwo\nend\n')
    expect(file.includes).toEqual(['content/sub/one.md', 'content/sub/two.md'])
    expect(file.origins).toEqual([
      { from: 1, file: 'content/a.md', line: 1 },
      { from: 3, file: 'content/sub/one.md', line: 1 },
      { from: 5, file: 'content/sub/two.md', line: 1 },
      { from: 7, file: 'content/sub/one.md', line: 4 },
      { from: 8, file: 'content/a.md', line: 4 },
    ])
  })

  test('the comment form is relative to the file it stands in, and takes regions and lines', async () => {
    write({
      'content/a/p.md':
        '<!--@include: ./q.md-->\n<!-- @include: ../b.md#part -->\n<!--@include: ../b.md{1,2}-->\n',
      'content/a/q.md': 'q\n',
      'content/b.md': 'b1\n<!-- #region part -->\nb3\n<!-- #endregion part -->\nb5\n',
    })
    const file = await page('a/p.md')
    expect(file.findings).toEqual([])
    expect(file.body.split('\n').filter(Boolean)).toEqual(['q', 'b3', 'b1', '<!-- #region part -->'])
  })

  test.each<[name: string, directive: string, included: string, body: string]>([
    ['spaces and letter case are free', '!!! INCLUDE ( content/i.md ) !!!', 'inner', 'inner\n'],
    ['text inside a line', 'a !!!include(content/i.md)!!! b', 'inner', 'a inner b'],
    ['no final newline', '!!!include(content/i.md)!!!\n<!--@include: ./i.md-->\nend', 'i', 'i\n\ni\n\nend'],
    [
      'quote marks and indentation go on for every line',
      '- x\n\n  !!!include(content/i.md)!!!\n> !!!include(content/i.md)!!!',
      'a\n\nb',
      '- x\n\n  a\n\n  b\n\n> a\n>\n> b\n',
    ],
    ['frontmatter is dropped', '!!!include(content/i.md)!!!', '---\ntitle: I\n---\nbody\n', 'body\n'],
  ])('%s', async (_, directive, included, body) => {
    write({ 'content/a.md': directive, 'content/i.md': included })
    expect((await page('a.md')).body).toBe(body)
  })

  test('code is left alone: fences, code spans, indented code, fences in lists and quotes', async () => {
    const fences =
      '```\n!!!include(content/x.md)!!!\n```\nWrite `!!!include(path)!!!` and `a\n!!!include(b)!!!` too.\n'
    const indented =
      '\n    !!!include(content/x.md)!!!\n\n- item\n  ~~~md\n  <!--@include: ./x.md-->\n  ~~~\n'
    const body = `${fences}${indented}\n> \`\`\`\n> !!!include(content/x.md)!!!\n> \`\`\`\n`
    write({ 'content/a.md': body })
    const file = await page('a.md')
    expect(file.findings).toEqual([])
    expect(file.body).toBe(body)
  })

  test('what is not there is an error where the directive stands, with the nearest file', async () => {
    const written = [
      'a !!!include(parts/licens.md)!!!',
      '!!!include(here.md)!!!',
      '<<< @/parts/.env',
      '!!!include(none/x.md)!!!',
    ]
    write({
      'content/guide/a.md': written.join('\n\n'),
      'content/guide/here.md': '# Here\n',
      'parts/license.md': 'Free.\n',
      'parts/.enw': '',
    })
    const file = await page('guide/a.md')
    expect(problems(file)[0]).toBe('markdown/include-missing content/guide/a.md:1:3')
    const said = file.findings.filter(({ message }) => message.includes('to include'))
    expect(said.map(({ message, hint }) => [message, hint])).toEqual([
      ['There is no file `parts/licens.md` to include.', 'Did you mean `parts/license.md`?'],
      ['There is no file `here.md` to include.', 'Did you mean `content/guide/here.md`?'],
      ['There is no file `none/x.md` to include.', undefined],
    ])
  })

  test('a missing file inside an included file is told with the way there', async () => {
    write({ 'content/a.md': '\n!!!include(content/b.md)!!!', 'content/b.md': '\n\n!!!include(no.md)!!!' })
    const [finding] = (await page('a.md')).findings
    expect(finding?.place).toEqual({ file: 'content/b.md', line: 3, column: 1 })
    expect(finding?.message).toContain('content/a.md:2 → content/b.md:3')
  })

  test('circles are errors with the whole chain', async () => {
    write({
      'content/self.md': '!!!include(content/self.md)!!!',
      'content/a.md': '!!!include(content/b.md)!!!',
      'content/b.md': '!!!include(a.md)!!!',
    })
    expect(problems(await page('self.md'))).toEqual(['markdown/include-circular content/self.md:1:1'])
    const [finding] = (await page('a.md')).findings
    expect(finding?.message).toContain('content/a.md → content/b.md → content/a.md')
  })

  test('nothing outside of the site is read', async () => {
    write({
      'content/up.md': '!!!include(../../../../etc/passwd)!!!',
      'content/absolute.md': '!!!include(/etc/passwd)!!!',
      'content/comment.md': '<!--@include: ../../../etc/passwd-->',
      'content/link.md': '!!!include(content/out.txt)!!!',
    })
    link({ 'content/out.txt': '/etc/passwd' })
    const { files } = await scan()
    for (const file of files) {
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
    const access = { folders: ['content', 'public'], allowed: ['../examples'] }
    const read = async () => {
      const { files, findings } = await scan({ root: path.join(root, 'docs'), access })
      const pages = files.map(file => [file.relativePath, file.findings[0]?.rule ?? file.body.trim()])
      return { pages: Object.fromEntries(pages), findings: findings.map(({ rule }) => rule) }
    }
    const named = { 'named.md': '```js\none()\n```', 'other.md': 'markdown/include-outside' }
    expect(await read()).toEqual({
      pages: { ...named, 'linked.md': 'markdown/include-outside', 'packages.md': 'markdown/include-outside' },
      findings: ['files/outside'],
    })
    mkdirSync(path.join(root, '.git'))
    expect(await read()).toEqual({
      pages: {
        ...named,
        'linked.md': 'two()',
        'packages.md': 'markdown/include-private',
        'changes.md': '# Changes',
      },
      findings: [],
    })
  })

  test('includes that double at every step are stopped', async () => {
    for (let step = 0; step <= 16; step += 1) {
      const include = `<!--@include: ./d${step + 1}.md-->\n`
      write({ [`content/d${step}.md`]: `${'x'.repeat(1000)}\n${include}${include}` })
    }
    write({ 'content/d17.md': 'end' })
    const { files } = await scan()
    const first = files.find(file => file.relativePath === 'd0.md')
    expect(first?.findings.map(finding => finding.rule)).toContain('markdown/include-size')
  })

  test('a chain of more than 32 includes is refused', async () => {
    for (let step = 0; step < 40; step += 1)
      write({ [`content/s${step}.md`]: `<!--@include: ./s${step + 1}.md-->` })
    write({ 'content/s40.md': 'end' })
    const { files } = await scan()
    const rules = (name: string) =>
      files.find(file => file.relativePath === name)?.findings.map(({ rule }) => rule)
    expect(rules('s0.md')).toEqual(['markdown/include-depth'])
    expect(rules('s20.md')).toEqual([])
  })
})

describe('snippets', () => {
  test('a file becomes a fence in the language of its extension', async () => {
    write({ 'content/a.md': '<<< @/code/x.js{2}\n', 'code/x.js': 'one\ntwo\n' })
    const file = await page('a.md')
    expect(file.body).toBe('```js {2}\none\ntwo\n```\n')
    expect(file.origins).toEqual([
      { from: 1, file: 'content/a.md', line: 1 },
      { from: 2, file: 'code/x.js', line: 1 },
      { from: 4, file: 'content/a.md', line: 1 },
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
    write({
      'content/a.md': `<<< ./${name}#part\n`,
      [`content/${name}`]: `before\n  ${start}\n  in\n    deep\n  ${end}\nafter\n`,
    })
    const file = await page('a.md')
    expect(file.findings).toEqual([])
    expect(file.body.split('\n').slice(1, 3)).toEqual(['in', '  deep'])
  })

  test.each([
    ['{2,3}', 'js {2,3}'],
    ['{c#}', 'c#'],
    ['{1,2 c#:line-numbers} [A]', 'c#:line-numbers {1,2} [A]'],
    ['{:line-numbers=5}', 'js:line-numbers=5'],
    ['{ts wrap}', 'ts wrap'],
    ['{1,a}', 'js {1,a}'],
  ])('braces %s say %s', async (braces, info) => {
    write({ 'content/a.md': `<<< ./x.js${braces}\n`, 'content/x.js': 'a' })
    expect((await page('a.md')).body.split('\n')[0]).toBe(`\`\`\`${info}`)
  })

  test('a fence is longer than any in the file', async () => {
    write({ 'content/a.md': '<<< ./x.md.txt', 'content/x.md.txt': '````js\na\n````\n' })
    expect((await page('a.md')).body).toBe('`````txt\n````js\na\n````\n`````')
  })

  test('a missing file and a missing region are errors', async () => {
    write({ 'content/a.md': '<<< @/no.js\n\n<<< ./x.js#no\n', 'content/x.js': 'a' })
    expect(problems(await page('a.md'))).toEqual([
      'markdown/snippet-missing content/a.md:1:1',
      'markdown/include-region content/a.md:3:1',
    ])
  })
})
