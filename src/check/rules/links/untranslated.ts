import { translationFile } from '../../../site/translation-file.ts'
import { defineRule } from '../rule.ts'
import { reportLinks } from './broken.ts'

/** A link to a page that the language lacks: readers find the page in another language there. */
export const untranslatedLink = defineRule(
  {
    id: 'links/untranslated',
    severity: 'info',
    description: 'A link leads to a page that is shown in another language, because its own lacks it.',
  },
  site =>
    reportLinks(site, 'untranslated', ({ link, from, to }) => ({
      message: `\`${link.url}\` leads to a page that is not translated: readers see it as it is in \`${to?.locale}\`.`,
      ...(to ? { hint: `Write \`${translationFile(to, from.locale, site.config.contentDir)}\`.` } : {}),
    })),
)
