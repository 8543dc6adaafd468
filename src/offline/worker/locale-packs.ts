import type { OfflineLocale, Pack, PackList } from '../../schema/offline.ts'
import { findSection, sectionKey } from '../../shared/addresses/sections.ts'
import { lookUp } from './look-up.ts'
import { names } from './scope.ts'

const lists = new Map<string, PackList>()

/** The packs of a large language, by section; undefined while that is not on the device. */
export async function readPackList({ code, list, packs }: OfflineLocale): Promise<PackList | undefined> {
  if (!list) return undefined
  const stored = lists.has(code) ? undefined : await findInPacks(code, packs, list.url)
  if (stored) lists.set(code, (await stored.json()) as PackList)
  return lists.get(code)
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
  for (const { hash } of packs) {
    const found = await lookUp(url, names.pack(code, hash))
    if (found) return found
  }
  return undefined
}
