/** `docsgen check`: the stages up to the join, edits where they are asked for, the rules, one report. */
import path from 'node:path'
import { useBaseline } from './baseline.ts'
import { stamplessPages, unknownPages } from './choose-files.ts'
import { compareUrls, type PlacedSite, readUrlList } from './compare-urls.ts'
import { editSources, wantsEdits, withEditLock } from './edits.ts'
import { type CheckSettings, parseCheckOptions } from './options.ts'
import { askExternal, wantsExternal } from './rules/external-links.ts'
import { rules, runChecks, scopeSite } from './rules/run.ts'
import { mergeSeverities, severityOf } from './rules/rule.ts'
import { readText, writeFileWhole } from '../lib/files.ts'
import { packageVersion } from '../lib/package.ts'
import { refusedFinding } from '../lib/errors.ts'
import { type LoadedSite, loadSite } from '../load.ts'
import { type AddedRule, addedRules, runAddedRules } from './added-rules.ts'
import { formats } from './report/formats.ts'
import { createReport, type Report } from './report/report.ts'
import { formatTodo, type TodoFormat } from './report/todo.ts'
import { plural } from './report/summary.ts'
import { changedSince, touchedBy } from './since.ts'
import type { Dashboard, ReadableSite } from '../schema/translation.ts'
import type { CheckOptions } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'
import { withTexts } from '../cache/workers/parsed-pages.ts'
import { openSession, type Session } from '../cache/workers/session.ts'
import { countFindings } from '../shared/findings.ts'
import { listTodo } from '../site/dashboard.ts'
import { listTranslations, summarizeCoverage } from '../site/translations.ts'
import { findCollisions } from '../site/versions.ts'
import { sitePath } from '../lib/paths.ts'
import { loadVersions } from '../versions.ts'
import { formatDashboard } from './report/dashboard.ts'
import { dashboardOf } from '../render/dashboard.ts'

export interface CheckResult {
  /** 0 clean, 1 content errors, 2 usage or configuration, 3 locked. A bug throws: that is 3 too. */
  exitCode: 0 | 1 | 2 | 3
  /** For stdout; empty when it went to a file. */
  output: string
  /** For stderr: what was written. */
  notes: string[]
  /** Findings that decide the exit code, sorted. Without `report` they have not been shown yet. */
  findings: Finding[]
  report?: Report
}

/** Checks the site in `options.root` and reports in the wanted format. A session given is used and stays open. */
export async function runCheck(options: CheckOptions, given?: Session): Promise<CheckResult> {
  const session = given ?? (await openSession({ root: options.root }))
  try {
    if (!wantsEdits(options)) return await checkWith(session, options)
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

async function checkWith(session: Session, options: CheckOptions): Promise<CheckResult> {
  const load = () => loadSite(session, { file: options.config })
  const first = await load()
  if (!first.loaded) return failed(first.usage ? 2 : 1, first.findings)
  const added = addedRules(first.loaded.plugins)
  const { settings, findings } = parseCheckOptions(options, first.loaded.site.config, added)
  if (!settings) return failed(2, findings)
  const before = withSettings(first.loaded, settings)
  const misnamed = [...unknownPages(before, options.pages), ...stamplessPages(before, options)]
  if (misnamed.length > 0) return failed(2, misnamed)
  const edits = await editSources({ session, loaded: first.loaded, site: before, options, settings })
  if ('problem' in edits) return failed(2, [edits.problem])
  const { loaded } = edits.changed ? await load() : {}
  const site = loaded ? withSettings(loaded, settings) : before
  const answers = wantsExternal(site) ? await askExternal(site) : []
  const severities = site.config.check.rules
  const isActive = ({ id, severity }: AddedRule) => severityOf(id, severity, severities) !== 'off'
  const told = await runAddedRules(session, loaded ?? first.loaded, isActive)
  const listed = readListed(site.root, options)
  if (listed && 'problem' in listed) return failed(2, [listed.problem])
  const change = options.since === undefined ? undefined : await changedSince(session.root, options.since)
  if (change && 'problem' in change) return failed(2, [change.problem])
  const { publicFiles, locate } = loaded ?? first.loaded
  const { old, findings: ofOld } = listed ? await loadOld(session, loaded ?? first.loaded, options) : NONE
  const taken = listed ? ofOld : findCollisions(site, publicFiles, locate)
  const lost = listed ? compareUrls(listed.addresses, listed.name, site, old) : []
  const all = { ...site, findings: [...site.findings, ...taken, ...answers, ...told, ...lost] }
  const result = await checkSite(all, options, { ...settings, added, changed: change?.files })
  return { ...result, notes: [...edits.notes, ...result.notes] }
}

function failed(exitCode: 1 | 2 | 3, findings: Finding[]): CheckResult {
  return { exitCode, output: '', notes: [], findings }
}

/** The addresses that `--urls` lists; nothing without it. */
function readListed(
  root: string,
  { urls, cwd = process.cwd() }: CheckOptions,
): { name: string; addresses: ReturnType<typeof readUrlList> } | { problem: Finding } | undefined {
  if (urls === undefined) return undefined
  const file = path.resolve(cwd, urls)
  try {
    const name = sitePath(root, file)
    return { name, addresses: readUrlList(file) }
  } catch (error) {
    const message = `\`--urls ${urls}\` cannot be read: ${(error as Error).message}.`
    return { problem: { rule: 'usage', severity: 'error', message } }
  }
}

interface OldVersions {
  old: PlacedSite[]
  findings: Finding[]
}

const NONE: OldVersions = { old: [], findings: [] }

/** The old versions of the site, and what is wrong with them: addresses of a list may be theirs. */
async function loadOld(
  session: Session,
  current: LoadedSite,
  { config }: CheckOptions,
): Promise<OldVersions> {
  if (current.site.config.versions.length === 0) return NONE
  const { versions, findings } = await loadVersions(session, current, { configFile: config })
  return {
    old: versions.map(({ version, loaded }) => ({ path: version.path, site: loaded.site })),
    findings,
  }
}

/** Runs the rules over a loaded site and writes the report. */
async function checkSite(
  site: ReadableSite,
  options: CheckOptions,
  settings: CheckSettings & { added: readonly AddedRule[]; changed: ReadonlySet<string> | undefined },
): Promise<CheckResult> {
  const all = await runChecks(site, settings.locales)
  const touched = settings.changed ? touchedBy(settings.changed, site, all) : all
  const known = useBaseline(touched, options)
  if ('problem' in known) return failed(2, [known.problem])
  const scoped = settings.locales ? scopeSite(site, settings.locales) : site
  const translations = listTranslations(scoped)
  const coverage = summarizeCoverage(translations)
  const report = createReport({
    site,
    findings: known.findings,
    known: known.known,
    translations,
    coverage,
    rules: [...rules, ...settings.added],
    version: packageVersion(),
    folder: folderBelow(options.cwd ?? process.cwd(), site.root),
  })
  const text = settings.todo
    ? await todo(report, settings.todo, site, settings.todoFormat)
    : await formats[settings.format](report, {
        readFile: file => readText(path.join(site.root, file)),
        color: options.color ?? false,
        all: options.verbose ?? false,
        dashboard: settings.format === 'html' ? await dashboardFor(scoped) : undefined,
      })
  const exitCode = settings.todo ? 0 : exitCodeOf(report.findings, options.maxWarnings)
  const notes = [...known.notes, ...leftOut(all.length - touched.length, options.since)]
  return { exitCode, ...deliver(text, options, notes), findings: report.findings, report }
}

/** Nothing is hidden without saying so. */
function leftOut(count: number, ref: string | undefined): string[] {
  if (count === 0 || ref === undefined) return []
  return [
    `${plural(count, 'problem')} elsewhere, which the change since \`${ref}\` does not touch: leave \`--since\` out to see ${count === 1 ? 'it' : 'them'}.`,
  ]
}

async function dashboardFor(site: ReadableSite, locales?: readonly string[]): Promise<Dashboard> {
  return dashboardOf(site, locales)
}

async function todo(
  report: Report,
  locales: readonly string[],
  site: ReadableSite,
  format: TodoFormat,
): Promise<string> {
  if (format !== 'html') return formatTodo(listTodo(site, locales), { locales, format, report })
  return formatDashboard(await dashboardFor(site, locales))
}

function exitCodeOf(findings: readonly Finding[], maxWarnings = Infinity): 0 | 1 {
  const { error, warning } = countFindings(findings)
  return error > 0 || warning > maxWarnings ? 1 : 0
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

function deliver(
  text: string,
  { output, cwd = process.cwd() }: CheckOptions,
  notes: string[],
): Pick<CheckResult, 'output' | 'notes'> {
  if (output === undefined) return { output: text, notes }
  const file = path.resolve(cwd, output)
  writeFileWhole(file, text)
  return { output: '', notes: [...notes, `Wrote \`${output}\`.`] }
}

/** `docs/` for a site below the working folder; empty elsewhere, where a relative path would help nobody. */
function folderBelow(cwd: string, root: string): string {
  const folder = sitePath(cwd, root)
  return folder === '' || folder.startsWith('..') || path.isAbsolute(folder) ? '' : `${folder}/`
}
