import { type Stats, linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import type { OutputFile } from '../../schema/site.ts'
import { hashContent, hashFile } from '../../lib/hash.ts'
import { attempt, exists, makeFolder } from '../../lib/files.ts'
import { type Damage, readStored, writeStored } from '../../cache/store.ts'

export interface WrittenFile {
  size: number
  hash: string
}

export type WrittenFiles = Map<string, WrittenFile>

export type Staging = ReturnType<typeof stagingIn>

/** Next to the output: renames work only on one file system. */
export function createStaging(outDir: string, index: OutputIndex = new Map()): Staging {
  const folder = workFolder(outDir, 'tmp')
  mkdirSync(folder)
  try {
    writeMarker(folder, outDir)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return stagingIn({ folder, outDir }, index)
}

/** For an old version. `below`: for example `1.x/`. */
export function stagingBelow({ folder, outDir, index }: Staging, below: string): Staging {
  const inside = (parent: string) => path.join(parent, below).replace(/[\\/]$/, '')
  mkdirSync(inside(folder), { recursive: true })
  return stagingIn({ folder: inside(folder), outDir: inside(outDir) }, index)
}

function stagingIn(folders: StagingFolders, index: OutputIndex) {
  const { folder, outDir } = folders
  const written: WrittenFiles = new Map()
  /** Files written more than once. */
  const replaced = new Set<string>()
  const note = (name: string, file: WrittenFile) => {
    if (written.has(name)) replaced.add(name)
    written.set(name, file)
  }

  async function copyFrom(copy: string, name: string) {
    const source = await hashFile(copy)
    const previous = path.join(outDir, name)
    const known = ownStats(previous) ? await hashFile(previous).catch(() => undefined) : undefined
    if (known?.hash === source.hash && linkStaged(folders, name)) return source
    const target = stagedPath(folders, name)
    makeFolder(path.dirname(target), folder)
    if (written.has(name)) rmSync(target)
    await copyFile(copy, target)
    // The source may have changed meanwhile.
    return hashFile(target)
  }

  return {
    folder,
    outDir,
    index,
    written,
    replaced,
    note,
    async write({ path: name, content }: OutputFile) {
      const file =
        typeof content === 'string' || content instanceof Uint8Array
          ? writeStaged(folders, name, Buffer.from(content))
          : await copyFrom(content.copy, name)
      note(name, file)
      return file
    },
    /** Links the file of the previous output if it has this content. */
    reuse(name: string, hash: string) {
      const reused = reuseStaged(folders, name, hash, index)
      if (reused) note(name, reused)
      return reused !== undefined
    },
    remove(name: string) {
      if (written.delete(name)) rmSync(stagedPath(folders, name))
    },
  }
}

export async function writeMissing(staging: Staging, files: readonly OutputFile[]) {
  for (const file of files) if (!staging.written.has(file.path)) await staging.write(file)
}

/** Absolute path in the last output → hash and state. As in Git's index, the same state means the same content. */
type OutputIndex = ReadonlyMap<string, string>

export function readOutputIndex(cacheDir: string, outDir: string, damage: Damage): OutputIndex {
  const text = readStored(indexFile(cacheDir, outDir), damage)
  return new Map(text === undefined ? [] : (JSON.parse(text) as [string, string][]))
}

export function writeOutputIndex(cacheDir: string, outDir: string, written: WrittenFiles) {
  const entries = [...written].flatMap(([name, { hash }]) => {
    const file = path.join(outDir, name)
    const stats = ownStats(file)
    return stats ? [[file, describeFile(stats, hash)]] : []
  })
  writeStored(indexFile(cacheDir, outDir), JSON.stringify(entries))
}

function indexFile(cacheDir: string, outDir: string) {
  return path.join(cacheDir, `output-${hashContent(outDir)}.json`)
}

/** Folders of the new and previous output. Plain data for the threads, which write pages. */
export interface StagingFolders {
  folder: string
  outDir: string
}

/** Links the file of the previous output if it's the same. Synchronous: that's faster. */
export function writeStaged(
  folders: StagingFolders,
  name: string,
  bytes: Uint8Array,
  hash = hashContent(bytes, 64),
): WrittenFile {
  const reused = reuseStaged(folders, name, hash)
  if (reused) return reused
  const file = stagedPath(folders, name)
  const write = () => writeFileSync(file, bytes, { flag: 'wx' })
  try {
    inFolder(folders, file, write)
  } catch (error) {
    // A write that fails, as on a full disk, doesn't name the file.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw Object.assign(error as Error, { path: file })
    // The file may be a hard link to the previous output.
    rmSync(file)
    write()
  }
  return { size: bytes.length, hash }
}

function reuseStaged(folders: StagingFolders, name: string, hash: string, index?: OutputIndex) {
  const previous = path.join(folders.outDir, name)
  const stats = ownStats(previous)
  const isSame =
    stats &&
    (index?.get(previous) === describeFile(stats, hash) ||
      attempt(() => hashContent(readFileSync(previous), 64)) === hash)
  return isSame && linkStaged(folders, name) ? { size: stats.size, hash } : undefined
}

/** Undefined for a file with another hard link: writing to that would change the site. */
function ownStats(file: string) {
  const stats = attempt(() => lstatSync(file, { throwIfNoEntry: false }))
  return stats?.isFile() === true && stats.nlink === 1 ? stats : undefined
}

function describeFile({ size, mtimeMs, ino }: Stats, hash: string) {
  return [hash, size, mtimeMs, ino].join(' ')
}

/** False if the file exists or the file system has no hard links. */
function linkStaged(folders: StagingFolders, name: string) {
  const file = stagedPath(folders, name)
  const link = () => linkSync(path.join(folders.outDir, name), file)
  return attempt(() => (inFolder(folders, file, link), true)) ?? false
}

function stagedPath({ folder }: StagingFolders, name: string) {
  const file = path.join(folder, name)
  if (file.startsWith(folder + path.sep)) return file
  throw new Error(`The build tried to write outside its folder: ${name}`)
}

function inFolder<Result>({ folder }: StagingFolders, file: string, write: () => Result): Result {
  try {
    return write()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // Never the staging folder itself, which is gone if the build was given up.
    makeFolder(path.dirname(file), folder)
    return write()
  }
}

/** docsgen may move and remove folders with this file. */
export const MARKER = '.docsgen-work.json'

/** Unused name: `dist.tmp-123` for the new site, `dist.old-123` for the previous one. */
export function workFolder(outDir: string, kind: 'tmp' | 'old') {
  let folder = `${outDir}.${kind}-${process.pid}`
  while (exists(folder)) folder += '-1'
  return folder
}

export function writeMarker(folder: string, outDir: string) {
  const marker = { pid: process.pid, target: path.basename(outDir) }
  writeFileSync(path.join(folder, MARKER), JSON.stringify(marker))
}

/** Undefined for folders of others, files and links. */
export function readMarker(folder: string, outDir: string) {
  return attempt(() => {
    if (!lstatSync(folder).isDirectory()) return undefined
    const text = readFileSync(path.join(folder, MARKER), 'utf8')
    const { pid, target } = JSON.parse(text) as { pid?: number; target?: string }
    const isNamed = ['tmp', 'old'].some(kind => folder.startsWith(`${outDir}.${kind}-${pid}`))
    return target === path.basename(outDir) && isNamed ? pid : undefined
  })
}
