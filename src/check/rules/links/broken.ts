import { mapInTurns } from '../../../lib/in-turns.ts'
import type { Site, ResolvedLink } from '../../../schema/site.ts'
import type { Problem } from '../rule.ts'

/** Broken links of one kind, once per place however many pages include it, with what to say about each. */
export async function reportLinks(
  site: Site,
  problem: NonNullable<ResolvedLink['problem']>,
  describe: (link: ResolvedLink) => Omit<Problem, 'place'>,
): Promise<Problem[]> {
  const places = new Map<string, ResolvedLink[]>()
  for (const link of site.links) {
    if (link.problem !== problem) continue
    const { file, line, column } = link.link.place
    const key = JSON.stringify([file, line, column, link.link.url])
    const links = places.get(key)
    if (links) links.push(link)
    else places.set(key, [link])
  }
  const problems = await mapInTurns([...places.values()], links => {
    const first = links.find(link => link.from.file === link.link.place.file) ?? links[0]
    return first ? [{ place: first.link.place, ...describe(first) }] : []
  })
  return problems.flat()
}
