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
