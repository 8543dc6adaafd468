import { statSync } from 'node:fs'
import path from 'node:path'

/** Saves come in bursts: editors write, truncate and rename. Milliseconds of silence before a change is reported. */
const QUIET = 3
/** A file that an editor has emptied and not filled yet is given this long. */
const EMPTY = 60
/**
 * The watcher swallows a second change within 50 ms of the first, and what happens in a new folder before that is
 * watched too: after these times reported files are looked at again.
 */
const SECOND_LOOKS = [100, 1000]

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
  const pending = new Set<string>()
  /** Signature of each file when it was reported last. */
  const known = new Map<string, string>()
  const state = { isReady: false, timer: undefined as NodeJS.Timeout | undefined }
  const wanted = new Set(options.paths.map(name => path.resolve(root, name)))
  // The root is always there: what is watched in it may come, go and come again.
  const watcher = watch(root, {
    atomic: false,
    // A link out of the site would have the whole disk watched.
    followSymlinks: false,
    alwaysStat: true,
    ignored: file => file !== root && (isIgnored(file, { root, skip, wanted }) || !isWanted(file, wanted)),
  })
  const report = () => {
    if (pending.size === 0) return
    const files = [...pending].toSorted()
    pending.clear()
    for (const file of files) known.set(file, signature(root, file))
    changed(files)
    const lookAgain = () => {
      for (const file of files) if (signature(root, file) !== known.get(file)) pending.add(file)
      if (pending.size > 0) report()
    }
    for (const delay of SECOND_LOOKS) setTimeout(lookAgain, delay).unref()
  }
  watcher.on('all', (event, file, stats) => {
    if (event === 'addDir') return
    if (!state.isReady && event === 'add' && (stats?.ctimeMs ?? 0) < options.since) return
    pending.add(path.relative(root, file).split(path.sep).join('/'))
    clearTimeout(state.timer)
    state.timer = setTimeout(report, event === 'change' && stats?.size === 0 ? EMPTY : QUIET)
  })
  // A folder that cannot be watched is reported by the stage that cannot read it.
  watcher.on('error', () => undefined)
  const ready = new Promise<void>(resolve => watcher.once('ready', resolve))
  void ready.then(() => (state.isReady = true))
  return {
    add(files) {
      const fresh = files.map(name => path.resolve(root, name)).filter(file => !isWanted(file, wanted))
      for (const file of fresh) wanted.add(file)
      if (fresh.length > 0) watcher.add(fresh)
    },
    ready,
    async close() {
      clearTimeout(state.timer)
      await watcher.close()
    },
  }
}

/** Differs when a file was written, replaced or removed. */
function signature(root: string, file: string): string {
  try {
    const { ino, mtimeNs, size } = statSync(path.join(root, file), { bigint: true })
    return `${ino} ${mtimeNs} ${size}`
  } catch {
    return ''
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
