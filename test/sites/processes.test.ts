import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { descendants, isAlive } from './process-tree.ts'
import { createRandom } from './random.ts'
import { exitCode, startServer, until } from './serve.ts'
import { createTestSite, type TestSite } from './site.ts'

const FULL = Boolean(process.env['DOCSGEN_FULL'])

const PROGRAM = fileURLToPath(new URL('../../bin/docsgen.js', import.meta.url))

const sites: TestSite[] = []
afterEach(() => {
  for (const created of sites.splice(0)) created.remove()
})

function site(pages = 30): TestSite {
  const files = Array.from({ length: pages }, (_, index) => [
    `content/p${index}.md`,
    `# Page ${index}\n\nText.\n`,
  ])
  const created = createTestSite(Object.fromEntries(files) as Record<string, string>)
  sites.push(created)
  return created
}

const leftovers = ({ root }: TestSite) => readdirSync(root).filter(name => /\.(?:tmp|old)-|\.lock/.test(name))

/** Files of a finished build that are the same whenever it is made. */
function built(created: TestSite): Record<string, string> {
  const { '.docsgen.json': _manifest, ...files } = created.hashes('dist')
  return files
}

describe('two builds at once', () => {
  const times = FULL ? 20 : 1
  it(`${times} times, one finishes and the other does too or names the process that it met`, async () => {
    const created = site()
    await created.run(['build'])
    for (let round = 0; round < times; round += 1) {
      created.write('content/p1.md', `# Page 1\n\nRound ${round}.\n`)
      const results = await Promise.all([created.run(['build']), created.run(['build'])])
      expect(results.map(({ code }) => code)).toContain(0)
      for (const { code, stderr } of results) {
        expect([0, 3]).toContain(code)
        if (code === 3) expect(stderr).toMatch(/in use by process \d+ on /)
        expect(stderr).not.toMatch(/\n\s+at |internal error/i)
      }
      expect(created.read('dist/p1.html')).toContain(`Round ${round}.`)
      expect(leftovers(created)).toEqual([])
    }
    const warm = built(created)
    expect((await created.run(['build', '--no-cache', '--out-dir', 'cold'])).code).toBe(0)
    const { '.docsgen.json': _manifest, ...cold } = created.hashes('cold')
    expect(Object.entries(cold).filter(([name, hash]) => warm[name] !== hash)).toEqual([])
  }, 300_000)

  it('a build beside a development server: both work, and both keep the cache whole', async () => {
    const created = site()
    const server = await startServer(created, ['dev'])
    for (let round = 0; round < 3; round += 1) {
      created.write('content/p1.md', `# Page 1\n\nRound ${round}.\n`)
      expect(await created.run(['build'])).toMatchObject({
        code: 0,
        stderr: expect.not.stringContaining('cache/'),
      })
      expect(created.read('dist/p1.html')).toContain(`Round ${round}.`)
      await until(async () =>
        (await (await fetch(`${server.origin}/p1.html`)).text()).includes(`Round ${round}.`),
      )
    }
    await server.stop()
    const { code, stderr } = await created.run(['build'])
    expect({ code, warned: stderr.includes('cache/') }).toEqual({ code: 0, warned: false })
  })

  it('breaks the lock of a process whose number another has now', async () => {
    const created = site(1)
    // This process lives, but it was not started then.
    writeFileSync(
      path.join(created.root, 'dist.lock'),
      JSON.stringify({ pid: process.pid, host: hostname(), started: '1' }),
    )
    expect((await created.run(['build'])).code).toBe(0)
    expect(leftovers(created)).toEqual([])
  })

  it('respects the lock of a process that lives, and breaks one that is damaged', async () => {
    const created = site(1)
    const started = readFileSync(`/proc/${process.pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19]
    const lock = path.join(created.root, 'dist.lock')
    writeFileSync(lock, JSON.stringify({ pid: process.pid, host: hostname(), started }))
    const refused = await created.run(['build'])
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain(`process ${process.pid} on ${hostname()}`)
    expect(existsSync(lock)).toBe(true)
    writeFileSync(lock, '{"pid":')
    expect((await created.run(['build'])).code).toBe(0)
    expect(leftovers(created)).toEqual([])
  })
})

describe('signals', () => {
  const times = FULL ? 20 : 2
  it(`SIGINT at ${times} random moments of a build: 130, nothing temporary, no child left`, async () => {
    const created = site(60)
    const begin = performance.now()
    await created.run(['build', '--no-cache'])
    const duration = performance.now() - begin
    const before = built(created)
    const random = createRandom(7)
    let interrupted = 0
    /** Of the time that the first build took: less when a machine that is no longer busy was faster than a signal. */
    let part = 0.7
    for (let round = 0; round < times; round += 1) {
      const child = created.start(['build', '--no-cache'])
      const exit = exitCode(child)
      await new Promise(resolve => setTimeout(resolve, (0.2 + part * random.next()) * duration))
      const children = descendants(child.pid ?? 0)
      child.kill('SIGINT')
      const code = await exit
      // A build that was done before the signal came ends with 0.
      expect([130, 0]).toContain(code)
      if (code === 130) interrupted += 1
      else part /= 4
      expect(leftovers(created)).toEqual([])
      expect(built(created)).toEqual(before)
      await until(
        () => !children.some(isAlive),
        () => 'the children to end',
      )
    }
    expect(interrupted).toBeGreaterThan(0)
  }, 300_000)

  it(`SIGINT at ${times} random moments of docsgen dev: 130, the port free, no child left`, async () => {
    const created = site()
    const random = createRandom(8)
    const state = { port: 0 }
    for (let round = 0; round < times; round += 1) {
      const server = await startServer(created, ['dev'])
      await fetch(server.origin)
      // A template of its own has esbuild stay with the server.
      created.write(
        'templates/components/Footer.tsx',
        `export function Footer() { return <footer>${round}</footer> }\n`,
      )
      await new Promise(resolve => setTimeout(resolve, random.next() * 1000))
      const children = descendants(server.process.pid ?? 0)
      expect(await server.stop('SIGINT')).toBe(130)
      await expect(fetch(server.origin)).rejects.toThrow()
      await until(
        () => !children.some(isAlive),
        () => 'the children to end',
      )
      state.port = server.port
    }
    const again = await startServer(created, ['dev', '--port', String(state.port), '--strict-port'])
    await until(async () => (await fetch(again.origin).catch(() => undefined))?.status === 200)
    expect(await again.stop()).toBe(143)
  }, 120_000)

  it('a second signal does not wait for the first', async () => {
    const created = site()
    const child = created.start(['build', '--no-cache'])
    const exit = exitCode(child)
    await new Promise(resolve => setTimeout(resolve, 400))
    child.kill('SIGINT')
    child.kill('SIGINT')
    expect([130, 0]).toContain(await exit)
    expect(leftovers(created)).toEqual([])
  })

  /** Runs a shell line in a site; `docsgen` stands for the program. */
  function shell(created: TestSite, line: string) {
    const text = line.replaceAll('docsgen', `"${process.execPath}" "${PROGRAM}"`)
    return spawnSync('bash', ['-c', text], { cwd: created.root, encoding: 'utf8' })
  }

  it.each(['routes --json', 'build --json', 'check --format json'])(
    'a reader of `%s` that goes away is no error',
    args => {
      const created = site()
      const { stdout, stderr } = shell(created, `docsgen ${args} | head -c 1; echo " \${PIPESTATUS[0]}"`)
      expect(stdout).toMatch(/^\{ \d+\n$/)
      expect(stdout).toMatch(/ (?:0|1)\n$/)
      expect(stderr).not.toMatch(/EPIPE|\n\s+at /)
      if (args.startsWith('build')) expect(existsSync(path.join(created.root, 'dist/p29.html'))).toBe(true)
    },
  )

  it('works with its input closed, without a terminal, and with its messages thrown away', () => {
    const created = site()
    expect(shell(created, 'docsgen build <&-').status).toBe(0)
    expect(shell(created, 'setsid -w docsgen build </dev/null >/dev/null 2>&1').status).toBe(0)
    expect(
      shell(created, '(docsgen build 2>&1 1>/dev/null) | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}').status,
    ).toBe(0)
    expect(leftovers(created)).toEqual([])
  })

  it('ends when the terminal does (SIGHUP), a build and a server', async () => {
    const created = site()
    const child = created.start(['build', '--no-cache'])
    const exit = exitCode(child)
    await new Promise(resolve => setTimeout(resolve, 500))
    child.kill('SIGHUP')
    expect([129, 0]).toContain(await exit)
    expect(leftovers(created)).toEqual([])
    const server = await startServer(created, ['dev'])
    expect(await server.stop('SIGHUP')).toBe(129)
  })
})
