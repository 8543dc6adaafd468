import { listTranslations, summarizeCoverage } from '../../../site/translations.ts'
import { defineRule } from '../rule.ts'

/** A language below the coverage that the site promises. */
export const minimum = defineRule(
  {
    id: 'coverage/minimum',
    severity: 'error',
    description: 'A language has fewer translated and fresh pages than `check.minCoverage` asks for.',
  },
  site =>
    summarizeCoverage(listTranslations(site)).flatMap(({ locale, percent, counts, total }) => {
      const wanted = site.config.check.minCoverage[locale] ?? 0
      if (percent >= wanted) return []
      return [
        {
          message: `\`${locale}\` is ${percent} % translated (${counts.ok} of ${total} pages); ${wanted} % are asked for.`,
          hint: `See what is left with \`docsgen check --todo ${locale}\`.`,
        },
      ]
    }),
)
