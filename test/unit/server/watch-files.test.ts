import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchFiles } from '../../../src/server/watch-files.ts'

/** A watcher that sees nothing but what a test has it see. */
class Blind extends EventEmitter {
  add = () => this
  close = () => Promise.resolve()
}

const state = { watcher: new Blind(), root: '' }
vi.mock('chokidar', () => ({ watch: () => state.watcher }))

beforeEach(() => {
  state.watcher = new Blind()
  state.root = mkdtempSync(path.join(tmpdir(), 'watch-'))
})
afterEach(() => rmSync(state.root, { recursive: true }))

function write(name: string, text = ''): void {
  const file = path.join(state.root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Milliseconds of the file system's clock, which may be behind ours. */
async function pause(): Promise<number> {
  await new Promise(resolve => setTimeout(resolve, 20))
  return Date.now() - 10
}

it('reports what changed between its look at a folder and the begin of watching it', async () => {
  const old = ['content/old.md', 'content/changed.md', 'content/a/deep.md', 'site.config.ts']
  for (const name of old) write(name)
  const since = await pause()
  const reports: string[][] = []
  const watch = await watchFiles(
    {
      root: state.root,
      paths: ['site.config.ts', 'content', 'absent'],
      skip: [path.join(state.root, 'content/dist')],
      since,
    },
    files => reports.push([...files]),
  )
  watch.add(['src/included.ts'])
  const missed = ['content/a/new.md', 'content/changed.md', 'src/included.ts']
  for (const name of missed) write(name, 'later')
  for (const name of [
    'content/dist/index.html',
    'content/.git/HEAD',
    'content/node_modules/a.md',
    'other.md',
  ])
    write(name)
  // A time of long ago: the file is new all the same.
  utimesSync(path.join(state.root, 'content/a/new.md'), 1, 1)
  state.watcher.emit('ready')
  await watch.ready
  await vi.waitFor(() => expect(reports.flat().toSorted()).toEqual(missed))
  await watch.close()
})

it('reports what the watcher has seen, and not once more', async () => {
  const since = await pause()
  const reports: string[][] = []
  const options = { root: state.root, paths: ['content'], skip: [], since }
  const watch = await watchFiles(options, files => reports.push([...files]))
  for (const name of ['seen', 'missed']) write(`content/${name}.md`, 'text')
  state.watcher.emit('all', 'add', path.join(state.root, 'content/seen.md'), { ctimeMs: since, size: 4 })
  await vi.waitFor(() => expect(reports).toEqual([['content/seen.md']]))
  state.watcher.emit('ready')
  await watch.ready
  await vi.waitFor(() => expect(reports).toEqual([['content/seen.md'], ['content/missed.md']]))
  await watch.close()
})
