import type { Coverage, Translation, TranslationState } from '../schema/translation.ts'
import { escapeHtml } from '../shared/html.ts'
import { withCode } from './html-text.ts'
import { STATES, unknownLines } from './summary.ts'
import type { Report } from './report.ts'

/** A sign beside the colour, so that the states differ without colour too. */
const SIGNS: Record<TranslationState, string> = {
  ok: '✓',
  unknown: '…',
  missing: '–',
  stale: '↻',
  untranslated: '=',
  orphan: '?',
  exempt: '·',
}

/** Coverage of every language as a bar and in numbers; empty for a site in one language. */
export function htmlCoverage(report: Report): string {
  if (report.coverage.length === 0) return ''
  const head = STATES.map(state => `<th scope="col">${SIGNS[state]} ${state}</th>`).join('')
  const rows = report.coverage.map(coverage => coverageRow(coverage, report)).join('\n')
  return `<section aria-labelledby="coverage">
<h2 id="coverage">Coverage</h2>
<div class="scroll" role="region" aria-labelledby="coverage" tabindex="0"><table>
<thead><tr><th scope="col">Language</th><th scope="col">Up to date</th><td></td>${head}</tr></thead>
<tbody>
${rows}
</tbody>
</table></div>
${unknownLines(report)
  .map(line => `<p>${withCode(line)}</p>`)
  .join('\n')}
</section>`
}

function coverageRow(coverage: Coverage, { labels }: Report): string {
  const { locale, percent, counts } = coverage
  const cells = STATES.map(state => `<td class="number">${counts[state] || ''}</td>`).join('')
  const name = `${escapeHtml(labels[locale] ?? locale)} <code>${escapeHtml(locale)}</code>`
  return `<tr><th scope="row">${name}</th><td class="number">${percent} %</td><td>${bar(coverage)}</td>${cells}</tr>`
}

/** A bar of the states; the numbers stand beside it, so it is hidden from assistive technology. */
function bar({ counts, total }: Coverage): string {
  let offset = 0
  const parts = STATES.filter(state => state !== 'orphan' && state !== 'exempt').map(state => {
    const width = total > 0 ? Math.round((counts[state] * 2000) / total) / 10 : 0
    const part = `<rect class="${state}" x="${offset}" width="${width}" height="12"/>`
    offset = Math.round((offset + width) * 10) / 10
    return part
  })
  return `<svg viewBox="0 0 200 12" width="200" height="12" aria-hidden="true">${parts.join('')}</svg>`
}

/** Page × language; empty for a site in one language. */
export function htmlMatrix({ translations, coverage, labels }: Report): string {
  if (coverage.length === 0) return ''
  const locales = coverage.map(({ locale }) => locale)
  const head = locales.map(locale => `<th scope="col">${escapeHtml(labels[locale] ?? locale)}</th>`).join('')
  const pages = new Map<string, Map<string, Translation>>()
  for (const cell of translations) {
    const row = pages.get(cell.localPath) ?? new Map<string, Translation>()
    pages.set(cell.localPath, row.set(cell.locale, cell))
  }
  const rows = [...pages.keys()]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map(path => matrixRow(path, locales, pages.get(path) ?? new Map<string, Translation>()))
  return `<section aria-labelledby="matrix">
<h2 id="matrix">Pages</h2>
<p><input type="checkbox" id="gaps"> <label for="gaps">Only pages with gaps</label></p>
<div class="scroll" role="region" aria-labelledby="matrix" tabindex="0"><table>
<thead><tr><th scope="col">Page</th>${head}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
</section>`
}

function matrixRow(path: string, locales: readonly string[], row: ReadonlyMap<string, Translation>): string {
  const complete = [...row.values()].every(({ state }) => state === 'ok' || state === 'exempt')
  const cells = locales.map(locale => cell(row.get(locale))).join('')
  return `<tr${complete ? ' class="complete"' : ''}><th scope="row"><code>${escapeHtml(path)}</code></th>${cells}</tr>`
}

function cell(translation: Translation | undefined): string {
  if (!translation) return '<td></td>'
  const { state, reason } = translation
  const title = reason ? ` title="${escapeHtml(reason)}"` : ''
  return `<td class="${state}"${title}>${SIGNS[state]} ${state}</td>`
}
