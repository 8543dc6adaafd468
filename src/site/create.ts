import type { Policy, SiteConfig } from '../schema/config.ts'
import type { Finding, LocateKey } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { FallbackPage, MissingFile, Page, ResolvedLink, Site } from '../schema/site.ts'
import type { TextName } from '../schema/strings.ts'
import {
  createAddressTable,
  encodePath,
  localizeAddress,
  pageAddress,
  redirectTarget,
  safeDecode,
} from '../shared/addresses.ts'
import { DOCUMENT_FILE } from '../shared/http.ts'
import { type Assets, generatedDocuments } from './assets.ts'
import { createElsewhere, createFileLookup, findSearchPages } from './served-files.ts'
import { checkRedirects, collectRedirects, createRedirects, findDuplicates, listClaims } from './redirects.ts'
import { createLocaleView, type LocaleInput } from './locale-view.ts'
import { createFallbacks } from './fallbacks.ts'
import { type ViewInput, createLanguageLinks, reportUnknownLayouts, withView } from './page-view.ts'
import { createPageLookup, resolveLink } from './links.ts'
import { missingFiles, type NamedAddress, derivePolicy } from './policy.ts'
import { reportConfig } from './report-config.ts'

export interface JoinInput extends LocaleInput, ViewInput {
  root: string
  config: SiteConfig
  parsed: readonly PageSummary[]
  drafts: readonly PageSummary[]
  untranslated?: ReadonlyMap<string, readonly TextName[]>
  assets: Assets
  locate: LocateKey
  fileAddresses: readonly NamedAddress[]
  /** These files are only known after the join. */
  pluginsMakeFiles?: boolean
  ownPolicies: readonly Policy[]
}

/** The join: connects the parsed pages. */
export function createSite(input: JoinInput): Site {
  const { root, config, locate, assets, untranslated } = input
  const byPath = (a: PageSummary, b: PageSummary) => (a.record.path < b.record.path ? -1 : 1)
  const parsed = input.parsed.toSorted(byPath)
  const files = createFileLookup(assets.map, config, input.pluginsMakeFiles)
  const missing: MissingFile[] = []
  const written = collectRedirects(config, { pages: parsed, files, locate })
  const claims = listClaims(parsed, assets.map)
  const taken = claims.map(({ path }) => path)
  const redirected = written.map(({ from }) => safeDecode(from))
  const fallbacks = createFallbacks(config, parsed, { taken, redirected })
  const all = [...parsed, ...fallbacks].toSorted(byPath)
  const lookup = createPageLookup(all, input.drafts)
  const redirects = createRedirects(written)
  const shownAt = fallbacks.map(({ record }) => safeDecode(record.path))
  const searchPages = findSearchPages(config, [...taken, ...redirected, ...shownAt])
  const versionAddress = createElsewhere(config, searchPages)
  const localePaths = Object.keys(config.locales)
  const findings: Finding[] = []
  const shared = { config, lookup, files, missing, locate, findings, versionAddress }
  findings.push(
    ...findDuplicates(parsed, assets.map, localePaths),
    ...checkRedirects(written, { ...shared, claims }),
    ...reportUnknownLayouts(parsed, input.layouts),
    ...reportConfig({ config, pages: all, redirects, locate }),
  )

  const languagesOf = createLanguageLinks(config, lookup)
  const contexts = localePaths.map(path => {
    const searchPage = searchPages.get(path)
    const nav = { ...shared, locale: path, pages: all.filter(page => page.locale === path), searchPage }
    const view = createLocaleView(nav, input, fallbacks.length > 0)
    return [path, { ...input, ...view, languagesOf, nav }] as const
  })
  const contextOf = Object.fromEntries(contexts)

  const place = <Placed extends Omit<Page, 'view'>>(page: Placed) => withView(page, contextOf[page.locale]!)
  const pages = parsed.map((page: Omit<PageSummary, 'original'>): Page => place({ ...page, addresses: [] }))
  const byFile = new Map(pages.map(page => [page.file, page]))
  const decoded = redirects.map(({ from, to }) => [safeDecode(from), to] as const)
  const table = createAddressTable([], decoded)
  const redirectFrom = (path: string) => redirectTarget(table, encodePath(path))
  const linkContext = { ...shared, refused: assets.refused, redirectFrom }
  const links = pages.flatMap(from =>
    from.links.map((link): ResolvedLink => {
      const { href, to, ...found } = resolveLink(link, from, linkContext)
      from.addresses.push(href)
      return { from, link, to: to && byFile.get(to.file), ...found }
    }),
  )
  const paths = new Set(all.map(({ record }) => record.path))
  const hasPage = (path: string) => paths.has(path)
  const shown = fallbacks.toSorted(byPath).map((page): FallbackPage => {
    const original = byFile.get(page.file)!
    // Links of the original lead to pages of the reader's language where it has them.
    const way = { base: config.base, from: original.locale, to: page.locale, has: hasPage }
    const addresses = original.addresses.map(address =>
      typeof address === 'string' ? localizeAddress(address, way) : address,
    )
    return place({ ...page, original, addresses })
  })

  const { policy, origins, findings: ofPolicy, addresses } = derivePolicy({ ...input, pages })
  findings.push(...ofPolicy)
  const isServed = (address: string) =>
    files.find(address) !== undefined ||
    lookup.find(pageAddress(address)) !== undefined ||
    versionAddress(address) !== undefined ||
    redirectFrom(address) !== undefined
  const made = generatedDocuments(config)
  const served = [...assets.map].map(([source, { path }]) => [source, path] as const)
  const foreign = served.filter(([source]) => DOCUMENT_FILE.test(source) && !made.has(source.slice(1)))
  const untranslatedTexts = Object.entries(config.locales).map(([path, { lang, strings = {} }]) => {
    const names = untranslated?.get(lang) ?? []
    return [path, names.filter(name => strings[name] === undefined)] as const
  })
  return {
    config,
    root,
    locales: Object.fromEntries(contexts.map(([path, { locale }]) => [path, locale])),
    pages,
    fallbacks: shown,
    drafts: [...input.drafts],
    redirects,
    links,
    // Public files are copied as they are.
    assets: Object.fromEntries(served.filter(([source]) => !source.startsWith('/'))),
    documents: foreign.map(([, path]) => path),
    missing: [...missing, ...missingFiles(addresses, config.base, isServed)],
    untranslatedTexts: Object.fromEntries(untranslatedTexts),
    policy,
    origins,
    findings,
  }
}
