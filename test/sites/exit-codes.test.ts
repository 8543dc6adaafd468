import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { hostname } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { startClosable } from '../support/closable.ts'
import { IS_FULL, sample } from '../support/full.ts'
import { startServer } from './serve.ts'
import { createFolder, createTestSite, git, type TestSite } from './site.ts'

const CLEAN = { 'content/README.md': '# Home\n\nHello.\n', 'content/fr/README.md': '# Accueil\n\nBonjour.\n' }
const BROKEN = { ...CLEAN, 'content/a.md': '# A\n\n[x](./nothing.md)\n' }
const UNREADABLE = { ...CLEAN, 'content/a.md': '---\ntitle: [\n---\n# A\n' }
const COMMANDS = ['build', 'dev', 'check', 'preview', 'routes', 'init']
const FORMATS = sample(['pretty', 'sarif', 'json', 'github', 'junit', 'markdown', 'html'], 0, 1)

/** Sites that tests run commands in without changing their sources. */
const clean = createTestSite(CLEAN)
const broken = createTestSite(BROKEN)
const unreadable = createTestSite(UNREADABLE)
const misconfigured = createTestSite({ ...CLEAN, 'site.config.ts': "export default { titel: 'x' }\n" })

/** Exit codes of a command in several sites. */
async function codes(line: string, ...sites: TestSite[]): Promise<number[]> {
  return (await Promise.all(sites.map(site => site.run(line.split(' '))))).map(({ code }) => code)
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

/** Starts a server, waits for what it prints, and ends it with a signal. */
async function stopAfter(site: TestSite, command: string, prints: RegExp, signal: NodeJS.Signals) {
  const server = await startServer(site, [command])
  await server.printed(prints)
  return server.stop(signal)
}

describe('every command', () => {
  it('exits with 0 for help, with 2 for an unknown option or command, and for no configuration', async () => {
    const refused = (said: string) => ({ code: 2, stderr: expect.stringContaining(said) as string })
    for (const command of COMMANDS) {
      expect([command, (await clean.run([command, '--help'])).code]).toEqual([command, 0])
      expect(await clean.run([command, '--nonsense'])).toMatchObject(refused('--nonsense'))
    }
    expect(await clean.run(['build', '--out-dri', 'x'])).toMatchObject(refused('--out-dir'))
    expect(await clean.run(['build', 'content'])).toMatchObject(refused('docsgen init'))
    expect(await clean.run(['biuld'])).toMatchObject(refused('build'))
  })

  it.each(sample(COMMANDS, 0, 1))(
    'exits with 3 for an error of its own (%s), and shows a stack trace only with --debug',
    async command => {
      const options = { nodeArgs: ['--import', BUG] }
      const { code, stdout, stderr } = await clean.run([command, 'bug'], options)
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
      expect(stderr).toContain('internal error: Something that cannot be.')
      expect(stderr).not.toMatch(/^ +at /m)
      if (!IS_FULL && command !== 'build') return
      const debug = await clean.run([command, 'bug', '--debug'], options)
      expect(debug.code).toBe(3)
      expect(debug.stderr).toMatch(/^ +at .*main \(.*compiled\/cli\/main\.js:\d+:\d+\)$/m)
    },
  )
})

describe('build and routes', () => {
  it.each(['build', 'build --json', 'routes', 'routes --json'])(
    '`%s` exits with 0, 1 for errors in content, 2 for the configuration',
    async line => {
      expect(await codes(line, clean, unreadable, misconfigured)).toEqual([0, 1, 2])
    },
  )

  it('routes lists addresses, with fallbacks and redirects marked, whatever pages hold', async () => {
    const created = createTestSite({
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

  it('a broken link fails a build, unless the site or the command line is lenient, and nothing is published', async () => {
    const withCheck = (check: string) =>
      createTestSite({ ...BROKEN, 'site.config.ts': `export default { check: { ${check} } }\n` })
    const { stderr } = await broken.run(['build'])
    expect(stderr).toContain('content/a.md:3:1 error links/page')
    expect(stderr).toContain('info links/build')
    expect(existsSync(broken.output)).toBe(false)
    const lenient = withCheck("build: 'warn'")
    const severe = withCheck("build: 'warn', rules: { 'links/page': 'error' }")
    expect(await codes('build', broken, lenient, severe)).toEqual([1, 0, 1])
    expect(await codes('build --no-strict-links', broken, severe)).toEqual([0, 1])
    expect(await codes('build --strict', clean, lenient)).toEqual([0, 1])
  })

  it('a build exits with 2 for a folder that is missing or a file, with 1 where the system refuses to write', async () => {
    for (const name of ['nothing', 'site.config.ts']) {
      const { code, stderr } = await clean.run(['build', name])
      expect([code, stderr]).toEqual([2, expect.stringContaining(`\`${name}\` isn't a folder.`)])
    }
    const { code, stderr } = await clean.run(['build', '--out-dir', 'site.config.ts/site'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('output/write')])
  })

  it('a build exits with 3 while another process builds; routes and check only read', async () => {
    const locked = createTestSite({ ...CLEAN, 'dist.lock': FOREIGN_LOCK, 'check.lock': FOREIGN_LOCK })
    const { code, stdout, stderr } = await locked.run(['build', '--json'])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('output/locked')
    expect([...(await codes('routes', locked)), ...(await codes('check', locked))]).toEqual([0, 0])
  })
})

describe('check', () => {
  it.each(FORMATS)('--format %s exits with 0, 1 for errors, 2 for the configuration', async format => {
    const line = `check --format ${format}`
    expect(await codes(line, clean, broken, misconfigured)).toEqual([0, 1, 2])
    for (const [site, rule, more] of [
      [unreadable, 'frontmatter/syntax', ''],
      [broken, 'coverage/missing', ' --rule links/*=off --max-warnings 0'],
    ] as const) {
      const { code, stdout } = await site.run(`${line}${more}`.split(' '))
      expect([code, stdout]).toEqual([1, expect.stringContaining(rule)])
    }
  })

  it.each(['--stamp', '--fix'])(
    '%s exits with 3 and no report while another process edits the sources',
    async edit => {
      const locked = createTestSite({ ...CLEAN, 'check.lock': FOREIGN_LOCK })
      const { code, stdout, stderr } = await locked.run(['check', edit])
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
      expect(stderr).toMatch(/The source files are being edited by process \d+ on not-.*check\.lock/s)
      expect(locked.read('content/fr/README.md')).toBe(CLEAN['content/fr/README.md'])
    },
  )

  it('stamps once when two do it at the same time, and leaves no lock', async () => {
    const created = createTestSite(CLEAN)
    const both = await Promise.all([1, 2].map(() => created.run(['check', '--stamp'], { apart: true })))
    for (const { code } of both) expect([0, 3]).toContain(code)
    expect(both.map(({ code }) => code)).toContain(0)
    expect(created.read('content/fr/README.md').match(/^source:$/gm)).toHaveLength(1)
    expect(existsSync(path.join(created.root, 'check.lock'))).toBe(false)
    expect((await created.run(['check', '--stamp'])).stderr).toContain('Stamped 0 files.')
  })

  it.each(['--format xml', '--max-warnings many', '--config nothing.ts'])(
    '%s exits with 2, with nothing on stdout',
    async args => {
      expect(await clean.run(['check', ...args.split(' ')])).toMatchObject({ code: 2, stdout: '' })
    },
  )

  it.each(['--output content', '--output file/report.html', '--update-baseline --baseline file/known.json'])(
    '%s exits with 1, because the system refuses to write',
    async args => {
      clean.write('file', '')
      const { code, stdout, stderr } = await clean.run(['check', ...args.split(' ')])
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/error output\/write Can't access `.*`: .* \((?:EISDIR|ENOTDIR|EEXIST)\)/)
    },
  )

  it('gives a shallow clone the same answer as the whole repository', async () => {
    const origin = createTestSite({ ...BROKEN, '.gitignore': 'node_modules\n' })
    git(origin.root, 'init')
    git(origin.root, 'add', '.')
    git(origin.root, 'commit', '-m', 'one')
    await origin.run(['check', '--stamp'])
    git(origin.root, 'commit', '-am', 'two')
    origin.write('content/README.md', '# Home\n\nHello again.\n')
    git(origin.root, 'commit', '-am', 'three')
    const clone = createFolder()
    git(clone.root, 'clone', '--depth', '1', `file://${origin.root}`, '.')
    const whole = await origin.run(['check', '--format', 'json'])
    const shallow = await clone.run(['check', '--format', 'json'])
    expect(shallow.code).toBe(whole.code)
    expect(JSON.parse(shallow.stdout)).toEqual(JSON.parse(whole.stdout))
    const { translations } = JSON.parse(shallow.stdout) as { translations: { path: string; state: string }[] }
    expect(translations.find(({ path }) => path === '/')?.state).toBe('stale')
  })
})

describe('dev and preview', () => {
  it.each([
    ['dev', '--port http', clean],
    ['dev', '--port 0 --host 192.0.2.7', clean],
    ['preview', '--port 65536', clean],
    ['preview', '--port 0 --host 192.0.2.7', clean],
    ['preview', '', misconfigured],
    // Without a built site.
    ['preview', '', unreadable],
  ])('%s exits with 2: %s', async (command, args, site) => {
    if (site === clean) site.write('dist/index.html', '')
    const { code, stderr } = await site.run([command, ...args.split(' ').filter(Boolean)])
    expect(code).toBe(2)
    if (args.includes('--host'))
      expect(stderr).toBe("`--host 192.0.2.7` isn't an address of this machine (EADDRNOTAVAIL).\n")
  })

  it('dev goes on with mistakes that the next save can fix, and with locks, until a signal', async () => {
    const locks = { 'check.lock': FOREIGN_LOCK, 'dist.lock': FOREIGN_LOCK }
    const site = createTestSite({ ...UNREADABLE, ...locks })
    expect(await stopAfter(site, 'dev', /frontmatter\/syntax/, 'SIGINT')).toBe(130)
    expect(site.hashes('dist')).toEqual({})
    expect(await stopAfter(misconfigured, 'dev', /titel/, 'SIGTERM')).toBe(143)
  })

  it('preview only reads the output: it goes on until a signal, or exits with 1 for a port that is taken', async () => {
    const site = createTestSite({ ...UNREADABLE, 'dist/index.html': 'Built.', 'dist.lock': FOREIGN_LOCK })
    const server = await startClosable(createServer())
    expect(await codes(`preview --port ${server.port} --strict-port`, site)).toEqual([1])
    await server.close()
    expect(await stopAfter(site, 'preview', /localhost/, 'SIGINT')).toBe(130)
    expect(await stopAfter(site, 'preview', /localhost/, 'SIGTERM')).toBe(143)
  })
})

describe('init', () => {
  it('exits with 1 where the system refuses to write', async () => {
    const { code, stderr } = await clean.run(['init', 'site.config.ts/new', '--yes'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Can't access `site.config.ts\/new.*`: not a directory \(ENOTDIR\)\.\n$/)
  })

  it('needs no lock: it never overwrites, so of two at the same time each file is from one of them', async () => {
    const folder = createFolder()
    const both = await Promise.all(
      [[], ['--locale', 'fr']].map(more => folder.run(['init', 'new', '--yes', ...more], { apart: true })),
    )
    for (const { code, stderr } of both) {
      expect([0, 2]).toContain(code)
      expect(stderr).not.toContain('internal error')
    }
  })
})
