/** `docsgen check`: makes edits, runs the rules, writes one report. */
import path from 'node:path'
import * as z from 'zod'
import { readFileSync } from 'node:fs'
import { askSearch, parseQueries, compareUrls, parseUrlList } from './lists.ts'
import { createFileFilter, editSources, reviewPages } from './edits.ts'
import { changedSince, touchedBy } from './git-history.ts'
import { pluginRules, runPluginRules, rules, runChecks, scopeSite, withGeneratedFiles } from './run.ts'
import { formats, type Format } from './report/formats.ts'
import { formatDashboard } from './report/html.ts'
import type { Report } from './report/pretty.ts'
import { formatTodo, listTodo, todoFormats } from './report/todo.ts'
import { askExternal, wantsExternal } from './rules/links.ts'
import { mergeSeverities, type RuleSeverity, severityNames } from './rules/rule.ts'
import { openSession, type Session } from '../cache/threads/session.ts'
import { attempt, refusedFinding, readText, writeFileWhole, sitePath, systemRefusal } from '../lib/files.ts'
import { acquireLock } from '../lib/process.ts'
import { plural, nearest } from '../lib/text.ts'
import { packageVersion } from '../lib/package.ts'
import { type LoadedSite, loadSite } from '../load.ts'
import { withTexts } from '../cache/threads/parsed-pages.ts'
import { loadVersions } from '../versions.ts'
import { dashboardOf } from '../render/documents.ts'
import { makePluginFiles } from '../render/site.ts'
import type { CheckOptions, CheckResult as PublicResult } from '../schema/api.ts'
import { type Finding, countFindings, usageFinding } from '../schema/finding.ts'
import { listTranslations, summarizeCoverage, localeNamed, translatedLocales } from '../site/translations.ts'
import { findCollisions } from '../site/versions.ts'
import type { SiteConfig } from '../schema/config.ts'

/** Without `report`, the caller shows the findings. */
export type CheckResult = Omit<PublicResult, 'reported'> & { report?: Report }

/** The `given` session stays open. */
export async function runCheck(options: CheckOptions, given?: Session): Promise<CheckResult> {
  const session = given ?? (await openSession({ root: options.root }))
  let lock: Awaited<ReturnType<typeof acquireLock>> | undefined
  try {
    // Edits refer to locations, so two processes at once would damage the text.
    const held = 'The source files are being edited'
    if (options.fix || options.stamp) lock = await acquireLock(path.join(session.root, 'check'), { held })
    return lock && 'finding' in lock ? failed(3, [lock.finding]) : await checkWith(session, options)
  } catch (error) {
    return failed(1, [refusedFinding(error)])
  } finally {
    if (lock && 'release' in lock) lock.release()
    if (!given) await session.close()
  }
}

function failed(exitCode: 1 | 2 | 3, findings: Finding[]): CheckResult {
  return { exitCode, output: '', notes: [], findings }
}

async function checkWith(session: Session, options: CheckOptions): Promise<CheckResult> {
  const { cwd = process.cwd(), since, output } = options
  const load = () => loadSite(session, { file: options.config })
  const first = await load()
  if (!first.loaded) return failed(first.usage ? 2 : 1, first.findings)
  const added = pluginRules(first.loaded.plugins)
  const { settings, findings } = readOptions(options, first.loaded.site.config, added)
  if (!settings) return failed(2, findings)
  const { locales, todo, format, urls, search } = settings
  const before = withSettings(first.loaded, settings)
  const misnamed = reviewPages(before, options)
  if (misnamed.length > 0) return failed(2, misnamed)
  const edits = await editSources({ session, loaded: first.loaded, site: before, options, locales })
  if (edits.problem) return failed(2, [edits.problem])
  // `--stamp` with pages does nothing else.
  if (options.stamp && options.pages)
    return { exitCode: edits.left ? 1 : 0, output: '', notes: edits.notes, findings: [] }
  const { loaded = first.loaded } = edits.changed ? await load() : {}
  const site = withSettings(loaded, settings)
  const change = since === undefined ? undefined : await changedSince(site, since)
  if (change && 'problem' in change) return failed(2, [change.problem])
  const { rules: severities, search: configured } = site.config.check
  const queries = Object.entries(configured).map(([query, pages]) => {
    return { query, expected: [pages].flat(), place: loaded.locate(['check', 'search', query]) }
  })
  if (search) queries.push(...parseQueries(search.text, sitePath(site.root, search.file)))
  const all = {
    ...site,
    findings: [
      ...site.findings,
      ...(urls
        ? await reviewAddresses(session, loaded, urls, options.config)
        : findCollisions(site, loaded.publicFiles, loaded.locate)),
      ...(queries.length > 0 ? await askSearch(session, loaded, queries) : []),
      ...(wantsExternal(site) ? await askExternal(site) : []),
      ...(await runPluginRules(session, loaded, severities, severity => severity !== 'off')),
    ],
  }
  const asksForFiles = [...all.missing, ...all.links].some(({ file }) => file)
  const made = asksForFiles ? (await makePluginFiles(session, loaded)).files : []
  const settled = withGeneratedFiles(all, new Set(made.map(file => file.path)))
  const isNamed = options.pages && createFileFilter(site, { pages: options.pages })
  const found = (await runChecks(settled, locales)).filter(
    ({ place }) => !isNamed || (place && isNamed(place.file)),
  )
  const touched = change ? touchedBy(change.files, all, found) : found
  const baseline = useBaseline(touched, options)
  if ('problem' in baseline) return failed(2, [baseline.problem])
  const scoped = locales ? scopeSite(all, locales) : all
  const translations = listTranslations(scoped)
  const folder = sitePath(cwd, site.root)
  const report: Report = {
    site: all,
    findings: baseline.findings,
    known: baseline.known,
    translations,
    coverage: summarizeCoverage(translations),
    rules: Object.fromEntries([...rules, ...added].map(({ id, description }) => [id, description])),
    version: packageVersion(),
    folder: folder === '' || folder.startsWith('..') || path.isAbsolute(folder) ? '' : `${folder}/`,
  }
  const readFile = (file: string) => readText(path.join(site.root, file))
  const { color = false, verbose = false } = options
  const dashboard = format === 'html' ? await dashboardOf(scoped, { locales: todo }) : undefined
  let text
  if (!todo) text = formats[format](report, { readFile, color, all: verbose, dashboard })
  else if (dashboard) text = formatDashboard(dashboard)
  else text = formatTodo(listTodo(all, todo), { ...report, locales: todo, format })
  if (output !== undefined) writeFileWhole(path.resolve(cwd, output), text)
  const { error, warning } = countFindings(report.findings)
  const isFailed = error > 0 || warning > (options.maxWarnings ?? Infinity)
  const left = found.length - touched.length
  const elsewhere = `Hidden: ${plural(left, 'problem')} outside the changes since \`${since}\`. Run without \`--since\` to see ${left === 1 ? 'it' : 'them'}.`
  return {
    exitCode: isFailed && !todo ? 1 : 0,
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

async function reviewAddresses(
  session: Session,
  loaded: LoadedSite,
  list: NonNullable<CheckSettings['urls']>,
  configFile?: string,
) {
  const { site } = loaded
  const { versions = [], findings = [] } =
    site.config.versions.length > 0 ? await loadVersions(session, loaded, { configFile }) : {}
  const old = versions.map(one => ({ path: one.version.path, site: one.loaded.site }))
  return [...findings, ...compareUrls(parseUrlList(list.text), sitePath(site.root, list.file), site, old)]
}

function withSettings({ site, contents }: LoadedSite, settings: CheckSettings) {
  const { check } = site.config
  const merged = {
    ...check,
    rules: mergeSeverities(check.rules, settings.rules),
    minCoverage: { ...check.minCoverage, ...settings.minCoverage },
  }
  return withTexts({ ...site, config: { ...site.config, check: merged } }, contents)
}

type CheckSettings = NonNullable<ReturnType<typeof readOptions>['settings']>

/** Reads the settings; without them, `findings` has all mistakes. */
function readOptions(options: CheckOptions, config: SiteConfig, pluginRules: readonly { id: string }[]) {
  const { todo, env, format, cwd = process.cwd() } = options
  const findings: Finding[] = []
  const fail = (message: string, hint?: string): undefined => void findings.push(usageFinding(message, hint))
  const ids = [...rules, ...pluginRules].map(({ id }) => id)
  const others = translatedLocales(config)

  const readLocale = (name: string): string | undefined =>
    localeNamed(name, config) ??
    fail(`The site has no language \`${name}\`.`, `Locales: ${Object.keys(config.locales).join(', ')}.`)
  const isRule = (id: string, where: string): boolean => {
    const [, family] = /^([^/]+\/)/.exec(id) ?? []
    // Rules of the stages (`markdown/…`) aren't listed here.
    const isOfStage = family !== undefined && !ids.some(one => one.startsWith(family))
    if (/^(?:[^/]*\/)?\*$/.test(id) || ids.includes(id) || isOfStage) return true
    const near = nearest(id, ids)
    const hint = near ? `Did you mean \`${near}\`?` : `Rules: ${ids.join(', ')}.`
    fail(`Unknown rule \`${id}\` in \`${where}\`.`, hint)
    return false
  }
  const readTodo = (name: string): readonly string[] => {
    if (name === 'all' && !localeNamed(name, config)) return others
    const found = readLocale(name)
    const hint = `Languages: ${[...others, 'all'].join(', ')}.`
    if (found === '/') fail(`\`--todo ${name}\` names the source language, which needs no translation.`, hint)
    return found ? [found] : []
  }
  /** `name=value`, at the last sign. */
  const split = (text: string) => /^(.*?)(?:=([^=]*))?$/s.exec(text)?.slice(1) ?? []
  const readRule = (text: string): [string, RuleSeverity][] => {
    const [id = '', severity] = split(text)
    if (!isRule(id, '--rule')) return []
    const found = severityNames.find(name => name === (severity === 'warn' ? 'warning' : severity))
    if (found) return [[id, found]]
    const hint = `Write \`${id || 'links/anchor'}=warning\`. Severities: ${severityNames.join(', ')}.`
    return fail(`\`--rule ${text}\` has an invalid severity.`, hint) ?? []
  }
  const readCoverage = (text: string): [string, number][] => {
    const [name = '', amount = ''] = split(text)
    const found = readLocale(name)
    if (!found) return []
    const percent = Number(amount.replace(/%$/, ''))
    if (amount !== '' && percent >= 0 && percent <= 100) return [[found, percent]]
    const hint = `Write \`--min-coverage ${name || 'ja'}=80\`.`
    return fail(`\`--min-coverage ${text}\` has an invalid percentage.`, hint) ?? []
  }
  const readList = (option: string, name: string | undefined) => {
    if (name === undefined) return undefined
    const file = path.resolve(cwd, name)
    try {
      return { file, text: readFileSync(file, 'utf8') }
    } catch (error) {
      const reason = systemRefusal(error)?.reason ?? (error as Error).message
      return fail(`\`${option} ${name}\` can't be read: ${reason}.`)
    }
  }

  if (options.fromGit && !options.stamp)
    fail('`--from-git` requires `--stamp`.', 'Write `docsgen check --stamp --from-git`.')
  for (const id of Object.keys(config.check.rules)) isRule(id, 'check.rules')
  const isList = todo !== undefined
  const usual = env?.['GITHUB_ACTIONS'] === 'true' ? 'github' : 'pretty'
  const listed = format === undefined || format === 'pretty' ? 'markdown' : format
  const wanted = isList ? listed : (format ?? usual)
  const names: readonly string[] = isList ? todoFormats : Object.keys(formats)
  const unknown = isList ? "`--todo` doesn't support the" : 'Unknown'
  if (!names.includes(wanted)) fail(`${unknown} format \`${wanted}\`.`, `Formats: ${names.join(', ')}.`)
  const settings = {
    format: wanted as Format,
    rules: Object.fromEntries((options.rules ?? []).flatMap(readRule)),
    minCoverage: Object.fromEntries((options.minCoverage ?? []).flatMap(readCoverage)),
    /** Locale paths; undefined for all. */
    locales: isList ? undefined : options.locales?.flatMap(name => readLocale(name) ?? []),
    todo: isList ? readTodo(todo) : undefined,
    urls: readList('--urls', options.urls),
    search: readList('--search', options.search),
  }
  return findings.length > 0 ? { findings } : { settings, findings }
}

/** Leaves out the problems of the baseline; `--update-baseline` writes it first. */
function useBaseline(findings: Finding[], { baseline, updateBaseline, cwd = process.cwd() }: CheckOptions) {
  if (!baseline && !updateBaseline) return { findings, known: 0, notes: [] as string[] }
  const name = typeof baseline === 'string' ? baseline : 'check-baseline.json'
  const file = path.resolve(cwd, name)
  if (updateBaseline) {
    writeFileWhole(file, createBaseline(findings))
    const note = `Saved ${plural(findings.length, 'problem')} to the baseline \`${name}\`.`
    return { findings: [], known: findings.length, notes: [note] }
  }
  const parsed = parseBaseline(readText(file) ?? '')
  if (!parsed) {
    const message = `The baseline \`${name}\` doesn't exist or is invalid.`
    return { problem: usageFinding(message, 'Create it with `--update-baseline`.') }
  }
  const { gone, ...rest } = applyBaseline(findings, parsed)
  const note = `${plural(gone, 'problem')} in the baseline no longer ${gone === 1 ? 'occurs' : 'occur'}. Update it with \`--update-baseline\`.`
  return { ...rest, notes: gone > 0 ? [note] : [] }
}

/** File → rule → message → how often. Without lines, because they move. */
const baselineSchema = z.strictObject({
  format: z.literal(1),
  findings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.number().int().positive()))),
})

type Baseline = z.output<typeof baselineSchema>

export function parseBaseline(text: string) {
  return attempt(() => baselineSchema.safeParse(JSON.parse(text)).data)
}

/** Sorted, so that its changes can be reviewed. */
export function createBaseline(findings: readonly Finding[]) {
  const files: Baseline['findings'] = {}
  const keys = findings.map(keysOf)
  for (const [file, rule, message] of keys.toSorted((a, b) => (a.join('\0') < b.join('\0') ? -1 : 1))) {
    const messages = ((files[file] ??= {})[rule] ??= {})
    messages[message] = (messages[message] ?? 0) + 1
  }
  return JSON.stringify({ format: 1, findings: files }, null, 2) + '\n'
}

/** `known`: findings in the baseline; `gone`: entries that no longer occur. */
export function applyBaseline(findings: readonly Finding[], baseline: Baseline) {
  const left = structuredClone(baseline.findings)
  const fresh = findings.filter(finding => {
    const [file, rule, message] = keysOf(finding)
    const messages = left[file]?.[rule]
    const count = messages?.[message] ?? 0
    if (messages && count > 0) messages[message] = count - 1
    return count === 0
  })
  const counts = Object.values(left).flatMap(rules => Object.values(rules).flatMap(Object.values)) as number[]
  const gone = counts.reduce((sum, count) => sum + count, 0)
  return { findings: fresh, known: findings.length - fresh.length, gone }
}

/** Leaves out line numbers, those in the message too. */
function keysOf({ place, rule, message }: Finding): [file: string, rule: string, message: string] {
  return [place?.file ?? '', rule, message.replace(/:\d+(?:, \d+)*|(?<=\blines? )\d+(?:, \d+)*/g, '')]
}
