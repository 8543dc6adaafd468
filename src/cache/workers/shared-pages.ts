/** Which pages are shared together, and which of several machines makes them. */
import { hash } from 'node:crypto'
import path from 'node:path'
import { programHash } from '../../lib/package.ts'
import { isCacheAddress, type SiteConfig } from '../../schema/config.ts'
import type { Finding } from '../../schema/finding.ts'
import type { ParseOptions, SourceFile } from '../../schema/page.ts'
import { safeDecode } from '../../shared/addresses.ts'
import type { Shard } from '../../schema/api.ts'
import { createFolderStorage, createHttpStorage } from '../remote-storage.ts'
import { type Batch, type BatchEntry, SharedCache } from '../shared-cache.ts'
import { startOfPage } from './stored-page.ts'
import { type ParsedSource, pageKeys } from './parsed-pages.ts'
import type { Session } from './session.ts'

/** Smaller sites have as many, so that their shares are of one size, too. */
const FEWEST_BATCHES = 256

/** Pages in a batch, about: one changed page has those with it made again, and each batch takes two requests. */
const BATCH_PAGES = 12

/** Pages that a shard parses before it shows them to the others, and of the others' that it looks for at a time. */
const OWN_ROUND = 256
const OTHERS_ROUND = 2048

/** A page, or what it is made from. */
interface Shareable {
  /** Its path without the language: translations have what they include in common. */
  name: string
  /** Bytes, about: how long it takes. */
  size: number
  entries: readonly BatchEntry[]
}

/** Pages that are shared together. */
interface Division<Item> {
  batch: Batch
  items: Item[]
  /** The shard that they belong to, from 1; 1 without shards. */
  share: number
}

/** Which batch a page is in depends on its name and on the order of magnitude of the site alone. */
function divide<Item extends Shareable>(
  kind: Batch['kind'],
  items: readonly Item[],
  shards = 1,
): Division<Item>[] {
  const count = Math.max(FEWEST_BATCHES, 2 ** Math.ceil(Math.log2(items.length / BATCH_PAGES)))
  const groups = new Map<number, Item[]>()
  for (const item of items) {
    const at = Number(`0x${hash('sha256', item.name, 'hex').slice(0, 8)}`) % count
    groups.set(at, [...(groups.get(at) ?? []), item])
  }
  const ordered = [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => group)
  const shares = divideBySize(
    ordered.map(group => group.reduce((sum, { size }) => sum + size + 1, 0)),
    shards,
  )
  return ordered.map((group, index) => ({
    batch: { kind, pages: group.length, entries: group.flatMap(({ entries }) => entries) },
    items: group,
    share: shares[index] ?? 1,
  }))
}

/**
 * The shard that each of some items belongs to, from 1 to `count`: stretches of about the same size. Items that become larger or
 * smaller move only those at the ends of stretches. Sizes are more than 0.
 */
export function divideBySize(sizes: readonly number[], count: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let before = 0
  return sizes.map(size => {
    const middle = before + size / 2
    before += size
    return 1 + Math.min(count - 1, Math.floor((middle / total) * count))
  })
}

/**
 * Parses pages, or takes them from where other machines put them. A shard first parses its share and shows it; then it takes what
 * the others have, and does what is left, beginning with the share of the next one: those that start together end
 * together, and whoever does not come is replaced.
 */
export async function parseShared(
  session: Session,
  files: SourceFile[],
  options: ParseOptions,
  parse: (files: SourceFile[]) => Promise<ParsedSource[]>,
): Promise<ParsedSource[]> {
  const { shared, shard, parsed } = session
  if (!shared) return parse(files)
  const keys = pageKeys(files, options)
  const pages = files.map((file, index) => ({
    file,
    name: withoutLocale(`/${file.relativePath}`, file.locale),
    size: file.body.length,
    entries: [{ key: keys[index] ?? '', starts: [startOfPage(file.file)] }],
  }))
  const parts = divide('parsed', pages, shard?.count)
  if (!shard) {
    const lacking = await shared.fetch(parsed, batchesOf(parts))
    const made = await parse(files)
    shared.save(parsed, lacking)
    return made
  }
  const turn = ({ share }: Division<unknown>) => (share - shard.index + shard.count) % shard.count
  const own = parts.filter(part => turn(part) === 0)
  const others = parts.filter(part => turn(part) > 0).toSorted((a, b) => turn(a) - turn(b))
  for (const round of [...rounds(own, OWN_ROUND), ...rounds(others, OTHERS_ROUND)]) {
    const sure = turn(round[0]!) === 0
    const lacking = await shared.fetch(parsed, batchesOf(round), { sure })
    const missing = round.filter(({ batch }) => lacking.includes(batch))
    await parse(missing.flatMap(({ items }) => items.map(({ file }) => file)))
    shared.save(parsed, lacking)
  }
  return parse(files)
}

/** Stretches of about so many pages. */
function rounds<Item>(parts: readonly Division<Item>[], pages: number): Division<Item>[][] {
  const all: Division<Item>[][] = []
  let count = pages
  for (const part of parts) {
    if (count >= pages) all.push([])
    if (count >= pages) count = 0
    all.at(-1)?.push(part)
    count += part.items.length
  }
  return all
}

/** What is taken from other machines, and what this one is to make. */
export interface Sharing {
  /** Keys that are for this machine: all but those of other shards. */
  own: ReadonlySet<string>
  /** To be saved once they are made. */
  lacking: Batch[]
}

async function fetchShare(
  { shared, shard, rendered }: Session,
  kind: Batch['kind'],
  items: readonly Shareable[],
): Promise<Sharing> {
  const parts = divide(kind, items, shard?.count)
  const own = parts.filter(({ share }) => share === (shard?.index ?? 1))
  const lacking = await shared?.fetch(rendered, batchesOf(own), { sure: shard !== undefined })
  const keys = own.flatMap(({ batch }) => batch.entries.map(({ key }) => key))
  return { own: new Set(keys), lacking: lacking ?? [] }
}

/** A page that is to be rendered. */
export interface RenderShare {
  /** Of the page as it is kept. */
  key: string
  /** Without base. */
  path: string
  locale: string
  size: number
  /** Its address in the output: what is kept begins with it. */
  address: string
}

/** Brings rendered pages into the store that other machines have. */
export function fetchRendered(session: Session, pages: readonly RenderShare[]): Promise<Sharing> {
  const items = pages.map(({ key, path, locale, size, address }): Shareable => {
    const starts = [`{"page":${JSON.stringify(address)},`, `[${JSON.stringify(address)},`]
    return { name: withoutLocale(path, locale), size, entries: [{ key, starts }] }
  })
  return fetchShare(session, 'rendered', items)
}

/** Brings search indexes into the store that other machines have. */
export function fetchIndexes(
  session: Session,
  locales: readonly { path: string; key: string; pages: number }[],
): Promise<Sharing> {
  const items = locales.map(({ path, key, pages }): Shareable => {
    return { name: path, size: pages, entries: [{ key, starts: ['{'] }] }
  })
  return fetchShare(session, 'search', items)
}

function batchesOf(parts: readonly Division<unknown>[]): Batch[] {
  return parts.map(({ batch }) => batch)
}

/** `/zh/a` in `/zh/` → `/a`. */
function withoutLocale(path: string, locale: string): string {
  return path.startsWith(locale) ? path.slice(locale.length - 1) : path
}

/** What of a build is shared with other machines. */
export interface ShareOptions {
  /** Folder that is carried from machine to machine, relative to the root, in place of the address in the configuration. */
  folder?: string | undefined
  /** Makes only a part of the pages, for others to take. */
  shard?: Shard | undefined
}

const PLACES = 'Name a server in `cache.remote` or `DOCSGEN_REMOTE_CACHE`, or a folder with `--cache-dir`.'

/**
 * Opens the cache that machines share, where there is one. Returns a finding for what can't be used. The environment comes before
 * the configuration: an empty address is none.
 */
export function openShared(
  session: Session,
  { cache }: Pick<SiteConfig, 'cache'>,
  { folder, shard }: ShareOptions,
): Finding | undefined {
  const url = process.env['DOCSGEN_REMOTE_CACHE'] ?? cache.remote ?? ''
  if (session.shared) return undefined
  if (folder === undefined && url === '')
    return shard && unusable('`--shard` has no cache to put pages into.', PLACES)
  if (folder === undefined && !isCacheAddress(url))
    return unusable(
      'The variable `DOCSGEN_REMOTE_CACHE` is not the address of a cache.',
      'It looks like `https://cache.example.org/docs`.',
    )
  // As all CI services set it; some programs write `CI=false`.
  const isInCi = !['', '0', 'false'].includes(process.env['CI'] ?? '')
  const writes = shard !== undefined || folder !== undefined || (cache.write ?? isInCi)
  const storage =
    folder === undefined
      ? createHttpStorage({ url, authorization: authorizationOf(url) })
      : createFolderStorage(path.resolve(session.root, folder), folder)
  session.shared = new SharedCache({ storage, format: programHash(), writes })
  session.shard = shard
  return undefined
}

function unusable(message: string, hint: string): Finding {
  return { rule: 'config', severity: 'error', message, hint }
}

/** A token of the environment, else name and password of the address. */
function authorizationOf(url: string): string | undefined {
  const token = process.env['DOCSGEN_REMOTE_CACHE_TOKEN']
  const { username, password } = new URL(url)
  if (token) return `Bearer ${token}`
  if (username === '') return undefined
  return `Basic ${Buffer.from(`${safeDecode(username)}:${safeDecode(password)}`).toString('base64')}`
}
