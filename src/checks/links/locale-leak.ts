import type { ResolvedLink, Site } from '../../schema/site.ts'
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
      hint: `Link to \`${counterpart}\`; \`docsgen check --fix\` does it.`,
    })),
)

export interface LocaleLeak {
  link: ResolvedLink
  /** Path of the same page in the reader's language. */
  counterpart: string
}

/** Links of translations to another locale's page that their own locale has. */
export function listLeaks(site: Site): LocaleLeak[] {
  const paths = new Map(site.pages.map(page => [page.locale + ' ' + page.localPath, page.record.path]))
  return site.links.flatMap(link => {
    const { from, to } = link
    if (!to || link.link.type !== 'page' || from.locale === '/' || to.locale === from.locale) return []
    const counterpart = paths.get(from.locale + ' ' + to.localPath)
    return counterpart === undefined ? [] : [{ link, counterpart }]
  })
}
