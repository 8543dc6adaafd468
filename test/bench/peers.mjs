/**
 * Measures docsgen and its peers on the same pages, on the same machine, in the same run:
 * `node test/bench/peers.mjs [--only eleventy,starlight] [--runs 3] [--folder DIR]`. Each round measures every program
 * once, cold and after one body edit, so that all see the same weather. Peers are installed from npm when they are first
 * needed, Hugo from the system's packages. Needs `npm run compile` and the corpus.
 */
import path from 'node:path'
import { machine, option, summarize } from './measure.mjs'
import { readPages } from './peer-pages.mjs'
import { countDocuments, PEER_NAMES, prepareOwn, preparePeer } from './peer-programs.mjs'
import { storeResult, workFolder } from './results.mjs'
import { CORPUS, editBody } from './sites.mjs'

const runs = Number(option('runs', 3))
const only = option('only', PEER_NAMES.join(',')).split(',')

const before = machine()
const pages = readPages(path.join(CORPUS, 'docs')).length
const programs = prepareAll(workFolder())
const measured = new Map(programs.map(({ name }) => [name, { cold: [], edit: [], documents: 0 }]))
for (let run = 0; run < runs; run += 1) {
  for (const program of programs) await measureRound(program, run)
}
save()

function prepareAll(folder) {
  const found = [prepareOwn(folder)]
  for (const name of only) {
    try {
      found.push(preparePeer(folder, name))
    } catch (error) {
      console.error(`${name} cannot be measured: ${error.message.slice(0, 2000)}`)
    }
  }
  return found
}

/** One cold build and one build after an edit; a program that fails is left out from then on. */
async function measureRound(program, run) {
  const found = measured.get(program.name)
  if (!found) return
  try {
    program.clean()
    const cold = await program.build()
    editBody(program.edited, run)
    const edit = await program.build()
    found.cold.push(cold)
    found.edit.push(edit)
    found.documents = countDocuments(program.output)
    if (found.documents < pages) throw new Error(`It built ${found.documents} of ${pages} pages.`)
    console.log(
      `${run + 1}/${runs} ${program.name.padEnd(12)} cold ${describe(cold)}   one page edited ${describe(edit)}   ${found.documents} documents`,
    )
  } catch (error) {
    measured.delete(program.name)
    console.error(`${program.name} could not be measured: ${error.message.slice(0, 2000)}`)
  }
}

function describe({ wall, cpu, peak }) {
  return `${wall.toFixed(2)} s (${cpu.toFixed(2)} s processor, ${Math.round(peak)} MB)`
}

/** Keeps medians and ratios, those by the clock and those by processor time, which a busy machine disturbs less. */
function save() {
  const results = Object.fromEntries(
    programs
      .filter(({ name }) => measured.get(name)?.cold.length > 0)
      .map(({ name, version }) => {
        const { cold, edit, documents } = measured.get(name)
        return [name, { version, documents, cold: summarize(cold), edit: summarize(edit) }]
      }),
  )
  const own = results.docsgen
  const ratio = (peer, kind, figure) => Number((own[kind][figure] / peer[kind][figure]).toFixed(2))
  const ratios = {}
  for (const [name, peer] of Object.entries(results)) {
    if (name === 'docsgen') continue
    ratios[name] = {
      cold: ratio(peer, 'cold', 'wall'),
      coldProcessor: ratio(peer, 'cold', 'cpu'),
      edit: ratio(peer, 'edit', 'wall'),
      editProcessor: ratio(peer, 'edit', 'cpu'),
      memory: ratio(peer, 'cold', 'peak'),
    }
    console.log(`docsgen / ${name}:`, JSON.stringify(ratios[name]))
  }
  storeResult('peers', { pages: own.documents, machine: before, results, ratios })
}
