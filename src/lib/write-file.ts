/**
 * Writing outside the output folder: sources, reports, `package.json`. Whoever reads the file, also after a kill or on a
 * full disk, finds the old content or the new one, whole.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/**
 * Writes a file and the folders above it. A file that exists keeps its mode; of a symbolic link the target changes.
 * @param options.isNew never replaces anything: throws EEXIST instead
 * @throws the error of the system, with the file as its `path`
 */
export function writeFileWhole(file: string, content: string | Uint8Array, { isNew = false } = {}): void {
  try {
    makeFolder(path.dirname(file))
    const stats = statSync(file, { throwIfNoEntry: false })
    // Devices and pipes, such as `/dev/stdout`, can't be replaced; for a folder the system reports the error.
    if (stats && !stats.isFile() && !isNew) return writeFileSync(file, content)
    const target = stats && !isNew ? realpathSync(file) : file
    removeLeftovers(path.dirname(target))
    const temporary = temporaryPath(target)
    try {
      writeSynced(temporary, content, isNew ? undefined : stats?.mode)
      if (isNew) linkNew(temporary, target)
      else renameSync(temporary, target)
    } finally {
      rmSync(temporary, { force: true })
    }
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path: file, dest: undefined })
  }
}

/**
 * Makes a folder and those above it, below `root` if one is given. Node's `recursive` never ends where the system refuses with
 * ENOENT, as in `/proc`.
 */
export function makeFolder(folder: string, root?: string): void {
  if (folder === root || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder), root)
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

function writeSynced(file: string, content: string | Uint8Array, mode: number | undefined): void {
  rmSync(file, { force: true })
  const handle = openSync(file, 'wx')
  try {
    if (mode !== undefined) fchmodSync(handle, mode)
    writeFileSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Unlike a rename, a link never replaces a file that another process has just written. */
function linkNew(temporary: string, target: string): void {
  try {
    linkSync(temporary, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // Some file systems have no hard links.
    copyFileSync(temporary, target, constants.COPYFILE_EXCL)
  }
}

const TEMPORARY = /^\..+\.docsgen-(\d+)\.tmp$/

/** Path beside `target` for what is written before it takes the target's place. The dot keeps scans of content away. */
export function temporaryPath(target: string): string {
  const name = path.basename(target).slice(0, 100)
  return path.join(path.dirname(target), `.${name}.docsgen-${process.pid}.tmp`)
}

/** Removes what killed processes left at temporary paths in `folder`. */
export function removeLeftovers(folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = Number(TEMPORARY.exec(name)?.[1] ?? process.pid)
    if (pid === process.pid || !isGone(pid)) continue
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true })
    } catch {
      // Another user's: it is theirs to remove.
    }
  }
}

/** Names in a folder; none where it can't be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

/** True when no process of this machine has the id. */
export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
