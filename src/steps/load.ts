import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { bundleTheme, type Theme } from '../bundle/theme.ts'
import { loadConfig, type LoadConfigOptions } from '../config/load.ts'
import { scanContent } from '../content/scan.ts'
import { shortWaysAreOn } from '../content/short-ways/switch.ts'
import { listFiles } from '../lib/files.ts'
import { lastCommitDates } from '../lib/git.ts'
import { readThrown } from '../lib/stack.ts'
import { templateFindings } from './failed-render.ts'
import { MERGED_FILES } from '../output/host-files.ts'
import { readOwnPolicies } from '../output/own-headers.ts'
import { parsePages } from './parse.ts'
import { reportHistory } from './report-history.ts'
import { loadThemeModule, type ThemeModule } from '../render/theme-module.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import { PageContents } from './page-contents.ts'
import type { Site } from '../schema/site.ts'
import type { Session } from '../threads/session.ts'
import { loadAssets } from '../site/assets.ts'
import { createSite } from '../site/create.ts'
import { loadFileAddresses } from '../site/file-addresses.ts'
import type { LocateKey } from '../site/named-addresses.ts'
import { withIcon } from '../shared/icon.ts'
import { createParseOptions } from '../site/parse-options.ts'
import { stalePages } from '../site/translations.ts'

export interface LoadedSite {
  site: Site
  theme: Theme
  themeModule: ThemeModule
  /** Names in the public folder, sorted. */
  publicFiles: string[]
  /** Those of them that say how hosts are to answer: name → text. */
  hostFiles: ReadonlyMap<string, string>
  /** What the pages say: fetched when it is asked for. */
  contents: PageContents
  /** Milliseconds by stage. */
  times: Record<string, number>
}

/** The stages that read: a program that loads a site again and again gives ones that remember. */
export interface ReadingStages {
  loadConfig: typeof loadConfig
  bundleTheme: typeof bundleTheme
  scanContent: typeof scanContent
  listFiles(folder: string): Promise<string[]>
  parsePages: typeof parsePages
  lastCommitDates: typeof lastCommitDates
}

/** The stages as they are: each reads everything anew. */
export const readingStages: ReadingStages = {
  loadConfig,
  bundleTheme,
  scanContent,
  listFiles,
  parsePages,
  lastCommitDates,
}

/** The first half of the line, shared by every program: configuration → sources → parsed pages → joined site. */
export async function loadSite(
  session: Session,
  options: Omit<LoadConfigOptions, 'root'>,
  stages = readingStages,
): Promise<{ loaded?: LoadedSite; findings: Finding[]; usage?: boolean }> {
  const { root } = session
  const clock = createClock()
  // esbuild bundles in a process of its own: the sooner it starts, the less there is to wait for.
  const bundling = Promise.allSettled([loadTheme(session, stages)])
  const {
    config: given,
    locate = () => undefined,
    findings: configFindings,
  } = await stages.loadConfig({
    root,
    cacheDir: session.cacheDir,
    ...options,
  })
  if (!given) {
    await bundling
    return { findings: configFindings, usage: true }
  }
  clock.lap('config')

  const scanned = await stages.scanContent({
    root,
    ...given,
    includeRoot: given.markdown.includeRoot,
    locales: Object.keys(given.locales),
    listed: pages => session.expectToParse(pages),
  })
  const publicFiles = await stages.listFiles(path.join(root, given.publicDir))
  const config = withIcon(given, publicFiles)
  const hostFiles = await readHostFiles(path.join(root, config.publicDir), publicFiles)
  const [bundle] = await bundling
  if (bundle.status === 'rejected') throw bundle.reason
  const { theme, themeModule, findings: themeFindings } = bundle.value
  if (!theme || !themeModule) return { findings: [...themeFindings, ...scanned.findings] }
  clock.lap('scan and theme')

  // A process of its own, too: it is through with the history before the pages are parsed.
  const { lastUpdated } = config.theme
  const dates = lastUpdated ? stages.lastCommitDates(root, config.contentDir) : undefined
  const parseOptions = createParseOptions(config, themeModule.stringsFor, shortWaysAreOn())
  const sources = await stages.parsePages(session, scanned.files, parseOptions)
  const parsed = sources.map(source => source.page)
  clock.lap('parse')

  const history = (await dates) ?? { dates: new Map<string, string>() }
  const site = await joinSite({
    root,
    config,
    parsed,
    publicFiles,
    hostFiles,
    theme,
    themeModule,
    lastUpdated: history.dates,
    locate,
  })
  site.findings.push(...reportHistory(history))
  site.findings.push(...scanned.findings, ...scanned.files.flatMap(file => file.findings))
  site.findings.push(...parsed.flatMap(page => page.findings))
  clock.lap('join')
  return {
    loaded: {
      site,
      theme,
      themeModule,
      publicFiles,
      hostFiles,
      contents: new PageContents(session.parsed, sources),
      times: clock.times,
    },
    findings: site.findings,
  }
}

/** The bundled theme and its module for rendering. */
async function loadTheme(
  session: Session,
  stages: ReadingStages,
): Promise<{ theme?: Theme; themeModule?: ThemeModule; findings: Finding[] }> {
  const { root, cacheDir, damage } = session
  const bundled = await stages.bundleTheme(root, cacheDir, damage)
  const { theme } = bundled
  if (!theme) return bundled
  try {
    return { ...bundled, themeModule: await loadThemeModule(theme.serverModule) }
  } catch (error) {
    return { findings: await templateFindings(session, theme, [{ thrown: readThrown(error) }]) }
  }
}

interface JoinOptions {
  root: string
  config: SiteConfig
  parsed: PageSummary[]
  publicFiles: string[]
  hostFiles: ReadonlyMap<string, string>
  theme: Theme
  themeModule: ThemeModule
  /** ISO date of the last commit by file. */
  lastUpdated: ReadonlyMap<string, string>
  locate: LocateKey
}

async function joinSite({
  root,
  config,
  parsed,
  publicFiles,
  hostFiles,
  theme,
  themeModule,
  lastUpdated,
  locate,
}: JoinOptions): Promise<Site> {
  const { publicDir } = config
  const assets = await loadAssets({ root, publicDir, publicFiles, parsed })
  const fileAddresses = await loadFileAddresses({ root, config, publicFiles })
  const { stringsFor } = themeModule
  return createSite({
    root,
    config,
    parsed,
    stringsFor,
    layouts: theme.layouts,
    assets,
    lastUpdated,
    stale: stalePages(parsed),
    locate,
    fileAddresses,
    ownPolicies: readOwnPolicies(hostFiles, config),
  })
}

/** The site's own files for hosts. */
async function readHostFiles(folder: string, publicFiles: readonly string[]): Promise<Map<string, string>> {
  const names = MERGED_FILES.filter(name => publicFiles.includes(name))
  const texts = await Promise.all(names.map(name => readFile(path.join(folder, name), 'utf8')))
  return new Map(names.map((name, index) => [name, texts[index] ?? '']))
}

/** Measures stages: `lap` ends one and begins the next. */
export function createClock(times: Record<string, number> = {}): {
  times: Record<string, number>
  lap(stage: string): void
} {
  let last = performance.now()
  return {
    times,
    lap(stage) {
      const now = performance.now()
      times[stage] = (times[stage] ?? 0) + now - last
      last = now
    },
  }
}
