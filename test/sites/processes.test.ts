/** Several processes on one site, signals, and pipes. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { IS_FULL, sample } from '../support/full.ts'
import { createRandom } from './random.ts'
import { exitCode, startServer, until } from './serve.ts'
import { createTestSite, leftovers, manyPages, outputOf, shell, twoLanguages } from './site.ts'

/** Processes that a process has started, and theirs. */
function descendants(pid = 0): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  const children = stdout.split(/\s+/).filter(Boolean).map(Number)
  return children.flatMap(child => [child, ...descendants(child)])
}

/** Waits until processes have ended: a zombie has, nobody has asked how. */
function untilEnded(processes: readonly number[]): Promise<void> {
  const isAlive = (pid: number) => {
    try {
      return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return false
    }
  }
  return until(() => !processes.some(isAlive), 'the children to end')
}

const pause = (time: number) => new Promise(resolve => setTimeout(resolve, time))

describe('two processes at once', () => {
  const times = IS_FULL ? 20 : 1
  it(`${times} times two builds: one finishes, the other does too or names the process that it met`, async () => {
    const created = createTestSite(manyPages(12))
    await created.build()
    for (let round = 0; round < times; round += 1) {
      created.write('content/p1.md', `# Page 1\n\nRound ${round}.\n`)
      const results = await Promise.all([1, 2].map(() => created.run(['build'], { apart: true })))
      expect(results.map(({ code }) => code)).toContain(0)
      for (const { code, stderr } of results) {
        expect([0, 3]).toContain(code)
        if (code === 3) expect(stderr).toMatch(/in use by process \d+ on /)
        expect(stderr).not.toMatch(/\n\s+at |internal error/i)
      }
      expect(created.read('dist/p1.html')).toContain(`Round ${round}.`)
      expect(leftovers(created)).toEqual([])
    }
    const warm = outputOf(created)
    expect((await created.run(['build', '--no-cache', '--out-dir', 'cold'])).code).toBe(0)
    const cold = Object.entries(outputOf(created, 'cold'))
    expect(cold.filter(([name, hash]) => warm[name] !== hash)).toEqual([])
  }, 300_000)

  it('a build while a development server runs: both work, and both keep the cache whole', async () => {
    const created = createTestSite(manyPages(12))
    const server = await startServer(created, ['dev'])
    for (const text of ['Round 1.', 'Round 2.']) {
      created.write('content/p1.md', `# Page 1\n\n${text}\n`)
      const { code, stderr } = await created.run(['build'])
      expect({ code, warned: stderr.includes('cache/') }).toEqual({ code: 0, warned: false })
      expect(created.read('dist/p1.html')).toContain(text)
      await until(async () => (await (await fetch(`${server.origin}/p1.html`)).text()).includes(text))
    }
    await server.stop()
    const { code, stderr } = await created.run(['build'])
    expect({ code, warned: stderr.includes('cache/') }).toEqual({ code: 0, warned: false })
  })
})

describe('signals', () => {
  const times = IS_FULL ? 20 : 2
  it(`SIGINT at ${times} random moments of a build: 130, nothing temporary, no child left`, async () => {
    const created = createTestSite(manyPages(20))
    const begin = performance.now()
    await created.run(['build', '--no-cache'], { apart: true })
    const duration = performance.now() - begin
    const before = outputOf(created)
    const random = createRandom(7)
    let interrupted = 0
    /** Of the time that the first build took: less when a machine that is no longer busy was faster than a signal. */
    let part = 0.7
    for (let round = 0; round < times; round += 1) {
      const child = created.start(['build', '--no-cache'])
      const exit = exitCode(child)
      await pause((0.2 + part * random.next()) * duration)
      const children = descendants(child.pid)
      child.kill('SIGINT')
      const code = await exit
      // A build that was done before the signal came ends with 0.
      expect([130, 0]).toContain(code)
      if (code === 130) interrupted += 1
      else part /= 4
      expect(leftovers(created)).toEqual([])
      expect(outputOf(created)).toEqual(before)
      await untilEnded(children)
    }
    expect(interrupted).toBeGreaterThan(0)
  }, 300_000)

  it('end a development server at a random moment: the port is free, no child is left', async () => {
    const created = createTestSite(manyPages(3))
    const random = createRandom(8)
    let port = 0
    const signals = Object.entries({ SIGINT: 130, SIGHUP: 129, SIGTERM: 143 }) as [NodeJS.Signals, number][]
    for (const [signal, code] of sample(signals, 0, 1)) {
      const args = port > 0 ? ['--port', String(port), '--strict-port'] : []
      const server = await startServer(created, ['dev', ...args])
      expect((await fetch(server.origin)).status).toBe(200)
      // A template of its own has esbuild stay with the server.
      const footer = `export function Footer() { return <footer>${signal}</footer> }\n`
      created.write('templates/components/Footer.tsx', footer)
      await pause(random.next() * 1000)
      const children = descendants(server.process.pid)
      expect(await server.stop(signal)).toBe(code)
      await expect(fetch(server.origin)).rejects.toThrow()
      await untilEnded(children)
      port = server.port
    }
  })

  /** Code of a site that leaves a file behind and never ends. */
  const ENDLESS = "process.getBuiltinModule('node:fs').writeFileSync('hangs', ''); for (;;);"
  const FOOTER = 'templates/components/Footer.tsx'
  const PARSING = {
    'site.config.ts': twoLanguages("plugins: ['./p.mjs'],"),
    'p.mjs': `export default { name: 'p', markdown: { fences: { x: () => { ${ENDLESS} } } } }\n`,
    'content/README.md': '# Home\n\n```x\n```\n',
  }
  const RENDERING = { [FOOTER]: `export const Footer = () => { ${ENDLESS} }\n` }
  const TEMPLATE = { [FOOTER]: `${ENDLESS}\nexport const Footer = () => null\n` }
  const CONFIG = { 'site.config.ts': `${ENDLESS}\n${twoLanguages()}` }
  const OLD_CONFIG = { 'docs/.vuepress/config.js': ENDLESS }
  type Hang = [where: string, args: string, files: object, pages: number, code: number, ...NodeJS.Signals[]]
  const HANGS: Hang[] = [
    ['parsing', 'dev --port 0', PARSING, 3, 143, 'SIGTERM'],
    // The second signal doesn't wait for the first.
    ['rendering in threads', 'build --no-cache', RENDERING, 20, 130, 'SIGINT', 'SIGINT'],
    ['the configuration', 'preview', CONFIG, 3, 129, 'SIGHUP'],
    // The program doesn't notice: what is temporary goes nevertheless.
    ['a template', 'build --no-cache', TEMPLATE, 3, 137, 'SIGKILL'],
    ['parsing in threads', 'build --no-cache', PARSING, 20, 143, 'SIGTERM'],
    ['parsing', 'check', PARSING, 3, 130, 'SIGINT'],
    ['the configuration', 'build', CONFIG, 3, 143, 'SIGTERM'],
    ['the old configuration', 'init --from vuepress1', OLD_CONFIG, 3, 143, 'SIGTERM'],
  ]
  it.each(sample(HANGS, 0, 1, 2, 3))(
    'end a command that hangs in %s: `%s`',
    async (...[, args, files, pages, expected, ...all]) => {
      const created = createTestSite({
        ...manyPages(pages),
        ...files,
        'dist/index.html': 'The previous site.',
      })
      const before = created.hashes('dist')
      const temporary = path.join(created.root, 'temporary')
      mkdirSync(temporary)
      const child = created.start(args.split(' '), { env: { TMPDIR: temporary } })
      const exit = exitCode(child)
      await until(() => existsSync(path.join(created.root, 'hangs')), 'the command to hang')
      const children = descendants(child.pid)
      for (const signal of all) child.kill(signal)
      expect(await exit).toBe(expected)
      expect(leftovers(created)).toEqual([])
      await untilEnded(children)
      await until(() => readdirSync(temporary).length === 0, 'what is temporary to go')
      expect(created.hashes('dist')).toEqual(before)
    },
  )
})

describe('input and output', () => {
  it.each(['build --json', 'check --format json'])('a reader of `%s` that goes away is no error', args => {
    const created = createTestSite(manyPages(12))
    const { stdout, output } = shell(created, `docsgen ${args} | head -c 1; echo " \${PIPESTATUS[0]}"`)
    expect(stdout).toMatch(/^\{ \d+\n$/)
    expect(stdout).toMatch(/ (?:0|1)\n$/)
    expect(output).not.toMatch(/EPIPE|\n\s+at /)
    if (args.startsWith('build')) expect(existsSync(path.join(created.output, 'p11.html'))).toBe(true)
  })

  it.each([
    'docsgen build <&-',
    'setsid -w docsgen build </dev/null >/dev/null 2>&1',
    '(docsgen build 2>&1 1>/dev/null) | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}',
  ])('`%s` works', line => {
    const created = createTestSite()
    expect(shell(created, line).code).toBe(0)
    expect(leftovers(created)).toEqual([])
  })
})
