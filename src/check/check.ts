/** `docsgen check`: the stages up to the join, edits where they are asked for, the rules, one report. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { askSearch, parseQueries } from './ask-search.ts'
import { useBaseline } from './baseline.ts'
import { compareUrls, parseUrlList, type PlacedSite } from './compare-urls.ts'
import { editSources, reviewPages, withEditLock } from './edits.ts'
import { changedSince, touchedBy } from './history.ts'
import { type CheckSettings, parseCheckOptions } from './options.ts'
import { pluginRules, runPluginRules } from './plugin-rules.ts'
import { formats } from './report/formats.ts'
import { formatDashboard } from './report/html.ts'
import type { Report } from './report/report.ts'
import { formatTodo } from './report/todo.ts'
import { askExternal, wantsExternal } from './rules/external-links.ts'
import { mergeSeverities } from './rules/rule.ts'
import { rules, runChecks, scopeSite } from './rules/run.ts'
import { openSession, type Session } from '../cache/workers/session.ts'
import { refusedFinding } from '../lib/site-code.ts'
import { readText, writeFileWhole, sitePath } from '../lib/files.ts'
import { plural } from '../lib/text.ts'
import { packageVersion } from '../lib/package.ts'
import { type LoadedSite, loadSite } from '../load.ts'
import { withTexts } from '../cache/workers/parsed-pages.ts'
import { loadVersions } from '../versions.ts'
import { dashboardOf } from '../render/dashboard.ts'
import type { CheckOptions, CheckResult as PublicResult } from '../schema/api.ts'
import { type Finding, countFindings, usageFinding } from '../schema/finding.ts'
import type { ReadableSite } from '../schema/site.ts'
import { listTodo } from '../site/dashboard.ts'
import { listTranslations, summarizeCoverage } from '../site/translations.ts'
import { findCollisions } from '../site/versions.ts'

/** Without `report` the findings have not been shown yet. */
export interface CheckResult extends Omit<PublicResult, 'reported'> {
  report?: Report
}

/** Checks the site in `options.root` and reports in the wanted format. A session given is used and stays open. */
export async function runCheck(options: CheckOptions, given?: Session): Promise<CheckResult> {
  const session = given ?? (await openSession({ root: options.root }))
  try {
    if (!options.fix && !options.stamp) return await checkWith(session, options)
    const done = await withEditLock(session.root, () => checkWith(session, options))
    return 'locked' in done ? failed(3, [done.locked]) : done.result
  } catch (error) {
    const refused = refusedFinding(error)
    if (!refused) throw error
    return failed(1, [refused])
  } finally {
    if (!given) await session.close()
  }
}

function failed(exitCode: 1 | 2 | 3, findings: Finding[]): CheckResult {
  return { exitCode, output: '', notes: [], findings }
}

async function checkWith(session: Session, options: CheckOptions): Promise<CheckResult> {
  const { cwd = process.cwd(), since, output, urls, search } = options
  const load = () => loadSite(session, { file: options.config })
  const first = await load()
  if (!first.loaded) return failed(first.usage ? 2 : 1, first.findings)
  const added = pluginRules(first.loaded.plugins)
  const { settings, findings } = parseCheckOptions(options, first.loaded.site.config, added)
  if (!settings) return failed(2, findings)
  const before = withSettings(first.loaded, settings)
  const misnamed = reviewPages(before, options)
  if (misnamed.length > 0) return failed(2, misnamed)
  const edits = await editSources({ session, loaded: first.loaded, site: before, options, settings })
  if ('problem' in edits) return failed(2, [edits.problem])
  const { loaded = first.loaded } = edits.changed ? await load() : {}
  const site = withSettings(loaded, settings)
  const change = since === undefined ? undefined : await changedSince(session.root, since)
  if (change && 'problem' in change) return failed(2, [change.problem])
  const lists = [readList('--urls', urls, cwd), readList('--search', search, cwd)]
  const unreadable = lists.flatMap(list => list?.problem ?? [])
  if (unreadable.length > 0) return failed(2, unreadable)
  const severities = site.config.check.rules
  const all = {
    ...site,
    findings: [
      ...site.findings,
      ...(await reviewAddresses(session, loaded, site, { list: lists[0], config: options.config })),
      ...(await reviewSearch(session, loaded, lists[1])),
      ...(wantsExternal(site) ? await askExternal(site) : []),
      ...(await runPluginRules(session, loaded, severities, severity => severity !== 'off')),
    ],
  }
  const found = await runChecks(all, settings.locales)
  const touched = change ? touchedBy(change.files, all, found) : found
  const baseline = useBaseline(touched, options)
  if ('problem' in baseline) return failed(2, [baseline.problem])
  const scoped = settings.locales ? scopeSite(all, settings.locales) : all
  const translations = listTranslations(scoped)
  const report: Report = {
    site: all,
    findings: baseline.findings,
    known: baseline.known,
    translations,
    coverage: summarizeCoverage(translations),
    rules: Object.fromEntries([...rules, ...added].map(({ id, description }) => [id, description])),
    version: packageVersion(),
    folder: folderBelow(cwd, site.root),
  }
  const text = await writeReport(report, { site: all, scoped, settings, options })
  const { error, warning } = countFindings(report.findings)
  const isFailed = error > 0 || warning > (options.maxWarnings ?? Infinity)
  const left = found.length - touched.length
  const elsewhere = `${plural(left, 'problem')} elsewhere, which the change since \`${since}\` does not touch: leave \`--since\` out to see ${left === 1 ? 'it' : 'them'}.`
  if (output !== undefined) writeFileWhole(path.resolve(cwd, output), text)
  return {
    exitCode: isFailed && !settings.todo ? 1 : 0,
    output: output === undefined ? text : '',
    notes: [
      ...edits.notes,
      ...baseline.notes,
      ...(left > 0 ? [elsewhere] : []),
      ...(output === undefined ? [] : [`Wrote \`${output}\`.`]),
    ],
    findings: report.findings,
    report,
  }
}

interface ListFile {
  file: string
  text: string
  problem?: Finding
}

function readList(option: string, name: string | undefined, cwd: string): ListFile | undefined {
  if (name === undefined) return undefined
  const file = path.resolve(cwd, name)
  try {
    return { file, text: readFileSync(file, 'utf8') }
  } catch (error) {
    const problem = usageFinding(`\`${option} ${name}\` cannot be read: ${(error as Error).message}.`)
    return { file, text: '', problem }
  }
}

/** Collisions of versions; with `--urls` the addresses of the list that the site and its old versions would lose. */
async function reviewAddresses(
  session: Session,
  loaded: LoadedSite,
  site: ReadableSite,
  { list, config }: { list: ListFile | undefined; config: string | undefined },
): Promise<Finding[]> {
  if (!list) return findCollisions(site, loaded.publicFiles, loaded.locate)
  const hasVersions = site.config.versions.length > 0
  const { versions = [], findings = [] } = hasVersions
    ? await loadVersions(session, loaded, { configFile: config })
    : {}
  const old = versions.map((one): PlacedSite => ({ path: one.version.path, site: one.loaded.site }))
  const listed = parseUrlList(list.text)
  return [...findings, ...compareUrls(listed, sitePath(site.root, list.file), site, old)]
}

async function reviewSearch(
  session: Session,
  loaded: LoadedSite,
  list: ListFile | undefined,
): Promise<Finding[]> {
  const { config, root } = loaded.site
  const asked = [
    ...Object.entries(config.check.search).map(([query, pages]) => ({ query, expected: [pages].flat() })),
    ...(list ? parseQueries(list.text, sitePath(root, list.file)) : []),
  ]
  return asked.length === 0 ? [] : askSearch(session, loaded, asked)
}

interface Reported {
  site: ReadableSite
  /** With the chosen languages alone. */
  scoped: ReadableSite
  settings: CheckSettings
  options: CheckOptions
}

async function writeReport(report: Report, { site, scoped, settings, options }: Reported): Promise<string> {
  const { todo: locales, todoFormat, format } = settings
  if (locales)
    return todoFormat === 'html'
      ? formatDashboard(await dashboardOf(site, locales))
      : formatTodo(listTodo(site, locales), { locales, format: todoFormat, report })
  return formats[format](report, {
    readFile: file => readText(path.join(site.root, file)),
    color: options.color ?? false,
    all: options.verbose ?? false,
    dashboard: format === 'html' ? await dashboardOf(scoped) : undefined,
  })
}

/** The site with the severities and the coverage of the command line over those of the configuration, and its texts. */
function withSettings({ site, contents }: LoadedSite, settings: CheckSettings): ReadableSite {
  const { check } = site.config
  const merged = {
    ...check,
    rules: mergeSeverities(check.rules, settings.rules),
    minCoverage: { ...check.minCoverage, ...settings.minCoverage },
  }
  return withTexts({ ...site, config: { ...site.config, check: merged } }, contents)
}

/** `docs/` for a site below the working folder; empty elsewhere, where a relative path would help nobody. */
function folderBelow(cwd: string, root: string): string {
  const folder = sitePath(cwd, root)
  return folder === '' || folder.startsWith('..') || path.isAbsolute(folder) ? '' : `${folder}/`
}
