import { type Finding, isTolerable, sortFindings, uniqueFindings } from '../schema/finding.ts'
import { LIMITS } from '../schema/limits.ts'
import type { Site, ReadableSite } from '../schema/site.ts'
import { giveTurn } from '../lib/process.ts'
import { coversPage, coversRule, localPathOf } from '../site/translations.ts'
import { namePlugins } from '../site/report-config.ts'
import { coverage } from './rules/coverage.ts'
import { glossary, parity, code } from './rules/parity.ts'
import { uiStrings, hreflang } from './rules/i18n.ts'
import { links } from './rules/links.ts'
import { type Rule, type RuleSeverity, severityOf } from './rules/rule.ts'
import { type Plugin, siteFinding } from '../plugins/run.ts'
import type { Session } from '../cache/threads/session.ts'
import { callHooks } from '../cache/threads/plugin-hooks.ts'
import { describeSite, type LoadedSite } from '../load.ts'

/** Rules whose problems other stages find, mostly `site/`. */
const STAGE_RULES: [id: string, severity: RuleSeverity, description: string][] = [
  // Found by `askExternal`, which needs a network.
  [
    'links/external',
    'off',
    'A link to another site is broken. Only checked if you enable this rule by its id, not with `links/*`.',
  ],
  [
    'nav/large-sidebar',
    'info',
    `A sidebar has more than ${LIMITS.sidebarEntries} entries, so each page only shows the entries around it.`,
  ],
  [
    'nav/missing-page',
    'error',
    "The navigation or a sidebar links to a draft, an unlisted page, or a page that doesn't exist in any language.",
  ],
  ['redirects/chain', 'error', 'A redirect points to another redirect.'],
  ['redirects/duplicate', 'error', 'Two redirects from the same path have different targets.'],
  ['redirects/loop', 'error', 'A redirect ends in a loop, directly or through other redirects.'],
  [
    'redirects/shadow',
    'error',
    'The source of a redirect is the URL of a page or a public file, or a variant of it.',
  ],
  [
    'redirects/source',
    'error',
    "The source of a redirect is a file that the build writes, or contains a `*` that isn't its last character.",
  ],
  ['redirects/target', 'error', "A redirect points to a URL that doesn't exist."],
]

/** Rules about the whole site, sorted by id. Stages report further ids. */
export const rules: readonly Rule[] = [
  ...coverage,
  ...links,
  ...parity,
  code,
  glossary,
  hreflang,
  uiStrings,
  ...STAGE_RULES.map(([id, severity, description]) => ({ id, severity, description, run: async () => [] })),
].toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Rules that compare languages with the source; the others look at the whole site. */
const PER_LOCALE = /^(?:coverage|parity|i18n)\//

/** Applies the severities and exemptions of `check`. */
export async function runChecks(site: ReadableSite, locales?: readonly string[]): Promise<Finding[]> {
  const settings = site.config.check.rules
  const scoped = locales ? scopeSite(site, locales) : site
  const active = rules.filter(rule => severityOf(rule.id, rule.severity, settings) !== 'off')
  const found = [
    ...site.findings,
    ...site.pages.flatMap(page => page.findings),
    ...(await runInTurns(active, rule => (PER_LOCALE.test(rule.id) ? scoped : site))),
  ]
  const keep = createFilter(site, locales)
  const kept = uniqueFindings(namePlugins(found, site.pages)).flatMap(finding => {
    const severity = severityOf(finding.rule, finding.severity, settings)
    return severity === 'off' || !keep(finding) ? [] : [{ ...finding, severity }]
  })
  return sortFindings(kept)
}

/** Signals are heard between rules, which can find tens of thousands of problems. */
async function runInTurns(active: readonly Rule[], siteFor: (rule: Rule) => ReadableSite) {
  const found: Finding[][] = []
  for (const rule of active) {
    await giveTurn()
    found.push(await rule.run(siteFor(rule)))
  }
  return found.flat()
}

/** Links to the files of plugins (`made`: output paths) aren't broken. */
export function withGeneratedFiles<Some extends Site>(site: Some, made: ReadonlySet<string>): Some {
  const links = site.links.map(link => (made.has(link.file ?? '') ? { ...link, problem: undefined } : link))
  const missing = site.missing.filter(({ file }) => !made.has(file ?? ''))
  return { ...site, links, missing }
}

/** Rules that every build runs. */
const IN_BUILD = /^links\/(?:page|anchor|asset|private)$/

/** Broken links, which are errors by default, and every rule that `check.rules` sets to `error`. */
export async function runInBuild(
  site: ReadableSite,
  { strict = false, strictLinks = true }: { strict?: boolean; strictLinks?: boolean | undefined },
): Promise<Finding[]> {
  const { rules: settings, build } = site.config.check
  const active = rules.filter(({ id }) => IN_BUILD.test(id) || severityOf(id, 'off', settings) === 'error')
  const found = await runInTurns(active, () => site)
  const warnings = found.map(finding => ({ ...finding, severity: 'warning' as const }))
  const settled = settleInBuild(namePlugins(uniqueFindings(warnings), site.pages), site, strict)
  if (!strictLinks || build === 'warn') return sortFindings(settled)
  let broken = 0
  const raised = settled.map((finding): Finding => {
    const { rule, severity } = finding
    if (severity !== 'warning' || !IN_BUILD.test(rule) || severityOf(rule, 'error', settings) !== 'error')
      return finding
    broken += 1
    return { ...finding, severity: 'error' }
  })
  if (broken === 0) return sortFindings(raised)
  const what = broken === 1 ? 'A broken link prevents' : `${broken} broken links prevent`
  const message = `${what} the site from being published.`
  const hint = "Fix them, or publish anyway with `--no-strict-links` or `check: { build: 'warn' }`."
  return [...sortFindings(raised), { rule: 'links/build', severity: 'info', message, hint }]
}

/** An error of a stage stays an error, because the build can't continue with it. */
export function settleInBuild(findings: readonly Finding[], site: Site, strict: boolean, ofRules = false) {
  const keep = createFilter(site)
  return findings.flatMap(finding => {
    const isFatal = finding.severity === 'error' && !isTolerable(finding)
    if ((ofRules || !isFatal) && !keep(finding)) return []
    if (isFatal) return [finding]
    const severity = severityOf(finding.rule, finding.severity, site.config.check.rules)
    if (severity === 'off') return []
    const isError = strict && severity === 'warning' && !finding.rule.startsWith('cache/')
    return [{ ...finding, severity: isError ? 'error' : severity }]
  })
}

export function scopeSite(site: ReadableSite, locales: readonly string[]): ReadableSite {
  const isChosen = ([locale]: [string, unknown]) => locale === '/' || locales.includes(locale)
  const chosen = Object.fromEntries(Object.entries(site.config.locales).filter(isChosen))
  return { ...site, config: { ...site.config, locales: chosen } }
}

/** By the page of a finding. A missing translation is reported at its source, so coverage applies exemptions to it. */
function createFilter(site: Site, locales?: readonly string[]): (finding: Finding) => boolean {
  const { exemptions } = site.config.check
  const pages = new Map(site.pages.map(page => [page.file, page]))
  return ({ rule, place }) => {
    const page = place && pages.get(place.file)
    if (!page || rule === 'coverage/missing') return true
    if (locales && !locales.includes(page.locale)) return false
    const localPath = localPathOf(page)
    return !exemptions.some(one => coversRule(one, rule) && coversPage(one, page.locale, localPath))
  }
}

export function pluginRules(plugins: readonly Plugin[]) {
  return plugins.flatMap(plugin =>
    Object.entries(plugin.definition.checks ?? {}).map(([rule, { severity = 'warning', description }]) => {
      return { plugin, rule, id: `${plugin.definition.name}/${rule}`, severity, description }
    }),
  )
}

export async function runPluginRules(
  session: Session,
  loaded: LoadedSite,
  settings: Readonly<Record<string, RuleSeverity>>,
  isActive: (severity: RuleSeverity) => boolean,
): Promise<Finding[]> {
  const active = pluginRules(loaded.plugins).filter(({ id, severity }) =>
    isActive(severityOf(id, severity, settings)),
  )
  if (active.length === 0) return []
  const asked = active.map(({ plugin, rule }) => ({ plugin, rule }))
  const answers = await callHooks(session, 'checks', asked, describeSite(loaded))
  return answers.flatMap(({ plugin, rule, value = [], findings }) => {
    const id = `${plugin}/${rule}`
    const { severity = 'warning' } = active.find(one => one.id === id) ?? {}
    const found = value.map(problem => siteFinding(problem, id, severity === 'off' ? 'warning' : severity))
    return [...findings, ...found]
  })
}
