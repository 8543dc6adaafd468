/** `error` makes a command exit with 1. */
export type Severity = 'info' | 'warning' | 'error'

/** POSIX path relative to the site's root; line and column are 1-based. */
export interface Place {
  file: string
  line: number
  column: number
}

/** Finds a key of the configuration, or a text below it. */
export type LocateKey = (path: readonly PropertyKey[], value?: string) => Place | undefined

/** Everything a user can do wrong is a finding; only bugs throw. `rule` is a stable id such as `links/anchor`. */
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
export function sortFindings(findings: readonly Finding[]) {
  return findings.toSorted(
    (a, b) =>
      compare(a.place?.file ?? '', b.place?.file ?? '') ||
      (a.place?.line ?? 0) - (b.place?.line ?? 0) ||
      (a.place?.column ?? 0) - (b.place?.column ?? 0) ||
      compare(a.rule, b.rule) ||
      compare(a.message, b.message),
  )
}

/** An included file is parsed with every page that includes it, but its problem is still one. */
export function uniqueFindings(findings: readonly Finding[]) {
  const idOf = ({ place, rule, message }: Finding) =>
    JSON.stringify([place?.file, place?.line, place?.column, rule, message])
  return [...groupBy(findings, idOf).values()].flatMap(([first]) => first ?? [])
}

/** For frontmatter of another generator. */
export const UNSUPPORTED_KEY = 'frontmatter/unsupported-key'

export function usageFinding(message: string, hint?: string): Finding {
  return { rule: 'usage', severity: 'error', message, hint }
}

export function configFinding(message: string, hint?: string, place?: Place): Finding {
  return { rule: 'config', severity: 'error', message, hint, place }
}

export function hasError(findings: readonly Finding[]) {
  return findings.some(finding => finding.severity === 'error')
}

/** A missing snippet isn't fatal: readers see the line as it's written. */
export function isFatal({ rule, severity }: Finding) {
  return severity === 'error' && rule !== 'markdown/snippet-missing'
}

export function countFindings(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info']

/** Rules whose problems may follow from another problem. */
const CONSEQUENCES = [/^(?:links|nav|redirects)\//, /^(?:coverage|parity|seo)\/|^i18n\/ui-strings$/]

/** Errors, warnings, notes; in each, causes before what follows from them. */
export function byImportance(findings: readonly Finding[]) {
  const rank = ({ severity, rule }: Finding) =>
    SEVERITIES.indexOf(severity) * 3 + CONSEQUENCES.findIndex(family => family.test(rule)) + 1
  return sortFindings(findings).toSorted((a, b) => rank(a) - rank(b))
}

/** Keys are in the order of their first item. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
