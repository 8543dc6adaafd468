import type { Section } from '../../../schema/page.ts'
import type { ReadableSite } from '../../../schema/translation.ts'
import { matchSections, type SectionPair } from '../../../site/sections.ts'
import { defineRule, type Problem, startOf } from '../rule.ts'
import { listPairs, type TranslatedPage } from './pairs.ts'

/** A translation whose headings are built otherwise than those of its source. */
export const headings = defineRule(
  {
    id: 'parity/headings',
    severity: 'warning',
    description: 'Headings of a translation differ from the source in number or level.',
  },
  site => listPairs(site).flatMap(pair => compareHeadings(pair, site)),
)

/** One problem per page, at the first difference. */
function compareHeadings({ source, page }: TranslatedPage, { textOf }: ReadableSite): Problem[] {
  const matched = matchSections(textOf(source).sections, textOf(page).sections)
  const pairs = matched.filter(pair => isHeading(pair.source) || isHeading(pair.translation))
  const lacking = pairs.flatMap(pair => (pair.source && !pair.translation ? [pair.source] : []))
  const extra = pairs.flatMap(pair => (pair.translation && !pair.source ? [pair.translation] : []))
  const moved = pairs.filter(
    pair => pair.source && pair.translation && pair.source.depth !== pair.translation.depth,
  )
  if (lacking.length + extra.length + moved.length === 0) return []
  const parts = [
    ...(lacking.length > 0 ? [`lacks ${titles(lacking)}`] : []),
    ...(extra.length > 0 ? [`adds ${titles(extra)}`] : []),
    ...(moved.length > 0 ? [`has ${moved.map(levels).join(', ')}`] : []),
  ]
  return [
    {
      place: firstDifference(pairs) ?? startOf(page),
      message: `The headings differ from \`${source.file}\`: this page ${parts.join(' and ')}.`,
    },
  ]
}

function isHeading(section: Section | undefined): boolean {
  return section !== undefined && section.depth > 0
}

function titles(sections: readonly Section[]): string {
  const shown = sections.slice(0, 5).map(section => `“${section.title}” (level ${section.depth})`)
  const more = sections.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function levels({ source, translation }: SectionPair): string {
  return `“${translation?.title}” at level ${translation?.depth} instead of ${source?.depth}`
}

function firstDifference(pairs: readonly SectionPair[]): Problem['place'] {
  let before: Problem['place']
  for (const { source, translation } of pairs) {
    if (!translation) return before
    if (source?.depth !== translation.depth) return translation.place
    before = translation.place
  }
  return undefined
}
