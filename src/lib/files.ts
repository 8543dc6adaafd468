import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/** Files below `folder` as POSIX paths relative to it, sorted by code unit; empty when there is no such folder. */
export async function listFiles(folder: string, options: { skipHidden?: boolean } = {}): Promise<string[]> {
  const files: string[] = []
  const visit = async (relative: string): Promise<void> => {
    const entries = await readdir(path.join(folder, relative), { withFileTypes: true })
    for (const entry of entries) {
      if (options.skipHidden && entry.name.startsWith('.')) continue
      const name = relative ? `${relative}/${entry.name}` : entry.name
      if (entry.isDirectory()) await visit(name)
      else if (entry.isFile()) files.push(name)
    }
  }
  if (await isFolder(folder)) await visit('')
  return files.toSorted()
}

/** The folder of the repository that `root` is in; `root` itself where there is none. */
export function repositoryOf(root: string): string {
  return enclosingRepository(root) ?? root
}

/** The nearest folder with a `.git`: `start`, an absolute path, or one above it. */
export function enclosingRepository(start: string): string | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.git'))) return folder
    if (path.dirname(folder) === folder) return undefined
  }
}

/** The nearest folder with a `package.json`, from `root` up to `last`; undefined where there is none. */
export function packageOf(root: string, last: string): string | undefined {
  for (let folder = root; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package.json'))) return folder
    if (folder === last || folder === path.dirname(folder)) return undefined
  }
}

/** True when `target` is a regular file that really lies inside `folder`, links followed. Both are absolute. */
export async function isRegularFileInside(folder: string, target: string): Promise<boolean> {
  try {
    const [realRoot, real] = await Promise.all([realpath(folder), realpath(target)])
    return real.startsWith(realRoot + path.sep) && (await stat(real)).isFile()
  } catch {
    return false
  }
}

/** True when a file of that name lies in the folder, which the name does not leave. */
export function isFile(folder: string, name: string): boolean {
  const target = path.resolve(folder, name)
  if (!target.startsWith(path.resolve(folder) + path.sep)) return false
  return statSync(target, { throwIfNoEntry: false })?.isFile() ?? false
}

/** True when `folder` exists and is a folder. */
export async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    stats => stats.isDirectory(),
    () => false,
  )
}

/** True when there is anything at `target`, a dangling link included. */
export async function exists(target: string): Promise<boolean> {
  return lstat(target).then(
    () => true,
    () => false,
  )
}

/** The same at once. */
export function existsNow(target: string): boolean {
  try {
    lstatSync(target)
    return true
  } catch {
    return false
  }
}

/** Where a symbolic link leads; anything else is returned as it is. */
export function realFolder(folder: string): string {
  return isLink(folder) ? realpathSync(folder) : folder
}

/** True for a symbolic link, wherever it leads. */
export function isLink(target: string): boolean {
  try {
    return lstatSync(target).isSymbolicLink()
  } catch {
    return false
  }
}
