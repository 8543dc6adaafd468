import type { SiteConfig } from '../schema/config.ts'
import type { Finding, LocateKey } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { PlacedFallback, PlacedPage, PlacedSite, ResolvedLink } from '../schema/site.ts'
import type { Strings, TextName } from '../schema/strings.ts'
import type { LocaleView } from '../schema/view.ts'
import { isDocument } from '../shared/http.ts'
import { type Assets, generatedDocuments } from './assets.ts'
import { checkRedirects, collectRedirects, createRedirects, findDuplicates } from './redirects.ts'
import { createLocaleView, originalsOf } from './locale-view.ts'
import { createFallbacks, fallbackAddresses } from './fallbacks.ts'
import { PageViews, type ViewContext, createLanguageLinks, reportUnknownLayouts } from './page-view.ts'
import { type ReadInlineText, createPageLookup, resolveLink } from './links.ts'
import { isolateTexts } from '../shared/views.ts'
import { type NavContext, createNav, createSidebars, reportLarge } from './navigation.ts'
import {
  configAddresses,
  missingFiles,
  pageAddresses,
  type NamedAddress,
  collectUses,
  derivePolicy,
  reportForeignCode,
  type OwnPolicy,
} from './policy.ts'
import { reportConfig } from './report-config.ts'
import { versionAddress } from './versions.ts'

export interface JoinInput {
  root: string
  config: SiteConfig
  parsed: readonly PageSummary[]
  drafts: readonly PageSummary[]
  stringsFor(lang: string): Strings
  /** Interface texts that have no translation, by language. */
  untranslated?: ReadonlyMap<string, readonly TextName[]>
  readInline: ReadInlineText
  /** Texts of plugins for a language. */
  textsFor?(lang: string): LocaleView['texts']
  layouts: readonly string[]
  /** Addresses without base of what pages may also load, by name. */
  parts?: Readonly<Record<string, string>>
  assets: Assets
  /** ISO date of the last commit by site-relative file. */
  lastUpdated: ReadonlyMap<string, string>
  /** Relative paths of translations whose source changed. */
  stale: ReadonlySet<string>
  locate: LocateKey
  fileAddresses: readonly NamedAddress[]
  ownPolicies: readonly OwnPolicy[]
}

/** The join: connects every parsed page with the others. `views` makes what layouts show of the pages of `site`. */
export function createSite(input: JoinInput): { site: PlacedSite; views: PageViews } {
  const { root, config, locate, assets, untranslated } = input
  const byPath = (a: PageSummary, b: PageSummary) => (a.record.path < b.record.path ? -1 : 1)
  const parsed = input.parsed.toSorted(byPath)
  const written = collectRedirects(config, parsed, locate)
  const isPublic = (source: string) => source.startsWith('/')
  const publicFiles = [...assets.map.keys()].filter(isPublic).map(source => source.slice(1))
  const fallbacks = createFallbacks({ config, pages: parsed, redirects: written, publicFiles })
  const all = [...parsed, ...fallbacks].toSorted(byPath)
  const lookup = createPageLookup(all, input.drafts)
  const redirects = createRedirects(written)
  const inVersion = (path: string) => versionAddress(config, path)
  const findings: Finding[] = [
    ...findDuplicates(parsed, assets.map),
    ...checkRedirects(written, { lookup, pages: parsed, publicFiles, versionAddress: inVersion }),
    ...reportUnknownLayouts(parsed, input.layouts),
    ...reportConfig(config, all, redirects, locate),
  ]

  const locales: Record<string, LocaleView> = {}
  const contexts = new Map<string, ViewContext>()
  const languagesOf = createLanguageLinks(config, lookup)
  for (const path of Object.keys(config.locales)) {
    const pages = all.filter(page => page.locale === path)
    const nav: NavContext = { config, locale: path, lookup, pages, locate, findings }
    const locale = createLocaleView(path, config, { ...input, lookup, hasFallbacks: fallbacks.length > 0 })
    const sidebars = createSidebars(nav).map(({ prefix, items }) => ({
      prefix,
      items: isolateTexts(items, locale.dir),
    }))
    findings.push(...reportLarge(nav, sidebars))
    locales[path] = {
      ...locale,
      originals: originalsOf(pages, config),
      nav: isolateTexts(createNav(nav), locale.dir),
      sidebars: sidebars.map(sidebar => sidebar.items),
    }
    const { parts = {} } = input
    contexts.set(path, { ...input, parts, lookup, languagesOf, locale, sidebars, nav })
  }

  const pages = parsed.map((page): PlacedPage => ({ ...page, addresses: [] }))
  const byFile = new Map(pages.map(page => [page.file, page]))
  const linkContext = { base: config.base, lookup, assets, versionAddress: inVersion }
  const links = pages.flatMap(from =>
    from.links.map((link): ResolvedLink => {
      const { href, to, draft, privateFile, problem } = resolveLink(link, from, linkContext)
      from.addresses.push(href)
      return { from, link, to: to && byFile.get(to.file), draft: draft?.file, privateFile, problem }
    }),
  )
  const paths = new Set(all.map(({ record }) => record.path))
  const shown = fallbacks.toSorted(byPath).flatMap((page): PlacedFallback[] => {
    const original = byFile.get(page.file)
    return original
      ? [{ ...page, original, addresses: fallbackAddresses(page, original, paths, config) }]
      : []
  })

  const named = [...configAddresses(config, locate), ...pageAddresses(pages), ...input.fileAddresses]
  const uses = collectUses(config, named, pages, locate)
  const { policy, origins, findings: blocked } = derivePolicy(config, uses, input.ownPolicies)
  findings.push(...blocked, ...reportForeignCode(config, locate))
  const made = new Set(generatedDocuments(config))
  const documents = [...assets.map].filter(([source]) => isDocument(source) && !made.has(source.slice(1)))
  // Public files are copied as they are.
  const copied = [...assets.map].filter(([source]) => !isPublic(source))
  const site: PlacedSite = {
    config,
    root,
    locales,
    pages,
    fallbacks: shown,
    drafts: [...input.drafts],
    redirects,
    links,
    assets: Object.fromEntries(copied.map(([source, { path }]) => [source, path])),
    documents: documents.map(([, { path }]) => path),
    missing: missingFiles(named, config.base, address => assets.map.has(address)),
    untranslatedTexts: Object.fromEntries(
      Object.entries(config.locales).map(([path, { lang, strings = {} }]) => {
        const names = untranslated?.get(lang) ?? []
        return [path, names.filter(name => strings[name] === undefined)]
      }),
    ),
    policy,
    origins,
    findings,
  }
  return { site, views: new PageViews(contexts) }
}
