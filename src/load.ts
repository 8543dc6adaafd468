/** The first half of a build, for every command: configuration → sources → parsed pages → joined site. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  bundleTheme,
  createConfiguredStyles,
  extendTheme,
  type Theme,
  withAnalytics,
} from './bundle/theme.ts'
import { renderFindings } from './cache/threads/failures.ts'
import type { HookSetup } from './cache/threads/stored-page.ts'
import { openRemote, type ShareOptions } from './cache/remote.ts'
import { type PageContents, pageContents, parseShared } from './cache/threads/parsed-pages.ts'
import { addHeads, describePage, generatePages, type GeneratedPages } from './cache/threads/plugin-hooks.ts'
import type { Session } from './cache/threads/session.ts'
import { loadConfig, type LoadConfigOptions } from './config/load.ts'
import { readIcons } from './content/components/icons.ts'
import { scanContent } from './content/scan.ts'
import { componentSource, nameCollisions } from './content/site-components.ts'
import { readInlineText } from './content/tree.ts'
import { readThrown, settled } from './lib/site-code.ts'
import { refusedFinding, repositoryOf, type SourceFolders, sourceFolders } from './lib/files.ts'
import { type CommitDates, ignoredFiles, lastCommitDates } from './lib/git.ts'
import { allDone, createClock } from './lib/process.ts'
import { addedThemes, loadPlugins, type AddedTheme } from './plugins/load.ts'
import { changesPages, type Plugin, type PluginSource, textsOf } from './plugins/run.ts'
import { collectStrings, loadThemeModule, type StringsModule } from './render/files/page.ts'
import type { Progress } from './schema/api.ts'
import type { SiteConfig } from './schema/config.ts'
import { type Finding, type LocateKey, uniqueFindings } from './schema/finding.ts'
import { pageIndexSchema, type PageSummary, type ParseOptions } from './schema/page.ts'
import type { Site } from './schema/site.ts'
import { fileAccess, OWN_HOST_FILES, generatedDocuments, listPublicFiles, loadAssets } from './site/assets.ts'
import { withIcon } from './site/head.ts'
import { additionsOf } from './site/additions.ts'
import { createSite } from './site/create.ts'
import { withDocsDir } from './site/locale-view.ts'
import { fontAddresses, loadFileAddresses } from './site/policy.ts'
import { reportOwnPolicies, splitOwnFile } from './site/headers.ts'
import { createParseOptions } from './site/parse-options.ts'
import { mergeRepeated, namePlugins } from './site/report-config.ts'
import { reportUnusedFiles } from './site/unused-files.ts'

export interface LoadedSite {
  site: Site
  /** Texts of pages, read on demand. */
  contents: PageContents
  /** How pages were parsed: other texts must be parsed in the same way. */
  parsing: { options: ParseOptions; plugins: readonly PluginSource[] }
  plugins: Plugin[]
  theme: Theme
  publicFiles: string[]
  /** Name → text. */
  hostFiles: ReadonlyMap<string, string>
  sources: SourceFolders
  locate: LocateKey
  /** Files that each was made from, relative to the root. */
  madeFrom: Record<'config' | 'plugins' | 'pages', readonly string[]>
  times: Record<string, number>
}

interface OldVersion {
  /** Applies today's settings to its configuration. */
  configure(config: SiteConfig): SiteConfig
  /** The current site, whose theme it has. */
  current: Pick<Session, 'root' | 'cacheDir'>
  /** Set if the version is in a commit: Git ignores none of its files then. */
  dates?: ((contentDir: string) => Promise<CommitDates>) | undefined
}

interface LoadOptions extends Omit<LoadConfigOptions, 'root'> {
  /** Only the author looks at it: drafts are shown, views aren't counted. */
  isDev?: boolean | undefined
  progress?: Progress | undefined
  share?: ShareOptions | undefined
  version?: OldVersion
}

/** A loaded site, or findings that say why there is none; `usage`: because of its configuration. */
export async function loadSite(session: Session, options: LoadOptions) {
  try {
    return await readAndJoin(session, options)
  } catch (error) {
    // Files may vanish, or become folders, while they are listed and read.
    return { findings: [refusedFinding(error, 'read')] }
  }
}

async function readAndJoin(session: Session, options: LoadOptions) {
  const { isDev = false, progress, share, version, ...ofConfig } = options
  const { root, cacheDir, damage } = session
  const clock = createClock({}, progress)

  const configuration = await keep(
    session,
    ['config', ofConfig],
    () => loadConfig({ root, ...ofConfig }),
    ({ config, files = [] }) => config && files,
  )
  const { locate = () => undefined } = configuration
  if (!configuration.config) return { findings: configuration.findings, usage: true }
  const written = version?.configure(configuration.config) ?? configuration.config
  const loadedPlugins = await keep(
    session,
    ['plugins', written.plugins],
    () => loadPlugins({ root, plugins: written.plugins, locate, cache: { cacheDir, damage } }),
    ({ findings, files }) => (findings.length > 0 ? undefined : files),
  )
  const { plugins } = loadedPlugins
  if (loadedPlugins.findings.length > 0) return { findings: loadedPlugins.findings, usage: true }
  const generated = await keep(
    session,
    ['pages of plugins', plugins.map(({ source }) => source.hash), written.contentDir, written.locales],
    () => generatePages(session, plugins, written),
    ({ findings, watch }) => (findings.length > 0 ? undefined : watch),
  )
  if (generated.findings.length > 0) return { findings: generated.findings }
  clock.lap('config')

  const access = fileAccess(written)
  const sources = sourceFolders(root, [written.contentDir, written.publicDir])
  const askIgnored = version?.dates ? async () => ({ files: new Set<string>() }) : rememberIgnored(session)
  const [scan, bundled, { files: publicFiles, findings: ofPublicFiles }] = await allDone([
    scanPages(session, written, generated.pages, askIgnored),
    loadTheme({ ...session, ...version?.current }, written, addedThemes(plugins)),
    listPublicFiles(root, written.publicDir, sources, access),
  ])
  if (!bundled.theme) return { findings: [...bundled.findings, ...scan.findings] }
  const { theme, texts } = bundled
  const config = withDocsDir(withIcon(written, publicFiles), root)
  const hostFiles = await readHostFiles(path.join(root, config.publicDir), publicFiles)
  const configuredStyles = await createConfiguredStyles(config.theme, root)
  const { icons, findings: iconFindings } = readIcons(root)
  clock.lap('scan and theme')
  session.expectPages(scan.files.length)

  if (share && !session.remote) {
    const { remote, finding } = openRemote(root, config, share)
    if (finding) return { findings: [finding], usage: true }
    if (remote) session.remote = remote
  }
  // In a process of its own, while pages are parsed.
  const asked = config.theme.lastUpdated ? askDates(session, config.contentDir, version) : undefined
  const changing = plugins.filter(changesPages).map(({ source }) => source)
  if (theme.components) changing.push(componentSource(theme.components, root))
  const hashes = changing.map(({ hash }) => hash)
  const parseOptions = createParseOptions(config, texts.stringsFor, { plugins: hashes, icons })
  const pages = await parseShared(session, scan.files, { options: parseOptions, plugins: changing })
  const parsed = await addHeads(session, plugins, config, pages)
  clock.lap('parse')

  const history = (await asked) ?? { dates: new Map<string, string>() }
  const all = parsed.map(({ page }) => page)
  const isDraft = ({ record }: PageSummary) => record.frontmatter.draft === true && !isDev
  const drafts = all.filter(isDraft)
  const published = mergeRepeated(all.filter(page => !isDraft(page)))
  const assets = await loadAssets({
    root,
    config,
    publicFiles: [...publicFiles, ...generatedDocuments(config).keys()],
    parsed: published,
    access,
    sources,
    ignoredFiles: askIgnored,
  })
  const joined = createSite({
    root,
    config,
    parsed: published,
    drafts,
    ...texts,
    readInline: readInlineText,
    textsFor: lang => textsOf(plugins, lang),
    layouts: theme.layouts,
    parts: theme.entries.parts,
    assets,
    lastUpdated: history.dates,
    locate,
    fileAddresses: [
      ...(await loadFileAddresses(root, config, publicFiles)),
      ...fontAddresses(configuredStyles.missing, locate),
    ],
    ownPolicies: [...hostFiles].flatMap(
      ([name, text]) => splitOwnFile(name, text, `${config.base}*`).policies,
    ),
    pluginsMakeFiles: plugins.some(({ definition }) => definition.files),
  })
  // Cached pages, too, must fit the schema.
  pageIndexSchema.parse([...joined.pages, ...joined.fallbacks].map(({ record }) => record))
  // Drafts may be unfinished, so their problems aren't reported.
  const unpublished = new Set(drafts.map(({ file }) => file))
  const problems = [
    ...joined.findings,
    ...reportOwnPolicies(hostFiles, config),
    ...reportGit(history, scan.gitProblem ?? assets.gitProblem),
    ...ofPublicFiles,
    ...theme.findings,
    ...scan.findings,
    ...(version || config.contentDir === '.' ? [] : await unusedFiles()),
    ...scan.files.filter(({ file }) => !unpublished.has(file)).flatMap(file => file.findings),
    ...published.flatMap(page => page.findings),
  ]
  // A problem in the navigation of all languages is reported once.
  const findings = [
    ...uniqueFindings(namePlugins(problems, all)),
    ...iconFindings,
    ...(theme.components ? nameCollisions(theme.components.files, plugins, config) : []),
  ]
  clock.lap('join')
  const site = { ...joined, findings }
  const counted = config.analytics && !isDev ? await withAnalytics(theme) : theme
  const loaded: LoadedSite = {
    site,
    contents: pageContents(session.parsed, parsed),
    parsing: { options: parseOptions, plugins: changing },
    plugins,
    theme: extendTheme(counted, configuredStyles, additionsOf(site)),
    publicFiles,
    hostFiles,
    locate,
    sources,
    madeFrom: { config: configuration.files ?? [], plugins: loadedPlugins.files, pages: generated.watch },
    times: clock.times,
  }
  return { loaded, findings }

  async function unusedFiles() {
    const ofDrafts = drafts.flatMap(({ links }) => links.map(({ target }) => target))
    const included = scan.files.flatMap(({ includes }) => includes)
    return reportUnusedFiles({
      root,
      files: scan.others,
      // Refused files are reported where they are used.
      used: new Set([...assets.map.keys(), ...assets.refused.keys(), ...ofDrafts, ...included]),
      code: [...(configuration.files ?? []), ...loadedPlugins.files],
      watched: generated.watch,
      listIgnored: async files => (await askIgnored(root, files, access.folders)).files,
    })
  }
}

/** Remembers a result if the site is loaded repeatedly. `filesOf`: relative to the root, or absolute. */
function keep<Value>(
  { memory, root }: Session,
  [name, ...key]: [string, ...unknown[]],
  make: () => Promise<Value>,
  filesOf: (value: Value) => readonly string[] | undefined,
) {
  const resolvedFiles = (value: Value) => filesOf(value)?.map(file => path.resolve(root, file))
  return memory?.keep(name, key, make, resolvedFiles) ?? make()
}

async function scanPages(
  session: Session,
  config: SiteConfig,
  generated: GeneratedPages['pages'],
  askIgnored: typeof ignoredFiles,
) {
  const { root, memory } = session
  const { contentDir, markdown, exclude, rewrites, locales } = config
  const access = fileAccess(config)
  const { includeRoot } = markdown
  const scan = await scanContent({
    root,
    config,
    generated,
    unchanged: memory?.unchangedPages({ contentDir, includeRoot, exclude, rewrites, locales, access }),
    ignoredFiles: askIgnored,
  })
  memory?.notePages(root, scan.files)
  return scan
}

/** Asks Git which files it ignores; kept until a `.gitignore` or the index of the repository changes. */
function rememberIgnored(session: Session): typeof ignoredFiles {
  return (root, files, folders) => {
    const above = new Set(['.'])
    for (const file of files)
      for (let folder = path.dirname(file); !above.has(folder); folder = path.dirname(folder))
        above.add(folder)
    const rules = [...above].map(folder => path.join(folder, '.gitignore'))
    return keep(
      session,
      ['ignored', files, folders],
      () => ignoredFiles(root, files, folders),
      () => [...rules, ...gitFiles(root, ['info/exclude', 'index'])],
    )
  }
}

function askDates(session: Session, contentDir: string, version?: OldVersion) {
  if (version?.dates) return version.dates(contentDir)
  return keep(
    session,
    ['dates', contentDir],
    () => lastCommitDates(session.root, contentDir),
    () => gitFiles(session.root, ['HEAD', 'logs/HEAD']),
  )
}

function gitFiles(root: string, names: readonly string[]) {
  return names.map(name => path.join(repositoryOf(root), '.git', name))
}

/** Bundles the theme, and evaluates it for the texts of the site's languages. */
async function loadTheme(session: Session, { locales }: SiteConfig, added: readonly AddedTheme[]) {
  const { root, cacheDir, damage, memory } = session
  const { theme, findings } = await bundleTheme(root, cacheDir, { damage, memory, added })
  if (!theme) return { findings }
  try {
    if (!theme.isPackaged) loadThemeModule(theme.modules.server)
    const langs = Object.values(locales).map(({ lang }) => lang)
    const strings = async () => collectStrings(loadThemeModule<StringsModule>(theme.modules.strings), langs)
    return { theme, texts: await settled(strings()) }
  } catch (error) {
    const lost = { lost: 'failed' as const, ...readThrown(error) }
    return { findings: await renderFindings(root, theme, [{ lost }]) }
  }
}

async function readHostFiles(folder: string, publicFiles: readonly string[]) {
  const texts = new Map<string, string>()
  for (const name of OWN_HOST_FILES.filter(merged => publicFiles.includes(merged))) {
    const file = path.join(folder, name)
    try {
      texts.set(name, await readFile(file, 'utf8'))
    } catch (error) {
      // If it has become a folder, the error doesn't name it.
      throw Object.assign(error as Error, { path: file })
    }
  }
  return texts
}

/** Why there are no dates: rule, severity, hint. */
const NO_DATES = {
  shallow: [
    'git/shallow',
    'info',
    'Fetch the whole history (`git fetch --unshallow`; `fetch-depth: 0` in GitHub Actions), or set `theme.lastUpdated` to `false`.',
  ],
  slow: [
    'git/too-slow',
    'warning',
    "Run `git log` in the site folder to find out why it's slow. A network drive is a common cause.",
  ],
  failed: [
    'git/failed',
    'info',
    'Run `git log` in the site folder to see the error, or set `theme.lastUpdated` to `false`.',
  ],
} as const

/** `ignoring`: why Git couldn't tell which files it ignores. */
export function reportGit({ problem }: CommitDates, ignoring?: string): Finding[] {
  const findings: Finding[] = []
  const unasked = "docsgen couldn't check whether Git ignores the files that pages include and link to"
  // Git that fails for both is one problem.
  const isOne = problem?.kind === 'failed' && ignoring !== undefined
  if (problem) {
    const [rule, severity, hint] = NO_DATES[problem.kind]
    const message = `Last-updated dates are missing from all pages: ${problem.reason}.${isOne ? ` ${unasked}.` : ''}`
    findings.push({ rule, severity, message, hint })
  }
  if (ignoring !== undefined && !isOne) {
    const hint = 'Run `git status` in the site folder to see the error.'
    findings.push({ rule: 'git/failed', severity: 'info', message: `${unasked}: ${ignoring}.`, hint })
  }
  return findings
}

/** The site as data for hooks; threads read the texts of pages. */
export function describeSite({ site, contents }: LoadedSite): HookSetup {
  const { root, pages, config } = site
  const { contentDir, title, description, url, base } = config
  const locales = Object.values(site.locales).map(({ path, lang, title, description }) => {
    return { path, lang, title, description }
  })
  const described = pages.map(page => {
    const { view, file, addresses } = page
    const about = describePage(page, config)
    if (view.description) about.description = view.description
    if (view.lastUpdated !== undefined) about.lastUpdated = view.lastUpdated
    return { page: about, content: contents.locate(file), addresses }
  })
  return {
    facts: { root, contentDir, locales },
    site: { title, description, base, ...(url ? { url } : {}), locales, pages: described },
  }
}
