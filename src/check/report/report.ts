import { type Coverage, type Translation, STATES } from '../../site/translations.ts'
import type { Dashboard } from '../../site/dashboard.ts'
import { type Finding, type Severity, groupBy } from '../../schema/finding.ts'
import type { Site } from '../../schema/site.ts'
import { plural } from '../../lib/text.ts'

/** Results of a run of `docsgen check`: the input of every format. */
export interface Report {
  site: Site
  findings: Finding[]
  /** Number of findings that the baseline knows: they are not in `findings`. */
  known: number
  translations: Translation[]
  coverage: Coverage[]
  /** Rules that can report: id → description. */
  rules: Readonly<Record<string, string>>
  version: string
  /** Site's folder as code hosts see it, relative to where the check runs: empty or `docs/`. */
  folder: string
}

export interface FormatContext {
  /** Text of a site-relative file, for code frames; undefined when it cannot be read. */
  readFile(file: string): string | undefined
  color: boolean
  all?: boolean
  dashboard?: Dashboard | undefined
}

interface CoverageColumn {
  name: string
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

/** Explains `unknown`; nothing where every translation is stamped. */
export function unknownNotes(coverage: readonly Coverage[]): string[] {
  return coverage.some(({ counts }) => counts.unknown > 0)
    ? [
        'Unknown: never stamped, so nothing says whether the source has changed since. `docsgen check --stamp --from-git` reads it from the history.',
      ]
    : []
}

/** Explanations below the table of coverage, for formats that do not list every page. */
export function coverageNotes({ coverage, findings }: Report): string[] {
  const listed = new Set(
    findings.filter(({ rule }) => rule === 'coverage/missing').map(({ locale }) => locale),
  )
  const empty = coverage.filter(
    ({ locale, counts, total }) => counts.missing === total && !listed.has(locale),
  )
  const names = empty.map(({ locale }) => `\`${locale}\``).join(', ')
  const note = `Nothing is translated in ${names} yet, so what is missing is not listed page by page: \`--todo\` has it.`
  return [...unknownNotes(coverage), ...(empty.length > 0 ? [note] : [])]
}

/** `3 errors, 1 warning, 2 notes; 12 more known from the baseline.` */
export function summaryLine(counts: Record<Severity, number>, known: number): string {
  const { error, warning, info } = counts
  const notes = info > 0 ? `, ${plural(info, 'note')}` : ''
  const all = `${plural(error, 'error')}, ${plural(warning, 'warning')}${notes}`
  const text = error + warning + info === 0 ? 'No problems found' : all
  return text + (known > 0 ? `; ${known} more known from the baseline.` : '.')
}

/** `  links/page 15 · parity/code 5`: findings by rule, the most frequent first; empty for one alone. */
export function kindsLine(findings: readonly Finding[]): string {
  if (findings.length < 2) return ''
  const parts = [...groupBy(findings, finding => finding.rule)]
    .toSorted(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1))
    .map(([rule, group]) => `${rule} ${group.length}`)
  return `  ${parts.join(' · ')}`
}

/** `1 error, 2 notes`: those that there are. */
export function countText({ error, warning, info }: Record<Severity, number>): string {
  const parts: [number, string][] = [
    [error, 'error'],
    [warning, 'warning'],
    [info, 'note'],
  ]
  return parts.flatMap(([count, name]) => (count > 0 ? [plural(count, name)] : [])).join(', ')
}
