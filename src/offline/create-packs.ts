import { hashContent, hashData } from '../lib/hash.ts'
import { readInto, type Slice } from '../cache/segment.ts'
import type { Pack } from '../schema/offline.ts'
import type { WrittenFile } from '../schema/output.ts'
import type { Written } from './group-files.ts'
import { integrityOf } from './integrity.ts'
import { addressCount, entryFromFiles, entryOf, leaveOutRepeats, type PackItem } from './pack-entries.ts'
import type { PageFiles } from './page-files.ts'

/** Bytes of files that go into one pack: what the build and the worker hold in memory at a time. */
const PACK_SIZE = 6_000_000
/** Changes when the form of the packs changes, so that earlier ones are not taken for new ones. */
const FORMAT = 2

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
  /** True when it has once what its pages repeat (`RepeatingEntry`). */
  repeats: boolean
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

interface PlanContext {
  written: Written
  base: string
  repeats?: boolean
}

/** Divides a group of files into packs. */
export function planPacks(
  name: string,
  items: readonly PackItem[],
  { written, base, repeats = false }: PlanContext,
): PackPlan[] {
  return cut(items, written).map(some => {
    const files = some.flatMap(filesOf).map(file => [file, written.get(file)?.hash ?? ''])
    const texts = some.flatMap(item => (typeof item === 'object' && 'text' in item ? [item] : []))
    return { name, items: some, repeats, key: hashData([FORMAT, base, repeats, files, texts]) }
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
export function createPack(
  { name, items, repeats }: PackPlan,
  { base, folder, write }: PackContext,
): CreatedPack {
  const { content: whole, damaged } = writeEntries(items, { base, folder })
  const content = repeats ? leaveOutRepeats(whole) : whole
  const sha256 = hashContent(content, 64)
  const hash = sha256.slice(0, 8)
  const file = `offline/${name}.${hash}.json`
  const pack: Pack = {
    url: base + file,
    hash,
    integrity: integrityOf(content),
    bytes: whole.length,
    entries: items.reduce((sum, item) => sum + addressCount(item), 0),
  }
  return { pack, file, written: write(file, content, sha256), damaged }
}

const OPEN = '[\n'
const BETWEEN = ',\n'
const CLOSE = '\n]\n'

/** Reads the entries to where they stand in the pack: it is in memory once, and nothing else is. */
function writeEntries(
  items: readonly PackItem[],
  context: Pick<PackContext, 'base' | 'folder'>,
): { content: Uint8Array; damaged: string[] } {
  const damaged: string[] = []
  const entries = items.map(item => entryOf(item, context))
  const marks = OPEN.length + BETWEEN.length * Math.max(entries.length - 1, 0) + CLOSE.length
  const content = Buffer.allocUnsafeSlow(entries.reduce((sum, { length }) => sum + length, marks))
  let end = content.write(OPEN)
  entries.forEach((entry, index) => {
    if (index > 0) end += content.write(BETWEEN, end)
    if (!readInto(content.subarray(end, end + entry.length), entry)) {
      const item = items[index] as PageFiles
      content.set(entryFromFiles(item, context), end)
      damaged.push((entry as Slice).key)
    }
    end += entry.length
  })
  content.write(CLOSE, end)
  return { content, damaged }
}

function filesOf(item: PackItem): string[] {
  if (typeof item === 'string') return [item]
  return 'entry' in item ? [item.document, item.chunk] : []
}
