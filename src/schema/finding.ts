/** `error` makes a command exit with 1. */
export type Severity = 'info' | 'warning' | 'error'

/** A position in a file: POSIX path relative to the site's root; line and column are 1-based. */
export interface Place {
  file: string
  line: number
  column: number
}

/** Location of a key of the configuration, or of a text below it; undefined if unknown. */
export type LocateKey = (path: readonly PropertyKey[], value?: string) => Place | undefined

/**
 * One problem, as data. Everything a user can do wrong is reported as a finding; only bugs throw.
 * `rule` is a stable id such as `links/anchor`; `hint` says what to do about it.
 */
export interface Finding {
  rule: string
  severity: Severity
  message: string
  /** Absent for problems of the site as a whole. */
  place?: Place | undefined
  hint?: string | undefined
  /** Path of the language that it is about, if `place` is in another one. */
  locale?: string | undefined
}

/** By code unit; findings of the whole site come first. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (a, b) =>
      compare(a.place?.file ?? '', b.place?.file ?? '') ||
      (a.place?.line ?? 0) - (b.place?.line ?? 0) ||
      (a.place?.column ?? 0) - (b.place?.column ?? 0) ||
      compare(a.rule, b.rule) ||
      compare(a.message, b.message),
  )
}

/** Drops repetitions: an included file is parsed with every page that includes it, its problem is still one. */
export function uniqueFindings(findings: readonly Finding[]): Finding[] {
  const idOf = ({ place, rule, message }: Finding) =>
    JSON.stringify([place?.file, place?.line, place?.column, rule, message])
  return [...groupBy(findings, idOf).values()].flatMap(group => group.slice(0, 1))
}

/** For frontmatter of another generator. */
export const UNSUPPORTED_KEY = 'frontmatter/unsupported-key'

export function usageFinding(message: string, hint?: string): Finding {
  return { rule: 'usage', severity: 'error', message, hint }
}

export function configFinding(message: string, hint?: string, place?: Place): Finding {
  return { rule: 'config', severity: 'error', message, hint, place }
}

export function hasError(findings: readonly Finding[]): boolean {
  return findings.some(finding => finding.severity === 'error')
}

/** False for an error that a site may live with, because readers see the page with what is written there. */
export function isFatal({ rule, severity }: Finding): boolean {
  return severity === 'error' && rule !== 'markdown/snippet-missing'
}

export function countFindings(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info']

/** Rules about how pages fit together and how languages compare: their problems may follow from a page that is amiss. */
const CONSEQUENCES = [/^(?:links|nav|redirects)\//, /^(?:coverage|parity|seo)\/|^i18n\/ui-strings$/]

/** Errors, warnings, notes; in each, causes before what follows from them. */
export function byImportance(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity, rule }: Finding) =>
    SEVERITIES.indexOf(severity) * 3 + CONSEQUENCES.findIndex(family => family.test(rule)) + 1
  return sortFindings(findings).toSorted((a, b) => rank(a) - rank(b))
}

/** Items by a key, in the order of their first occurrence. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
