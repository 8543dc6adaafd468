import { EventEmitter } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FileWatch, watchFiles } from '../../../src/server/watch-files.ts'

/** A watcher that sees nothing but what a test has it see. */
class Blind extends EventEmitter {
  add = () => this
  close = () => Promise.resolve()
  /** Goes through a folder of the site and all that is in it. */
  read(name: string): void {
    const file = path.join(state.root, name)
    const stats = lstatSync(file)
    this.emit('all', stats.isDirectory() ? 'addDir' : 'add', file, stats)
    if (stats.isDirectory()) for (const entry of readdirSync(file)) this.read(path.join(name, entry))
  }
  /** The system has said that a name came or went. */
  hear(name: string): void {
    const file = path.join(state.root, name)
    this.emit('raw', 'rename', path.basename(file), { watchedPath: path.dirname(file) })
  }
}

const state = { watchers: [] as Blind[], root: '', reports: [] as string[][] }
// The first is a test's to lead; those that take its place do what they are there for.
vi.mock('chokidar', () => ({
  watch: () => {
    const watcher = new Blind()
    if (state.watchers.push(watcher) > 1)
      setImmediate(() => {
        watcher.read('')
        watcher.emit('ready')
      })
    return watcher
  },
}))

beforeEach(() => {
  state.watchers = []
  state.reports = []
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

async function watch(paths: string[], since: number, skip: string[] = []): Promise<[FileWatch, Blind]> {
  const options = { root: state.root, paths, skip: skip.map(name => path.join(state.root, name)), since }
  const started = await watchFiles(options, files => state.reports.push([...files]))
  return [started, state.watchers[0]!]
}

/** A watch of `content` that knows all that is there. */
async function watchContent(): Promise<[FileWatch, Blind]> {
  const [started, watcher] = await watch(['content'], await pause())
  watcher.read('')
  watcher.emit('ready')
  await started.ready
  expect(state.reports).toEqual([])
  return [started, watcher]
}

/** Longer than a check takes to begin. */
const checked = () => new Promise(resolve => setTimeout(resolve, 200))

it('reports what changed between its look at a folder and the begin of watching it', async () => {
  for (const name of ['content/old.md', 'content/changed.md', 'content/a/deep.md', 'site.config.ts'])
    write(name)
  const [started, watcher] = await watch(['site.config.ts', 'content', 'absent'], await pause(), [
    'content/dist',
  ])
  started.add(['src/included.ts'])
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
  watcher.emit('ready')
  await started.ready
  await vi.waitFor(() => expect(state.reports.flat().toSorted()).toEqual(missed))
  await started.close()
})

it('reports what the watcher has seen, and not once more', async () => {
  const [started, watcher] = await watch(['content'], await pause())
  for (const name of ['seen', 'missed']) write(`content/${name}.md`, 'text')
  watcher.read('content/seen.md')
  await vi.waitFor(() => expect(state.reports).toEqual([['content/seen.md']]))
  watcher.emit('ready')
  await started.ready
  await vi.waitFor(() => expect(state.reports).toEqual([['content/seen.md'], ['content/missed.md']]))
  await started.close()
})

it('replaces a watcher that has missed what was made in a new folder', async () => {
  write('content/a.md')
  const [started, watcher] = await watchContent()
  mkdirSync(path.join(state.root, 'content/new'))
  watcher.hear('content/new')
  watcher.read('content/new')
  write('content/new/deep/b.md', 'text')
  await vi.waitFor(() => expect(state.reports).toEqual([['content/new/deep/b.md']]))
  await vi.waitFor(() => expect(state.watchers.length).toBe(2))
  await started.close()
})

it('keeps a watcher that has seen all of a new folder', async () => {
  write('content/a.md')
  const [started, watcher] = await watchContent()
  write('content/new/deep/b.md', 'text')
  watcher.hear('content/new')
  watcher.read('content/new')
  await checked()
  expect(state.reports).toEqual([['content/new/deep/b.md']])
  expect(state.watchers.length).toBe(1)
  await started.close()
})

it('replaces a watcher that has not seen a folder take the place of another', async () => {
  for (const name of ['content/in/a.md', 'content/in/gone.md', 'other/a.md', 'other/b.md']) write(name, name)
  const [started, watcher] = await watchContent()
  renameSync(path.join(state.root, 'content/in'), path.join(state.root, 'away'))
  renameSync(path.join(state.root, 'other'), path.join(state.root, 'content/in'))
  watcher.hear('content/in')
  const changed = ['a', 'b', 'gone'].map(name => `content/in/${name}.md`)
  await vi.waitFor(() => expect(state.reports).toEqual([changed]))
  await vi.waitFor(() => expect(state.watchers.length).toBe(2))
  await started.close()
})

it('keeps a watcher that has seen a folder go and come again', async () => {
  write('content/in/a.md')
  const [started, watcher] = await watchContent()
  const folder = path.join(state.root, 'content/in')
  rmSync(folder, { recursive: true })
  watcher.hear('content/in')
  watcher.emit('all', 'unlinkDir', folder)
  write('content/in/b.md')
  watcher.hear('content/in')
  watcher.read('content/in')
  await checked()
  expect(state.reports.flat().toSorted()).toEqual(['content/in', 'content/in/a.md', 'content/in/b.md'])
  expect(state.watchers.length).toBe(1)
  await started.close()
})

it('checks nothing when a file is saved in the place of another', async () => {
  write('content/a.md')
  const [started, watcher] = await watchContent()
  write('content/a.new', 'text')
  renameSync(path.join(state.root, 'content/a.new'), path.join(state.root, 'content/a.md'))
  for (const name of ['a.new', 'a.md']) watcher.hear(`content/${name}`)
  await checked()
  expect(state.reports).toEqual([])
  await started.close()
})
