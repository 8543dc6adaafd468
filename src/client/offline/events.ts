import type { OfflineState } from '../../schema/offline.ts'

/**
 * The public bus: events on `document`, named `docsgen:sw-…`. `detail` is never null.
 *
 * | event | `detail` | when |
 * | --- | --- | --- |
 * | `docsgen:sw-ready` | `UpdateControl` | a worker is active |
 * | `docsgen:sw-cached` | `{ locale }` or `{ whole: true }` | a language, or all of them, can be read offline from now on |
 * | `docsgen:sw-updated` | `UpdateControl` | a newer version waits |
 * | `docsgen:sw-offline` | `{}` | the server cannot be reached |
 * | `docsgen:sw-error` | `{ error }` | something failed; a `reason` stands in `error.cause` |
 * | `docsgen:sw-state` | `OfflineState` | what is on the device changed |
 */
export interface OfflineEvents {
  ready: UpdateControl
  cached: { locale: string } | { whole: true }
  updated: UpdateControl
  offline: Record<string, never>
  error: { error: Error }
  state: OfflineState
}

/** What listeners can do with the worker. */
export interface UpdateControl {
  registration: ServiceWorkerRegistration
  /** Asks the server for a newer version. */
  update(): Promise<ServiceWorkerRegistration>
  /** Lets the waiting version take over; every tab reloads once. Resolves at once when none waits. */
  skipWaiting(): Promise<void>
}

/** Common beginning of the console lines. */
const PREFIX = '[docsgen offline]'

const LINES: Partial<Record<keyof OfflineEvents, string>> = {
  ready: 'The service worker is active.',
  cached: 'Pages are saved for offline reading.',
  updated: 'A new version is available.',
  offline: 'The server cannot be reached; saved pages are shown.',
}

/** Sends an event and writes its line to the console. */
export function emit<Name extends keyof OfflineEvents>(name: Name, detail: OfflineEvents[Name]): void {
  if (name === 'error') console.error(PREFIX, (detail as OfflineEvents['error']).error)
  else if (LINES[name]) console.info(PREFIX, LINES[name], ...('locale' in detail ? [detail.locale] : []))
  document.dispatchEvent(new CustomEvent(`docsgen:sw-${name}`, { detail }))
}

/** Writes a line without an event. */
export function note(text: string): void {
  console.info(PREFIX, text)
}
