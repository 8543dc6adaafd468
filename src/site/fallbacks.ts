import { hashContent } from '../lib/hash.ts'
import type { SiteConfig, FallbackSetting } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import { type PageSummary, pageRecordSchema } from '../schema/page.ts'
import type { Address, PlacedFallback, PlacedPage, Redirect } from '../schema/site.ts'
import { documentPath, localizeAddress, safeDecode } from '../shared/addresses.ts'
import { fitsPath } from '../shared/translations.ts'
import { type LocateKey, localeNamed } from './file-addresses.ts'
import { findReserved, formKey } from './redirects.ts'
import { localPathOf } from './translations.ts'

const SOURCE_LOCALE = '/'

/** Locale path → those whose pages stand in for missing ones, the first that has the page; the source language is the last. */
function fallbackChains(config: SiteConfig): Map<string, string[]> {
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

interface FallbackInput {
  config: SiteConfig
  pages: readonly PageSummary[]
  redirects: readonly Pick<Redirect, 'from'>[]
  /** Names in the public folder. */
  publicFiles: readonly string[]
}

/**
 * What languages show where they lack pages: for the join, pages like others, whose `original` is the page
 * that the content is of. Where a page, a file or a redirect has the address already there is none.
 */
export function createFallbacks(input: FallbackInput): PageSummary[] {
  const { config, pages } = input
  if (!isWanted(config)) return []
  const isTaken = createClaims(input)
  const byLocale = new Map<string, Map<string, PageSummary>>()
  for (const locale of Object.keys(config.locales)) byLocale.set(locale, new Map())
  for (const page of pages) byLocale.get(page.locale)?.set(localPathOf(page), page)
  return [...fallbackChains(config)].flatMap(([locale, chain]) => {
    const present = new Set(byLocale.get(locale)?.keys())
    return chain.flatMap(source =>
      [...(byLocale.get(source) ?? [])].flatMap(([localPath, original]) => {
        if (present.has(localPath) || choiceFor(config, locale, localPath) === 'none') return []
        const fallback = standIn(original, locale)
        if (isTaken(safeDecode(fallback.record.path))) return []
        present.add(localPath)
        return [fallback]
      }),
    )
  })
}

function isWanted({ fallback, locales }: SiteConfig): boolean {
  const settings = Object.values(locales).map(locale => locale.fallback ?? fallback)
  return settings.length > 1 && settings.some(setting => setting !== 'none')
}

/** Whether anything stands at a decoded address already. */
function createClaims({ pages, redirects, publicFiles }: FallbackInput): (path: string) => boolean {
  const sources = redirects.map(({ from }) => safeDecode(from))
  const taken = new Set([
    ...pages.map(({ record }) => formKey(safeDecode(record.path))),
    ...publicFiles.map(name => formKey(`/${name}`)),
    ...sources.map(formKey),
  ])
  const beginnings = sources.filter(from => from.endsWith('*')).map(from => from.slice(0, -1))
  return path =>
    taken.has(formKey(path)) ||
    beginnings.some(beginning => path.startsWith(beginning)) ||
    findReserved(`/${documentPath(path)}`) !== undefined
}

/** What the language says of the path, else what the site says. */
function choiceFor({ fallback, locales }: SiteConfig, locale: string, localPath: string): 'page' | 'none' {
  const own = locales[locale]?.fallback
  return chosen(own, localPath) ?? chosen(fallback, localPath) ?? 'page'
}

function chosen(setting: FallbackSetting | undefined, localPath: string): 'page' | 'none' | undefined {
  if (setting === undefined || typeof setting === 'string') return setting
  const fitting = Object.keys(setting).filter(pattern => fitsPath(pattern, localPath))
  return setting[
    fitting.reduce((longest, pattern) => (pattern.length > longest.length ? pattern : longest), '')
  ]
}

/** What is not of the original: it passes its schema where it is made. */
const ownKeys = pageRecordSchema.pick({ relativePath: true, key: true, regularPath: true, path: true })

/** The page as it stands in another language: what is said of its content stays, its addresses are those of that language. */
function standIn(original: PageSummary, locale: string): PageSummary {
  const { lang: _lang, ...frontmatter } = original.record.frontmatter
  const moved = (path: string) => locale + path.slice(original.locale.length)
  const relativePath = moved(`/${original.record.relativePath}`).slice(1)
  const { regularPath, path } = original.record
  return {
    ...original,
    locale,
    record: {
      ...original.record,
      frontmatter,
      ...ownKeys.parse({
        relativePath,
        key: `v-${hashContent(relativePath)}`,
        regularPath: moved(regularPath),
        path: moved(path),
      }),
    },
    original,
  }
}

/** The pages and fallbacks of the site after the join, apart, each fallback with its original as it was placed. */
export function separate(placed: readonly PlacedPage[]): {
  pages: PlacedPage[]
  fallbacks: PlacedFallback[]
} {
  const pages = placed.filter(page => !page.original)
  const byFile = new Map(pages.map(page => [page.file, page]))
  const fallbacks = placed.flatMap((page): PlacedFallback[] => {
    const original = page.original && byFile.get(page.file)
    return original ? [{ ...page, original }] : []
  })
  return { pages, fallbacks }
}

/** Fills in the addresses of fallbacks: links of the original lead to what the reader's language has at the same path. */
export function fillFallbacks(
  fallbacks: readonly PlacedFallback[],
  paths: ReadonlySet<string>,
  base: string,
): void {
  for (const { original, locale, addresses } of fallbacks) {
    const way = { base, from: original.locale, to: locale, has: (path: string) => paths.has(path) }
    addresses.push(
      ...original.addresses.map((address): Address =>
        typeof address === 'string' ? localizeAddress(address, way) : address,
      ),
    )
  }
}
