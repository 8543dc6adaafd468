import type { Finding } from '../../schema/finding.ts'
import { countFindings } from '../../shared/findings.ts'
import { summaryLine } from './summary.ts'
import type { Report } from './report.ts'

const COMMANDS: Record<Finding['severity'], string> = { error: 'error', warning: 'warning', info: 'notice' }

/** Workflow commands of GitHub Actions: one annotation per finding, on its line. The last line is the summary. */
export function formatGithub({ findings, known, folder }: Report): string {
  const lines = findings.map(({ severity, rule, message, place, hint }) => {
    const properties = [
      ...(place
        ? [`file=${property(folder + place.file)}`, `line=${place.line}`, `col=${place.column}`]
        : []),
      `title=${property(rule)}`,
    ]
    return `::${COMMANDS[severity]} ${properties.join(',')}::${data(hint ? `${message}\n${hint}` : message)}`
  })
  return [...lines, summaryLine(countFindings(findings), known)].join('\n') + '\n'
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
