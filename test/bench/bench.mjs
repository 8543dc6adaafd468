/**
 * Builds of the corpus, or with `--pages 8000` of as many generated pages: cold, warm and after edits, by the clock, by
 * processor time and by memory. `node test/bench/bench.mjs [--pages 8000] [--runs 5]`, after `npm run compile`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { measure, median, option, PROGRAM, putAway, storeResult, summarize } from './measure.mjs'
import { copyCorpus, editBody, editTitle, generateSite } from './sites.mjs'

const pages = Number(option('pages', 0))
const runs = Number(option('runs', pages > 2000 ? 1 : 5))
const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-bench-'))
const site = path.join(folder, 'site')
const edited = path.join(site, pages > 0 ? 'content/part-0/page-7.md' : 'content/api/wrapper/find.md')
const build = ['build', '--json', '--silent']

/** Title, arguments of the program, and what is changed before each run. */
/** @type {[title: string, args: string[], prepare: (run: number) => void][]} */
const CASES = [
  ['version', ['--version'], () => {}],
  ['cold', build, () => putAway(site, ['dist', 'node_modules'])],
  ['warm, nothing changed', build, () => {}],
  ['one body edited', build, run => editBody(edited, run)],
  ['one title edited', build, run => editTitle(edited, run)],
  ['one template edited', build, editTemplate],
]

try {
  if (pages > 0) generateSite(site, pages)
  else copyCorpus(site)
  const cases = {}
  for (const [title, args, prepare] of CASES) {
    const done = []
    const stages = []
    for (let run = 0; run < runs; run += 1) {
      prepare(run)
      const result = await measure(process.execPath, [PROGRAM, ...args], { cwd: site })
      done.push(result)
      if (args === build) stages.push(JSON.parse(result.stdout).times)
    }
    cases[title] = { ...summarize(done), stages: medians(stages) }
    const { wall, cpu, peak } = cases[title]
    console.log(`${title.padEnd(24)} ${wall.toFixed(2)} s · ${cpu.toFixed(2)} s processor · ${peak} MB`)
  }
  storeResult(pages > 0 ? `pages-${pages}` : 'corpus', { cases })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function editTemplate(run) {
  const file = path.join(site, 'templates/components/Footer.tsx')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `export function Footer() {\n  return <footer>Variant ${run}</footer>\n}\n`)
}

/** Stage → median of its milliseconds. */
function medians(list) {
  const stages = Object.keys(list[0] ?? {})
  return Object.fromEntries(stages.map(stage => [stage, Math.round(median(list.map(times => times[stage])))]))
}
