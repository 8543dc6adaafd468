import { escapeHtml } from '../../shared/escape.ts'

interface HtmlPage {
  title: string
  /** Address of the style sheet; without one, the page has its styles in itself. */
  sheet?: string | undefined
  /** Content security policy, where the host can't send one. */
  policy?: string | undefined
  /** States that there is no icon: browsers ask servers for one otherwise. */
  icon?: boolean
  header: readonly string[]
  main: readonly string[]
  footer?: string
}

/** A page that loads nothing but its style sheet and runs no script. */
export function writePage({ title, sheet, policy, icon, header, main, footer = '' }: HtmlPage): string {
  const style =
    sheet === undefined
      ? `<style>${HTML_STYLE}</style>`
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
${header.join('\n')}
</header>
<main>
${main.join('\n')}
</main>
${footer}</body>
</html>
`
}

/** Escaped text whose parts in backticks are code. */
export function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** A section under a heading with an id. */
export function writeSection(id: string, title: string, parts: readonly string[]): string {
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${title}</h2>\n${parts.join('\n')}\n</section>`
}

interface HtmlTable {
  caption?: string
  /** Accessible name of the element that scrolls. */
  name: string
  /** Cells of the head. */
  head: string
  rows: readonly string[]
}

/** A table that scrolls where it is wider than the window, with the keyboard too. */
export function writeTable({ caption, name, head, rows }: HtmlTable): string {
  const above = caption === undefined ? '' : `<caption><span>${escapeHtml(caption)}</span></caption>\n`
  return `<div class="scroll" role="group" aria-label="${escapeHtml(name)}" tabindex="0"><table>
${above}<thead><tr>${head}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`
}

/** Cells of a table's head; long texts are in a column that phones don't show. */
export function writeHeads(names: readonly string[], wide: string): string {
  return names.map(name => `<th scope="col"${name === wide ? ' class="wide"' : ''}>${name}</th>`).join('')
}

export function numberCell(text: string | number): string {
  return `<td class="number">${text}</td>`
}

/** Style of the HTML report; light and dark by the reader's system. */
export const HTML_STYLE = `
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
rect.ok { fill: var(--ok) } rect.unknown { fill: var(--unknown) } rect.missing { fill: var(--line) } rect.stale { fill: var(--stale) } rect.untranslated { fill: var(--untranslated) }
svg { border-radius: 3px; width: min(200px, 25vw); background: var(--line); vertical-align: middle }
body:has(#gaps:checked) tr.complete, body:has(#errors:checked) :is(details.harmless, li.warning, li.info) { display: none }
`
