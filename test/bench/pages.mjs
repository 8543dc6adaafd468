/**
 * How cost grows: cold builds of generated sites with docsgen and Hugo in the same run, by the clock, by processor time
 * and by the memory of all processes: `node test/bench/pages.mjs [--pages 1000,8000] [--runs 3] [--only docsgen] [--folder DIR]`.
 * Sites of more than 2 000 pages are built once. All sites stay until the end, for the reason that README.md gives.
 * Needs `npm run compile`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { machine, measure, option, putAway, summarize } from './measure.mjs'
import { hugoFiles } from './peer-hugo.mjs'
import { findHugo, hugoVersion } from './peer-install.mjs'
import { countDocuments } from './peer-programs.mjs'
import { storeResult, workFolder } from './results.mjs'
import { generatePages, generateSite } from './sites.mjs'

const PROGRAM = path.resolve(import.meta.dirname, '../../bin/docsgen.js')
const counts = String(option('pages', '1000,8000')).split(',').map(Number)
const runs = Number(option('runs', 3))
const only = option('only', 'docsgen,hugo').split(',')
const folder = path.join(workFolder(), 'pages')
const hugo = only.includes('hugo') ? findHugo(path.join(workFolder(), 'hugo-program')) : undefined

const before = machine()
const found = {}
try {
  for (const count of counts) found[count] = await measureCount(count)
  storeResult('pages', { machine: before, hugo: hugo && hugoVersion(hugo), results: found, growth: growth() })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measureCount(count) {
  const programs = [
    ...(only.includes('docsgen') ? [prepareOwn(count)] : []),
    ...(hugo ? [prepareHugo(count)] : []),
  ]
  const measured = Object.fromEntries(programs.map(({ name }) => [name, []]))
  for (let run = 0; run < (count > 2000 ? 1 : runs); run += 1) {
    for (const { name, site, clean, command, env, output } of programs) {
      putAway(site, clean)
      const [start, ...args] = command
      const result = await measure(start, args, { cwd: site, env })
      const documents = countDocuments(path.join(site, output))
      if (documents < count) throw new Error(`${name} made ${documents} documents of ${count} pages.`)
      measured[name].push(result)
      const { wall, cpu, peak } = result
      console.log(
        `${count} pages, ${name.padEnd(8)} ${wall.toFixed(1)} s, ${cpu.toFixed(1)} s processor, ${Math.round(peak)} MB`,
      )
    }
  }
  return Object.fromEntries(Object.entries(measured).map(([name, list]) => [name, summarize(list)]))
}

function prepareOwn(count) {
  const site = path.join(folder, `docsgen-${count}`)
  generateSite(site, count)
  const command = [process.execPath, PROGRAM, 'build', '--silent']
  return { name: 'docsgen', site, command, clean: ['dist', 'node_modules'], output: 'dist' }
}

/** The same pages; boxes as HTML, links as Hugo has them. */
function prepareHugo(count) {
  const site = path.join(folder, `hugo-${count}`)
  const write = (name, text) => {
    mkdirSync(path.dirname(path.join(site, name)), { recursive: true })
    writeFileSync(path.join(site, name), text)
  }
  for (const [name, text] of Object.entries(hugoFiles({ languages: ['en'], sidebar: 'section' })))
    write(name, text)
  for (const { file, text } of generatePages(count)) write(`content/en/${file}`, hugoPage(text))
  write('content/en/_index.md', '---\ntitle: Home\n---\n\nWelcome.\n')
  const parts = new Set([...generatePages(count)].map(({ file }) => path.dirname(file)))
  for (const part of parts) write(`content/en/${part}/_index.md`, `---\ntitle: ${part}\n---\n`)
  return {
    name: 'hugo',
    site,
    command: [hugo, '--minify', '--quiet'],
    clean: ['public', 'resources', 'cache'],
    env: { HUGO_CACHEDIR: path.join(site, 'cache') },
    output: 'public',
  }
}

function hugoPage(text) {
  const title = /^# (.*)$/m.exec(text)[1]
  const body = text
    .replace(/^::: tip\n([^]*?)\n:::$/gm, '<div class="box tip"><p>TIP</p>\n\n$1\n</div>')
    .replaceAll(/\]\((\.\.?)\/((?:part-\d+\/)?page-\d+)\.md\)/g, (_match, dots, to) =>
      dots === '.' ? `](../${to}/)` : `](../../${to}/)`,
    )
  return `---\ntitle: ${JSON.stringify(title)}\n---\n\n${body}`
}

/** Time of the largest site over that of the smallest, where both were measured. */
function growth() {
  if (counts.length < 2) return undefined
  const [small, large] = [Math.min(...counts), Math.max(...counts)]
  const ratio = (name, figure) => Number((found[large][name][figure] / found[small][name][figure]).toFixed(2))
  const ratios = Object.fromEntries(
    Object.keys(found[large]).map(name => [name, { wall: ratio(name, 'wall'), cpu: ratio(name, 'cpu') }]),
  )
  console.log(`${large} / ${small}:`, JSON.stringify(ratios))
  return { from: small, to: large, ...ratios }
}
