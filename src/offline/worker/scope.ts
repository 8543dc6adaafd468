import type { WorkerNews } from '../../schema/offline.ts'
import { cacheNames } from './cache-names.ts'

/** The worker's global object. */
export const scope = self as unknown as ServiceWorkerGlobalScope

/** Names of this site's stores. */
export const names = cacheNames(scope.registration.scope)

/** Waits between the tries, in milliseconds. */
const AGAIN_AFTER = [300, 1000, 3000, 10_000]

/**
 * Takes the place of the active worker. A browser that finds the active one busy may forget to look again, so it is
 * asked again. Settles at once; the rest goes on by itself.
 */
export async function takeOver(): Promise<void> {
  void insist()
  await scope.skipWaiting()
}

async function insist(): Promise<void> {
  for (const wait of AGAIN_AFTER) {
    await new Promise(resolve => setTimeout(resolve, wait))
    if (!scope.registration.waiting) return
    await scope.skipWaiting()
  }
}

/** Tells every open page of this scope, also those that the worker does not control yet. */
export async function tell(news: WorkerNews): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) {
    if (page.url.startsWith(scope.registration.scope)) page.postMessage(news)
  }
}
