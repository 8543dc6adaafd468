import type { Analyse } from '../../shared/search/analyse.ts'
import type { Hit } from '../../shared/search/engine.ts'
import { excerpt, highlight } from '../../shared/search/excerpt.ts'
import { MAX_GROUPS, MAX_OPTIONS, type ResultGroup } from './results.ts'

/** Pages of another language that the reader's one shows in place of its own: what is found is theirs. */
export interface ShownElsewhere {
  /** Path of a page without base → path in the reader's language. */
  paths: Pick<ReadonlyMap<string, string>, 'get'>
  /** Says that they are not translated. */
  mark: string
  lang: string
}

/** What is shown of a section. */
export interface Place {
  /** Of its page, encoded, without base. */
  path: string
  /** Of its page. */
  title: string
  /** Empty for the page itself. */
  id: string
  heading: string
  text: string
}

/** How results are shown. */
export interface ShowContext {
  /** Base path of the site, put before the addresses of pages. */
  base: string
  analyse: Analyse
  stand?: ShownElsewhere | undefined
}

/** Best hits whose place is known, those of one page together, pages in the order of their best section. */
export function groupHits(hits: readonly Hit[], placeOf: (section: number) => Place | undefined): Place[][] {
  const groups = new Map<string, Place[]>()
  for (const { section } of hits) {
    const place = placeOf(section)
    if (!place) continue
    const group = groups.get(place.path)
    if (!group && groups.size < MAX_GROUPS) groups.set(place.path, [place])
    else if (group && group.length < MAX_OPTIONS) group.push(place)
  }
  return [...groups.values()]
}

/** Groups as they are shown, with the terms marked. */
export function toGroups(
  groups: readonly Place[][],
  terms: ReadonlySet<string>,
  { base, analyse, stand }: ShowContext,
): ResultGroup[] {
  return groups.map(places => {
    const { path = '/', title = '' } = places[0] ?? {}
    const address = base.slice(0, -1) + (stand?.paths.get(path) ?? path)
    const options = places.map(({ id, heading, text }) => ({
      href: id === '' ? address : `${address}#${encodeURIComponent(id)}`,
      title: highlight(heading, terms, analyse),
      excerpt: excerpt(text, terms, analyse),
    }))
    if (!stand) return { title, options }
    const { mark, lang } = stand
    return { title, options, untranslated: { mark, lang } }
  })
}
