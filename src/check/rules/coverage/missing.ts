import { listTranslations } from '../../../site/translations.ts'
import { translationFile } from '../../../site/translation-file.ts'
import { defineRule, startOf } from '../rule.ts'
import { severityOf } from '../severity.ts'

/** A page of the source language that a language lacks. */
export const missing = defineRule(
  {
    id: 'coverage/missing',
    severity: 'warning',
    description: 'A page of the source language has no translation.',
  },
  site => {
    // That a language has no page at all is one mistake and a finding of its own, unless somebody asks for more.
    const isAsked = severityOf('coverage/missing', 'off', site.config.check.rules) !== 'off'
    const begun = new Set(site.pages.map(page => page.locale))
    return listTranslations(site).flatMap(({ state, source, draft, locale }) => {
      if (state !== 'missing' || !source) return []
      if (draft) {
        return [
          {
            locale,
            place: startOf(source),
            message: `The translation of this page in \`${locale}\` is a draft (\`${draft.file}\`).`,
            hint: 'Finish it and take `draft: true` out.',
          },
        ]
      }
      if (!isAsked && !begun.has(locale)) return []
      const file = translationFile(source, locale, site.config.contentDir)
      return [
        {
          locale,
          place: startOf(source),
          message: `This page has no translation in \`${locale}\`.`,
          hint: `Write \`${file}\`, or exempt the page under \`check.exemptions\` with the reason.`,
        },
      ]
    })
  },
)
