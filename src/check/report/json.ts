import { countFindings } from '../../shared/findings.ts'
import type { Report } from './report.ts'

/** Version of the shape below; raised when a key changes its meaning or goes. */
const FORMAT_VERSION = 1

/** Everything as one JSON document: summary, coverage, the cells of the matrix, findings. */
export function formatJson(report: Report): string {
  const { findings, known, pages, coverage, translations } = report
  const document = {
    format: FORMAT_VERSION,
    docsgen: report.version,
    summary: { pages, ...countFindings(findings), known },
    coverage,
    translations: translations.map(
      ({ locale, localPath, state, source, page, changes, stamped, reason }) => ({
        locale,
        path: localPath,
        state,
        stamped,
        ...(source ? { source: source.file } : {}),
        ...(page ? { file: page.file } : {}),
        ...(changes
          ? {
              changes: {
                changed: changes.changed.map(section => section.id),
                added: changes.added.map(section => section.id),
                removed: changes.removed,
              },
            }
          : {}),
        ...(reason ? { reason } : {}),
      }),
    ),
    findings: findings.map(({ locale: _locale, ...finding }) => finding),
  }
  return JSON.stringify(document, null, 2) + '\n'
}
