import { styleText } from 'node:util'
import { type Finding, byImportance, countFindings, groupBy } from '../../schema/finding.ts'
import { codeFrame, displayWidth, printable } from '../../lib/text.ts'
import {
  countText,
  coverageColumns,
  coverageNotes,
  type FormatContext,
  kindsLine,
  type Report,
  summaryLine,
} from './report.ts'

/** More than this nobody reads in a terminal, unless `--verbose` asks for it; the rest is counted. */
export const PRETTY_LIMIT = 50

type Style = Parameters<typeof styleText>[0]
const SEVERITY_STYLE: Record<Finding['severity'], Style> = { error: 'red', warning: 'yellow', info: 'blue' }

/** Findings for a terminal by language, in menu order, and in each by page; then coverage and totals. */
export function formatPretty(report: Report, context: FormatContext): string {
  const { site, findings } = report
  const locales = new Map(site.pages.map(({ file, locale }) => [file, locale]))
  const localeOf = ({ locale, place }: Finding) => locale ?? locales.get(place?.file ?? '') ?? ''
  const all = groupBy(findings, localeOf)
  const limit = context.all ? Infinity : PRETTY_LIMIT
  const shown = groupBy(byImportance(findings).slice(0, limit), localeOf)
  const groups = ['', ...Object.keys(site.locales)].flatMap(locale => {
    const group = all.get(locale)
    if (!group) return []
    const pages = groupBy(shown.get(locale) ?? [], ({ place }) => place?.file ?? '')
    const listed = [...pages.values()].flat()
    const left = group.length - listed.length
    const name = locale === '' ? 'The whole site' : `${site.locales[locale]?.label} (${locale})`
    const heading = all.size > 1 ? `── ${name}: ${countText(countFindings(group))}` : ''
    const alone =
      heading !== '' && locale !== '' ? `, \`--locale ${locale}\` those of this language alone` : ''
    return [
      heading && painter(context)('bold', printable(heading)),
      formatAll(listed, context),
      left > 0 ? `… and ${left} more: \`--verbose\` prints them all${alone}.` : '',
    ]
  })
  const totals = [summaryLine(countFindings(findings), report.known), kindsLine(findings)]
  const blocks = [
    ...groups,
    [...coverageLines(report), ...coverageNotes(report)].join('\n'),
    totals.join('\n').trimEnd(),
  ]
  return blocks.filter(block => block !== '').join('\n\n') + '\n'
}

/** Coverage as an aligned table for a terminal, one line per locale; empty for a site in one language. */
function coverageLines({ coverage, site }: Report): string[] {
  const [percent, ...states] = coverageColumns(coverage)
  const rows = coverage.map(row => {
    const shown = states.filter(({ name, value }) => name !== 'ok' && value(row) !== '0')
    const others = shown.map(({ name, value }) => `${value(row)} ${name}`).join(', ')
    const isCurrent = `${row.counts.ok} of ${row.total} up to date`
    return [row.locale, site.locales[row.locale]?.label ?? '', percent.value(row), isCurrent, others]
  })
  const widths = [0, 1, 2, 3].map(column => Math.max(...rows.map(row => displayWidth(row[column] ?? ''))))
  const pad = (text: string, column: number) =>
    text + ' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(text)))
  return rows.map(row => row.map(pad).join('  ').trimEnd())
}

/** Findings for a terminal, the most important ones first, at most `PRETTY_LIMIT` unless all are wanted. */
export function formatFindings(findings: readonly Finding[], context: FormatContext): string {
  const shown = byImportance(findings).slice(0, context.all ? findings.length : PRETTY_LIMIT)
  const more = findings.length - shown.length
  const text = formatAll(shown, context)
  return more > 0 ? `${text}\n\n… and ${more} more: \`--verbose\` prints them all.` : text
}

/** `path:line:column severity rule message`, a code frame, and the hint of each. */
function formatAll(findings: readonly Finding[], context: FormatContext): string {
  const texts = new Map<string, string | undefined>()
  const readFile = (file: string) => {
    if (!texts.has(file)) texts.set(file, context.readFile(file))
    return texts.get(file)
  }
  const paint = painter(context)
  return findings
    .map(finding => {
      const { rule, severity, message, place, hint } = finding
      const where = place ? `${place.file}:${place.line}:${place.column} ` : ''
      const frame = frameOf(finding, readFile)
      return [
        `${paint('bold', printable(where))}${paint(SEVERITY_STYLE[severity], severity)} ${paint('dim', rule)} ${printable(message)}`,
        ...(frame ? frame.split('\n').map(line => paint('dim', `  ${line}`)) : []),
        ...(hint ? [`  ${paint('cyan', '→')} ${printable(hint)}`] : []),
      ].join('\n')
    })
    .join('\n\n')
}

/** The caller has decided about colors; otherwise `styleText` would ask stdout, which may not be where this goes. */
function painter({ color }: FormatContext): (style: Style, text: string) => string {
  return (style, text) => (color ? styleText(style, text, { validateStream: false }) : text)
}

/** Lines of the source around a problem; none for one of a file as a whole, which is at its start. */
export function frameOf({ place }: Finding, readFile: FormatContext['readFile']): string {
  if (!place || (place.line === 1 && place.column === 1)) return ''
  const text = readFile(place.file)
  return text === undefined ? '' : codeFrame(text, place.line, place.column)
}
