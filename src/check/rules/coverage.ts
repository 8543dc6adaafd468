import type { ReadableSite, SourceChanges, Translation } from '../../schema/translation.ts'
import { describeChanges } from '../../shared/translations.ts'
import {
  copiedParagraphs,
  listTranslations,
  summarizeCoverage,
  translationFile,
} from '../../site/translations.ts'
import { matchSections, type SectionPair } from '../../site/stamp.ts'
import { plural } from '../../lib/text.ts'
import { defineRule, type Problem, severityOf, shorten, startOf } from './rule.ts'

/** A language below the coverage that the site promises. */
const minimum = defineRule(
  'coverage/minimum',
  'error',
  'A language has fewer up-to-date pages than `check.minCoverage` requires.',
  site =>
    summarizeCoverage(listTranslations(site)).flatMap(({ locale, percent, counts, total }) => {
      const wanted = site.config.check.minCoverage[locale] ?? 0
      if (percent >= wanted) return []
      const unknown = counts.unknown > 0 ? `, and ${counts.unknown} unknown, because never stamped` : ''
      return [
        {
          locale,
          message: `\`${locale}\` is ${percent}% up to date (${counts.ok} of ${total} pages)${unknown}; \`check.minCoverage\` requires ${wanted}%.`,
          hint: `See what is left with \`docsgen check --todo ${locale}\`.`,
        },
      ]
    }),
)

/** A page of the source language that a language lacks. */
const missing = defineRule(
  'coverage/missing',
  'warning',
  'A page of the source language has no translation.',
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
            hint: 'Finish it, then remove `draft: true`.',
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
          hint: `Write \`${file}\`, or exempt the page in \`check.exemptions\`.`,
        },
      ]
    })
  },
)

/** A translation of nothing: its source page was renamed, removed or never written. */
const orphan = defineRule(
  'coverage/orphan',
  'warning',
  'A translated page has no page in the source language.',
  site =>
    listTranslations(site).flatMap(({ state, page, localPath }) =>
      state === 'orphan' && page
        ? [
            {
              place: startOf(page),
              message: `The source language has no page \`${localPath}\`.`,
              hint: 'Move or remove this page, or exempt it in `check.exemptions`.',
            },
          ]
        : [],
    ),
)

/** A stamped translation whose source says something else now. */
const stale = defineRule(
  'coverage/stale',
  'warning',
  'The source changed since this translation was stamped.',
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

/** Text that was copied from the source and left as it is: the whole page, or paragraphs of it. */
const untranslated = defineRule(
  'coverage/untranslated',
  'warning',
  'Text of a translation is identical to the source.',
  site => listTranslations(site).flatMap(cell => describe(cell, site)),
)

function describe({ state, source, page }: Translation, { textOf }: ReadableSite): Problem[] {
  if (!source || !page) return []
  if (state === 'untranslated') {
    return [
      {
        place: startOf(page),
        message: 'Most of this page is identical to the source.',
        hint: 'Translate it, or delete the file so that the page counts as missing.',
      },
    ]
  }
  if (state === 'exempt') return []
  return copiedParagraphs(textOf(source).sections, textOf(page).sections).map(({ section, paragraphs }) => ({
    place: section.place,
    message: `${plural(paragraphs.length, 'paragraph')} of this section ${paragraphs.length === 1 ? 'is' : 'are'} not translated: “${shorten(paragraphs[0] ?? '')}”`,
  }))
}

/** Rules on which pages of a language are there and up to date. */
export const coverage = [minimum, missing, orphan, stale, untranslated]
