import type { Page, ResolvedLink, Site } from '../../../schema/site.ts'
import { localPathOf } from '../../../site/translations.ts'
import { defineRule, type Problem, startOf } from '../rule.ts'
import { listFrontmatterLinks } from './frontmatter-links.ts'

/** A link that takes the reader to another language although theirs has the page. */
export const localeLeak = defineRule(
  {
    id: 'links/locale-leak',
    severity: 'warning',
    description: 'A link of a translation leads to another language although its own has the page.',
  },
  site => [
    ...listLeaks(site).map(({ link: { link, to }, counterpart }) => ({
      place: link.place,
      message: `\`${link.url}\` leads out of this language, to \`${to?.record.path}\`.`,
      hint: `Link to \`${counterpart.record.path}\`; \`docsgen check --fix\` does it.`,
    })),
    ...frontmatterLeaks(site),
  ],
)

function frontmatterLeaks(site: Site): Problem[] {
  const pages = pagesByPlace(site)
  return listFrontmatterLinks(site).flatMap(({ page, key, url, to }) => {
    const counterpart = to && page.locale !== '/' ? pages.get(page.locale + ' ' + localPathOf(to)) : undefined
    if (!counterpart || to?.locale === page.locale) return []
    const message = `\`${key}\` in the frontmatter, \`${url}\`, leads out of this language.`
    return [{ place: startOf(page), message, hint: `Link to \`${counterpart.record.path}\`.` }]
  })
}

/** Pages by locale and local path. */
function pagesByPlace({ pages }: Site): Map<string, Page> {
  return new Map(pages.map(page => [page.locale + ' ' + localPathOf(page), page]))
}

export interface LocaleLeak {
  link: ResolvedLink
  /** The same page in the reader's language. */
  counterpart: Page
}

/** Links in files of a translation to another locale's page that their own locale has. */
export function listLeaks(site: Site): LocaleLeak[] {
  const pages = pagesByPlace(site)
  const locales = new Map(site.pages.map(page => [page.file, page.locale]))
  return site.links.flatMap(link => {
    const { from, to } = link
    if (!to || link.link.type !== 'page' || from.locale === '/' || to.locale === from.locale) return []
    // A file of another language that is included here speaks that language, its links too.
    if ((locales.get(link.link.place.file) ?? from.locale) !== from.locale) return []
    const counterpart = pages.get(from.locale + ' ' + localPathOf(to))
    return counterpart ? [{ link, counterpart }] : []
  })
}
