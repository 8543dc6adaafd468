import type { Pack, PageEntry, ShortPackEntry } from '../../schema/offline.ts'
import { splitPage } from '../../shared/page-entry.ts'
import { aroundOf, textOfPieces, withRepeats } from '../../shared/repeats.ts'
import { fetchVerified, isIntact, StoreError } from './fetch-verified.ts'
import { lookUp } from './look-up.ts'
import { makeResponse } from './make-response.ts'
import { runPool } from './run-pool.ts'
import { names, scope } from './scope.ts'

/** Entries that are written at a time. */
const PARALLEL = 16
/** Key of the mark that a store is complete. */
const MARK = `${scope.registration.scope}docsgen-complete`

/** True when every entry of the pack is in its store; entries that the browser evicted are noticed (W-15). */
export async function isComplete(code: string, pack: Pack): Promise<boolean> {
  const name = names.pack(code, pack.hash)
  if (!(await isStoreComplete(name))) return false
  return (await (await caches.open(name)).keys()).length > pack.entries
}

/** True when the store was filled to the end once. */
export async function isStoreComplete(cacheName: string): Promise<boolean> {
  return (await lookUp(MARK, cacheName)) !== undefined
}

/**
 * Fetches a pack with one request and stores each entry. Its text is stored first, so that a worker that is stopped
 * goes on without asking again.
 */
export async function storePack(code: string, pack: Pack): Promise<void> {
  if (await isComplete(code, pack)) return
  const name = names.pack(code, pack.hash)
  const cache = await caches.open(name)
  const kept = await lookUp(pack.url, name)
  const bytes = await kept
    ?.clone()
    .arrayBuffer()
    .catch(() => undefined)
  const isKept = bytes !== undefined && (await isIntact(bytes, pack.integrity))
  const source = kept && isKept ? kept : await download(pack, cache)
  const { headers } = source
  const entries = (await source.json()) as ShortPackEntry[]
  await runPool(filesOf(entries), PARALLEL, async ([url, content]) => {
    await cache.put(url, makeResponse(url, content, headers))
  })
  await cache.delete(pack.url)
  const stored = await cache.keys()
  if (stored.length < pack.entries) throw new StoreError('unknown', `${pack.url} is incomplete.`)
  await cache.put(MARK, new Response(null))
}

async function download(pack: Pack, cache: Cache): Promise<Response> {
  const { bytes, headers } = await fetchVerified({ ...pack, immutable: true })
  const response = makeResponse(pack.url, bytes, headers)
  await cache.put(pack.url, response.clone())
  return response
}

/** What entries stand for: addresses and contents. */
function filesOf(entries: readonly ShortPackEntry[]): [url: string, content: BodyInit][] {
  let [before, textBefore] = ['', '']
  const filesOfPage = (entry: PageEntry): [url: string, content: string][] => {
    before = aroundOf(entry.document)
    const { document, chunk } = splitPage(entry)
    return [
      [entry.page, document],
      [entry.chunk, chunk],
    ]
  }
  return entries.flatMap((entry): [url: string, content: BodyInit][] => {
    if ('around' in entry) return filesOfPage(withRepeats(entry, before))
    if ('page' in entry) return filesOfPage(entry)
    if ('pieces' in entry) return [[entry.url, (textBefore = textOfPieces(entry.pieces, textBefore))]]
    const [url, content] = entry
    return [[url, typeof content === 'string' ? content : decodeBase64(content.base64)]]
  })
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0))
}
