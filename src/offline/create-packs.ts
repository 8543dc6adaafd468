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
/** Changes when the form of the packs changes, so that cached ones are not taken for new ones. */
const FORMAT = 1

export interface PackContext {
  /** Absolute folder that holds the whole output. */
  folder: string
  base: string
  /** Absolute folder where packs of the last build wait for the next one. */
  cacheDir: string
}

/** A pack that is to be made. */
export interface PackPlan {
  /** First part of the file name, `zh`. */
  name: string
  items: PackItem[]
  /** Name in the cache: hash of everything the pack depends on. */
  key: string
}

export interface CreatedPack {
  key: string
  pack: Pack
  file: OutputFile
}

/** Makes packs from plans, in their order; where is up to the caller. */
export type MakePacks = (context: PackContext, plans: PackPlan[]) => Promise<CreatedPack[]>

/** Divides a group of files into packs. */
export function planPacks(
  name: string,
  items: readonly PackItem[],
  { written, base }: { written: Written; base: string },
): PackPlan[] {
  return cut(items, written).map(some => {
    const files = some.flatMap(filesOf).map(file => [file, written.get(file)?.hash ?? ''])
    return { name, items: some, key: hashData([FORMAT, base, files]) }
  })
}

/**
 * Packs: valid JSON, one entry in a line, the same bytes for the same files. One whose files did not change is taken
 * from the cache; others are made by `make`.
 */
export async function createPacks(
  plans: readonly PackPlan[],
  context: PackContext,
  { damage, make }: { damage: Damage; make: MakePacks },
): Promise<CreatedPack[]> {
  const cached: (CreatedPack | undefined)[] = []
  for (const plan of plans) cached.push(await readCached(plan, context, damage))
  const missing = plans.filter((_plan, index) => !cached[index])
  const fresh = (await make(context, missing)).values()
  return plans.map(({ name }, index) => {
    const pack = cached[index] ?? fresh.next().value
    if (!pack) throw new Error(`A pack of ${name} was not made.`)
    return pack
  })
}

/** Removes cached packs that this build did not use. */
export async function pruneCachedPacks(cacheDir: string, used: readonly CreatedPack[]): Promise<void> {
  const keep = new Set(used.map(({ key }) => key))
  const names = await readdir(cacheDir).catch(() => [])
  const stale = names.filter(name => !keep.has(name.split('.').at(-2) ?? ''))
  await Promise.all(stale.map(name => rm(path.join(cacheDir, name), { force: true, recursive: true })))
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

/** Makes one pack and puts it into the cache. */
export async function createPack(plan: PackPlan, context: PackContext): Promise<CreatedPack> {
  const { name, items, key } = plan
  const content = Buffer.from(writeEntries(items, context))
  const sha256 = hashContent(content, 64)
  const hash = sha256.slice(0, 8)
  const pack: Pack = {
    url: `${context.base}offline/${name}.${hash}.json`,
    hash,
    integrity: integrityOf(content),
    bytes: content.length,
    entries: items.reduce((sum, item) => sum + addressCount(item), 0),
  }
  const file = { path: `offline/${name}.${hash}.json`, content, immutable: true, hash: sha256 }
  return { key, pack, file: await writeCached(storedName(plan, context), pack, file) }
}

function storedName({ name, key }: PackPlan, { cacheDir }: PackContext): string {
  return path.join(cacheDir, `${name}.${key}`)
}

function writeEntries(items: readonly PackItem[], context: PackContext): string {
  const lines = items.flatMap(item => readEntries(item, context)).map(entry => JSON.stringify(entry))
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
async function readCached(
  plan: PackPlan,
  context: PackContext,
  damage: Damage,
): Promise<CreatedPack | undefined> {
  const stored = storedName(plan, context)
  const text = await readStored(`${stored}.json`, damage)
  if (text === undefined) return undefined
  const { pack, path: name, hash, time } = JSON.parse(text) as CachedPack
  const copy = `${stored}.pack`
  const facts = await stat(copy).catch(() => undefined)
  const isSame = facts?.size === pack.bytes && facts.mtimeMs === time
  if (!isSame && integrityOf(await readFile(copy).catch(() => '')) !== pack.integrity) {
    if (facts) damage.add(copy)
    return undefined
  }
  const content = { copy, known: { size: pack.bytes, hash } }
  return { key: plan.key, pack, file: { path: name, content, immutable: true } }
}

/** Returns the file as a copy of the cached one, so that nobody holds its content; as it is when that is not possible. */
async function writeCached(
  stored: string,
  pack: Pack,
  file: OutputFile & { content: Uint8Array; hash: string },
): Promise<OutputFile> {
  const copy = `${stored}.pack`
  if (!(await writeWhole(copy, file.content))) return file
  const time = (await stat(copy)).mtimeMs
  const { hash } = file
  await writeStored(
    `${stored}.json`,
    JSON.stringify({ pack, path: file.path, hash, time } satisfies CachedPack),
  )
  return { ...file, content: { copy, known: { size: pack.bytes, hash } } }
}

function filesOf(item: PackItem): string[] {
  return typeof item === 'string' ? [item] : [item.document, item.chunk]
}
