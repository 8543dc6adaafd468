import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from './site.ts'

const sites: TestSite[] = []
function site(pages = 12): TestSite {
  const files = Object.fromEntries(
    Array.from({ length: pages }, (_, index) => [`content/page-${index}.md`, `# Page ${index}\n\nText.\n`]),
  )
  const created = createTestSite(files)
  sites.push(created)
  return created
}
afterEach(() => {
  for (const created of sites.splice(0)) created.remove()
})

/** What a build may leave beside the output. */
function leftovers(created: TestSite): string[] {
  return readdirSync(created.root).filter(name => /\.(?:tmp|old)-|\.lock$/.test(name))
}

const KILLS = process.env['DOCSGEN_FULL'] ? 50 : 2

describe('the output is all or nothing', () => {
  it(`${KILLS} builds killed at random moments leave the old or the new site, whole`, async () => {
    const created = site()
    await created.run(['build'])
    const old = created.hashes('dist')
    created.write('content/page-1.md', '# Page 1, changed\n')
    const fresh = createTestSite({})
    sites.push(fresh)
    const started = Date.now()
    await created.run(['build', '--out-dir', 'other'])
    const duration = Date.now() - started
    const next = withoutManifest(created.hashes('other'))
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = created.start(['build'])
      const ended = new Promise(resolve => child.once('exit', resolve))
      await new Promise(resolve => setTimeout(resolve, ((kill + 0.5) / KILLS) * duration * 1.1))
      child.kill('SIGKILL')
      await ended
      // Between the two renames the previous site waits for the next command, which puts it back.
      if (!existsSync(path.join(created.root, 'dist'))) await created.run(['build'])
      const found = withoutManifest(created.hashes('dist'))
      expect([withoutManifest(old), next].some(state => contains(found, state))).toBe(true)
    }
    expect((await created.run(['build'])).code).toBe(0)
    expect(leftovers(created)).toEqual([])
  }, 300_000)

  it.each(['before-rename-1', 'between-renames', 'after-rename-2', 'during-delete'])(
    'a build killed %s is finished or undone by the next one',
    async point => {
      const created = site(2)
      await created.run(['build'])
      created.write('content/page-1.md', '# Page 1, changed\n')
      await created.run(['build'], { env: { DOCSGEN_FAULT: `${point}:kill` } })
      const result = await created.run(['build'])
      expect(result.code).toBe(0)
      expect(created.read('dist/page-1.html')).toContain('Page 1, changed')
      expect(leftovers(created)).toEqual([])
    },
  )

  it('keeps files that docsgen did not write', async () => {
    const created = site(1)
    await created.run(['build'])
    created.write('dist/.git/HEAD', 'ref: refs/heads/pages')
    created.write('dist/CNAME', 'docs.example.org')
    created.write('dist/assets/mine/notes.txt', 'mine')
    await created.run(['build'])
    expect(created.read('dist/.git/HEAD')).toBe('ref: refs/heads/pages')
    expect(created.read('dist/CNAME')).toBe('docs.example.org')
    expect(created.read('dist/assets/mine/notes.txt')).toBe('mine')
  })

  it('removes the files of a page that was renamed', async () => {
    const created = site(2)
    await created.run(['build'])
    expect(existsSync(path.join(created.root, 'dist/page-1.html'))).toBe(true)
    const text = created.read('content/page-1.md')
    created.write('content/renamed.md', text)
    rmSync(path.join(created.root, 'content/page-1.md'))
    await created.run(['build'])
    expect(existsSync(path.join(created.root, 'dist/page-1.html'))).toBe(false)
    expect(existsSync(path.join(created.root, 'dist/renamed.html'))).toBe(true)
  })

  it('keeps the hashed files of two earlier builds and no more', async () => {
    const created = site(1)
    const chunks: string[] = []
    const packs: string[] = []
    for (const text of ['one', 'two', 'three', 'four']) {
      created.write('content/page-0.md', `# Page 0\n\n${text}\n`)
      await created.run(['build'])
      const index = JSON.parse(created.read('dist/assets/locales/en.json')) as {
        pages: Record<string, [string, string]>
      }
      chunks.push(index.pages['/page-0.html']?.[0] ?? '')
      packs.push(/offline\/en\.[^"]+\.json/.exec(created.read('dist/service-worker.js'))?.[0] ?? '')
    }
    const isThere = (name: string) => existsSync(path.join(created.root, 'dist', name))
    expect(chunks.map(name => isThere(`assets/js/${name}`))).toEqual([false, true, true, true])
    // The list of a worker that is older names them still.
    expect(packs.map(isThere)).toEqual([false, true, true, true])
  })
})

describe('two builds at once', () => {
  it('breaks the lock of a process that is gone', async () => {
    const created = site(1)
    writeFileSync(
      path.join(created.root, 'dist.lock'),
      JSON.stringify({ pid: 999_999_99, host: hostname(), started: '1' }),
    )
    expect((await created.run(['build'])).code).toBe(0)
    expect(leftovers(created)).toEqual([])
  })

  it('respects the lock of another host until told otherwise', async () => {
    const created = site(1)
    const lock = JSON.stringify({ pid: 1, host: 'elsewhere', started: '1' })
    writeFileSync(path.join(created.root, 'dist.lock'), lock)
    const refused = await created.run(['build'])
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain('elsewhere')
    expect((await created.run(['build', '--force-unlock'])).code).toBe(0)
  })
})

function withoutManifest(hashes: Record<string, string>): Record<string, string> {
  const { '.docsgen.json': _manifest, ...rest } = hashes
  return rest
}

/** True when everything of `state` is there; kept files of earlier builds may stand beside it. */
function contains(found: Record<string, string>, state: Record<string, string>): boolean {
  return Object.entries(state).every(([name, hash]) => found[name] === hash)
}
