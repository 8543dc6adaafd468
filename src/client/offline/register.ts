import type { WorkerNews } from '../../shared/offline.ts'
import type { BootData, LocaleView } from '../../schema/view.ts'
import { findWorkers } from '../document.ts'
import { createTrustedTypes } from '../dom.ts'
import { fetchJson } from '../fetch-json.ts'
import { readStored, writeStored } from '../storage.ts'
import {
  askWorker,
  emit,
  note,
  OfflineError,
  reportError,
  saveInBackground,
  type UpdateControl,
} from './worker-client.ts'

export async function registerOffline(boot: BootData): Promise<void> {
  const container = findWorkers()
  if (!container) return note('This browser cannot save pages for offline reading.')
  const view = await fetchJson<LocaleView>(boot.view)
  if (!view.offline) return
  listen(container)
  void finishUpdate(container).catch(reportError)
  try {
    const registration = await register(container, `${boot.base}service-worker.js`, boot.base)
    // Tools that block workers give none.
    if (registration) await follow(registration, boot, view)
  } catch (error) {
    if (!navigator.onLine) emit('offline', {})
    reportToAnalytics(reportError(error))
  }
}

/** Passes on what the worker tells. A tab reloads once when a new version takes over; the first worker takes over silently. */
function listen(container: ServiceWorkerContainer): void {
  let hadWorker = container.controller !== null
  let isReloading = false
  container.addEventListener('controllerchange', () => {
    if (hadWorker && !isReloading) {
      isReloading = true
      location.reload()
    }
    hadWorker = true
  })
  container.addEventListener('message', ({ data }: MessageEvent<WorkerNews | undefined>) => {
    if (data?.type === 'offline-changed') emit('state', data.state)
    else if (data?.type === 'offline-cached')
      emit('cached', data.code === undefined ? { whole: true } : { locale: data.code })
    else if (data?.type === 'offline-error') reportError(new OfflineError(data.message, data.reason))
  })
  container.startMessages()
}

async function register(
  container: ServiceWorkerContainer,
  script: string,
  scope: string,
): Promise<ServiceWorkerRegistration | undefined> {
  // On the reader's own machine one port serves one project today and another tomorrow.
  if (/^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(location.hostname)) {
    const answer = await fetchWorkerFile(script, container.controller)
    if (!answer) emit('offline', {})
    else if (answer.status === 404 || !answer.contentType.includes('javascript')) {
      await (await container.getRegistration(scope))?.unregister()
      throw new Error(`${script} is ${answer.status === 404 ? 'missing' : 'not a script'}.`)
    }
  }
  const url = createTrustedTypes().scriptUrl(script)
  return container.register(url, { scope, updateViaCache: 'none' })
}

/** The server's answer for the worker's file. The worker in charge asks, so that a server that is gone leaves no failed request on the page. */
async function fetchWorkerFile(
  script: string,
  controller: ServiceWorker | null,
): Promise<{ status: number; contentType: string } | undefined> {
  const reply = controller && (await askWorker(controller, { type: 'offline-check' }).catch(() => undefined))
  if (reply && 'check' in reply) return reply.check
  const response = await fetch(script, { cache: 'no-store' }).catch(() => undefined)
  return response && { status: response.status, contentType: response.headers.get('content-type') ?? '' }
}

function reportToAnalytics({ message }: Error): void {
  const { ga, gtag } = globalThis as { ga?: unknown; gtag?: unknown }
  try {
    if (typeof gtag === 'function') gtag('event', 'exception', { description: message, fatal: false })
    else if (typeof ga === 'function') ga('send', 'exception', { exDescription: message, exFatal: false })
  } catch {
    // It is the site's own affair.
  }
}

async function follow(
  registration: ServiceWorkerRegistration,
  boot: BootData,
  view: LocaleView,
): Promise<void> {
  const control: UpdateControl = {
    registration,
    update: async () => {
      await registration.update()
      return registration
    },
    skipWaiting: async () => {
      if (registration.waiting) await askWorker(registration.waiting, { type: 'skip-waiting' })
    },
  }
  watchUpdates(control, boot)
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (worker && worker.state !== 'activated')
    await new Promise<void>(resolve => {
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
    })
  emit('ready', control)
  const save = () =>
    saveInBackground(registration, view.code).catch((error: unknown) => {
      if (error instanceof OfflineError && error.cause.reason === 'unreachable') emit('offline', {})
      else reportError(error)
    })
  addEventListener('online', () => void save())
  await save()
}

/** A page that stays open asks for a new version at most this often, in milliseconds. */
const INTERVAL = 3_600_000
/** How long the worker may take to say why it could not be installed, in milliseconds. */
const REASON_WAIT = 1000
/** A new version that still waits after this time, in milliseconds, waits for the reader. */
const OFFER_AFTER = 300

/** Follows new versions from being found to waiting, and offers them. */
export function watchUpdates(control: UpdateControl, boot: BootData): void {
  const { registration, update } = control
  // The worker that is being installed while the page starts is seen at once and announced again by the browser.
  let offered: ServiceWorker | undefined
  const offer = () => {
    const { waiting, active } = registration
    if (!waiting || !active || waiting === offered) return
    offered = waiting
    emit('updated', control)
    void prompt(waiting, control, boot).catch(reportError)
  }
  /** The worker says itself why it fails; where it can't, the failure is reported without a reason. */
  const followInstall = () => {
    const worker = registration.installing
    if (!worker) return
    const controller = new AbortController()
    let isExplained = false
    document.addEventListener('docsgen:sw-error', () => (isExplained = true), { signal: controller.signal })
    const settle = () => {
      // A worker that takes over by itself is not offered.
      if (worker.state === 'installed') setTimeout(offer, OFFER_AFTER)
      if (worker.state !== 'redundant') return controller.abort()
      setTimeout(() => {
        if (!isExplained) reportError('The service worker was not installed.')
        controller.abort()
      }, REASON_WAIT)
    }
    worker.addEventListener('statechange', settle, { once: true })
  }
  offer()
  followInstall()
  registration.addEventListener('updatefound', followInstall)
  let last = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < INTERVAL) return
    last = Date.now()
    update().catch(() => emit('offline', {}))
  })
}

const DISMISSED = 'docsgen-update-dismissed'

async function prompt(waiting: ServiceWorker, control: UpdateControl, boot: BootData): Promise<void> {
  const [{ showUpdatePrompt }, view, reply] = await Promise.all([
    import('./update-prompt.ts'),
    fetchJson<LocaleView>(boot.view),
    askWorker(waiting, { type: 'offline-version' }).catch(() => undefined),
  ])
  const version = reply && 'version' in reply ? reply.version : ''
  if (version && version === readStored('session', DISMISSED)) return
  showUpdatePrompt(view, {
    accepted: () => void acceptUpdate(control).catch(reportError),
    dismissed: () => writeStored('session', DISMISSED, version),
  })
}

/** How long the new version may take to be in charge before the page helps, in milliseconds. */
const TAKE_OVER_WAIT = 3000
/** A page that loads nothing for so long, in milliseconds, is quiet; it is waited for this many times. */
const QUIET = 300
const QUIET_TRIES = 6
const ACCEPTED = 'docsgen-update-accepted'

/**
 * Lets the new version take over, which it does once the worker before it is idle. In Chromium a request that comes while
 * that one stops starts it again for half a minute, so the page is quiet first: the click may be the reader's first interaction,
 * on which the app is loaded. A navigation makes the browser look again, so the page is reloaded where it takes long.
 */
async function acceptUpdate(control: UpdateControl): Promise<void> {
  const loaded = () => performance.getEntriesByType('resource').length
  for (let before = -1, tries = 0; tries < QUIET_TRIES && loaded() !== before; tries++) {
    before = loaded()
    await new Promise(resolve => setTimeout(resolve, QUIET))
  }
  setTimeout(() => {
    writeStored('session', ACCEPTED, '1')
    location.reload()
  }, TAKE_OVER_WAIT)
  await control.skipWaiting()
}

/** The worker before may still answer that page, so that nobody hears of the new one: then it is reloaded once more. */
async function finishUpdate({ controller }: ServiceWorkerContainer): Promise<void> {
  const isAccepted = readStored('session', ACCEPTED) !== null
  writeStored('session', ACCEPTED, undefined)
  if (!controller || !isAccepted) return
  const reply = await askWorker(controller, { type: 'offline-version' })
  if ('version' in reply && reply.answeredPage === false) location.reload()
}
