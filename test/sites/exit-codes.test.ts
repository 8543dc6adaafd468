import { execFileSync } from 'node:child_process'
import { hostname } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from './site.ts'

const CLEAN = { 'content/README.md': '# Home\n\nHello.\n', 'content/fr/README.md': '# Accueil\n\nBonjour.\n' }
const BROKEN = { ...CLEAN, 'content/a.md': '# A\n\n[x](./nothing.md)\n' }
const UNREADABLE = { ...CLEAN, 'content/a.md': '---\ntitle: [\n---\n# A\n' }
const MISCONFIGURED = { ...CLEAN, 'site.config.ts': "export default { titel: 'x' }\n" }
const FORMATS = ['pretty', 'json', 'github', 'sarif', 'junit', 'markdown', 'html']

const sites: TestSite[] = []
function site(files: Record<string, string>): TestSite {
  const created = createTestSite(files)
  sites.push(created)
  return created
}
afterEach(() => {
  for (const created of sites.splice(0)) created.remove()
})

async function codes(args: readonly string[]): Promise<number[]> {
  const results = []
  for (const files of [CLEAN, BROKEN, MISCONFIGURED]) results.push((await site(files).run(args)).code)
  return results
}

describe('exit codes (specification 10)', () => {
  it.each(FORMATS)('check --format %s: 0 clean, 1 content errors, 2 configuration', async format => {
    expect(await codes(['check', '--format', format])).toEqual([0, 1, 2])
  })

  it.each([['build'], ['routes'], ['routes --json']])('%s: 0 clean, 1 content errors, 2 configuration', async line => {
    const args = line.split(' ')
    const results = []
    for (const files of [CLEAN, UNREADABLE, MISCONFIGURED]) results.push((await site(files).run(args)).code)
    expect(results).toEqual([0, 1, 2])
  })

  it.each(['build', 'dev', 'preview', 'check', 'routes', 'init'])('%s: 2 for an unknown option', async command => {
    const { code, stderr } = await site(CLEAN).run([command, '--nonsense'])
    expect(code).toBe(2)
    expect(stderr).toContain('--nonsense')
  })

  it('check: 2 for a format that there is not', async () => {
    expect((await site(CLEAN).run(['check', '--format', 'xml'])).code).toBe(2)
  })

  it('preview: 2 without a built site or with a wrong configuration', async () => {
    expect((await site(CLEAN).run(['preview'])).code).toBe(2)
    expect((await site(MISCONFIGURED).run(['preview'])).code).toBe(2)
  })

  it('build: 3 while another process builds', async () => {
    const created = site(CLEAN)
    created.write('dist.lock', JSON.stringify({ pid: process.pid, host: `not-${hostname()}`, started: '1' }))
    expect((await created.run(['build'])).code).toBe(3)
  })
})

describe('a shallow clone', () => {
  it('gets the same answer from check as the whole repository', async () => {
    const origin = site({ ...BROKEN, '.gitignore': 'node_modules\n' })
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
        cwd: origin.root,
        stdio: 'ignore',
      })
    git('init')
    git('add', '.')
    git('commit', '-m', 'one')
    origin.write('content/README.md', '# Home\n\nHello again.\n')
    git('commit', '-am', 'two')
    const clone = `${origin.root}-clone`
    git('clone', '--depth', '1', `file://${origin.root}`, clone)
    const whole = await origin.run(['check', '--format', 'json'])
    const shallow = await origin.run(['check', path.resolve(clone), '--format', 'json'], { cwd: clone })
    execFileSync('rm', ['-rf', clone])
    expect(shallow.code).toBe(whole.code)
    expect(JSON.parse(shallow.stdout)).toEqual(JSON.parse(whole.stdout))
  })
})
