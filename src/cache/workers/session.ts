import { access, constants, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import type { Jobs } from './job-types.ts'
import { keepHeapSmall } from '../../lib/heap-growth.ts'
import { packageRoot, programHash } from '../../lib/package.ts'
import { Pool } from './pool.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { Store } from '../store.ts'
import { patienceWith } from './in-slices.ts'
import { OwnThread, usualThreads } from './own-thread.ts'
import type { SharedCache } from '../shared/shared-cache.ts'
import type { Damage } from '../checked-file.ts'
import type { Shard } from '../../shared/shard.ts'

/** What survives between builds of one process: caches and threads. */
export interface Session {
  /** Absolute folder of the site. */
  root: string
  /** Absolute folder for caches; a temporary one when the site's own cannot be written. */
  cacheDir: string
  /** True when the cache could not be kept where it belongs (R-CACHE-4). */
  cacheFailed: boolean
  /** Files of the cache that turned out damaged, those of the stores apart. */
  damage: Damage
  /** Parsed pages by the hash of their sources. */
  parsed: Store
  /** Rendered pages by the hash of what they are made from. */
  rendered: Store
  /** What other machines have, too: opened once the configuration is known, by programs that share. */
  shared?: SharedCache
  /** The share of pages that this program makes of those that others take from there; all when absent. */
  shard?: Shard | undefined
  /**
   * Does a job on all items: on threads when there are many, in this one when there are few, or always if `here`. What
   * takes long in this one goes to a thread, where a page has its time and is ended with the thread (R-PATH-2).
   * `groups`: lengths of stretches of items that one thread should have.
   */
  map<Name extends keyof Jobs>(
    job: Name,
    setup: Parameters<Jobs[Name]>[0],
    items: Parameters<Jobs[Name]>[1],
    options?: { groups?: readonly number[]; here?: boolean },
  ): ReturnType<Jobs[Name]>
  /** Gets ready for so many pages: starts the threads if parsing them from nothing will want them, and is sparing with memory if they are very many. */
  expectPages(files: number): void
  /** Ends the threads for now; the next job starts them again. */
  endThreads(): void
  /** Drops from the caches what was not used: for who has looked at everything that the site is made from. */
  dropUnused(): void
  /** Writes the caches and ends the threads. */
  close(): Promise<void>
}

export interface SessionOptions {
  root: string
  /** False to start from nothing and keep nothing. */
  cache?: boolean
  /** Number of threads besides this one; `DOCSGEN_WORKERS` or what the processors are good for by default; 0 for none. */
  workers?: number | undefined
  /** True for a program that has to answer others meanwhile: its thread leaves all that is much to the other threads. */
  isServer?: boolean
  /** Milliseconds that parsing or rendering a page may take. */
  pageLimit?: number | undefined
}

/** Half a minute: a thousand times what a long page needs. */
const PAGE_LIMIT = 30_000

/** A hook that looks at the whole site has the time of so many pages. */
const HOOK_PAGES = 4

/** Fewer items than this are done at once unless threads run already: starting one costs more. */
const PARALLEL_FROM = 24

/** From so many pages on, memory is short before time is. */
const LARGE = 5000

/** Items per message, at most. */
const BATCH: Record<keyof Jobs, number> = {
  scan: 32,
  parse: 32,
  render: 8,
  emit: 8,
  head: 32,
  search: 1,
  pack: 1,
  hook: 1,
  twin: 32,
  join: 1,
  compress: 4,
}

/** Fewer items than this are done at once even if threads run. */
const ALONE: Record<keyof Jobs, number> = {
  scan: 9,
  parse: 9,
  render: 9,
  emit: 9,
  head: 9,
  search: 1,
  pack: 2,
  hook: 0,
  twin: 32,
  join: 2,
  compress: 0,
}

/** Opens a session for a site. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const {
    root,
    isServer = false,
    cache = true,
    workers = workersFromEnvironment(),
    pageLimit = PAGE_LIMIT,
  } = options
  const preferred = cacheFolder(root)
  const kept = cache && (await isWritable(preferred))
  const temporary = kept ? undefined : makeTemporaryFolder()
  const cacheDir = temporary?.path ?? preferred
  const format = programHash()
  const parsed = new Store(cacheDir, 'parsed', format)
  const rendered = new Store(cacheDir, 'rendered', format)
  const own = new OwnThread(pageLimit)
  const { pool, hooks } = createPools({ workers, pageLimit, isServer }, own)
  const endThreads = () => Promise.all([pool.close(), hooks.close()])
  const session: Session = {
    root,
    cacheDir,
    cacheFailed: cache && !kept,
    damage: new Set(),
    parsed,
    rendered,
    map: (async (job: keyof Jobs, setup: never, items: never[], { groups, here } = {}) => {
      const few = items.length < (pool.started ? ALONE[job] : PARALLEL_FROM)
      const batch = BATCH[job]
      if (job === 'hook') return hooks.run(job, { setup, items, batch })
      if (!own.isUsable || !(few || here || workers === 0))
        return pool.run(job, { setup, items, batch, groups })
      const results = await own.do(job, setup, items)
      if (results.length === items.length) return results
      const left = items.slice(results.length)
      const spent = patienceWith(pageLimit)
      return [...results, ...(await pool.run(job, { setup, items: left, batch, spent }))]
    }) as Session['map'],
    expectPages(files) {
      if (!isServer && files >= LARGE) keepHeapSmall()
      if (parsed.size === 0 && files >= PARALLEL_FROM && workers !== 0 && !pool.started)
        pool.prepare('parse', {})
    },
    endThreads: () => void endThreads(),
    dropUnused() {
      parsed.dropUnused()
      rendered.dropUnused()
    },
    async close() {
      await session.shared?.finish()
      parsed.close()
      rendered.close()
      await endThreads()
      temporary?.remove()
    },
  }
  return session
}

interface PoolSettings {
  workers: number | undefined
  isServer: boolean
  pageLimit: number
}

/** Threads for pages, and one for hooks of plugins that look at the whole site, each with its time. */
function createPools(
  { workers, pageLimit, isServer }: PoolSettings,
  own: OwnThread,
): Record<'pool' | 'hooks', Pool> {
  const file = path.join(packageRoot, 'bin/worker.js')
  const { threads, helps } = usualThreads(isServer)
  // A page that must be ended needs a thread even where none is wanted.
  const size = workers === 0 ? 1 : (workers ?? threads)
  return {
    pool: new Pool(file, {
      size,
      limit: pageLimit,
      helper: helps ? own.helper : undefined,
    }),
    hooks: new Pool(file, {
      size: 1,
      limit: HOOK_PAGES * pageLimit,
    }),
  }
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function workersFromEnvironment(): number | undefined {
  const count = process.env['DOCSGEN_WORKERS']
  return count !== undefined && /^\d+$/.test(count) ? Number(count) : undefined
}
