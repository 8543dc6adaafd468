import { describe, expect, test } from 'vitest'
import { decodeText, type Scan, sortByIncludes } from '../../../src/content/scan.ts'
import { createSource } from './helpers.ts'
import { problems, useFolder } from './site-folder.ts'

const { write, link, scan } = useFolder()

/** What a scan reports, sorted. */
function reports({ findings }: Scan): string[] {
  return findings.map(({ rule, severity, place }) => `${severity} ${rule} ${place?.file}`).toSorted()
}

const paths = ({ files }: Scan) => files.map(({ relativePath }) => relativePath)

describe('which files are pages', () => {
  test('those that are excluded are none, and others may stand elsewhere; the locale is that of the path', async () => {
    write({ 'content/en/a.md': '', 'content/zh/a.md': '', 'content/zh/TODO.md': '', 'content/zhx/a.md': '' })
    const rewrites = { 'en/:rest*': ':rest*' }
    const locales = { '/': { lang: 'en' }, '/zh/': { lang: 'zh' } }
    const { files } = await scan({ locales, exclude: ['**/TODO.md'], rewrites })
    expect(files.map(({ file, relativePath, locale }) => `${file} ${relativePath} ${locale}`)).toEqual([
      'content/en/a.md a.md /',
      'content/zh/a.md zh/a.md /zh/',
      'content/zhx/a.md zhx/a.md /',
    ])
  })

  test('all Markdown files but hidden ones, parts, packages and output, sorted by code unit', async () => {
    const markdown = ['README.md', 'a/Z.MD', 'a/é.md', 'b.md', 'x_.md']
    const others = '_x.md _drafts/y.md _drafts/y.mdx .hidden.md .git/x.md node_modules/p/README.md notes.txt'
    write(Object.fromEntries([...markdown, ...others.split(' ')].map(name => [`content/${name}`, '# A'])))
    const found = await scan()
    expect(paths(found)).toEqual(markdown)
    expect(found.findings).toEqual([])
  })

  test('files with another ending are reported, with what to do about them', async () => {
    write({ 'content/a.md': '# A', 'content/b/c.mdx': '# C', 'content/d.Markdown': '# D' })
    const found = await scan()
    expect(reports(found)).toEqual([
      'warning files/unsupported-extension content/b/c.mdx',
      'warning files/unsupported-extension content/d.Markdown',
    ])
    const [mdx, markdown] = found.findings
    expect(mdx?.message).toBe("Files that end in `.mdx` aren't pages, so this one is skipped.")
    expect([mdx, markdown].map(each => /`.*?`/.exec(each?.hint ?? '')?.[0])).toEqual(['`c.md`', '`d.md`'])
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

  test('a missing content folder is reported', async () => {
    expect((await scan()).findings).toMatchObject([{ rule: 'files/no-content', severity: 'error' }])
  })

  test('links: a loop is reported once and not followed', async () => {
    write({ 'content/a/x.md': '# X', 'content/c/y.md': '# Y' })
    link({ 'content/self': '.', 'content/a/toC': '../c', 'content/c/toA': '../a' })
    const found = await scan()
    expect(paths(found)).toEqual(['a/toC/y.md', 'a/x.md', 'c/toA/x.md', 'c/y.md'])
    expect(found.findings.map(({ rule }) => rule)).toEqual(['files/link-loop', 'files/link-loop'])
  })

  test('links to nothing and out of the site are errors; two links to one file are two pages', async () => {
    write({ 'content/a.md': '# A' })
    link({ 'content/dangling.md': 'nowhere.md', 'content/etc': '/etc', 'content/host.md': '/etc/hostname' })
    link({ 'content/b.md': 'a.md' })
    const found = await scan()
    expect(found.files.map(({ relativePath, body }) => `${relativePath} ${body}`)).toEqual([
      'a.md # A',
      'b.md # A',
    ])
    expect(reports(found)).toEqual([
      'error files/dangling-link content/dangling.md',
      'error files/outside content/etc',
      'error files/outside content/host.md',
    ])
  })
})

describe('what is read', () => {
  test('line ends and a byte order mark make no difference; a body knows the lines that it comes from', async () => {
    write({
      'content/lf.md': '---\ntitle: T\n---\n# A\n\nb\n',
      'content/crlf.md': '\ufeff---\r\ntitle: T\r\n---\r\n# A\r\n\r\nb\r\n',
      'content/cr.md': '---\rtitle: T\r---\r# A\r\rb\r',
    })
    for (const { file, ...page } of (await scan()).files)
      expect(page).toMatchObject({
        body: '# A\n\nb\n',
        frontmatter: { text: 'title: T\n', line: 2 },
        origins: [{ from: 1, file, line: 4 }],
      })
  })

  test('what is not UTF-8 text, or too large, is an error of its page; broken frontmatter leaves no half page', async () => {
    write({
      'content/bad.md': Uint8Array.from([...Buffer.from('# A\n\nbc'), 0x80]),
      'content/huge.md': Buffer.alloc(10 * 1024 * 1024 + 1, 'a'),
      'content/open.md': '---\ntitle: A\n\n# A\n',
    })
    const { files } = await scan()
    expect(files.map(problems)).toEqual([
      ['files/unreadable content/bad.md:3:3'],
      ['files/unreadable content/huge.md:1:1'],
      ['frontmatter/unclosed content/open.md:1:1'],
    ])
    expect(files[0]?.findings[0]?.message).toContain('offset 7')
    expect(files[1]?.findings[0]?.message).toContain('10 MiB')
    expect(files[2]?.body).toBe('')
  })
})

describe('decodeText', () => {
  const bytes = (...parts: (string | number[])[]) =>
    Uint8Array.from(parts.flatMap(part => (typeof part === 'string' ? [...Buffer.from(part)] : part)))

  test.each([
    ['a byte order mark is removed', bytes([0xef, 0xbb, 0xbf], '---\n'), '---\n'],
    ['CRLF and lone CR become LF', bytes('a\r\nb\rc\n\rd'), 'a\nb\nc\n\nd'],
    ['control, bidi and zero-width characters stay', bytes('a\0b \u202e c\u200bd'), 'a\0b \u202e c\u200bd'],
    ['an empty file is empty text', bytes(), ''],
  ])('%s', (_, input, text) => {
    expect(decodeText(input)).toMatchObject({ kind: 'text', text })
  })

  test.each([
    ['a lone continuation byte', bytes('ab\r\nc', [0x80], 'd'), 2, 2],
    ['an overlong form', bytes('a', [0xc0, 0xaf]), 1, 2],
    ['a cut sequence at the end', bytes('ab', [0xe4, 0xbd]), 1, 3],
    ['an encoded surrogate', bytes([0xed, 0xa0, 0x80]), 1, 1],
    ['Latin-1', bytes('a\n# Caf', [0xe9]), 2, 6],
    ['GBK', bytes('# ', [0xc4, 0xe3, 0xba, 0xc3]), 1, 3],
    ['bytes ff fe inside', bytes('ab', [0xff, 0xfe], 'c'), 1, 3],
  ])('%s is an error with its line and column', (_, input, line, column) => {
    const message = expect.stringMatching(/valid UTF-8 \(byte .. at offset \d+\); save/) as string
    expect(decodeText(input)).toMatchObject({ kind: 'invalid', message, line, column })
  })

  test.each([
    ['UTF-16', bytes([0xff, 0xfe], 'a\0b\0')],
    ['UTF-16', bytes([0xfe, 0xff], '\0a\0b')],
    ['UTF-16', Uint8Array.from(Buffer.from('# Title\n\nText in two bytes', 'utf16le'))],
    ["isn't a text file", bytes([0x89], 'PNG\r\n', [0x1a, 10, 0, 0, 0, 13], 'IHDR', [0, 0, 1, 0, 255, 254])],
    ["isn't a text file", bytes([1, 2, 3, 4, 5, 6, 7, 0, 0, 0])],
  ])('%s is an error', (text, input) => {
    const message = expect.stringContaining(text) as string
    expect(decodeText(input)).toMatchObject({ kind: 'invalid', message })
  })
})

test('included files come after those that include them', () => {
  const [a, b, d] = ['a', 'b', 'd'].map(name => createSource('', `${name}.md`))
  const c = { ...createSource('', 'c.md'), includes: ['content/a.md', 'content/_part.md'] }
  expect(sortByIncludes([a!, b!, c, d!])).toEqual([c, a, b, d])
})
