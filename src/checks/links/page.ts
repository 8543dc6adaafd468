import type { ResolvedLink, Site } from '../../schema/site.ts'
import { nearest } from '../../lib/nearest.ts'
import { defineRule } from '../rule.ts'
import { reportLinks } from './broken.ts'

/** A link to a page that does not exist, or exists in another letter case. */
export const page = defineRule(
  { id: 'links/page', severity: 'error', description: 'A link leads to a page that does not exist.' },
  site => [
    ...reportLinks(site, 'no-page', link => ({
      message: `There is no page \`${link.link.target}\` (written as \`${link.link.url}\`).`,
      ...suggest(link, site),
    })),
    ...reportLinks(site, 'case', ({ link, to }) => ({
      message: `\`${link.url}\` differs in letter case from the page \`${to?.record.path ?? link.target}\`.`,
      hint: 'Write it the same way: many servers tell the two apart.',
    })),
  ],
)

/** A page of the same language that was probably meant: the same file name elsewhere, else the nearest address. */
function suggest({ link, from }: ResolvedLink, site: Site): { hint?: string } {
  const paths = site.pages
    .filter(({ locale }) => locale === from.locale)
    .map(({ record }) => record.regularPath)
  const name = link.target.slice(link.target.lastIndexOf('/') + 1)
  const sameName = name === '' ? [] : paths.filter(path => path.endsWith(`/${name}`))
  const found = sameName.length === 1 ? sameName[0] : nearest(link.target, paths)
  return found ? { hint: `Did you mean \`${found}\`?` } : {}
}
