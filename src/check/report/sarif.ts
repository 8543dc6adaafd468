import type { Finding } from '../../schema/finding.ts'
import { hashData } from '../../lib/hash.ts'
import type { Report } from './report.ts'

const LEVELS: Record<Finding['severity'], string> = { error: 'error', warning: 'warning', info: 'note' }

/** SARIF 2.1.0, for code scanning: one run, one result per finding, with fingerprints that survive moved lines. */
export function formatSarif({ findings, rules, version, folder }: Report): string {
  const ids = [...new Set([...Object.keys(rules), ...findings.map(finding => finding.rule)])].toSorted()
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'docsgen', semanticVersion: version, rules: ids.map(id => describe(id, rules)) },
        },
        originalUriBaseIds: { SOURCE: { description: { text: 'The folder in which the check ran.' } } },
        columnKind: 'utf16CodeUnits',
        results: toResults(findings, { ids, folder }),
      },
    ],
  }
  return JSON.stringify(document, null, 2) + '\n'
}

function describe(id: string, rules: Report['rules']) {
  return { id, ...(rules[id] ? { shortDescription: { text: rules[id] } } : {}) }
}

/** Equal findings of a file are numbered, so that each keeps a fingerprint of its own. */
function toResults(
  findings: readonly Finding[],
  { ids, folder }: { ids: readonly string[]; folder: string },
) {
  const seen = new Map<string, number>()
  return findings.map(({ rule, severity, message, place, hint }) => {
    const print = hashData([rule, place?.file ?? '', message])
    const occurrence = (seen.get(print) ?? 0) + 1
    seen.set(print, occurrence)
    return {
      ruleId: rule,
      ruleIndex: ids.indexOf(rule),
      level: LEVELS[severity],
      message: { text: hint ? `${message} ${hint}` : message },
      locations: place ? [location(folder + place.file, place)] : [],
      partialFingerprints: { 'docsgen/v1': `${print}:${occurrence}` },
    }
  })
}

function location(file: string, { line, column }: NonNullable<Finding['place']>) {
  const uri = file.split('/').map(encodeURIComponent).join('/')
  return {
    physicalLocation: {
      artifactLocation: { uri, uriBaseId: 'SOURCE' },
      region: { startLine: line, startColumn: column },
    },
  }
}
