/**
 * Measures docsgen alone, cold, warm and after edits: `node test/bench/bench.mjs` on the corpus, with `--pages 8000` on
 * generated pages. `--runs 5` sets how often; medians are printed and kept as JSON in `test/bench/results/`.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { machine, measure, median, option, putAway, summarize } from './measure.mjs'
import { storeResult } from './results.mjs'
import { copyCorpus, editBody, editTitle, generateSite } from './sites.mjs'

const program = path.resolve(import.meta.dirname, '../../bin/docsgen.js')
const pages = Number(option('pages', 0))
const runs = Number(option('runs', pages > 2000 ? 1 : 5))
const name = pages > 0 ? `pages-${pages}` : 'corpus'
const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-bench-'))
const site = path.join(folder, 'site')
const edited = path.join(site, pages > 0 ? 'content/part-0/page-7.md' : 'docs/api/wrapper/find.md')

try {
  if (pages > 0) generateSite(site, pages)
  else copyCorpus(site)
  const before = machine()
  storeResult(name, { machine: before, cases: await measureAll() })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measureAll() {
  const cases = {}
  const add = async (title, prepare, count = runs) => {
    cases[title] = await measureCase(prepare, count)
    print(title, cases[title])
  }
  await add('version', undefined, 0)
  await add('cold', () => putAway(site, ['dist', 'node_modules']))
  await add('warm, nothing changed', () => {})
  await add('one body edited', run => editBody(edited, run))
  await add('one title edited', run => editTitle(edited, run))
  await add('one template edited', editTemplate)
  return cases
}

async function measureCase(prepare, count) {
  if (!prepare) {
    const done = []
    for (let run = 0; run < 5; run += 1)
      done.push(await measure(process.execPath, [program, '--version'], { cwd: folder }))
    return summarize(done)
  }
  const done = []
  const stages = []
  let rewritten = 0
  for (let run = 0; run < count; run += 1) {
    prepare(run)
    const old = inodes()
    const result = await measure(process.execPath, [program, 'build', '--json', '--silent'], { cwd: site })
    done.push(result)
    stages.push(JSON.parse(result.stdout).times ?? {})
    rewritten = [...inodes()].filter(
      ([file, inode]) => old.get(file) !== inode && file !== '.docsgen.json',
    ).length
  }
  return { ...summarize(done), rewritten, stages: medians(stages) }
}

function editTemplate(run) {
  const file = path.join(site, 'templates/components/Footer.tsx')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `export function Footer() {\n  return <footer>Variant ${run}</footer>\n}\n`)
}

/** Stage → median of its milliseconds. */
function medians(list) {
  const names = Object.keys(list[0] ?? {})
  return Object.fromEntries(
    names.map(stage => [stage, Math.round(median(list.map(times => times[stage] ?? 0)))]),
  )
}

/** Path → inode of every file of the output: what was taken over is the same file. */
function inodes() {
  const root = path.join(site, 'dist')
  try {
    const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry =>
      entry.isFile(),
    )
    return new Map(
      entries.map(entry => {
        const file = path.join(entry.parentPath, entry.name)
        return [path.relative(root, file), statSync(file).ino]
      }),
    )
  } catch {
    return new Map()
  }
}

function print(title, { wall, cpu, peak, rewritten, stages = {} }) {
  const files = rewritten === undefined ? '' : ` · ${rewritten} files written`
  console.log(`${title.padEnd(24)} ${wall.toFixed(2)} s · ${cpu.toFixed(2)} s processor · ${peak} MB${files}`)
  const times = Object.entries(stages).map(([stage, time]) => `${stage} ${time}`)
  if (times.length > 0) console.log(`${' '.repeat(24)} ${times.join(' · ')}`)
}
