import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { PageSummary } from '../schema/page.ts'
import type { AssetAddress } from './links.ts'
import { assetAddress, encodePath } from '../shared/addresses.ts'
import { hashFile } from '../lib/hash.ts'
import { isFile, isRegularFileInside } from '../lib/files.ts'
import { repositoryOf, sitePath } from '../lib/paths.ts'
import type { IgnoredFiles } from '../lib/git.ts'
import type { PrivateFile } from '../schema/site.ts'
import { type FileAccess, privateReason } from '../shared/private-file.ts'

/**
 * Target of a link as the page wrote it → where it is in the output, decoded path without base.
 * Keys are site-relative files (`content/api/figure.png`) or, with a leading slash, names in the public folder.
 */
export type AssetMap = ReadonlyMap<string, AssetAddress>

export interface AssetOptions {
  root: string
  publicDir: string
  /** Names in the public folder, sorted. */
  publicFiles: readonly string[]
  parsed: readonly PageSummary[]
  access: FileAccess
  /** Tells which of these files, relative to the root, Git ignores. */
  ignoredFiles(root: string, files: readonly string[], folders: readonly string[]): Promise<IgnoredFiles>
}

export interface Assets {
  map: AssetMap
  /** Files that pages refer to and that are not for readers, by the target. */
  refused: ReadonlyMap<string, PrivateFile>
  /** Why Git did not tell what it ignores, if it did not. */
  gitProblem?: string | undefined
}

/** Finds every file that pages refer to; all get a name with their hash, images their size. */
export async function loadAssets(options: AssetOptions): Promise<Assets> {
  const { found, outside } = await findFiles(options)
  // Git answers while files are read.
  const [addresses, { refused, gitProblem }] = await Promise.all([
    addressFiles(found, options.root),
    findPrivate(found, options),
  ])
  for (const { target, file } of outside) refused.set(target, { file, reason: 'outside' })
  const map = new Map<string, AssetAddress>()
  for (const name of options.publicFiles) map.set(`/${name}`, { path: encodePath(`/${name}`) })
  for (const [target, address] of addresses) if (!refused.has(target)) map.set(target, address)
  return { map, refused, gitProblem }
}

/** One file is open at a time. */
async function addressFiles(
  found: readonly FoundFile[],
  root: string,
): Promise<[target: string, address: AssetAddress][]> {
  const addresses: [string, AssetAddress][] = []
  for (const { target, file, isSized } of found) {
    const { hash, ...size } = await describe(path.join(root, file), isSized)
    const isPublic = target.startsWith('/')
    addresses.push([target, { path: isPublic ? encodePath(target) : assetAddress(target, hash), ...size }])
  }
  return addresses
}

interface FoundFile {
  target: string
  /** Relative to the root. */
  file: string
  isSized: boolean
}

/** `outside`: links that lead out of the repository, which nobody reads. */
async function findFiles(
  options: AssetOptions,
): Promise<{ found: FoundFile[]; outside: Pick<FoundFile, 'target' | 'file'>[] }> {
  const repository = repositoryOf(options.root)
  const publicFiles = new Set(options.publicFiles)
  const found: FoundFile[] = []
  const outside: Pick<FoundFile, 'target' | 'file'>[] = []
  for (const [target, isSized] of wanted(options.parsed)) {
    const isPublic = target.startsWith('/')
    if (isPublic && !publicFiles.has(target.slice(1))) continue
    const file = isPublic ? path.join(options.publicDir, target) : target
    if (file.startsWith('..')) continue
    if (await isRegularFileInside(repository, path.join(options.root, file)))
      found.push({ target, file, isSized })
    else if (isFile(options.root, file)) outside.push({ target, file })
  }
  return { found, outside }
}

/** What lies beside the pages and is not for readers. What is in the public folder has been judged there. */
async function findPrivate(
  found: readonly FoundFile[],
  { root, publicDir, publicFiles, access, ignoredFiles }: AssetOptions,
): Promise<Pick<Assets, 'gitProblem'> & { refused: Map<string, PrivateFile> }> {
  const published = new Set(publicFiles.map(name => path.posix.join(publicDir, name)))
  const targets = found
    .filter(({ file }) => !published.has(path.posix.normalize(file)))
    .map(({ file }) => file)
  const { files: ignored, problem: gitProblem } = await ignoredFiles(root, targets, access.folders)
  const realRoot = await realpath(root)
  const refused = new Map<string, PrivateFile>()
  for (const target of targets) {
    const real = sitePath(realRoot, await realpath(path.join(root, target)))
    for (const file of [real, target]) {
      const reason = privateReason(file, access, ignored)
      if (reason) refused.set(target, { file, reason })
    }
  }
  return { refused, gitProblem }
}

/** The files that pages refer to, sorted: true for those of which an image's size is to be computed. */
function wanted(parsed: readonly PageSummary[]): [target: string, isSized: boolean][] {
  const found = new Map<string, boolean>()
  for (const { type, target, size } of parsed.flatMap(page => page.links))
    if (type === 'asset') found.set(target, size !== undefined || found.get(target) === true)
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

interface Description {
  hash: string
  /** Pixels. */
  width?: number
  height?: number
}

/** What is known of files, with what changes when they do: `dev` asks for all of them with every save. */
const known = new Map<string, { state: string; description: Promise<Description> }>()

async function describe(file: string, isSized: boolean): Promise<Description> {
  const { mtimeMs, size, ino } = await stat(file)
  const state = [mtimeMs, size, ino, isSized].join(' ')
  const found = known.get(file)
  if (found?.state === state) return found.description
  const description = readDescription(file, isSized)
  known.set(file, { state, description })
  return description
}

async function readDescription(file: string, isSized: boolean): Promise<Description> {
  const { hash } = await hashFile(file)
  if (!isSized) return { hash }
  const { imageSize } = await import('image-size')
  try {
    const { width, height } = imageSize(await readFile(file))
    return { hash, width, height }
  } catch {
    return { hash }
  }
}
