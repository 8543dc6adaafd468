import { changeRecord, readRecord } from './records.ts'
import { scope } from './scope.ts'

/**
 * Remembers that a tab's document came from the network: it may be of a newer build, and must not get this build's
 * tables from the store.
 */
export async function rememberNetworkTab(id: string): Promise<void> {
  if (!id) return
  await changeRecord('networkTabs', async (known = []) => {
    const open = await Promise.all(known.map(async tab => ((await scope.clients.get(tab)) ? [tab] : [])))
    return [...open.flat(), id]
  })
}

export async function isNetworkTab(id: string): Promise<boolean> {
  return ((await readRecord('networkTabs')) ?? []).includes(id)
}
