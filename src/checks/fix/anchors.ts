import type { Heading } from '../../schema/page.ts'
import type { Page, Site } from '../../schema/site.ts'
import { anchorOf } from '../links/anchor.ts'
import { findTranslatedHeading, indexPages, type PageIndex } from '../links/translated-heading.ts'
import { locateUrl, type TextEdit } from './edit.ts'
import { placeKey } from './pin-ids.ts'

/**
 * Edits that turn broken anchors to what they certainly mean: the heading in the same place of a translation of the same
 * shape, or the only id that differs in letter case alone. Headings in `pinned` get the id that is asked for.
 */
export function fixAnchors(
  site: Site,
  pinned: ReadonlySet<string>,
  readFile: (file: string) => string | undefined,
): TextEdit[] {
  const pages = indexPages(site)
  return site.links.flatMap(resolved => {
    const { link, to, from, problem } = resolved
    const hash = link.url.indexOf('#')
    if (problem !== 'no-anchor' || hash === -1) return []
    const meant = certainHeading(anchorOf(resolved), to ?? from, pages)
    if (!meant || pinned.has(placeKey(meant.place))) return []
    const place = locateUrl(readFile(link.place.file) ?? '', link.place, link.url)
    if (!place) return []
    const column = place.column + hash + 1
    return [{ place: { ...place, column }, remove: link.url.length - hash - 1, insert: meant.id }]
  })
}

function certainHeading(id: string, page: Page, pages: PageIndex): Heading | undefined {
  const found = findTranslatedHeading(id, page, pages)
  if (found?.isCertain) return found.heading
  const folded = page.headings.filter(heading => heading.id.toLowerCase() === id.toLowerCase())
  return folded.length === 1 ? folded[0] : undefined
}
