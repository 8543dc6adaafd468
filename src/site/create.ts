import type { SiteConfig } from '../schema/config.ts'
import type { Finding, LocateKey } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { PlacedPage, PlacedSite, ResolvedLink } from '../schema/site.ts'
import type { Strings, TextName } from '../schema/strings.ts'
import type { LocaleView } from '../schema/view.ts'
import { dashboardFiles } from './dashboard.ts'
import { printFiles } from './public-files.ts'
import { isDocument } from '../shared/own-documents.ts'
import type { AssetMap, Assets } from './assets.ts'
import { checkRedirects, collectRedirects, createRedirects, findDuplicates } from './redirects.ts'
import { createLocaleView, originalsOf } from './locale-view.ts'
import { createFallbacks, fillFallbacks, separate } from './fallbacks.ts'
import { PageViews, type ViewContext, createLanguageLinks, reportUnknownLayouts } from './page-view.ts'
import {
  type LinkContext,
  type PageLookup,
  type ReadInlineText,
  createPageLookup,
  resolveLink,
} from './links.ts'
import { isolateNav, isolateSidebar } from '../shared/views.ts'
import { type NavContext, createNav, createSidebars, reportLarge } from './navigation.ts'
import { configAddresses, missingFiles, pageAddresses, type NamedAddress } from './file-addresses.ts'
import type { OwnPolicy } from './headers.ts'
import { collectUses, derivePolicy, reportForeignCode } from './policy.ts'
import { reportConfig } from './report-config.ts'
import { versionAddress } from './versions.ts'

export interface JoinInput {
  /** Absolute folder of the site. */
  root: string
  config: SiteConfig
  parsed: readonly PageSummary[]
  /** Pages that are not to be published. */
  drafts: readonly PageSummary[]
  stringsFor(lang: string): Strings
  /** Interface texts that have no translation, by language. */
  untranslated?: ReadonlyMap<string, readonly TextName[]>
  /** Reads a short text in Markdown. */
  readInline: ReadInlineText
  /** Texts of plugins for a language. */
  textsFor?(lang: string): LocaleView['texts']
  /** Names of the layouts there are. */
  layouts: readonly string[]
  /** Addresses without base of what pages may load besides, by name. */
  parts?: Readonly<Record<string, string>>
  /** Files that pages refer to, and public files. */
  assets: Assets
  /** ISO date of the last commit by site-relative file. */
  lastUpdated: ReadonlyMap<string, string>
  /** Relative paths of translations whose source changed. */
  stale: ReadonlySet<string>
  /** Where a key of the configuration stands. */
  locate: LocateKey
  /** What the site's own files load. */
  fileAddresses: readonly NamedAddress[]
  /** Policies that the site's own files for hosts hold. */
  ownPolicies: readonly OwnPolicy[]
}

/**
 * The join: puts every parsed page in its place among the others. Pure; findings are part of the result. `views` makes what layouts
 * show of the pages of `site`.
 */
export function createSite(input: JoinInput): { site: PlacedSite; views: PageViews } {
  const { root, config } = input
  const parsed = input.parsed.toSorted((a, b) => (a.record.path < b.record.path ? -1 : 1))
  const written = collectRedirects(config, parsed, input.locate)
  const publicFiles = listPublic(input.assets.map)
  const fallbacks = createFallbacks({ config, pages: parsed, redirects: written, publicFiles })
  const all = [...parsed, ...fallbacks].toSorted((a, b) => (a.record.path < b.record.path ? -1 : 1))
  const lookup = createPageLookup(all, input.drafts)
  const redirects = createRedirects(written)
  const inVersion = (path: string) => versionAddress(config, path)
  const findings: Finding[] = [
    ...findDuplicates(parsed, input.assets.map),
    ...checkRedirects(written, { lookup, pages: parsed, publicFiles, versionAddress: inVersion }),
    ...reportUnknownLayouts(parsed, input.layouts),
    ...reportConfig(config, all, redirects, input.locate),
  ]
  const { locales, placed, views } = placePages(input, { all, lookup, findings })
  const { pages, fallbacks: shown } = separate(placed)
  const links = resolveLinks(pages, {
    base: config.base,
    lookup,
    assetAddress: target => input.assets.map.get(target),
    privateFile: target => input.assets.refused.get(target),
    versionAddress: inVersion,
  })
  fillFallbacks(shown, new Set(placed.map(({ record }) => record.path)), config.base)
  const named = [...configAddresses(config, input.locate), ...pageAddresses(pages), ...input.fileAddresses]
  const uses = collectUses(config, named, pages, input.locate)
  const { policy, origins, findings: blocked } = derivePolicy(config, uses, input.ownPolicies)
  findings.push(...blocked, ...reportForeignCode(config, input.locate))
  const missing = missingFiles(named, config.base, address => input.assets.map.has(address))
  const made = new Set([...printFiles(config), ...dashboardFiles(config)])
  const site: PlacedSite = {
    config,
    root,
    locales,
    pages,
    fallbacks: shown,
    drafts: [...input.drafts],
    redirects,
    links,
    assets: outputAssets(input.assets.map),
    documents: [...input.assets.map].flatMap(([source, { path }]) =>
      isDocument(source) && !made.has(source.slice(1)) ? [path] : [],
    ),
    missing,
    untranslatedTexts: untranslatedTexts(input),
    policy,
    origins,
    findings,
  }
  return { site, views }
}

interface Placing {
  /** Pages and fallbacks. */
  all: readonly PageSummary[]
  lookup: PageLookup
  /** Collects what is found on the way. */
  findings: Finding[]
}

/** What each language shows around its pages, and every page in its place, sorted by path. */
function placePages(
  input: JoinInput,
  { all, lookup, findings }: Placing,
): { locales: Record<string, LocaleView>; placed: PlacedPage[]; views: PageViews } {
  const { config, locate } = input
  const hasFallbacks = all.some(({ original }) => original)
  const locales: Record<string, LocaleView> = {}
  const contexts = new Map<string, ViewContext>()
  const languagesOf = createLanguageLinks(config, lookup)
  for (const path of Object.keys(config.locales)) {
    const pages = all.filter(page => page.locale === path)
    const nav: NavContext = { config, locale: path, lookup, pages, locate, findings }
    const locale = createLocaleView(path, config, { ...input, lookup, hasFallbacks })
    const originals = originalsOf(pages, config)
    const sidebars = createSidebars(nav).map(sidebar => ({
      ...sidebar,
      items: isolateSidebar(sidebar.items, locale.dir),
    }))
    findings.push(...reportLarge(nav, sidebars))
    locales[path] = {
      ...locale,
      ...(originals ? { originals } : {}),
      nav: isolateNav(createNav(nav), locale.dir),
      sidebars: sidebars.map(sidebar => sidebar.items),
    }
    const shared = { ...input, parts: input.parts ?? {}, lookup, languagesOf }
    contexts.set(path, { ...shared, locale, sidebars, nav })
  }
  const placed = all.map((page): PlacedPage => ({ ...page, addresses: [] }))
  return { locales, placed, views: new PageViews(contexts) }
}

/** Interface texts that no translation and no `strings` of the configuration give, by locale path. */
function untranslatedTexts({ config, untranslated }: JoinInput): Record<string, TextName[]> {
  const entries = Object.entries(config.locales).map(([path, { lang, strings = {} }]) => {
    const names = untranslated?.get(lang) ?? []
    return [path, names.filter(name => strings[name] === undefined)]
  })
  return Object.fromEntries(entries)
}

/** Fills `addresses` of every page and returns every link with what became of it. */
function resolveLinks(pages: readonly PlacedPage[], context: LinkContext): ResolvedLink[] {
  const byFile = new Map(pages.map(page => [page.file, page]))
  return pages.flatMap(from =>
    from.links.map((link): ResolvedLink => {
      const { href, to, draft, privateFile, problem } = resolveLink(link, from, context)
      from.addresses.push(href)
      const target = to && byFile.get(to.file)
      return {
        from,
        link,
        ...(target ? { to: target } : {}),
        ...(draft ? { draft: draft.file } : {}),
        ...(privateFile ? { privateFile } : {}),
        ...(problem ? { problem } : {}),
      }
    }),
  )
}

/** Assets that the build copies under a hashed name; public files are copied as they are. */
function outputAssets(assets: AssetMap): Record<string, string> {
  const entries = [...assets].filter(([source]) => !source.startsWith('/'))
  return Object.fromEntries(entries.map(([source, { path }]) => [source, path]))
}

/** Names in the public folder. */
function listPublic(assets: AssetMap): string[] {
  return [...assets.keys()].filter(target => target.startsWith('/')).map(target => target.slice(1))
}
