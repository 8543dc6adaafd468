import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import type { StoredValue } from '../cache/segment.ts'
import type { PackEntry, ShortPackEntry } from '../schema/offline.ts'
import { withBase } from '../shared/addresses/base.ts'
import { fileAddress } from '../shared/addresses/file-address.ts'
import { escapeJson } from '../shared/html.ts'
import { chunkAround } from '../render/files/page.ts'
import type { PageChunk } from '../schema/view.ts'
import { type JoinedFiles, packLines } from '../shared/page-entry.ts'
import { aroundOf, type Surroundings, textInPieces, withoutRepeats } from '../shared/repeats.ts'
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
  return Buffer.from(packLines(addresses, { document: read(document), ...readChunk(read(chunk)) }))
}

/** Reads the content of a chunk, and what packs hold around it, by running it: it is a script that pushes data. */
function readChunk(script: string): Pick<JoinedFiles, 'html' | 'script'> {
  const self: { docsgenChunks?: [key: string, chunk: PageChunk][] } = {}
  runInNewContext(script, { self })
  const [[key, { page, html }]] = self.docsgenChunks as [[string, PageChunk]]
  return { html, script: chunkAround(key, escapeJson(page)) }
}

function fileEntry(item: string, { folder, base }: EntryContext): Uint8Array {
  const content = readFileSync(path.join(folder, item))
  const text = isText(item) ? content.toString() : { base64: content.toString('base64') }
  return lineOf([fileAddress(base, item), text] as PackEntry)
}

function lineOf(entry: ShortPackEntry): Uint8Array {
  return Buffer.from(JSON.stringify(entry))
}

/** The text of a pack without what its pages and its other texts repeat. Content of pages stays where it is, unread. */
export function leaveOutRepeats(pack: Uint8Array): Uint8Array {
  const text = Buffer.from(pack.buffer, pack.byteOffset, pack.byteLength)
  const parts: Uint8Array[] = []
  let [before, textBefore, done, line] = ['', '', 0, 0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', line)) {
    const start = text.lastIndexOf(SURROUNDINGS, end)
    if (start > line) {
      const close = text.lastIndexOf('}', end)
      const surroundings = JSON.parse(`{${text.toString('utf8', start + 1, close + 1)}`) as Surroundings
      const short = JSON.stringify(withoutRepeats(surroundings, before))
      parts.push(text.subarray(done, start), Buffer.from(`,${short.slice(1)}`))
      before = aroundOf(surroundings.document)
      done = close + 1
    } else if (text[line] === OPENING && end > line + 1) {
      const close = text.lastIndexOf(']', end)
      const [url, own] = JSON.parse(text.toString('utf8', line, close + 1)) as [url: string, text: unknown]
      if (typeof own === 'string') {
        parts.push(text.subarray(done, line), lineOf({ url, pieces: textInPieces(own, textBefore) }))
        textBefore = own
        done = close + 1
      }
    }
    line = end + 1
  }
  return Buffer.concat([...parts, text.subarray(done)])
}

/** Where what stands around the content begins in the line of a page (`packLines`); in texts, quotes are escaped. */
const SURROUNDINGS = ',"document":['

/** `[`, with which the line of a text begins; alone in its line it is that of the pack. */
const OPENING = 0x5b

/** How many addresses an item has in the device's store. */
export function addressCount(item: PackItem): number {
  return typeof item === 'object' && 'entry' in item ? 2 : 1
}

function isText(name: string): boolean {
  return /\.(?:js|css|html|json|svg|webmanifest)$/.test(name)
}
