/** The first half of the line, shared by every program: configuration → sources → parsed pages → joined site. */
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createLook, extendTheme, type Look, withAnalytics } from './bundle/look.ts'
import { bundleTheme, type Theme } from './bundle/theme.ts'
import { templateFindings } from './cache/workers/failures.ts'
import { filedKeys, PageContents, parsePages } from './cache/workers/parsed-pages.ts'
import type { HookSetup } from './cache/workers/job-types.ts'
import { addHeads, describePage, generatePages, type GeneratedPages } from './cache/workers/plugin-hooks.ts'
import type { Session } from './cache/workers/session.ts'
import { openShared, parseShared, type ShareOptions } from './cache/workers/shared-pages.ts'
import { loadConfig, type LoadConfigOptions } from './config/load.ts'
import { readIcons } from './content/components/icons.ts'
import { createPageReader, type Scan, scanContent } from './content/scan.ts'
import { componentSource, nameCollisions } from './content/site-components.ts'
import { readInlineText } from './content/text.ts'
import { readThrown, refusedFinding } from './lib/errors.ts'
import { type CommitDates, ignoredFiles, lastCommitDates } from './lib/git.ts'
import { repositoryOf } from './lib/paths.ts'
import { type Clock, createClock, mapInTurns } from './lib/process.ts'
import { settled } from './lib/site-code.ts'
import { type SiteFacts, textsOf } from './plugins/hooks.ts'
import { addedThemes, loadPlugins } from './plugins/load.ts'
import { changesPages, type Plugin, type PluginSource } from './plugins/run.ts'
import {
  collectStrings,
  type InterfaceTexts,
  loadThemeModule,
  type StringsModule,
} from './render/files/theme-module.ts'
import type { Progress } from './schema/api.ts'
import type { SiteConfig } from './schema/config.ts'
import type { Finding, LocateKey } from './schema/finding.ts'
import type { AddedTheme } from './schema/output.ts'
import { pageIndexSchema, type PageSummary, type ParseOptions, type SourceFile } from './schema/page.ts'
import type { PlacedSite, Site } from './schema/site.ts'
import { NOT_TAKEN_OVER, onePerMessage } from './shared/findings.ts'
import { fileAccess, MERGED_FILES, withIcon } from './shared/public-files.ts'
import { additionsOf } from './site/additions.ts'
import { generatedDocuments, listPublicFiles, loadAssets } from './site/assets.ts'
import { createSite } from './site/create.ts'
import { withDocsDir } from './site/edit-link.ts'
import { fontAddresses, loadFileAddresses } from './site/file-addresses.ts'
import { readOwnPolicies } from './site/headers.ts'
import type { PageViews } from './site/page-view.ts'
import { createParseOptions } from './site/parse-options.ts'
import { foldFailures, nameMakers } from './site/plugin-findings.ts'
import { stalePages } from './site/translations.ts'

/** What a site is made from. */
interface SiteSources {
  config: SiteConfig
  /** Where a key of the configuration is written. */
  locate: LocateKey
  plugins: Plugin[]
  scan: Scan
  /** Names in the public folder, sorted. */
  publicFiles: string[]
  /** Problems of that folder. */
  publicFindings: Finding[]
  /** Those of them that say how hosts are to answer: name → text. */
  hostFiles: ReadonlyMap<string, string>
  theme: Theme
  /** What the configuration adds to the theme. */
  look: Look
  /** Interface texts of the site's languages. */
  texts: InterfaceTexts
  /** Files that each was made from, relative to the root. */
  madeFrom: Record<'config' | 'plugins' | 'pages', readonly string[]>
}

/** A site that is read and joined, and what layouts show of its pages when it is asked for. */
export interface JoinedSite extends Pick<
  SiteSources,
  'locate' | 'plugins' | 'theme' | 'publicFiles' | 'hostFiles' | 'madeFrom'
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

/** Stages that a program may do in another way. */
export interface Stages {
  loadConfig: typeof loadConfig
  bundleTheme: typeof bundleTheme
  ignoredFiles: typeof ignoredFiles
  lastCommitDates: typeof lastCommitDates
}

export interface LoadOptions extends Omit<LoadConfigOptions, 'root' | 'cacheDir'> {
  /** Takes drafts for pages. */
  drafts?: boolean
  /** False where whoever looks at pages isn't a reader of them. */
  countViews?: boolean
  progress?: Progress | undefined
  /** What is shared with other machines; absent for programs that share nothing. */
  share?: ShareOptions | undefined
  stages?: Partial<Stages>
}

/** What keeps a site from being read. `usage`: the configuration. */
interface Unreadable {
  findings: Finding[]
  usage?: boolean
}

/** A loaded site, or why there is none. */
type Loading<T> = { loaded: T; findings: Finding[]; usage?: never } | (Unreadable & { loaded?: never })

/** Loads a site with what layouts show of all its pages. */
export async function loadSite(session: Session, options: LoadOptions): Promise<Loading<LoadedSite>> {
  const read = await loadJoined(session, options)
  if (!read.loaded) return read
  const clock = createClock(read.loaded.times, options.progress)
  const loaded = withViews(read.loaded)
  clock.lap('views')
  return { ...read, loaded }
}

/** The same site with what layouts show of all its pages. */
export function withViews(joined: JoinedSite): LoadedSite {
  return { ...joined, site: joined.views.ofSite(joined.site) }
}

/** The same as `loadSite`, but for the views of pages: for a program that shows few of them. */
export async function loadJoined(session: Session, options: LoadOptions): Promise<Loading<JoinedSite>> {
  try {
    return await readAndJoin(session, options)
  } catch (error) {
    // Files may vanish, or become folders, at any moment while they are listed and read.
    const refused = refusedFinding(error, 'read')
    if (!refused) throw error
    return { findings: [refused] }
  }
}

async function readAndJoin(
  session: Session,
  { drafts = false, progress, share, stages: own, countViews = true, ...options }: LoadOptions,
): Promise<Loading<JoinedSite>> {
  const { root } = session
  const stages: Stages = { loadConfig, bundleTheme, ignoredFiles, lastCommitDates, ...own }
  const clock = createClock({}, progress)
  const sources = await readSources(session, stages, { options, countViews, clock })
  if ('findings' in sources) return sources
  const { config, locate, plugins, scan, publicFiles, hostFiles, madeFrom } = sources
  const refused = share && openShared(session, config, share)
  if (refused) return { findings: [refused], usage: true }

  // A process of its own: it has read the history before the pages are parsed.
  const history = config.theme.lastUpdated
    ? askDates(session, config.contentDir, stages.lastCommitDates)
    : Promise.resolve({ dates: new Map<string, string>() })
  const changing = plugins.filter(changesPages).map(({ source }) => source)
  const { components } = sources.theme
  if (components) changing.push(componentSource(components, root))
  const { icons, findings: iconFindings } = readIcons(root)
  const hashes = changing.map(({ hash }) => hash)
  const parseOptions = createParseOptions(config, sources.texts.stringsFor, { plugins: hashes, icons })
  const parse = (files: SourceFile[]) => parsePages(session, files, parseOptions, changing)
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
  site.findings.push(...iconFindings)
  if (components) site.findings.push(...nameCollisions(components.files, plugins, config))
  clock.lap('join')
  const contents = new PageContents(session.parsed, parsed)
  const theme = extendTheme(sources.theme, sources.look, additionsOf(site))
  const parsing = { options: parseOptions, plugins: changing }
  const read = { locate, plugins, publicFiles, hostFiles, madeFrom }
  const loaded = { ...read, theme, site, views, contents, parsing, times: clock.times }
  return { loaded, findings: site.findings }
}

/** Reads configuration, Markdown files and public files, and bundles the theme. */
async function readSources(
  session: Session,
  stages: Stages,
  { options, countViews, clock }: { options: LoadOptions; countViews: boolean; clock: Clock },
): Promise<SiteSources | Unreadable> {
  const { root, cacheDir } = session
  // esbuild bundles in a process of its own: the sooner it starts, the less there is to wait for.
  const bundling = Promise.allSettled([loadTheme(session, stages, [])])
  const read = () => stages.loadConfig({ root, cacheDir, ...options })
  const loaded = await keep(session, ['config', options], read, ({ config, files = [] }) => config && files)
  const { config: given, locate = () => undefined, findings } = loaded
  if (!given) {
    await bundling
    return { findings, usage: true }
  }
  const extended = await readPlugins(session, stages, { config: given, locate })
  if (!('plugins' in extended)) {
    await bundling
    return extended
  }
  const { plugins, generated } = extended
  clock.lap('config')
  const access = fileAccess(given)
  const scan = await scanPages(session, stages, { config: given, generated, access })
  const { files: publicFiles, findings: publicFindings } = await listPublicFiles(
    root,
    given.publicDir,
    access,
  )
  const config = withDocsDir(withIcon(given, publicFiles), root)
  const hostFiles = await readHostFiles(path.join(root, given.publicDir), publicFiles)
  const added = addedThemes(plugins)
  const [plain] = await bundling
  // What plugins add was not known before.
  const [bundle] = added.length > 0 ? await Promise.allSettled([loadTheme(session, stages, added)]) : [plain]
  if (bundle.status === 'rejected') throw bundle.reason
  if (!('theme' in bundle.value)) return { findings: [...bundle.value.findings, ...scan.findings] }
  const { theme } = bundle.value
  const texts = await readTexts(session, theme, given)
  if ('findings' in texts) return texts
  const counted = countViews && config.analytics ? await withAnalytics(theme) : theme
  const look = await createLook(config.theme, root)
  clock.lap('scan and theme')
  return {
    config,
    locate,
    plugins,
    scan,
    publicFiles,
    publicFindings,
    hostFiles,
    theme: counted,
    look,
    texts,
    madeFrom: { config: loaded.files ?? [], ...extended.madeFrom },
  }
}

interface Scanning extends Pick<SiteSources, 'config'> {
  generated: GeneratedPages['pages']
  access: ReturnType<typeof fileAccess>
}

/** Reads the Markdown files, and the pages that plugins make. */
async function scanPages(
  session: Session,
  stages: Stages,
  { config, generated, access }: Scanning,
): Promise<Scan> {
  const { root, memory } = session
  const { contentDir, markdown, exclude, rewrites, locales } = config
  const how = { contentDir, includeRoot: markdown.includeRoot, exclude, rewrites, locales, access }
  const scan = await scanContent({
    root,
    ...config,
    includeRoot: markdown.includeRoot,
    access,
    generated,
    unchanged: memory?.unchangedPages(how),
    ignoredFiles: askGit(session, stages.ignoredFiles),
    locales: Object.keys(locales),
    listed: pages => session.expectPages(pages),
    readPages: (options, files) => mapInTurns(files, createPageReader(options)),
  })
  memory?.notePages(root, scan.files)
  return scan
}

/** Asks Git which files it ignores; what it said counts until a `.gitignore` changes, or what is under version control. */
function askGit(session: Session, ask: typeof ignoredFiles): typeof ignoredFiles {
  return (root, files, folders) => {
    const above = new Set(['.'])
    for (const file of files)
      for (let folder = path.dirname(file); !above.has(folder); folder = path.dirname(folder))
        above.add(folder)
    const rules = [...above].map(folder => path.join(folder, '.gitignore'))
    const git = path.join(repositoryOf(root), '.git')
    const states = [...rules, path.join(git, 'index'), path.join(git, 'info/exclude')]
    return keep(
      session,
      ['ignored', files, folders],
      () => ask(root, files, folders),
      () => states,
    )
  }
}

/** What a program that loads the site again and again remembers (`cache/memory.ts`). `filesOf`: relative to the root, or absolute. */
function keep<Value>(
  { memory, root }: Session,
  [name, ...key]: [string, ...unknown[]],
  make: () => Promise<Value>,
  filesOf: (value: Value) => readonly string[] | undefined,
): Promise<Value> {
  return (
    memory?.keep(name, key, make, value => filesOf(value)?.map(file => path.resolve(root, file))) ?? make()
  )
}

interface ReadPlugins {
  plugins: Plugin[]
  generated: GeneratedPages['pages']
  madeFrom: Record<'plugins' | 'pages', readonly string[]>
}

/** The plugins of the configuration, and the pages that they make. */
async function readPlugins(
  session: Session,
  stages: Stages,
  { config, locate }: Pick<SiteSources, 'config' | 'locate'>,
): Promise<ReadPlugins | Unreadable> {
  const { root, cacheDir, damage } = session
  const cache = { cacheDir, damage }
  const { plugins, files, findings } = await keep(
    session,
    ['plugins', config.plugins],
    () => loadPlugins({ root, plugins: config.plugins, locate, cache }),
    loaded => (loaded.findings.length > 0 ? undefined : loaded.files),
  )
  if (findings.length > 0) return { findings, usage: true }
  const generated = await keep(
    session,
    ['pages of plugins', plugins.map(({ source }) => source.hash), config.contentDir, config.locales],
    () => generatePages(session, plugins, config),
    made => (made.findings.length > 0 ? undefined : made.watch),
  )
  if (generated.findings.length > 0) return { findings: generated.findings }
  return { plugins, generated: generated.pages, madeFrom: { plugins: files, pages: generated.watch } }
}

/** The bundled theme; what keeps its templates from being evaluated is found. */
async function loadTheme(
  session: Session,
  stages: Stages,
  added: readonly AddedTheme[],
): Promise<{ theme: Theme } | { findings: Finding[] }> {
  const { root, cacheDir, damage } = session
  const { theme, findings } = await keep(
    session,
    ['theme', added],
    () => stages.bundleTheme(root, cacheDir, { damage, added }),
    bundled => bundled.theme && templateFiles(root, added),
  )
  if (!theme) return { findings }
  try {
    if (!theme.isPackaged) loadThemeModule(theme.modules.server)
    return { theme }
  } catch (error) {
    return { findings: await templateFindings(session, theme, [{ thrown: readThrown(error) }]) }
  }
}

/** Files and folders of the site's own templates and of those of plugins. */
function templateFiles(root: string, added: readonly AddedTheme[]): string[] {
  const sheets = added.flatMap(({ styles }) => styles)
  const folders = [path.join(root, 'templates'), ...added.flatMap(({ templates }) => templates ?? [])]
  const names = folders
    .filter(folder => existsSync(folder))
    .flatMap(folder => {
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => path.join(folder, name))
    })
  return [...folders, ...names, ...sheets, ...sheets.map(sheet => path.dirname(sheet))]
}

/** The interface texts of the site's languages: a site may have its own files of them. */
async function readTexts(
  session: Session,
  theme: Theme,
  { locales }: SiteSources['config'],
): Promise<InterfaceTexts | { findings: Finding[] }> {
  const langs = Object.values(locales).map(({ lang }) => lang)
  const collect = async () => collectStrings(loadThemeModule<StringsModule>(theme.modules.strings), langs)
  try {
    return await settled(collect())
  } catch (error) {
    return { findings: await templateFindings(session, theme, [{ thrown: readThrown(error) }]) }
  }
}

/** The site's own files for hosts. */
async function readHostFiles(folder: string, publicFiles: readonly string[]): Promise<Map<string, string>> {
  const names = MERGED_FILES.filter(name => publicFiles.includes(name))
  const read = async (name: string): Promise<[string, string]> => {
    const file = path.join(folder, name)
    try {
      return [name, await readFile(file, 'utf8')]
    } catch (error) {
      // Where it has become a folder, the error doesn't name it.
      throw Object.assign(error as Error, { path: file })
    }
  }
  return new Map(await Promise.all(names.map(read)))
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

interface JoinContext {
  root: string
  parsed: readonly PageSummary[]
  /** Takes drafts for pages. */
  drafts: boolean
  /** Of the source files. */
  history: CommitDates
  ignoredFiles: Stages['ignoredFiles']
}

/** Reads what the join needs as well as the pages, and joins. */
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
  // Cached or fresh, pages and their fallbacks pass the schema of the page index.
  pageIndexSchema.parse([...site.pages, ...site.fallbacks].map(({ record }) => record))
  const unchecked = reportUncheckedFiles(scan.gitProblem ?? assets.gitProblem)
  site.findings.push(...reportHistory(history), ...unchecked, ...publicFindings, ...theme.findings)
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
        message: 'Pages show no "last updated" date: the clone is shallow, its dates would be wrong.',
        hint: 'Fetch the whole history (`git fetch --unshallow`; `fetch-depth: 0` in GitHub Actions), or set `theme.lastUpdated` to `false`.',
      },
    ]
  }
  if (problem === 'slow') {
    return [
      {
        rule: 'git/too-slow',
        severity: 'warning',
        message: 'Pages show no "last updated" date: git did not answer in time and was stopped.',
        hint: 'Try `git log` in the folder of the site; it may wait for a network or for another program.',
      },
    ]
  }
  return []
}

/** What Git ignores is kept from readers: said where it does not tell, and `problem` says why. */
function reportUncheckedFiles(problem: string | undefined): Finding[] {
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
