import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { hashContent, hashData } from '../lib/hash.ts'
import { readValue, type Slice } from '../cache/segment.ts'
import type { Pack, PackEntry } from '../schema/offline.ts'
import type { WrittenFile } from '../schema/output.ts'
import type { Written, PageFiles } from './groups.ts'
import { integrityOf } from './precache.ts'
import { fileAddress, withBase } from '../shared/addresses.ts'
import { escapeJson } from '../shared/escape.ts'
import { chunkAround } from '../render/files/page.ts'
import type { PageChunk } from '../schema/view.ts'
import { type JoinedFiles, packLines } from '../shared/page-entry.ts'

/** Bytes of files that go into one pack: what the build and the worker hold in memory at a time. */
const PACK_SIZE = 6_000_000
/** Changes when the form of the packs changes, so that earlier ones are not taken for new ones. */
const FORMAT = 3

export interface PackContext {
  /** Absolute folder that holds the other files of the output. */
  folder: string
  base: string
  /** Writes a file of the output, given with its SHA-256. */
  write(name: string, content: Uint8Array, hash: string): WrittenFile
}

/** A pack that is to be made. */
export interface PackPlan {
  /** First part of the file name, `zh`. */
  name: string
  items: PackItem[]
  /** Hash of everything the pack depends on. */
  key: string
}

/** A pack that is in the output. */
export interface CreatedPack {
  pack: Pack
  /** Output path. */
  file: string
  written: WrittenFile
  /** Keys of entries that turned out damaged; the pack has what they should be. */
  damaged: string[]
}

/** A pack, made now or by an earlier build. */
export type MadePack = Pick<CreatedPack, 'pack'>

/** Makes packs from plans, in their order, or takes those of the last build; where is up to the caller. */
export type MakePacks = (plans: PackPlan[]) => Promise<MadePack[]>

/** Divides a group of files into packs. */
export function planPacks(
  name: string,
  items: readonly PackItem[],
  { written, base }: { written: Written; base: string },
): PackPlan[] {
  return cut(items, written).map(some => {
    const files = some.flatMap(filesOf).map(file => [file, written.get(file)?.hash ?? ''])
    const texts = some.flatMap(item => (typeof item === 'object' && 'text' in item ? [item] : []))
    return { name, items: some, key: hashData([FORMAT, base, files, texts]) }
  })
}

/** Groups of at most `PACK_SIZE` bytes, in order; decided by the sizes alone, before anything is read. */
function cut(items: readonly PackItem[], written: Written): PackItem[][] {
  const groups: PackItem[][] = []
  let room = 0
  for (const item of items) {
    const size = filesOf(item).reduce((sum, name) => sum + (written.get(name)?.size ?? 0), 0)
    if (size > room || groups.length === 0) {
      groups.push([])
      room = PACK_SIZE
    }
    groups.at(-1)?.push(item)
    room -= size
  }
  return groups
}

/** Makes one pack: valid JSON, one entry in a line, the same bytes for the same files. */
export function createPack({ name, items }: PackPlan, context: PackContext): CreatedPack {
  const damaged: string[] = []
  const lines = items.map(item => {
    if (typeof item === 'string') return fileEntry(item, context)
    if ('text' in item) return lineOf([item.url, item.text])
    const kept = readValue(item.entry)
    if (kept) return kept
    damaged.push((item.entry as Slice).key)
    return pageEntry(item, context)
  })
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
    entries: items.reduce((sum, item) => sum + addressCount(item), 0),
  }
  return { pack, file, written: context.write(file, content, sha256), damaged }
}

function filesOf(item: PackItem): string[] {
  if (typeof item === 'string') return [item]
  return 'entry' in item ? [item.document, item.chunk] : []
}

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

/** The lines of a page from the files that were written: what its `entry` is unless that is damaged. */
function pageEntry(
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

function lineOf(entry: PackEntry): Uint8Array {
  return Buffer.from(JSON.stringify(entry))
}

/** How many addresses an item has in the device's store. */
function addressCount(item: PackItem): number {
  return typeof item === 'object' && 'entry' in item ? 2 : 1
}

function isText(name: string): boolean {
  return /\.(?:js|css|html|json|svg|webmanifest)$/.test(name)
}
