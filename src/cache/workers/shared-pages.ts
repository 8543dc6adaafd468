/** Which pages are shared together, and which of several machines makes them. */
import { hash } from 'node:crypto'
import path from 'node:path'
import { programHash } from '../../lib/package.ts'
import type { Shard } from '../../schema/api.ts'
import { isCacheAddress, type SiteConfig } from '../../schema/config.ts'
import type { Finding } from '../../schema/finding.ts'
import type { ParseOptions, SourceFile } from '../../schema/page.ts'
import { safeDecode } from '../../shared/addresses.ts'
import {
  type Batch,
  type BatchEntry,
  createFolderStorage,
  createHttpStorage,
  RemoteCache,
} from '../remote.ts'
import { type ParsedSource, pageKeys } from './parsed-pages.ts'
import type { Session } from './session.ts'
import { markdownOf, summaryOf, textOf } from './stored-page.ts'

/** Smaller sites have as many, so that their shares are of one size, too. */
const FEWEST_BATCHES = 256

/** Pages in a batch, about: one changed page has those with it made again, and each batch takes two requests. */
const BATCH_PAGES = 12

/** A page, or what it is made from. */
interface Shareable extends BatchEntry {
  /** Its path in the site; pages with the same path in their languages have what they include in common. */
  path: string
  /** `/zh/`; empty for what is one for each language. */
  locale: string
  /** Bytes, about: how long it takes. */
  size: number
}

/** Pages that are shared together. */
interface Division<Item> {
  batch: Batch
  items: Item[]
  /** The shard that they belong to, from 1; 1 without shards. */
  share: number
}

/** Which batch a page is in depends on its path without the language, and on the order of magnitude of the site. */
function divide<Item extends Shareable>(
  kind: Batch['kind'],
  items: readonly Item[],
  shards = 1,
): Division<Item>[] {
  const count = Math.max(FEWEST_BATCHES, 2 ** Math.ceil(Math.log2(items.length / BATCH_PAGES)))
  const groups = new Map<number, Item[]>()
  for (const item of items) {
    const isBelow = item.locale !== '' && item.path.startsWith(item.locale)
    const name = isBelow ? item.path.slice(item.locale.length - 1) : item.path
    const at = Number(`0x${hash('sha256', name, 'hex').slice(0, 8)}`) % count
    groups.set(at, [...(groups.get(at) ?? []), item])
  }
  const ordered = [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => group)
  const shares = divideBySize(
    ordered.map(group => group.reduce((sum, { size }) => sum + size + 1, 0)),
    shards,
  )
  return ordered.map((group, index) => {
    const entries = group.map(({ key, accepts }) => ({ key, accepts }))
    return { batch: { kind, entries }, items: group, share: shares[index] ?? 1 }
  })
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
  const { shared, shard = { index: 1, count: 1 }, parsed } = session
  if (!shared) return parse(files)
  const keys = pageKeys(files, options)
  const pages = files.map((file, index) => ({
    file,
    path: `/${file.relativePath}`,
    locale: file.locale,
    size: file.body.length,
    key: keys[index] ?? '',
    accepts: (value: Buffer) => isPageOf(file, value),
  }))
  const parts = divide('parsed', pages, shard.count)
  let made: ParsedSource[] = []
  for (let turn = 1; turn <= shard.count; turn += 1) {
    const share = 1 + ((shard.index + turn - 2) % shard.count)
    const round = parts.filter(part => part.share === share)
    const lacking = await fetchBatches(session, parsed, round, turn === 1)
    const missing = round.filter(({ batch }) => lacking.includes(batch)).flatMap(({ items }) => items)
    made = await parse(turn < shard.count ? missing.map(({ file }) => file) : files)
    shared.save(parsed, lacking)
  }
  return made
}

/** Whether a value is that of a page of this file. @throws SyntaxError for one that could not be read later on */
function isPageOf({ file }: SourceFile, value: Buffer): boolean {
  textOf(value)
  markdownOf(value)
  return summaryOf(value).file === file
}

/**
 * Brings rendered pages or search indexes into the store that other machines have. `own`: keys that are for this machine, all but
 * those of other shards; `lacking`: to be saved once they are made.
 */
export async function fetchShare(
  session: Session,
  kind: Batch['kind'],
  items: readonly Shareable[],
): Promise<{ own: ReadonlySet<string>; lacking: Batch[] }> {
  const { shard = { index: 1, count: 1 }, rendered } = session
  const own = divide(kind, items, shard.count).filter(({ share }) => share === shard.index)
  const lacking = await fetchBatches(session, rendered, own, true)
  return { own: new Set(own.flatMap(({ batch }) => batch.entries.map(({ key }) => key))), lacking }
}

/** Returns batches that are to be saved once they are made: a shard shows what is its own, whether it was there or not. */
async function fetchBatches(
  { shared, shard }: Session,
  store: Session['parsed'],
  parts: readonly Division<unknown>[],
  isOwn: boolean,
): Promise<Batch[]> {
  const batches = parts.map(({ batch }) => batch)
  const known = new Set(
    isOwn && shard ? batches.filter(({ entries }) => entries.every(({ key }) => store.has(key))) : [],
  )
  const lacking = new Set(await shared?.fetch(store, batches))
  return batches.filter(batch => known.has(batch) || lacking.has(batch))
}

/** What of a build is shared with other machines. */
export interface ShareOptions {
  /** Folder that is carried from machine to machine, relative to the root, in place of the address in the configuration. */
  folder?: string | undefined
  /** Makes only a part of the pages, for others to take. */
  shard?: Shard | undefined
}

/**
 * Opens the cache that machines share, where there is one. Returns a finding for what can't be used. The environment comes before
 * the configuration: an empty address is none.
 */
export function openShared(
  session: Session,
  { cache }: Pick<SiteConfig, 'cache'>,
  { folder, shard }: ShareOptions,
): Finding | undefined {
  const { CI = '', DOCSGEN_REMOTE_CACHE, DOCSGEN_REMOTE_CACHE_TOKEN: token } = process.env
  const url = DOCSGEN_REMOTE_CACHE ?? cache.remote ?? ''
  if (session.shared) return undefined
  if (folder === undefined && url === '')
    return (
      shard && {
        rule: 'config',
        severity: 'error',
        message: '`--shard` has no cache to put pages into.',
        hint: 'Name a server in `cache.remote` or `DOCSGEN_REMOTE_CACHE`, or a folder with `--cache-dir`.',
      }
    )
  if (folder === undefined && !isCacheAddress(url))
    return {
      rule: 'config',
      severity: 'error',
      message: 'The variable `DOCSGEN_REMOTE_CACHE` is not the address of a cache.',
      hint: 'It looks like `https://cache.example.org/docs`.',
    }
  // As all CI services set it; some programs write `CI=false`.
  const isInCi = !['', '0', 'false'].includes(CI)
  const writes = shard !== undefined || folder !== undefined || (cache.write ?? isInCi)
  const storage =
    folder === undefined
      ? createHttpStorage({ url, authorization: authorizationOf(new URL(url), token) })
      : createFolderStorage(path.resolve(session.root, folder), folder)
  session.shared = new RemoteCache(storage, programHash(), writes)
  session.shard = shard
  return undefined
}

/** A token, else name and password of the address. */
function authorizationOf({ username, password }: URL, token: string | undefined): string | undefined {
  if (token) return `Bearer ${token}`
  if (username === '') return undefined
  return `Basic ${Buffer.from(`${safeDecode(username)}:${safeDecode(password)}`).toString('base64')}`
}
