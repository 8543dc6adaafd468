import { cpSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { startCacheServer } from '../support/cache-server.ts'
import { hasDav, startDav } from '../support/real-hosts.ts'
import { exitCode } from './serve.ts'
import { createFolder, createTestSite, type RunResult, twoLanguages } from './site.ts'

const CONFIG = twoLanguages(`machines: { markdown: true },
  versions: [{ id: '2.x' }, { id: '1.x', from: 'old' }],`).replace("fallback: 'none',", '')
const page = (name: string) =>
  `# Page ${name}\n\n## Part\n\nText of ${name} and \`code\`, [more](./p1.md).\n\n!!!include(parts/note.md)!!!\n\n\`\`\`js\nconst a = '${name}'\n\`\`\`\n`
/** Pages that one language lacks, an included file, an old version and Markdown copies: all that is made from pages. */
const FILES: Record<string, string> = {
  'site.config.ts': CONFIG,
  'parts/note.md': '::: tip\nNoted.\n:::\n',
  'content/fr/README.md': '# Accueil\n\nBonjour.\n',
  'content/fr/p1.md': page('un'),
  'old/site.config.ts': `import { defineConfig } from 'docsgen'\nexport default defineConfig({ title: 'Old' })\n`,
  'old/content/README.md': '# Old\n\nHello.\n',
  ...Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`content/p${index}.md`, page(`${index}`)])),
}

const site = (files = FILES) => createTestSite(files)

/** Variables of a machine with a shared cache, outside of CI unless they are overridden. */
const machine = (place: string) => ({ CI: '', DOCSGEN_REMOTE_CACHE: place, DOCSGEN_REMOTE_CACHE_TOKEN: '' })

function build(place: string, args: readonly string[], on = site(), env = {}): Promise<RunResult> {
  return on.run(['build', '--json', ...args], { env: { ...machine(place), ...env } })
}

/** How many pages were made, and how many came from the cache, at both stages. */
type Shared = Record<'parsed' | 'rendered', { taken: number; made: number }>

/** What the last machine of a build did and has. */
async function join(place: string, args: readonly string[] = [], on = site()) {
  const { code, stdout, stderr } = await build(place, args, on)
  const { parsed, rendered } = (JSON.parse(stdout) as { shared: Shared }).shared
  const same = JSON.stringify(on.hashes('dist')) === JSON.stringify(reference)
  return { code, parsed, rendered, warnings: stderr.match(/warning [\w/-]+/g) ?? [], same }
}

/** Pages of both versions and languages; fallback pages are rendered, too. */
const ALL: Shared = { parsed: { taken: 8, made: 0 }, rendered: { taken: 11, made: 0 } }

const alone = site()
const first = await build('', [], alone)
const reference = alone.hashes('dist')
const server = await startCacheServer()
afterAll(() => server.close())
afterEach(() => {
  server.files.clear()
  server.requests.length = 0
  server.fault = undefined
})
describe.skipIf(!hasDav())('shards that share an nginx', () => {
  it('leave nothing to do for the machine that publishes the site, which is that of a single machine', async () => {
    const nginx = await startDav()
    onTestFinished(nginx.close)
    const place = `${nginx.origin}/docs`
    // Processes at the same time, each with its own cache.
    const shards = ['1/3', '2/3', '3/3'].map(shard =>
      site().run(['build', '--shard', shard], { env: machine(place), apart: true }),
    )
    for (const { code, stderr } of await Promise.all(shards))
      expect([code, stderr.match(/warning.*/g)]).toEqual([0, null])
    expect(await join(place)).toEqual({ code: 0, ...ALL, warnings: [], same: true })
  })
})

describe('shards', () => {
  it('may be missing, out of date, duplicate or killed, and the server may fail now and then', async () => {
    const old = site({ ...FILES, 'content/p3.md': '# Before\n' })
    expect((await build(server.origin, ['--shard', '1/3'], old)).code).toBe(0)
    expect((await build(server.origin, ['--shard', '1/3'])).code).toBe(0)
    const before = server.requests.length
    const ended = site().start(['build', '--shard', '2/3'], { env: machine(server.origin) })
    const end = exitCode(ended)
    await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBeGreaterThan(before)
    ended.kill('SIGKILL')
    await end
    let count = 0
    server.fault = (request, response) => {
      count += 1
      if (count % 20 === 5) request.socket.destroy()
      if (count % 20 === 15) response.writeHead(500).end('Oops')
      return count % 10 === 5
    }
    const { parsed, rendered, ...made } = await join(server.origin)
    expect(made).toEqual({ code: 0, warnings: ['warning cache/remote'], same: true })
    expect(parsed.taken + parsed.made).toBe(8)
    expect(rendered.made).toBeGreaterThan(0)
  })

  it('can be copied as folders, which are merged', async () => {
    const folder = createFolder().root
    for (const shard of ['1/2', '2/2']) {
      const own = site()
      const { code, stdout } = await build('', ['--shard', shard, '--cache-dir', 'carried'], own)
      expect([code, JSON.parse(stdout)]).toMatchObject([0, { parsed: { taken: 0, made: 8 } }])
      expect(own.hashes('dist')).toEqual({})
      cpSync(path.join(own.root, 'carried'), folder, { recursive: true })
    }
    expect(await join('', ['--cache-dir', folder])).toEqual({ code: 0, ...ALL, warnings: [], same: true })
  })

  it('share what is only in their own cache', async () => {
    expect((await build(server.origin, ['--shard', '1/1'], alone)).code).toBe(0)
    expect(await join(server.origin)).toEqual({ code: 0, ...ALL, warnings: [], same: true })
  })
})

describe('a shared cache', () => {
  const puts = () => server.requests.filter(({ method }) => method === 'PUT').length

  it('is written to in CI, and only read elsewhere, with the token that it wants', async () => {
    const first = await build(server.origin, [])
    expect([first.code, puts(), server.requests.length > 0]).toEqual([0, 0, true])
    const token = { CI: 'true', DOCSGEN_REMOTE_CACHE_TOKEN: 'secret' }
    const second = await build(server.origin, [], site(), token)
    expect([second.code, puts() > 0]).toEqual([0, true])
    expect(server.requests.at(-1)?.authorization).toBe('Bearer secret')
    expect(second.stderr).not.toContain('secret')
    const named = server.origin.replace('//', '//me:p%40ss@')
    expect(await join(named)).toEqual({ code: 0, ...ALL, warnings: [], same: true })
    expect(server.requests.at(-1)?.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`)
  })

  it('gives other machines what an edit leaves as it was; their output is that of a cold build', async () => {
    await build(server.origin, [], site(), { CI: '1' })
    const edited = { ...FILES, 'parts/note.md': '::: tip\nNoted again.\n:::\n' }
    const [alone, sharing] = [site(edited), site(edited)]
    await build('', [], alone)
    const { stdout, stderr } = await build(server.origin, [], sharing)
    expect(sharing.hashes('dist')).toEqual(alone.hashes('dist'))
    expect(JSON.parse(stdout)).toMatchObject({ shared: { parsed: { made: 5 }, rendered: { made: 8 } } })
    expect(stderr).not.toContain('warning')
  })

  it('whose folder cannot be used is a warning; it may be a symbolic link', async () => {
    // In `/proc`, making folders with those above them never ends in Node.js.
    for (const none of ['occupied', '/proc/nowhere/deep']) {
      const made = await join('', ['--cache-dir', none], site({ ...FILES, occupied: 'A file.' }))
      expect(made, none).toMatchObject({ code: 0, warnings: ['warning cache/remote'], same: true })
    }
    const on = site()
    const elsewhere = createFolder().root
    symlinkSync(elsewhere, path.join(on.root, 'linked'))
    expect(await join('', ['--cache-dir', 'linked'], on)).toMatchObject({ warnings: [], same: true })
    expect(await join('', ['--cache-dir', elsewhere])).toEqual({ code: 0, ...ALL, warnings: [], same: true })
  })

  it('is not asked with --no-cache, nor named without one; a wrong or missing address is a mistake', async () => {
    expect(first).toMatchObject({ code: 0, stderr: expect.not.stringContaining('shared') })
    expect((await build(server.origin, ['--no-cache'])).code).toBe(0)
    expect(server.requests).toEqual([])
    const on = site()
    const mistakes: [string, string[], string][] = [
      ['cache.example.org', [], "`DOCSGEN_REMOTE_CACHE` isn't a valid cache URL"],
      ['', ['--shard', '1/2'], '`--shard` requires a shared cache'],
      [server.origin, ['--shard', '3/2'], 'It must look like 2/8'],
      [server.origin, ['--shard', '1/2', '--no-cache'], '`--shard` and `--cache-dir` require the cache'],
    ]
    for (const [place, args, message] of mistakes) {
      const { code, stderr } = await build(place, args, on)
      expect([code, stderr], message).toEqual([2, expect.stringContaining(message)])
    }
    on.write('site.config.ts', CONFIG.replace('title:', `cache: { remote: 'ftp://cache' }, title:`))
    const { code, stderr } = await on.run(['build'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('must be a URL such as')])
  })
})
