import path from 'node:path'
import { safeDecode } from '../shared/addresses.ts'
import type { Shard } from '../shared/shard.ts'
import { writeWhole } from '../cache/checked-file.ts'
import type { FolderStorageOptions } from '../cache/shared/folder-storage.ts'
import type { HttpStorageOptions } from '../cache/shared/http-storage.ts'
import { programHash } from '../lib/package.ts'
import { isCacheAddress, type SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { Session } from '../cache/workers/session.ts'

/** What of a build is shared with other machines. */
export interface ShareOptions {
  /** Folder that is carried from machine to machine, relative to the root, in place of the address in the configuration. */
  folder?: string | undefined
  /** Makes only a part of the pages, for others to take. */
  shard?: Shard | undefined
}

/**
 * Opens the cache that machines share, where there is one: most sites have none, and nothing of it is loaded then. A finding for
 * what cannot be used. The environment has the last word: an empty address is none.
 */
export async function openShared(
  session: Session,
  { cache }: Pick<SiteConfig, 'cache'>,
  { folder, shard }: ShareOptions,
): Promise<Finding | undefined> {
  const given = process.env['DOCSGEN_REMOTE_CACHE']
  const url = given ?? cache.remote ?? ''
  if (session.shared) return undefined
  if (folder === undefined && url === '')
    return shard && unusable('`--shard` has no cache to put pages into.', PLACES)
  if (folder === undefined && !isCacheAddress(url))
    return unusable(
      'The variable `DOCSGEN_REMOTE_CACHE` is no address of a cache.',
      'It looks like `https://cache.example.org/docs`.',
    )
  const { createSharedCache } = await import('./share-pages.ts')
  const writes = shard !== undefined || folder !== undefined || (cache.write ?? isInCi())
  const where = folder === undefined ? serverAt(url) : folderAt(session.root, folder)
  session.shared = createSharedCache(where, { format: programHash(), writes })
  session.shard = shard
  return undefined
}

const PLACES = 'Name a server in `cache.remote` or `DOCSGEN_REMOTE_CACHE`, or a folder with `--cache-dir`.'

function unusable(message: string, hint: string): Finding {
  return { rule: 'config', severity: 'error', message, hint }
}

/** As all CI services say it; some programs write `CI=false`. */
function isInCi(): boolean {
  return !['', '0', 'false'].includes(process.env['CI'] ?? '')
}

function serverAt(url: string): HttpStorageOptions {
  const token = process.env['DOCSGEN_REMOTE_CACHE_TOKEN']
  return { url, authorization: token ? `Bearer ${token}` : nameAndPassword(url) }
}

/** Those of the address, as they are sent. */
function nameAndPassword(url: string): string | undefined {
  const { username, password } = new URL(url)
  if (username === '') return undefined
  return `Basic ${Buffer.from(`${safeDecode(username)}:${safeDecode(password)}`).toString('base64')}`
}

function folderAt(root: string, name: string): FolderStorageOptions {
  return { folder: path.resolve(root, name), name, write: writeWhole }
}
