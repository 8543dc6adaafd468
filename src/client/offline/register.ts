import type { BootData, LocaleView } from '../../schema/view.ts'
import type {
  OfflineFailure,
  OfflineState,
  WorkerNews,
  WorkerReply,
  WorkerRequest,
} from '../../shared/offline.ts'
import {
  createTrustedTypes,
  delay,
  findServiceWorkers,
  isSavingData,
  readStored,
  whenIdle,
  writeStored,
} from '../document.ts'
import { fetchJson } from '../fetch-json.ts'

export async function registerOffline(boot: BootData) {
  const container = findServiceWorkers()
  if (!container) return note("This browser can't save pages for offline reading.")
  const view = await fetchJson<LocaleView>(boot.view)
  if (!view.offline) return
  listen(container)
  void finishUpdate(container).catch(reportError)
  try {
    const registration = await register(container, `${boot.base}service-worker.js`, boot.base)
    // Tools that block service workers give none.
    if (registration) await follow(registration, boot, view)
  } catch (error) {
    if (!navigator.onLine) emit('offline', {})
    reportToAnalytics(reportError(error))
  }
}

/** A tab reloads once when a new version takes over; its first service worker does so silently. */
function listen(container: ServiceWorkerContainer) {
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
    else if (data?.type === 'offline-error') reportError(failure(data.message, data.reason))
  })
  container.startMessages()
}

async function register(container: ServiceWorkerContainer, script: string, scope: string) {
  // On one's own machine, a port serves one project today and another tomorrow.
  if (/^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(location.hostname)) {
    const answer = await fetchServiceWorker(script, container.controller)
    if (!answer) emit('offline', {})
    else if (answer.status === 404 || !answer.contentType.includes('javascript')) {
      await (await container.getRegistration(scope))?.unregister()
      throw new Error(`${script} is ${answer.status === 404 ? 'missing' : 'not a script'}.`)
    }
  }
  const url = createTrustedTypes().createScriptURL(script)
  return container.register(url, { scope, updateViaCache: 'none' })
}

/** The worker in charge asks: a server that is gone leaves no failed request on the page. */
async function fetchServiceWorker(script: string, controller: ServiceWorker | null) {
  const asked = controller && askServiceWorker(controller, { type: 'offline-check' })
  const reply = await asked?.catch(() => undefined)
  if (reply && 'check' in reply) return reply.check
  const response = await fetch(script, { cache: 'no-store' }).catch(() => undefined)
  return response && { status: response.status, contentType: response.headers.get('content-type') ?? '' }
}

function reportToAnalytics({ message }: Error) {
  const { ga, gtag } = globalThis as { ga?: unknown; gtag?: unknown }
  try {
    if (typeof gtag === 'function') gtag('event', 'exception', { description: message, fatal: false })
    else if (typeof ga === 'function') ga('send', 'exception', { exDescription: message, exFatal: false })
  } catch {}
}

async function follow(registration: ServiceWorkerRegistration, boot: BootData, view: LocaleView) {
  const control = createControl(registration)
  watchUpdates(control, boot)
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (worker && worker.state !== 'activated')
    await new Promise<void>(resolve => {
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
    })
  emit('ready', control)
  const save = () =>
    saveInBackground(registration, view.code).catch((error: unknown) => {
      const { cause } = error as { cause?: { reason?: OfflineFailure } }
      if (cause?.reason === 'unreachable') emit('offline', {})
      else reportError(error)
    })
  addEventListener('online', () => void save())
  await save()
}

/** An open page asks for a new version at most this often, in milliseconds. */
const UPDATE_INTERVAL = 3_600_000
/** A new version that hasn't taken over by then is offered, in milliseconds. */
const OFFER_AFTER = 300

function watchUpdates(control: UpdateControl, boot: BootData) {
  const { registration, update } = control
  // Browsers also announce a worker that is being installed when the page starts.
  let offered: ServiceWorker | undefined
  const offer = () => {
    const { waiting, active } = registration
    if (!waiting || !active || waiting === offered) return
    offered = waiting
    emit('updated', control)
    void prompt(waiting, control, boot).catch(reportError)
  }
  const followInstall = () => {
    const worker = registration.installing
    // A worker that takes over automatically isn't offered.
    const settle = () => worker?.state === 'installed' && setTimeout(offer, OFFER_AFTER)
    worker?.addEventListener('statechange', settle, { once: true })
  }
  offer()
  followInstall()
  registration.addEventListener('updatefound', followInstall)
  let last = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < UPDATE_INTERVAL) return
    last = Date.now()
    update().catch(() => emit('offline', {}))
  })
}

const DISMISSED = 'docsgen-update-dismissed'

async function prompt(waiting: ServiceWorker, control: UpdateControl, boot: BootData) {
  const [{ showUpdatePrompt }, view, reply] = await Promise.all([
    import('./update-prompt.ts'),
    fetchJson<LocaleView>(boot.view),
    askServiceWorker(waiting, { type: 'offline-version' }).catch(() => undefined),
  ])
  // A version declined in this tab isn't offered again; the next one is.
  const version = (reply && 'version' in reply && reply.version) || ''
  if (version && version === readStored('session', DISMISSED)) return
  const accepted = () => void acceptUpdate(control).catch(reportError)
  showUpdatePrompt(view, accepted, () => writeStored('session', DISMISSED, version))
}

/** Without the new version by then, the page is reloaded, in milliseconds. */
const TAKE_OVER_WAIT = 3000
/** A page that loads nothing for this long is quiet, in milliseconds. */
const QUIET = 300
const QUIET_TRIES = 6
const ACCEPTED = 'docsgen-update-accepted'

/**
 * The new version takes over once the previous worker is idle. In Chromium, a request while that one stops starts it again for half
 * a minute, so the page must be quiet first. If it takes long, a reload makes the browser check again.
 */
async function acceptUpdate(control: UpdateControl) {
  const loaded = () => performance.getEntriesByType('resource').length
  for (let before = -1, tries = 0; tries < QUIET_TRIES && loaded() !== before; tries++) {
    before = loaded()
    await delay(QUIET)
  }
  setTimeout(() => {
    writeStored('session', ACCEPTED, '1')
    location.reload()
  }, TAKE_OVER_WAIT)
  await control.skipWaiting()
}

/** The previous worker may still answer the reloaded page, which is then reloaded once more. */
async function finishUpdate({ controller }: ServiceWorkerContainer) {
  const isAccepted = readStored('session', ACCEPTED) !== null
  writeStored('session', ACCEPTED, undefined)
  if (!controller || !isAccepted) return
  const reply = await askServiceWorker(controller, { type: 'offline-version' })
  if ('version' in reply && reply.answeredPage === false) location.reload()
}

/** The public bus: events on `document`, named `docsgen:sw-…`. */
interface OfflineEvents {
  ready: UpdateControl
  cached: { locale: string } | { whole: true }
  updated: UpdateControl
  offline: Record<string, never>
  error: { error: Error }
  state: OfflineState
}

type UpdateControl = ReturnType<typeof createControl>

function createControl(registration: ServiceWorkerRegistration) {
  return {
    registration,
    async update() {
      await registration.update()
      return registration
    },
    /** Lets the waiting version take over; every tab reloads once. */
    async skipWaiting() {
      if (registration.waiting) await askServiceWorker(registration.waiting, { type: 'skip-waiting' })
    },
  }
}

const CONSOLE_TEXTS: Partial<Record<keyof OfflineEvents, string>> = {
  ready: 'The service worker is active.',
  cached: 'Pages are saved for offline reading.',
  updated: 'A new version is available.',
  offline: "The server can't be reached; saved pages are shown.",
}

function emit<Name extends keyof OfflineEvents>(name: Name, detail: OfflineEvents[Name]) {
  if (CONSOLE_TEXTS[name]) note(CONSOLE_TEXTS[name], ...('locale' in detail ? [detail.locale] : []))
  document.dispatchEvent(new CustomEvent(`docsgen:sw-${name}`, { detail }))
}

function note(...texts: string[]) {
  console.info('[docsgen offline]', ...texts)
}

function reportError(cause: unknown) {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  console.error('[docsgen offline]', error)
  emit('error', { error })
  return error
}

/** Later than this, in milliseconds, it counts as another kind of service worker. */
const ANSWER_TIMEOUT = 10_000

function failure(message: string, reason: OfflineFailure) {
  return new Error(message, { cause: { reason } })
}

/** Saving and removing have no time limit. */
function askServiceWorker(worker: ServiceWorker, request: WorkerRequest | { type: 'skip-waiting' }) {
  return new Promise<WorkerReply>((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    const late = () => reject(failure("The service worker doesn't respond.", 'unknown'))
    const timer = 'code' in request ? undefined : setTimeout(late, ANSWER_TIMEOUT)
    port1.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      clearTimeout(timer)
      port1.close()
      if (data.error === null) resolve(data)
      else reject(failure(data.error, data.reason))
    }
    worker.postMessage(request, [port2])
  })
}

/** The reader's language comes first; where data is limited, only chosen ones are stored. */
async function saveInBackground(registration: ServiceWorkerRegistration, current: string) {
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

export async function askForState({ active }: ServiceWorkerRegistration, request: WorkerRequest) {
  if (!active) throw new Error('There is no active service worker.')
  const reply = await askServiceWorker(active, request)
  if (!('state' in reply)) throw new Error('The service worker belongs to another program.')
  emit('state', reply.state)
  return reply.state
}
