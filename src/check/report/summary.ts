import type { Finding, Severity } from '../../schema/finding.ts'
import { groupFindings } from '../../shared/findings.ts'
import { STATES } from '../../shared/translations.ts'
import { displayWidth } from '../../lib/display-width.ts'
import type { Report } from './report.ts'

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

/** Coverage as an aligned table for a terminal, one line per locale; empty for a site in one language. */
export function coverageLines({ coverage, labels }: Report): string[] {
  const rows = coverage.map(({ locale, percent, counts, total }) => {
    const states = STATES.filter(state => state !== 'ok' && counts[state] > 0)
    const others = states.map(state => `${counts[state]} ${state}`).join(', ')
    return [locale, labels[locale] ?? '', `${percent} %`, `${counts.ok} of ${total} up to date`, others]
  })
  const widths = [0, 1, 2, 3].map(column => Math.max(...rows.map(row => displayWidth(row[column] ?? ''))))
  return rows.map(row =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** What `unknown` means and how to know; nothing where every translation is stamped. */
export function unknownLines({ coverage }: Pick<Report, 'coverage'>): string[] {
  return coverage.some(({ counts }) => counts.unknown > 0)
    ? [
        'Unknown: never stamped, so nothing says whether the source has changed since. `docsgen check --stamp --from-git` reads it from the history.',
      ]
    : []
}

/** What the table alone does not say, for those that do not list every page: which missing ones are no findings, too. */
export function coverageNotes({ coverage, findings }: Report): string[] {
  const listed = new Set(
    findings.filter(({ rule }) => rule === 'coverage/missing').map(({ locale }) => locale),
  )
  const empty = coverage.filter(
    ({ locale, counts, total }) => counts.missing === total && !listed.has(locale),
  )
  const names = empty.map(({ locale }) => `\`${locale}\``).join(', ')
  const note = `Nothing is translated in ${names} yet, so what is missing is not listed page by page: \`--todo\` has it.`
  return [...unknownLines({ coverage }), ...(empty.length > 0 ? [note] : [])]
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}
