import { styleText } from 'node:util'
import type { Finding } from '../../schema/finding.ts'
import { codeFrame, printable } from '../../lib/text.ts'
import { mapInTurns } from '../../lib/process.ts'
import { byImportance, countFindings, groupFindings } from '../../shared/findings.ts'
import { coverageLines, coverageNotes } from './coverage.ts'
import { countText, kindsLine, summaryLine } from './summary.ts'
import type { FormatContext, Report } from './report.ts'

/** More than this nobody reads in a terminal, unless `--verbose` asks for it; what is left is counted. */
export const PRETTY_LIMIT = 50

type Style = Parameters<typeof styleText>[0]
const SEVERITY_STYLE: Record<Finding['severity'], Style> = { error: 'red', warning: 'yellow', info: 'blue' }

/** Findings for a terminal, then coverage and totals. */
export async function formatPretty(report: Report, context: FormatContext): Promise<string> {
  const blocks = [
    ...(await formatGroups(report, context)),
    [...coverageLines(report), ...coverageNotes(report)].join('\n'),
    [summaryLine(countFindings(report.findings), report.known), kindsLine(report.findings)]
      .join('\n')
      .trimEnd(),
  ]
  return blocks.filter(block => block !== '').join('\n\n') + '\n'
}

/** Findings by language and page; how to see what is left out is said where it is. */
async function formatGroups(report: Report, context: FormatContext): Promise<string[]> {
  const limit = context.all ? Infinity : PRETTY_LIMIT
  const blocks: string[] = []
  for (const { heading, locale, shown, left } of byLanguage(report.findings, report, limit)) {
    const alone =
      heading !== '' && locale !== '' ? `, \`--locale ${locale}\` those of this language alone` : ''
    if (heading !== '') blocks.push(painter(context)('bold', printable(heading)))
    if (shown.length > 0) blocks.push(await formatAll(shown, context))
    if (left > 0) blocks.push(`… and ${left} more: \`--verbose\` prints them all${alone}.`)
  }
  return blocks
}

/** Findings of one language, or of the site as a whole. */
interface LanguageFindings {
  /** Empty where all findings are of one group. */
  heading: string
  /** Locale path; empty for the site as a whole. */
  locale: string
  /** Those that are shown, page by page, the most important ones first. */
  shown: Finding[]
  /** How many are not. */
  left: number
}

/** Findings by language, in menu order, and in each by page; of all, the `limit` most important ones are shown. */
function byLanguage(
  findings: readonly Finding[],
  { labels, locales }: Pick<Report, 'labels' | 'locales'>,
  limit: number,
): LanguageFindings[] {
  const localeOf = ({ locale, place }: Finding) => locale ?? locales.get(place?.file ?? '') ?? ''
  const all = groupFindings(findings, localeOf)
  const shown = groupFindings(byImportance(findings).slice(0, limit), localeOf)
  return ['', ...Object.keys(labels)].flatMap(locale => {
    const group = all.get(locale)
    if (!group) return []
    const pages = groupFindings(shown.get(locale) ?? [], ({ place }) => place?.file ?? '')
    const listed = [...pages.values()].flat()
    const name = locale === '' ? 'The whole site' : `${labels[locale]} (${locale})`
    const heading = all.size > 1 ? `── ${name}: ${countText(countFindings(group))}` : ''
    return [{ heading, locale, shown: listed, left: group.length - listed.length }]
  })
}

/**
 * Findings for a terminal: `path:line:column severity rule message`, a code frame, the hint; the most important ones first,
 * at most `PRETTY_LIMIT` unless all are wanted. Without a line break at the end; empty without findings.
 */
export async function formatFindings(findings: readonly Finding[], context: FormatContext): Promise<string> {
  const shown = byImportance(findings).slice(0, context.all ? findings.length : PRETTY_LIMIT)
  const text = await formatAll(shown, context)
  const more = findings.length - shown.length
  return more > 0 ? `${text}\n\n… and ${more} more: \`--verbose\` prints them all.` : text
}

async function formatAll(findings: readonly Finding[], context: FormatContext): Promise<string> {
  const texts = new Map<string, string | undefined>()
  const readFile = (file: string) => {
    if (!texts.has(file)) texts.set(file, context.readFile(file))
    return texts.get(file)
  }
  const blocks = await mapInTurns(findings, finding => formatFinding(finding, { ...context, readFile }))
  return blocks.join('\n\n')
}

/** The caller has decided about colours; by itself `styleText` would ask stdout, which may not be where this goes. */
function painter({ color }: FormatContext): (style: Style, text: string) => string {
  return (style, text) => (color ? styleText(style, text, { validateStream: false }) : text)
}

function formatFinding({ rule, severity, message, place, hint }: Finding, context: FormatContext): string {
  const paint = painter(context)
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
