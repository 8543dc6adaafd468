/** The service worker of a site that can be read offline: which requests and messages it answers. Nothing in it comes from another origin. */
import type { WorkerReply, WorkerRequest } from '../../shared/offline.ts'
import { answerCore, answerFile, answeredPages, answerNavigation } from './answers.ts'
import {
  describeState,
  languagesOnDevice,
  refreshLanguage,
  removeLanguage,
  saveLanguage,
  SHARED,
} from './packs.ts'
import { deleteStores, names, scope, takeOver, tell } from './scope.ts'
import {
  coreEntry,
  coreName,
  localeOf,
  manifest,
  pathInSite,
  storeCore,
  readRecord,
  reasonOf,
  writeRecord,
} from './store.ts'

scope.addEventListener('install', event => event.waitUntil(install()))
scope.addEventListener('activate', event => event.waitUntil(activate()))
scope.addEventListener('message', event => event.waitUntil(answerMessage(event)))
scope.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  // The browser answers itself: parts of files, other origins and methods, the worker's own file.
  if (
    request.method !== 'GET' ||
    url.origin !== scope.location.origin ||
    !url.pathname.startsWith(manifest.base) ||
    url.pathname === scope.location.pathname ||
    request.headers.has('range') ||
    (request.cache === 'only-if-cached' && request.mode !== 'same-origin')
  )
    return
  const entry = coreEntry(url)
  if (request.mode === 'navigate') event.respondWith(answerNavigation(event))
  else if (entry) event.respondWith(answerCore(event, entry).catch(() => Response.error()))
  else if (url.pathname.startsWith(`${manifest.base}assets/`) || files.has(url.pathname))
    event.respondWith(answerFile(event).catch(() => Response.error()))
})

const files = new Set(manifest.files)

/** Stores the core and updates the languages on the device, so that the new version is whole when it takes over. The next try resumes. */
async function install(): Promise<void> {
  const tellFailure = async (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    await tell({ type: 'offline-error', message, reason: reasonOf(error) })
  }
  try {
    await storeCore()
    for (const locale of await languagesOnDevice()) {
      // A device without room for two versions gets the languages after the old version is gone.
      await refreshLanguage(locale).catch(async (error: unknown) => {
        if (reasonOf(error) !== 'quota') throw error
        await tellFailure(error)
      })
    }
  } catch (error) {
    await tellFailure(error)
    throw error
  }
  const active = await readRecord('active')
  await deleteOthers([...ownStores(), ...(active ?? [])])
  // The pages of a replaced VuePress 1 site can't offer the update.
  if (scope.registration.active && !active && (await caches.keys()).some(names.isForeign)) await takeOver()
}

async function activate(): Promise<void> {
  const isFirst = (await readRecord('active')) === undefined
  // Open pages of a replaced site keep what its worker stored until they are closed or reloaded.
  if (isFirst && (await caches.keys()).some(names.isForeign)) await writeRecord('replacedTabs', await tabs())
  await finishReplacement()
  await deleteOthers(ownStores())
  await writeRecord('active', ownStores())
  // Pages that came from the network before there was a worker.
  await writeRecord('networkTabs', isFirst ? await tabs({ includeUncontrolled: true }) : undefined)
  if (isFirst) await scope.clients.claim()
}

async function finishReplacement(): Promise<void> {
  const replaced = await readRecord('replacedTabs')
  if (!replaced) return
  const open = await Promise.all(replaced.map(id => scope.clients.get(id)))
  if (open.some(Boolean)) return
  await deleteStores(names.isForeign)
  await writeRecord('replacedTabs', undefined)
}

async function tabs(options: ClientQueryOptions = {}): Promise<string[]> {
  return (await scope.clients.matchAll({ type: 'window', ...options })).map(({ id }) => id)
}

function ownStores(): string[] {
  const packs = manifest.locales.flatMap(locale => locale.packs.map(pack => names.pack(locale.code, pack)))
  return [coreName, names.state, ...packs, ...manifest.shared.map(pack => names.pack(SHARED, pack))]
}

async function deleteOthers(keep: readonly string[]): Promise<void> {
  await deleteStores(name => names.isOwn(name) && !keep.includes(name))
}

type Message = WorkerRequest | { type: 'skip-waiting' } | { type: 'SKIP_WAITING' }
type Source = ExtendableMessageEvent['source']

/** Does what a page asks for and replies by the port, if there is one. Anything else is ignored. */
async function answerMessage({ data, ports, source }: ExtendableMessageEvent): Promise<void> {
  const message = data as Partial<Message> | null | undefined
  if (typeof message?.type !== 'string') return
  const reply = await answer(message as Message, source).catch((error: unknown): WorkerReply => ({
    error: error instanceof Error ? error.message : String(error),
    reason: reasonOf(error),
  }))
  ports[0]?.postMessage(reply)
  if (message.type !== 'offline-state') return
  // A page was just opened: what the browser evicted comes back.
  await finishReplacement()
  await storeCore().catch(() => undefined)
}

async function answer(message: Message, source: Source): Promise<WorkerReply | { error: null }> {
  switch (message.type) {
    case 'skip-waiting':
    case 'SKIP_WAITING':
      await takeOver()
      return { error: null }
    case 'offline-version': {
      const answeredPage = source !== null && 'id' in source && answeredPages.has(source.id)
      return { error: null, version: manifest.version, answeredPage }
    }
    case 'offline-state':
      break
    case 'offline-save': {
      const path = source && 'url' in source ? pathInSite(new URL(source.url)) : undefined
      const isOfLanguage = path !== undefined && localeOf(path)?.code === message.code
      await saveLanguage(message.code, message.asked === true, isOfLanguage ? path : undefined)
      break
    }
    case 'offline-remove':
      await removeLanguage(message.code)
      break
    case 'offline-check': {
      const response = await fetch(scope.location.href, { cache: 'no-store' }).catch(() => undefined)
      const contentType = response?.headers.get('content-type') ?? ''
      return { error: null, check: response && { status: response.status, contentType } }
    }
    default:
      return { error: 'unknown message', reason: 'unknown' }
  }
  return { error: null, state: await describeState() }
}
