import type { Page, ResolvedLink, Site } from '../../schema/site.ts'
import { localPathOf } from '../../site/translations.ts'
import { defineRule } from '../rule.ts'

/** A link that takes the reader to another language although theirs has the page. */
export const localeLeak = defineRule(
  {
    id: 'links/locale-leak',
    severity: 'warning',
    description: 'A link of a translation leads to another language although its own has the page.',
  },
  site =>
    listLeaks(site).map(({ link: { link, to }, counterpart }) => ({
      place: link.place,
      message: `\`${link.url}\` leads out of this language, to \`${to?.record.path}\`.`,
      hint: `Link to \`${counterpart.record.path}\`; \`docsgen check --fix\` does it.`,
    })),
)

export interface LocaleLeak {
  link: ResolvedLink
  /** The same page in the reader's language. */
  counterpart: Page
}

/** Links in files of a translation to another locale's page that their own locale has. */
export function listLeaks(site: Site): LocaleLeak[] {
  const pages = new Map(site.pages.map(page => [page.locale + ' ' + localPathOf(page), page]))
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
