import { cpSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolder, createTestSite, twoLanguages } from './site.ts'


interface Case {
  name: string
  files: Record<string, string | Uint8Array>
  /** Parts of the message, in any order. */
  says: string[]
  code?: number
}

const CASES: Case[] = [
  {
    name: 'invalid YAML names line and column',
    files: { 'content/a.md': '---\ntitle: [1, 2\ndescription: x\n---\n# A\n' },
    says: ['content/a.md:', 'frontmatter/'],
  },
  {
    name: 'a missing include names the file and the line of the directive',
    files: { 'content/a.md': '# A\n\n!!!include(content/nothing.md)!!!\n' },
    says: ['content/a.md:3:1', 'content/nothing.md'],
  },
  {
    name: 'a circular include shows the chain',
    files: {
      'content/a.md': '# A\n\n<!--@include: ./b.md-->\n',
      'content/b.md': '# B\n\n<!--@include: ./a.md-->\n',
    },
    says: ['content/a.md', 'content/b.md', 'include'],
  },
  {
    name: 'an include outside the root is refused',
    files: { 'content/a.md': '# A\n\n<!--@include: ../../../../etc/passwd-->\n' },
    says: ['content/a.md:3:1', 'outside'],
  },
  {
    name: 'two sources for one address name both',
    files: { 'content/a/README.md': '# A\n', 'content/a/index.md': '# A\n' },
    says: ['content/a/README.md', 'content/a/index.md', '/a/'],
  },
  {
    name: 'three sources for what hosts take for one address name all',
    files: { 'content/a.md': '# A\n', 'content/a/README.md': '# A\n', 'content/a/index.md': '# A\n' },
    says: [
      'content/a.md:1:1 error routes/duplicate The address `/a.html` is claimed more than once: by this file and by content/a/README.md, content/a/index.md.',
      'content/a/README.md:1:1 error routes/duplicate The address `/a/`',
      'content/a/index.md:1:1 error routes/duplicate The address `/a/`',
    ],
  },
  {
    name: 'an entry of the navigation without a page is one problem, however many languages have it',
    files: {
      'site.config.ts': twoLanguages(
        "theme: { nav: ['/no.html'], sidebar: { '/': [{ text: 'A', link: '/none.html' }] } }",
      ),
    },
    says: ['names `/no.html`', 'names `/none.html`'],
  },
  {
    name: 'a permalink that is the address of another page names both',
    files: { 'content/a.md': '---\npermalink: /b.html\n---\n# A\n', 'content/b.md': '# B\n' },
    says: ['content/a.md:1:1 error routes/duplicate', 'content/b.md:1:1 error routes/duplicate', '`/b.html`'],
  },
  {
    name: 'a public file with the address of a page names both',
    files: { 'content/b.md': '# B\n', 'public/b.html': '<p>B</p>\n' },
    says: ['content/b.md:1:1 error routes/duplicate', 'public file `b.html`'],
  },
  {
    name: 'a page among the files that the build writes is an error',
    files: { 'content/assets/x.md': '# X\n' },
    says: ['content/assets/x.md:1:1 error routes/reserved', '/assets/x.html'],
  },
  {
    name: 'a public file that the build would overwrite is an error',
    files: { 'public/service-worker.js': '// mine\n', 'public/fr/404.html': '<p>mine</p>\n' },
    says: [
      'public/service-worker.js:1:1 error routes/reserved',
      'public/fr/404.html:1:1 error routes/reserved',
    ],
  },
  {
    name: 'addresses that differ in Unicode form only name both',
    files: { 'content/\u00e9.md': '# A\n', 'content/e\u0301.md': '# A\n' },
    says: ['content/\u00e9.md:1:1 error routes/duplicate', 'content/e\u0301.md:1:1 error routes/duplicate'],
  },
  {
    name: 'addresses that differ in letter case only name both',
    files: { 'content/Foo.md': '# A\n', 'content/foo.md': '# A\n' },
    says: ['content/Foo.md', 'content/foo.md'],
  },
  {
    name: 'a nesting bomb is rejected without a RangeError',
    files: { 'content/a.md': `# A\n\n${'> '.repeat(5000)}x\n` },
    says: ['content/a.md', 'markdown/too-complex'],
  },
  {
    name: 'a page with the name of a file that the build writes is an error',
    files: { 'content/404.md': '# Not here\n' },
    says: ['content/404.md', '/404.html'],
  },
  {
    name: 'an unknown configuration key names its path and the nearest known key',
    files: { 'site.config.ts': twoLanguages("theme: { editLink: true, lastUpdatd: true }, basse: '/x/'") },
    says: ['theme.editLink', 'editLinks', 'theme.lastUpdatd', 'lastUpdated', 'basse', 'site.config.ts:'],
    code: 2,
  },
  {
    name: 'a configuration that cannot be parsed names line and column',
    files: { 'site.config.ts': 'export default {\n  title: ,\n}\n' },
    says: ['site.config.ts:2:'],
    code: 2,
  },
  {
    name: 'an output folder that is the source is refused',
    files: { 'site.config.ts': twoLanguages("outDir: 'content'") },
    says: ['outDir', 'content'],
    code: 2,
  },
  {
    name: 'an output folder that contains the site is refused',
    files: { 'site.config.ts': twoLanguages("outDir: '..'") },
    says: ['output folder'],
    code: 2,
  },
]

describe('bad input gets a clear error and the previous site stays, byte for byte', () => {
  const clean = createTestSite()
  beforeAll(async () => void (await clean.build()))
  afterAll(() => clean.remove())

  it.each(CASES)('$name', async ({ files, says, code = 1 }) => {
    const created = createFolder()
    cpSync(clean.root, created.root, { recursive: true })
    const before = created.hashes('dist')
    for (const [file, content] of Object.entries(files)) created.write(file, content)
    const result = await created.run(['build'])
    expect(result.code).toBe(code)
    for (const part of says) expect(result.stderr).toContain(part)
    const problems = result.stderr.match(/^\S+:\d+:\d+ error .*$/gm) ?? []
    expect(problems).toEqual([...new Set(problems)])
    expect(result.stderr).not.toMatch(/\n\s+at .*\(?.*:\d+:\d+\)?/)
    expect(result.stderr).not.toContain('RangeError')
    expect(created.hashes('dist')).toEqual(before)
  })
})

it('an output folder that is a file is refused and stays', async () => {
  const created = createTestSite({ dist: 'mine' })
  const result = await created.run(['build'])
  expect([result.code, created.read('dist')]).toEqual([1, 'mine'])
  expect(result.stderr).toContain('output/write The output folder `dist` is a file. It is unchanged.')
})

it('a page that cannot be read is one finding, whatever leads to it', async () => {
  const created = createTestSite({
    'content/guide.md': '---\ntitle: Guide\n# Guide\n',
    'content/a.md': '# A\n\n[x](./guide.md#usage)\n',
    'content/fr/README.md': '# Accueil\n',
    'content/fr/guide.md': '# Guide\n\n[y](/guide.md)\n',
    'site.config.ts': twoLanguages("theme: { nav: ['/guide'] }, redirects: { '/old': '/guide.html' }"),
  })
  const { code, stderr } = await created.run(['build'])
  expect([code, stderr.match(/^\S.*/gm)]).toEqual([1, [expect.stringContaining('content/guide.md:1:1')]])
})

describe('several problems', () => {
  it('are all reported together, sorted by file, with code frames and without paths of the machine', async () => {
    const created = createTestSite({
      'content/b.md': '# B\n\n[x](javascript:alert(1))\n',
      'content/a.md': '# A\n\n<!--@include: ./none.md-->\n',
    })
    const { stderr, code } = await created.run(['build'])
    expect(code).toBe(1)
    expect(stderr.indexOf('content/a.md:3')).toBeGreaterThan(-1)
    expect(stderr.indexOf('content/b.md:3')).toBeGreaterThan(stderr.indexOf('content/a.md:3'))
    expect(stderr).toContain('> 3 |')
    expect(stderr).not.toContain(created.root)
  })

  it('are fifty at most, then counted', async () => {
    const pages = Array.from({ length: 70 }, (_, index) => [
      `content/p${index}.md`,
      '# P\n\n[x](javascript:alert(1))\n',
    ])
    const files = { ...Object.fromEntries(pages), 'content/fr/README.md': '# Accueil\n' }
    const { stderr, code } = await createTestSite(files as Record<string, string>).run(['build'])
    expect(code).toBe(1)
    expect(stderr.match(/error markdown\/unsafe-link/g)).toHaveLength(50)
    expect(stderr).toMatch(/and 20 more/)
    expect(stderr).toContain('70 errors, 0 warnings.\n  markdown/unsafe-link 70\n')
  })
})

describe('links on disk', () => {
  it('folders that lead to each other are read once', async () => {
    const created = createTestSite({ 'content/x/a.md': '# A\n', 'content/y/b.md': '# B\n' })
    symlinkSync('../y', path.join(created.root, 'content/x/to-y'))
    symlinkSync('../x', path.join(created.root, 'content/y/to-x'))
    symlinkSync('nowhere', path.join(created.root, 'content/gone'))
    symlinkSync('second', path.join(created.root, 'content/first'))
    symlinkSync('first', path.join(created.root, 'content/second'))
    const { code, stderr } = await created.run(['build', '--json'])
    expect(code).toBe(0)
    for (const name of ['gone', 'first', 'second'])
      expect(stderr).toContain(`content/${name}:1:1 warning files/dangling-link`)
  })

  it('two links to one file are two pages', async () => {
    const created = createTestSite({ 'content/a.md': '# A\n' })
    symlinkSync('a.md', path.join(created.root, 'content/b.md'))
    symlinkSync('a.md', path.join(created.root, 'content/c.md'))
    expect((await created.run(['build'])).code).toBe(0)
    for (const name of ['a', 'b', 'c']) expect(created.read(`dist/${name}.html`)).toContain('<h1 id="a"')
  })

  it('a link that leads outside the site is refused', async () => {
    const created = createTestSite({})
    symlinkSync('/etc/hostname', path.join(created.root, 'content/outside.md'))
    const { code, stderr } = await created.run(['build'])
    expect(code).toBe(1)
    expect(stderr).toContain('content/outside.md')
  })
})

describe('the command line', () => {
  it('names the nearest command and option, exit code 2', async () => {
    const created = createTestSite({})
    const command = await created.run(['biuld'])
    expect(command.code).toBe(2)
    expect(command.stderr).toContain('build')
    const option = await created.run(['build', '--out-dri', 'x'])
    expect(option.code).toBe(2)
    expect(option.stderr).toContain('--out-dir')
  })

  it('says what to do where there is no configuration', async () => {
    const created = createTestSite({})
    const { code, stderr } = await created.run(['build', 'content'])
    expect(code).toBe(2)
    expect(stderr).toContain('docsgen init')
  })
})
