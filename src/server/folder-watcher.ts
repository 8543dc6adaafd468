import { lstatSync, type Stats } from 'node:fs'
import path from 'node:path'
import type { ChokidarOptions, FSWatcher } from 'chokidar'
import { type FileTree, folderId } from './file-tree.ts'
import type { WatchedNames } from './watched-names.ts'

/** `watch` of the library. */
export type Watch = (starts: string[], options: ChokidarOptions) => FSWatcher

interface WatcherEvents {
  /** A file (absolute) has changed, come or gone; `isEmptied`: more will come. */
  changed(file: string, isEmptied: boolean): void
  /** A folder has come, gone, or taken the place of another: the watcher may have missed some of it. */
  foldersChanged(): void
}

interface WatcherOptions extends WatcherEvents {
  names: WatchedNames
  /** Files that were changed before are nothing new as long as it is not ready. Milliseconds since 1970. */
  newFrom: number
}

/** Stands for a file among what is watched. */
const FILE = 'file'

/** A watcher of the library, and what it has said that it watches. */
export class FolderWatcher {
  /** Settles when it has been through all folders. */
  readonly ready: Promise<void>
  readonly #watcher: FSWatcher
  readonly #options: WatcherOptions
  /** Names of files and folders; of folders also which ones they are. */
  readonly #watched = new Map<string, string>()
  #isReady = false

  constructor(watch: Watch, options: WatcherOptions) {
    const { names } = options
    this.#options = options
    this.#watcher = watch(names.starts(), {
      atomic: false,
      // A link out of the site would have the whole disk watched.
      followSymlinks: false,
      alwaysStat: true,
      ignored: file => names.isIgnored(file),
    })
    this.#watcher.on('all', (event, file, stats) => this.#take(event, file, stats))
    this.#watcher.on('raw', (event, name, details) => {
      const { watchedPath } = details as { watchedPath?: string }
      if (event === 'rename' && watchedPath && name) this.#takeName(path.join(watchedPath, name))
    })
    // A folder that cannot be watched is reported by the stage that cannot read it.
    this.#watcher.on('error', () => undefined)
    this.ready = new Promise<void>(resolve => this.#watcher.once('ready', resolve)).then(
      () => void (this.#isReady = true),
    )
  }

  add(names: readonly string[]): void {
    // A file that goes and comes again is seen by who watches its folder.
    const starts = names.map(name => (this.#watched.has(path.dirname(name)) ? name : path.dirname(name)))
    if (starts.length > 0) this.#watcher.add([...new Set(starts)])
  }

  /** True if it watches all that is there. It is not told of links that lead nowhere. */
  watches({ files, folders }: FileTree): boolean {
    return (
      [...files].every(([file, { isLink }]) => isLink || this.#watched.has(file)) &&
      [...folders].every(([folder, id]) => this.#watched.get(folder) === id)
    )
  }

  close(): Promise<void> {
    return this.#watcher.close()
  }

  #take(event: string, file: string, stats: Stats | undefined): void {
    if (event === 'unlink' || event === 'unlinkDir') this.#forget(file)
    if (event === 'add') this.#watched.set(file, FILE)
    if (event === 'addDir') {
      if (stats) this.#watched.set(file, folderId(stats))
      return
    }
    const { changed, newFrom } = this.#options
    const isOld = !this.#isReady && event === 'add' && (stats?.ctimeMs ?? 0) < newFrom
    if (!isOld) changed(file, event === 'change' && stats?.size === 0)
  }

  /** Something came, went or both; the library has not looked yet. If it was a folder, its watch and those in it are over. */
  #takeName(file: string): void {
    const { names, foldersChanged } = this.#options
    if (names.isIgnored(file)) return
    const known = this.#watched.get(file)
    if (known === FILE || (known === undefined && !isFolder(file))) return
    if (known !== undefined) this.#forget(file)
    foldersChanged()
  }

  #forget(file: string): void {
    const isFolder = this.#watched.get(file) !== FILE
    this.#watched.delete(file)
    if (!isFolder) return
    for (const name of this.#watched.keys()) if (name.startsWith(file + path.sep)) this.#watched.delete(name)
  }
}

/** False for what is gone already, or cannot be looked at. */
function isFolder(file: string): boolean {
  try {
    return lstatSync(file).isDirectory()
  } catch {
    return false
  }
}
