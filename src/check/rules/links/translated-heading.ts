import type { Heading } from '../../../schema/page.ts'
import type { PlacedPage } from '../../../schema/site.ts'
import type { ReadableSite } from '../../../schema/translation.ts'
import { hasSameShape, matchSections } from '../../../site/sections.ts'
import { localPathOf } from '../../../site/translations.ts'

/** Pages by what rules look them up by. */
export interface PageIndex extends Pick<ReadableSite, 'textOf'> {
  byFile: Map<string, PlacedPage>
  /** By locale and local path. */
  byPath: Map<string, PlacedPage>
}

export function indexPages({ pages, textOf }: ReadableSite): PageIndex {
  return {
    textOf,
    byFile: new Map(pages.map(page => [page.file, page])),
    byPath: new Map(pages.map(page => [page.locale + ' ' + localPathOf(page), page])),
  }
}

/** The heading of a translation that stands where the source has an id. */
export interface TranslatedHeading {
  heading: Heading
  /** True when both pages have the same headings in the same levels, so that the place leaves no doubt. */
  isCertain: boolean
}

/**
 * What an anchor copied from the source means on a page of a translation. A heading that the source page includes is
 * looked up on the page it comes from. Undefined for ids that the source does not have.
 */
export function findTranslatedHeading(
  id: string,
  page: PlacedPage,
  pages: PageIndex,
): TranslatedHeading | undefined {
  const source = page.locale === '/' ? undefined : pages.byPath.get('/ ' + localPathOf(page))
  const place = source?.headings.find(heading => heading.id === id)?.place
  const origin = place && pages.byFile.get(place.file)
  const translation = origin && pages.byPath.get(page.locale + ' ' + localPathOf(origin))
  if (!place || !origin || !translation) return undefined
  const from = pages.textOf(origin).sections
  const to = pages.textOf(translation).sections
  const pair = matchSections(from, to).find(({ source: one }) => one?.place.line === place.line)
  const found = pair?.translation?.place
  const heading = page.headings.find(one => one.place.file === found?.file && one.place.line === found.line)
  return heading && { heading, isCertain: hasSameShape(from, to) }
}
