import type {
  OfflineState,
  OfflineFailure,
  WorkerReply,
  WorkerRequest,
  LocaleState,
} from '../../schema/offline.ts'

/** Undefined without support, in private windows, over plain HTTP and in sandboxed frames. */
export function findContainer(): ServiceWorkerContainer | undefined {
  try {
    return (navigator as Partial<Navigator>).serviceWorker
  } catch {
    return undefined
  }
}

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

interface Analytics {
  ga?: (command: 'send', type: 'exception', fields: { exDescription: string; exFatal: boolean }) => void
  gtag?: (command: 'event', name: 'exception', fields: { description: string; fatal: boolean }) => void
}

/** Emits `error`. */
export function reportError(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  emit('error', { error })
  return error
}

/** Emits `error` and tells analytics, where the site has any. */
export function reportRegistrationError(cause: unknown): void {
  const { message } = reportError(cause)
  const { ga, gtag } = globalThis as Analytics
  try {
    if (typeof gtag === 'function') gtag('event', 'exception', { description: message, fatal: false })
    else if (typeof ga === 'function') ga('send', 'exception', { exDescription: message, exFatal: false })
  } catch {
    // Analytics of the site are its own affair.
  }
}

/** How long a worker may stay silent before it counts as another kind of worker, in milliseconds. */
const PATIENCE = 10_000

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

/** What is on the device; asks the active worker. */
export async function readState(registration: ServiceWorkerRegistration): Promise<OfflineState> {
  return send(registration, { type: 'offline-state' })
}

/** Stores a language because the reader said so, and asks the browser not to evict it. */
export async function saveLanguage(
  registration: ServiceWorkerRegistration,
  code: string,
): Promise<OfflineState> {
  void navigator.storage?.persist?.().catch(() => undefined)
  return send(registration, { type: 'offline-save', code, asked: true }, Infinity)
}

/** Removes a language from the device; it does not come back by itself. */
export async function removeLanguage(
  registration: ServiceWorkerRegistration,
  code: string,
): Promise<OfflineState> {
  return send(registration, { type: 'offline-remove', code }, Infinity)
}

/**
 * Stores what is missing: the reader's language first, the others one after the other when the browser is idle.
 * Where data is scarce only languages that the reader asked for.
 */
export async function saveInBackground(
  registration: ServiceWorkerRegistration,
  current: string,
): Promise<void> {
  const { locales } = await readState(registration)
  const missing = locales.filter(({ state, refused }) => state !== 'saved' && !refused)
  const isScarce = dataIsScarce()
  const own = missing.filter(({ code }) => code === current)
  const others = missing.filter(({ code }) => code !== current)
  for (const { code, wanted } of [...own, ...others] satisfies LocaleState[]) {
    if (isScarce && !wanted) continue
    await whenIdle()
    await send(registration, { type: 'offline-save', code }, Infinity)
  }
}

async function send(
  registration: ServiceWorkerRegistration,
  request: WorkerRequest,
  patience?: number,
): Promise<OfflineState> {
  const worker = registration.active
  if (!worker) throw new Error('There is no active service worker.')
  const reply = await askWorker(worker, request, patience)
  if (!('state' in reply)) throw new Error('The service worker is of another kind.')
  emit('state', reply.state)
  return reply.state
}

/** The reader saves data, or the connection is of the second generation. */
function dataIsScarce(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData === true || /(?:^|-)2g$/.test(connection?.effectiveType ?? '')
}

function whenIdle(): Promise<void> {
  return new Promise(resolve => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 200)
  })
}
