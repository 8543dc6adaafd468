import type { BootData, LocaleView } from '../../schema/view.ts'
import { askWorker, emit, type UpdateControl, reportError } from './worker-client.ts'
import { fetchJson } from '../fetch-json.ts'

/** A page that stays open asks for a new version at most this often, in milliseconds. */
const INTERVAL = 3_600_000
/** How long the worker may take to say why it could not be installed, in milliseconds. */
const REASON_WAIT = 1000
/** A new version that still waits after this time, in milliseconds, waits for the reader. */
const OFFER_AFTER = 300
/** A version that was declined is not offered again in this tab until the next one comes. */
const DISMISSED = 'docsgen-update-dismissed'

/** What the page can do with the worker. */
export function createUpdateControl(registration: ServiceWorkerRegistration): UpdateControl {
  return {
    registration,
    update: async () => {
      await registration.update()
      return registration
    },
    skipWaiting: async () => {
      if (registration.waiting) await askWorker(registration.waiting, { type: 'skip-waiting' })
    },
  }
}

/** Follows new versions from being found to waiting, and offers them. */
export function watchUpdates(control: UpdateControl, boot: BootData): void {
  const { registration } = control
  // The worker that is being installed while the page starts is seen at once and announced again by the browser.
  let offered: ServiceWorker | undefined
  const offerOnce = () => {
    const { waiting, active } = registration
    if (!waiting || !active || waiting === offered) return
    offered = waiting
    offer(waiting, control, boot)
  }
  const follow = () => {
    if (registration.installing) followInstall(registration.installing, offerOnce)
  }
  offerOnce()
  follow()
  registration.addEventListener('updatefound', follow)
  askWhenVisible(control)
}

/** A tab reloads once when a new version takes over; the first worker takes over silently. */
export function reloadOnTakeOver(container: ServiceWorkerContainer): void {
  let hadWorker = container.controller !== null
  let isReloading = false
  container.addEventListener('controllerchange', () => {
    if (hadWorker && !isReloading) {
      isReloading = true
      location.reload()
    }
    hadWorker = true
  })
}

/** The worker says itself why it fails; where it cannot, the failure is reported without a reason. */
function followInstall(worker: ServiceWorker, onWaiting: () => void): void {
  const controller = new AbortController()
  const { signal } = controller
  let isExplained = false
  document.addEventListener('docsgen:sw-error', () => (isExplained = true), { signal })
  const explain = () => {
    if (!isExplained) reportError('The service worker was not installed.')
    controller.abort()
  }
  const settle = () => {
    if (worker.state === 'redundant') setTimeout(explain, REASON_WAIT)
    else controller.abort()
    // A worker that takes over by itself is not offered.
    if (worker.state === 'installed') setTimeout(onWaiting, OFFER_AFTER)
  }
  worker.addEventListener('statechange', settle, { once: true })
}

function offer(waiting: ServiceWorker, control: UpdateControl, boot: BootData): void {
  emit('updated', control)
  void prompt(waiting, control, boot).catch(reportError)
}

async function prompt(waiting: ServiceWorker, control: UpdateControl, boot: BootData): Promise<void> {
  const [{ showUpdatePrompt }, { strings, lang }, version] = await Promise.all([
    import('./update-prompt.ts'),
    fetchJson<LocaleView>(boot.view),
    versionOf(waiting),
  ])
  if (version && version === readDismissed()) return
  showUpdatePrompt({
    strings,
    lang,
    onAccept: () => void acceptUpdate(control).catch(reportError),
    onDismiss: () => writeDismissed(version),
  })
}

/** Empty when the waiting worker is of another kind. */
async function versionOf(worker: ServiceWorker): Promise<string> {
  const reply = await askWorker(worker, { type: 'offline-version' }).catch(() => undefined)
  return reply && 'version' in reply ? reply.version : ''
}

function readDismissed(): string {
  try {
    return sessionStorage.getItem(DISMISSED) ?? ''
  } catch {
    return ''
  }
}

function writeDismissed(version: string): void {
  try {
    sessionStorage.setItem(DISMISSED, version)
  } catch {
    // Storage is denied: the next page offers it again.
  }
}

function askWhenVisible({ update }: UpdateControl): void {
  let last = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < INTERVAL) return
    last = Date.now()
    update().catch(() => emit('offline', {}))
  })
}

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
async function acceptUpdate(control: UpdateControl): Promise<void> {
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
