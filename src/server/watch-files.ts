import path from 'node:path'
import { ChangeReports } from './change-reports.ts'
import { filesChangedSince } from './changed-files.ts'

export interface FileWatch {
  /** Watches further files or folders, relative to the root. */
  add(files: readonly string[]): void
  /** Settles when every folder is watched, and what changed before is reported. */
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
  /** What changed after this moment is reported, also when watching began later. Milliseconds since 1970. */
  since: number
}

/** Reports changed files, POSIX paths relative to the root, a burst at a time. */
export async function watchFiles(
  options: WatchOptions,
  changed: (files: readonly string[]) => void,
): Promise<FileWatch> {
  const { watch } = await import('chokidar')
  const { root, skip } = options
  const reports = new ChangeReports(root, changed)
  const state = { isReady: false }
  const wanted = new Set(options.paths.map(name => path.resolve(root, name)))
  const ignored = (file: string) =>
    file !== root && (isIgnored(file, { root, skip, wanted }) || !isWanted(file, wanted))
  // The root is always there: what is watched in it may come, go and come again.
  const watcher = watch(root, {
    atomic: false,
    // A link out of the site would have the whole disk watched.
    followSymlinks: false,
    alwaysStat: true,
    ignored,
  })
  watcher.on('all', (event, file, stats) => {
    if (event === 'addDir') return
    if (!state.isReady && event === 'add' && (stats?.ctimeMs ?? 0) < options.since) return
    reports.add(file, event === 'change' && stats?.size === 0)
  })
  // A folder that cannot be watched is reported by the stage that cannot read it.
  watcher.on('error', () => undefined)
  const ready = new Promise<void>(resolve => watcher.once('ready', resolve)).then(async () => {
    state.isReady = true
    // The watcher misses what comes between its look at a folder and the begin of watching it.
    for (const start of wanted) reports.addMissed(await filesChangedSince(start, options.since, ignored))
  })
  return {
    add(files) {
      const fresh = files.map(name => path.resolve(root, name)).filter(file => !isWanted(file, wanted))
      for (const file of fresh) wanted.add(file)
      if (fresh.length > 0) watcher.add(fresh)
    },
    ready,
    async close() {
      reports.stop()
      await watcher.close()
    },
  }
}

/** True for what is watched, what lies in it, and the folders that lead to it. */
function isWanted(file: string, wanted: ReadonlySet<string>): boolean {
  for (const name of wanted) {
    if (file === name || file.startsWith(name + path.sep) || name.startsWith(file + path.sep)) return true
  }
  return false
}

/** Packages, what docsgen writes, and dot files that nobody asked for. */
function isIgnored(
  file: string,
  { root, skip, wanted }: { root: string; skip: readonly string[]; wanted: ReadonlySet<string> },
): boolean {
  if (skip.some(folder => file === folder || file.startsWith(folder + path.sep))) return true
  const isAsked = [...wanted].some(name => (name + path.sep).startsWith(file + path.sep))
  if (isAsked) return false
  const bases = [...wanted].filter(name => file.startsWith(name + path.sep))
  const base = bases.reduce((longest, name) => (name.length > longest.length ? name : longest), root)
  const parts = path.relative(base, file).split(path.sep)
  return parts.some(part => part === 'node_modules' || /^\.[^.]/.test(part))
}
