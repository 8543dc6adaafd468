import { lstatSync, type Dirent, type Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { ChokidarOptions, FSWatcher } from 'chokidar'
import { sitePath } from '../lib/paths.ts'

export interface WatchOptions {
  /** Absolute folder of the site. */
  root: string
  /** Files and folders relative to the root; they need not exist. */
  paths: readonly string[]
  /** Absolute folders that are never watched. */
  skip: readonly string[]
  /** Changes after this moment are reported, also when watching began later. Milliseconds since 1970. */
  since: number
}

/** Milliseconds without events before a burst of saves is reported; a file that was emptied is given longer to be filled. */
const QUIET = 3
const EMPTIED = 60

/** Milliseconds after a burst at which all files are compared: the library misses what happens in a folder before it watches it, and a second change within 50 ms. */
const RESCANS = [100, 1000]

/** Milliseconds between checks of the folders: the library says nothing of one that takes the place of another. */
const FOLDER_CHECK = 2000

/** A watcher whose folders come and go while it starts is replaced so often in a row, at most. */
const REPLACEMENTS = 3

/** Reports changed files, POSIX paths relative to the root, a burst at a time. */
export async function watchFiles(
  options: WatchOptions,
  changed: (files: readonly string[]) => void,
): Promise<FileWatch> {
  const { watch } = await import('chokidar')
  return new FileWatch(options, changed, watch)
}

export class FileWatch {
  /** Settles when every folder is watched, and what changed before is reported. */
  readonly ready: Promise<void>
  readonly #options: WatchOptions
  readonly #changed: (files: readonly string[]) => void
  readonly #watch: (starts: string[], options: ChokidarOptions) => FSWatcher
  /** Absolute names that were asked for. */
  readonly #wanted: Set<string>
  /** State of each file when it was reported or compared last. */
  readonly #known = new Map<string, string>()
  /** Which folders the watcher watches. */
  readonly #folders = new Map<string, string>()
  readonly #pending = new Set<string>()
  #watcher: FSWatcher | undefined
  #started = Promise.resolve()
  #scanned: Promise<void>
  #timers: NodeJS.Timeout[] = []
  readonly #folderCheck: NodeJS.Timeout
  #isClosed = false

  constructor(
    options: WatchOptions,
    changed: (files: readonly string[]) => void,
    watch: (starts: string[], options: ChokidarOptions) => FSWatcher,
  ) {
    this.#options = options
    this.#changed = changed
    this.#watch = watch
    this.#wanted = new Set(options.paths.map(name => path.resolve(options.root, name)))
    this.#start()
    this.ready = this.#scanned = this.#scan(options.since)
    const isReplaced = ([folder, id]: [string, string]) => id !== idOf(statOf(folder))
    this.#folderCheck = setInterval(() => {
      if ([...this.#folders].some(isReplaced)) this.#scanLater()
    }, FOLDER_CHECK).unref()
  }

  /** Watches further files or folders, relative to the root. */
  add(files: readonly string[]): void {
    const names = files.map(name => path.resolve(this.#options.root, name))
    const fresh = names.filter(name => !this.#isWanted(name))
    for (const name of names) this.#wanted.add(name)
    if (fresh.length === 0) return
    // Whoever watches a folder also sees files that go and come again.
    this.#watcher?.add([...new Set(fresh.map(name => path.dirname(name)))])
    this.#scanLater()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#folderCheck)
    this.#timers.forEach(clearTimeout)
    await this.#watcher?.close()
  }

  #start(): void {
    let isReady = false
    this.#folders.clear()
    // The root is always there: what is watched in it may come, go and come again.
    const { root } = this.#options
    const outside = [...this.#wanted].filter(name => !isWithin(name, root)).map(name => path.dirname(name))
    const watcher = this.#watch([...new Set([root, ...outside])], {
      atomic: false,
      // A link out of the site would have the whole disk watched.
      followSymlinks: false,
      alwaysStat: true,
      ignored: file => this.#isIgnored(file),
    })
    watcher.on('all', (event, file, stats) => {
      if (event === 'addDir') this.#folders.set(file, idOf(stats))
      if (event === 'unlinkDir')
        for (const folder of this.#folders.keys()) if (isWithin(folder, file)) this.#folders.delete(folder)
      // Also told of files that are there when it starts, some of them late.
      const known = this.#known.get(file)
      const isOld =
        event === 'add' &&
        stats &&
        (known === undefined ? stats.ctimeMs < this.#options.since : known === signatureOf(stats))
      if (isOld || (event === 'addDir' && !isReady)) return
      if (!event.endsWith('Dir')) this.#pending.add(file)
      this.#scanLater(event === 'change' && stats?.size === 0 ? EMPTIED : QUIET)
    })
    // A folder that can't be watched is reported by the stage that can't read it.
    watcher.on('error', () => undefined)
    this.#watcher = watcher
    this.#started = new Promise<void>(resolve => watcher.once('ready', resolve)).then(
      () => void (isReady = true),
    )
  }

  /** Reports what is pending after some milliseconds of silence, and compares all files after the burst. */
  #scanLater(delay = QUIET): void {
    this.#timers.forEach(clearTimeout)
    const scan = () => void (this.#scanned = this.#scanned.then(() => this.#scan(0)))
    this.#timers = [
      setTimeout(() => this.#report(), delay),
      ...RESCANS.map(time => setTimeout(scan, time).unref()),
    ]
  }

  #report(): void {
    if (this.#isClosed || this.#pending.size === 0) return
    for (const file of this.#pending) {
      const stats = statOf(file)
      if (stats) this.#known.set(file, signatureOf(stats))
      else this.#known.delete(file)
    }
    const names = [...this.#pending].map(file => sitePath(this.#options.root, file)).toSorted()
    this.#pending.clear()
    this.#changed(names)
  }

  /** Reports files that aren't as they were; one that is seen for the first time is new if it was changed at `since` or later. */
  async #scan(since: number): Promise<void> {
    for (let times = 0; times <= REPLACEMENTS; times += 1) {
      await this.#started
      const files = new Map<string, Stats>()
      const folders = new Map<string, string>()
      const read = async (file: string): Promise<void> => {
        if (this.#isClosed || this.#isIgnored(file)) return
        const stats = await lstat(file).catch((): Stats | undefined => undefined)
        if (stats?.isFile() || stats?.isSymbolicLink()) files.set(file, stats)
        if (!stats?.isDirectory()) return
        folders.set(file, idOf(stats))
        const entries = await readdir(file, { withFileTypes: true }).catch((): Dirent[] => [])
        for (const { name } of entries) await read(path.join(file, name))
      }
      const outside = [...this.#wanted].filter(name => !isWithin(name, this.#options.root))
      for (const start of [this.#options.root, ...outside]) await read(start)
      if (this.#isClosed) return
      for (const [file, stats] of files) {
        const isNew = stats.ctimeMs >= since || this.#known.has(file)
        if (!isNew) this.#known.set(file, signatureOf(stats))
        else if (this.#known.get(file) !== signatureOf(stats)) this.#pending.add(file)
      }
      for (const file of this.#known.keys()) if (!files.has(file)) this.#pending.add(file)
      this.#report()
      for (const folder of this.#folders.keys()) if (!folders.has(folder)) this.#folders.delete(folder)
      if ([...folders].every(([folder, id]) => this.#folders.get(folder) === id)) return
      await this.#watcher?.close()
      if (this.#isClosed) return
      this.#start()
      since = 0
    }
  }

  /** True for names that were asked for, for what is in them, and for the folders that lead to them. */
  #isWanted(file: string): boolean {
    for (const name of this.#wanted) if (isWithin(file, name) || isWithin(name, file)) return true
    return false
  }

  /** True for packages, for what docsgen writes, for dot files that nobody asked for, and for what isn't wanted. */
  #isIgnored(file: string): boolean {
    const { root, skip } = this.#options
    if (file === root) return false
    if (!this.#isWanted(file) || skip.some(folder => isWithin(file, folder))) return true
    const wanted = [...this.#wanted]
    if (wanted.some(name => isWithin(name, file))) return false
    const bases = wanted.filter(name => isWithin(file, name))
    const base = bases.reduce((longest, name) => (name.length > longest.length ? name : longest), root)
    const parts = path.relative(base, file).split(path.sep)
    return parts.some(part => part === 'node_modules' || /^\.[^.]/.test(part))
  }
}

/** True for the folder itself, too. */
function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder + path.sep)
}

function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file)
  } catch {
    return undefined
  }
}

/** Tells a folder from another one that took its name. */
function idOf(folder: Stats | undefined): string {
  return `${folder?.ino} ${folder?.birthtimeMs}`
}

/** Differs when a file was written or replaced. */
function signatureOf({ ino, mtimeMs, size }: Stats): string {
  return `${ino} ${mtimeMs} ${size}`
}
