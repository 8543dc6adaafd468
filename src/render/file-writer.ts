import { type Stats, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashContent } from '../lib/hash.ts'
import type { FileContent, KnownFile } from '../schema/output.ts'

/** Where a new site is built, and the site before it. Plain data: pages are written by the threads that render them. */
export interface StagingFolders {
  /** Absolute folder in which the new site is built. */
  folder: string
  /** Absolute output folder. */
  outDir: string
}

/**
 * Writes files of a new site, synchronously: for small files that is several times faster. Names are POSIX paths relative
 * to the output; what the system refuses is thrown as it comes.
 */
export interface FileWriter {
  /**
   * Writes a file. One that the site before has, untouched (`known`), is the same file: it costs no writing, and tools
   * that copy the site see that it is old. `hash` is the SHA-256, where it is known already.
   */
  write(name: string, bytes: Uint8Array, given?: { hash?: string; known?: KnownFile | undefined }): KnownFile
  /** Links the file of the previous output, if it is there with the wanted content and nobody touched it: it is that file. */
  takeOver(name: string, wanted: FileContent, known: KnownFile | undefined): KnownFile | undefined
  /** Absolute path of a file in the staging folder; its folder is there. */
  target(name: string): string
}

const writers = new WeakMap<StagingFolders, FileWriter>()

/** The writer of this thread for these folders (by identity): a thread is given the pages of a site in many tasks. */
export function fileWriterFor(folders: StagingFolders): FileWriter {
  const writer = writers.get(folders) ?? createFileWriter(folders)
  writers.set(folders, writer)
  return writer
}

/** A writer for one thread: each remembers which folders it has made. */
export function createFileWriter({ folder, outDir }: StagingFolders): FileWriter {
  const folders = new Set([folder])

  /** Makes a folder inside the staging folder, never that one itself: it is gone when the build was given up. */
  function makeFolder(inside: string): void {
    if (folders.has(inside)) return
    makeFolder(path.dirname(inside))
    try {
      mkdirSync(inside)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    folders.add(inside)
  }

  function target(name: string): string {
    const file = path.join(folder, name)
    if (!file.startsWith(folder + path.sep))
      throw new Error(`The build wanted to write outside its folder: ${name}`)
    makeFolder(path.dirname(file))
    return file
  }

  function takeOver(name: string, wanted: FileContent, known: KnownFile | undefined): KnownFile | undefined {
    if (known?.hash !== wanted.hash) return undefined
    const file = path.join(outDir, name)
    try {
      const { size, mtimeMs, ino } = statSync(file)
      if (size !== known.size || mtimeMs !== known.mtime || ino !== known.inode) return undefined
      linkSync(file, target(name))
      return known
    } catch {
      return undefined
    }
  }

  return {
    write(name, bytes, { hash = hashContent(bytes, 64), known } = {}) {
      const content = { size: bytes.length, hash }
      return takeOver(name, content, known) ?? { ...content, ...writeNew(target(name), bytes) }
    },
    takeOver,
    target,
  }
}

/** A file that is there may share its bytes with the previous output: writing into it would change that one too. */
function writeNew(file: string, bytes: Uint8Array): Pick<KnownFile, 'mtime' | 'inode'> {
  try {
    writeFileSync(file, bytes, { flag: 'wx' })
  } catch (error) {
    // A write that fails does not say to which file, as on a full disk.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw Object.assign(error as Error, { path: file })
    rmSync(file)
    writeFileSync(file, bytes)
  }
  return fileSignature(statSync(file))
}

/** What changes when somebody changes a file or puts another in its place. */
export function fileSignature({ mtimeMs, ino }: Stats): Pick<KnownFile, 'mtime' | 'inode'> {
  return { mtime: mtimeMs, inode: ino }
}
