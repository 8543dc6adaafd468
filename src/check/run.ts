import { type Finding, isFatal, type Severity, sortFindings, uniqueFindings } from '../schema/finding.ts'
import { LIMITS } from '../schema/limits.ts'
import type { Site, ReadableSite } from '../schema/site.ts'
import { giveTurn } from '../lib/process.ts'
import { coversPage, coversRule, localPathOf } from '../site/translations.ts'
import { namePlugins } from '../site/report-config.ts'
import { coverage } from './rules/coverage.ts'
import { parity } from './rules/parity.ts'
import { i18n } from './rules/i18n.ts'
import { links } from './rules/links.ts'
import { type Finders, type RuleSeverity, severityNames, severityOf } from './rules/rule.ts'
import { type Plugin, siteFinding } from '../plugins/run.ts'
import { type Session, withSession } from '../cache/threads/session.ts'
import { callHooks } from '../cache/threads/plugin-hooks.ts'
import { withTexts } from '../cache/threads/parsed-pages.ts'
import { describeSite, type LoadedSite, loadSite } from '../load.ts'

/** Rules by default severity. Other stages find the problems of those without a finder, and report further ids. */
const RULES: Record<RuleSeverity, Record<string, string>> = {
  error: {
    'coverage/minimum': 'A language has fewer up-to-date pages than `check.minCoverage` requires.',
    'links/anchor': "A link points to an anchor that doesn't exist on the page.",
    'links/asset': "A link or an image refers to a file that doesn't exist.",
    'links/page': "A link points to a page that doesn't exist.",
    'links/private':
      'A link or an image refers to a private file: it is hidden, ignored by Git, in `node_modules`, or a symbolic link that points outside the repository.',
    'nav/missing-page':
      "The menu or a sidebar links to a page that doesn't exist in any language. For drafts, unlisted pages and missing anchors, this is a warning.",
    'redirects/chain': 'A redirect points to another redirect.',
    'redirects/duplicate': 'Two redirects from the same path have different targets.',
    'redirects/loop': 'A redirect leads back to itself, directly or through other redirects.',
    'redirects/shadow':
      "The source of a redirect is the URL of a page or a public file. If it's only a variant of such a URL, this is a warning.",
    'redirects/source':
      "The source of a redirect is a file that the build writes, or contains a `*` that isn't its last character.",
    'redirects/target': "A redirect points to a URL that doesn't exist.",
  },
  warning: {
    'check/glossary': "A translation doesn't use the terms in `check.glossary`, or uses a forbidden one.",
    'coverage/missing': 'A page in the source language has no translation, or only a draft.',
    'coverage/orphan': 'A translated page has no page in the source language.',
    'coverage/stale': 'The source has changed since this translation was stamped.',
    'coverage/untranslated': 'Part of a translation is still in the source language.',
    'i18n/ui-strings':
      'A language lacks text that your site has to provide: the name or description of the language, a label of the menu, the sidebar or a container, or UI strings that are still in the source language.',
    'links/locale-leak':
      'A link in a translation points to another language, although the target page is translated.',
    'parity/code': 'Code in a translation differs from the source in more than comments and strings.',
    'parity/containers': 'A translation has more or fewer containers (tip, warning, …) than the source.',
    'parity/frontmatter':
      'The frontmatter of a translation differs from the source where it should be the same, or has values that still need translating.',
    'parity/headings': 'Headings in a translation differ from the source in number or level.',
    'seo/hreflang': 'The `hreflang` links of a page contradict each other.',
  },
  info: {
    'links/untranslated': "A link points to a page that isn't translated, so readers see another language.",
    'nav/large-sidebar': `A sidebar has more than ${LIMITS.sidebarEntries} entries, so each page only shows the entries around it.`,
    'parity/anchors': 'Headings in a translation have ids that differ from the source.',
  },
  off: {
    'links/external':
      "A link to another site is broken. docsgen only checks such links if you enable this rule by its id; `links/*` doesn't include it.",
  },
}

export const FINDERS: Finders = { ...coverage, ...links, ...parity, ...i18n }

/** Sorted by id. */
export const rules = severityNames
  .flatMap(severity =>
    Object.entries(RULES[severity]).map(([id, description]) => ({ id, severity, description })),
  )
  .toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Rules that compare languages with the source. */
const PER_LOCALE = /^(?:coverage|parity|i18n)\//

/** Applies the severities and exemptions of `check`. */
export async function runChecks(site: ReadableSite, locales?: readonly string[]) {
  const settings = site.config.check.rules
  const scoped = locales ? scopeSite(site, locales) : site
  const active = rules.filter(rule => severityOf(rule.id, rule.severity, settings) !== 'off')
  const found = [
    ...site.findings,
    ...site.pages.flatMap(page => page.findings),
    ...(await findProblems(active, id => (PER_LOCALE.test(id) ? scoped : site))),
  ]
  const keep = createFilter(site, locales)
  const kept = uniqueFindings(namePlugins(found, site.pages)).flatMap(finding => {
    const severity = severityOf(finding.rule, finding.severity, settings)
    return severity === 'off' || !keep(finding) ? [] : [{ ...finding, severity }]
  })
  return sortFindings(kept)
}

/** Handles signals between rules, which can find tens of thousands of problems. */
async function findProblems(active: typeof rules, siteFor: (rule: string) => ReadableSite) {
  const found: Finding[] = []
  for (const { id, severity } of active) {
    await giveTurn()
    for (const problem of (await FINDERS[id]?.(siteFor(id))) ?? [])
      found.push({ rule: id, severity: severity as Severity, ...problem })
  }
  return found
}

/** Accepts links to the files of plugins (`made`: output paths). */
export function withGeneratedFiles<Some extends Site>(site: Some, made: ReadonlySet<string>) {
  const links = site.links.map(link => (made.has(link.file ?? '') ? { ...link, problem: undefined } : link))
  const missing = site.missing.filter(({ file }) => !made.has(file ?? ''))
  return { ...site, links, missing }
}

/** Rules that every build runs, because readers would meet the problems. */
const IN_BUILD = /^links\/(?:page|anchor|asset|private)$/

/** Counts links that would prevent a build. */
export function countBrokenLinks(root: string) {
  return withSession({ root, cache: false }, async session => {
    const { loaded } = await loadSite(session, {})
    const found = loaded ? await runInBuild(withTexts(loaded.site, loaded.contents), {}) : []
    return found.filter(({ rule, severity }) => rule.startsWith('links/') && severity === 'error').length
  })
}

/** Finds broken links, and problems of rules that `check.rules` sets to `error`. */
export async function runInBuild(
  site: ReadableSite,
  { strict = false, strictLinks = true }: { strict?: boolean; strictLinks?: boolean | undefined },
): Promise<Finding[]> {
  const { rules: settings, build } = site.config.check
  const active = rules.filter(({ id }) => IN_BUILD.test(id) || severityOf(id, 'off', settings) === 'error')
  const found = await findProblems(active, () => site)
  const warnings = found.map(finding => ({ ...finding, severity: 'warning' as const }))
  const settled = settleInBuild(namePlugins(uniqueFindings(warnings), site.pages), site, strict)
  const isBroken = ({ rule, severity }: Finding) =>
    severity === 'warning' && IN_BUILD.test(rule) && severityOf(rule, 'error', settings) === 'error'
  const broken = settled.filter(isBroken).length
  if (!strictLinks || build === 'warn' || broken === 0) return sortFindings(settled)
  const raised: Finding[] = settled.map(one => (isBroken(one) ? { ...one, severity: 'error' } : one))
  const what = broken === 1 ? 'A broken link prevents' : `${broken} broken links prevent`
  const message = `${what} the site from being published.`
  const hint = "Fix the links, or publish anyway with `--no-strict-links` or `check: { build: 'warn' }`."
  return [...sortFindings(raised), { rule: 'links/build', severity: 'info', message, hint }]
}

/** Errors of a stage stay errors: the build can't continue with them. */
export function settleInBuild(findings: readonly Finding[], site: Site, strict: boolean, ofRules = false) {
  const keep = createFilter(site)
  return findings.flatMap(finding => {
    if ((ofRules || !isFatal(finding)) && !keep(finding)) return []
    if (isFatal(finding)) return [finding]
    const severity = severityOf(finding.rule, finding.severity, site.config.check.rules)
    if (severity === 'off') return []
    const isError = strict && severity === 'warning' && !finding.rule.startsWith('cache/')
    return [{ ...finding, severity: isError ? 'error' : severity }]
  })
}

export function scopeSite(site: ReadableSite, locales: readonly string[]) {
  const isChosen = ([locale]: [string, unknown]) => locale === '/' || locales.includes(locale)
  const chosen = Object.fromEntries(Object.entries(site.config.locales).filter(isChosen))
  return { ...site, config: { ...site.config, locales: chosen } }
}

/** Filters findings by their page. A missing translation is reported at its source, so coverage applies exemptions to it. */
function createFilter(site: Site, locales?: readonly string[]) {
  const { exemptions } = site.config.check
  const pages = new Map(site.pages.map(page => [page.file, page]))
  return ({ rule, place }: Finding) => {
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
  const all = pluginRules(loaded.plugins)
  const active = all.filter(({ id, severity }) => isActive(severityOf(id, severity, settings)))
  if (active.length === 0) return []
  const asked = active.map(({ plugin, rule }) => ({ plugin, rule }))
  const answers = await callHooks(session, 'checks', asked, describeSite(loaded))
  return answers.flatMap(({ value = [], findings }, index) => {
    const { id = '', severity } = active[index] ?? {}
    const fallback = !severity || severity === 'off' ? 'warning' : severity
    return [...findings, ...value.map(problem => siteFinding(problem, id, fallback))]
  })
}
