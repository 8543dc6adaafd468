import { hashContent } from '../lib/hash.ts'
import type { SiteConfig, FallbackSetting } from '../schema/config.ts'
import type { Finding, LocateKey } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import { documentPath, safeDecode } from '../shared/addresses.ts'
import { fitsPath, SOURCE_LOCALE, groupByLocale, localeNamed } from './translations.ts'
import { findReserved, formKey } from './redirects.ts'

function configuredChains(config: SiteConfig) {
  const chains = Object.entries(config.fallbackLocales).map(([name, names]) => {
    return [localeNamed(name, config), names.flatMap(other => localeNamed(other, config) ?? [])] as const
  })
  return new Map(chains)
}

export function reportFallbackLocales(config: SiteConfig, locate: LocateKey): Finding[] {
  const chains = configuredChains(config)
  const known = Object.keys(config.locales).map(locale => `\`${locale}\``)
  return Object.entries(config.fallbackLocales).flatMap(([key, names]): Finding[] => {
    const find = (message: string, hint: string, name?: string): Finding => {
      const place = locate(['fallbackLocales', key], name) ?? locate(['fallbackLocales', key])
      return { rule: 'config/fallback-locales', severity: 'error', message, hint, place }
    }
    const unknown = (name: string) => {
      const message = `\`fallbackLocales\` contains \`${name}\`, which isn't a language of the site.`
      return [find(message, `Use one of ${known.join(', ')}, or remove it.`, name)]
    }
    const locale = localeNamed(key, config)
    if (locale === undefined) return unknown(key)
    const found = names.flatMap(name => {
      const other = localeNamed(name, config)
      if (other === undefined) return unknown(name)
      if (other !== locale) return []
      return [find(`\`${key}\` falls back to itself.`, `Remove \`'${name}'\` from its list.`, name)]
    })
    const circle = findCircle(locale, chains)
    if (!circle) return found
    const way = circle.map(path => `\`${path}\``).join(' → ')
    const hint = `Remove \`${circle.at(-1)}\` from the list of \`${circle.at(-2)}\`.`
    return [...found, find(`\`${locale}\` has a circular fallback: ${way}.`, hint)]
  })
}

/** The way back to `start`, which is reported for the first of its locales only. */
function findCircle(start: string, chains: ReturnType<typeof configuredChains>): string[] | undefined {
  const seen = new Set<string>()
  const walk = (way: string[]): string[] | undefined => {
    for (const next of chains.get(way.at(-1) ?? start) ?? []) {
      if (next === start && way.length > 1) return [...way, next]
      if (next === start || seen.has(next)) continue
      seen.add(next)
      const found = walk([...way, next])
      if (found) return found
    }
    return undefined
  }
  const circle = walk([start])
  return circle?.every(locale => locale >= start) ? circle : undefined
}

/** Makes fallback pages, except at the decoded paths of pages and files (`taken`) and redirects. */
export function createFallbacks(
  config: SiteConfig,
  pages: readonly PageSummary[],
  { taken: paths, redirected }: Record<'taken' | 'redirected', readonly string[]>,
): PageSummary[] {
  const { fallback, locales } = config
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
    const offered = [...chain].flatMap(source => [...(byLocale.get(source) ?? [])])
    return offered.flatMap(([localPath, original]) => {
      const choice = choose(locales[locale]?.fallback, localPath) ?? choose(fallback, localPath)
      if (present.has(localPath) || choice === 'none') return []
      const page = fallbackPage(original, locale)
      if (isTaken(safeDecode(page.record.path))) return []
      present.add(localPath)
      return [page]
    })
  })
}

function choose(setting: FallbackSetting | undefined, localPath: string) {
  if (setting === undefined || typeof setting === 'string') return setting
  const fitting = Object.keys(setting).filter(pattern => fitsPath(pattern, localPath))
  return setting[fitting.toSorted((a, b) => b.length - a.length)[0] ?? '']
}

function fallbackPage(original: PageSummary, locale: string) {
  const { frontmatter, relativePath: file, regularPath, path } = original.record
  const { lang: _lang, ...rest } = frontmatter
  const moved = (address: string) => locale + address.slice(original.locale.length)
  const relativePath = moved(`/${file}`).slice(1)
  const key = `v-${hashContent(relativePath)}`
  const own = { relativePath, key, regularPath: moved(regularPath), path: moved(path) }
  return { ...original, locale, record: { ...original.record, frontmatter: rest, ...own }, original }
}
