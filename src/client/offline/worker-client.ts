import type { OfflineState, OfflineFailure, WorkerReply, WorkerRequest } from '../../schema/offline.ts'
import { isSavingData, whenIdle } from '../document.ts'

/**
 * The public bus: events on `document`, named `docsgen:sw-…`. `detail` is never null.
 *
 * | event | `detail` | when |
 * | --- | --- | --- |
 * | `docsgen:sw-ready` | `UpdateControl` | a worker is active |
 * | `docsgen:sw-cached` | `{ locale }` or `{ whole: true }` | a language, or all of them, can be read offline from now on |
 * | `docsgen:sw-updated` | `UpdateControl` | a newer version waits |
 * | `docsgen:sw-offline` | `{}` | the server can't be reached |
 * | `docsgen:sw-error` | `{ error }` | something failed; `error.cause` may have a `reason` |
 * | `docsgen:sw-state` | `OfflineState` | the languages on the device changed |
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
  if (LINES[name]) console.info(PREFIX, LINES[name], ...('locale' in detail ? [detail.locale] : []))
  document.dispatchEvent(new CustomEvent(`docsgen:sw-${name}`, { detail }))
}

/** Writes a line without an event. */
export function note(text: string): void {
  console.info(PREFIX, text)
}

/** Emits `error`. */
export function reportError(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  console.error(PREFIX, error)
  emit('error', { error })
  return error
}

/** How long a worker may stay silent before it counts as another kind of worker, in milliseconds. */
export const PATIENCE = 10_000

/** The worker could not do what it was asked for. */
export class OfflineError extends Error {
  override name = 'OfflineError'
  override cause: { reason: OfflineFailure }

  constructor(message: string, reason: OfflineFailure) {
    super(message)
    this.cause = { reason }
  }
}

/**
 * Sends a message with a reply port. Rejects with `OfflineError`.
 * @param patience milliseconds; Infinity for work that takes as long as it takes
 */
export function askWorker(
  worker: ServiceWorker,
  request: WorkerRequest | { type: 'skip-waiting' },
  patience = PATIENCE,
): Promise<WorkerReply> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    const late = () => reject(new OfflineError('The service worker does not answer.', 'unknown'))
    const timer = Number.isFinite(patience) ? setTimeout(late, patience) : undefined
    port1.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      clearTimeout(timer)
      port1.close()
      if (data.error === null) resolve(data)
      else reject(new OfflineError(data.error, data.reason))
    }
    worker.postMessage(request, [port2])
  })
}

/**
 * Stores what is missing: the reader's language first, the others one after the other when the browser is idle.
 * Where data is scarce only languages that the reader asked for.
 */
export async function saveInBackground(
  registration: ServiceWorkerRegistration,
  current: string,
): Promise<void> {
  const { locales } = await askForState(registration, { type: 'offline-state' }, PATIENCE)
  const isWanted = (wanted: boolean) => wanted || !isSavingData()
  const missing = locales.filter(
    ({ state, refused, wanted }) => state !== 'saved' && !refused && isWanted(wanted),
  )
  const ownFirst = missing.toSorted((a, b) => Number(b.code === current) - Number(a.code === current))
  for (const { code } of ownFirst) {
    await new Promise<void>(whenIdle)
    await askForState(registration, { type: 'offline-save', code })
  }
}

/**
 * Has the active worker do something; resolves with the languages on the device.
 * @param patience as of `askWorker`
 */
export async function askForState(
  { active }: ServiceWorkerRegistration,
  request: WorkerRequest,
  patience = Infinity,
): Promise<OfflineState> {
  if (!active) throw new Error('There is no active service worker.')
  const reply = await askWorker(active, request, patience)
  if (!('state' in reply)) throw new Error('The service worker is of another kind.')
  emit('state', reply.state)
  return reply.state
}
