import { realpathSync, type Stats, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ChokidarOptions, FSWatcher } from 'chokidar'
import { attempt, isLink, isWithin, repositoryOf, resolveReal, sitePath } from '../lib/files.ts'

export interface WatchOptions {
  root: string
  paths: readonly string[]
  outDir: string
  /** Changes after this moment are reported, even if watching began later. Milliseconds since 1970. */
  since: number
  /** Milliseconds between looks at files, for file systems that report no changes. */
  poll?: number | undefined
}

export interface FileWatch {
  /** Settles when every folder is watched, and what changed before is reported. */
  ready: Promise<void>
  add(files: readonly string[]): void
  close(): Promise<void>
}

/** Milliseconds without events before a burst is reported. An emptied file gets more time to be filled. */
const QUIET = 3
const EMPTIED = 60

/** Milliseconds after a burst at which all files are compared: chokidar misses what happens in a folder before it watches it. */
const RESCANS = [250, 1000]

/** Most replacements in a row, of a watcher whose folders come and go while it starts. */
const REPLACEMENTS = 3

/** The system has no room for another watch. */
const LIMITED = new Set(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOSYS'])

/** Packages and dot files are watched only if they are named. */
const HIDDEN = /(?:^|[\\/])(?:node_modules(?:[\\/]|$)|\.[^.])/

/** Reports POSIX paths, a burst at a time. `failed` gets the first error that keeps it from watching. */
export function watchFiles(
  { root, paths, outDir, since, poll }: WatchOptions,
  changed: (files: readonly string[]) => void,
  watch: (starts: string[], options: ChokidarOptions) => FSWatcher,
  failed: (error: NodeJS.ErrnoException) => void = () => undefined,
): FileWatch {
  const wanted = new Set(paths.map(name => path.resolve(root, name)))
  const outside = () => [...wanted].filter(name => !isWithin(name, root))
  const repository = repositoryOf(realpathSync(root))
  /** File → state when it was last reported or compared. */
  const known = new Map<string, string>()
  const pending = new Set<string>()
  /** When the watcher started. */
  let folders: string | undefined
  let timers: NodeJS.Timeout[] = []
  let isClosed = false
  let hasFailed = false
  let watcher: FSWatcher
  let started: Promise<void>

  const isIgnored = (file: string) => {
    if (file === root) return false
    if (isWithin(file, outDir)) return true
    for (const name of wanted) {
      if (isWithin(name, file)) return false
      if (isWithin(file, name) && !HIDDEN.test(path.relative(name, file))) return leadsAway(file, repository)
    }
    return true
  }

  const report = () => {
    if (isClosed || pending.size === 0) return
    for (const file of pending) {
      const stats = attempt(() => statSync(file))
      if (stats) known.set(file, signatureOf(stats))
      else known.delete(file)
    }
    const names = Array.from(pending, file => sitePath(root, file))
    pending.clear()
    changed(names.toSorted())
  }

  const list = async (file: string, found: Map<string, Stats>): Promise<void> => {
    if (isClosed || isIgnored(file)) return
    const stats = await stat(file).catch(() => undefined)
    if (!stats) return
    found.set(file, stats)
    const names = stats.isDirectory() ? await readdir(file).catch(() => []) : []
    for (const name of names) await list(path.join(file, name), found)
  }

  /** An unknown file is new if it was changed at `from` or later. */
  const scan = async (from: number, replacements = REPLACEMENTS): Promise<void> => {
    await started
    const found = new Map<string, Stats>()
    for (const name of [root, ...outside()]) await list(name, found)
    if (isClosed) return
    const there: string[] = []
    for (const [file, stats] of found)
      if (stats.isDirectory()) there.push(`${file} ${stats.ino} ${stats.birthtimeMs}`)
      else if (stats.ctimeMs < from && !known.has(file)) known.set(file, signatureOf(stats))
      else if (known.get(file) !== signatureOf(stats)) pending.add(file)
    for (const file of known.keys()) if (!found.has(file)) pending.add(file)
    report()
    // chokidar may have missed that a folder came, or replaced another.
    const before = folders
    folders = there.join('\n')
    if (before === undefined || before === folders || replacements === 0) return
    await watcher.close()
    start()
    return scan(0, replacements - 1)
  }

  /** Reports changes after some milliseconds of silence; compares all files after the burst. */
  const scanLater = (delay = QUIET) => {
    timers.forEach(clearTimeout)
    const scanNext = () => void (scanned = scanned.then(() => scan(0)))
    timers = [setTimeout(report, delay), ...RESCANS.map(time => setTimeout(scanNext, time).unref())]
  }

  const start = () => {
    if (isClosed) return
    // The root always exists: what is watched in it may come, go and come again.
    const starts = new Set([root, ...outside().map(name => path.dirname(name))])
    watcher = watch([...starts], {
      atomic: false,
      alwaysStat: true,
      ignoreInitial: true,
      ignored: isIgnored,
      ...(poll && { usePolling: true, interval: poll, binaryInterval: poll }),
    })
    watcher.on('all', (event, file, stats) => {
      // Files that exist already are reported too, some late.
      const isOld =
        stats && (known.has(file) ? known.get(file) === signatureOf(stats) : stats.ctimeMs < since)
      if (event === 'add' && isOld) return
      if (!event.endsWith('Dir')) pending.add(file)
      scanLater(event === 'change' && stats?.size === 0 ? EMPTIED : QUIET)
    })
    // An unreadable file is reported by the stage that reads it.
    watcher.on('error', error => {
      if (hasFailed || !LIMITED.has((error as NodeJS.ErrnoException).code ?? '')) return
      hasFailed = true
      failed(error as NodeJS.ErrnoException)
    })
    started = new Promise<void>(resolve => watcher.once('ready', resolve))
  }

  const add = (files: readonly string[]) => {
    const names = files.map(name => path.resolve(root, name))
    const fresh = names.filter(isIgnored)
    for (const name of names) wanted.add(name)
    if (fresh.length === 0) return
    // Whoever watches a folder also sees files that go and come again.
    watcher.add([...new Set(fresh.map(name => path.dirname(name)))])
    scanLater()
  }

  start()
  let scanned = scan(since)
  return {
    ready: scanned,
    add,
    async close() {
      isClosed = true
      timers.forEach(clearTimeout)
      await watcher.close()
    },
  }
}

/** True for a link that the build doesn't follow: out of the repository, or to a folder that it's in. */
function leadsAway(file: string, repository: string) {
  if (!isLink(file)) return false
  const real = resolveReal(file)
  return !isWithin(real, repository) || isWithin(resolveReal(path.dirname(file)), real)
}

function signatureOf({ ino, mtimeMs, size }: Stats) {
  return `${ino} ${mtimeMs} ${size}`
}
