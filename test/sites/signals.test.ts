import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { descendants, isAlive } from './process-tree.ts'
import { exitCode, until } from './serve.ts'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGKILL'

const FULL = Boolean(process.env['DOCSGEN_FULL'])

const sites: TestSite[] = []
afterEach(() => {
  for (const created of sites.splice(0)) created.remove()
})

function site(files: Record<string, string> = {}, pages = 3): TestSite {
  const many = Array.from({ length: pages }, (_, index) => [`content/p${index}.md`, `# Page ${index}\n`])
  const created = createTestSite({ ...(Object.fromEntries(many) as Record<string, string>), ...files })
  sites.push(created)
  return created
}

/** What a shell sees of the end. */
function stop(child: ChildProcess, signal: Signal): Promise<number> {
  const ended = exitCode(child)
  child.kill(signal)
  return ended
}

const pause = (time: number) => new Promise(resolve => setTimeout(resolve, time))

const ENDLESS = 'for (;;);\n'

/** Every third; all with `DOCSGEN_FULL=1`. */
const telling = <Case>(cases: Case[]) => cases.filter((_case, index) => FULL || index % 3 === 0)

describe('signals end a command that would never come to its end', () => {
  const atPage: [string, string[], number][] = [
    ['parse:hang:content/p1.md', ['dev', '--port', '0'], 3],
    ['parse:hang:content/p1.md', ['build', '--no-cache'], 40],
    ['render:hang:/p1.html', ['build', '--no-cache'], 3],
    ['render:hang:/p1.html', ['build', '--no-cache'], 40],
    ['parse:hang:content/p1.md', ['check'], 3],
    ['parse:hang:content/p1.md', ['build', '--no-cache'], 3],
    ['parse:hang:content/p1.md', ['routes'], 3],
  ]

  it.each(telling(atPage))(
    '%s while `%s` runs, of %i pages',
    { timeout: 120_000 },
    async (fault, args, pages) => {
      const created = site({}, pages)
      if (args[0] === 'build') await created.run(['build'])
      const before = created.hashes('dist')
      const temporary = path.join(created.root, 'temporary')
      mkdirSync(temporary)
      for (const [delay, signal, code] of [
        [600, 'SIGTERM', 143],
        [1800, 'SIGINT', 130],
      ] as const) {
        const child = created.start(args, { env: { DOCSGEN_FAULT: fault, TMPDIR: temporary } })
        await pause(delay)
        expect(await stop(child, signal)).toBe(code)
        expect(readdirSync(created.root).filter(name => /\.(?:tmp|old)-|\.lock$/.test(name))).toEqual([])
        await until(
          () => readdirSync(temporary).length === 0,
          () => 'what is temporary to go',
        )
        expect(created.hashes('dist')).toEqual(before)
      }
    },
  )

  const inCode: [string, string, Record<string, string>][] = [
    ['the configuration', 'build', { 'site.config.ts': ENDLESS + twoLanguages() }],
    ['the configuration', 'dev', { 'site.config.ts': ENDLESS + twoLanguages() }],
    [
      'a template',
      'check',
      { 'templates/components/Footer.tsx': `${ENDLESS}export const Footer = () => null\n` },
    ],
    ['the configuration', 'preview', { 'site.config.ts': ENDLESS + twoLanguages() }],
    ['the configuration to move', 'init', { 'docs/.vuepress/config.js': ENDLESS }],
    [
      'a template',
      'build --no-cache',
      { 'templates/components/Footer.tsx': `${ENDLESS}export const Footer = () => null\n` },
    ],
  ]

  it.each(telling(inCode))('%s while `%s` runs', { timeout: 120_000 }, async (_what, command, files) => {
    const created = site(files)
    const args = command === 'init' ? ['init', '--from', 'vuepress1'] : command.split(' ')
    const temporary = path.join(created.root, 'temporary')
    mkdirSync(temporary)
    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGINT', 130],
      // Nobody hears it: what is temporary goes all the same.
      ...(command.includes('--no-cache') ? [['SIGKILL', 137] as const] : []),
    ] as const) {
      const child = created.start(args, { env: { TMPDIR: temporary } })
      await pause(1200)
      expect(child.exitCode).toBe(null)
      const children = descendants(child.pid ?? 0)
      expect(await stop(child, signal)).toBe(code)
      await until(
        () => !children.some(isAlive),
        () => 'the children to end',
      )
      await until(
        () => readdirSync(temporary).length === 0,
        () => 'what is temporary to go',
      )
    }
  })
})
