/** Replaces another generator's service worker and loads its pages again. */
import { deleteStores, names, scope, takeOver } from './scope.ts'

scope.addEventListener('install', () => void takeOver())
scope.addEventListener('activate', event => event.waitUntil(leave()))

async function leave() {
  await deleteStores(names.isFormer)
  await scope.registration.unregister()
  const pages = await scope.clients.matchAll({ type: 'window' })
  await Promise.allSettled(pages.map(page => page.navigate(page.url)))
}
