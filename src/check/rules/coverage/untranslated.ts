import { copiedParagraphs } from '../../../site/copied-text.ts'
import type { ReadableSite, Translation } from '../../../schema/translation.ts'
import { listTranslations } from '../../../site/translations.ts'
import { defineRule, type Problem, startOf } from '../rule.ts'

/** Text that was copied from the source and left as it is: the whole page, or paragraphs of it. */
export const untranslated = defineRule(
  {
    id: 'coverage/untranslated',
    severity: 'warning',
    description: 'Text of a translation is word for word that of the source.',
  },
  site => listTranslations(site).flatMap(cell => describe(cell, site)),
)

function describe({ state, source, page }: Translation, { textOf }: ReadableSite): Problem[] {
  if (!source || !page) return []
  if (state === 'untranslated') {
    return [
      {
        place: startOf(page),
        message: 'Most of this page is word for word the source.',
        hint: 'Translate it, or remove the file: a missing page is shown as missing.',
      },
    ]
  }
  if (state === 'exempt') return []
  return copiedParagraphs(textOf(source).sections, textOf(page).sections).map(({ section, paragraphs }) => ({
    place: section.place,
    message: `${count(paragraphs.length)} of this section ${paragraphs.length === 1 ? 'is' : 'are'} not translated: “${shorten(paragraphs[0] ?? '')}”`,
  }))
}

function count(paragraphs: number): string {
  return paragraphs === 1 ? '1 paragraph' : `${paragraphs} paragraphs`
}

function shorten(text: string): string {
  const characters = [...text]
  return characters.length > 60 ? characters.slice(0, 59).join('') + '…' : text
}
