import { withBase } from '../shared/addresses.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { NavLink } from '../schema/view.ts'
import type { LocateKey } from './named-addresses.ts'
import { shortName } from '../shared/views.ts'
import type { PageLookup } from './page-lookup.ts'

/** Everything navigation is made from, for one locale. */
export interface NavContext {
  config: SiteConfig
  /** Locale path. */
  locale: string
  lookup: PageLookup
  /** All pages of the locale, sorted by path. */
  pages: PageSummary[]
  /** Where a key of the configuration stands. */
  locate: LocateKey
  /** Collects entries that lead nowhere. */
  findings: Finding[]
}

/** The navigation link to a page; its text defaults to the page's title. */
export function toLink(page: PageSummary, text: string | undefined, context: NavContext): NavLink {
  return {
    text: text ?? (page.record.title || page.record.path),
    href: withBase(context.config.base, page.record.path),
    external: false,
    ...languageOf(page, text === undefined, context.config),
  }
}

/** What a link to a page says of its language where that is another than the menu's. */
function languageOf(
  { original, locale }: PageSummary,
  hasOwnTitle: boolean,
  { locales }: SiteConfig,
): Pick<NavLink, 'untranslated' | 'textLang'> {
  const lang = original && locales[original.locale]?.lang
  if (lang === undefined) return {}
  const untranslated = shortName(lang, locales[locale]?.lang ?? '')
  return { untranslated, ...(hasOwnTitle ? { textLang: lang } : {}) }
}
