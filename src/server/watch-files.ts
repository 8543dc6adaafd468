import path from 'node:path'
import { watch } from 'chokidar'

/** Saves come in bursts: editors write, truncate and rename. Milliseconds of silence before a change is reported. */
const QUIET = 8
/** A file that an editor has emptied and not filled yet is given this long. */
const EMPTY = 60

export interface FileWatch {
  /** Watches further files or folders, relative to the root. */
  add(files: readonly string[]): void
  /** Settles when every folder is watched. */
  ready: Promise<void>
  close(): Promise<void>
}

export interface WatchOptions {
  /** Absolute folder of the site. */
  root: string
  /** Files and folders relative to the root; they need not exist. */
  paths: readonly string[]
  /** Absolute folders that are never watched. */
  skip: readonly string[]
}

/** Reports changed files, POSIX paths relative to the root, a burst at a time. */
export function watchFiles(options: WatchOptions, changed: (files: readonly string[]) => void): FileWatch {
  const { root, skip } = options
  const pending = new Set<string>()
  const state = { timer: undefined as NodeJS.Timeout | undefined }
  const watcher = watch([...options.paths], {
    cwd: root,
    ignoreInitial: true,
    atomic: false,
    alwaysStat: true,
    ignored: file => isIgnored(path.resolve(root, file), root, skip),
  })
  const report = () => {
    const files = [...pending].toSorted()
    pending.clear()
    changed(files)
  }
  watcher.on('all', (event, file, stats) => {
    if (event === 'addDir' || event === 'unlinkDir') return
    pending.add(file.split(path.sep).join('/'))
    clearTimeout(state.timer)
    state.timer = setTimeout(report, event === 'change' && stats?.size === 0 ? EMPTY : QUIET)
  })
  // A folder that cannot be watched is reported by the stage that cannot read it.
  watcher.on('error', () => undefined)
  const ready = new Promise<void>(resolve => watcher.once('ready', () => resolve()))
  return {
    add: files => void watcher.add([...files]),
    ready,
    async close() {
      clearTimeout(state.timer)
      await watcher.close()
    },
  }
}

/** Dot files, packages and what docsgen writes. */
function isIgnored(file: string, root: string, skip: readonly string[]): boolean {
  const relative = path.relative(root, file)
  const isHidden = relative.split(path.sep).some(part => part === 'node_modules' || /^\.[^.]/.test(part))
  return isHidden || skip.some(folder => file === folder || file.startsWith(folder + path.sep))
}
