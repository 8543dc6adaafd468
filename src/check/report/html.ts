/** The report of a check, and the translation dashboard. They run no script, and load nothing but a style sheet. */
import { type Finding, countFindings, groupBy } from '../../schema/finding.ts'
import { escapeHtml } from '../../shared/escape.ts'
import {
  frameOf,
  countText,
  coverageColumns,
  type FormatContext,
  type Report,
  SIGNS,
  summaryLine,
  unknownNotes,
  countByRule,
} from './pretty.ts'
import { plural } from '../../lib/text.ts'
import type { Dashboard } from './todo.ts'

type Language = Dashboard['languages'][number]

export function formatHtml(report: Report, { dashboard, readFile }: FormatContext): string {
  const { site, findings, known, version, translations } = report
  const isTranslated = dashboard !== undefined && dashboard.languages.length > 0
  const stale = translations.filter(({ state }) => state === 'stale').length
  return writePage({
    title: [site.locales['/']?.title ?? site.config.title, 'documentation check'].filter(Boolean).join(': '),
    intro: `${plural(site.pages.length, 'page')}. ${escapeHtml(summaryLine(countFindings(findings), known))}`,
    contents: [
      isTranslated && PROGRESS,
      isTranslated && stale > 0 && `${STALE} (${stale})`,
      findings.length > 0 && '<a href="#rules">Rules</a>',
      isTranslated && PAGES,
      `<a href="#findings">Findings</a> (${findings.length})`,
    ],
    main: [
      ...(dashboard ? [progressSection(dashboard), staleSection(dashboard)] : []),
      rulesSection(report),
      ...(dashboard ? [matrixSection(dashboard)] : []),
      findingsSection(findings, readFile),
    ],
    footer: `<footer><p>Made by docsgen ${escapeHtml(version)}.</p></footer>\n`,
  })
}

interface DashboardOptions {
  /** Address of the style sheet; without one, the page has its styles in itself. */
  sheet?: string
  home?: string | undefined
  policy?: string | undefined
}

export function formatDashboard(dashboard: Dashboard, { home, ...options }: DashboardOptions = {}): string {
  const { languages, title, pages, hidden } = dashboard
  const isStale = languages.some(({ coverage }) => coverage.counts.stale > 0)
  const left = ` ${plural(hidden, 'page')} ${hidden === 1 ? 'is' : 'are'} omitted as drafts or unlisted; <code>docsgen check --todo all</code> lists everything.`
  const sections = [progressSection, staleSection, matrixSection, workSection].map(write => write(dashboard))
  return writePage({
    ...options,
    title: [title, 'translations'].filter(Boolean).join(': '),
    icon: true,
    intro: `${plural(pages.length, 'page')}, ${plural(languages.length, 'language')} as well as the source language.${hidden > 0 ? left : ''}`,
    contents: [
      languages.length > 0 && PROGRESS,
      isStale && STALE,
      languages.length > 0 && PAGES,
      ...languages.map(language => `<a href="#${todoId(language)}">${labelOf(language)}</a>`),
      home !== undefined && `<a href="${escapeHtml(home)}">${escapeHtml(title || 'The site')}</a>`,
    ],
    main: languages.length === 0 ? ['<p>The site has one language.</p>'] : sections.filter(Boolean),
  })
}

const PROGRESS = '<a href="#coverage">Progress</a>'
const STALE = '<a href="#stale">Source has changed</a>'
const PAGES = '<a href="#matrix">Pages</a>'

interface HtmlPage extends Omit<DashboardOptions, 'home'> {
  title: string
  /** Declares that there is no icon; otherwise browsers request one. */
  icon?: boolean
  intro: string
  /** Links; false for those that lead nowhere. */
  contents: readonly (string | false)[]
  main: readonly string[]
  footer?: string
}

function writePage({ title, sheet, policy, icon, intro, contents, main, footer = '' }: HtmlPage): string {
  const style =
    sheet === undefined
      ? `<style>${REPORT_STYLE}</style>`
      : `<link rel="stylesheet" href="${escapeHtml(sheet)}">`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy === undefined ? '' : `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">\n`}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${icon ? '<link rel="icon" href="data:,">\n' : ''}${style}
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p>${intro}</p>
<nav aria-label="Contents"><p>${contents.filter(Boolean).join(' · ')}</p></nav>
</header>
<main>
${main.join('\n')}
</main>
${footer}</body>
</html>
`
}

function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function writeSection(id: string, title: string, parts: readonly string[]): string {
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${title}</h2>\n${parts.join('\n')}\n</section>`
}

/** Columns with long texts, which phones don't show. */
const WIDE = ['What changed since', 'Reports']

/** A table that scrolls, with the keyboard too. Its caption is also its accessible name. */
function writeTable(
  names: readonly string[],
  rows: readonly string[],
  caption: string | undefined,
  name = caption ?? '',
): string {
  const above = caption === undefined ? '' : `<caption><span>${escapeHtml(caption)}</span></caption>\n`
  const heads = names.map(head =>
    head === '' ? '<td></td>' : `<th scope="col"${WIDE.includes(head) ? ' class="wide"' : ''}>${head}</th>`,
  )
  return `<div class="scroll" role="group" aria-label="${escapeHtml(name)}" tabindex="0"><table>
${above}<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`
}

function numberCell(text: string | number): string {
  return `<td class="number">${text}</td>`
}

function progressSection({ languages }: Dashboard): string {
  if (languages.length === 0) return ''
  const all = languages.map(language => language.coverage)
  const [percent, ...states] = coverageColumns(all)
  const rows = languages.map(language => {
    const { coverage, words, unchecked } = language
    const toDo = unchecked > 0 ? `${words || 0} + ${unchecked} to review` : words || ''
    const cells = states.map(({ value }) => numberCell(value(coverage).replace(/^0$/, '')))
    return `<tr><th scope="row">${nameOf(language)}</th>${numberCell(percent.value(coverage))}<td><meter max="100" value="${coverage.percent}" aria-hidden="true"></meter></td>${numberCell(toDo)}${cells.join('')}</tr>`
  })
  const names = states.map(({ sign, name }) => (sign ? `${sign} ${name}` : name))
  const first = percent.name.charAt(0).toUpperCase() + percent.name.slice(1)
  const heads = ['Language', first, '', 'Words to do', ...names]
  return writeSection('coverage', 'Progress', [
    writeTable(heads, rows, 'How much of each language is up to date'),
    ...unknownNotes(all).map(line => `<p>${withCode(line)}</p>`),
  ])
}

const WORK_COLUMNS = ['Words', 'What changed since', 'File']

function staleSection({ languages }: Dashboard): string {
  const stale = languages
    .flatMap(language => language.work.map(work => ({ language, work, date: work.date ?? '' })))
    .filter(({ work }) => work.state === 'stale')
    .toSorted((a, b) => Number(a.date > b.date) - Number(a.date < b.date))
  if (stale.length === 0) return ''
  const isDated = stale.some(({ date }) => date !== '')
  const rows = stale.map(({ language, work, date }) => {
    const day = date.slice(0, 10)
    const cell = isDated ? `<td>${day && `<time datetime="${day}">${day}</time>`}</td>` : ''
    return `<tr>${pageHead(work)}<td>${nameOf(language)}</td>${cell}${workCells(work)}</tr>`
  })
  const heads = ['Page', 'Language', ...(isDated ? ['Last touched'] : []), ...WORK_COLUMNS]
  return writeSection('stale', `Source has changed${isDated ? ', oldest first' : ''}`, [
    writeTable(heads, rows, 'Translations that are older than their source'),
  ])
}

function workSection({ languages }: Dashboard): string {
  const lists = languages.map(language => {
    const { work, words, unchecked, label } = language
    const more = unchecked > 0 ? ` and ${unchecked} to review` : ''
    const caption = `${plural(work.length, 'page')}, about ${plural(words, 'word')} to translate${more}`
    const rows = work.map(item => {
      const state = `<td class="${item.state}">${SIGNS[item.state]} ${item.state}</td>`
      return `<tr>${pageHead(item)}${state}${workCells(item)}</tr>`
    })
    const table = writeTable(['Page', 'State', ...WORK_COLUMNS], rows, caption, `To do: ${label}`)
    return `<h3 id="${todoId(language)}">${nameOf(language)}</h3>\n${rows.length > 0 ? table : '<p>Nothing to do.</p>'}`
  })
  return writeSection('todo', 'To do', lists)
}

function workCells({ words, changes = '', file, edit }: Language['work'][number]): string {
  const name = linked(`<code>${escapeHtml(file)}</code>`, edit)
  return `${numberCell(words || '')}<td class="wide">${escapeHtml(changes)}</td><td>${name}</td>`
}

function matrixSection({ pages, languages }: Dashboard): string {
  if (languages.length === 0) return ''
  const rows = pages.map(page => {
    const complete = Object.values(page.cells).every(({ state }) => state === 'ok' || state === 'exempt')
    const cells = languages.map(({ locale }) => matrixCell(page.cells[locale]))
    return `<tr${complete ? ' class="complete"' : ''}>${pageHead(page)}${cells.join('')}</tr>`
  })
  return writeSection('matrix', 'Pages', [
    '<p><input type="checkbox" id="gaps"> <label for="gaps">Only pages with gaps</label></p>',
    writeTable(['Page', ...languages.map(labelOf)], rows, 'State of each page by language'),
  ])
}

function matrixCell(cell: Dashboard['pages'][number]['cells'][string] | undefined): string {
  if (!cell) return '<td></td>'
  const { state, reason, draft, href } = cell
  const title = reason ? ` title="${escapeHtml(reason)}"` : ''
  return `<td class="${state}"${title}>${SIGNS[state]} ${linked(state, href)}${draft ? ', draft' : ''}</td>`
}

function pageHead({ title, lang, href, path }: Omit<Dashboard['pages'][number], 'cells'>): string {
  const code = `<code>${escapeHtml(path)}</code>`
  if (title === path) return `<th scope="row">${linked(code, href)}</th>`
  const name = `<bdi lang="${escapeHtml(lang)}">${escapeHtml(title)}</bdi>`
  return `<th scope="row">${linked(name, href)} ${code}</th>`
}

function nameOf(language: Language): string {
  return `${labelOf(language)} <code>${escapeHtml(language.locale)}</code>`
}

function labelOf({ label, lang }: Language): string {
  return `<bdi lang="${escapeHtml(lang)}">${escapeHtml(label)}</bdi>`
}

function todoId({ locale }: Language): string {
  return escapeHtml(`todo${locale.replaceAll('/', '-').slice(0, -1)}`)
}

function linked(html: string, href: string | undefined): string {
  return href === undefined ? html : `<a href="${escapeHtml(href)}">${html}</a>`
}

/** The most serious and most frequent first: where a team begins. */
function rulesSection({ findings, rules }: Report): string {
  if (findings.length === 0) return ''
  const rows = countByRule(findings)
    .toSorted((a, b) => b.error - a.error || b.warning - a.warning || b.total - a.total)
    .map(({ rule, error, warning, info }) => {
      const cells = [error, warning, info].map(count => numberCell(count || '')).join('')
      return `<tr><th scope="row"><code>${escapeHtml(rule)}</code></th>${cells}<td class="wide">${escapeHtml(rules[rule] ?? '')}</td></tr>`
    })
  const heads = ['Rule', 'Errors', 'Warnings', 'Notes', 'Reports']
  return writeSection('rules', 'Rules', [writeTable(heads, rows, undefined, 'Findings by rule')])
}

function findingsSection(findings: readonly Finding[], readFile: FormatContext['readFile']): string {
  const groups = [...groupBy(findings, finding => finding.place?.file ?? '')]
  const bodies = groups.map(([file, group]) => {
    const counts = countFindings(group)
    const text = file === '' ? undefined : readFile(file)
    const items = group.map(finding => findingItem(finding, () => text))
    return `<details${counts.error > 0 ? ' open' : ' class="harmless"'}>
<summary><code>${escapeHtml(file || 'The whole site')}</code> <span class="count">${escapeHtml(countText(counts))}</span></summary>
<ul>
${items.join('\n')}
</ul>
</details>`
  })
  const filter = '<p><input type="checkbox" id="errors"> <label for="errors">Only errors</label></p>'
  return writeSection('findings', 'Findings', bodies.length > 0 ? [filter, ...bodies] : ['<p>None.</p>'])
}

function findingItem(finding: Finding, readFile: FormatContext['readFile']): string {
  const { rule, severity, message, place, hint } = finding
  const frame = frameOf(finding, readFile)
  const position = place ? `${place.line}:${place.column} ` : ''
  const code = frame && `<pre>${escapeHtml(frame)}</pre>`
  const advice = hint ? `<p class="hint">${withCode(hint)}</p>` : ''
  return `<li class="${severity}"><p><span class="place">${position}</span><strong>${severity}</strong> ${withCode(message)} <code class="rule">${escapeHtml(rule)}</code></p>${code}${advice}</li>`
}

/** Light and dark by the reader's system. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ok: #1a7f37; --muted: #57606a; --unknown: #0969da; --missing: #cf222e; --stale: #9a6700; --untranslated: #bc4c00; --orphan: #8250df; --exempt: #57606a; --error: #cf222e; --warning: #9a6700; --info: #0969da; --line: #d0d7de; --soft: #f6f8fa; accent-color: var(--info) }
a { color: var(--info) }
@media (prefers-color-scheme: dark) { :root { --ok: #3fb950; --muted: #9198a1; --unknown: #4493f8; --missing: #f85149; --stale: #d29922; --untranslated: #f0883e; --orphan: #ab7df8; --exempt: #9198a1; --error: #f85149; --warning: #d29922; --info: #4493f8; --line: #3d444d; --soft: #151b23 } }
* { box-sizing: border-box }
html { background: Canvas; color: CanvasText }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 80rem; padding: 1rem }
h1 { font-size: 1.6rem } h2 { font-size: 1.25rem; margin-top: 2rem }
code, pre { font: 0.875em/1.5 ui-monospace, monospace }
pre { background: var(--soft); white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.5rem 0.75rem; margin: 0.25rem 0 }
.scroll { overflow-x: auto }
table { border-collapse: collapse } caption { text-align: start; color: var(--muted); padding-block-end: 0.5rem } caption span { position: sticky; inset-inline-start: 0; display: inline-block; max-width: calc(100vw - 2rem) }
th, td { border-bottom: 1px solid var(--line); padding: 0.25rem 0.75rem 0.25rem 0; text-align: start; vertical-align: top; font-weight: normal; white-space: nowrap }
thead th { font-weight: 600 }
tbody th { white-space: normal; min-width: 8rem; max-width: 24rem } tbody :is(td, th) > a { display: inline-block; min-height: 24px }
@media (min-width: 40rem) { tbody th { position: sticky; inset-inline-start: 0; background: Canvas } }
 td.wide { white-space: normal; min-width: 18rem } @media (max-width: 40rem) { .wide { display: none } }
th[scope="row"] code { overflow-wrap: anywhere }
.number { text-align: end; font-variant-numeric: tabular-nums }
details { border: 1px solid var(--line); border-radius: 6px; margin: 0.5rem 0; padding: 0.5rem 0.75rem }
summary { cursor: pointer; overflow-wrap: anywhere } .count, .hint, .place, .rule, footer { color: var(--muted) }
ul { list-style: none; padding: 0; margin: 0.5rem 0 0 } li { border-top: 1px solid var(--line); padding: 0.5rem 0 } li p { margin: 0; overflow-wrap: anywhere }
li.error strong { color: var(--error) } li.warning strong { color: var(--warning) } li.info strong { color: var(--info) }
td.ok { color: var(--ok) } td.unknown { color: var(--unknown) } td.missing { color: var(--missing) } td.stale { color: var(--stale) } td.untranslated { color: var(--untranslated) } td.orphan { color: var(--orphan) } td.exempt { color: var(--exempt) }
meter { width: min(200px, 25vw) }
body:has(#gaps:checked) tr.complete, body:has(#errors:checked) :is(details.harmless, li.warning, li.info) { display: none }
`
