import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** What lies in some folders at a moment. All names are absolute. */
export interface FileTree {
  files: Map<string, FileState>
  /** What tells a folder from another one that took its name. */
  folders: Map<string, string>
}

export interface FileState {
  /** Differs when a file was written or replaced. */
  signature: string
  /** When it was made, written or renamed, in milliseconds since 1970. */
  changedAt: number
  isLink: boolean
}

/**
 * Looks at files, and at folders with all that is in them. Links are not followed. Left out is what `isIgnored`, what goes
 * away meanwhile, and what is neither file, folder nor link.
 */
export async function readTree(
  starts: readonly string[],
  isIgnored: (file: string) => boolean,
): Promise<FileTree> {
  const tree: FileTree = { files: new Map(), folders: new Map() }
  const read = async (file: string): Promise<void> => {
    if (isIgnored(file)) return
    const stats = await lstat(file).catch((): Stats | undefined => undefined)
    if (!stats) return
    const isLink = stats.isSymbolicLink()
    if (stats.isFile() || isLink)
      tree.files.set(file, { signature: signatureOf(stats), changedAt: stats.ctimeMs, isLink })
    if (!stats.isDirectory()) return
    tree.folders.set(file, folderId(stats))
    const entries = await readdir(file, { withFileTypes: true }).catch((): Dirent[] => [])
    for (const { name } of entries) await read(path.join(file, name))
  }
  for (const start of starts) await read(start)
  return tree
}

/** Of what `lstat` says of a folder. */
export function folderId({ ino, birthtimeMs }: Stats): string {
  return `${ino} ${birthtimeMs}`
}

/** Of what `lstat` says of a file; empty for a folder, which counts by what is in it. */
export function signatureOf(stats: Stats): string {
  return stats.isDirectory() ? '' : `${stats.ino} ${stats.mtimeMs} ${stats.size}`
}
