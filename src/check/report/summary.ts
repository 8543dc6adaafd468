import type { Finding, Severity } from '../../schema/finding.ts'
import { groupFindings } from '../../shared/findings.ts'

/** `3 errors, 1 warning and 2 notes; 12 known from the baseline.` */
export function summaryLine(counts: Record<Severity, number>, known: number): string {
  const parts = [
    plural(counts.error, 'error'),
    plural(counts.warning, 'warning'),
    ...(counts.info > 0 ? [plural(counts.info, 'note')] : []),
  ]
  const total = counts.error + counts.warning + counts.info
  const text = total === 0 ? 'No problems found' : parts.join(', ')
  return text + (known > 0 ? `; ${known} more known from the baseline.` : '.')
}

/** `  links/page 15 · parity/code 5`: how many of which rule, the most frequent first; empty for one alone. */
export function kindsLine(findings: readonly Finding[]): string {
  if (findings.length < 2) return ''
  const groups = [...groupFindings(findings, finding => finding.rule)]
  const parts = groups
    .toSorted(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1))
    .map(([rule, group]) => `${rule} ${group.length}`)
  return `  ${parts.join(' · ')}`
}

/** `1 error, 2 notes`: those that there are. */
export function countText({ error, warning, info }: Record<Severity, number>): string {
  return [
    ...(error > 0 ? [plural(error, 'error')] : []),
    ...(warning > 0 ? [plural(warning, 'warning')] : []),
    ...(info > 0 ? [plural(info, 'note')] : []),
  ].join(', ')
}

/** `1 page`, `2 pages`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
