import type { WorkerNews } from '../../schema/offline.ts'
import { reasonOf } from './fetch-verified.ts'
import { scope } from './scope.ts'

/** Tells every open page of this scope, also those that the worker does not control yet. */
export async function tell(news: WorkerNews): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) {
    if (page.url.startsWith(scope.registration.scope)) page.postMessage(news)
  }
}

export async function tellFailure(error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  await tell({ type: 'offline-error', message, reason: reasonOf(error) })
}
