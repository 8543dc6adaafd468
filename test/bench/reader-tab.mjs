/** What a reader of any generator's site waits for, in one tab of Chromium: a first load, page changes. */
import { slowDown, summary, tenth, waitForQuiet, withoutIcon } from './reader-site.mjs'

/** Runs in every document before its own scripts: notes long tasks, and the heading that a click leads to. */
function observe() {
  const tasks = []
  Object.assign(self, { benchTasks: tasks })
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  const now = () => performance.timeOrigin + performance.now()
  const heading = () => document.querySelector('main h1, h1')?.textContent?.trim() ?? ''
  Object.assign(self, { benchNow: now, benchHeading: heading })
  const look = () => {
    const click = JSON.parse(sessionStorage.getItem('bench-click') ?? 'null')
    if (!click || heading() === '' || heading() === click.heading) return
    sessionStorage.removeItem('bench-click')
    const time = now() - click.start
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => self['benchArrived']({ heading: time, paint: now() - click.start })
      channel.port2.postMessage(0)
    })
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Runs in the page: clicks the marked link, and leaves a note for the document that shows its heading. */
function click() {
  const note = { heading: self['benchHeading'](), start: self['benchNow']() }
  sessionStorage.setItem('bench-click', JSON.stringify(note))
  const link = /** @type {HTMLElement} */ (document.querySelector('[data-bench]'))
  link.click()
}

/** Runs in the page: marks the next link beside the page, first those of its own folder; tells where it leads. */
function markLink({ visited, folder }) {
  const plain = pathname => pathname.replace(/\/$|\.html$/g, '').toLowerCase()
  const isNew = link =>
    link.origin === location.origin &&
    link.hash === '' &&
    link.target === '' &&
    link.pathname !== '/' &&
    !visited.includes(plain(link.pathname)) &&
    !/^\/(zh|zh-CN|ja|ru|fr|pt)(\/|$)/.test(link.pathname) &&
    link.getClientRects().length > 0
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const anchors = document.querySelectorAll('aside a[href], .sidebar a[href], nav a[href]')
  const links = [...anchors].filter(isNew)
  const link = links.find(({ pathname }) => plain(pathname).startsWith(folder)) ?? links[0]
  for (const old of document.querySelectorAll('[data-bench]')) old.removeAttribute('data-bench')
  link?.setAttribute('data-bench', '')
  link?.scrollIntoView({ block: 'center' })
  return link && plain(link.pathname)
}

async function openTab(browser, { hasWorker }) {
  const context = await browser.newContext({
    viewport: { width: 1350, height: 940 },
    // What a worker saves would answer instead of the network.
    serviceWorkers: hasWorker ? 'allow' : 'block',
  })
  const page = await context.newPage()
  await page.addInitScript(observe)
  return { context, page, cdp: await context.newCDPSession(page) }
}

/** One first visit with an empty cache, the reader still, until the network is idle: bytes, scripts, paint, long tasks. */
export async function measureFirstLoad(browser, server, { address, isSlow }) {
  const { context, page, cdp } = await openTab(browser, { hasWorker: true })
  if (isSlow) await slowDown(cdp)
  server.seen.length = 0
  await page.goto(server.origin + address, { waitUntil: 'load', timeout: 60_000 })
  await waitForQuiet(server.seen)
  const seen = await withoutIcon(page, [...server.seen])
  const found = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    tasks: self['benchTasks'],
  }))
  await context.close()
  const kilobytes = list => tenth(list.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)
  return {
    requests: seen.length,
    kb: kilobytes(seen),
    scriptKb: kilobytes(seen.filter(({ type }) => type.startsWith('text/javascript'))),
    paint: found.paint,
    longTasks: found.tasks.length,
    longestTask: Math.max(0, ...found.tasks),
  }
}

/** Clicks through a site by the links beside its pages. Milliseconds from each click to the new heading, and requests. */
export async function measurePageChanges(browser, server, { address, isSlow, count }) {
  const { context, page, cdp } = await openTab(browser, { hasWorker: false })
  /** @type {(times: object) => void} */
  let arrived = () => {}
  await page.exposeFunction('benchArrived', times => arrived(times))
  await page.goto(server.origin + address, { waitUntil: 'load' })
  // A reader who clicks has moved the pointer before.
  await page.mouse.move(700, 500)
  await page.mouse.move(705, 505)
  await waitForQuiet(server.seen, 1500)
  if (isSlow) await slowDown(cdp)
  const visited = [address.replace(/\/$|\.html$/g, '')]
  const folder = `${visited[0].split('/').slice(0, -1).join('/')}/`
  const clicks = []
  while (clicks.length < count) {
    const to = await page.evaluate(markLink, { visited, folder })
    if (!to) break
    visited.push(to)
    await page.waitForTimeout(300)
    await waitForQuiet(server.seen, isSlow ? 900 : 400, 8000)
    server.seen.length = 0
    const times = await withLimit(
      new Promise(resolve => {
        arrived = resolve
        page.evaluate(click).catch(() => {})
      }),
      to,
    )
    await page.waitForLoadState()
    await waitForQuiet(server.seen, 500, 8000)
    clicks.push({ to, ...times, requests: server.seen.filter(({ purpose }) => purpose === '').length })
  }
  await context.close()
  if (clicks.length === 0) throw new Error(`There is no link to click on ${address}.`)
  const over = name => summary(clicks.map(each => each[name]))
  return { heading: over('heading'), paint: over('paint'), requests: over('requests') }
}

const LIMIT = 20_000

function withLimit(promise, to) {
  const limit = new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`No new heading after the click on ${to}.`)), LIMIT).unref()
  })
  return Promise.race([promise, limit])
}
