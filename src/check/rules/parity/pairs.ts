import type { ParsedPage } from '../../../schema/page.ts'
import type { Site } from '../../../schema/site.ts'
import { listTranslations } from '../../../site/translations.ts'

/** A translation beside its source. */
export interface TranslatedPage {
  locale: string
  source: ParsedPage
  page: ParsedPage
}

/** Every translation that has a source: what the parity rules compare. */
export function listPairs(site: Site): TranslatedPage[] {
  return listTranslations(site).flatMap(({ locale, source, page }) =>
    source && page ? [{ locale, source, page }] : [],
  )
}
