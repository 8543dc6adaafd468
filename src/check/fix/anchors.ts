import type { Heading } from '../../schema/page.ts'
import type { PlacedPage } from '../../schema/site.ts'
import type { ReadableSite } from '../../schema/translation.ts'
import { type PageIndex, anchorOf, findTranslatedHeading, indexPages } from '../rules/links.ts'
import { locateUrl, type TextEdit } from './edit.ts'
import { placeKey } from './pin-ids.ts'

type IdOf = (heading: Heading) => string

/**
 * Edits that turn broken anchors to what they certainly mean: the heading in the same place of a translation of the same
 * shape, or the only id that differs in letter case or accents alone. `pins` are the ids that headings are about to get,
 * by `placeKey`: an anchor that they mend is left as it is.
 */
export function fixAnchors(
  site: ReadableSite,
  pins: ReadonlyMap<string, string>,
  readFile: (file: string) => string | undefined,
): TextEdit[] {
  const pages = indexPages(site)
  const idOf: IdOf = heading => pins.get(placeKey(heading.place)) ?? heading.id
  return site.links.flatMap(resolved => {
    const { link, to, from, problem } = resolved
    const hash = link.url.indexOf('#')
    if (problem !== 'no-anchor' || hash === -1) return []
    const id = anchorOf(resolved)
    const meant = certainId(id, to ?? from, { pages, idOf })
    if (meant === undefined || meant === id) return []
    const place = locateUrl(readFile(link.place.file) ?? '', link.place, link.url)
    if (!place) return []
    const column = place.column + hash + 1
    return [{ place: { ...place, column }, remove: link.url.slice(hash + 1), insert: meant }]
  })
}

function certainId(
  id: string,
  page: PlacedPage,
  { pages, idOf }: { pages: PageIndex; idOf: IdOf },
): string | undefined {
  const ids = page.headings.map(idOf)
  if (ids.includes(id)) return id
  const found = findTranslatedHeading(id, page, pages)
  if (found?.isCertain) return idOf(found.heading)
  const alike = ids.filter(one => fold(one) === fold(id))
  return alike.length === 1 ? alike[0] : undefined
}

/** Without letter case and accents. */
function fold(id: string): string {
  return id.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
