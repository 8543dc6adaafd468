import { readOwnPolicies } from '../site/policy.ts'
import { textsOf } from '../plugins/hooks.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { PageSummary } from '../schema/page.ts'
import type { PlacedSite } from '../schema/site.ts'
import { loadAssets } from '../site/assets.ts'
import { createSite } from '../site/create.ts'
import { fontAddresses, loadFileAddresses } from '../site/file-addresses.ts'
import type { ReadInlineText } from '../site/links.ts'
import { NOT_TAKEN_OVER, onePerMessage } from '../shared/findings.ts'
import { fileAccess } from '../shared/private-file.ts'
import { foldFailures, nameMakers } from '../site/plugin-findings.ts'
import { dashboardFiles } from '../site/dashboard.ts'
import { printFiles } from '../site/public-files.ts'
import type { PageViews } from '../site/page-view.ts'
import { stalePages } from '../site/translations.ts'
import type { ReadStages, SiteSources } from './read.ts'
import { reportHistory, reportUntold } from './report-history.ts'
import type { CommitDates } from '../lib/git.ts'

interface JoinContext {
  root: string
  parsed: readonly PageSummary[]
  /** Takes drafts for pages. */
  drafts: boolean
  /** Of the source files. */
  history: CommitDates
  ignoredFiles: ReadStages['ignoredFiles']
}

/** Reads what the join needs besides the pages, and joins. */
export async function joinSite(
  sources: SiteSources,
  context: JoinContext,
): Promise<{ site: PlacedSite; views: PageViews }> {
  const { root, parsed: given, drafts: showsDrafts, history, ignoredFiles } = context
  const { config, locate, scan, publicFiles, publicFindings, hostFiles, theme } = sources
  const all = foldFailures(given)
  const isDraft = ({ record }: PageSummary) => record.frontmatter.draft === true && !showsDrafts
  const [drafts, parsed] = [all.filter(isDraft), all.filter(page => !isDraft(page))]
  const { publicDir } = config
  const access = fileAccess(config)
  const files = [...publicFiles, ...printFiles(config), ...dashboardFiles(config)]
  const assets = await loadAssets({ root, publicDir, publicFiles: files, parsed, access, ignoredFiles })
  const fileAddresses = [
    ...(await loadFileAddresses({ root, config, publicFiles })),
    ...fontAddresses(sources.missingFonts, locate),
  ]
  const { site, views } = createSite({
    root,
    config,
    parsed,
    drafts,
    ...sources.texts,
    readInline: await inlineReader(config),
    textsFor: lang => textsOf(sources.plugins, lang),
    layouts: theme.layouts,
    parts: theme.entries.parts,
    assets,
    lastUpdated: history.dates,
    stale: stalePages(parsed),
    locate,
    fileAddresses,
    ownPolicies: readOwnPolicies(hostFiles, config),
  })
  const untold = reportUntold(scan.gitProblem ?? assets.gitProblem)
  site.findings.push(...reportHistory(history), ...untold, ...publicFindings, ...theme.findings)
  // A draft may be unfinished in every way.
  const unpublished = new Set(drafts.map(({ file }) => file))
  const read = scan.files.filter(({ file }) => !unpublished.has(file))
  site.findings.push(...scan.findings, ...read.flatMap(file => file.findings))
  const ofPages = parsed.flatMap(page => page.findings)
  site.findings.push(...onePerMessage(ofPages, NOT_TAKEN_OVER))
  return { site: { ...site, findings: nameMakers(site.findings, all) }, views }
}

/** What reads Markdown outside pages, where a site has some. */
async function inlineReader({ theme }: SiteConfig): Promise<ReadInlineText> {
  if (!theme.footer && !theme.announcement) return () => []
  const { readInlineText } = await import('../content/text.ts')
  return readInlineText
}
