import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { homedir, hostname, tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { preload } from './preloads.ts'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'

const FILES: Record<string, string> = {
  'site.config.ts': twoLanguages("base: '/docs/', redirects: { '/old.html': '/guide/start.html' }"),
  'content/guide/start.md': '# Start\n\nText with `code`.\n\n```js\nconst a = 1\n```\n\n::: tip\nHint\n:::\n',
  'content/guide/README.md': '# Guide\n\n<!--@include: ./start.md-->\n',
  'content/fr/README.md': '# Accueil\n\nBonjour, ça va ?\n',
  'content/fr/guide/start.md': '# Démarrer\n\nTexte.\n',
  'content/I.md': '# Istanbul\n',
  'public/robots.txt': 'User-agent: *\n',
  'public/favicon.png': 'x',
  'templates/components/Footer.tsx':
    "import { shout } from '../shout.ts'\nexport function Footer() {\n  return <footer>{shout('own')}</footer>\n}\n",
  'templates/shout.ts': 'export const shout = (text: string) => text.toUpperCase()\n',
  'templates/styles/site.css': '.footer { color: red }\n',
}

const PROGRAM = fileURLToPath(new URL('../../', import.meta.url))

/** A user that owns nothing. */
const OTHER = 65_534
const canBeOther =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, [path.join(PROGRAM, 'bin/docsgen.js'), '--version'], { uid: OTHER, gid: OTHER })
    .status === 0

/** Node.js of other major versions, where version managers and CI put them, or named in `DOCSGEN_NODES` (`:` between). */
function otherNodes(): string[] {
  const folders = [path.join(homedir(), '.nvm/versions/node'), '/opt/hostedtoolcache/node']
  const installed = folders
    .filter(existsSync)
    .flatMap(folder => readdirSync(folder).map(name => path.join(folder, name)))
    .flatMap(folder => [path.join(folder, 'bin/node'), path.join(folder, 'x64/bin/node')])
    .filter(existsSync)
  const named = (process.env['DOCSGEN_NODES'] ?? '').split(':').filter(Boolean)
  return [...named, ...installed].filter(node => {
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
    return Number(/^v(\d+)/.exec(version)?.[1]) >= 20 && version !== process.version
  })
}

/** Small sites have too few pages for threads: these make enough. */
const MANY = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `content/many/p${index}.md`,
    `# P ${index}\n\n## A\n\nText ${index}\n`,
  ]),
)

describe('two builds of the same input have the same bytes', () => {
  const state = {} as { reference: Record<string, string>; first: TestSite }
  const folders: string[] = []

  beforeAll(async () => {
    state.first = createTestSite({ ...FILES, ...MANY })
    folders.push(state.first.root)
    const { code, stderr } = await state.first.run(['build', '--no-cache'])
    expect(stderr).not.toContain('error')
    expect(code).toBe(0)
    state.reference = state.first.hashes('dist')
  })

  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  function copy(name = 'copy'): TestSite {
    const parent = mkdtempSync(path.join(tmpdir(), 'det-'))
    folders.push(parent)
    const root = path.join(parent, name)
    cpSync(state.first.root, root, {
      recursive: true,
      filter: source => !/(?:dist|node_modules)$/.test(path.basename(source)),
    })
    return createTestSite(
      { 'site.config.ts': FILES['site.config.ts'] ?? '', 'content/README.md': '# Home\n\nHello.\n' },
      root,
    )
  }

  const ENVIRONMENTS: [string, Record<string, string>][] = [
    ['in a second run', {}],
    ['in the time zone Pacific/Kiritimati', { TZ: 'Pacific/Kiritimati' }],
    ['in the time zone America/Los_Angeles', { TZ: 'America/Los_Angeles' }],
    ['with the C locale', { LC_ALL: 'C' }],
    ['with the Turkish locale', { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' }],
    ['with the Japanese locale', { LC_ALL: 'ja_JP.UTF-8', LANG: 'ja_JP.UTF-8' }],
    ['with one thread for files', { UV_THREADPOOL_SIZE: '1' }],
    ['with sixteen threads for files', { UV_THREADPOOL_SIZE: '16' }],
    ['without git and without a home folder', { HOME: '', PATH: '' }],
    ['without threads', { DOCSGEN_WORKERS: '0' }],
    ['with one thread', { DOCSGEN_WORKERS: '1' }],
    ['with two threads', { DOCSGEN_WORKERS: '2' }],
    ['with eight threads', { DOCSGEN_WORKERS: '8' }],
    ['with another date for sources', { SOURCE_DATE_EPOCH: '0' }],
  ]
  /** Every fourth; all with `DOCSGEN_FULL=1`. */
  const sample = ENVIRONMENTS.filter((_, index) => process.env['DOCSGEN_FULL'] || index % 4 === 1)

  it.each(sample)('%s', async (_name, env) => {
    const site = copy()
    expect((await site.run(['build', '--no-cache'], { env })).code).toBe(0)
    expect(site.hashes('dist')).toEqual(state.reference)
  })

  it('at a long path with spaces and odd characters', async () => {
    const site = copy(`${'long folder name '.repeat(10)} [b] (c) {d} é #%20?& '"😀`)
    const { code, stderr } = await site.run(['build', '--no-cache'])
    expect(stderr).not.toContain('error')
    expect(code).toBe(0)
    expect(site.root.length).toBeGreaterThan(200)
    expect(site.hashes('dist')).toEqual(state.reference)
  })

  it('with a clock that is wrong and runs', async () => {
    const site = copy()
    const nodeArgs = preload(path.dirname(site.root), 'clock')
    const { code, stderr } = await site.run(['build', '--no-cache'], { nodeArgs })
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(site.hashes('dist')).toEqual(state.reference)
  })

  it('without network, git and home folder', async () => {
    const site = copy()
    const nodeArgs = preload(path.dirname(site.root), 'noNetwork')
    const { code } = await site.run(['build', '--no-cache'], { nodeArgs, env: { HOME: '', PATH: '' } })
    expect(code).toBe(0)
    expect(site.hashes('dist')).toEqual(state.reference)
  })

  it.skipIf(!canBeOther)('for another user (needs root, and a program that others can read)', async () => {
    const site = copy()
    spawnSync('chown', ['-R', `${OTHER}:${OTHER}`, path.dirname(site.root)])
    const { code, stderr } = await site.run(['build', '--no-cache'], {
      user: OTHER,
      env: { HOME: '/nonexistent' },
    })
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(site.hashes('dist')).toEqual(state.reference)
  })

  it.skipIf(otherNodes().length === 0)(
    'with other versions of Node.js (those that are installed)',
    async () => {
      for (const node of otherNodes()) {
        const site = copy()
        const { code } = await site.run(['build', '--no-cache'], { node })
        expect({ node, code }).toEqual({ node, code: 0 })
        expect(site.hashes('dist')).toEqual(state.reference)
      }
    },
  )

  it('with another umask', async () => {
    const site = copy()
    await site.run(['build', '--no-cache'], { umask: '077' })
    expect(site.hashes('dist')).toEqual(state.reference)
  })

  it('with files listed in reverse order and other times', async () => {
    const site = copy()
    for (const name of readdirSync(path.join(site.root, 'content/many'))) {
      utimesSync(path.join(site.root, 'content/many', name), 1, 1)
    }
    const result = await site.run(['build', '--no-cache'], {
      nodeArgs: preload(path.dirname(site.root), 'reverse'),
    })
    expect(result.code).toBe(0)
    expect(site.hashes('dist')).toEqual(state.reference)
  })

  it('with a cold cache, a warm cache and a cache from another path', async () => {
    const site = copy()
    await site.run(['build'])
    expect(site.hashes('dist')).toEqual(state.reference)
    await site.run(['build'])
    expect(site.hashes('dist')).toEqual(state.reference)
    const other = copy('other')
    cpSync(path.join(site.root, 'node_modules'), path.join(other.root, 'node_modules'), { recursive: true })
    await other.run(['build'])
    expect(other.hashes('dist')).toEqual(state.reference)
  })

  it('and no path, user or host of this machine is in the output', () => {
    const dist = path.join(state.first.root, 'dist')
    const { username } = userInfo()
    const places = [state.first.root, process.cwd(), PROGRAM, tmpdir() + '/', homedir() + '/', hostname()]
    // `:root` is in every style sheet.
    const needles = [...places, ...(username === 'root' ? [] : [username])].filter(text => text.length > 3)
    for (const name of Object.keys(state.reference)) {
      const text = readFileSync(path.join(dist, name), 'latin1')
      for (const needle of needles) expect(text.includes(needle), `${needle} in ${name}`).toBe(false)
    }
  })
})
