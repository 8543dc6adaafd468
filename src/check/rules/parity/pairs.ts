import type { PageSummary } from '../../../schema/page.ts'
import type { ReadableSite } from '../../../schema/translation.ts'
import { listTranslations } from '../../../site/translations.ts'

/** A translation beside its source. */
export interface TranslatedPage {
  locale: string
  source: PageSummary
  page: PageSummary
}

/** Every translation that has a source: what the parity rules compare, as far as both can be read. */
export function listPairs(site: ReadableSite): TranslatedPage[] {
  return listTranslations(site).flatMap(({ locale, source, page }) =>
    source && page && !source.incomplete && !page.incomplete ? [{ locale, source, page }] : [],
  )
}
