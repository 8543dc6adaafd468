import path from 'node:path'
import { repositoryOf } from '../lib/paths.ts'
import { extendTheme } from '../bundle/look.ts'
import { bundleTheme } from '../bundle/theme.ts'
import { loadConfig } from '../config/load.ts'
import { scanContent, createPageReader } from '../content/scan.ts'
import { Clock } from '../lib/process.ts'
import { lastCommitDates, type CommitDates, ignoredFiles } from '../lib/git.ts'
import { refusedFinding } from '../lib/errors.ts'
import { changesPages, type PluginSource } from '../plugins/run.ts'
import { loadPlugins } from '../plugins/load.ts'
import type { Progress } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'
import type { ParseOptions, SourceFile, PageSummary, PageText } from '../schema/page.ts'
import type { PlacedSite, Site } from '../schema/site.ts'
import { additionsOf } from '../site/additions.ts'
import type { PageViews } from '../site/page-view.ts'
import { createParseOptions } from '../site/parse-options.ts'
import type { Session } from '../cache/workers/session.ts'
import { generatePages, addHeads, describePage } from './plugin-hooks.ts'
import { PageContents, filedKeys, parsePages } from './parse.ts'
import {
  readIcons,
  askGit,
  keep,
  type ReadOptions,
  readSources,
  type ReadStages,
  type SiteSources,
  type Unreadable,
} from './read.ts'
import { openShared, parseShared, type ShareOptions } from './shared-pages.ts'
import { readOwnPolicies } from '../site/headers.ts'
import { textsOf, type SiteFacts } from '../plugins/hooks.ts'
import { generatedDocuments, listPublicFiles, loadAssets } from '../site/assets.ts'
import { createSite } from '../site/create.ts'
import { fontAddresses, loadFileAddresses } from '../site/file-addresses.ts'
import { NOT_TAKEN_OVER, onePerMessage } from '../shared/findings.ts'
import { fileAccess } from '../shared/public-files.ts'
import { foldFailures, nameMakers } from '../site/plugin-findings.ts'
import { stalePages } from '../site/translations.ts'
import type { HookSetup } from '../cache/workers/job-types.ts'
import { componentSource, nameCollisions } from '../content/site-components.ts'
import { readInlineText } from '../content/text.ts'

/** A site that is read and joined, and what layouts show of its pages when it is asked for. */
export interface JoinedSite extends Pick<
  SiteSources,
  'locate' | 'plugins' | 'theme' | 'publicFiles' | 'hostFiles'
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
  const { config, locate, plugins, scan, publicFiles, hostFiles } = sources
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
    ? await parseShared(session, scan.files, filedKeys(scan.files, parseOptions), parse)
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
  const theme = extendTheme(sources.theme, sources.look, additionsOf(site))
  const parsing = { options: parseOptions, plugins: changing }
  const shared = { locate, plugins, theme, publicFiles, hostFiles }
  return {
    loaded: { ...shared, site, views, contents, parsing, times: clock.times },
    findings: site.findings,
  }
}

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
async function joinSite(
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
  const files = [...publicFiles, ...generatedDocuments(config)]
  const assets = await loadAssets({ root, publicDir, publicFiles: files, parsed, access, ignoredFiles })
  const fileAddresses = [
    ...(await loadFileAddresses({ root, config, publicFiles })),
    ...fontAddresses(sources.look.missing, locate),
  ]
  const { site, views } = createSite({
    root,
    config,
    parsed,
    drafts,
    ...sources.texts,
    readInline: readInlineText,
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

/** Why pages say nothing about their last change although the site asks for it. */
export function reportHistory({ problem }: CommitDates): Finding[] {
  if (problem === 'shallow') {
    return [
      {
        rule: 'git/shallow',
        severity: 'info',
        message:
          'Pages are without the date of their last change: the clone is shallow, its dates would be wrong.',
        hint: 'Fetch the whole history (`git fetch --unshallow`; `fetch-depth: 0` in GitHub Actions), or set `theme.lastUpdated` to `false`.',
      },
    ]
  }
  if (problem === 'slow') {
    return [
      {
        rule: 'git/too-slow',
        severity: 'warning',
        message:
          'Pages are without the date of their last change: git did not answer in time and was stopped.',
        hint: 'Try `git log` in the folder of the site; it may wait for a network or for another program.',
      },
    ]
  }
  return []
}

/** What Git ignores is kept from readers: said where it does not tell, and `problem` says why. */
function reportUntold(problem: string | undefined): Finding[] {
  if (problem === undefined) return []
  return [
    {
      rule: 'git/untold',
      severity: 'info',
      message: `Files that pages include and link to were published without asking git whether it ignores them: ${problem}.`,
      hint: 'Make `git status` work in the folder of the site.',
    },
  ]
}

/** The site as plain data for hooks; what its pages say is read by the thread. */
export function describeSite(joined: JoinedSite): HookSetup {
  const { site, contents } = withViews(joined)
  const { config, root, locales, pages } = site
  const languages = Object.values(locales).map(({ path, lang, title, description }) => {
    return { path, lang, title, description }
  })
  const facts: SiteFacts = { root, contentDir: config.contentDir, locales: languages }
  const described = pages.map(page => {
    const { view, file, addresses } = page
    const told = describePage(page, config)
    if (view.description) told.description = view.description
    if (view.lastUpdated !== undefined) told.lastUpdated = view.lastUpdated
    return { page: told, text: contents.locateText(file), html: contents.locateHtml(file), addresses }
  })
  const { title, description, url, base } = config
  return {
    facts,
    site: { title, description, base, ...(url ? { url } : {}), locales: languages, pages: described },
  }
}

/** A text that was parsed in the place of a page. */
export interface ParsedPageText {
  page: PageSummary
  text: PageText
}

/**
 * Parses texts as if each stood in the file that it is given by; what it includes is what is there today. What is wrong
 * with them is not asked for.
 */
export async function parseTexts(
  session: Session,
  { site: { config }, parsing }: Pick<LoadedSite, 'site' | 'parsing'>,
  texts: ReadonlyMap<string, string>,
): Promise<Map<string, ParsedPageText>> {
  const read = createPageReader({
    root: session.root,
    contentDir: config.contentDir,
    includeRoot: config.markdown.includeRoot,
    locales: Object.keys(config.locales),
    access: fileAccess(config),
    ignored: [],
    generated: new Map([...texts].map(([file, text]) => [file, { text, plugin: '' }])),
  })
  const files = [...texts.keys()].map((file): SourceFile => {
    const { plugin: _plugin, ...source } = read(file)
    return { ...source, findings: [] }
  })
  const parsed = await parsePages(session, files, parsing.options, parsing.plugins)
  const contents = new PageContents(session.parsed, parsed)
  return new Map(parsed.map(({ page }) => [page.file, { page, text: contents.readText(page.file) }]))
}
