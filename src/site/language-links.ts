import { withBase, safeDecode } from '../shared/addresses.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { PageSummary } from '../schema/page.ts'
import type { LanguageLink, LocaleView, PageView } from '../schema/view.ts'
import type { PageLookup } from './page-lookup.ts'

/** What a page shows of its translations. */
export interface PageLanguages {
  languages: LanguageLink[]
  /** Of a real page; one that is shown in place of a translation has none. */
  alternates: PageView['alternates']
}

/** Finds the translations of pages. What a page and its translations have in common is one object: a fifth of the memory. */
export function createLanguageLinks(
  config: SiteConfig,
  lookup: PageLookup,
): (page: PageSummary, locale: Pick<LocaleView, 'locales'>) => PageLanguages {
  const known = new Map<string, PageLanguages>()
  return (page, locale) => {
    const local = page.record.regularPath.slice(page.locale.length)
    const languages = linksOf(page, { config, lookup, locale })
    const before = known.get(local)
    if (before && isSame(before.languages, languages)) return before
    const found = { languages, alternates: alternatesOf(languages, config) }
    known.set(local, found)
    return found
  }
}

interface LinkContext {
  config: SiteConfig
  lookup: PageLookup
  locale: Pick<LocaleView, 'locales'>
}

/** Language menu: the same page in the other language, else that language's home (B155–B157). */
function linksOf(page: PageSummary, { config, lookup, locale }: LinkContext): LanguageLink[] {
  const local = page.record.regularPath.slice(page.locale.length)
  return locale.locales.map(({ path, lang, label, home }) => {
    const target = path === page.locale ? page : lookup.regular(safeDecode(path + local))
    const href = target ? withBase(config.base, target.record.path) : home
    const isFallback = target?.original !== undefined
    const translated = target !== undefined && !isFallback
    return { locale: path, lang, label, href, translated, ...(isFallback ? { fallback: true } : {}) }
  })
}

/** Of menus with the same languages. */
function isSame(some: readonly LanguageLink[], others: readonly LanguageLink[]): boolean {
  return some.every(({ href, translated, fallback }, index) => {
    const other = others[index]
    return other?.href === href && other.translated === translated && other.fallback === fallback
  })
}

/** H-HREF-1: real translations and `x-default`, absolute; none without a site address or another language. */
function alternatesOf(languages: readonly LanguageLink[], config: SiteConfig): PageView['alternates'] {
  const real = languages.filter(language => language.translated)
  if (!config.url || languages.length < 2) return []
  const links = real.map(({ lang, href }) => ({ hreflang: lang, href: config.url + href }))
  const fallback = real.find(language => language.locale === '/')
  return fallback ? [...links, { hreflang: 'x-default', href: config.url + fallback.href }] : links
}
