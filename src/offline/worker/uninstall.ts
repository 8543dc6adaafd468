/** For a site that gave up offline reading: removes what an earlier one stored, then itself. */
import { deleteStores, names, scope, takeOver } from './scope.ts'

scope.addEventListener('install', () => void takeOver())
scope.addEventListener('activate', event => event.waitUntil(leave()))

async function leave(): Promise<void> {
  await deleteStores(name => names.isOwn(name) || names.isForeign(name))
  await scope.registration.unregister()
}
