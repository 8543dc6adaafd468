import type { Coverage, Translation } from '../../site/translations.ts'
import type { Dashboard } from './todo.ts'
import { type Finding, type Severity, groupBy, byImportance, countFindings } from '../../schema/finding.ts'
import { type Site, STATES } from '../../schema/site.ts'
import { plural } from '../../lib/text.ts'
import { styleText } from 'node:util'
import { eastAsianWidth } from 'get-east-asian-width'

export interface Report {
  site: Site
  findings: Finding[]
  /** Number of findings in the baseline. */
  known: number
  translations: Translation[]
  coverage: Coverage[]
  rules: Readonly<Record<string, string>>
  version: string
  /** Folder of the site, relative to where the check runs: empty, or `docs/`. */
  folder: string
}

export interface FormatContext {
  /** `file`: relative to the site. Undefined if it can't be read. */
  readFile(file: string): string | undefined
  color: boolean
  all?: boolean
  dashboard?: Dashboard | undefined
}

/** For readers who don't see colors. */
export const SIGNS: Record<keyof Coverage['counts'], string> = {
  ok: '✓',
  unknown: '…',
  missing: '–',
  stale: '↻',
  untranslated: '=',
  orphan: '?',
  exempt: '·',
}

/** Columns without states that no language has. */
export function coverageColumns(coverage: readonly Coverage[]) {
  const states = STATES.filter(state => coverage.some(({ counts }) => counts[state] > 0))
  return [
    { name: 'up to date', value: ({ percent }: Coverage) => `${percent}%` },
    ...states.map(name => ({ name, sign: SIGNS[name], value: (row: Coverage) => String(row.counts[name]) })),
  ] as const
}

export function unknownNotes(coverage: readonly Coverage[]) {
  const note =
    "Unknown: without a stamp, docsgen can't tell whether the source has changed. Run `docsgen check --stamp --from-git` to add stamps from the Git history."
  return coverage.some(({ counts }) => counts.unknown > 0) ? [note] : []
}

/** Notes for formats that don't list every page. */
export function coverageNotes({ coverage, findings }: Report) {
  const isListed = (locale: string) =>
    findings.some(finding => finding.rule === 'coverage/missing' && finding.locale === locale)
  const empty = coverage.filter(({ locale, counts, total }) => counts.missing === total && !isListed(locale))
  const names = empty.map(({ locale }) => `\`${locale}\``).join(', ')
  const note = `There are no translations in ${names} yet, so missing pages aren't listed individually. Use \`--todo\` to list them.`
  return [...unknownNotes(coverage), ...(empty.length > 0 ? [note] : [])]
}

/** `3 errors, 1 warning, 2 notes; 12 more in the baseline.` */
export function summaryLine(counts: Record<Severity, number>, known: number) {
  const { error, warning, info } = counts
  const notes = info > 0 ? `, ${plural(info, 'note')}` : ''
  const all = `${plural(error, 'error')}, ${plural(warning, 'warning')}${notes}`
  const text = error + warning + info === 0 ? 'No problems found' : all
  return text + (known > 0 ? `; ${known} more in the baseline.` : '.')
}

export function countByRule(findings: readonly Finding[]) {
  return [...groupBy(findings, ({ rule }) => rule)]
    .map(([rule, group]) => ({ rule, total: group.length, ...countFindings(group) }))
    .toSorted((a, b) => (a.rule < b.rule ? -1 : 1))
}

/** `  links/page 15 · parity/code 5`; empty for a single finding. */
export function kindsLine(findings: readonly Finding[]) {
  if (findings.length < 2) return ''
  const counts = countByRule(findings).toSorted((a, b) => b.total - a.total)
  return `  ${counts.map(({ rule, total }) => `${rule} ${total}`).join(' · ')}`
}

export function countText({ error, warning, info }: Record<Severity, number>) {
  const counts = Object.entries({ error, warning, note: info }).filter(([, count]) => count > 0)
  return counts.map(([name, count]) => plural(count, name)).join(', ')
}

export const PRETTY_LIMIT = 50

type Style = Parameters<typeof styleText>[0]
const SEVERITY_STYLE: Record<Severity, Style> = { error: 'red', warning: 'yellow', info: 'blue' }

export function formatPretty(report: Report, context: FormatContext) {
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
    const heading = `── ${name}: ${countText(countFindings(group))}`
    const alone = all.size > 1 && locale !== '' ? `, and \`--locale ${locale}\` shows only this language` : ''
    return [
      all.size > 1 ? painter(context)('bold', printable(heading)) : '',
      formatAll(listed, context),
      left > 0 ? `… and ${left} more: \`--verbose\` shows all of them${alone}.` : '',
    ]
  })
  const totals = [summaryLine(countFindings(findings), report.known), kindsLine(findings)]
  const coverage = [...coverageLines(report), ...coverageNotes(report)].join('\n')
  return [...groups, coverage, totals.join('\n').trimEnd()].filter(Boolean).join('\n\n') + '\n'
}

function coverageLines({ coverage, site }: Report) {
  const [percent, ...states] = coverageColumns(coverage)
  const rows = coverage.map(row => {
    const shown = states.filter(({ name, value }) => name !== 'ok' && value(row) !== '0')
    const others = shown.map(({ name, value }) => `${value(row)} ${name}`).join(', ')
    const isCurrent = `${row.counts.ok} of ${row.total} up to date`
    return [row.locale, site.locales[row.locale]?.label ?? '', percent.value(row), isCurrent, others]
  })
  const widthOf = (column: number) => Math.max(...rows.map(row => displayWidth(row[column] ?? '')))
  const pad = (text: string, column: number) => text + ' '.repeat(widthOf(column) - displayWidth(text))
  return rows.map(row => row.map(pad).join('  ').trimEnd())
}

export function formatFindings(findings: readonly Finding[], context: FormatContext) {
  const shown = byImportance(findings).slice(0, context.all ? findings.length : PRETTY_LIMIT)
  const more = findings.length - shown.length
  const text = formatAll(shown, context)
  return more > 0 ? `${text}\n\n… and ${more} more: \`--verbose\` shows all of them.` : text
}

function formatAll(findings: readonly Finding[], context: FormatContext) {
  const paint = painter(context)
  const files = new Map<string, string | undefined>()
  const readFile = (file: string) => {
    if (!files.has(file)) files.set(file, context.readFile(file))
    return files.get(file)
  }
  const texts = findings.map(finding => {
    const { rule, severity, message, place, hint } = finding
    const where = place ? `${place.file}:${place.line}:${place.column} ` : ''
    const frame = frameOf(finding, readFile)
    return [
      `${paint('bold', printable(where))}${paint(SEVERITY_STYLE[severity], severity)} ${paint('dim', rule)} ${printable(message)}`,
      ...(frame ? frame.split('\n').map(line => paint('dim', `  ${line}`)) : []),
      ...(hint ? [`  ${paint('cyan', '→')} ${printable(hint)}`] : []),
    ].join('\n')
  })
  return texts.join('\n\n')
}

/** By default, `styleText` would ask stdout, which may not be where the text goes. */
function painter({ color }: FormatContext) {
  return (style: Style, text: string) => (color ? styleText(style, text, { validateStream: false }) : text)
}

/** Code frame, empty for a problem of the whole file, which is at its start. */
export function frameOf({ place }: Finding, readFile: FormatContext['readFile']) {
  if (!place || (place.line === 1 && place.column === 1)) return ''
  const text = readFile(place.file)
  return text === undefined ? '' : codeFrame(text, place.line, place.column)
}

function characterWidth(character: string) {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x300) return 1
  return /^[\p{Mn}\p{Me}\p{Cf}]$/u.test(character) ? 0 : eastAsianWidth(code)
}

/** Columns in a terminal. By code points: graphemes of 100 kB take Node.js 20 many seconds. */
export function displayWidth(text: string) {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

/** Columns shown, and those before the caret in a longer line. */
const MAX_WIDTH = 100
const BEFORE_CARET = 66

/** Up to three lines, with a caret below the column. Empty without such a line. */
export function codeFrame(text: string, line: number, column: number) {
  const all = text.split(/\r\n|\r|\n/)
  const target = all[line - 1]
  if (target === undefined) return ''
  const first = Math.max(1, line - 1)
  const lines = all.slice(first - 1, line + 1)
  const gutter = String(first + lines.length - 1).length
  const at = Math.max(0, column - 1)
  const isShort = target.length <= MAX_WIDTH && displayWidth(printable(target)) <= MAX_WIDTH
  let start = isShort ? 0 : at
  for (let width = 0; start > 0 && width < BEFORE_CARET; start -= 1)
    width += displayWidth(printable(target.charAt(start - 1)))
  const part = (source: string, end: number) => {
    // The cut may be inside a surrogate pair.
    const shown = source.slice(start, end).replace(/^[\udc00-\udfff]/, '')
    return printable((start > 0 && source.length > start ? '…' : '') + shown.toWellFormed())
  }
  const rows = lines.map((source, index) => {
    const number = first + index
    const shown = cut(part(source, start + 2 * MAX_WIDTH))
    const row = `${number === line ? '>' : ' '} ${String(number).padStart(gutter)} | ${shown}`.trimEnd()
    if (number !== line) return row
    return `${row}\n  ${' '.repeat(gutter)} | ${' '.repeat(displayWidth(part(target, at)))}^`
  })
  return rows.join('\n')
}

function cut(text: string) {
  let width = 0
  let shown = ''
  for (const character of text) {
    width += characterWidth(character)
    if (width > MAX_WIDTH) return shown + '…'
    shown += character
  }
  return shown
}

/** Replaces what a terminal would interpret: tabs, controls, bidirectional formatting. */
function printable(line: string) {
  return line
    .replaceAll('\t', '  ')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, '�')
}
