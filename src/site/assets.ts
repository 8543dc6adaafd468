import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { PageSummary } from '../schema/page.ts'
import type { AssetAddress } from './links.ts'
import { assetAddress } from '../addresses/asset-address.ts'
import { encodePath } from '../addresses/encode-path.ts'
import { hashFile } from '../lib/hash.ts'
import { isRegularFileInside, repositoryOf } from '../lib/files.ts'

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
}

/** Finds every file that pages refer to; all get a name with their hash, images their size (specification 4). */
export async function loadAssets(options: AssetOptions): Promise<AssetMap> {
  const assets = new Map<string, AssetAddress>()
  const repository = repositoryOf(options.root)
  const publicFiles = new Set(options.publicFiles)
  for (const name of options.publicFiles) assets.set(`/${name}`, { path: encodePath(`/${name}`) })
  for (const [target, isSized] of wanted(options.parsed)) {
    const isPublic = target.startsWith('/')
    if (isPublic && !publicFiles.has(target.slice(1))) continue
    const file = isPublic ? path.join(options.publicDir, target) : target
    const absolute = path.join(options.root, file)
    if (file.startsWith('..') || !(await isRegularFileInside(repository, absolute))) continue
    const { hash, ...size } = await describe(absolute, isSized)
    assets.set(target, { path: isPublic ? encodePath(target) : assetAddress(target, hash), ...size })
  }
  return assets
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
