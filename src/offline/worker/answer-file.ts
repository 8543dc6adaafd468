import type { CoreEntry } from '../../schema/offline.ts'
import { findFile } from './find-stored.ts'
import { isNetworkTab } from './network-tabs.ts'
import { readRecord } from './records.ts'
import { manifest, names } from './scope.ts'
import { matchCore, repairCore } from './store-core.ts'

/** A script, style or other file of the core: from the store, else from the network, which repairs the store. */
export async function answerCore(event: FetchEvent, entry: CoreEntry): Promise<Response> {
  const stored = await matchCore(entry)
  if (stored) return stored
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(repairCore(entry, response.clone()).catch(() => undefined))
  return response
}

/** A file of a pack: a name with a hash never means anything else, the page tables belong to one build. */
export async function answerFile(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event
  const url = new URL(request.url)
  const replaced = await findReplaced(request, clientId)
  if (replaced) return replaced
  const stored = await findFile(url, request.referrer)
  if (!stored) return fetch(request)
  const isTable = manifest.locales.some(locale => locale.index === url.pathname)
  // The app asks past the cache for what it could not read.
  const isSecondTry = request.destination === '' && request.cache !== 'default'
  const wantsNetwork = isSecondTry || (isTable && (await isNetworkTab(clientId)))
  return wantsNetwork ? fetch(request).catch(() => stored) : stored
}

/** Files for pages of the replaced site that are still open, from what its worker stored. */
async function findReplaced(request: Request, clientId: string): Promise<Response | undefined> {
  if (!(await replacedTabs())?.includes(clientId)) return undefined
  for (const cacheName of (await caches.keys()).filter(names.isForeign)) {
    const found = await caches.match(request, { cacheName, ignoreSearch: true })
    if (found) return found
  }
  return undefined
}

let tabs: ReturnType<typeof readRecord<'replacedTabs'>> | undefined

/** Read once: the record is made before the first request and only ever shrinks. */
function replacedTabs(): Promise<string[] | undefined> {
  return (tabs ??= readRecord('replacedTabs'))
}
