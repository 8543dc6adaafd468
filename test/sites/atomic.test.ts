import { existsSync, readFileSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { IS_FULL } from '../support/full.ts'
import { exitCode } from './serve.ts'
import { createTestSite, leftovers, manyPages, outputOf } from './site.ts'

const KILLS = IS_FULL ? 50 : 2

it(`${KILLS} builds killed at random moments leave the old or the new site, whole, and no cache that a later one could mistake`, async () => {
  const created = createTestSite(manyPages(12))
  await created.build()
  const old = outputOf(created)
  created.write('content/p1.md', '# Page 1, changed\n')
  const started = Date.now()
  await created.build('other')
  const duration = Date.now() - started
  const next = outputOf(created, 'other')
  for (let kill = 0; kill < KILLS; kill += 1) {
    rmSync(path.join(created.root, 'node_modules'), { recursive: true, force: true })
    const child = created.start(['build'])
    const ended = exitCode(child)
    await new Promise(resolve => setTimeout(resolve, ((kill + 0.5) / KILLS) * duration * 1.1))
    child.kill('SIGKILL')
    await ended
    // Between the two renames the previous site waits for the next command, which puts it back.
    if (!existsSync(created.output)) await created.run(['build'])
    const found = outputOf(created)
    expect([old, next].some(whole => contains(found, whole))).toBe(true)
  }
  await created.build()
  expect(contains(outputOf(created), next)).toBe(true)
  expect(leftovers(created)).toEqual([])
}, 300_000)

it('a build killed at any point of publishing is finished or undone by the next one', async () => {
  const created = createTestSite()
  await created.build()
  for (const point of ['before-rename-1', 'between-renames', 'after-rename-2', 'during-delete']) {
    created.write('content/README.md', `# Home\n\nChanged ${point}.\n`)
    const killed = await created.run(['build'], { env: { DOCSGEN_FAULT: `${point}:kill` }, apart: true })
    expect(killed.code, point).not.toBe(0)
    await created.build()
    expect(created.read('dist/index.html')).toContain(`Changed ${point}.`)
    expect(leftovers(created), point).toEqual([])
  }
})

it('the output keeps the files of others and the hashed files of two earlier builds, and no document of a page that is gone', async () => {
  const created = createTestSite({ 'content/gone.md': '# Gone\n' })
  const foreign = ['.git/HEAD', 'CNAME', 'assets/mine/notes.txt']
  const chunks: string[] = []
  const packs: string[] = []
  for (const text of ['one', 'two', 'three', 'four']) {
    created.write('content/p.md', `# Page\n\n${text}\n`)
    await created.build()
    chunks.push(/"\/p\.html":\["([^"]+)"/.exec(created.read('dist/assets/locales/en.json'))?.[1] ?? '')
    packs.push(/offline\/en\.[^"]+\.json/.exec(created.read('dist/service-worker.js'))?.[0] ?? '')
    expect(existsSync(path.join(created.output, 'gone.html'))).toBe(text === 'one')
    if (text !== 'one') continue
    for (const file of foreign) created.write(`dist/${file}`, 'mine')
    rmSync(path.join(created.root, 'content/gone.md'))
  }
  for (const file of foreign) expect(created.read(`dist/${file}`)).toBe('mine')
  const isThere = (name: string) => existsSync(path.join(created.output, name))
  expect(chunks.map(name => isThere(`assets/js/${name}`))).toEqual([false, true, true, true])
  // The list of an older worker still names them.
  expect(packs.map(isThere)).toEqual([false, true, true, true])
})

it('the lock of a running process and of another host is respected, any other is broken', async () => {
  const created = createTestSite()
  const stat = readFileSync(`/proc/${process.pid}/stat`, 'utf8').replace(/^.*\) /s, '')
  const [pid, host] = [process.pid, hostname()]
  const locks: [what: string, lock: object | string, owner?: string][] = [
    ['of a process that is gone', { pid: 999_999_99, host, started: '1' }],
    ['of a process whose number another one has now', { pid, host, started: '1' }],
    ['that is damaged', '{"pid":'],
    ['of a process that lives', { pid, host, started: stat.split(' ')[19] }, `process ${pid} on ${host}`],
    ['of another host', { pid: 1, host: 'elsewhere', started: '1' }, 'elsewhere'],
  ]
  for (const [what, lock, owner] of locks) {
    created.write('dist.lock', typeof lock === 'string' ? lock : JSON.stringify(lock))
    const { code, stderr } = await created.run(['build'])
    expect(code, what).toBe(owner ? 3 : 0)
    expect(stderr, what).toContain(owner ?? '')
    expect(leftovers(created), what).toEqual(owner ? ['dist.lock'] : [])
  }
  expect((await created.run(['build', '--force-unlock'])).code).toBe(0)
  expect(leftovers(created)).toEqual([])
})

/** True when everything of `whole` is there; kept files of earlier builds may be there, too. */
function contains(found: Record<string, string>, whole: Record<string, string>): boolean {
  return Object.entries(whole).every(([name, hash]) => found[name] === hash)
}
