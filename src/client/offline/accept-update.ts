import { askWorker } from './ask-worker.ts'
import type { UpdateControl } from './events.ts'

/** How long the new version may take to be in charge before the page helps, in milliseconds. */
const TAKE_OVER_WAIT = 3000
/** A page that loads nothing for so long, in milliseconds, is quiet; it is waited for this many times. */
const QUIET = 300
const QUIET_TRIES = 6
/** Says in this tab that a page is loaded again for the new version. */
const ACCEPTED = 'docsgen-update-accepted'

/**
 * Lets the new version take over, which it does once the worker before it is idle. In Chromium a request that comes while
 * that one stops starts it anew for half a minute, so the page is quiet first: the click may be the first sign of a reader,
 * on which the app is loaded. A navigation makes the browser look again, so the page is loaded again where it takes long.
 */
export async function acceptUpdate(control: UpdateControl): Promise<void> {
  await whenQuiet()
  setTimeout(reloadForUpdate, TAKE_OVER_WAIT)
  await control.skipWaiting()
}

/** The worker before may still answer that page, so that nobody hears of the new one: then it is loaded once more. */
export async function finishUpdate({ controller }: ServiceWorkerContainer): Promise<void> {
  if (!controller || !takeMark()) return
  const reply = await askWorker(controller, { type: 'offline-version' })
  if ('version' in reply && reply.answeredPage === false) location.reload()
}

async function whenQuiet(): Promise<void> {
  let before = -1
  for (let tries = 0; tries < QUIET_TRIES; tries++) {
    const count = performance.getEntriesByType('resource').length
    if (count === before) return
    before = count
    await new Promise(resolve => setTimeout(resolve, QUIET))
  }
}

function reloadForUpdate(): void {
  try {
    sessionStorage.setItem(ACCEPTED, '1')
  } catch {
    // Storage is denied: the next page is of the new version.
  }
  location.reload()
}

function takeMark(): boolean {
  try {
    const isMarked = sessionStorage.getItem(ACCEPTED) !== null
    sessionStorage.removeItem(ACCEPTED)
    return isMarked
  } catch {
    return false
  }
}
