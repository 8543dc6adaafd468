import type { Finding } from '../schema/finding.ts'

/** Findings in their one order: file, line, column, rule, message, by code unit; those of the whole site first. */
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
  const seen = new Map<string, Finding>()
  for (const finding of findings) {
    const { place, rule, message } = finding
    const key = JSON.stringify([place?.file, place?.line, place?.column, rule, message])
    if (!seen.has(key)) seen.set(key, finding)
  }
  return [...seen.values()]
}

/** True when any finding is an error. */
export function hasError(findings: readonly Finding[]): boolean {
  return findings.some(finding => finding.severity === 'error')
}

/** How many findings there are of each severity. */
export function countFindings(findings: readonly Finding[]): Record<Finding['severity'], number> {
  const counts = { error: 0, warning: 0, info: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** At most `limit` findings, errors before warnings before notes where they do not all fit; the order given is kept. */
export function mostSerious(findings: readonly Finding[], limit: number): Finding[] {
  const kept = new Set<Finding>()
  for (const severity of ['error', 'warning', 'info'] as const) {
    const room = Math.max(0, limit - kept.size)
    for (const finding of findings.filter(one => one.severity === severity).slice(0, room)) kept.add(finding)
  }
  return findings.filter(finding => kept.has(finding))
}

/** Findings by a key, in the order of their first occurrence. */
export function groupFindings(
  findings: readonly Finding[],
  keyOf: (finding: Finding) => string,
): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const group = groups.get(keyOf(finding))
    if (group) group.push(finding)
    else groups.set(keyOf(finding), [finding])
  }
  return groups
}
