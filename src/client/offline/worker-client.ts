import type { OfflineFailure, OfflineState, WorkerReply, WorkerRequest } from '../../shared/offline.ts'
import { isSavingData, whenIdle } from '../document.ts'

/** The public bus: events on `document`, named `docsgen:sw-…`. `detail` is never null. */
export interface OfflineEvents {
  /** A worker is active. */
  ready: UpdateControl
  /** A language, or all of them, can be read offline from now on. */
  cached: { locale: string } | { whole: true }
  /** A newer version waits. */
  updated: UpdateControl
  /** The server can't be reached. */
  offline: Record<string, never>
  /** Something failed; `error.cause` may have a `reason`. */
  error: { error: Error }
  /** The languages on the device changed. */
  state: OfflineState
}

export interface UpdateControl {
  registration: ServiceWorkerRegistration
  update(): Promise<ServiceWorkerRegistration>
  /** Lets the waiting version take over; every tab reloads once. Resolves at once when none waits. */
  skipWaiting(): Promise<void>
}

const LINES: Partial<Record<keyof OfflineEvents, string>> = {
  ready: 'The service worker is active.',
  cached: 'Pages are saved for offline reading.',
  updated: 'A new version is available.',
  offline: 'The server cannot be reached; saved pages are shown.',
}

export function emit<Name extends keyof OfflineEvents>(name: Name, detail: OfflineEvents[Name]): void {
  if (LINES[name]) note(LINES[name], ...('locale' in detail ? [detail.locale] : []))
  document.dispatchEvent(new CustomEvent(`docsgen:sw-${name}`, { detail }))
}

export function note(...texts: string[]): void {
  console.info('[docsgen offline]', ...texts)
}

export function reportError(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  console.error('[docsgen offline]', error)
  emit('error', { error })
  return error
}

/** How long a worker may stay silent before it counts as another kind of worker, in milliseconds. */
const ANSWER_TIMEOUT = 10_000

export class OfflineError extends Error {
  override name = 'OfflineError'
  override cause: { reason: OfflineFailure }

  constructor(message: string, reason: OfflineFailure) {
    super(message)
    this.cause = { reason }
  }
}

/** Sends a message with a reply port. Rejects with `OfflineError`. Saving and removing take as long as they take. */
export function askWorker(
  worker: ServiceWorker,
  request: WorkerRequest | { type: 'skip-waiting' },
): Promise<WorkerReply> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    const late = () => reject(new OfflineError('The service worker does not answer.', 'unknown'))
    const timer = 'code' in request ? undefined : setTimeout(late, ANSWER_TIMEOUT)
    port1.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      clearTimeout(timer)
      port1.close()
      if (data.error === null) resolve(data)
      else reject(new OfflineError(data.error, data.reason))
    }
    worker.postMessage(request, [port2])
  })
}

/** Stores what is missing, the reader's language first, when the browser is idle; where data is scarce only what the reader asked for. */
export async function saveInBackground(
  registration: ServiceWorkerRegistration,
  current: string,
): Promise<void> {
  const { locales } = await askForState(registration, { type: 'offline-state' })
  const missing = locales.filter(
    ({ state, refused, wanted }) => state !== 'saved' && !refused && (wanted || !isSavingData()),
  )
  const ownFirst = missing.toSorted((a, b) => Number(b.code === current) - Number(a.code === current))
  for (const { code } of ownFirst) {
    await new Promise<void>(whenIdle)
    await askForState(registration, { type: 'offline-save', code })
  }
}

/** Has the active worker do something; resolves with the languages on the device. */
export async function askForState(
  { active }: ServiceWorkerRegistration,
  request: WorkerRequest,
): Promise<OfflineState> {
  if (!active) throw new Error('There is no active service worker.')
  const reply = await askWorker(active, request)
  if (!('state' in reply)) throw new Error('The service worker is of another kind.')
  emit('state', reply.state)
  return reply.state
}
