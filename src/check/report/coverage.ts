import type { Coverage } from '../../schema/translation.ts'
import { displayWidth } from '../../lib/text.ts'
import { STATES } from '../../shared/translations.ts'
import type { Report } from './report.ts'

/** A column of the coverage report. */
interface CoverageColumn {
  name: string
  /** Sign beside the name in HTML. */
  sign?: string
  value(coverage: Coverage): string
}

/** A sign beside the color, so that the states differ without color too. */
export const SIGNS: Record<keyof Coverage['counts'], string> = {
  ok: '✓',
  unknown: '…',
  missing: '–',
  stale: '↻',
  untranslated: '=',
  orphan: '?',
  exempt: '·',
}

/** Columns of the coverage report in all formats: add one here. States that no language has are left out. */
export function coverageColumns(
  coverage: readonly Coverage[],
): [percent: CoverageColumn, ...states: CoverageColumn[]] {
  const states = STATES.filter(state => coverage.some(({ counts }) => counts[state] > 0))
  return [
    { name: 'up to date', value: ({ percent }) => `${percent} %` },
    ...states.map((state): CoverageColumn => ({
      name: state,
      sign: SIGNS[state],
      value: ({ counts }) => String(counts[state]),
    })),
  ]
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
