/** Prints every budget with what was measured last: `node test/bench/report.mjs`. Fails when one is not met. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { judge } from './budgets.mjs'
import { readResult } from './results.mjs'

const PROJECT = path.resolve(import.meta.dirname, '../..')
const NAMES = ['peers', 'pages', 'dev', 'reader', 'reader-peers', 'large', 'lighthouse', 'corpus']

/** Packages that `npm install --omit=dev` leaves here: those of the lock file that this system has. */
function countPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(PROJECT, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).filter(
    ([name, { dev }]) => name && !dev && existsSync(path.join(PROJECT, name)),
  ).length
}

const results = Object.fromEntries(NAMES.map(name => [name, readResult(name)]))
const rows = judge(results, countPackages())
const print = cells => {
  const [what, budget, measured, verdict] = cells
  console.log(`${what.padEnd(52)} ${budget.padEnd(14)} ${measured.padEnd(14)} ${verdict}`)
}
print(['what', 'budget', 'measured', 'met'])
for (const { what, budget, measured, isMet } of rows)
  print([what, budget, measured ?? 'not measured', isMet === undefined ? '–' : isMet ? 'yes' : 'NO'])
for (const [name, result] of Object.entries(results))
  if (result)
    console.log(`${name}: ${result.when ?? 'unknown time'}, load ${result.machine.load} when it began`)
if (rows.some(({ isMet }) => isMet !== true)) process.exitCode = 1
