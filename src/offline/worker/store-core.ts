import type { CoreEntry } from '../../schema/offline.ts'
import { fetchVerified, isIntact } from './fetch-verified.ts'
import { lookUp } from './look-up.ts'
import { makeResponse } from './make-response.ts'
import { runPool } from './run-pool.ts'
import { manifest, names } from './scope.ts'

/** Requests at a time while the core is stored. */
const PARALLEL = 6
/** Header of a stored entry: what its bytes were compared with. */
const INTEGRITY = 'x-docsgen-integrity'

/** Name of the store of this build. */
export const coreName = names.core(manifest.version)

const entries = new Map(manifest.core.map(entry => [entry.url, entry]))

/** The core's entry for an address, whatever its query. */
export function coreEntry({ pathname }: URL): CoreEntry | undefined {
  return entries.get(pathname)
}

let running: Promise<void> | undefined

/** Stores what is missing of the core; what an earlier try or another build stored is not asked for. */
export function storeCore(): Promise<void> {
  return (running ??= storeMissing().finally(() => (running = undefined)))
}

async function storeMissing(): Promise<void> {
  const [cache, others] = await Promise.all([caches.open(coreName), otherCores()])
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = manifest.core.filter(({ url }) => !stored.has(url))
  await runPool(missing, PARALLEL, async entry => {
    await cache.put(entry.url, (await copyOf(entry, others)) ?? (await download(entry)))
  })
}

export async function matchCore(entry: CoreEntry): Promise<Response | undefined> {
  return lookUp(entry.url, coreName)
}

/** Puts an answer of the network into the store when it is what this build consists of. */
export async function repairCore(entry: CoreEntry, response: Response): Promise<void> {
  const bytes = await response.arrayBuffer()
  if (!(await isIntact(bytes, entry.integrity))) return
  const cache = await caches.open(coreName)
  await cache.put(entry.url, storedEntry(entry, bytes, response.headers))
}

async function download(entry: CoreEntry): Promise<Response> {
  const { bytes, headers } = await fetchVerified(entry)
  return storedEntry(entry, bytes, headers)
}

function storedEntry(entry: CoreEntry, bytes: ArrayBuffer, headers: Headers): Response {
  const response = makeResponse(entry.url, bytes, headers)
  response.headers.set(INTEGRITY, entry.integrity)
  return response
}

/** The same bytes in the store of another build of this site. */
async function copyOf(entry: CoreEntry, others: readonly Cache[]): Promise<Response | undefined> {
  for (const cache of others) {
    const found = await cache.match(entry.url)
    if (found?.headers.get(INTEGRITY) === entry.integrity) return found
  }
  return undefined
}

async function otherCores(): Promise<Cache[]> {
  const found = (await caches.keys()).filter(name => names.isCore(name) && name !== coreName)
  return Promise.all(found.map(name => caches.open(name)))
}
