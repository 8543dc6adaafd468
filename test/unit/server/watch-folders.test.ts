import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { watch } from 'chokidar'
import { expect, it, vi } from 'vitest'
import { FileWatch, watchFiles } from '../../../src/server/watch-files.ts'

/** Sites that are watched and changed at the same time. */
const SITES = process.env['DOCSGEN_FULL'] ? 40 : 8
const PATIENCE = { timeout: 15_000 }

const pause = (time: number) => new Promise(resolve => setTimeout(resolve, time))

/** Does something to a site that is watched, and then expects a file of it to be reported, now and after a change. */
async function expectWatched(act: (root: string) => Promise<void>, file: string): Promise<void> {
  const root = mkdtempSync(path.join(tmpdir(), 'watch-'))
  for (const folder of ['content/in', 'templates/layouts'])
    mkdirSync(path.join(root, folder), { recursive: true })
  for (const name of ['content/in/a.md', 'templates/layouts/Layout.tsx'])
    writeFileSync(path.join(root, name), 'first')
  const reported = new Set<string>()
  const watch = await watchFiles(
    { root, paths: ['content', 'templates'], skip: [], since: Date.now() },
    files => files.forEach(name => reported.add(name)),
  )
  await watch.ready
  await act(root)
  await vi.waitFor(() => expect(reported).toContain(file), PATIENCE)
  // The checks of the watcher, too, are over.
  await pause(1500)
  reported.clear()
  writeFileSync(path.join(root, file), 'changed')
  await vi.waitFor(() => expect(reported).toContain(file), PATIENCE)
  await watch.close()
  rmSync(root, { recursive: true })
}

it.concurrent('sees folders that are made one after the other', { timeout: 60_000 }, async () => {
  const make = async (root: string, index: number) => {
    mkdirSync(path.join(root, 'content/new'))
    await pause(index % 5)
    mkdirSync(path.join(root, 'content/new/deep'))
    await pause(Math.floor(index / 5) % 3)
    writeFileSync(path.join(root, 'content/new/deep/page.md'), 'text')
  }
  const sites = Array.from({ length: SITES }, (_site, index) =>
    expectWatched(root => make(root, index), 'content/new/deep/page.md'),
  )
  await Promise.all(sites)
})

it.concurrent('sees folders that go and come again', { timeout: 60_000 }, async () => {
  const replace = async (root: string, index: number) => {
    rmSync(path.join(root, 'templates'), { recursive: true })
    await pause(index % 5)
    mkdirSync(path.join(root, 'templates/layouts'), { recursive: true })
    writeFileSync(path.join(root, 'templates/layouts/Layout.tsx'), 'second')
  }
  const sites = Array.from({ length: SITES }, (_site, index) =>
    expectWatched(root => replace(root, index), 'templates/layouts/Layout.tsx'),
  )
  await Promise.all(sites)
})

it.concurrent('sees a folder that takes the place of another', { timeout: 60_000 }, async () => {
  const swap = async (root: string) => {
    mkdirSync(path.join(root, 'other'))
    writeFileSync(path.join(root, 'other/a.md'), 'second')
    renameSync(path.join(root, 'content/in'), path.join(root, 'away'))
    renameSync(path.join(root, 'other'), path.join(root, 'content/in'))
    await pause(0)
  }
  await Promise.all(Array.from({ length: SITES }, () => expectWatched(swap, 'content/in/a.md')))
})

it('needs no second watcher for what is rare in a folder', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'watch-'))
  const content = path.join(root, 'content')
  mkdirSync(path.join(content, 'empty'), { recursive: true })
  for (const name of ['a.md', 'new\nline.md', 'é.md', 'e\u0301.md'])
    writeFileSync(path.join(content, name), 'text')
  symlinkSync('a.md', path.join(content, 'link.md'))
  symlinkSync('empty', path.join(content, 'folder'))
  symlinkSync('nowhere', path.join(content, 'dangling.md'))
  let count = 0
  const options = { root, paths: ['content', 'absent'], skip: [], since: Date.now() }
  const started = new FileWatch(
    options,
    () => undefined,
    (...args) => {
      count += 1
      return watch(...args)
    },
  )
  await started.ready
  expect(count).toBe(1)
  await started.close()
  rmSync(root, { recursive: true })
})
