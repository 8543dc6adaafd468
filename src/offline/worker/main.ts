/** The service worker of a site that can be read offline. Nothing in it comes from another origin. */
import { answerCore, answerFile, answerNavigation } from './answers.ts'
import { answerMessage } from './messages.ts'
import { activate, install } from './install.ts'
import { scope } from './scope.ts'
import { manifest } from './manifest.ts'
import { coreEntry } from './store.ts'

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
  else if (isStoredKind(url)) event.respondWith(answerFile(event).catch(() => Response.error()))
})

/** Everything else is left to the browser: parts of files, other origins, other methods, the worker itself. */
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

function isStoredKind({ pathname }: URL): boolean {
  return pathname.startsWith(`${manifest.base}assets/`) || files.has(pathname)
}

const files = new Set(manifest.files)
