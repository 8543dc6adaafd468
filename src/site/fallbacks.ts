import { hashContent } from '../lib/hash.ts'
import type { SiteConfig, FallbackSetting } from '../schema/config.ts'
import type { Finding, LocateKey } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import { documentPath, safeDecode } from '../shared/addresses.ts'
import { fitsPath, SOURCE_LOCALE, groupByLocale, localeNamed } from './translations.ts'
import { findReserved, formKey } from './redirects.ts'

function configuredChains(config: SiteConfig): Map<string, string[]> {
  return new Map(
    Object.entries(config.fallbackLocales).flatMap(([name, names]) => {
      const locale = localeNamed(name, config)
      if (locale === undefined) return []
      return [[locale, names.flatMap(other => localeNamed(other, config) ?? [])]]
    }),
  )
}

export function reportFallbackLocales(config: SiteConfig, locate: LocateKey): Finding[] {
  const known = Object.keys(config.locales).map(locale => `\`${locale}\``)
  const hint = `Use one of ${known.join(', ')}, or remove it.`
  return Object.entries(config.fallbackLocales).flatMap(([key, names]) => {
    const unknown = [key, ...names].filter(name => localeNamed(name, config) === undefined)
    return unknown.map((name): Finding => {
      const message = `\`fallbackLocales\` contains \`${name}\`, which isn't a language of the site.`
      const place = locate(['fallbackLocales', key], name) ?? locate(['fallbackLocales', key])
      return { rule: 'config/fallback-locales', severity: 'error', message, hint, place }
    })
  })
}

/** Fallbacks, for the join pages like others with an `original`. None at the decoded paths of pages, files and redirects. */
export function createFallbacks(
  config: SiteConfig,
  pages: readonly PageSummary[],
  { taken: paths, redirected }: Record<'taken' | 'redirected', readonly string[]>,
): PageSummary[] {
  const { fallback, locales } = config
  const settings = Object.values(locales).map(locale => locale.fallback ?? fallback)
  if (settings.length < 2 || settings.every(setting => setting === 'none')) return []
  const taken = new Set([...paths, ...redirected].map(formKey))
  // A page may be called `operator*`.
  const starts = redirected.filter(path => path.endsWith('*')).map(path => path.slice(0, -1))
  const isTaken = (path: string) =>
    taken.has(formKey(path)) ||
    starts.some(start => path.startsWith(start)) ||
    findReserved(`/${documentPath(path)}`, Object.keys(locales)) !== undefined
  const chains = configuredChains(config)
  const byLocale = groupByLocale(pages)
  return Object.keys(locales).flatMap(locale => {
    const present = new Set(byLocale.get(locale)?.keys())
    // The first that has the page; the source language is the last.
    const chain = new Set([...(chains.get(locale) ?? []), SOURCE_LOCALE])
    chain.delete(locale)
    return [...chain].flatMap(source =>
      [...(byLocale.get(source) ?? [])].flatMap(([localPath, original]) => {
        const choice = choose(locales[locale]?.fallback, localPath) ?? choose(fallback, localPath)
        if (present.has(localPath) || choice === 'none') return []
        const page = fallbackPage(original, locale)
        if (isTaken(safeDecode(page.record.path))) return []
        present.add(localPath)
        return [page]
      }),
    )
  })
}

function choose(setting: FallbackSetting | undefined, localPath: string): 'page' | 'none' | undefined {
  if (setting === undefined || typeof setting === 'string') return setting
  const fitting = Object.keys(setting).filter(pattern => fitsPath(pattern, localPath))
  return setting[fitting.toSorted((a, b) => b.length - a.length)[0] ?? '']
}

function fallbackPage(original: PageSummary, locale: string): PageSummary {
  const { frontmatter, relativePath: file, regularPath, path } = original.record
  const { lang: _lang, ...rest } = frontmatter
  const moved = (address: string) => locale + address.slice(original.locale.length)
  const relativePath = moved(`/${file}`).slice(1)
  const key = `v-${hashContent(relativePath)}`
  const own = { relativePath, key, regularPath: moved(regularPath), path: moved(path) }
  return { ...original, locale, record: { ...original.record, frontmatter: rest, ...own }, original }
}
