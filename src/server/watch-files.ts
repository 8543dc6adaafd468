import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { ChokidarOptions, FSWatcher } from 'chokidar'
import { isWithin, repositoryOf, sitePath } from '../lib/files.ts'

export interface WatchOptions {
  root: string
  paths: readonly string[]
  outDir: string
  /** Changes after this moment are reported, also when watching began later. Milliseconds since 1970. */
  since: number
  /** Milliseconds after which files are looked at, for file systems that report no changes. */
  poll?: number | undefined
}

export interface FileWatch {
  /** Settles when every folder is watched, and what changed before is reported. */
  ready: Promise<void>
  add(files: readonly string[]): void
  close(): Promise<void>
}

/** Milliseconds without events before a burst of saves is reported; a file that was emptied is given longer to be filled. */
const QUIET = 3
const EMPTIED = 60

/** Milliseconds after a burst at which all files are compared: the library misses what happens in a folder before it watches it. */
const RESCANS = [100, 1000]

/** Milliseconds between checks of the folders: the library doesn't report one that replaces another. */
const FOLDER_CHECK = 2000

/** A watcher whose folders come and go while it starts is replaced so often in a row, at most. */
const REPLACEMENTS = 3

/** Errors of systems that have no room for another watch. */
const LIMITED = new Set(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOSYS'])

/** Packages and dot files are watched only where they are named. */
const HIDDEN = /(?:^|[\\/])(?:node_modules(?:[\\/]|$)|\.[^.])/

/** POSIX paths, a burst at a time. `failed` is called with the first error that keeps it from watching. */
export function watchFiles(
  { root, paths, outDir, since, poll }: WatchOptions,
  changed: (files: readonly string[]) => void,
  watch: (starts: string[], options: ChokidarOptions) => FSWatcher,
  failed: (error: NodeJS.ErrnoException) => void = () => undefined,
): FileWatch {
  const wanted = new Set(paths.map(name => path.resolve(root, name)))
  const outside = () => [...wanted].filter(name => !isWithin(name, root))
  /** State of each file when it was reported or compared last. */
  const known = new Map<string, string>()
  const pending = new Set<string>()
  /** Links that the build follows inside the repository: where they lead → their own paths. */
  const links = new Map<string, Set<string>>()
  const realRoot = realpathSync(root)
  const repository = repositoryOf(realRoot)
  /** The folders that the watcher watches, by name. */
  const folders = new Map<string, string>()
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
      if (isWithin(file, name) && !HIDDEN.test(path.relative(name, file))) return false
    }
    return true
  }

  const report = () => {
    if (isClosed || pending.size === 0) return
    for (const file of pending) {
      const stats = statOf(file)
      if (stats) known.set(file, signatureOf(stats))
      else known.delete(file)
    }
    const names = new Set([...pending].flatMap(file => namesOf(file)))
    pending.clear()
    changed([...names].map(file => sitePath(root, file)).toSorted())
  }

  /** Its own, and those of links that lead to it or to a folder above it. */
  const namesOf = (file: string, followed: readonly string[] = []): string[] => {
    const names = [file]
    for (const [target, all] of links)
      if (isWithin(file, target) && !followed.includes(target))
        for (const link of all)
          names.push(...namesOf(link + file.slice(target.length), [...followed, target]))
    return names
  }

  const noteLink = async (link: string): Promise<string | undefined> => {
    const real = await realpath(link).catch(() => undefined)
    if (real === undefined) return undefined
    // The build doesn't follow those that lead out of the repository, or to a folder that they are in.
    const isRing = isWithin(path.join(realRoot, path.relative(root, link)), real)
    if (isRing || !isWithin(real, repository)) return undefined
    const target = isWithin(real, realRoot) ? path.join(root, path.relative(realRoot, real)) : real
    links.set(target, (links.get(target) ?? new Set()).add(link))
    add([target])
    return target
  }

  const list = async (file: string, found: Map<string, Stats>): Promise<void> => {
    if (isClosed || isIgnored(file)) return
    const stats = await lstat(file).catch(() => undefined)
    if (!stats) return
    found.set(file, stats)
    const target = stats.isSymbolicLink() ? await noteLink(file) : undefined
    if (target !== undefined && !found.has(target)) await list(target, found)
    const names = stats.isDirectory() ? await readdir(file).catch(() => []) : []
    for (const name of names) await list(path.join(file, name), found)
  }

  /** One that is seen for the first time is new if it was changed at `from` or later. */
  const scan = async (from: number, replacements = REPLACEMENTS): Promise<void> => {
    await started
    const found = new Map<string, Stats>()
    for (const name of [root, ...outside()]) await list(name, found)
    if (isClosed) return
    for (const [file, stats] of found) {
      if (!stats.isFile() && !stats.isSymbolicLink()) continue
      const isNew = stats.ctimeMs >= from || known.has(file)
      if (!isNew) known.set(file, signatureOf(stats))
      else if (known.get(file) !== signatureOf(stats)) pending.add(file)
    }
    for (const file of known.keys()) if (!found.has(file)) pending.add(file)
    report()
    for (const folder of folders.keys()) if (!found.get(folder)?.isDirectory()) folders.delete(folder)
    const isWatched = ([file, stats]: [string, Stats]) =>
      !stats.isDirectory() || folders.get(file) === idOf(stats)
    if ([...found].every(isWatched) || replacements === 0) return
    await watcher.close()
    start()
    return scan(0, replacements - 1)
  }

  /** Reports what is pending after some milliseconds of silence, and compares all files after the burst. */
  const scanLater = (delay = QUIET) => {
    timers.forEach(clearTimeout)
    const scanNext = () => void (scanned = scanned.then(() => scan(0)))
    timers = [setTimeout(report, delay), ...RESCANS.map(time => setTimeout(scanNext, time).unref())]
  }

  const start = () => {
    if (isClosed) return
    let isReady = false
    folders.clear()
    // The root is always there: what is watched in it may come, go and come again.
    const starts = new Set([root, ...outside().map(name => path.dirname(name))])
    watcher = watch([...starts], {
      atomic: false,
      // A link out of the site would have the whole disk watched.
      followSymlinks: false,
      alwaysStat: true,
      ignored: isIgnored,
      ...(poll ? { usePolling: true, interval: poll, binaryInterval: poll } : {}),
    })
    watcher.on('all', (event, file, stats) => {
      if (event === 'addDir') folders.set(file, idOf(stats))
      if (event === 'unlinkDir')
        for (const folder of folders.keys()) if (isWithin(folder, file)) folders.delete(folder)
      // Files that are there when it starts are reported too, some of them late.
      const before = known.get(file)
      const isOld =
        before === undefined ? stats && stats.ctimeMs < since : stats && before === signatureOf(stats)
      if ((event === 'add' && isOld) || (event === 'addDir' && !isReady)) return
      if (!event.endsWith('Dir')) pending.add(file)
      scanLater(event === 'change' && stats?.size === 0 ? EMPTIED : QUIET)
    })
    // One that can't be read is reported by the stage that reads it.
    watcher.on('error', error => {
      if (hasFailed || !LIMITED.has((error as NodeJS.ErrnoException).code ?? '')) return
      hasFailed = true
      failed(error as NodeJS.ErrnoException)
    })
    started = new Promise<void>(resolve => watcher.once('ready', resolve)).then(() => void (isReady = true))
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
  const folderCheck = setInterval(() => {
    if ([...folders].some(([folder, id]) => id !== idOf(statOf(folder)))) scanLater()
  }, FOLDER_CHECK).unref()
  return {
    ready: scanned,
    add,
    async close() {
      isClosed = true
      clearInterval(folderCheck)
      timers.forEach(clearTimeout)
      await watcher.close()
    },
  }
}

function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file)
  } catch {
    return undefined
  }
}

function idOf(folder: Stats | undefined): string {
  return `${folder?.ino} ${folder?.birthtimeMs}`
}

/** Differs when a file was written or replaced. */
function signatureOf({ ino, mtimeMs, size }: Stats): string {
  return `${ino} ${mtimeMs} ${size}`
}
