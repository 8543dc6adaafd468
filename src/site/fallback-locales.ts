import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import { localeNamed } from './locale-code.ts'
import type { LocateKey } from './named-addresses.ts'

const SOURCE_LOCALE = '/'

/** Locale path → those whose pages stand in for missing ones, the first that has the page; the source language is the last. */
export function fallbackChains(config: SiteConfig): Map<string, string[]> {
  const named = namedChains(config)
  return new Map(
    Object.keys(config.locales).map(locale => {
      const chain = [...(named.get(locale) ?? []), SOURCE_LOCALE]
      return [locale, [...new Set(chain)].filter(other => other !== locale)]
    }),
  )
}

/** What the configuration says, by locale paths. */
function namedChains(config: SiteConfig): Map<string, string[]> {
  const entries = Object.entries(config.fallbackLocales).flatMap(([name, names]): [string, string[]][] => {
    const locale = localeNamed(name, config)
    return locale === undefined ? [] : [[locale, names.flatMap(other => localeNamed(other, config) ?? [])]]
  })
  return new Map(entries)
}

/** Languages of `fallbackLocales` that are not there, that fall back to themselves, or in a circle. */
export function reportFallbackLocales(config: SiteConfig, locate: LocateKey): Finding[] {
  const chains = namedChains(config)
  const known = Object.keys(config.locales).map(locale => `\`${locale}\``)
  const find = (key: string, name: string | undefined, message: string, hint: string): Finding => {
    const place = locate(['fallbackLocales', key], name) ?? locate(['fallbackLocales', key])
    return {
      rule: 'config/fallback-locales',
      severity: 'error',
      message,
      hint,
      ...(place ? { place } : {}),
    }
  }
  const missing = (key: string, name: string) =>
    find(
      key,
      name,
      `\`fallbackLocales\` names \`${name}\`, which is no language of the site.`,
      `Write the tag or the path of one of ${known.join(', ')}, or take it out.`,
    )
  return Object.entries(config.fallbackLocales).flatMap(([key, names]) => {
    const locale = localeNamed(key, config)
    if (locale === undefined) return [missing(key, key)]
    const own = names.filter(name => localeNamed(name, config) === locale)
    const circle = findCircle(locale, chains)
    return [
      ...names.filter(name => localeNamed(name, config) === undefined).map(name => missing(key, name)),
      ...own.map(name =>
        find(key, name, `\`${key}\` falls back to itself.`, `Take \`'${name}'\` out of its list.`),
      ),
      ...(circle
        ? [
            find(
              key,
              undefined,
              `\`${locale}\` falls back in a circle: ${circle.map(path => `\`${path}\``).join(' → ')}.`,
              `Take \`${circle.at(-1)}\` out of the list of \`${circle.at(-2)}\`.`,
            ),
          ]
        : []),
    ]
  })
}

/** The way from a locale back to itself over others; reported for the first of its locales only. */
function findCircle(start: string, chains: ReadonlyMap<string, string[]>): string[] | undefined {
  const seen = new Set<string>()
  const walk = (way: string[]): string[] | undefined => {
    const last = way.at(-1) ?? start
    for (const next of chains.get(last) ?? []) {
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
