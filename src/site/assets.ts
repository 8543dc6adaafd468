import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ParsedPage } from '../schema/page.ts'
import type { AssetAddress } from './links.ts'
import { encodePath } from '../addresses/encode-path.ts'
import { hashContent } from '../lib/hash.ts'
import { isRegularFileInside } from '../lib/files.ts'

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
  parsed: readonly ParsedPage[]
}

/** Finds every file that pages refer to; images get a name with their hash and their size (specification 4). */
export async function loadAssets(options: AssetOptions): Promise<AssetMap> {
  const assets = new Map<string, AssetAddress>()
  const publicFiles = new Set(options.publicFiles)
  for (const name of options.publicFiles) assets.set(`/${name}`, { path: encodePath(`/${name}`) })
  for (const target of wanted(options.parsed)) {
    const isPublic = target.startsWith('/')
    if (isPublic && !publicFiles.has(target.slice(1))) continue
    const file = isPublic ? path.join(options.publicDir, target) : target
    if (!(await isRegularFileInside(options.root, file))) continue
    const content = await readFile(path.join(options.root, file))
    const address = isPublic ? encodePath(target) : hashedName(target, content)
    assets.set(target, { path: address, ...(await imageDimensions(content)) })
  }
  return assets
}

function wanted(parsed: readonly ParsedPage[]): string[] {
  const links = parsed.flatMap(page => page.links.filter(link => link.type === 'asset'))
  return [...new Set(links.map(link => link.target))].toSorted()
}

function hashedName(target: string, content: Uint8Array): string {
  const { name, ext } = path.posix.parse(target)
  const kind = /^\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i.test(ext) ? 'img' : 'media'
  return `/assets/${kind}/${encodePath(name)}.${hashContent(content)}${ext.toLowerCase()}`
}

async function imageDimensions(content: Uint8Array): Promise<{ width?: number; height?: number }> {
  const { imageSize } = await import('image-size')
  try {
    const { width, height } = imageSize(content)
    return { width, height }
  } catch {
    return {}
  }
}
