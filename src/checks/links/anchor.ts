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
    const sources = sourcePages(site)
    return reportLinks(site, 'no-anchor', link => {
      const page = link.to ?? link.from
      const id = anchorOf(link)
      const meant =
        translatedAnchor(id, page, sources) ??
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

/** Pages of the source language by local path. */
export function sourcePages(site: Site): Map<string, Page> {
  return new Map(site.pages.filter(page => page.locale === '/').map(page => [localPathOf(page), page]))
}

/** An anchor copied from the source: the id of the heading that stands in its place in the translation. */
function translatedAnchor(id: string, page: Page, sources: ReadonlyMap<string, Page>): string | undefined {
  const source = page.locale === '/' ? undefined : sources.get(localPathOf(page))
  if (!source) return undefined
  return matchSections(source, page).find(pair => pair.source?.id === id)?.translation?.id
}
