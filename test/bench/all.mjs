/**
 * All measurements in the right order, then the chart, the README and the table of budgets:
 * `npm run bench`, or `node test/bench/all.mjs [--quick] [--runs 3] [--skip dev,lighthouse]
 * [--peers hugo,starlight] [--folder DIR]`. `--quick` measures
 * everything once and leaves out the largest sites; `--skip` leaves parts out. A part that fails does not stop the others.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { option } from './measure.mjs'
import { workFolder } from './results.mjs'

const isQuick = option('quick', false) === true
const runs = String(option('runs', isQuick ? 1 : 3))
const skipped = String(option('skip', '')).split(',')
const peers = option('peers', undefined)
const chosen = peers === undefined ? [] : ['--only', peers]
const folder = workFolder()

/** Name, script, its options. Peers come first: readers and servers are measured on the sites that they build. */
/** @type {[name: string, script: string, options: string[]][]} */
const PARTS = [
  ['peers', 'peers.mjs', ['--runs', runs, ...chosen]],
  ['corpus', 'bench.mjs', ['--runs', runs]],
  ['reader-peers', 'reader-peers.mjs', ['--runs', runs]],
  ['reader', 'reader.mjs', ['corpus', '--runs', runs]],
  ['dev', 'dev.mjs', ['--runs', runs]],
  ['pages', 'pages.mjs', ['--runs', runs, '--pages', isQuick ? '1000' : '1000,8000']],
  ['lighthouse', 'lighthouse.mjs', ['own', '--runs', runs]],
  // Not right after `pages`, which deletes its sites.
  ['large', 'large.mjs', isQuick ? ['--pages', '74,1600'] : []],
  ['chart', 'chart.mjs', []],
  ['report', 'report.mjs', []],
]

const taken = []
for (const [name, script, options] of PARTS) {
  if (skipped.includes(name)) continue
  console.log(`\n== ${name}`)
  const start = performance.now()
  const args = [path.join(import.meta.dirname, script), ...options]
  if (script !== 'chart.mjs' && script !== 'report.mjs') args.push('--folder', folder)
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  taken.push(`${name} ${Math.round((performance.now() - start) / 1000)} s${status === 0 ? '' : ' (failed)'}`)
  if (status !== 0) process.exitCode = 1
}
console.log(`\n${taken.join(' · ')}`)
