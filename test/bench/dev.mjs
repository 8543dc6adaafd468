/**
 * The development server in Chromium, docsgen beside its peers in the same run: start to the first page on screen with an
 * empty and with a warm cache, and a save to the screen: `node test/bench/dev.mjs [--only vitepress] [--runs 3] [--saves 7]
 * [--folder DIR]`. Needs `npm run compile` and the corpus; peers are installed when they are first needed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { freePort, startServer, stopServer, waitForPort } from './dev-server.mjs'
import { option } from './measure.mjs'
import { prepareOwn, preparePeer } from './peer-programs.mjs'
import { CHROMIUM_ARGUMENTS, findChromium, summary } from './reader-site.mjs'
import { storeResult, workFolder } from './results.mjs'

const runs = Number(option('runs', 3))
const saves = Number(option('saves', 7))
const only = String(option('only', 'vitepress')).split(',')
const LIMIT = 120_000
/** Milliseconds that the browser has to end. */
const CLOSING = 3000

const folder = workFolder()
const programs = [
  prepareOwn(folder),
  ...only.filter(name => name !== 'none').map(name => preparePeer(folder, name)),
]
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGUMENTS })
const found = Object.fromEntries(
  programs.map(({ name }) => [name, { cold: [], warm: [], save: [], screen: [] }]),
)
try {
  for (let run = 0; run < runs; run += 1) for (const program of programs) await measureProgram(program, run)
  const results = {}
  for (const { name, version } of programs) results[name] = { version, ...print(name) }
  // Figures without a peer beside them are for whoever is at work, not for the record.
  if (programs.length > 1) storeResult('dev', { page: 'api/wrapper/find', results })
} finally {
  await Promise.race([browser.close(), new Promise(resolve => setTimeout(resolve, CLOSING))])
}
// A browser that does not end keeps nobody waiting: Playwright ends it with this process.
process.exit()

/** A start with an empty cache, one with a warm one; the second takes the saves. */
async function measureProgram(program, run) {
  const { cold, warm, save, screen } = found[program.name]
  program.clean()
  cold.push(await withServer(program, async () => {}))
  warm.push(
    await withServer(program, async page => {
      // What is left to do after the first page must not be timed with a save.
      await page.waitForTimeout(4000)
      for (let count = 0; count < (run === 0 ? saves + 1 : saves); count += 1) {
        const times = await measureSave(page, program.edited)
        // The first save of a process also loads what was never needed before.
        if (run > 0 || count > 0) {
          save.push(times.document)
          screen.push(times.screen)
        }
      }
    }),
  )
}

/** Starts the server, opens the page, works with it; returns milliseconds from start to the heading on screen. */
async function withServer(program, work) {
  const port = await freePort()
  const [command, ...args] = program.dev(String(port))
  const original = readFileSync(program.edited, 'utf8')
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } })
  const page = await context.newPage()
  await page.addInitScript(observe)
  const start = performance.now()
  const server = startServer(command, args, program)
  try {
    await waitForPort(port, LIMIT)
    await openPage(page, `http://localhost:${port}${program.page}`, start)
    const time = performance.now() - start
    await work(page)
    return time
  } finally {
    writeFileSync(program.edited, original)
    await context.close()
    await stopServer(server)
  }
}

async function openPage(page, address, start) {
  const shown = () =>
    [...document.querySelectorAll('h1')].some(
      each => each.textContent.trim() && each.getClientRects().length > 0,
    ) && new Promise(resolve => requestAnimationFrame(() => resolve(true)))
  for (;;) {
    try {
      const answer = await page.goto(address, { waitUntil: 'commit', timeout: 60_000 })
      if (answer?.status() === 200) {
        await page.waitForFunction(shown, undefined, { polling: 10, timeout: 60_000 })
        return
      }
    } catch (error) {
      if (performance.now() - start > LIMIT) throw error
    }
    if (performance.now() - start > LIMIT) throw new Error(`${address} did not come.`)
    await page.waitForTimeout(20)
  }
}

/** Runs in every document: tells when the text that the test waits for is in it, and when the frame with it is done. */
function observe() {
  const look = () => {
    const wanted = sessionStorage.getItem('bench-save')
    if (!wanted || !document.body?.textContent.includes(wanted)) return
    sessionStorage.removeItem('bench-save')
    const document_ = performance.timeOrigin + performance.now()
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      const screen = () => performance.timeOrigin + performance.now()
      channel.port1.onmessage = () =>
        Object.assign(self, { benchSaved: { document: document_, screen: screen() } })
      channel.port2.postMessage(0)
    })
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Saves the file with one more sentence; milliseconds until it is in the document and on screen. */
async function measureSave(page, file) {
  const wanted = `A new sentence at ${performance.now()}.`
  const text = `${readFileSync(file, 'utf8').trimEnd()}\n\n${wanted}\n`
  await page.evaluate(value => {
    Object.assign(self, { benchSaved: undefined })
    sessionStorage.setItem('bench-save', value)
  }, wanted)
  // The clock that the browser has, too.
  const start = performance.timeOrigin + performance.now()
  writeFileSync(file, text)
  const limit = performance.now() + 60_000
  for (;;) {
    await page.waitForTimeout(25)
    const times = await page.evaluate(() => self['benchSaved']).catch(() => undefined)
    if (times) {
      await page.waitForTimeout(700)
      return { document: times.document - start, screen: times.screen - start }
    }
    if (performance.now() > limit) throw new Error('The save did not reach the screen.')
  }
}

function print(name) {
  const result = Object.fromEntries(Object.entries(found[name]).map(([key, list]) => [key, summary(list)]))
  const { cold, warm, save, screen } = result
  console.log(
    `${name.padEnd(12)} first page ${cold.median} ms with an empty cache, ${warm.median} ms with a warm one; ` +
      `save ${save.median} ms to the document (${save.min}–${save.max}), ${screen.median} ms to the screen`,
  )
  return result
}
