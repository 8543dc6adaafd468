import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { StoredValue } from '../cache/segment.ts'
import type { PackEntry } from '../schema/offline.ts'
import { withBase } from '../addresses/base.ts'
import { fileAddress } from '../addresses/file-address.ts'
import { packLines, splitChunk } from '../shared/page-entry.ts'
import { NO_SOURCE, withoutRepeats } from '../shared/repeats.ts'
import type { PageFiles } from './page-files.ts'

/** What becomes entries of a pack: the files of a page, one file, or what only readers' devices have as a file. */
export type PackItem = PageFiles | string | DeviceFile

export interface DeviceFile {
  /** With base. */
  url: string
  text: string
}

interface EntryContext {
  /** Absolute folder that holds the whole output. */
  folder: string
  base: string
}

/** The lines of an item, without line end: those of a page where they lie. One file at a time is open (R-FD-1). */
export function entryOf(item: PackItem, context: EntryContext): StoredValue {
  if (typeof item === 'string') return fileEntry(item, context)
  return 'entry' in item ? item.entry : lineOf([item.url, item.text])
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
  return lineOf([fileAddress(base, item), text] as PackEntry)
}

function lineOf(entry: PackEntry): Uint8Array {
  return Buffer.from(JSON.stringify(entry))
}

/** The text of a pack without what its pages repeat of each other. */
export function leaveOutRepeats(pack: Uint8Array): Uint8Array {
  let before = NO_SOURCE
  const lines = (JSON.parse(Buffer.from(pack).toString()) as PackEntry[]).map(entry => {
    if (!('document' in entry)) return JSON.stringify(entry)
    const made = withoutRepeats(entry, before)
    before = made.source
    return JSON.stringify(made.entry)
  })
  return Buffer.from(`[\n${lines.join(',\n')}\n]\n`)
}

/** How many addresses an item has in the device's store. */
export function addressCount(item: PackItem): number {
  return typeof item === 'object' && 'entry' in item ? 2 : 1
}

function isText(name: string): boolean {
  return /\.(?:js|css|html|json|svg|webmanifest)$/.test(name)
}
