import { reasonOf, readRecord, writeRecord, coreName, storeCore } from './store.ts'
import { languagesOnDevice, refreshPacks } from './languages.ts'
import { SHARED } from './manifest.ts'
import { packsOf } from './packs.ts'
import { names, scope, takeOver, tell } from './scope.ts'
import { manifest } from './manifest.ts'

/**
 * Stores the core, and brings the languages that are on the device up to date, so that the new version is whole when it
 * takes over. Fails without harm: the version before goes on, and the next try resumes.
 */
export async function install(): Promise<void> {
  try {
    await storeCore()
    await refreshLanguages()
  } catch (error) {
    await tellFailure(error)
    throw error
  }
  await deleteStores(new Set([...(await ownStores()), ...((await readRecord('active')) ?? [])]))
  // The pages of a replaced VuePress 1 site cannot offer the update.
  if (await replacesOtherSite()) await takeOver()
}

/** Takes over: earlier builds' stores go, and on a first visit the open pages are served from now on. */
export async function activate(): Promise<void> {
  const isFirst = (await readRecord('active')) === undefined
  if (isFirst) await meetReplacedTabs()
  else await finishReplacement()
  const own = await ownStores()
  await deleteStores(own)
  await writeRecord('active', [...own])
  await writeRecord('networkTabs', isFirst ? await openTabs() : undefined)
  if (isFirst) await scope.clients.claim()
}

/** Once no page of the replaced site is open, what its worker stored is deleted. */
export async function finishReplacement(): Promise<void> {
  const tabs = await readRecord('replacedTabs')
  if (!tabs) return
  const open = await Promise.all(tabs.map(id => scope.clients.get(id)))
  if (open.some(Boolean)) return
  await deleteForeignStores()
  await writeRecord('replacedTabs', undefined)
}

async function tellFailure(error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  await tell({ type: 'offline-error', message, reason: reasonOf(error) })
}

/** A device without room for two versions gets the languages after the old version is gone. */
async function refreshLanguages(): Promise<void> {
  for (const code of await languagesOnDevice()) {
    try {
      await refreshPacks(code)
    } catch (error) {
      if (reasonOf(error) !== 'quota') throw error
      await tellFailure(error)
    }
  }
}

async function ownStores(): Promise<Set<string>> {
  const packs = manifest.locales.map(async locale =>
    (await packsOf(locale)).map(({ hash }) => names.pack(locale.code, hash)),
  )
  const shared = manifest.shared.map(({ hash }) => names.pack(SHARED, hash))
  return new Set([coreName, names.state, ...(await Promise.all(packs)).flat(), ...shared])
}

async function deleteStores(keep: ReadonlySet<string>): Promise<void> {
  const stale = (await caches.keys()).filter(name => names.isOwn(name) && !keep.has(name))
  await Promise.all(stale.map(name => caches.delete(name)))
}

async function replacesOtherSite(): Promise<boolean> {
  if (!scope.registration.active || (await readRecord('active'))) return false
  return (await caches.keys()).some(names.isForeign)
}

/** Open pages of the replaced site keep what their worker stored until they are closed or reloaded. */
async function meetReplacedTabs(): Promise<void> {
  const hasForeign = (await caches.keys()).some(names.isForeign)
  const tabs = hasForeign ? await scope.clients.matchAll({ type: 'window' }) : []
  if (tabs.length === 0) return deleteForeignStores()
  const ids = tabs.map(({ id }) => id)
  await writeRecord('replacedTabs', ids)
}

/** Pages that came from the network before there was a worker. */
async function openTabs(): Promise<string[]> {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return tabs.map(({ id }) => id)
}

async function deleteForeignStores(): Promise<void> {
  const stores = (await caches.keys()).filter(names.isForeign)
  await Promise.all(stores.map(name => caches.delete(name)))
}
