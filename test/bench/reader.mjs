/**
 * What a reader downloads and waits for, in Chromium: first load, the load after the first sign, page changes.
 * Needs `npm run compile`: `node test/bench/reader.mjs [corpus|own|<built folder>] [--page /api/wrapper/find.html]
 * [--runs 5]`. Bytes are compressed bodies as the server sent them, times are milliseconds.
 */
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import {
  buildSite,
  CHROMIUM_ARGUMENTS,
  findChromium,
  serve,
  slowDown,
  summary,
  tenth,
  waitForQuiet,
  withoutIcon,
} from './reader-site.mjs'
import { storeResult } from './results.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    page: { type: 'string', default: '/api/wrapper/find.html' },
    runs: { type: 'string', default: '3' },
    clicks: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    folder: { type: 'string' },
  },
})
const RUNS = Number(values.runs)
const CLICKS = Number(values.clicks)
const METRICS = ['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']

/** Runs in the page before its own scripts. */
function observe() {
  const tasks = []
  Object.assign(self, { benchTasks: tasks })
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
}

/** Runs in the page: clicks the marked link and waits for another heading, then for the frame that shows it. */
function clickAndWait() {
  return new Promise(resolve => {
    const read = () => document.querySelector('h1')?.textContent
    const before = read()
    const start = performance.now()
    let heading
    const observer = new MutationObserver(() => {
      if (heading || read() === before || !read()) return
      heading = performance.now() - start
      observer.disconnect()
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve({ heading, paint: performance.now() - start })
        channel.port2.postMessage(0)
      })
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    const link = /** @type {HTMLElement} */ (document.querySelector('[data-bench]'))
    link.click()
  })
}

/** Runs in the page: marks the next link to a page of this language that was not visited, sidebar and content in turn. */
function markLink({ visited, turn }) {
  const isNew = link =>
    link.origin === location.origin &&
    link.hash === '' &&
    link.target === '' &&
    link.pathname !== location.pathname &&
    !visited.includes(link.pathname) &&
    !/^\/(zh|ja|ru|fr|pt)\//.test(link.pathname) &&
    link.getClientRects().length > 0
  const marked = selector => [
    .../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(selector)),
  ]
  const inSidebar = marked('.sidebar a[href]').filter(isNew)
  const inContent = marked('main a[href]').filter(isNew)
  const [first, second] = turn % 2 ? [inContent, inSidebar] : [inSidebar, inContent]
  const link = first[0] ?? second[0]
  for (const old of document.querySelectorAll('[data-bench]')) old.removeAttribute('data-bench')
  link?.setAttribute('data-bench', '')
  link?.scrollIntoView({ block: 'center' })
  return link?.pathname
}

async function newPage(browser, { saveData = false, hasWorker = false } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1350, height: 940 },
    // What the worker saves would answer instead of the network.
    serviceWorkers: hasWorker ? 'allow' : 'block',
  })
  const page = await context.newPage()
  await page.addInitScript(observe)
  if (saveData) {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
  }
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  return { context, page, cdp }
}

/** Shows the first sign and waits for the app. */
async function wake(page) {
  // The first move only brings the pointer there, which is no sign.
  await page.mouse.move(600, 400)
  await page.mouse.move(700, 500)
  await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
}

/** Milliseconds that the main thread has spent so far, by kind. */
async function readCpu(cdp) {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return Object.fromEntries(
    METRICS.map(name => [name, metrics.find(metric => metric.name === name).value * 1000]),
  )
}

const kilobytes = requests => tenth(requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)
const scripts = requests => requests.filter(({ type }) => type.startsWith('text/javascript'))
const sizes = requests => ({
  requests: requests.length,
  kb: kilobytes(requests),
  scriptKb: kilobytes(scripts(requests)),
})

/** One first visit: until the network is idle with the reader still, then after the first sign. */
async function measureLoad(browser, server, { address, isSlow }) {
  const { context, page, cdp } = await newPage(browser, { hasWorker: true })
  if (isSlow) await slowDown(cdp)
  server.seen.length = 0
  await page.goto(server.origin + address, { waitUntil: 'load' })
  await waitForQuiet(server.seen)
  const still = await withoutIcon(page, [...server.seen])
  const first = await page.evaluate(() => ({
    blocking: /** @type {(PerformanceResourceTiming & { renderBlockingStatus: string })[]} */ (
      performance.getEntriesByType('resource')
    )
      .filter(entry => entry.renderBlockingStatus === 'blocking' && entry.initiatorType === 'script')
      .map(({ encodedBodySize }) => encodedBodySize),
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    tasks: self['benchTasks'].map(({ duration }) => duration),
  }))
  const cpu = await readCpu(cdp)
  const start = performance.now()
  // The worker's own downloads are not what the reader waits for.
  await wake(page)
  const ready = performance.now() - start
  await page.waitForTimeout(1000)
  const isOwn = ({ destination, url }) => destination !== 'empty' || url.startsWith('/assets/locales/')
  const isWorker = ({ url }) => url.startsWith('/service-worker')
  const own = server.seen.filter(request => isOwn(request) && !isWorker(request))
  const awake = await withoutIcon(page, own)
  const tasks = await page.evaluate(() => self['benchTasks'].map(({ duration }) => duration))
  const after = await readCpu(cdp)
  await context.close()
  return {
    still: { ...sizes(still), blockingScriptBytes: first.blocking, longTasks: first.tasks },
    paint: tenth(first.paint),
    cpu: tenth(cpu.TaskDuration),
    awake: { ...sizes(awake), ready: tenth(ready), longTasks: tasks.slice(first.tasks.length) },
    awakeCpu: tenth(after.TaskDuration - cpu.TaskDuration),
    files: awake.map(({ url, bytes, purpose }) => `${url} ${bytes} ${purpose}`.trim()),
  }
}

/** Page changes in one tab. */
async function measureClicks(
  browser,
  server,
  { address, saveData = false, isHovered = false, isSlow = false },
) {
  const { context, page, cdp } = await newPage(browser, { saveData })
  await page.goto(server.origin + address)
  await wake(page)
  await waitForQuiet(server.seen, 800)
  if (isSlow) await slowDown(cdp)
  const visited = [address]
  const clicks = []
  for (let turn = 0; clicks.length < CLICKS; turn++) {
    const to = await page.evaluate(markLink, { visited, turn })
    if (!to) break
    visited.push(to)
    await page.waitForTimeout(400)
    if (isHovered) await page.hover('[data-bench]')
    await waitForQuiet(server.seen, isSlow ? 800 : 400)
    server.seen.length = 0
    const before = await readCpu(cdp)
    const times = await page.evaluate(clickAndWait)
    await waitForQuiet(server.seen, 500)
    const after = await readCpu(cdp)
    const cpu = Object.fromEntries(METRICS.map(name => [name, after[name] - before[name]]))
    const own = server.seen.filter(({ purpose }) => purpose === '')
    clicks.push({ to, ...times, ...cpu, requests: own.length, files: own.map(({ url }) => url) })
  }
  await context.close()
  const over = name => summary(clicks.map(click => click[name]))
  return {
    heading: over('heading'),
    paint: over('paint'),
    requests: over('requests'),
    cpu: Object.fromEntries(METRICS.map(name => [name, over(name)])),
    clicks: clicks.map(({ to, heading, paint, requests, files }) => ({
      to,
      heading: tenth(heading),
      paint: tenth(paint),
      requests,
      files,
    })),
  }
}

const CLICK_MODES = {
  'not prefetched': { saveData: true },
  'in view': {},
  pointed: { isHovered: true },
  'slow, not prefetched': { saveData: true, isSlow: true },
  'slow, pointed': { isHovered: true, isSlow: true },
}

async function measureLoads(browser, server, address) {
  const result = {}
  for (const isSlow of [false, true]) {
    const runs = []
    for (let run = 0; run < RUNS; run++) runs.push(await measureLoad(browser, server, { address, isSlow }))
    const over = pick => summary(runs.map(pick))
    result[isSlow ? 'slow' : 'fast'] = {
      still: runs[0].still,
      awake: runs[0].awake,
      paint: over(run => run.paint),
      cpu: over(run => run.cpu),
      ready: over(run => run.awake.ready),
      awakeCpu: over(run => run.awakeCpu),
      longestTask: over(run => Math.max(0, ...run.still.longTasks)),
      longestTaskAwake: over(run => Math.max(0, ...run.awake.longTasks)),
      files: runs[0].files,
    }
  }
  return result
}

const site = buildSite(positionals[0])
const server = await serve(site.folder)
const launch = async () => chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGUMENTS })
const result = { site: site.name, page: values.page, loads: {}, clicks: {} }
try {
  const wants = part => values.only === '' || values.only.split(',').includes(part)
  if (wants('load')) {
    for (const address of new Set([values.page, '/api/wrapper/'])) {
      const browser = await launch()
      result.loads[address] = await measureLoads(browser, server, address)
      await browser.close()
      for (const [kind, load] of Object.entries(result.loads[address])) {
        const { still, awake } = load
        console.log(
          `${address} ${kind}: still ${still.kb} KB (${still.scriptKb} script), awake ${awake.kb} KB (${awake.scriptKb} script), ` +
            `first paint ${load.paint.median}, CPU ${load.cpu.median} + ${load.awakeCpu.median}, ready ${load.ready.median}, ` +
            `longest task ${load.longestTask.median} / ${load.longestTaskAwake.median}`,
        )
      }
    }
  }
  if (wants('click')) {
    for (const [mode, options] of Object.entries(CLICK_MODES)) {
      const browser = await launch()
      const clicks = await measureClicks(browser, server, { address: values.page, ...options })
      await browser.close()
      result.clicks[mode] = clicks
      const { heading, paint, requests, cpu } = clicks
      console.log(
        `click, ${mode}: heading ${heading.median} (${heading.min}–${heading.max}), paint ${paint.median}, ` +
          `requests ${requests.median}, CPU ${cpu.TaskDuration.median} (script ${cpu.ScriptDuration.median}, style ${cpu.RecalcStyleDuration.median}, layout ${cpu.LayoutDuration.median})`,
      )
    }
  }
  storeResult('reader', result)
} finally {
  server.close()
  site.remove()
}
