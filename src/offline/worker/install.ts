import { reasonOf, readRecord, writeRecord, coreName, storeCore } from './store.ts'
import { languagesOnDevice, refreshLanguage } from './languages.ts'
import { packsOf, SHARED, storesOf } from './packs.ts'
import { deleteStores, names, scope, takeOver, tell } from './scope.ts'
import { manifest } from './manifest.ts'

/**
 * Stores the core, and brings the languages that are on the device up to date, so that the new version is whole when it
 * takes over. Fails without harm: the version before goes on, and the next try resumes.
 */
export async function install(): Promise<void> {
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
  await deleteOthers(new Set([...(await ownStores()), ...(active ?? [])]))
  // The pages of a replaced VuePress 1 site can't offer the update.
  if (scope.registration.active && !active && (await caches.keys()).some(names.isForeign)) await takeOver()
}

/** Takes over: earlier builds' stores go, and on a first visit the open pages are served from now on. */
export async function activate(): Promise<void> {
  const isFirst = (await readRecord('active')) === undefined
  if (isFirst) await rememberReplacedTabs()
  else await finishReplacement()
  const own = await ownStores()
  await deleteOthers(own)
  await writeRecord('active', [...own])
  // Pages that came from the network before there was a worker.
  await writeRecord('networkTabs', isFirst ? await tabs({ includeUncontrolled: true }) : undefined)
  if (isFirst) await scope.clients.claim()
}

/** Once no page of the replaced site is open, what its worker stored is deleted. */
export async function finishReplacement(): Promise<void> {
  const replaced = await readRecord('replacedTabs')
  if (!replaced) return
  const open = await Promise.all(replaced.map(id => scope.clients.get(id)))
  if (open.some(Boolean)) return
  await deleteStores(names.isForeign)
  await writeRecord('replacedTabs', undefined)
}

/** Open pages of the replaced site keep what their worker stored until they are closed or reloaded. */
async function rememberReplacedTabs(): Promise<void> {
  const replaced = (await caches.keys()).some(names.isForeign) ? await tabs() : []
  if (replaced.length > 0) await writeRecord('replacedTabs', replaced)
  else await deleteStores(names.isForeign)
}

async function tabs(options: ClientQueryOptions = {}): Promise<string[]> {
  return (await scope.clients.matchAll({ type: 'window', ...options })).map(({ id }) => id)
}

async function tellFailure(error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  await tell({ type: 'offline-error', message, reason: reasonOf(error) })
}

async function ownStores(): Promise<Set<string>> {
  const stores = manifest.locales.map(async locale => storesOf(locale.code, await packsOf(locale)))
  const shared = storesOf(SHARED, manifest.shared)
  return new Set([coreName, names.state, ...(await Promise.all(stores)).flat(), ...shared])
}

function deleteOthers(keep: ReadonlySet<string>): Promise<void> {
  return deleteStores(name => names.isOwn(name) && !keep.has(name))
}
