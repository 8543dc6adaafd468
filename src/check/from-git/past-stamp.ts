import type { Section } from '../../schema/page.ts'
import { FRONTMATTER, type Stamp } from '../../shared/translations.ts'
import { matchSections } from '../../site/sections.ts'

/** A page at some time: its sections, and what a translation made from it is stamped with. */
export interface PastPage {
  sections: readonly Section[]
  stamp: Stamp
}

/** What a translation has from one commit: the hashes of its sections, and both pages as they were there. */
export interface Origin {
  hashes: ReadonlySet<string>
  translation: PastPage
  source: PastPage
}

/**
 * The stamp of a translation whose sections are of different times, `origins` from new to old: each section of the source
 * as it was when the section that translates it was last changed.
 */
export function pastStamp(origins: readonly Origin[]): Record<string, string> {
  const stamp: Record<string, string> = {}
  for (const origin of origins) {
    for (const [id, hash] of madeFrom(origin)) if (!Object.hasOwn(stamp, id)) stamp[id] = hash
  }
  // What the translation never had is known to have been left out, if the source had it from the first.
  const newest = origins[0]?.source.stamp ?? {}
  const oldest = origins.at(-1)?.source.stamp ?? {}
  for (const id of Object.keys(newest)) {
    const hash = oldest[id]
    if (hash !== undefined && !Object.hasOwn(stamp, id)) stamp[id] = hash
  }
  return stamp
}

/** Sections of the source that those of the translation say: id and hash. */
function madeFrom({ hashes, translation, source }: Origin): [id: string, hash: string][] {
  const pairs = matchSections(source.sections, translation.sections)
  const made = pairs.flatMap(pair => {
    const id = pair.source?.id
    const hash = id === undefined ? undefined : source.stamp[id]
    const isMeant = pair.translation !== undefined && hashes.has(pair.translation.hash)
    return id !== undefined && hash !== undefined && isMeant ? [[id, hash] as [string, string]] : []
  })
  const own = translation.stamp[FRONTMATTER]
  const frontmatter = source.stamp[FRONTMATTER]
  const isMeant = own !== undefined && hashes.has(own)
  return isMeant && frontmatter !== undefined ? [...made, [FRONTMATTER, frontmatter]] : made
}
