import type { WorkerNews } from '../../schema/offline.ts'
import type { BootData, LocaleView } from '../../schema/view.ts'
import { createTrustedTypes } from '../dom.ts'
import { finishUpdate, createUpdateControl, reloadOnTakeOver, watchUpdates } from './updates.ts'
import {
  OfflineError,
  findContainer,
  emit,
  note,
  reportError,
  reportRegistrationError,
  saveInBackground,
  askWorker,
} from './worker-client.ts'
import { fetchJson } from '../fetch-json.ts'

/** Registers the service worker of a site that has one and follows it. */
export async function registerOffline(boot: BootData): Promise<void> {
  const container = findContainer()
  if (!container) return note('This browser cannot save pages for offline reading.')
  const view = await fetchJson<LocaleView>(boot.view)
  if (!view.offline) return
  reloadOnTakeOver(container)
  listen(container)
  void finishUpdate(container).catch(reportError)
  try {
    const registration = await register(container, `${boot.base}service-worker.js`, boot.base)
    if (registration) await follow(registration, boot, view)
  } catch (error) {
    if (!navigator.onLine) emit('offline', {})
    reportRegistrationError(error)
  }
}

async function register(
  container: ServiceWorkerContainer,
  script: string,
  scope: string,
): Promise<ServiceWorkerRegistration | undefined> {
  if (isLocalhost(location.hostname)) {
    const check = await checkWorker(script, container.controller)
    if (check === 'unreachable') emit('offline', {})
    else if (check !== 'ok') {
      await (await container.getRegistration(scope))?.unregister()
      throw new Error(`${script} is ${check === 'missing' ? 'missing' : 'not a script'}.`)
    }
  }
  const url = createTrustedTypes().scriptUrl(script)
  return container.register(url, { scope, updateViaCache: 'none' })
}

async function follow(
  registration: ServiceWorkerRegistration,
  boot: BootData,
  view: LocaleView,
): Promise<void> {
  const control = createUpdateControl(registration)
  watchUpdates(control, boot)
  await whenActive(registration)
  emit('ready', control)
  const save = () => saveInBackground(registration, view.code).catch(reportSaveError)
  addEventListener('online', () => void save())
  await save()
}

/** Never settles when the worker cannot be installed. */
async function whenActive(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (!worker || worker.state === 'activated') return
  await new Promise<void>(resolve => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
    })
  })
}

function reportSaveError(error: unknown): void {
  if (error instanceof OfflineError && error.cause.reason === 'unreachable') emit('offline', {})
  else reportError(error)
}

function listen(container: ServiceWorkerContainer): void {
  container.addEventListener('message', ({ data }: MessageEvent<WorkerNews | undefined>) => {
    switch (data?.type) {
      case 'offline-changed':
        return emit('state', data.state)
      case 'offline-cached':
        return emit('cached', data.code === undefined ? { whole: true } : { locale: data.code })
      case 'offline-error':
        return void reportError(new OfflineError(data.message, data.reason))
      default:
    }
  })
  container.startMessages()
}

/** What the server says of the worker's file; `unreachable` when it says nothing. */
export type WorkerCheck = 'ok' | 'missing' | 'wrong-type' | 'unreachable'

interface ServerAnswer {
  status: number
  contentType: string
}

/** Addresses of the reader's own machine, where one port serves one project today and another tomorrow. */
function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

/**
 * Looks at the worker's file before it is registered. Asks through the worker that is in charge of the page, where
 * there is one, so that a server that is gone leaves no failed request on the page.
 */
async function checkWorker(script: string, controller: ServiceWorker | null): Promise<WorkerCheck> {
  const viaWorker = controller ? await askController(controller) : 'no answer'
  const answer = viaWorker === 'no answer' ? await askServer(script) : viaWorker
  if (!answer) return 'unreachable'
  if (answer.status === 404) return 'missing'
  return answer.contentType.includes('javascript') ? 'ok' : 'wrong-type'
}

async function askController(controller: ServiceWorker): Promise<ServerAnswer | undefined | 'no answer'> {
  const reply = await askWorker(controller, { type: 'offline-check' }).catch(() => undefined)
  return reply && 'check' in reply ? reply.check : 'no answer'
}

async function askServer(script: string): Promise<ServerAnswer | undefined> {
  try {
    const response = await fetch(script, { cache: 'no-store' })
    return { status: response.status, contentType: response.headers.get('content-type') ?? '' }
  } catch {
    return undefined
  }
}
