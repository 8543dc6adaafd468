/** For a site that gave up offline reading: removes what an earlier one stored, then itself. */
import { deleteStores, names, scope, takeOver } from './scope.ts'

scope.addEventListener('install', () => void takeOver())
scope.addEventListener('activate', event => event.waitUntil(leave()))
// An open page of the old version that registers the service worker only now brings it back, and then asks it something. While this
// worker waits, pages ask it too, but the old one is still in charge.
scope.addEventListener('message', event => {
  if (!scope.registration.waiting) event.waitUntil(leave())
})

async function leave(): Promise<void> {
  await deleteStores(name => names.isOwn(name) || names.isForeign(name))
  await scope.registration.unregister()
}
