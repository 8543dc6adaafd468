import type { Finding } from '../../schema/finding.ts'
import { byImportance, countFindings, groupFindings } from '../../shared/findings.ts'
import { countText } from './summary.ts'
import type { Report } from './report.ts'

/** Findings of one language, or of the site as a whole. */
export interface LanguageFindings {
  /** Empty where all findings are of one group. */
  heading: string
  /** Locale path; empty for the site as a whole. */
  locale: string
  /** Those that are shown, page by page, the most important ones first. */
  shown: Finding[]
  /** How many are not. */
  left: number
}

/** Findings by language, in menu order, and in each by page; of all, the `limit` most important ones are shown. */
export function byLanguage(
  findings: readonly Finding[],
  { labels, locales }: Pick<Report, 'labels' | 'locales'>,
  limit: number,
): LanguageFindings[] {
  const localeOf = ({ locale, place }: Finding) => locale ?? locales.get(place?.file ?? '') ?? ''
  const all = groupFindings(findings, localeOf)
  const shown = groupFindings(byImportance(findings).slice(0, limit), localeOf)
  return ['', ...Object.keys(labels)].flatMap(locale => {
    const group = all.get(locale)
    if (!group) return []
    const pages = groupFindings(shown.get(locale) ?? [], ({ place }) => place?.file ?? '')
    const listed = [...pages.values()].flat()
    const name = locale === '' ? 'The whole site' : `${labels[locale]} (${locale})`
    const heading = all.size > 1 ? `── ${name}: ${countText(countFindings(group))}` : ''
    return [{ heading, locale, shown: listed, left: group.length - listed.length }]
  })
}
