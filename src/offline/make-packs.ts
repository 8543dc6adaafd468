import path from 'node:path/posix'
import { fileAddress } from '../shared/addresses.ts'
import type { OfflineLocale, Pack, PackList } from '../schema/offline.ts'
import { type MakePacks, type PackPlan, planPacks } from './create-packs.ts'
import type { FileGroups, LocaleFiles, Written } from './group-files.ts'
import type { LocaleParts } from './locale-parts.ts'

/** What the manifest says of the packs of a language. */
export type LocalePacks = Pick<OfflineLocale, 'packs' | 'list'>

export interface AllPacks {
  locales: LocalePacks[]
  shared: Pack[]
}

interface PackSource {
  config: { base: string }
  written: Written
  makePacks: MakePacks
}

/** Packs of a language by what they are for. */
interface Division<Each> {
  /** What the manifest lists; of a large language they are made last, because the list of the others is in them. */
  listed: Each[]
  sections: [first: string, some: Each[]][]
  rest: Each[]
}

/** Makes the packs of all languages: of large ones those of each section, their list, and a pack that has it. */
export async function makeAllPacks(groups: FileGroups, source: PackSource): Promise<AllPacks> {
  const { config, written, makePacks } = source
  const context = { written, base: config.base }
  const plans = groups.locales.map(files => planLocale(files, context))
  const shared = planPacks('shared', groups.shared, context)
  const made = await makePacks([...plans.flatMap(plansOf), ...shared])
  const packs = made.map(({ pack }) => pack).values()
  const next = (some: readonly unknown[]) => some.flatMap(() => packs.next().value ?? [])
  const divided = plans.map(({ listed, sections, rest }): Division<Pack> => ({
    listed: next(listed),
    sections: sections.map(([first, some]) => [first, next(some)]),
    rest: next(rest),
  }))
  const sharedPacks = next(shared)
  const locales = groups.locales.map(async (files, index): Promise<LocalePacks> => {
    const { listed, sections, rest } = divided[index] as Division<Pack>
    return files.parts ? addList(files, files.parts, { sections, rest }, source) : { packs: listed }
  })
  return { locales: await Promise.all(locales), shared: sharedPacks }
}

function planLocale(
  { locale: { code }, data, pages, parts }: LocaleFiles,
  context: { written: Written; base: string },
): Division<PackPlan> {
  if (!parts) return { listed: planPacks(code, [...data, ...pages], context), sections: [], rest: [] }
  return {
    listed: [],
    sections: parts.sections.map(section => [
      section.first,
      planPacks(code, [...section.data, ...section.pages], { ...context, repeats: true }),
    ]),
    rest: groupByHash(parts.rest).flatMap(files => planPacks(code, files, context)),
  }
}

/** In the order in which their packs are made. */
function plansOf({ listed, sections, rest }: Division<PackPlan>): PackPlan[] {
  return [...listed, ...sections.flatMap(([, some]) => some), ...rest]
}

/** Files with hashed names in sixteen groups: one that changes leaves the others where they are. */
function groupByHash(files: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const file of files) {
    const digit = path.basename(file).split('.').at(-2)?.[0] ?? ''
    const group = groups.get(digit)
    if (group) group.push(file)
    else groups.set(digit, [file])
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

async function addList(
  { locale: { code } }: LocaleFiles,
  { common }: LocaleParts,
  list: PackList,
  { config: { base }, written, makePacks }: PackSource,
): Promise<Required<LocalePacks>> {
  const url = fileAddress(base, `offline/${code}.json`)
  const plans = planPacks(code, [{ url, text: JSON.stringify(list) }, ...common], { written, base })
  const packs = (await makePacks(plans)).map(({ pack }) => pack)
  const all = [...list.sections.flatMap(([, some]) => some), ...list.rest]
  return { packs, list: { url, bytes: all.reduce((sum, pack) => sum + pack.bytes, 0) } }
}
