/**
 * First load and page change in Chromium, docsgen beside its peers, in the same run, on the sites that `peers.mjs` built:
 * `node test/bench/reader-peers.mjs [--only vitepress,starlight] [--runs 3] [--clicks 10] [--folder DIR]`. Bytes are compressed
 * bodies (brotli 6), times are milliseconds; `slow` is slow 4G with a processor four times slower.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { option } from './measure.mjs'
import { PEERS } from './peer-sites.mjs'
import { CHROMIUM_ARGUMENTS, findChromium, serve, summary } from './reader-site.mjs'
import { measureFirstLoad, measurePageChanges } from './reader-tab.mjs'
import { storeResult, workFolder } from './results.mjs'

const runs = Number(option('runs', 3))
const count = Number(option('clicks', 10))
const only = option('only', 'vitepress,starlight,rspress,docusaurus').split(',')
// Nothing outside of this machine answers, for nobody.
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost'

const folder = workFolder()
const own = { name: 'docsgen', output: 'dist', page: '/api/wrapper/find.html' }
const sites = [own, ...PEERS.filter(({ name }) => only.includes(name))].filter(({ name, output }) => {
  const isBuilt = existsSync(path.join(folder, name, output, 'index.html'))
  if (!isBuilt) console.error(`${name} is not built: run peers.mjs first.`)
  return isBuilt
})
const results = Object.fromEntries(
  sites.map(({ name }) => [name, { loads: { fast: [], slow: [] }, clicks: {} }]),
)
const servers = new Map()
for (const { name, output } of sites) servers.set(name, await serve(path.join(folder, name, output)))

try {
  for (let run = 0; run < runs; run += 1) for (const site of sites) await measureLoads(site)
  for (const site of sites) await measureClicks(site)
  for (const site of sites) print(site.name)
  storeResult('reader-peers', {
    page: 'api/wrapper/find',
    results: Object.fromEntries(sites.map(({ name }) => [name, summarizeSite(results[name])])),
  })
} finally {
  for (const server of servers.values()) server.close()
}

async function withBrowser(work) {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...CHROMIUM_ARGUMENTS, ALONE],
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

async function measureLoads({ name, page }) {
  for (const kind of ['fast', 'slow']) {
    const options = { address: page, isSlow: kind === 'slow' }
    const found = await withBrowser(browser => measureFirstLoad(browser, servers.get(name), options))
    results[name].loads[kind].push(found)
  }
}

async function measureClicks({ name, page }) {
  for (const kind of ['fast', 'slow']) {
    const options = { address: page, isSlow: kind === 'slow', count }
    results[name].clicks[kind] = await withBrowser(browser =>
      measurePageChanges(browser, servers.get(name), options),
    )
  }
}

function summarizeSite({ loads, clicks }) {
  const over = (list, figure) => summary(list.map(each => each[figure]))
  const figures = ['requests', 'kb', 'scriptKb', 'paint', 'longTasks', 'longestTask']
  const load = list => Object.fromEntries(figures.map(figure => [figure, over(list, figure)]))
  return { load: { fast: load(loads.fast), slow: load(loads.slow) }, click: clicks }
}

function print(name) {
  const { load, click } = summarizeSite(results[name])
  for (const kind of ['fast', 'slow']) {
    const { kb, scriptKb, paint, longestTask, requests } = load[kind]
    const { heading, paint: shown, requests: asked } = click[kind]
    console.log(
      `${name.padEnd(12)} ${kind}: ${kb.median} KB (${scriptKb.median} script, ${requests.median} requests), first paint ${paint.median} ms, ` +
        `longest task ${longestTask.median} ms; click ${heading.median} ms (${heading.min}–${heading.max}), painted ${shown.median} ms, ` +
        `${asked.median} requests, ${heading.runs} clicks`,
    )
  }
}
