import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { hashContent, hashData } from '../lib/hash.ts'
import { readValue, type Slice } from '../cache/store.ts'
import { type Pack, type PackEntry, packLines } from '../shared/offline.ts'
import type { WrittenFile } from '../render/files/staging.ts'
import type { FileGroups, LocaleFiles, PackItem, PageFiles, Written } from './groups.ts'
import { integrityOf } from './precache.ts'
import { fileAddress, withBase } from '../shared/addresses.ts'
import { escapeJson } from '../shared/escape.ts'
import { chunkAround } from '../render/files/page.ts'
import type { PageChunk } from '../schema/view.ts'

/** Bytes of files that go into one pack: what the build and the worker hold in memory at a time. */
const PACK_SIZE = 6_000_000
/** Changes when the form of the packs changes, so that earlier ones are not used again. */
const FORMAT = 4

export interface PackContext {
  folder: string
  base: string
  /** Writes a file of the output, given with its SHA-256. */
  write(name: string, content: Uint8Array, hash: string): WrittenFile
}

export interface PackPlan {
  name: string
  part?: string
  items: PackItem[]
  key: string
}

export interface CreatedPack {
  pack: Pack
  file: string
  written: WrittenFile
  /** Keys of entries that turned out damaged; the pack has what they should be. */
  damaged: string[]
}

export interface PackSource {
  base: string
  written: Written
  /** Makes packs from plans, in their order, or takes those of the last build. */
  makePacks(plans: PackPlan[]): Promise<Pick<CreatedPack, 'pack'>[]>
}

export async function makeAllPacks(
  { locales, shared }: FileGroups,
  { base, written, makePacks }: PackSource,
): Promise<{ locales: Pack[][]; shared: Pack[] }> {
  const plan = (name: string, parts: LocaleFiles['parts']) =>
    parts.flatMap(part => planPacks(name, part, written, base))
  const plans = locales.map(({ locale, parts }) => plan(locale.code, parts))
  const plansOfAll = plan('shared', [{ items: shared }])
  const made = (await makePacks([...plans.flat(), ...plansOfAll])).values()
  const packsOf = (some: PackPlan[]) => some.flatMap(() => made.next().value?.pack ?? [])
  return { locales: plans.map(packsOf), shared: packsOf(plansOfAll) }
}

/** Divides files into packs of at most `PACK_SIZE` bytes, in order; decided by the sizes alone, before anything is read. */
function planPacks(
  name: string,
  { part, items }: LocaleFiles['parts'][number],
  written: Written,
  base: string,
): PackPlan[] {
  const groups: PackItem[][] = []
  let room = 0
  for (const item of items) {
    const size = filesOf(item).reduce((sum, file) => sum + (written.get(file)?.size ?? 0), 0)
    if (size > room || groups.length === 0) {
      groups.push([])
      room = PACK_SIZE
    }
    groups.at(-1)?.push(item)
    room -= size
  }
  return groups.map(some => {
    const files = some.flatMap(filesOf).map(file => [file, written.get(file)?.hash ?? ''])
    return {
      name,
      ...(part !== undefined && { part }),
      items: some,
      key: hashData([FORMAT, base, part, files]),
    }
  })
}

function filesOf(item: PackItem): string[] {
  return typeof item === 'string' ? [item] : [item.document, item.chunk]
}

/** Makes one pack: valid JSON, one entry in a line, the same bytes for the same files. */
export function createPack({ name, part, items }: PackPlan, context: PackContext): CreatedPack {
  const damaged: string[] = []
  const lines = items.map(item => {
    if (typeof item === 'string') return fileEntry(item, context)
    const stored = readValue(item.entry)
    if (stored) return stored
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
    // A page has two addresses on the device, everything else one.
    entries: items.flatMap(filesOf).length,
    ...(part !== undefined && { part }),
  }
  return { pack, file, written: context.write(file, content, sha256), damaged }
}

/** The lines of a page from the files that were written: the same as its `entry` unless that is damaged. */
function pageEntry({ path: address, document, chunk }: PageFiles, { folder, base }: PackContext): Uint8Array {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  // A chunk is a script that pushes data: running it reads it.
  const self: { docsgenChunks?: [key: string, chunk: PageChunk][] } = {}
  runInNewContext(read(chunk), { self })
  const [[key, { page, html }]] = self.docsgenChunks as [[string, PageChunk]]
  const files = { document: read(document), html, script: chunkAround(key, escapeJson(page)) }
  const addresses = { page: withBase(base, address), chunk: fileAddress(base, chunk) }
  return Buffer.from(packLines(addresses, files))
}

function fileEntry(item: string, { folder, base }: PackContext): Uint8Array {
  const content = readFileSync(path.join(folder, item))
  const isText = /\.(?:js|css|html|json|svg|webmanifest)$/.test(item)
  const url = fileAddress(base, item)
  const entry: PackEntry = isText ? [url, content.toString()] : [url, { base64: content.toString('base64') }]
  return Buffer.from(JSON.stringify(entry))
}
