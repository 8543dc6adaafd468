/**
 * The development server in Chromium: start to the first page on screen with an empty and with a warm cache, and a save to
 * the screen. `node test/bench/dev.mjs [--runs 3] [--saves 7]`, after `npm run compile`.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { option, PROGRAM, putAway, storeResult } from './measure.mjs'
import { CHROMIUM_ARGUMENTS, findChromium, summary } from './reader-site.mjs'
import { copyCorpus } from './sites.mjs'

const runs = Number(option('runs', 3))
const saves = Number(option('saves', 7))
const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-dev-'))
const site = path.join(folder, 'site')
const edited = path.join(site, 'content/api/wrapper/find.md')
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGUMENTS })
const found = { cold: [], warm: [], screen: [] }
try {
  copyCorpus(site)
  for (let run = 0; run < runs; run += 1) {
    putAway(site, ['dist', 'node_modules'])
    found.cold.push(await withServer(async () => {}))
    found.warm.push(
      await withServer(async page => {
        // What is left to do after the first page must not be timed with a save.
        await page.waitForTimeout(4000)
        for (let count = 0; count < saves; count += 1) found.screen.push(await measureSave(page))
      }),
    )
  }
  const result = Object.fromEntries(Object.entries(found).map(([key, list]) => [key, summary(list)]))
  console.log(
    `first page ${result.cold.median} ms with an empty cache, ${result.warm.median} ms with a warm one; save to screen ${result.screen.median} ms`,
  )
  storeResult('dev', { page: 'api/wrapper/find', result })
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Starts the server, opens the page, works with it; returns milliseconds from start to the heading on screen. */
async function withServer(work) {
  const page = await browser.newPage({ viewport: { width: 1350, height: 940 } })
  await page.addInitScript(observe)
  const start = performance.now()
  const server = spawn(process.execPath, [PROGRAM, 'dev', '--port', '0'], {
    cwd: site,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise(resolve => server.once('close', resolve))
  try {
    const origin = await new Promise((resolve, reject) => {
      let text = ''
      const read = data => {
        text += data
        const address = /http:\/\/localhost:\d+/.exec(text)?.[0]
        if (address) resolve(address)
      }
      server.stdout.on('data', read)
      server.stderr.on('data', read)
      server.once('close', () => reject(new Error(text)))
    })
    await page.goto(`${origin}/api/wrapper/find.html`, { waitUntil: 'commit' })
    await page.waitForSelector('h1')
    const time = performance.now() - start
    await work(page)
    return time
  } finally {
    await page.close()
    server.kill()
    await closed
  }
}

/** Runs in every document: notes when the frame with the awaited text is done. */
function observe() {
  const look = () => {
    const wanted = sessionStorage.getItem('bench-save')
    if (!wanted || !document.body?.textContent.includes(wanted)) return
    sessionStorage.removeItem('bench-save')
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () =>
        Object.assign(self, { benchSaved: performance.timeOrigin + performance.now() })
      channel.port2.postMessage(0)
    })
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Saves the file with one more sentence; returns milliseconds until it is on screen. */
async function measureSave(page) {
  const wanted = `A new sentence at ${performance.now()}.`
  const original = readFileSync(edited, 'utf8')
  await page.evaluate(value => {
    Object.assign(self, { benchSaved: undefined })
    sessionStorage.setItem('bench-save', value)
  }, wanted)
  const start = performance.timeOrigin + performance.now()
  writeFileSync(edited, `${original.trimEnd()}\n\n${wanted}\n`)
  const saved = await page.waitForFunction(() => self['benchSaved'], undefined, { polling: 25 })
  await page.waitForTimeout(700)
  return (await saved.jsonValue()) - start
}
