import type { OfflineLocale, Pack, PackList } from '../../schema/offline.ts'
import { findSection, sectionKey } from '../../shared/addresses/sections.ts'
import { lookUp, readJson } from './look-up.ts'
import { names } from './scope.ts'

const lists = new Map<string, PackList>()

/** The packs of a large language, by section; undefined while that is not on the device. */
export async function readPackList({ code, list, packs }: OfflineLocale): Promise<PackList | undefined> {
  if (!list) return undefined
  const known = lists.get(code) ?? (await readListIn(list.url, storesOf(code, packs)))
  if (known) lists.set(code, known)
  return known
}

/** The list of packs in the first of some stores that has it. */
export function readListIn(url: string, stores: readonly string[]): Promise<PackList | undefined> {
  return readJson(url, stores, ({ sections, rest }: PackList) => ({
    sections: [...sections],
    rest: [...rest],
  }))
}

/** Every pack of a language; of a large one whose list is not on the device, those that are known. */
export async function packsOf(locale: OfflineLocale): Promise<Pack[]> {
  const list = await readPackList(locale)
  return list ? [...locale.packs, ...list.sections.flatMap(([, some]) => some), ...list.rest] : locale.packs
}

/** The packs that a page of a language needs, by its path without base; those with the page itself first. */
export async function packsAt(locale: OfflineLocale, path: string): Promise<Pack[]> {
  const sections = (await readPackList(locale))?.sections ?? []
  const firsts = sections.map(([first]) => first)
  return [...(sections[findSection(firsts, sectionKey(path))]?.[1] ?? []), ...locale.packs]
}

export async function findInPacks(
  code: string,
  packs: readonly Pick<Pack, 'hash'>[],
  url: string,
): Promise<Response | undefined> {
  for (const store of storesOf(code, packs)) {
    const found = await lookUp(url, store)
    if (found) return found
  }
  return undefined
}

export function storesOf(code: string, packs: readonly Pick<Pack, 'hash'>[]): string[] {
  return packs.map(({ hash }) => names.pack(code, hash))
}
