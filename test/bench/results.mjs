/** Where benchmarks keep what they need and what they found. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { machine, option } from './measure.mjs'

const RESULTS = path.join(import.meta.dirname, 'results')

/**
 * The folder in which peers are installed and sites are built, outside of the project: `--folder`, `DOCSGEN_BENCH`, or
 * one in the system's temporary folder. It is kept, so that the next run installs nothing.
 */
export function workFolder() {
  const folder = path.resolve(
    option('folder', process.env.DOCSGEN_BENCH) ?? path.join(tmpdir(), 'docsgen-bench'),
  )
  const project = path.resolve(import.meta.dirname, '../..')
  if (!path.relative(project, folder).startsWith('..'))
    throw new Error('The folder of the peers must not be inside the project.')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The result of that name as it was kept, or nothing. */
export function readResult(name) {
  const file = path.join(RESULTS, `${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Keeps a result as `results/<name>.json` with the time and the machine; names and figures only, no paths. */
export function storeResult(name, result) {
  mkdirSync(RESULTS, { recursive: true })
  const facts = { when: new Date().toISOString(), machine: machine(), ...result }
  writeFileSync(path.join(RESULTS, `${name}.json`), `${JSON.stringify(facts, undefined, 2)}\n`)
}
