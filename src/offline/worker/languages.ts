import type { LocaleState, OfflineState, Pack, PackList } from '../../schema/offline.ts'
import {
  packsAt,
  packsOf,
  isComplete,
  isStoreComplete,
  storePack,
  readListIn,
  readPackList,
} from './packs.ts'
import { changeRecord, readRecord, type Records, storeCore } from './store.ts'
import { names, tell } from './scope.ts'
import { localeByCode, manifest, SHARED } from './manifest.ts'
import { findSection } from '../../shared/address-table.ts'

const NO_CHOICES: Records['choices'] = { wanted: [], refused: [] }

const running = new Map<string, Promise<void>>()

/** What is on the device, language by language. */
export async function describeState(): Promise<OfflineState> {
  const choices = await readChoices()
  const locales = await Promise.all(
    manifest.locales.map(async ({ code, pages, packs, list }): Promise<LocaleState> => ({
      code,
      pages,
      bytes: packs.reduce((sum, pack) => sum + pack.bytes, list?.bytes ?? 0),
      state: running.has(code) ? 'saving' : (await isSaved(code)) ? 'saved' : 'absent',
      refused: choices.refused.includes(code),
      wanted: choices.wanted.includes(code),
    })),
  )
  return { version: manifest.version, locales }
}

/**
 * Stores a language; calls for the same language share one run. Throws `StoreError`, or what the store throws.
 * @param path of the page that asks, without base: of a large language, its section comes first
 */
export async function saveLanguage(code: string, isAsked: boolean, path?: string): Promise<void> {
  if (!localeByCode(code)) return
  const choices = await readChoices()
  if (isAsked) await choose(code, 'wanted')
  else if (choices.refused.includes(code)) return
  const known = running.get(code)
  if (known) return known
  const run = storeLanguage(code, path).finally(() => running.delete(code))
  running.set(code, run)
  await run
}

/** Removes a language; it is not stored again until the reader asks. */
export async function removeLanguage(code: string): Promise<void> {
  // On a full device, noting it needs the room that removing makes.
  const isNoted = await choose(code, 'refused').then(
    () => true,
    () => false,
  )
  await running.get(code)?.catch(() => undefined)
  const stores = (await caches.keys()).filter(name => names.codeOf(name) === code)
  await Promise.all(stores.map(name => caches.delete(name)))
  if (!isNoted) await choose(code, 'refused')
  await tell({ type: 'offline-changed', state: await describeState() })
}

/** Codes of the languages that are on the device, from whatever build. */
export async function languagesOnDevice(): Promise<string[]> {
  const codes = new Set<string>()
  for (const name of await caches.keys()) {
    const code = names.codeOf(name)
    if (code && localeByCode(code) && (await isStoreComplete(name))) codes.add(code)
  }
  const { refused } = await readChoices()
  return [...codes].filter(code => !refused.includes(code))
}

/** Fetches the packs of a language that are not there yet, of a large one those that a page needs first. */
async function storePacks(code: string, path?: string): Promise<void> {
  const locale = localeByCode(code)
  if (locale?.list && path !== undefined) {
    await storeAll(code, locale.packs)
    await storeAll(code, await packsAt(locale, path))
    await storeAll(SHARED, manifest.shared)
  }
  for (const each of await withNeeded(code)) {
    await storeAll(each, localeByCode(each)?.packs ?? [])
    await storeAll(each, await knownPacks(each))
  }
  await storeAll(SHARED, manifest.shared)
}

async function storeAll(code: string, packs: readonly Pack[]): Promise<void> {
  for (const pack of packs) await storePack(code, pack)
}

export async function isSaved(code: string): Promise<boolean> {
  const own = await Promise.all((await withNeeded(code)).map(isOnDevice))
  return own.every(Boolean) && areComplete(SHARED, manifest.shared)
}

async function isOnDevice(code: string): Promise<boolean> {
  const isListOnDevice = await areComplete(code, localeByCode(code)?.packs ?? [])
  return isListOnDevice && areComplete(code, await knownPacks(code))
}

async function areComplete(code: string, packs: readonly Pack[]): Promise<boolean> {
  return (await Promise.all(packs.map(pack => isComplete(code, pack)))).every(Boolean)
}

async function knownPacks(code: string): Promise<Pack[]> {
  const locale = localeByCode(code)
  return locale ? packsOf(locale) : []
}

/** The language, and those whose pages it shows in place of its own; what the reader removed stays away. */
async function withNeeded(code: string): Promise<string[]> {
  const needs = localeByCode(code)?.needs ?? []
  if (needs.length === 0) return [code]
  const { refused } = await readChoices()
  return [code, ...needs.filter(other => !refused.includes(other))]
}

async function storeLanguage(code: string, path: string | undefined): Promise<void> {
  if (await isSaved(code)) return
  await tell({ type: 'offline-changed', state: withState(await describeState(), code, 'saving') })
  try {
    await storeCore()
    await storePacks(code, path)
  } catch (error) {
    await tell({ type: 'offline-changed', state: withState(await describeState(), code, 'absent') })
    throw error
  }
  const state = withState(await describeState(), code, 'saved')
  await tell({ type: 'offline-changed', state })
  await tell({ type: 'offline-cached', code })
  const isWhole = state.locales.every(locale => locale.state === 'saved' || locale.refused)
  if (isWhole) await tell({ type: 'offline-cached' })
}

/** The run that reports is still counted as running. */
function withState(state: OfflineState, code: string, now: LocaleState['state']): OfflineState {
  const locales = state.locales.map(locale => (locale.code === code ? { ...locale, state: now } : locale))
  return { ...state, locales }
}

async function readChoices() {
  return (await readRecord('choices')) ?? NO_CHOICES
}

async function choose(code: string, choice: 'wanted' | 'refused'): Promise<void> {
  await changeRecord<'choices'>('choices', ({ wanted, refused } = NO_CHOICES) => {
    const others = {
      wanted: wanted.filter(other => other !== code),
      refused: refused.filter(other => other !== code),
    }
    return { ...others, [choice]: [...others[choice], code] }
  })
}

/** Brings a language up to date that is on the device: of a large one, the sections that are. */
export async function refreshPacks(code: string): Promise<void> {
  const locale = localeByCode(code)
  const earlier = locale?.list ? await earlierLists(code, locale.list.url) : []
  // Where there is no list, the language was stored whole.
  if (!locale || earlier.length === 0) return storePacks(code)
  await storeAll(code, locale.packs)
  const list = await readPackList(locale)
  if (!list) return
  const wanted = await Promise.all(earlier.map(each => stillWanted(code, each, list)))
  await storeAll(code, [...new Set(wanted.flat())])
  await storeAll(SHARED, manifest.shared)
}

/** The lists of all builds of which something is on the device. */
async function earlierLists(code: string, url: string): Promise<PackList[]> {
  const stores = (await caches.keys()).filter(name => names.codeOf(name) === code)
  const found = await Promise.all(stores.map(name => readListIn(url, [name])))
  return found.filter(list => list !== undefined)
}

/** Packs of a list for the addresses of which an earlier one has packs on the device. */
async function stillWanted(code: string, earlier: PackList, now: PackList): Promise<Pack[]> {
  const has = async (packs: readonly Pack[]) =>
    (await Promise.all(packs.map(({ hash }) => isStoreComplete(names.pack(code, hash))))).every(Boolean)
  const [before, firsts] = [earlier, now].map(({ sections }) => sections.map(([first]) => first))
  const onDevice = await Promise.all(earlier.sections.map(([, packs]) => has(packs)))
  const wanted = now.sections.filter(([first], position) => {
    const began = onDevice[findSection(before ?? [], first)]
    return began || before?.some((key, at) => onDevice[at] && findSection(firsts ?? [], key) === position)
  })
  return [...wanted.flatMap(([, packs]) => packs), ...((await has(earlier.rest)) ? now.rest : [])]
}
