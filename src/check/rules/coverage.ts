import {
  type Translation,
  copiedParagraphs,
  listTranslations,
  summarizeCoverage,
  translationFile,
  matchSections,
} from '../../site/translations.ts'
import type { ReadableSite } from '../../schema/site.ts'
import { describeChanges } from '../../site/stamps.ts'
import { plural } from '../../lib/text.ts'
import { type Finders, severityOf, shorten, startOf } from './rule.ts'

function copiedText({ state, source, page, isCopy }: Translation, { textOf }: ReadableSite) {
  if (!source || !page || state === 'exempt') return []
  if (state === 'untranslated') {
    const hint = `Translate it, or delete the file so that the page counts as missing. To keep it as it is, run \`docsgen check --stamp --page ${page.file}\`.`
    return [{ place: startOf(page), message: 'Most of this page is in the source language.', hint }]
  }
  if (isCopy) return []
  return copiedParagraphs(textOf(source).sections, textOf(page).sections).map(({ section, paragraphs }) => ({
    place: section.place,
    message: `${plural(paragraphs.length, 'paragraph')} in this section ${paragraphs.length === 1 ? "isn't" : "aren't"} translated: “${shorten(paragraphs[0] ?? '')}”`,
  }))
}

export const coverage: Finders = {
  'coverage/minimum': site =>
    summarizeCoverage(listTranslations(site)).flatMap(({ locale, percent, counts, total }) => {
      const wanted = site.config.check.minCoverage[locale] ?? 0
      if (percent >= wanted) return []
      const unknown = counts.unknown > 0 ? `, plus ${counts.unknown} unknown (no stamp)` : ''
      const message = `\`${locale}\` is ${percent}% up to date (${counts.ok} of ${total} pages)${unknown}; \`check.minCoverage\` requires ${wanted}%.`
      return [{ locale, message, hint: `See what is left with \`docsgen check --todo ${locale}\`.` }]
    }),
  'coverage/missing': site => {
    // A language without pages has a finding of its own, unless the settings turn this rule on.
    const isAsked = severityOf('coverage/missing', 'off', site.config.check.rules) !== 'off'
    const begun = new Set(site.pages.map(page => page.locale))
    return listTranslations(site).flatMap(({ state, source, draft, locale }) => {
      if (state !== 'missing' || !source || (!draft && !isAsked && !begun.has(locale))) return []
      const place = startOf(source)
      if (draft) {
        const message = `The translation of this page in \`${locale}\` is a draft (\`${draft.file}\`).`
        return [{ locale, place, message, hint: 'Finish it, then remove `draft: true`.' }]
      }
      const message = `This page has no translation in \`${locale}\`.`
      const hint = `Write \`${translationFile(source, locale, site.config.contentDir)}\` (\`docsgen new ${locale.slice(1, -1)} ${source.record.relativePath}\`), or exempt the page in \`check.exemptions\`.`
      return [{ locale, place, message, hint }]
    })
  },
  'coverage/orphan': site =>
    listTranslations(site).flatMap(({ state, page, localPath }) => {
      if (state !== 'orphan' || !page) return []
      const hint = 'Move or remove this page, or exempt it in `check.exemptions`.'
      return [{ place: startOf(page), message: `The source language has no page \`${localPath}\`.`, hint }]
    }),
  'coverage/stale': site =>
    listTranslations(site).flatMap(({ state, source, page, changes }) => {
      if (state !== 'stale' || !source || !page || !changes) return []
      // The translator starts at the first section whose source changed.
      const touched = new Set([...changes.changed, ...changes.added].map(({ id }) => id))
      const pairs = matchSections(site.textOf(source).sections, site.textOf(page).sections)
      const first = pairs.findIndex(pair => pair.source && touched.has(pair.source.id))
      const before = pairs.slice(0, first + 1).findLast(({ translation }) => translation)
      const place = before?.translation?.place ?? startOf(page)
      const message = `The source has changed since this translation was made: ${describeChanges(changes)}.`
      const hint = `Update the translation to match \`${source.file}\`, then run \`docsgen check --stamp\`.`
      return [{ place, message, hint }]
    }),
  'coverage/untranslated': site => listTranslations(site).flatMap(cell => copiedText(cell, site)),
}
