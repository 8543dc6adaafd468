import type { Board } from '../../schema/board.ts'
import type { Finding } from '../../schema/finding.ts'
import { codeFrame } from '../../lib/code-frame.ts'
import { mapInTurns } from '../../lib/in-turns.ts'
import { countFindings, groupFindings } from '../../shared/findings.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { withCode } from './html-text.ts'
import { matrixSection, progressSection, staleSection } from './board-sections.ts'
import { rulesSection } from './html-sections.ts'
import { HTML_STYLE } from './html-style.ts'
import { countText, plural, summaryLine } from './summary.ts'
import type { FormatContext, Report } from './report.ts'

/**
 * One page to open in a browser or to keep as an artefact: progress, the matrix, what is stale and why, all findings.
 * It loads nothing and runs no script, so that it works under any content security policy that lets `<style>` through.
 */
export async function formatHtml(report: Report, context: FormatContext): Promise<string> {
  const title = [report.title, 'documentation check'].filter(Boolean).join(': ')
  const { findings, known } = report
  const board = (make: (board: Board) => string) => (context.board ? make(context.board) : '')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p>${plural(report.pages, 'page')}. ${escapeHtml(summaryLine(countFindings(findings), known))}</p>
${tableOfContents(report, context)}
</header>
<main>
${board(progressSection)}
${board(staleSection)}
${rulesSection(report)}
${board(matrixSection)}
${await findingsSection(findings, context)}
</main>
<footer><p>Made by docsgen ${escapeHtml(report.version)}.</p></footer>
</body>
</html>
`
}

function tableOfContents({ translations, findings }: Report, { board }: FormatContext): string {
  const isTranslated = board !== undefined && board.languages.length > 0
  const stale = translations.filter(({ state }) => state === 'stale').length
  const entries = [
    ...(isTranslated ? ['<a href="#coverage">Progress</a>'] : []),
    ...(isTranslated && stale > 0 ? [`<a href="#stale">Source has changed</a> (${stale})`] : []),
    ...(findings.length > 0 ? ['<a href="#rules">Rules</a>'] : []),
    ...(isTranslated ? ['<a href="#matrix">Pages</a>'] : []),
    `<a href="#findings">Findings</a> (${findings.length})`,
  ]
  return `<nav aria-label="Contents"><p>${entries.join(' · ')}</p></nav>`
}

async function findingsSection(findings: readonly Finding[], context: FormatContext): Promise<string> {
  const groups = [...groupFindings(findings, finding => finding.place?.file ?? '')]
  const bodies: string[] = []
  for (const [file, group] of groups) bodies.push(await fileGroup(file, group, context))
  const body = bodies.join('\n')
  return `<section aria-labelledby="findings">
<h2 id="findings">Findings</h2>
${body ? `<p><input type="checkbox" id="errors"> <label for="errors">Only errors</label></p>\n${body}` : '<p>None.</p>'}
</section>`
}

async function fileGroup(
  file: string,
  findings: readonly Finding[],
  context: FormatContext,
): Promise<string> {
  const counts = countFindings(findings)
  const text = file === '' ? undefined : context.readFile(file)
  const open = counts.error > 0 ? ' open' : ' class="harmless"'
  const items = await mapInTurns(findings, finding => findingItem(finding, text))
  return `<details${open}>
<summary><code>${escapeHtml(file || 'The whole site')}</code> <span class="count">${escapeHtml(countText(counts))}</span></summary>
<ul>
${items.join('\n')}
</ul>
</details>`
}

function findingItem({ rule, severity, message, place, hint }: Finding, text: string | undefined): string {
  const position = place ? `${place.line}:${place.column} ` : ''
  const isWhole = !place || (place.line === 1 && place.column === 1)
  const frame = text !== undefined && place && !isWhole ? codeFrame(text, place.line, place.column) : ''
  return [
    `<li class="${severity}"><p><span class="place">${position}</span><strong>${severity}</strong> ${withCode(message)} <code class="rule">${escapeHtml(rule)}</code></p>`,
    ...(frame ? [`<pre>${escapeHtml(frame)}</pre>`] : []),
    ...(hint ? [`<p class="hint">${withCode(hint)}</p>`] : []),
    '</li>',
  ].join('')
}
