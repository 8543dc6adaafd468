import type { ResolvedLink, Site } from '../../../schema/site.ts'
import { defineRule, type Problem, startOf } from '../rule.ts'
import { reportLinks } from './broken.ts'
import { listFrontmatterLinks } from './frontmatter-links.ts'
import { createPageFinder } from './page-names.ts'

/** A link to a page that does not exist, or exists in another letter case. */
export const page = defineRule(
  { id: 'links/page', severity: 'error', description: 'A link leads to a page that does not exist.' },
  async site => [
    ...(await missingPages(site)),
    ...(await reportLinks(site, 'draft', ({ link, draft }) => ({
      message: `\`${link.url}\` leads to a draft, \`${draft}\`, which is not published.`,
      hint: 'Take `draft: true` out of that page, or the link out of this one.',
    }))),
    ...(await reportLinks(site, 'case', ({ link, to }) => ({
      message: `\`${link.url}\` differs in letter case from the page \`${to?.record.path ?? link.target}\`.`,
      hint: 'Write it the same way: many servers tell the two apart.',
    }))),
    ...listFrontmatterLinks(site)
      .filter(({ to }) => to === undefined)
      .map(({ page: from, key, url, draft }) => ({
        place: from.keyPlaces[key] ?? startOf(from),
        message: `\`${key}\` in the frontmatter leads to \`${url}\`, which is ${draft ? `a draft, \`${draft}\`` : 'no page'}.`,
      })),
  ],
)

function missingPages(site: Site): Promise<Problem[]> {
  const suggest = createSuggest(site)
  return reportLinks(site, 'no-page', link => ({
    message: `There is no page \`${link.link.target}\` (written as \`${link.link.url}\`).`,
    ...suggest(link),
  }))
}

/** Why the page is not there: not translated yet, moved or misspelt. */
function createSuggest(site: Site): (link: ResolvedLink) => { hint?: string } {
  const paths = new Map(site.pages.map(page => [page.record.regularPath, page]))
  const findPage = createPageFinder(site)
  const { base } = site.config
  return ({ link: { target, kept }, from }) => {
    if (kept && base !== '/' && paths.has(target))
      return {
        hint: `An island leaves it as it is written: put the base of the site in front, \`${base.slice(0, -1)}${target}\`.`,
      }
    const source = paths.get('/' + target.slice(from.locale.length))
    if (from.locale !== '/' && source) {
      return { hint: `\`${source.file}\` has no translation yet: write it, or take the link out.` }
    }
    const found = findPage(from.locale, target)
    return found === undefined ? {} : { hint: `Did you mean \`${found}\`?` }
  }
}
