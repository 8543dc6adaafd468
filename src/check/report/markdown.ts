import type { Finding } from '../../schema/finding.ts'
import { byImportance, countFindings, groupFindings } from '../../shared/findings.ts'
import { coverageColumns, coverageNotes } from './coverage.ts'
import { summaryLine } from './summary.ts'
import type { Report } from './report.ts'

/** A comment on a pull request should stay readable. */
const LIMIT = 50

/** Markdown for a job summary or a comment: coverage per language, rules, the most serious findings. */
export function formatMarkdown(report: Report): string {
  const { findings, known } = report
  const blocks = [
    `## Documentation check\n\n${summaryLine(countFindings(findings), known)}`,
    ...(report.coverage.length > 0 ? [coverageTable(report)] : []),
    ...(findings.length > 0 ? [ruleTable(findings), findingTable(findings)] : []),
  ]
  return blocks.join('\n\n') + '\n'
}

function coverageTable(report: Report): string {
  const { coverage, labels } = report
  const columns = coverageColumns(coverage)
  const rows = coverage.map(language => [
    `${text(labels[language.locale] ?? language.locale)} ${code(language.locale)}`,
    ...columns.map(({ value }) => value(language)),
  ])
  const head = ['language', ...columns.map(({ name }) => name)]
  return [table(head, rows), ...coverageNotes(report)].join('\n\n')
}

function ruleTable(findings: readonly Finding[]): string {
  const groups = [...groupFindings(findings, finding => finding.rule)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const rows = groups.map(([rule, group]) => {
    const counts = countFindings(group)
    return [code(rule), String(counts.error), String(counts.warning), String(counts.info)]
  })
  return table(['rule', 'errors', 'warnings', 'notes'], rows)
}

function findingTable(findings: readonly Finding[]): string {
  const shown = byImportance(findings).slice(0, LIMIT)
  const rows = shown.map(({ place, severity, rule, message }) => [
    place ? code(`${place.file}:${place.line}:${place.column}`) : '',
    severity,
    code(rule),
    text(message),
  ])
  const more = findings.length - shown.length
  const left = more > 0 ? `\n\n… and ${more} more: the formats \`html\` and \`json\` have them all.` : ''
  return table(['place', 'severity', 'rule', 'message'], rows) + left
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

/** Text that stays text: no markup, no line break, no end of the cell. Code spans of messages stay. */
function text(value: string): string {
  return value
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/[<>*_[\]@#&~]/g, mark => `&#${mark.charCodeAt(0)};`),
    )
    .join('')
}

function code(value: string): string {
  return `\`${value.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'")}\``
}
