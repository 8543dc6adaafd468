import path from 'node:path'
import { repositoryOf } from '../lib/files.ts'
import { withAdditions } from '../bundle/additions.ts'
import { bundleTheme } from '../bundle/theme.ts'
import { loadConfig } from '../config/load.ts'
import { scanContent } from '../content/scan.ts'
import { Clock } from '../lib/clock.ts'
import { lastCommitDates } from '../lib/git.ts'
import { ignoredFiles } from '../lib/ignored-files.ts'
import { refusedFinding } from '../lib/system-error.ts'
import { changesPages, type PluginSource } from '../plugins/evaluate.ts'
import type { LoadedPlugins, LoadPluginsOptions } from '../plugins/load.ts'
import type { Progress } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'
import type { ParseOptions, SourceFile } from '../schema/page.ts'
import type { PlacedSite, Site } from '../schema/site.ts'
import { additionsOf } from '../site/additions.ts'
import type { PageViews } from '../site/page-view.ts'
import { createParseOptions } from '../site/parse-options.ts'
import { listPublicFiles } from '../site/public-files.ts'
import type { Session } from '../cache/workers/session.ts'
import { generatePages } from './generate-pages.ts'
import { addHeads } from './add-heads.ts'
import { joinSite } from './join.ts'
import { PageContents } from './page-contents.ts'
import { filedKeys, parsePages } from './parse.ts'
import { readIcons } from './read-icons.ts'
import { openShared, type ShareOptions } from './open-shared.ts'
import {
  askGit,
  keep,
  type ReadOptions,
  readSources,
  type ReadStages,
  type SiteSources,
  type Unreadable,
} from './read.ts'

/** A site that is read and joined, and what layouts show of its pages when it is asked for. */
export interface JoinedSite extends Pick<
  SiteSources,
  'locate' | 'plugins' | 'theme' | 'themeModule' | 'publicFiles' | 'hostFiles'
> {
  site: PlacedSite
  views: PageViews
  /** What the pages say: fetched when it is asked for. */
  contents: PageContents
  /** How the pages were parsed, for other texts that are to be parsed as they were. */
  parsing: { options: ParseOptions; plugins: readonly PluginSource[] }
  /** Milliseconds by stage. */
  times: Record<string, number>
}

/** The same with all views. */
export interface LoadedSite extends JoinedSite {
  site: Site
}

export interface LoadOptions extends ReadOptions {
  /** Takes drafts for pages. */
  drafts?: boolean
  progress?: Progress | undefined
  /** What is shared with other machines; absent for programs that share nothing. */
  share?: ShareOptions | undefined
}

/** The stages that read: a program that loads a site again and again gives ones that remember. */
export interface ReadingStages extends ReadStages {
  parsePages: typeof parsePages
  lastCommitDates: typeof lastCommitDates
}

/** The stages as they are: each reads everything anew. */
export const readingStages: ReadingStages = {
  loadConfig,
  loadPlugins,
  generatePages,
  bundleTheme,
  scanContent,
  listPublicFiles,
  ignoredFiles,
  parsePages,
  lastCommitDates,
}

/** Most sites have none: what loads them is not loaded. */
async function loadPlugins(options: LoadPluginsOptions): Promise<LoadedPlugins> {
  if (options.plugins.length === 0) return { plugins: [], files: [], findings: [] }
  const plugins = await import('../plugins/load.ts')
  return plugins.loadPlugins(options)
}

/** A loaded site, or why there is none. */
type Loading<T> = { loaded: T; findings: Finding[]; usage?: never } | (Unreadable & { loaded?: never })

/** The first half of the line, shared by every program: configuration → sources → parsed pages → joined site. */
export async function loadSite(
  session: Session,
  options: LoadOptions,
  stages = readingStages,
): Promise<Loading<LoadedSite>> {
  const read = await loadJoined(session, options, stages)
  if (!read.loaded) return read
  const clock = new Clock(read.loaded.times, options.progress)
  const loaded = withViews(read.loaded)
  clock.lap('views')
  return { ...read, loaded }
}

/** The same site with what layouts show of all its pages. */
export function withViews(joined: JoinedSite): LoadedSite {
  return { ...joined, site: joined.views.ofSite(joined.site) }
}

/** The same as `loadSite`, but for the views of pages: for a program that shows few of them. */
export async function loadJoined(
  session: Session,
  options: LoadOptions,
  stages = readingStages,
): Promise<Loading<JoinedSite>> {
  try {
    return await readAndJoin(session, options, stages)
  } catch (error) {
    // Files may vanish, or become folders, at any moment while they are listed and read.
    const refused = refusedFinding(error, 'read')
    if (!refused) throw error
    return { findings: [refused] }
  }
}

/** Dates of the last commits, which count until there is another one. */
function askDates(
  session: Session,
  contentDir: string,
  ask: typeof lastCommitDates,
): ReturnType<typeof lastCommitDates> {
  const git = path.join(repositoryOf(session.root), '.git')
  const files = ['HEAD', 'logs/HEAD'].map(name => path.join(git, name))
  return keep(
    session,
    ['dates', contentDir],
    () => ask(session.root, contentDir),
    () => files,
  )
}

async function readAndJoin(
  session: Session,
  { drafts = false, progress, share, ...options }: LoadOptions,
  stages: ReadingStages,
): Promise<Loading<JoinedSite>> {
  const { root } = session
  const clock = new Clock({}, progress)
  const sources = await readSources(session, stages, { ...options, clock })
  if ('findings' in sources) return sources
  const { config, locate, plugins, scan, themeModule, publicFiles, hostFiles } = sources
  const opened = share && (await openShared(session, config, share))
  if (opened && 'message' in opened) return { findings: [opened], usage: true }

  // A process of its own: it is through with the history before the pages are parsed.
  const history = config.theme.lastUpdated
    ? askDates(session, config.contentDir, stages.lastCommitDates)
    : Promise.resolve({ dates: new Map<string, string>() })
  const changing = plugins.filter(changesPages).map(({ source }) => source)
  const { components } = sources.theme
  const collisions: Finding[] = []
  if (components) {
    const { componentSource, nameCollisions } = await import('../content/site-components.ts')
    changing.push(componentSource(components, root))
    collisions.push(...nameCollisions(components.files, plugins, config))
  }
  const hashes = changing.map(({ hash }) => hash)
  const { icons, findings: iconFindings } = await readIcons(root)
  const parseOptions = createParseOptions(config, sources.texts.stringsFor, {
    plugins: hashes,
    icons,
  })
  const parse = (files: SourceFile[]) => stages.parsePages(session, files, parseOptions, changing)
  const pages = session.shared
    ? await (
        await import('./share-pages.ts')
      ).parseShared(session, scan.files, filedKeys(scan.files, parseOptions), parse)
    : await parse(scan.files)
  const parsed = await addHeads(session, plugins, config, pages)
  clock.lap('parse')

  const { site, views } = await joinSite(sources, {
    root,
    parsed: parsed.map(({ page }) => page),
    drafts,
    history: await history,
    ignoredFiles: askGit(session, stages.ignoredFiles),
  })
  site.findings.push(...iconFindings, ...collisions)
  clock.lap('join')
  const contents = new PageContents(session.parsed, parsed)
  const theme = withAdditions(sources.theme, additionsOf(site))
  const parsing = { options: parseOptions, plugins: changing }
  const shared = { locate, plugins, theme, themeModule, publicFiles, hostFiles }
  return {
    loaded: { ...shared, site, views, contents, parsing, times: clock.times },
    findings: site.findings,
  }
}
