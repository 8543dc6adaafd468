import { listTranslations, summarizeCoverage } from '../../../site/translations.ts'
import { defineRule } from '../rule.ts'

/** A language below the coverage that the site promises. */
export const minimum = defineRule(
  {
    id: 'coverage/minimum',
    severity: 'error',
    description:
      'A language has fewer pages that are known to be up to date than `check.minCoverage` asks for.',
  },
  site =>
    summarizeCoverage(listTranslations(site)).flatMap(({ locale, percent, counts, total }) => {
      const wanted = site.config.check.minCoverage[locale] ?? 0
      if (percent >= wanted) return []
      const unknown = counts.unknown > 0 ? `, and ${counts.unknown} unknown, because never stamped` : ''
      return [
        {
          locale,
          message: `\`${locale}\` is ${percent} % up to date (${counts.ok} of ${total} pages)${unknown}; ${wanted} % are asked for.`,
          hint: `See what is left with \`docsgen check --todo ${locale}\`.`,
        },
      ]
    }),
)
