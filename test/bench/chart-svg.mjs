/** Draws the panels as bars: one column, large text, so that it can be read on a phone; light and dark by itself. */
import { written } from './figures.mjs'

const WIDTH = 480
const MARGIN = 20
const NAMES_END = 128
const BARS_END = 368
const ROW = 30
const BAR = 18
const HEAD = 40
const GAP = 26

const STYLE = `
  text { font: 17px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; fill: #24292f }
  .title { font-size: 19px; font-weight: 600 }
  .own { font-weight: 700 }
  .value { font-variant-numeric: tabular-nums }
  .note { font-size: 14px; fill: #57606a }
  .paper { fill: #ffffff; stroke: #d0d7de }
  .track { fill: #eef1f4 }
  .bar { fill: #9aa7b4 }
  .bar.own { fill: #2f8f5b }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .note { fill: #9aa4af }
    .paper { fill: #14181d; stroke: #30363d }
    .track { fill: #20262d }
    .bar { fill: #66717d }
    .bar.own { fill: #4cc38a }
  }
`

const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const half = value => Math.round(value * 2) / 2

/** The whole chart as SVG text; `note` stands below it. */
export function drawChart(panels, note) {
  const drawn = []
  let top = MARGIN
  for (const panel of panels) {
    drawn.push(drawPanel(panel, top))
    top += HEAD + panel.bars.length * ROW + GAP
  }
  const height = top + 10
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="chart-title chart-text">
<title id="chart-title">docsgen beside other generators, less is better</title>
<desc id="chart-text">${escaped(panels.map(describe).join(' '))}</desc>
<style>${STYLE}</style>
<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10"/>
${drawn.join('\n')}
<text class="note" x="${MARGIN}" y="${top}">${escaped(note)}</text>
</svg>
`
}

function drawPanel(panel, top) {
  const largest = Math.max(...panel.bars.map(({ value }) => value))
  const rows = panel.bars.map((bar, index) => drawBar(bar, { panel, largest, y: top + HEAD + index * ROW }))
  return `<text class="title" x="${MARGIN}" y="${top + 20}">${escaped(panel.title)}</text>\n${rows.join('\n')}`
}

function drawBar({ key, name, value }, { panel, largest, y }) {
  const length = half(Math.max(3, (value / largest) * (BARS_END - NAMES_END)))
  const own = key === 'docsgen' ? ' own' : ''
  return [
    `<text class="name${own}" x="${NAMES_END - 10}" y="${y + 14}" text-anchor="end">${escaped(name)}</text>`,
    `<rect class="track" x="${NAMES_END}" y="${y}" width="${BARS_END - NAMES_END}" height="${BAR}" rx="4"/>`,
    `<rect class="bar${own}" x="${NAMES_END}" y="${y}" width="${length}" height="${BAR}" rx="4"/>`,
    `<text class="value${own}" x="${WIDTH - MARGIN}" y="${y + 14}" text-anchor="end">${written(value, panel)}</text>`,
  ].join('\n')
}

/** A panel in words, for those who do not see it. */
function describe(panel) {
  return `${panel.title}: ${panel.bars.map(({ name, value }) => `${name} ${written(value, panel)}`).join(', ')}.`
}
