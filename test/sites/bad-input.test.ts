import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'

const sites: TestSite[] = []
function site(files: Record<string, string | Uint8Array>): TestSite {
  const created = createTestSite(files)
  sites.push(created)
  return created
}
afterEach(() => {
  for (const created of sites.splice(0)) created.remove()
})

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
    files: { 'content/a.md': '# A\n\n<!--@include: ./b.md-->\n', 'content/b.md': '# B\n\n<!--@include: ./a.md-->\n' },
    says: ['content/a.md', 'content/b.md', 'include'],
  },
  {
    name: 'an include outside the root is refused',
    files: { 'content/a.md': '# A\n\n<!--@include: ../../../../etc/passwd-->\n' },
    says: ['content/a.md:3:1', 'outside'],
  },
  {
    name: 'two sources for one address name both (R-ROUTE-1)',
    files: { 'content/a/README.md': '# A\n', 'content/a/index.md': '# A\n' },
    says: ['content/a/README.md', 'content/a/index.md', '/a/'],
  },
  {
    name: 'addresses that differ in letter case only name both (R-NAME-3)',
    files: { 'content/Foo.md': '# A\n', 'content/foo.md': '# A\n' },
    says: ['content/Foo.md', 'content/foo.md'],
  },
  {
    name: 'invalid UTF-8 names the byte',
    files: { 'content/a.md': Buffer.concat([Buffer.from('# A\n\n'), Buffer.from([0xff, 0xfe, 0x41])]) },
    says: ['content/a.md', 'UTF-8'],
  },
  {
    name: 'a nesting bomb is rejected without a RangeError (R-PATH-1)',
    files: { 'content/a.md': `# A\n\n${'> '.repeat(5000)}x\n` },
    says: ['content/a.md', 'markdown/too-complex'],
  },
  {
    name: 'a javascript: link is an error (X-URL-1)',
    files: { 'content/a.md': '# A\n\n[x](javascript:alert(1))\n' },
    says: ['content/a.md:3', 'markdown/unsafe-link'],
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
    name: 'an output folder that is the source is refused (R-ATOM-6)',
    files: { 'site.config.ts': twoLanguages("outDir: 'content'") },
    says: ['outDir', 'content'],
    code: 2,
  },
  {
    name: 'an output folder that contains the site is refused (R-ATOM-6)',
    files: { 'site.config.ts': twoLanguages("outDir: '..'") },
    says: ['output folder'],
    code: 2,
  },
  {
    name: 'a redirect loop is an error',
    files: { 'site.config.ts': twoLanguages("redirects: { '/a.html': '/b.html', '/b.html': '/a.html' }") },
    says: ['redirects/loop', '/a.html'],
  },
]

describe('bad input gets a clear error and the previous site stays, byte for byte (R-ATOM-4)', () => {
  it.each(CASES)('$name', async ({ files, says, code = 1 }) => {
    const created = site({})
    expect((await created.run(['build'])).code).toBe(0)
    const before = created.hashes('dist')
    for (const [file, content] of Object.entries(files)) created.write(file, content)
    const result = await created.run(['build'])
    expect(result.code).toBe(code)
    for (const part of says) expect(result.stderr).toContain(part)
    expect(result.stderr).not.toMatch(/\n\s+at .*\(?.*:\d+:\d+\)?/)
    expect(result.stderr).not.toContain('RangeError')
    expect(created.hashes('dist')).toEqual(before)
  })
})

describe('several problems', () => {
  it('are all reported together, sorted by file', async () => {
    const created = site({
      'content/b.md': '# B\n\n[x](javascript:alert(1))\n',
      'content/a.md': '# A\n\n<!--@include: ./none.md-->\n',
    })
    const { stderr, code } = await created.run(['build'])
    expect(code).toBe(1)
    expect(stderr.indexOf('content/a.md:3')).toBeGreaterThan(-1)
    expect(stderr.indexOf('content/b.md:3')).toBeGreaterThan(stderr.indexOf('content/a.md:3'))
  })

  it('come with a code frame and never with a path of the machine (D-LEAK-1)', async () => {
    const created = site({ 'content/a.md': '# A\n\n[x](javascript:alert(1))\n' })
    const { stderr } = await created.run(['build'])
    expect(stderr).toContain('> 3 |')
    expect(stderr).not.toContain(created.root)
  })
})

describe('links on disk (R-LINK-1)', () => {
  it('a dangling link to a page is an error and a loop ends', async () => {
    const created = site({})
    symlinkSync('nowhere.md', path.join(created.root, 'content/dangling.md'))
    symlinkSync('.', path.join(created.root, 'content/loop'))
    const { code, stderr } = await created.run(['build'])
    expect(code).toBe(1)
    expect(stderr).toContain('content/dangling.md')
  })

  it('a link that leads outside the site is refused', async () => {
    const created = site({})
    symlinkSync('/etc/hostname', path.join(created.root, 'content/outside.md'))
    const { code, stderr } = await created.run(['build'])
    expect(code).toBe(1)
    expect(stderr).toContain('content/outside.md')
  })
})

describe('the command line', () => {
  it('names the nearest command and option, exit code 2', async () => {
    const created = site({})
    const command = await created.run(['biuld'])
    expect(command.code).toBe(2)
    expect(command.stderr).toContain('build')
    const option = await created.run(['build', '--out-dri', 'x'])
    expect(option.code).toBe(2)
    expect(option.stderr).toContain('--out-dir')
  })

  it('says what to do where there is no configuration', async () => {
    const created = site({})
    const { code, stderr } = await created.run(['build', 'content'])
    expect(code).toBe(2)
    expect(stderr).toContain('docsgen init')
  })
})
