import { cpSync, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { hostname } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { startClosable } from '../support/closable.ts'
import { sample } from '../support/full.ts'
import { startServer, until } from './serve.ts'
import { createFolder, createTestSite, git, type TestSite } from './site.ts'

const CLEAN = { 'content/README.md': '# Home\n\nHello.\n', 'content/fr/README.md': '# Accueil\n\nBonjour.\n' }
const BROKEN = { ...CLEAN, 'content/a.md': '# A\n\n[x](./nothing.md)\n' }
const UNREADABLE = { ...CLEAN, 'content/a.md': '---\ntitle: [\n---\n# A\n' }
const MISCONFIGURED = { ...CLEAN, 'site.config.ts': "export default { titel: 'x' }\n" }
const COMMANDS = ['build', 'dev', 'preview', 'check', 'routes', 'init']
const FORMATS = sample(['pretty', 'sarif', 'json', 'github', 'junit', 'markdown', 'html'], 0, 1)

/** A site that has been built: the others start with its cache, so that none has to bundle the theme again. */
const warm = createTestSite(CLEAN)
beforeAll(() => warm.build())

const CACHE = 'node_modules/.cache'
function site(files: Record<string, string>): TestSite {
  const created = createTestSite(files)
  cpSync(path.join(warm.root, CACHE), path.join(created.root, CACHE), { recursive: true })
  return created
}

async function codes(args: readonly string[], ...kinds: Record<string, string>[]): Promise<number[]> {
  const results = []
  for (const files of kinds) results.push((await site(files).run(args)).code)
  return results
}

/** A lock that another machine holds, as the program writes it. */
const FOREIGN_LOCK = JSON.stringify({ pid: process.pid, host: `not-${hostname()}`, started: '1' })

/** Loaded before the program: makes it meet an error of its own in the folder `bug`. */
const BUG = `data:text/javascript,${encodeURIComponent(`
  import path from 'node:path'
  const resolve = path.resolve
  path.resolve = (...parts) => {
    if (parts[0] === 'bug') throw new Error('Something that cannot be.')
    return resolve(...parts)
  }
`)}`

/** Starts a program that goes on until it is stopped; waits for what it prints, then stops it. */
async function stopAfter(
  created: TestSite,
  command: 'dev' | 'preview',
  says = 'http://localhost',
  signal: NodeJS.Signals = 'SIGINT',
) {
  const server = await startServer(created, [command])
  await until(() => server.output().includes(says), server.output)
  return server.stop(signal)
}

describe('exit codes of every command', () => {
  it.each(COMMANDS)('%s: 0 for help, 2 for an unknown option', async command => {
    const created = site(CLEAN)
    expect((await created.run([command, '--help'])).code).toBe(0)
    const { code, stderr } = await created.run([command, '--nonsense'])
    expect(code).toBe(2)
    expect(stderr).toContain('--nonsense')
  })

  it.each(COMMANDS)('%s: 3 for an error of its own, with a stack trace only for --debug', async command => {
    const created = site(CLEAN)
    const { code, stdout, stderr } = await created.run([command, 'bug'], { nodeArgs: ['--import', BUG] })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('internal error: Something that cannot be.')
    expect(stderr).not.toMatch(/^ +at /m)
    const debug = await created.run([command, 'bug', '--debug'], { nodeArgs: ['--import', BUG] })
    expect(debug.code).toBe(3)
    expect(debug.stderr).toMatch(/^ +at .*main \(.*compiled\/cli\/main\.js:\d+:\d+\)$/m)
  })
})

describe('exit codes of docsgen build and routes', () => {
  it.each(['build', 'build --json', 'routes', 'routes --json'])(
    '%s: 0 clean, 1 content errors, 2 configuration',
    async line => {
      expect(await codes(line.split(' '), CLEAN, UNREADABLE, MISCONFIGURED)).toEqual([0, 1, 2])
    },
  )

  it('routes: lists addresses, with fallbacks and redirects marked; what pages say is no matter', async () => {
    const created = site({
      'site.config.ts': `export default { title: 'Example', locales: { '/': { lang: 'en' }, '/fr/': { lang: 'fr' } } }\n`,
      'content/a.md': '---\nredirectFrom: [/old.html]\n---\n\n# A\n\n::: tipp\nUnknown.\n:::\n',
      'content/fr/README.md': '# Accueil\n',
    })
    const { stdout, stderr } = await created.run(['routes'])
    expect(stderr).toBe('')
    expect(stdout.split('\n').slice(0, 7)).toEqual([
      '/',
      '/index.html → /',
      '/a.html',
      '/fr/',
      '/fr/index.html → /fr/',
      '/fr/a.html (fallback: /a.html)',
      '/old.html → /a.html',
    ])
  })

  it('build: a broken link fails it, unless the site or the command line is lenient, and nothing is published', async () => {
    const withCheck = (check: string) => ({
      ...BROKEN,
      'site.config.ts': `export default { check: { ${check} } }\n`,
    })
    const lenient = withCheck("build: 'warn'")
    const severe = withCheck("build: 'warn', rules: { 'links/page': 'error' }")
    expect(await codes(['build'], CLEAN, BROKEN, lenient, severe)).toEqual([0, 1, 0, 1])
    expect(await codes(['build', '--no-strict-links'], BROKEN, severe)).toEqual([0, 1])
    expect(await codes(['build', '--strict'], CLEAN, lenient)).toEqual([0, 1])
    const created = site(BROKEN)
    const { stderr } = await created.run(['build'])
    expect(stderr).toContain('content/a.md:3:1 error links/page')
    expect(stderr).toContain('info links/build')
    expect(existsSync(path.join(created.root, 'dist'))).toBe(false)
  })

  it('2 for a folder that is not there, or a file', async () => {
    const created = site(CLEAN)
    for (const name of ['nothing', 'site.config.ts']) {
      const { code, stderr } = await created.run(['build', name])
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`\`${name}\` isn't a folder.`),
      })
    }
  })

  it('1 where the system refuses to write', async () => {
    const created = site({ ...CLEAN, file: '' })
    const { code, stderr } = await created.run(['build', '--out-dir', 'file/site'])
    expect(code).toBe(1)
    expect(stderr).toContain('output/write')
  })

  it('3 while another process builds; `routes` only reads', async () => {
    const created = site({ ...CLEAN, 'dist.lock': FOREIGN_LOCK, 'check.lock': FOREIGN_LOCK })
    const { code, stdout, stderr } = await created.run(['build', '--json'])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('output/locked')
    expect((await created.run(['routes'])).code).toBe(0)
  })
})

describe('exit codes of docsgen check', () => {
  it.each(FORMATS)('--format %s: 0 clean, 1 content errors, 2 configuration', async format => {
    expect(await codes(['check', '--format', format], CLEAN, BROKEN, MISCONFIGURED)).toEqual([0, 1, 2])
  })

  it.each(FORMATS)('--format %s: 1 with a whole report of what is wrong', async format => {
    for (const [files, rule, ...more] of [
      [UNREADABLE, 'frontmatter/syntax'],
      [{ ...CLEAN, 'content/a.md': '# A\n' }, 'coverage/missing', '--max-warnings', '0'],
    ] as const) {
      const { code, stdout } = await site(files).run(['check', '--format', format, ...more])
      expect(code).toBe(1)
      expect(stdout).toContain(rule)
    }
  })

  it.each(FORMATS)('--format %s: 3 and no report while another process edits the sources', async format => {
    const created = site({ ...CLEAN, 'check.lock': FOREIGN_LOCK })
    const edit = FORMATS.indexOf(format) % 2 === 0 ? '--stamp' : '--fix'
    const { code, stdout, stderr } = await created.run(['check', '--format', format, edit])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(/The source files are being edited by process \d+ on not-.*check\.lock/s)
    expect(created.read('content/fr/README.md')).toBe(CLEAN['content/fr/README.md'])
  })

  it('no 3 for a check that edits nothing, nor while a site is built: it writes into neither', async () => {
    const created = site({ ...CLEAN, 'check.lock': FOREIGN_LOCK, 'dist.lock': FOREIGN_LOCK })
    expect((await created.run(['check'])).code).toBe(0)
  })

  it('stamps once when two do it at once, and leaves no lock', async () => {
    const created = site(CLEAN)
    const both = await Promise.all([1, 2].map(() => created.run(['check', '--stamp'], { apart: true })))
    for (const { code } of both) expect([0, 3]).toContain(code)
    expect(both.map(({ code }) => code)).toContain(0)
    expect(created.read('content/fr/README.md').match(/^source:$/gm)).toHaveLength(1)
    expect(existsSync(path.join(created.root, 'check.lock'))).toBe(false)
    expect((await created.run(['check', '--stamp'])).stderr).toContain('Stamped 0 files.')
  })

  it('2 for options that make no sense, in every format, with nothing on stdout', async () => {
    const wrong = [
      ['--format', 'xml'],
      ['--rule', 'links/nothing=off'],
      ['--rule', 'links/page=loud'],
      ['--max-warnings', 'many'],
      ['--min-coverage', 'de=80'],
      ['--min-coverage', 'fr=lots'],
      ['--baseline', 'nothing.json'],
      ['--todo', 'de'],
      ['--locale', 'de'],
      ['--config', 'nothing.ts'],
    ]
    const created = site(CLEAN)
    for (const args of wrong) {
      const { code, stdout } = await created.run(['check', ...args])
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' })
    }
  })

  it('1 where the system refuses to write the report, the baseline or a page', async () => {
    const created = site({ ...CLEAN, file: '' })
    const refused = [
      ['--output', 'content'],
      ['--output', 'file/report.html'],
      ['--update-baseline', '--baseline', 'file/known.json'],
    ]
    for (const args of refused) {
      const { code, stdout, stderr } = await created.run(['check', ...args])
      expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' })
      expect(stderr).toMatch(/error output\/write The system refused `.*`: .* \((?:EISDIR|ENOTDIR|EEXIST)\)/)
    }
  })
})

describe('exit codes of docsgen dev', () => {
  it('2 for a port or a host that cannot be', async () => {
    const created = site(CLEAN)
    expect((await created.run(['dev', '--port', 'http'])).code).toBe(2)
    const { code, stderr } = await created.run(['dev', '--port', '0', '--host', '192.0.2.7'])
    expect(code).toBe(2)
    expect(stderr).toBe("`--host 192.0.2.7` isn't an address of this machine (EADDRNOTAVAIL).\n")
  })

  it('neither 1 nor 2 for what the next save can mend: it says so and goes on until a signal', async () => {
    expect(await stopAfter(site(UNREADABLE), 'dev', 'frontmatter/syntax')).toBe(130)
    expect(await stopAfter(site(MISCONFIGURED), 'dev', 'titel', 'SIGTERM')).toBe(143)
  })

  it('no 3 for locks: it writes neither output nor sources, only to the cache, entry by entry', async () => {
    const created = site({ ...CLEAN, 'check.lock': FOREIGN_LOCK, 'dist.lock': FOREIGN_LOCK })
    expect(await stopAfter(created, 'dev')).toBe(130)
    expect(created.hashes('dist')).toEqual({})
  })
})

describe('exit codes of docsgen preview', () => {
  const created = createTestSite(CLEAN)
  beforeAll(() => created.build())

  it('no 0: it has no way to end but a signal, 130 or 143', async () => {
    expect(await stopAfter(created, 'preview')).toBe(130)
    expect(await stopAfter(created, 'preview', 'http://localhost', 'SIGTERM')).toBe(143)
  })

  it('1 for a port that is taken, with --strict-port; content cannot be wrong, it is not read', async () => {
    created.write('content/README.md', UNREADABLE['content/a.md'])
    const server = await startClosable(createServer())
    expect((await created.run(['preview', '--port', String(server.port), '--strict-port'])).code).toBe(1)
    await server.close()
    expect(await stopAfter(created, 'preview')).toBe(130)
  })

  it('2 without a built site, with a wrong configuration, port or host', async () => {
    const empty = site(CLEAN)
    expect((await empty.run(['preview'])).code).toBe(2)
    expect((await empty.run(['preview', '--port', '65536'])).code).toBe(2)
    empty.write('dist/index.html', '')
    expect((await empty.run(['preview', '--port', '0', '--host', '192.0.2.7'])).code).toBe(2)
    expect((await site(MISCONFIGURED).run(['preview'])).code).toBe(2)
  })

  it('no 3 for locks: it only reads', async () => {
    created.write('dist.lock', FOREIGN_LOCK)
    expect(await stopAfter(created, 'preview')).toBe(130)
  })
})

describe('exit codes of docsgen init', () => {
  it('0 in an empty folder, 2 where there is a site already, which stays as it was', async () => {
    const created = site(CLEAN)
    expect((await created.run(['init', 'new', '--yes'])).code).toBe(0)
    const before = created.hashes('new')
    expect((await created.run(['init', 'new', '--yes'])).code).toBe(2)
    expect(created.hashes('new')).toEqual(before)
  })

  it('1 where the system refuses to write; content cannot be wrong, there is none yet', async () => {
    const { code, stderr } = await site({ ...CLEAN, file: '' }).run(['init', 'file/new', '--yes'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The system refused `file\/new.*`: not a directory \(ENOTDIR\)\.\n$/)
  })

  it('no 3 for locks: it never overwrites, so of two at once each file is of one of them', async () => {
    const created = site(CLEAN)
    const both = await Promise.all([
      created.run(['init', 'new', '--yes'], { apart: true }),
      created.run(['init', 'new', '--yes', '--locale', 'fr'], { apart: true }),
    ])
    for (const { code, stderr } of both) {
      expect([0, 2]).toContain(code)
      expect(stderr).not.toContain('internal error')
    }
  })
})

it('gives a shallow clone the same answer from check as the whole repository', async () => {
  const origin = site({ ...BROKEN, '.gitignore': 'node_modules\n' })
  git(origin.root, 'init')
  git(origin.root, 'add', '.')
  git(origin.root, 'commit', '-m', 'one')
  await origin.run(['check', '--stamp'])
  git(origin.root, 'commit', '-am', 'two')
  origin.write('content/README.md', '# Home\n\nHello again.\n')
  git(origin.root, 'commit', '-am', 'three')
  const clone = createFolder().root
  git(clone, 'clone', '--depth', '1', `file://${origin.root}`, '.')
  const whole = await origin.run(['check', '--format', 'json'])
  const shallow = await origin.run(['check', clone, '--format', 'json'], { cwd: clone })
  expect(shallow.code).toBe(whole.code)
  expect(JSON.parse(shallow.stdout)).toEqual(JSON.parse(whole.stdout))
  const { translations } = JSON.parse(shallow.stdout) as { translations: { path: string; state: string }[] }
  expect(translations.find(({ path }) => path === '/')?.state).toBe('stale')
})
