import type { Finding } from '../../schema/finding.ts'
import { codeFrame } from '../../lib/text.ts'
import { mapInTurns } from '../../lib/process.ts'
import { countFindings, groupFindings } from '../../shared/findings.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { matrixSection, progressSection, staleSection } from './dashboard.ts'
import { numberCell, withCode, writeHeads, writePage, writeSection, writeTable } from './html-page.ts'
import { countText, plural, summaryLine } from './summary.ts'
import type { FormatContext, Report } from './report.ts'

/**
 * One page to open in a browser or to keep as an artifact: progress, the matrix, stale pages with their changes, all findings.
 * It loads nothing and runs no script, so it works under any content security policy that lets `<style>` through.
 */
export async function formatHtml(report: Report, context: FormatContext): Promise<string> {
  const { findings, known, version } = report
  const { dashboard } = context
  return writePage({
    title: [report.title, 'documentation check'].filter(Boolean).join(': '),
    header: [
      `<p>${plural(report.pages, 'page')}. ${escapeHtml(summaryLine(countFindings(findings), known))}</p>`,
      tableOfContents(report, context),
    ],
    main: [
      ...(dashboard ? [progressSection(dashboard), staleSection(dashboard)] : []),
      rulesSection(report),
      ...(dashboard ? [matrixSection(dashboard)] : []),
      await findingsSection(findings, context),
    ],
    footer: `<footer><p>Made by docsgen ${escapeHtml(version)}.</p></footer>\n`,
  })
}

function tableOfContents({ translations, findings }: Report, { dashboard }: FormatContext): string {
  const isTranslated = dashboard !== undefined && dashboard.languages.length > 0
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

/** Number of findings by rule, most serious and most frequent first: where a team begins. */
function rulesSection({ findings, rules }: Report): string {
  if (findings.length === 0) return ''
  const groups = [...groupFindings(findings, finding => finding.rule)]
  const rank = (group: readonly Finding[]) => {
    const { error, warning } = countFindings(group)
    return error * 1e8 + warning * 1e4 + group.length
  }
  const rows = groups
    .toSorted(([a, some], [b, others]) => rank(others) - rank(some) || (a < b ? -1 : 1))
    .map(([rule, group]) => {
      const { error, warning, info } = countFindings(group)
      const cells = [error, warning, info].map(count => numberCell(count || '')).join('')
      return `<tr><th scope="row"><code>${escapeHtml(rule)}</code></th>${cells}<td class="wide">${escapeHtml(rules[rule] ?? '')}</td></tr>`
    })
  const head = writeHeads(['Rule', 'Errors', 'Warnings', 'Notes', 'Reports'], 'Reports')
  return writeSection('rules', 'Rules', [writeTable({ name: 'Findings by rule', head, rows })])
}

async function findingsSection(findings: readonly Finding[], context: FormatContext): Promise<string> {
  const bodies: string[] = []
  for (const [file, group] of groupFindings(findings, finding => finding.place?.file ?? ''))
    bodies.push(await fileGroup(file, group, context))
  const filter = '<p><input type="checkbox" id="errors"> <label for="errors">Only errors</label></p>'
  return writeSection('findings', 'Findings', bodies.length > 0 ? [filter, ...bodies] : ['<p>None.</p>'])
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
