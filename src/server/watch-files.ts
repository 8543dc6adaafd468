import path from 'node:path'
import { ChangeReports } from './change-reports.ts'
import { readTree } from './file-tree.ts'
import { FolderWatcher, type Watch } from './folder-watcher.ts'
import { WatchedNames } from './watched-names.ts'

export interface WatchOptions {
  /** Absolute folder of the site. */
  root: string
  /** Files and folders relative to the root; they need not exist. */
  paths: readonly string[]
  /** Absolute folders that are never watched. */
  skip: readonly string[]
  /** What changed after this moment is reported, also when watching began later. Milliseconds since 1970. */
  since: number
}

/** Milliseconds after folders came or went until the watcher is checked, and checked again for what it was still busy with. */
const CHECKS = [100, 1000]

/** Folders may come and go while a watcher is replaced: so often it is replaced in a row, at most. */
const REPLACEMENTS = 3

/** Reports changed files, POSIX paths relative to the root, a burst at a time. */
export async function watchFiles(
  options: WatchOptions,
  changed: (files: readonly string[]) => void,
): Promise<FileWatch> {
  const { watch } = await import('chokidar')
  return new FileWatch(options, changed, watch)
}

/**
 * Watches files and folders, and checks the watcher once folders have come or gone: the library reads a folder before it
 * watches it, so that it misses what is made in it meanwhile, and what takes the name of a folder that it watches, for good.
 * A watcher that has missed something is replaced.
 */
export class FileWatch {
  /** Settles when every folder is watched, and what changed before is reported. */
  readonly ready: Promise<void>
  readonly #root: string
  readonly #watch: Watch
  readonly #names: WatchedNames
  readonly #reports: ChangeReports
  #watcher: FolderWatcher
  /** Settles after the last check: there is one at a time. */
  #checked: Promise<void>
  #timers: NodeJS.Timeout[] = []
  #isClosed = false

  constructor(
    { root, paths, skip, since }: WatchOptions,
    changed: (files: readonly string[]) => void,
    watch: Watch,
  ) {
    this.#root = root
    this.#watch = watch
    this.#names = new WatchedNames(root, skip)
    this.#names.add(paths.map(name => path.resolve(root, name)))
    this.#reports = new ChangeReports(root, changed)
    this.#watcher = this.#begin(since)
    this.ready = this.#watcher.ready.then(() => this.#check(since))
    this.#checked = this.ready
  }

  /** Watches further files or folders, relative to the root. */
  add(files: readonly string[]): void {
    this.#watcher.add(this.#names.add(files.map(name => path.resolve(this.#root, name))))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timers.forEach(clearTimeout)
    this.#reports.stop()
    await this.#watcher.close()
  }

  #begin(newFrom: number): FolderWatcher {
    return new FolderWatcher(this.#watch, {
      names: this.#names,
      newFrom,
      changed: (file, isEmptied) => this.#reports.add(file, isEmptied),
      foldersChanged: () => this.#checkLater(),
    })
  }

  #checkLater(): void {
    this.#timers.forEach(clearTimeout)
    const check = () => void (this.#checked = this.#checked.then(() => this.#check(0)))
    this.#timers = CHECKS.map(delay => setTimeout(check, delay).unref())
  }

  /** Reports what nobody has seen changing; a file that is seen for the first time is new if it was changed at `since` or later. */
  async #check(since: number): Promise<void> {
    for (let times = 0; times <= REPLACEMENTS; times += 1) {
      const tree = await readTree(this.#names.starts(), file => this.#names.isIgnored(file))
      if (this.#isClosed) return
      this.#reports.compare(tree, since)
      if (this.#watcher.watches(tree)) return
      await this.#replace()
    }
  }

  /** What happens meanwhile is found by the check that follows. */
  async #replace(): Promise<void> {
    await this.#watcher.close()
    if (this.#isClosed) return
    this.#watcher = this.#begin(Infinity)
    await this.#watcher.ready
  }
}
