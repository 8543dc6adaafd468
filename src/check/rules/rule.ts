import type { Finding, Severity } from '../../schema/finding.ts'
import type { ReadableSite } from '../../schema/translation.ts'

/** One rule of `docsgen check`: a pure function of the whole site. Its id is also the path of its file. */
export interface Rule {
  id: string
  /** How serious its findings are unless the configuration says otherwise. */
  severity: Severity | 'off'
  /** What the rule reports, one sentence. */
  description: string
  run(site: ReadableSite): Promise<Finding[]>
}

/** A finding before the rule's name is put on it. */
export type Problem = Omit<Finding, 'rule' | 'severity'>

/** Makes a rule from a function that lists problems, in turns where there may be tens of thousands (`lib/in-turns.ts`). */
export function defineRule(
  about: Pick<Rule, 'id' | 'severity' | 'description'>,
  find: (site: ReadableSite) => Problem[] | Promise<Problem[]>,
): Rule {
  const severity = about.severity === 'off' ? 'warning' : about.severity
  return {
    ...about,
    run: async site => (await find(site)).map(problem => ({ rule: about.id, severity, ...problem })),
  }
}

/** A rule whose problems are found where the site is put together and arrive with it. */
export function defineJoinRule(about: Pick<Rule, 'id' | 'severity' | 'description'>): Rule {
  return { ...about, run: async site => site.findings.filter(finding => finding.rule === about.id) }
}

/** Start of a page's file: the place of a problem of the page as a whole. */
export function startOf(page: { file: string }): NonNullable<Finding['place']> {
  return { file: page.file, line: 1, column: 1 }
}

/** `` `a`, `b` and 3 more``: names for a message, at most `limit`. */
export function listNames(names: readonly string[], limit = 5): string {
  const shown = names.slice(0, limit).map(name => `\`${name}\``)
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
