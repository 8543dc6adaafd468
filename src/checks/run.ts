import type { Finding } from '../schema/finding.ts'
import type { Page, Site } from '../schema/site.ts'
import { coversPage, coversRule } from '../shared/exemptions.ts'
import { sortFindings, uniqueFindings } from '../shared/findings.ts'
import { rules } from './rules.ts'
import { severityOf } from './severity.ts'

/**
 * Every finding of a site: those of the earlier stages and those of the rules, with the severities of `check.rules`,
 * without what `check.exemptions` covers, each once, sorted by place.
 */
export function runChecks(site: Site): Finding[] {
  const settings = site.config.check.rules
  const active = rules.filter(rule => severityOf(rule.id, rule.severity, settings) !== 'off')
  const found = [...site.findings, ...active.flatMap(rule => rule.run(site))]
  const exempt = createExemptionTest(site)
  const kept = uniqueFindings(found).flatMap(finding => {
    const severity = severityOf(finding.rule, finding.severity, settings)
    return severity === 'off' || exempt(finding) ? [] : [{ ...finding, severity }]
  })
  return sortFindings(kept)
}

/** A finding is exempt by the page it stands on; a missing page stands on its source, so its cell of the matrix decides. */
function createExemptionTest(site: Site): (finding: Finding) => boolean {
  const { exemptions } = site.config.check
  const pages = new Map<string, Page>(site.pages.map(page => [page.file, page]))
  return ({ rule, place }) => {
    const page = place && pages.get(place.file)
    if (!page || rule === 'coverage/missing') return false
    return exemptions.some(
      exemption => coversRule(exemption, rule) && coversPage(exemption, page.locale, page.localPath),
    )
  }
}
