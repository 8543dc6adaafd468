/** For a site that gave up offline reading: removes its stores, then itself. */
import { AGAIN_AFTER, deleteStores, names, scope, takeOver } from './scope.ts'

scope.addEventListener('install', () => void takeOver())
scope.addEventListener('activate', event => {
  event.waitUntil(leave())
  // An open page of the old version that registers the service worker right now brings it back.
  for (const wait of AGAIN_AFTER) setTimeout(() => void leave(), wait)
})
// A page that registers it later sends it a message next.
scope.addEventListener('message', event => event.waitUntil(leave()))

/** Does nothing while this worker waits, because the old one is in charge, or while a site that came back is installed. */
async function leave() {
  const { registration } = scope
  if (registration.installing || registration.waiting) return
  try {
    await deleteStores(name => names.isOwn(name) || names.isForeign(name))
  } finally {
    await registration.unregister()
  }
}
