import { styleText } from 'node:util'
import type { Finding } from '../schema/finding.ts'
import { codeFrame, printable } from '../lib/code-frame.ts'
import { countFindings, groupFindings, mostSerious } from '../shared/findings.ts'
import { coverageLines, summaryLine } from './summary.ts'
import type { FormatContext, Report } from './report.ts'

/** More than this nobody reads in a terminal; the rest is counted. */
export const PRETTY_LIMIT = 50

type Style = Parameters<typeof styleText>[0]
const SEVERITY_STYLE: Record<Finding['severity'], Style> = { error: 'red', warning: 'yellow', info: 'blue' }

/** Findings for a terminal, then coverage and totals. */
export function formatPretty(report: Report, context: FormatContext): string {
  const blocks = [
    formatFindings(report.findings, context),
    coverageLines(report).join('\n'),
    summaryLine(countFindings(report.findings), report.known),
  ]
  return blocks.filter(block => block !== '').join('\n\n') + '\n'
}

/**
 * Findings for a terminal: `path:line:column severity rule message`, a code frame, the hint; grouped by file. At most
 * `PRETTY_LIMIT`, the most serious ones, in the order given. Without a line break at the end; empty without findings.
 */
export function formatFindings(findings: readonly Finding[], context: FormatContext): string {
  const texts = new Map<string, string | undefined>()
  const readOnce = (file: string) => {
    if (!texts.has(file)) texts.set(file, context.readFile(file))
    return texts.get(file)
  }
  const shown = mostSerious(findings, PRETTY_LIMIT)
  const blocks = shown.map(finding => formatFinding(finding, { ...context, readFile: readOnce }))
  const rest = findings.filter(finding => !shown.includes(finding))
  return [...blocks, ...(rest.length > 0 ? [describeRest(rest)] : [])].join('\n\n')
}

/** `… and 20 more: 15 parity/code, 5 links/page.`, the most frequent rules first. */
function describeRest(findings: readonly Finding[]): string {
  const groups = [...groupFindings(findings, finding => finding.rule)]
  const parts = groups
    .toSorted(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1))
    .map(([rule, group]) => `${group.length} ${rule}`)
  return `… and ${findings.length} more: ${parts.join(', ')}.`
}

function formatFinding({ rule, severity, message, place, hint }: Finding, context: FormatContext): string {
  // The caller has decided about colours; by itself `styleText` would ask stdout, which may not be where this goes.
  const paint = (style: Style, text: string) =>
    context.color ? styleText(style, text, { validateStream: false }) : text
  const where = place ? `${place.file}:${place.line}:${place.column} ` : ''
  const head = `${paint('bold', printable(where))}${paint(SEVERITY_STYLE[severity], severity)} ${paint('dim', rule)} ${printable(message)}`
  const frame = place ? frameOf(place, context) : ''
  const lines = [
    head,
    ...(frame ? frame.split('\n').map(line => paint('dim', `  ${line}`)) : []),
    ...(hint ? [`  ${paint('cyan', '→')} ${printable(hint)}`] : []),
  ]
  return lines.join('\n')
}

/** The first line of a file says nothing about a problem of the file as a whole. */
function frameOf({ file, line, column }: NonNullable<Finding['place']>, context: FormatContext): string {
  if (line === 1 && column === 1) return ''
  const text = context.readFile(file)
  return text === undefined ? '' : codeFrame(text, line, column)
}
