import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { StoredValue } from '../cache/segment.ts'
import type { PackEntry } from '../schema/offline.ts'
import { withBase } from '../addresses/base.ts'
import { fileAddress } from '../addresses/file-address.ts'
import { packLines, splitChunk } from '../shared/page-entry.ts'
import type { PageFiles } from './group-files.ts'

/** What becomes entries of a pack: the files of a page, or one file. */
export type PackItem = PageFiles | string

interface EntryContext {
  /** Absolute folder that holds the whole output. */
  folder: string
  base: string
}

/** The lines of an item, without line end: those of a page where they lie. One file at a time is open (R-FD-1). */
export function entryOf(item: PackItem, context: EntryContext): StoredValue {
  return typeof item === 'string' ? fileEntry(item, context) : item.entry
}

/** The lines of a page from the files that were written: what `entry` is where it is not damaged. */
export function entryFromFiles(
  { path: address, document, chunk }: PageFiles,
  { folder, base }: EntryContext,
): Uint8Array {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const addresses = { page: withBase(base, address), chunk: fileAddress(base, chunk) }
  return Buffer.from(packLines(addresses, { document: read(document), ...splitChunk(read(chunk)) }))
}

function fileEntry(item: string, { folder, base }: EntryContext): Uint8Array {
  const content = readFileSync(path.join(folder, item))
  const text = isText(item) ? content.toString() : { base64: content.toString('base64') }
  return Buffer.from(JSON.stringify([fileAddress(base, item), text] as PackEntry))
}

/** How many addresses an item has in the device's store. */
export function addressCount(item: PackItem): number {
  return typeof item === 'string' ? 1 : 2
}

function isText(name: string): boolean {
  return /\.(?:js|css|html|json|svg|webmanifest)$/.test(name)
}
