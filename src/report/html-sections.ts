import type { Finding } from '../schema/finding.ts'
import type { Translation } from '../schema/translation.ts'
import { describeChanges } from '../shared/describe-changes.ts'
import { countFindings, groupFindings } from '../shared/findings.ts'
import { escapeHtml } from '../shared/html.ts'
import type { Report } from './report.ts'

/** One row for each change of a source page, with the translations that lack it; empty when none is stale. */
export function staleSection({ translations, labels }: Report): string {
  const stale = translations.filter(({ state }) => state === 'stale')
  if (stale.length === 0) return ''
  const groups = new Map<string, Translation[]>()
  for (const cell of stale) {
    const key = JSON.stringify([cell.source?.file, cell.changes && describeChanges(cell.changes)])
    groups.set(key, [...(groups.get(key) ?? []), cell])
  }
  const rows = [...groups.values()].map(cells => staleRow(cells, labels)).join('\n')
  return `<section aria-labelledby="stale">
<h2 id="stale">Stale translations</h2>
<table>
<thead><tr><th scope="col">Source</th><th scope="col">What changed since</th><th scope="col">Not yet in</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
</section>`
}

function staleRow(cells: readonly Translation[], labels: Report['labels']): string {
  const [first] = cells
  const file = escapeHtml(first?.source?.file ?? '')
  const what = first?.changes ? escapeHtml(describeChanges(first.changes)) : ''
  const languages = cells.map(
    ({ locale, page }) =>
      `<span title="${escapeHtml(page?.file ?? '')}">${escapeHtml(labels[locale] ?? locale)}</span>`,
  )
  return `<tr><th scope="row"><code>${file}</code></th><td>${what}</td><td>${languages.join(', ')}</td></tr>`
}

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
<div class="scroll" role="region" aria-labelledby="rules" tabindex="0"><table>
<thead><tr><th scope="col">Rule</th><th scope="col">Errors</th><th scope="col">Warnings</th><th scope="col">Notes</th><th scope="col" class="wide">Reports</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
</section>`
}
