/**
 * Draws `results/chart.svg` from the kept results and rewrites the figures in the README between its marks:
 * `node test/bench/chart.mjs [--check]`. With `--check` nothing is written; it fails when something would change.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { drawChart } from './chart-svg.mjs'
import { conditions, nameOf, panels, written } from './figures.mjs'
import { readResult } from './results.mjs'

const PROJECT = path.resolve(import.meta.dirname, '../..')
const CHART = path.join(PROJECT, 'test/bench/results/chart.svg')
const README = path.join(PROJECT, 'README.md')
const MARKS = ['<!-- measured: written by `node test/bench/chart.mjs` -->', '<!-- /measured -->']

/** What the chart and the README should be, from the results as they are kept. */
export async function makeChart() {
  const results = {
    peers: readResult('peers'),
    'reader-peers': readResult('reader-peers'),
    dev: readResult('dev'),
    pages: readResult('pages'),
    lighthouse: readResult('lighthouse'),
  }
  const shown = panels(results)
  const { date, machine, runs } = conditions(results)
  return {
    svg: drawChart(shown, `Less is better. Medians of ${runs}, ${date}. * minimal theme`),
    readme: await withBlock(readFileSync(README, 'utf8'), block({ shown, results, date, machine, runs })),
  }
}

function block({ shown, results, date, machine, runs }) {
  const { versions } = conditions(results)
  return `![Bars: docsgen beside other generators; the table has the figures](test/bench/results/chart.svg)

${table(shown)}

The same ${results.peers.pages} pages in six languages for all, in one run on ${date}, medians of ${runs}: ${machine}. ${versions.join(', ').replaceAll('*', '\\*')};
those with \\* had a minimal theme. First load and page change are those of \`${results['reader-peers'].page}\` in Chromium.
\`npm run bench\` measures again and rewrites this part.`
}

/** The panels as a table: a row for each program, in the order of the first panel. */
function table(shown) {
  const keys = [...new Set(shown.flatMap(({ bars }) => bars.map(({ key }) => key)))]
  const cell = (panel, key) => {
    const bar = panel.bars.find(each => each.key === key)
    return bar ? written(bar.value, panel) : '–'
  }
  const rows = keys.map(key => [
    key === 'docsgen' ? '**docsgen**' : nameOf(key).replace('*', '\\*'),
    ...shown.map(panel => cell(panel, key)),
  ])
  const head = ['', ...shown.map(({ short }) => short)]
  const line = cells => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_cell, index) => (index ? '--:' : '---'))), ...rows.map(line)].join('\n')
}

async function withBlock(text, content) {
  const [from, to] = MARKS
  const [start, end] = [text.indexOf(from), text.indexOf(to)]
  if (start < 0 || end < start) throw new Error(`The README lacks the marks ${from} and ${to}.`)
  const whole = `${text.slice(0, start + from.length)}\n\n${content}\n\n${text.slice(end)}`
  return format(whole, { ...(await resolveConfig(README)), parser: 'markdown' })
}

/** Files that are not what the results say. */
async function staleFiles() {
  const { svg, readme } = await makeChart()
  const wanted = { 'test/bench/results/chart.svg': [CHART, svg], 'README.md': [README, readme] }
  return Object.entries(wanted)
    .filter(([, [file, text]]) => readFileSync(file, 'utf8') !== text)
    .map(([name]) => name)
}

async function write() {
  const { svg, readme } = await makeChart()
  writeFileSync(CHART, svg)
  writeFileSync(README, readme)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--check')) {
    const stale = await staleFiles()
    if (stale.length > 0) {
      console.error(`Older than the results: ${stale.join(', ')}. Run: node test/bench/chart.mjs`)
      process.exitCode = 1
    }
  } else await write()
}
