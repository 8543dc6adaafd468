import type { WorkerNews } from '../../schema/offline.ts'
import type { BootData, LocaleView } from '../../schema/view.ts'
import { createTrustedTypes } from '../trusted-types.ts'
import { finishUpdate } from './accept-update.ts'
import { OfflineError } from './ask-worker.ts'
import { checkWorker, isLocalhost } from './check-worker.ts'
import { findContainer } from './find-container.ts'
import { emit, note } from './events.ts'
import { loadView } from './load-view.ts'
import { reportError, reportRegistrationError } from './report-error.ts'
import { saveInBackground } from './save-languages.ts'
import { createUpdateControl, reloadOnTakeOver, watchUpdates } from './watch-updates.ts'

/** Registers the service worker of a site that has one and follows it. */
export async function registerOffline(boot: BootData): Promise<void> {
  const container = findContainer()
  if (!container) return note('This browser cannot save pages for offline reading.')
  const view = await loadView(boot)
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
