/**
 * What readers download and wait for, in Chromium: first load, the load after the first interaction, page changes, fast and on
 * slow 4G. `node test/bench/reader.mjs [--site own] [--page /api/wrapper/find.html] [--runs 3]`, after `npm run compile`.
 * Bytes are compressed bodies as the server sent them, times are milliseconds.
 */
import { chromium } from 'playwright-core'
import { option, storeResult } from './measure.mjs'
import {
  buildSite,
  CHROMIUM_ARGUMENTS,
  findChromium,
  serve,
  slowDown,
  summary,
  waitForQuiet,
} from './reader-site.mjs'

const address = option('page', '/api/wrapper/find.html')
const runs = Number(option('runs', 3))
const CLICKS = 10

/** Runs in the page before its own scripts. */
function observe() {
  const tasks = []
  Object.assign(self, { benchTasks: tasks })
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** Runs in the page: clicks the marked link and waits for another heading, then for the frame that shows it. */
function clickAndWait() {
  return new Promise(resolve => {
    const read = () => document.querySelector('h1')?.textContent
    const before = read()
    const start = performance.now()
    const observer = new MutationObserver(() => {
      if (read() === before || !read()) return
      const heading = performance.now() - start
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

/** Runs in the page: marks the next link of the sidebar to a page that was not visited and has a sidebar itself, unlike home. */
function markLink(visited) {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll('.sidebar a[href]')
  const isNew = ({ pathname }) => pathname !== '/' && !visited.includes(pathname)
  const link = [...links].find(each => isNew(each) && each.getClientRects().length > 0)
  for (const old of document.querySelectorAll('[data-bench]')) old.removeAttribute('data-bench')
  link?.setAttribute('data-bench', '')
  link?.scrollIntoView({ block: 'center' })
  return link?.pathname
}

/** A page with an empty cache; the first interaction is up to the caller. */
async function openPage({ saveData = false, hasWorker = false }) {
  const context = await browser.newContext({
    viewport: { width: 1350, height: 940 },
    // What the worker saves would answer instead of the network.
    serviceWorkers: hasWorker ? 'allow' : 'block',
  })
  const page = await context.newPage()
  await page.addInitScript(observe)
  if (saveData)
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
  return { context, page, cdp: await context.newCDPSession(page) }
}

/** Moves the pointer, twice because the first move only brings it there, and waits for the app. */
async function interact(page) {
  await page.mouse.move(600, 400)
  await page.mouse.move(700, 500)
  await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
}

/** Whether a headless browser asks for the icon depends on its version. */
const withoutIcon = () => server.seen.filter(({ url }) => !/\/favicon\./.test(url))
const kilobytes = requests => requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
const scripts = requests => requests.filter(({ type }) => type.startsWith('text/javascript'))

/** One first visit: until the network is idle with the reader still, then after the first interaction. */
async function measureLoad(isSlow) {
  const { context, page, cdp } = await openPage({ hasWorker: true })
  if (isSlow) await slowDown(cdp)
  server.seen.length = 0
  await page.goto(server.origin + address, { waitUntil: 'load' })
  await waitForQuiet(server.seen)
  const still = withoutIcon()
  const [paint, tasks] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    self['benchTasks'].length,
  ])
  const start = performance.now()
  await interact(page)
  const ready = performance.now() - start
  await page.waitForTimeout(1000)
  // The worker's own downloads are not what the reader waits for.
  const awake = withoutIcon().filter(
    ({ destination, url }) =>
      (destination !== 'empty' || url.startsWith('/assets/locales/')) && !url.startsWith('/service-worker'),
  )
  await context.close()
  return {
    requests: still.length,
    kb: kilobytes(still),
    scriptKb: kilobytes(scripts(still)),
    longTasks: tasks,
    paint,
    ready,
    requestsAfter: awake.length,
    kbAfter: kilobytes(awake),
  }
}

/** Page changes in one tab. */
async function measureClicks({ saveData = false, isHovered = false, isSlow = false }) {
  const { context, page, cdp } = await openPage({ saveData })
  await page.goto(server.origin + address)
  await interact(page)
  await waitForQuiet(server.seen, 800)
  if (isSlow) await slowDown(cdp)
  const visited = [address]
  const clicks = []
  while (clicks.length < CLICKS) {
    const to = await page.evaluate(markLink, visited)
    if (!to) break
    visited.push(to)
    await page.waitForTimeout(400)
    if (isHovered) await page.hover('[data-bench]')
    await waitForQuiet(server.seen, isSlow ? 800 : 400)
    server.seen.length = 0
    const times = await page.evaluate(clickAndWait)
    await waitForQuiet(server.seen, 500)
    clicks.push({ ...times, requests: withoutIcon().filter(({ purpose }) => purpose === '').length })
  }
  await context.close()
  return clicks
}

/** Each figure of several runs as median, smallest and largest. */
const over = list =>
  Object.fromEntries(Object.keys(list[0] ?? {}).map(name => [name, summary(list.map(each => each[name]))]))

const CLICK_MODES = {
  'not prefetched': { saveData: true },
  'in view': {},
  pointed: { isHovered: true },
  'slow, not prefetched': { saveData: true, isSlow: true },
  'slow, pointed': { isHovered: true, isSlow: true },
}

const site = buildSite(option('site', 'corpus'))
const server = await serve(site.folder)
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGUMENTS })
const result = { page: address, loads: {}, clicks: {} }
const print = (title, figures) => {
  const texts = Object.entries(figures).map(([name, { median }]) => `${name} ${median}`)
  console.log(`${title}: ${texts.join(', ')}`)
}
try {
  for (const kind of ['fast', 'slow']) {
    const loads = []
    for (let run = 0; run < runs; run += 1) loads.push(await measureLoad(kind === 'slow'))
    print(`load, ${kind}`, (result.loads[kind] = over(loads)))
  }
  for (const [mode, options] of Object.entries(CLICK_MODES))
    print(`click, ${mode}`, (result.clicks[mode] = over(await measureClicks(options))))
  storeResult('reader', result)
} finally {
  await browser.close()
  server.close()
  site.remove()
}
