import type { Finding } from '../../schema/finding.ts'
import { groupFindings } from '../../shared/findings.ts'
import { escapeHtml } from '../../shared/escape.ts'
import type { Report } from './report.ts'

const SITE = 'site'

/**
 * JUnit XML: a suite per file, a test case per finding; errors fail, warnings and notes are kept as output. Only what the
 * schemas of its readers know: the place of a finding is in names and text, because a test case has no attribute for it.
 */
export function formatJunit({ findings }: Report): string {
  const suites = [...groupFindings(findings, finding => finding.place?.file ?? SITE)]
  const failures = countErrors(findings)
  const total = Math.max(1, findings.length)
  const body = suites.length > 0 ? suites.map(([file, group]) => suite(file, group)) : [passed()]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="docsgen check" tests="${total}" failures="${failures}" errors="0">`,
    ...body,
    '</testsuites>',
    '',
  ].join('\n')
}

function suite(file: string, findings: readonly Finding[]): string {
  return [
    `  <testsuite name="${escapeXml(file)}" tests="${findings.length}" failures="${countErrors(findings)}" errors="0" skipped="0">`,
    ...findings.map(finding => testCase(finding, file)),
    '  </testsuite>',
  ].join('\n')
}

function testCase({ rule, severity, message, place, hint }: Finding, file: string): string {
  const position = place ? ` ${place.line}:${place.column}` : ''
  const text = escapeXml(
    `${file}${position.replace(' ', ':')} ${severity} ${message}${hint ? `\n${hint}` : ''}`,
  )
  const content =
    severity === 'error'
      ? `<failure type="${escapeXml(rule)}" message="${escapeXml(message)}">${text}</failure>`
      : `<system-out>${text}</system-out>`
  return `    <testcase classname="${escapeXml(file)}" name="${escapeXml(rule + position)}">${content}</testcase>`
}

/** Some readers of the format take a report without any test for a broken one. */
function passed(): string {
  return [
    '  <testsuite name="site" tests="1" failures="0" errors="0" skipped="0">',
    '    <testcase classname="site" name="docsgen check"/>',
    '  </testsuite>',
  ].join('\n')
}

function countErrors(findings: readonly Finding[]): number {
  return findings.filter(finding => finding.severity === 'error').length
}

/** XML 1.0 knows no other control characters than tab and line breaks, in no notation. */
function escapeXml(text: string): string {
  // eslint-disable-next-line no-control-regex
  return escapeHtml(text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd'))
}
