import { type Finding, byImportance, countFindings, groupBy } from '../../schema/finding.ts'
import { hashData } from '../../lib/hash.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { formatHtml } from './html.ts'
import type { FormatContext, Report } from './pretty.ts'
import { formatPretty, coverageColumns, coverageNotes, summaryLine, countByRule } from './pretty.ts'

export const formats = {
  pretty: formatPretty,
  json: formatJson,
  github: formatGithub,
  sarif: formatSarif,
  junit: formatJunit,
  markdown: formatMarkdown,
  html: formatHtml,
} satisfies Record<string, (report: Report, context: FormatContext) => string>

export type Format = keyof typeof formats

/** `format` is raised when a key changes its meaning or is removed. */
function formatJson({ site, findings, known, coverage, translations, version }: Report) {
  const document = {
    format: 1,
    docsgen: version,
    summary: { pages: site.pages.length, ...countFindings(findings), known },
    coverage,
    translations: translations.map(({ locale, localPath: path, state, stamped, ...cell }) => ({
      locale,
      path,
      state,
      stamped,
      source: cell.source?.file,
      file: cell.page?.file,
      changes: cell.changes && {
        changed: cell.changes.changed.map(section => section.id),
        added: cell.changes.added.map(section => section.id),
        removed: cell.changes.removed,
      },
      reason: cell.reason || undefined,
    })),
    findings: findings.map(({ locale: _locale, ...finding }) => finding),
  }
  return JSON.stringify(document, null, 2) + '\n'
}

/** Workflow commands of GitHub Actions. */
function formatGithub({ findings, known, folder }: Report) {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
  const lines = findings.map(({ severity, rule, message, place, hint }) => {
    const position = place && `file=${property(folder + place.file)},line=${place.line},col=${place.column},`
    const text = data(hint ? `${message}\n${hint}` : message)
    return `::${severity === 'info' ? 'notice' : severity} ${position ?? ''}title=${property(rule)}::${text}`
  })
  return [...lines, summaryLine(countFindings(findings), known)].join('\n') + '\n'
}

/** SARIF 2.1.0, with fingerprints that survive moved lines. */
function formatSarif({ findings, rules, version, folder }: Report) {
  const ids = [...new Set([...Object.keys(rules), ...findings.map(finding => finding.rule)])].toSorted()
  const described = ids.map(id => ({ id, shortDescription: rules[id] ? { text: rules[id] } : undefined }))
  // Numbered, so that fingerprints of equal findings differ.
  const seen = new Map<string, number>()
  const results = findings.map(({ rule, severity, message, place, hint }) => {
    const print = hashData([rule, place?.file ?? '', message])
    const occurrence = (seen.get(print) ?? 0) + 1
    seen.set(print, occurrence)
    const uri = (folder + (place?.file ?? '')).split('/').map(encodeURIComponent).join('/')
    const physicalLocation = place && {
      artifactLocation: { uri, uriBaseId: 'SOURCE' },
      region: { startLine: place.line, startColumn: place.column },
    }
    return {
      ruleId: rule,
      ruleIndex: ids.indexOf(rule),
      level: severity === 'info' ? 'note' : severity,
      message: { text: hint ? `${message} ${hint}` : message },
      locations: physicalLocation ? [{ physicalLocation }] : [],
      partialFingerprints: { 'docsgen/v1': `${print}:${occurrence}` },
    }
  })
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'docsgen', semanticVersion: version, rules: described } },
        originalUriBaseIds: { SOURCE: { description: { text: 'The folder in which the check ran.' } } },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  }
  return JSON.stringify(document, null, 2) + '\n'
}

/** A suite per file, a test case per finding. The schema has no locations, so names and texts have them. */
function formatJunit({ findings }: Report) {
  const counts = (group: Finding[]) =>
    `tests="${group.length || 1}" failures="${countFindings(group).error}" errors="0"`
  // Some readers take a report without tests for a broken one.
  const groups = groupBy(findings, ({ place }) => place?.file ?? 'site')
  if (groups.size === 0) groups.set('site', [])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="docsgen check" ${counts(findings)}>`,
    ...[...groups].flatMap(([file, group]) => [
      `  <testsuite name="${escapeXml(file)}" ${counts(group)} skipped="0">`,
      ...group.map(finding => testCase(finding, file)),
      ...(group.length > 0 ? [] : ['    <testcase classname="site" name="docsgen check"/>']),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase({ rule, severity, message, place, hint }: Finding, file: string) {
  const position = place ? `${place.line}:${place.column}` : ''
  const where = [file, position].filter(Boolean).join(':')
  const text = escapeXml(`${where} ${severity} ${message}${hint ? `\n${hint}` : ''}`)
  const content =
    severity === 'error'
      ? `<failure type="${escapeXml(rule)}" message="${escapeXml(message)}">${text}</failure>`
      : `<system-out>${text}</system-out>`
  const name = [rule, position].filter(Boolean).join(' ')
  return `    <testcase classname="${escapeXml(file)}" name="${escapeXml(name)}">${content}</testcase>`
}

/** XML 1.0 allows no control characters but tabs and line breaks, not even as references. */
function escapeXml(text: string) {
  // eslint-disable-next-line no-control-regex
  return escapeHtml(text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd'))
}

/** Report for a job summary or a comment. */
function formatMarkdown(report: Report) {
  const { site, findings, known, coverage } = report
  const columns = coverageColumns(coverage)
  const languages = coverage.map(language => [
    `${markdownText(site.locales[language.locale]?.label ?? language.locale)} ${markdownCode(language.locale)}`,
    ...columns.map(({ value }) => value(language)),
  ])
  const rules = countByRule(findings).map(({ rule, error, warning, info }) => [
    markdownCode(rule),
    ...[error, warning, info].map(String),
  ])
  const shown = byImportance(findings).slice(0, 50)
  const rows = shown.map(({ place, severity, rule, message }) => {
    const where = place ? markdownCode(`${place.file}:${place.line}:${place.column}`) : ''
    return [where, severity, markdownCode(rule), markdownText(message)]
  })
  const more = findings.length - shown.length
  const blocks = [
    `## Documentation check\n\n${summaryLine(countFindings(findings), known)}`,
    ...markdownTable(['language', ...columns.map(({ name }) => name)], languages),
    ...coverageNotes(report),
    ...markdownTable(['rule', 'errors', 'warnings', 'notes'], rules),
    ...markdownTable(['place', 'severity', 'rule', 'message'], rows),
    ...(more > 0 ? [`… and ${more} more: the formats \`html\` and \`json\` list them all.`] : []),
  ]
  return blocks.join('\n\n') + '\n'
}

function markdownTable(head: string[], rows: readonly (readonly string[])[]) {
  if (rows.length === 0) return []
  return [[head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')]
}

/** Text of a table cell, without markup other than code spans. */
function markdownText(value: string) {
  const line = value.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  return line.replace(/`[^`]*`|[<>*_[\]@#&~]/g, part =>
    part.startsWith('`') ? part : `&#${part.charCodeAt(0)};`,
  )
}

function markdownCode(value: string) {
  return `\`${value.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'")}\``
}
