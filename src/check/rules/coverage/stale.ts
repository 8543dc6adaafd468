import { matchSections, type SectionPair } from '../../../site/sections.ts'
import type { SourceChanges } from '../../../schema/translation.ts'
import { describeChanges } from '../../../shared/translations.ts'
import { listTranslations } from '../../../site/translations.ts'
import { defineRule, type Problem, startOf } from '../rule.ts'

/** A stamped translation whose source says something else now. */
export const stale = defineRule(
  {
    id: 'coverage/stale',
    severity: 'warning',
    description: 'The source changed since this translation was stamped.',
  },
  site =>
    listTranslations(site).flatMap(({ state, source, page, changes }) =>
      state === 'stale' && source && page && changes
        ? [
            {
              place:
                firstPlace(
                  matchSections(site.textOf(source).sections, site.textOf(page).sections),
                  changes,
                ) ?? startOf(page),
              message: `The source changed since this translation was made: ${describeChanges(changes)}.`,
              hint: `Compare with \`${source.file}\`, then record it with \`docsgen check --stamp\`.`,
            },
          ]
        : [],
    ),
)

/** Where the translator starts: the first section of the translation whose source changed. */
function firstPlace(pairs: readonly SectionPair[], { changed, added }: SourceChanges): Problem['place'] {
  const touched = new Set([...changed, ...added].map(({ id }) => id))
  let before: Problem['place']
  for (const { source, translation } of pairs) {
    if (translation) before = translation.place
    if (source && touched.has(source.id)) return before
  }
  return undefined
}
