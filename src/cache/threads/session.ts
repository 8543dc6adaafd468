import { spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { attempt, folderWith, makeFolder, removeFolder, repositoryOf } from '../../lib/files.ts'
import { LIMITS } from '../../schema/limits.ts'
import { packageRoot, programHash } from '../../lib/package.ts'
import { type Damage, openStore } from '../store.ts'
import type { Memory } from '../memory.ts'
import type { RemoteCache } from '../remote.ts'
import type { JobItem, JobName, JobResult, JobSetup } from './jobs.ts'
import { bundleChunks } from '../../render/files/page.ts'
import { createPool } from './pool.ts'
import type { Finding } from '../../schema/finding.ts'

/** Caches and threads, which survive between builds of one process. */
export type Session = Awaited<ReturnType<typeof openSession>>

/** `setup` is sent to each thread once if it's the same object. */
type MapItems = <Name extends JobName>(
  job: Name,
  setup: JobSetup<Name>,
  items: readonly JobItem<Name>[],
) => Promise<JobResult<Name>[]>

interface SessionOptions {
  root: string
  /** False to start from nothing and keep nothing. */
  cache?: boolean
  /** `DOCSGEN_WORKERS`, or one for each processor, by default. */
  threads?: number
  /** Milliseconds for parsing or rendering a page. */
  pageLimit?: number
}

/** A hook for the whole site has as much time as this many pages. */
const HOOK_PAGES = 4

/** Megabytes that a thread may use, plus some for each page of the site: one thread indexes a whole language. */
const PAGE_MEMORY = 384
const INDEX_MEMORY = 0.06

export async function openSession({
  root,
  cache = true,
  threads = threadsFromEnvironment(),
  pageLimit = LIMITS.pageSeconds * 1000,
}: SessionOptions) {
  const preferred = cacheFolder(root)
  const isKept = cache && isWritable(preferred)
  const temporary = isKept ? undefined : makeTemporaryFolder()
  const cacheDir = temporary?.path ?? preferred
  const parsed = openStore(cacheDir, 'parsed', programHash())
  const rendered = openStore(cacheDir, 'rendered', programHash())
  const file = path.join(packageRoot, 'bin/thread.js')
  const options = { size: threads, limit: pageLimit, memory: PAGE_MEMORY, bundle: bundleChunks }
  const pages = createPool(file, options)
  const hooks = createPool(file, { size: 1, limit: HOOK_PAGES * pageLimit })
  const endThreads = () => Promise.all([pages.close(), hooks.close()])
  const session = {
    root,
    /** Absolute; a temporary folder if the site's own can't be written. */
    cacheDir,
    cacheFailed: cache && !isKept,
    /** Damaged files outside the stores. */
    damage: new Set() as Damage,
    parsed,
    rendered,
    /** For programs that load the site repeatedly. */
    memory: undefined as Memory | undefined,
    /** Opened once the configuration is known. */
    remote: undefined as RemoteCache | undefined,
    map: ((job, setup, items) => (job === 'hook' ? hooks : pages).run(job, setup, items)) as MapItems,
    /** Sets the memory limit of threads that start later. */
    expectPages(count: number) {
      options.memory = PAGE_MEMORY + INDEX_MEMORY * count
    },
    /** The next job starts them again. */
    endThreads: () => void endThreads(),
    /** For programs that have looked at all that the site is made from. */
    dropUnused() {
      parsed.dropUnused()
      rendered.dropUnused()
    },
    async close() {
      await session.remote?.finish()
      parsed.close()
      rendered.close()
      await endThreads()
      temporary?.remove()
    },
  }
  return session
}

export async function withSession<Result>(
  options: SessionOptions,
  action: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession(options)
  try {
    return await action(session)
  } finally {
    await session.close()
  }
}

/** In the `node_modules` of a site or of the project that it's a folder of. */
export function cacheFolder(root: string) {
  const home = folderWith('package.json', root, repositoryOf(root)) ?? root
  const folder = path.join(home, 'node_modules/.cache/docsgen')
  return home === root ? folder : path.join(folder, 'sites', path.relative(home, root))
}

function isWritable(folder: string) {
  return attempt(() => (makeFolder(folder), accessSync(folder, constants.W_OK), true)) ?? false
}

/** The folder is removed however this process ends: a shell does it as soon as its input ends. */
function makeTemporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-'))
  // In a group of its own, because Ctrl+C ends all of ours. `removeFolder` renames before it removes.
  const shell = spawn('/bin/sh', ['-c', 'cat >/dev/null; rm -rf -- "$1" "$1-gone"', 'sh', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  for (const part of [shell, shell.stdin]) part.on('error', () => undefined)
  shell.unref()
  // A pipe of a process is a socket.
  ;(shell.stdin as Socket).unref()
  return {
    path: folder,
    remove() {
      removeFolder(folder)
      shell.stdin.end()
    },
  }
}

function threadsFromEnvironment() {
  const count = process.env['DOCSGEN_WORKERS']
  return count !== undefined && /^[1-9]\d*$/.test(count) ? Number(count) : undefined
}

export function cacheFindings({ cacheFailed, damage, parsed, rendered, remote }: Session) {
  const findings: Finding[] = []
  const warn = (rule: string, message: string, hint?: string) =>
    findings.push({ rule: `cache/${rule}`, severity: 'warning', message, ...(hint && { hint }) })
  if (cacheFailed || parsed.failed || rendered.failed)
    warn(
      'unwritable',
      "The cache in `node_modules/.cache/docsgen` can't be written, so the site was built without it.",
      'Make the folder writable, or use `--no-cache`.',
    )
  else if (damage.size + parsed.damaged + rendered.damaged > 0)
    warn('damaged', 'Part of the cache was damaged and has been rebuilt.')
  if (remote?.failures) {
    const { name, failed, requests, first } = remote.failures
    warn(
      'remote',
      `${failed} of ${requests} requests to the shared cache \`${name}\` failed (first error: ${first}). docsgen built the missing pages locally.`,
      'The site is complete. If this happens often, check the server.',
    )
  }
  return findings
}
