/** Two builds of the same input have the same bytes, whatever is around them. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, utimesSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { IS_FULL } from '../support/full.ts'
import {
  createFolder,
  createTestSite,
  manyPages,
  preload,
  PROGRAM,
  type RunOptions,
  type TestSite,
  twoLanguages,
} from './site.ts'

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
  // So many that several threads parse them.
  ...manyPages(20),
}

/** A user that owns nothing. */
const OTHER = 65_534
const canBeOther =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, [PROGRAM, '--version'], { uid: OTHER, gid: OTHER }).status === 0

/** The clock is eleven years fast and sees another day each time, nothing can be reached, folders list in reverse order. */
const OTHER_WORLD = `
  import dns from 'node:dns'
  import net from 'node:net'
  const RealDate = Date
  let days = 11 * 365
  const now = () => RealDate.now() + (days += 1) * 86_400_000
  globalThis.Date = class Date extends RealDate {
    constructor(...args) {
      if (args.length === 0) super(now())
      else super(...args)
    }
    static now() {
      return now()
    }
  }
  net.Socket.prototype.connect = dns.lookup = dns.promises.lookup = () => { throw new Error('the network was used') }
  const { readdir } = fs.promises
  fs.promises.readdir = async (...args) => (await readdir(...args)).reverse()
  const { readdirSync } = fs
  fs.readdirSync = (...args) => readdirSync(...args).reverse()`

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

const first = createTestSite(FILES)
await first.build()
const reference = first.hashes('dist')

const folder = createFolder().root
const createCopy = (name: string) => createTestSite(FILES, mkdtempSync(path.join(folder, name)))

async function expectSameBytes(site: TestSite, options: RunOptions = {}): Promise<void> {
  const { code, stderr } = await site.run(['build', '--no-cache'], options)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(site.hashes('dist')).toEqual(reference)
}

const ENVIRONMENTS: Record<string, string>[] = [
  { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', UV_THREADPOOL_SIZE: '1' },
  { HOME: '', PATH: '', SOURCE_DATE_EPOCH: '0', DOCSGEN_WORKERS: '8' },
  { TZ: 'America/Los_Angeles', LC_ALL: 'C', UV_THREADPOOL_SIZE: '16', DOCSGEN_WORKERS: '0' },
  { LC_ALL: 'ja_JP.UTF-8', LANG: 'ja_JP.UTF-8', DOCSGEN_WORKERS: '1' },
]
it.each(IS_FULL ? ENVIRONMENTS : [Object.assign({}, ...ENVIRONMENTS.slice(0, 2).toReversed()) as object])(
  'with the variables %o',
  env => expectSameBytes(createCopy('copy'), { env: { ...env }, apart: true }),
)

it('at a long path with spaces and odd characters, with another umask, without threads', async () => {
  const site = createCopy(`${'long folder name '.repeat(10)} [b] (c) {d} é #%20?& '"😀`)
  expect(site.root.length).toBeGreaterThan(200)
  await expectSameBytes(site, { umask: '077', env: { DOCSGEN_WORKERS: '0' } })
})

it('with a clock that is wrong and runs, without a network, with files in reverse order and of other times', async () => {
  const site = createCopy('copy')
  for (const name of readdirSync(path.join(site.root, 'content')))
    utimesSync(path.join(site.root, 'content', name), 1, 1)
  await expectSameBytes(site, { nodeArgs: preload(site, OTHER_WORLD) })
})

it.skipIf(!canBeOther)('for another user (needs root, and a program that others can read)', async () => {
  const site = createCopy('copy')
  spawnSync('chown', ['-R', `${OTHER}:${OTHER}`, folder])
  await expectSameBytes(site, { user: OTHER, env: { HOME: '/nonexistent' } })
})

describe.skipIf(otherNodes().length === 0)('with other versions of Node.js that are installed', () => {
  it.each(otherNodes())('%s', node => expectSameBytes(createCopy('copy'), { node }))
})

it('with a warm cache, and with one from another path', async () => {
  await first.build()
  expect(first.hashes('dist')).toEqual(reference)
  const other = createCopy('other')
  cpSync(path.join(first.root, 'node_modules'), path.join(other.root, 'node_modules'), { recursive: true })
  await other.build()
  expect(other.hashes('dist')).toEqual(reference)
})
