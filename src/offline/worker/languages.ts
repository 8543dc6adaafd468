import type { LocaleState, OfflineLocale, OfflineState, Pack, PackList } from '../../schema/offline.ts'
import { findSection } from '../../shared/address-table.ts'
import { manifest } from './manifest.ts'
import {
  areComplete,
  isStoreComplete,
  packsAt,
  packsOf,
  readListIn,
  readPackList,
  SHARED,
  storePacks,
  storesOf,
} from './packs.ts'
import { deleteStores, names, tell } from './scope.ts'
import { changeRecord, readRecord, type Records, storeCore } from './store.ts'

const NO_CHOICES: Records['choices'] = { wanted: [], refused: [] }

const running = new Map<string, Promise<void>>()

function localeByCode(code: string): OfflineLocale | undefined {
  return manifest.locales.find(locale => locale.code === code)
}

async function readChoices(): Promise<Records['choices']> {
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

/** The languages on the device, one by one. */
export async function describeState(): Promise<OfflineState> {
  const { refused, wanted } = await readChoices()
  const locales = manifest.locales.map(async (locale): Promise<LocaleState> => {
    const { code, pages, packs, list } = locale
    return {
      code,
      pages,
      bytes: packs.reduce((sum, pack) => sum + pack.bytes, list?.bytes ?? 0),
      state: running.has(code) ? 'saving' : (await isSaved(locale)) ? 'saved' : 'absent',
      refused: refused.includes(code),
      wanted: wanted.includes(code),
    }
  })
  return { version: manifest.version, locales: await Promise.all(locales) }
}

/** True when a language, and the files that all share, are on the device. */
export async function isSaved(locale: OfflineLocale): Promise<boolean> {
  for (const each of await withNeeded(locale))
    if (!(await areComplete(each.code, await packsOf(each)))) return false
  return areComplete(SHARED, manifest.shared)
}

/** The language, and those whose pages it shows in place of its own; languages that the reader removed stay away. */
async function withNeeded(locale: OfflineLocale): Promise<OfflineLocale[]> {
  const { code, needs = [] } = locale
  if (needs.length === 0) return [locale]
  const { refused } = await readChoices()
  const isNeeded = (other: string) => needs.includes(other) && other !== code && !refused.includes(other)
  return [locale, ...manifest.locales.filter(other => isNeeded(other.code))]
}

/**
 * Stores a language; calls for the same language share one run. Throws `StoreError`, or what the store throws.
 * @param path of the page that asks, without base: of a large language, its section comes first
 */
export async function saveLanguage(code: string, isAsked: boolean, path?: string): Promise<void> {
  const locale = localeByCode(code)
  if (!locale) return
  if (isAsked) await choose(code, 'wanted')
  else if ((await readChoices()).refused.includes(code)) return
  const run = running.get(code) ?? storeLanguage(locale, path).finally(() => running.delete(code))
  running.set(code, run)
  await run
}

async function storeLanguage(locale: OfflineLocale, path: string | undefined): Promise<void> {
  if (await isSaved(locale)) return
  // While it runs, `describeState` says `saving`.
  const tellState = async (state: LocaleState['state']) => {
    const described = await describeState()
    const locales = described.locales.map(each => (each.code === locale.code ? { ...each, state } : each))
    await tell({ type: 'offline-changed', state: { ...described, locales } })
    return locales
  }
  await tellState('saving')
  try {
    await storeCore()
    await storeAll(locale, path)
  } catch (error) {
    await tellState('absent')
    throw error
  }
  const locales = await tellState('saved')
  await tell({ type: 'offline-cached', code: locale.code })
  if (locales.every(({ state, refused }) => state === 'saved' || refused))
    await tell({ type: 'offline-cached' })
}

/** Fetches the packs of a language that are not there yet, of a large one those that a page needs first. */
async function storeAll(locale: OfflineLocale, path?: string): Promise<void> {
  if (locale.list && path !== undefined) {
    await storePacks(locale.code, locale.packs)
    await storePacks(locale.code, await packsAt(locale, path))
    await storePacks(SHARED, manifest.shared)
  }
  for (const each of await withNeeded(locale)) {
    await storePacks(each.code, each.packs)
    await storePacks(each.code, await packsOf(each))
  }
  await storePacks(SHARED, manifest.shared)
}

/** Removes a language; it is not stored again until the reader asks. */
export async function removeLanguage(code: string): Promise<void> {
  const refuse = () => choose(code, 'refused')
  // On a full device, noting it needs the room that removing makes.
  const isNoted = await refuse().then(
    () => true,
    () => false,
  )
  await running.get(code)?.catch(() => undefined)
  await deleteStores(name => names.codeOf(name) === code)
  if (!isNoted) await refuse()
  await tell({ type: 'offline-changed', state: await describeState() })
}

/** The languages that are on the device, from whatever build. */
export async function languagesOnDevice(): Promise<OfflineLocale[]> {
  const { refused } = await readChoices()
  const codes = new Set<string>()
  for (const name of await caches.keys()) {
    const code = names.codeOf(name)
    if (code && !refused.includes(code) && (await isStoreComplete(name))) codes.add(code)
  }
  return manifest.locales.filter(({ code }) => codes.has(code))
}

/** Brings a language up to date that is on the device: of a large one, the sections that are. */
export async function refreshLanguage(locale: OfflineLocale): Promise<void> {
  const { code, list: { url } = {} } = locale
  const stores = url ? (await caches.keys()).filter(name => names.codeOf(name) === code) : []
  const lists = await Promise.all(stores.map(store => readListIn(url ?? '', [store])))
  const earlier = lists.filter(list => list !== undefined)
  // Where there is no list, the language was stored whole.
  if (earlier.length === 0) return storeAll(locale)
  await storePacks(code, locale.packs)
  const now = await readPackList(locale)
  if (!now) return
  for (const each of earlier) await storePacks(code, await stillWanted(code, each, now))
  await storePacks(SHARED, manifest.shared)
}

/** Packs of a list for the addresses of which an earlier one has packs on the device. */
async function stillWanted(code: string, earlier: PackList, now: PackList): Promise<Pack[]> {
  const has = async (packs: readonly Pack[]) =>
    (await Promise.all(storesOf(code, packs).map(isStoreComplete))).every(Boolean)
  const [before, firsts] = [earlier, now].map(({ sections }) => sections.map(([first]) => first))
  const onDevice = await Promise.all(earlier.sections.map(([, packs]) => has(packs)))
  const wanted = now.sections.filter(([first], position) => {
    const began = onDevice[findSection(before ?? [], first)]
    return began || before?.some((key, at) => onDevice[at] && findSection(firsts ?? [], key) === position)
  })
  return [...wanted.flatMap(([, packs]) => packs), ...((await has(earlier.rest)) ? now.rest : [])]
}
