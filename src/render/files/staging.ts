import {
  type Stats,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import type { OutputFile } from '../../schema/site.ts'
import { hashContent, hashFile } from '../../lib/hash.ts'
import { exists, makeFolder } from '../../lib/files.ts'
import { type Damage, readStored, writeStored } from '../../cache/store.ts'

export interface WrittenFile {
  size: number
  hash: string
  mtime: number
  inode: number
}

export type WrittenFiles = Map<string, WrittenFile>

/** The folders, and what was in the output before. */
interface StagingInput extends StagingFolders {
  previous: OutputIndex
}

export type Staging = ReturnType<typeof stagingIn>

/** Creates an empty staging folder next to the output: renames work only on one file system. */
export function createStaging({ outDir, previous }: Omit<StagingInput, 'folder'>): Staging {
  const folder = workFolder(outDir, 'tmp')
  mkdirSync(folder)
  try {
    writeMarker(folder, outDir)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return stagingIn({ folder, outDir, previous })
}

/** The part of a staging folder that a site of its own is written into: names are relative to `below`, POSIX, `1.x/`. */
export function stagingBelow({ folder, outDir, previous }: Staging, below: string): Staging {
  const inside = (parent: string) => path.join(parent, below).replace(/[\\/]$/, '')
  const known = [...previous].flatMap(([name, file]): [string, WrittenFile][] =>
    name.startsWith(below) ? [[name.slice(below.length), file]] : [],
  )
  mkdirSync(inside(folder), { recursive: true })
  return stagingIn({ folder: inside(folder), outDir: inside(outDir), previous: new Map(known) })
}

function stagingIn({ folder, outDir, previous }: StagingInput) {
  const written: WrittenFiles = new Map()
  /** Files that were written more than once: the last one wins. */
  const replaced = new Set<string>()
  const folders = { folder, outDir }
  const note = (name: string, file: WrittenFile) => {
    if (written.has(name)) replaced.add(name)
    written.set(name, file)
  }

  async function copyFrom(copy: string, name: string): Promise<WrittenFile> {
    const { hash } = await hashFile(copy)
    const reused = reuseStaged(folders, name, hash, previous.get(name))
    if (reused) return reused
    const target = stagedPath(folders, name)
    makeFolder(path.dirname(target), folder)
    if (written.has(name)) rmSync(target)
    await copyFile(copy, target)
    // Hashes the copy, because the source may change at any moment.
    return { ...(await hashFile(target)), ...fileSignature(statSync(target)) }
  }

  return {
    folder,
    outDir,
    previous,
    written,
    replaced,
    note,
    async write({ path: name, content }: OutputFile) {
      const file =
        typeof content === 'string' || content instanceof Uint8Array
          ? writeStaged(folders, name, Buffer.from(content), { known: previous.get(name) })
          : await copyFrom(content.copy, name)
      note(name, file)
      return file
    },
    /** Links a file of the previous output if it is there, untouched, with this content. */
    reuse(name: string, hash: string): boolean {
      const reused = reuseStaged(folders, name, hash, previous.get(name))
      if (reused) note(name, reused)
      return reused !== undefined
    },
    remove(name: string): void {
      if (written.delete(name)) rmSync(stagedPath(folders, name))
    },
  }
}

export async function writeMissing(staging: Staging, files: readonly OutputFile[]): Promise<void> {
  for (const file of files) if (!staging.written.has(file.path)) await staging.write(file)
}

/** Recorded state of the files of an output. As in git's index, one with the same size, time and inode has the same content. */
export type OutputIndex = ReadonlyMap<string, WrittenFile>

/** Reads the index of an output folder; empty when there is none or it is damaged, which is noted. */
export function readOutputIndex(cacheDir: string, outDir: string, damage: Damage): OutputIndex {
  const text = readStored(indexFile(cacheDir, outDir), damage)
  return new Map(text === undefined ? [] : (JSON.parse(text) as [string, WrittenFile][]))
}

/** Records the files just published. A cache that cannot be written costs time on the next build, nothing else. */
export function writeOutputIndex(cacheDir: string, outDir: string, written: WrittenFiles): void {
  writeStored(indexFile(cacheDir, outDir), JSON.stringify([...written]))
}

function indexFile(cacheDir: string, outDir: string): string {
  return path.join(cacheDir, `output-${hashContent(outDir)}.json`)
}

/** Folders of the new and of the previous output. Plain data: pages are written by the threads that render them. */
export interface StagingFolders {
  folder: string
  outDir: string
}

/** Writes a file of the new site, synchronously, which is faster, or links the same file of the previous output (`known`). */
export function writeStaged(
  folders: StagingFolders,
  name: string,
  bytes: Uint8Array,
  { hash = hashContent(bytes, 64), known }: { hash?: string; known?: WrittenFile | undefined } = {},
): WrittenFile {
  const reused = reuseStaged(folders, name, hash, known)
  if (reused) return reused
  const file = stagedPath(folders, name)
  const write = () => {
    writeFileSync(file, bytes, { flag: 'wx' })
    return { size: bytes.length, hash, ...fileSignature(statSync(file)) }
  }
  try {
    return inFolder(folders, file, write)
  } catch (error) {
    // A write that fails doesn't say to which file, as on a full disk.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw Object.assign(error as Error, { path: file })
    // The file that is there may share its bytes with the previous output: writing into it would change that one too.
    rmSync(file)
    return write()
  }
}

function reuseStaged(
  folders: StagingFolders,
  name: string,
  hash: string,
  known: WrittenFile | undefined,
): WrittenFile | undefined {
  if (known?.hash !== hash) return undefined
  const old = path.join(folders.outDir, name)
  const file = stagedPath(folders, name)
  try {
    const { size, mtimeMs, ino } = statSync(old)
    if (size !== known.size || mtimeMs !== known.mtime || ino !== known.inode) return undefined
    inFolder(folders, file, () => linkSync(old, file))
    return known
  } catch {
    return undefined
  }
}

function stagedPath({ folder }: StagingFolders, name: string): string {
  const file = path.join(folder, name)
  if (file.startsWith(folder + path.sep)) return file
  throw new Error(`The build wanted to write outside its folder: ${name}`)
}

function inFolder<Result>({ folder }: StagingFolders, file: string, write: () => Result): Result {
  try {
    return write()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // Never the staging folder itself: it is gone when the build was given up.
    makeFolder(path.dirname(file), folder)
    return write()
  }
}

function fileSignature({ mtimeMs, ino }: Stats): Pick<WrittenFile, 'mtime' | 'inode'> {
  return { mtime: mtimeMs, inode: ino }
}

/** Name of the marker file, which shows that docsgen made a folder next to the output. */
export const MARKER = '.docsgen-work.json'

interface Marker {
  pid: number
  target: string
}

/** Unused path next to the output: `dist.tmp-123` for the new site, `dist.old-123` for the previous one. */
export function workFolder(outDir: string, kind: 'tmp' | 'old'): string {
  let folder = `${outDir}.${kind}-${process.pid}`
  while (exists(folder)) folder += '-1'
  return folder
}

/** Marks a folder as one that docsgen may move and remove. */
export function writeMarker(folder: string, outDir: string): void {
  const marker: Marker = { pid: process.pid, target: path.basename(outDir) }
  writeFileSync(path.join(folder, MARKER), JSON.stringify(marker))
}

/** Id of the process that made the folder for this output; undefined for any other folder, and for files and links. */
export function readMarker(folder: string, outDir: string): number | undefined {
  try {
    if (!lstatSync(folder).isDirectory()) return undefined
    const { pid, target } = JSON.parse(readFileSync(path.join(folder, MARKER), 'utf8')) as Partial<Marker>
    const isNamed = ['tmp', 'old'].some(kind => folder.startsWith(`${outDir}.${kind}-${pid}`))
    return target === path.basename(outDir) && isNamed ? pid : undefined
  } catch {
    return undefined
  }
}
