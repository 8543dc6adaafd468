import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { mustReadValue, type StoredValue } from '../cache/store.ts'
import { hashContent } from '../lib/hash.ts'
import type { WrittenFile } from '../render/files/staging.ts'
import { fileAddress } from '../shared/addresses.ts'
import type { Pack, PackEntry } from '../shared/offline.ts'

export const PACK_FORMAT = 4

/** `document` and `chunk` are output paths; the cache has both at `entry`. */
export interface PackedPage {
  document: string
  chunk: string
  entry: StoredValue
}

export type PackItem = PackedPage | string

export interface PackPlan {
  name: string
  part?: string | undefined
  items: PackItem[]
  /** By file. */
  headers?: Record<string, Record<string, string>> | undefined
  key: string
}

interface PackContext {
  folder: string
  base: string
  write(name: string, content: Uint8Array, hash: string): WrittenFile
}

export function integrityOf(content: string | Uint8Array) {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

export function filesOf(item: PackItem) {
  return typeof item === 'string' ? [item] : [item.document, item.chunk]
}

export type CreatedPack = ReturnType<typeof createPack>

/** JSON with one entry in a line; the same bytes for the same files. */
export function createPack({ name, part, items, headers }: PackPlan, context: PackContext) {
  const lines = items.map(item =>
    typeof item === 'string' ? fileEntry(item, headers?.[item], context) : mustReadValue(item.entry),
  )
  const between = Buffer.from(',\n')
  const entries = lines.flatMap((line, index) => (index > 0 ? [between, line] : [line]))
  const content = Buffer.concat([Buffer.from('[\n'), ...entries, Buffer.from('\n]\n')])
  const sha256 = hashContent(content, 64)
  const hash = sha256.slice(0, 8)
  const file = `offline/${name}.${hash}.json`
  const pack: Pack = {
    url: context.base + file,
    hash,
    integrity: integrityOf(content),
    bytes: content.length,
    // On the device, a page has two addresses.
    entries: items.flatMap(filesOf).length,
    part,
  }
  return { pack, file, written: context.write(file, content, sha256) }
}

function fileEntry(item: string, headers: Record<string, string> | undefined, { folder, base }: PackContext) {
  const content = readFileSync(path.join(folder, item))
  const isText = /\.(?:js|css|html|json|svg|webmanifest)$/.test(item)
  const file = isText ? content.toString() : { base64: content.toString('base64') }
  const url = fileAddress(base, item)
  const entry: PackEntry = headers ? [url, file, headers] : [url, file]
  return Buffer.from(JSON.stringify(entry))
}
