import type { LocaleState, OfflineState, WorkerRequest } from '../../schema/offline.ts'
import { askWorker } from './ask-worker.ts'
import { emit } from './events.ts'

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
