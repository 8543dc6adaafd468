import type { ResolvedLink } from '../../../schema/site.ts'
import { nearest } from '../../../lib/nearest.ts'
import { safeDecode } from '../../../shared/addresses.ts'
import { defineRule } from '../rule.ts'
import { reportLinks } from './broken.ts'
import { findTranslatedHeading, indexPages } from './translated-heading.ts'

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
      const ids = page.headings.map(heading => heading.id)
      const meant = findTranslatedHeading(id, page, pages)?.heading.id ?? nearest(id, ids)
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
