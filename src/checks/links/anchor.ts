import type { Page, ResolvedLink, Site } from '../../schema/site.ts'
import { nearest } from '../../lib/nearest.ts'
import { safeDecode } from '../../site/page-lookup.ts'
import { matchSections } from '../../site/sections.ts'
import { localPathOf } from '../../site/translations.ts'
import { defineRule } from '../rule.ts'
import { reportLinks } from './broken.ts'

/** A link to a heading that its page does not have; looked up on the rendered tree, includes expanded. */
export const anchor = defineRule(
  {
    id: 'links/anchor',
    severity: 'error',
    description: 'A link leads to an anchor that its page does not have.',
  },
  site => {
    const pages = indexPages(site)
    return reportLinks(site, 'no-anchor', link => {
      const page = link.to ?? link.from
      const id = anchorOf(link)
      const meant =
        translatedAnchor(id, page, pages) ??
        nearest(
          id,
          page.headings.map(heading => heading.id),
        )
      return {
        message: `\`${page.record.path}\` has no anchor \`#${id}\`.`,
        ...(meant ? { hint: `Did you mean \`#${meant}\`?` } : {}),
      }
    })
  },
)

/** The decoded id a link points at. */
export function anchorOf({ link }: ResolvedLink): string {
  return safeDecode((link.hash || link.target).replace(/^#/, ''))
}

interface PageIndex {
  /** Pages of the source language by local path. */
  sources: Map<string, Page>
  byFile: Map<string, Page>
  /** By locale and local path. */
  byPath: Map<string, Page>
}

function indexPages({ pages }: Site): PageIndex {
  return {
    sources: new Map(pages.filter(page => page.locale === '/').map(page => [localPathOf(page), page])),
    byFile: new Map(pages.map(page => [page.file, page])),
    byPath: new Map(pages.map(page => [page.locale + ' ' + localPathOf(page), page])),
  }
}

/**
 * An anchor copied from the source: the id of the heading that stands in its place in the translation. A heading that
 * the source page includes is looked up on the page it comes from.
 */
function translatedAnchor(id: string, page: Page, pages: PageIndex): string | undefined {
  const source = page.locale === '/' ? undefined : pages.sources.get(localPathOf(page))
  const place = source?.headings.find(heading => heading.id === id)?.place
  const origin = place && pages.byFile.get(place.file)
  const translation = origin && pages.byPath.get(page.locale + ' ' + localPathOf(origin))
  if (!place || !origin || !translation) return undefined
  const pair = matchSections(origin, translation).find(
    ({ source: section }) => section?.place.line === place.line,
  )
  const found = pair?.translation?.place
  return page.headings.find(
    heading => heading.place.file === found?.file && heading.place.line === found.line,
  )?.id
}
