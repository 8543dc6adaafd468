import type { Finding } from '../../schema/finding.ts'
import { countFindings, groupFindings } from '../../shared/findings.ts'
import { escapeHtml } from '../../shared/escape.ts'
import type { Report } from './report.ts'

/** What was found by rule, most serious and most frequent first: where a team begins. */
export function rulesSection({ findings, rules }: Report): string {
  if (findings.length === 0) return ''
  const groups = [...groupFindings(findings, finding => finding.rule)]
  const rank = (group: readonly Finding[]) => {
    const { error, warning } = countFindings(group)
    return error * 1e8 + warning * 1e4 + group.length
  }
  const rows = groups
    .toSorted(([a, some], [b, others]) => rank(others) - rank(some) || (a < b ? -1 : 1))
    .map(([rule, group]) => {
      const counts = countFindings(group)
      const cells = [counts.error, counts.warning, counts.info].map(
        count => `<td class="number">${count || ''}</td>`,
      )
      return `<tr><th scope="row"><code>${escapeHtml(rule)}</code></th>${cells.join('')}<td class="wide">${escapeHtml(rules[rule] ?? '')}</td></tr>`
    })
  return `<section aria-labelledby="rules">
<h2 id="rules">Rules</h2>
<div class="scroll" role="group" aria-label="Findings by rule" tabindex="0"><table>
<thead><tr><th scope="col">Rule</th><th scope="col">Errors</th><th scope="col">Warnings</th><th scope="col">Notes</th><th scope="col" class="wide">Reports</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
</section>`
}
