import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ChokidarOptions, watch } from 'chokidar'
import { afterAll, expect, it, vi } from 'vitest'
import { watchFiles, type WatchOptions } from '../../../src/server/watch-files.ts'

const TIMES = process.env['DOCSGEN_FULL'] ? 40 : 6
const PATIENCE = { timeout: 15_000 }

const cleanUps: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

const pause = (time: number) => new Promise(resolve => setTimeout(resolve, time))

/** A site in a temporary folder, what its watch has reported. */
async function createSite(files: readonly string[]) {
  const root = mkdtempSync(path.join(tmpdir(), 'watch-'))
  const write = (name: string, text = 'first') => {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  for (const name of files) write(name)
  // The clock of a file system may be behind.
  await pause(20)
  const reports: string[] = []
  const watchers: ChokidarOptions[] = []
  const errors: (string | undefined)[] = []
  cleanUps.push(async () => rmSync(root, { recursive: true }))
  return {
    root,
    write,
    reports,
    watchers,
    errors,
    watch: (paths: string[], { codes = [], ...more }: Partial<WatchOptions> & { codes?: string[] } = {}) => {
      const started = watchFiles(
        { root, paths, outDir: path.join(root, 'dist'), since: Date.now() - 10, ...more },
        names => reports.push(...names),
        (starts, options) => {
          watchers.push(options)
          const watcher = watch(starts, options)
          for (const code of codes)
            setImmediate(() => watcher.emit('error', Object.assign(new Error(code), { code })))
          return watcher
        },
        ({ code }) => errors.push(code),
      )
      cleanUps.push(() => started.close())
      return started
    },
    reported: (...names: string[]) =>
      vi.waitFor(() => expect(reports).toEqual(expect.arrayContaining(names)), PATIENCE),
  }
}

it('reports what changed before watching began, and nothing that is left out', async () => {
  const names = ['old', 'changed', 'a/deep'].map(name => `content/${name}.md`)
  const site = await createSite([...names, 'site.config.ts'])
  const outDir = path.join(site.root, 'content/dist')
  const started = site.watch(['site.config.ts', 'content', 'absent'], { outDir })
  started.add(['src/included.ts'])
  const missed = ['content/a/new.md', 'content/changed.md', 'src/included.ts']
  const others = ['content/dist/a.html', 'content/.git/HEAD', 'content/node_modules/a.md', 'other.md']
  for (const name of [...missed, ...others]) site.write(name, 'later')
  // A time of long ago: the file is new all the same.
  utimesSync(path.join(site.root, 'content/a/new.md'), 1, 1)
  await started.ready
  await site.reported(...missed)
  expect(site.reports.toSorted()).toEqual(missed)
})

it('reports every save, also one of the same size at once after another', async () => {
  const site = await createSite(['content/a.md', 'content/gone.md'])
  const started = site.watch(['content'])
  await started.ready
  expect(site.reports).toEqual([])
  site.write('content/a.md', 'other')
  await site.reported('content/a.md')
  site.reports.length = 0
  site.write('content/a.md', 'third')
  rmSync(path.join(site.root, 'content/gone.md'))
  site.write('content/new.md')
  await site.reported('content/a.md', 'content/gone.md', 'content/new.md')
})

const CHANGES: Record<string, (root: string, index: number) => Promise<void>> = {
  async 'folders that are made one after the other'(root, index) {
    mkdirSync(path.join(root, 'content/new'))
    await pause(index % 5)
    mkdirSync(path.join(root, 'content/new/in'))
    await pause(Math.floor(index / 5) % 3)
    writeFileSync(path.join(root, 'content/new/in/a.md'), 'text')
    rmSync(path.join(root, 'content/in'), { recursive: true })
    renameSync(path.join(root, 'content/new/in'), path.join(root, 'content/in'))
  },
  async 'folders that go and come again'(root, index) {
    rmSync(path.join(root, 'content'), { recursive: true })
    await pause(index % 5)
    mkdirSync(path.join(root, 'content/in'), { recursive: true })
    writeFileSync(path.join(root, 'content/in/a.md'), 'second')
  },
}

it.concurrent.each(Object.entries(CHANGES))('sees %s', { timeout: 60_000 }, async (_what, act) => {
  const change = async (_site: unknown, index: number) => {
    const site = await createSite(['content/in/a.md'])
    const started = site.watch(['content'])
    await started.ready
    await act(site.root, index)
    await site.reported('content/in/a.md')
    await pause(1500)
    site.reports.length = 0
    site.write('content/in/a.md', 'changed')
    await site.reported('content/in/a.md')
  }
  await Promise.all(Array.from({ length: TIMES }, change))
})

it('sees what links of the repository lead to', async () => {
  const inSite = ['content/own.md', 'notes.md', 'files/c.txt'].map(name => `site/${name}`)
  const files = ['.git/HEAD', 'README.md', 'shared/deep/a.md', 'shared/b.md', ...inSite]
  const site = await createSite(files)
  const root = path.join(site.root, 'site')
  const links = {
    'content/top.md': '../../README.md',
    'content/shared': '../../shared',
    'content/notes.md': '../notes.md',
    public: 'files',
    'content/loop': '..',
    'content/away': tmpdir(),
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(root, name))
  symlinkSync('../b.md', path.join(site.root, 'shared/deep/b.md'))
  await pause(20)
  const started = site.watch(['content', 'public'], { root, outDir: path.join(root, 'dist') })
  await started.ready
  await pause(1500)
  expect(site.reports).toEqual([])
  for (const name of [...files.slice(1), 'shared/deep/new.md', 'other.md', 'site/other.md'])
    site.write(name, 'changed')
  const shared = ['deep/a.md', 'deep/new.md', 'b.md', 'deep/b.md']
  const own = ['own.md', 'notes.md', 'top.md'].map(name => `content/${name}`)
  const expected = [...own, 'public/c.txt', ...shared.map(name => `content/shared/${name}`)]
  await site.reported(...expected)
  expect(site.reports.filter(name => !expected.includes(name))).toEqual([])
  // Links that come later count, too.
  site.write('later/d.md')
  symlinkSync('../../later', path.join(root, 'content/later'))
  await site.reported('content/later/d.md')
  site.reports.length = 0
  site.write('later/d.md', 'changed')
  await site.reported('content/later/d.md')
})

it('reports the first error that keeps files from being watched, and none of files that come and go', async () => {
  const site = await createSite(['content/a.md'])
  await site.watch(['content'], { codes: ['EACCES', 'ENOSPC', 'EMFILE'] }).ready
  expect(site.errors).toEqual(['ENOSPC'])
})

it('looks at files from time to time where it is to', async () => {
  const site = await createSite(['content/a.md'])
  await site.watch(['content'], { poll: 20 }).ready
  site.write('content/a.md', 'changed')
  await site.reported('content/a.md')
  expect(site.watchers).toMatchObject([{ usePolling: true, interval: 20 }])
})
