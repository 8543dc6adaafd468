/** The service worker of a site that can be read offline: which requests and messages it answers. Nothing in it comes from another origin. */
import type { WorkerReply, WorkerRequest } from '../../schema/offline.ts'
import { answerCore, answerFile, answeredPages, answerNavigation } from './answers.ts'
import { activate, finishReplacement, install } from './install.ts'
import { describeState, removeLanguage, saveLanguage } from './languages.ts'
import { localeOf, manifest, pathInSite } from './manifest.ts'
import { scope, takeOver } from './scope.ts'
import { coreEntry, reasonOf, storeCore } from './store.ts'

scope.addEventListener('install', event => event.waitUntil(install()))
scope.addEventListener('activate', event => event.waitUntil(activate()))
scope.addEventListener('message', event => event.waitUntil(answerMessage(event)))
scope.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (!concerns(request, url)) return
  const entry = coreEntry(url)
  if (request.mode === 'navigate') event.respondWith(answerNavigation(event))
  else if (entry) event.respondWith(answerCore(event, entry).catch(() => Response.error()))
  else if (url.pathname.startsWith(`${manifest.base}assets/`) || files.has(url.pathname))
    event.respondWith(answerFile(event).catch(() => Response.error()))
})

const files = new Set(manifest.files)

/** False for what is left to the browser: parts of files, other origins, other methods, the worker itself. */
function concerns(request: Request, url: URL): boolean {
  return (
    request.method === 'GET' &&
    url.origin === scope.location.origin &&
    url.pathname.startsWith(manifest.base) &&
    url.pathname !== scope.location.pathname &&
    !request.headers.has('range') &&
    !(request.cache === 'only-if-cached' && request.mode !== 'same-origin')
  )
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
    case 'offline-save':
      await saveLanguage(message.code, message.asked === true, pathOf(message.code, source))
      break
    case 'offline-remove':
      await removeLanguage(message.code)
      break
    case 'offline-check':
      return { error: null, check: await checkOwnFile() }
    default:
      return { error: 'unknown message', reason: 'unknown' }
  }
  return { error: null, state: await describeState() }
}

/** Path of the page that asks, if it is of the language. */
function pathOf(code: string, source: Source): string | undefined {
  const path = source && 'url' in source ? pathInSite(new URL(source.url)) : undefined
  return path !== undefined && localeOf(path)?.code === code ? path : undefined
}

/** The server's answer for this worker's own file; undefined when it can't be reached. */
async function checkOwnFile(): Promise<{ status: number; contentType: string } | undefined> {
  const response = await fetch(scope.location.href, { cache: 'no-store' }).catch(() => undefined)
  return response && { status: response.status, contentType: response.headers.get('content-type') ?? '' }
}
