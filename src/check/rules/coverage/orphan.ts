import { listTranslations } from '../../../site/translations.ts'
import { defineRule, startOf } from '../rule.ts'

/** A translation of nothing: its source page was renamed, removed or never written. */
export const orphan = defineRule(
  {
    id: 'coverage/orphan',
    severity: 'warning',
    description: 'A page of a translation has no counterpart in the source language.',
  },
  site =>
    listTranslations(site).flatMap(({ state, page, localPath }) =>
      state === 'orphan' && page
        ? [
            {
              place: startOf(page),
              message: `The source language has no page \`${localPath}\`.`,
              hint: 'Move or remove this page, or exempt it under `check.exemptions` with the reason.',
            },
          ]
        : [],
    ),
)
