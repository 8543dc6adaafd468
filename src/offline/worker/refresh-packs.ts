import type { PackList, Pack } from '../../schema/offline.ts'
import { findSection } from '../../shared/addresses/sections.ts'
import { SHARED, storeAll, storePacks } from './languages.ts'
import { readListIn, readPackList } from './locale-packs.ts'
import { localeByCode, manifest, names } from './scope.ts'
import { isStoreComplete } from './store-pack.ts'

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
