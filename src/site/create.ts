import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Page, Redirect, ResolvedLink, Site } from '../schema/site.ts'
import type { Strings } from '../schema/strings.ts'
import type { LocaleView } from '../schema/view.ts'
import type { AssetMap, Assets } from './assets.ts'
import { findDuplicates } from './duplicates.ts'
import { reportUnknownLayouts } from './layouts.ts'
import { type LinkContext, resolveLink } from './links.ts'
import type { ReadInlineText } from './inline-runs.ts'
import { createLocaleView } from './locale-view.ts'
import type { NavContext } from './nav-link.ts'
import { createNav, createSidebars, reportLarge } from './navigation.ts'
import {
  configAddresses,
  type LocateKey,
  missingFiles,
  pageAddresses,
  type NamedAddress,
} from './named-addresses.ts'
import { collectUses, reportForeignCode } from './origins.ts'
import { createPageLookup, type PageLookup } from './page-lookup.ts'
import { createPageView, type ViewContext } from './page-view.ts'
import { derivePolicy, type OwnPolicy } from './policy.ts'
import { reportConfig } from './report-config.ts'
import { checkRedirects } from './check-redirects.ts'
import { collectRedirects, createRedirects } from './redirects.ts'

export interface JoinInput {
  /** Absolute folder of the site. */
  root: string
  config: SiteConfig
  parsed: readonly PageSummary[]
  /** Pages that are not to be published. */
  drafts: readonly PageSummary[]
  stringsFor(lang: string): Strings
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

/** The join: puts every parsed page in its place among the others. Pure; findings are part of the result. */
export function createSite(input: JoinInput): Site {
  const { root, config } = input
  const parsed = input.parsed.toSorted((a, b) => (a.record.path < b.record.path ? -1 : 1))
  const lookup = createPageLookup(parsed, input.drafts)
  const { redirects, problems } = joinRedirects(input, parsed, lookup)
  const findings: Finding[] = [
    ...findDuplicates(parsed, input.assets.map),
    ...problems,
    ...reportUnknownLayouts(parsed, input.layouts),
    ...reportConfig(config, parsed, redirects, input.locate),
  ]
  const locales: Record<string, LocaleView> = {}
  const pages: Page[] = []
  for (const path of Object.keys(config.locales)) {
    const nav: NavContext = {
      config,
      locale: path,
      lookup,
      pages: parsed.filter(page => page.locale === path),
      locate: input.locate,
      findings,
    }
    const locale = createLocaleView(path, config, { ...input, lookup })
    const sidebars = createSidebars(nav)
    findings.push(...reportLarge(nav, sidebars))
    locales[path] = { ...locale, nav: createNav(nav), sidebars: sidebars.map(sidebar => sidebar.items) }
    const context: ViewContext = { ...input, parts: input.parts ?? {}, lookup, locale, sidebars, nav }
    pages.push(...nav.pages.map(page => placePage(page, context)))
  }
  pages.sort((a, b) => (a.record.path < b.record.path ? -1 : 1))
  const links = resolveLinks(pages, {
    base: config.base,
    lookup,
    assetAddress: target => input.assets.map.get(target),
    privateFile: target => input.assets.refused.get(target),
  })
  const named = [...configAddresses(config, input.locate), ...pageAddresses(pages), ...input.fileAddresses]
  const uses = collectUses(config, named, pages, input.locate)
  const { policy, origins, findings: blocked } = derivePolicy(config, uses, input.ownPolicies)
  findings.push(...blocked, ...reportForeignCode(config, input.locate))
  const missing = missingFiles(named, config.base, address => input.assets.map.has(address))
  return {
    config,
    root,
    locales,
    pages,
    drafts: [...input.drafts],
    redirects,
    links,
    assets: outputAssets(input.assets.map),
    missing,
    policy,
    origins,
    findings,
  }
}

function placePage(page: PageSummary, context: ViewContext): Page {
  return { ...page, view: createPageView(page, context), addresses: [] }
}

/** Fills `addresses` of every page and returns every link with what became of it. */
function resolveLinks(pages: readonly Page[], context: LinkContext): ResolvedLink[] {
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

function joinRedirects(
  { config, locate, assets }: JoinInput,
  pages: readonly PageSummary[],
  lookup: PageLookup,
): { redirects: Redirect[]; problems: Finding[] } {
  const written = collectRedirects(config, pages, locate)
  const publicFiles = [...assets.map.keys()].filter(target => target.startsWith('/'))
  const problems = checkRedirects(written, {
    lookup,
    pages,
    publicFiles: publicFiles.map(name => name.slice(1)),
  })
  return { redirects: createRedirects(written), problems }
}
