import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { hashContent, hashData } from '../lib/hash.ts'
import type { Pack } from '../schema/offline.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Written } from './group-files.ts'
import { integrityOf } from './integrity.ts'
import { addressCount, type PackItem, readEntries } from './pack-entries.ts'
import { type Damage, readStored, writeStored, writeWhole } from '../lib/stored.ts'

/** Bytes of files that go into one pack: what the build and the worker hold in memory at a time. */
export const PACK_SIZE = 6_000_000
/** Items whose files are open at a time (R-FD-1). */
const READ_AT_ONCE = 8
/** Changes when the form of the packs changes, so that cached ones are not taken for new ones. */
const FORMAT = 1

export interface PackContext {
  /** Absolute folder that holds the whole output. */
  folder: string
  written: Written
  base: string
  /** Absolute folder where packs of the last build wait for the next one. */
  cacheDir: string
  damage?: Damage
}

export interface CreatedPack {
  /** Name in the cache: hash of everything the pack depends on. */
  key: string
  pack: Pack
  file: OutputFile
}

/**
 * Makes the packs of one group of files: valid JSON, one entry in a line, the same bytes for the same files. A pack
 * whose files did not change is taken from the cache.
 * @param name first part of the file name, `zh`
 */
export async function createPacks(
  name: string,
  items: readonly PackItem[],
  context: PackContext,
): Promise<CreatedPack[]> {
  const packs: CreatedPack[] = []
  for (const some of cut(items, context.written)) packs.push(await createPack(name, some, context))
  return packs
}

/** Removes cached packs that this build did not use. */
export async function pruneCachedPacks(cacheDir: string, used: readonly CreatedPack[]): Promise<void> {
  const keep = new Set(used.map(({ key }) => key))
  const names = await readdir(cacheDir).catch(() => [])
  const stale = names.filter(name => !keep.has(name.split('.').at(-2) ?? ''))
  await Promise.all(stale.map(name => rm(path.join(cacheDir, name), { force: true })))
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

async function createPack(
  name: string,
  items: readonly PackItem[],
  context: PackContext,
): Promise<CreatedPack> {
  const { written, base, cacheDir, damage } = context
  const files = items.flatMap(filesOf).map(file => [file, written.get(file)?.hash ?? ''])
  const key = hashData([FORMAT, base, files])
  const stored = path.join(cacheDir, `${name}.${key}`)
  const cached = await readCached(stored, damage)
  if (cached) return { key, ...cached }

  const content = await writeEntries(items, context)
  const hash = hashContent(content)
  const pack: Pack = {
    url: `${base}offline/${name}.${hash}.json`,
    hash,
    integrity: integrityOf(content),
    bytes: Buffer.byteLength(content),
    entries: items.reduce((sum, item) => sum + addressCount(item), 0),
  }
  const file = { path: `offline/${name}.${hash}.json`, content, immutable: true }
  await writeCached(stored, pack, file)
  return { key, pack, file }
}

async function writeEntries(items: readonly PackItem[], context: PackContext): Promise<string> {
  const lines: string[] = []
  for (let first = 0; first < items.length; first += READ_AT_ONCE) {
    const some = items.slice(first, first + READ_AT_ONCE)
    const entries = await Promise.all(some.map(item => readEntries(item, context)))
    lines.push(...entries.flat().map(entry => JSON.stringify(entry)))
  }
  return `[\n${lines.join(',\n')}\n]\n`
}

/** What is known of a cached pack without reading it. */
interface CachedPack {
  pack: Pack
  path: string
  /** SHA-256 of the bytes. */
  hash: string
  /** When the file was written: with the same time and size it is what was written. */
  time: number
}

/** The cached pack; undefined when its file is missing or not what it was. */
async function readCached(stored: string, damage?: Damage): Promise<Omit<CreatedPack, 'key'> | undefined> {
  const text = await readStored(`${stored}.json`, damage)
  if (text === undefined) return undefined
  const { pack, path: name, hash, time } = JSON.parse(text) as CachedPack
  const copy = `${stored}.pack`
  const facts = await stat(copy).catch(() => undefined)
  const isSame = facts?.size === pack.bytes && facts.mtimeMs === time
  if (!isSame && integrityOf(await readFile(copy).catch(() => '')) !== pack.integrity) {
    if (facts) damage?.add(copy)
    return undefined
  }
  const content = { copy, known: { size: pack.bytes, hash } }
  return { pack, file: { path: name, content, immutable: true } }
}

async function writeCached(stored: string, pack: Pack, file: { path: string; content: string }) {
  const copy = `${stored}.pack`
  if (!(await writeWhole(copy, file.content))) return
  const time = (await stat(copy)).mtimeMs
  const cached: CachedPack = { pack, path: file.path, hash: hashContent(file.content, 64), time }
  await writeStored(`${stored}.json`, JSON.stringify(cached))
}

function filesOf(item: PackItem): string[] {
  return typeof item === 'string' ? [item] : [item.document, item.chunk]
}
