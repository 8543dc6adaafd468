import { knowsCustomIds } from '../../../schema/slugs.ts'
import type { ReadableSite } from '../../../schema/translation.ts'
import { matchSections } from '../../../site/sections.ts'
import { defineRule, type Problem, startOf } from '../rule.ts'
import { listPairs, type TranslatedPage } from './pairs.ts'

/** Headings whose id is another one in the translation: a link copied from the source breaks there. */
export const anchors = defineRule(
  {
    id: 'parity/anchors',
    severity: 'info',
    description: 'Headings of a translation have other ids than those of the source.',
  },
  site => listPairs(site).flatMap(pair => compareIds(pair, site)),
)

/** One problem per page, at the first heading with another id. */
function compareIds({ source, page }: TranslatedPage, { config, textOf }: ReadableSite): Problem[] {
  const matched = matchSections(textOf(source).sections, textOf(page).sections)
  const pairs = matched.filter(pair => pair.source?.depth && pair.translation)
  const other = pairs.filter(pair => pair.source?.id !== pair.translation?.id)
  const [first] = other
  if (!first?.source || !first.translation) return []
  return [
    {
      place: first.translation.place ?? startOf(page),
      message: `${other.length} of ${pairs.length} headings have other ids than the source, first \`#${first.translation.id}\` for \`#${first.source.id}\`.`,
      ...(knowsCustomIds(config.markdown.slugs)
        ? {
            hint: `Pin the id with \`{#${first.source.id}}\` at the end of the heading; \`docsgen check --fix\` does it for all.`,
          }
        : {}),
    },
  ]
}
