import { documentPath, localizeAddress, safeDecode } from '../shared/addresses.ts'
import { hashContent } from '../lib/hash.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { FallbackSetting } from '../schema/fallback.ts'
import { pageRecordSchema, type PageSummary } from '../schema/page.ts'
import type { Address, PlacedFallback, PlacedPage, Redirect } from '../schema/site.ts'
import { fitsPath } from '../shared/translations.ts'
import { formKey } from './check-redirects.ts'
import { findReserved } from './duplicates.ts'
import { fallbackChains } from './fallback-locales.ts'
import { localPathOf } from './translations.ts'

interface FallbackInput {
  config: SiteConfig
  pages: readonly PageSummary[]
  redirects: readonly Pick<Redirect, 'from'>[]
  /** Names in the public folder. */
  publicFiles: readonly string[]
}

/**
 * What languages show where they lack pages (specification 17): for the join, pages like others, whose `original` is the page
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
