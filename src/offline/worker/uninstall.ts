/** The worker of a site that gave up offline reading: removes what an earlier one stored, then itself. */
import { names, scope, takeOver } from './scope.ts'

scope.addEventListener('install', () => void takeOver())
scope.addEventListener('activate', event => event.waitUntil(leave()))

async function leave(): Promise<void> {
  const stores = (await caches.keys()).filter(name => names.isOwn(name) || names.isForeign(name))
  await Promise.all(stores.map(name => caches.delete(name)))
  await scope.registration.unregister()
}
