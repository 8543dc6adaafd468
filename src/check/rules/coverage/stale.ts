import type { ParsedPage, Section } from '../../../schema/page.ts'
import type { Finding } from '../../../schema/finding.ts'
import { matchSections } from '../../../site/sections.ts'
import type { SourceChanges } from '../../../schema/translation.ts'
import { describeChanges } from '../../../shared/describe-changes.ts'
import { listTranslations } from '../../../site/translations.ts'
import { defineRule, startOf } from '../rule.ts'

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
              place: firstPlace(source, page, changes),
              message: `The source changed since this translation was made: ${describeChanges(changes)}.`,
              hint: `Compare with \`${source.file}\`, then record it with \`docsgen check --stamp\`.`,
            },
          ]
        : [],
    ),
)

/** Where the translator starts: the first section of the translation whose source changed. */
function firstPlace(
  source: ParsedPage,
  page: ParsedPage,
  changes: SourceChanges,
): NonNullable<Finding['place']> {
  const touched = new Set<Section | undefined>([...changes.changed, ...changes.added])
  let before = startOf(page)
  for (const pair of matchSections(source, page)) {
    if (pair.translation) before = pair.translation.place
    if (pair.source && touched.has(pair.source)) return before
  }
  return startOf(page)
}
