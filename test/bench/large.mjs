/**
 * What a large site costs: time, memory and output of its cold build, and what a reader fetches until the first page change is
 * done, beside a site of usual size: `node test/bench/large.mjs [--languages 5] [--pages 74,1600,6000] [--folder DIR]`, pages of
 * each language. Bytes that readers fetch are compressed bodies. Needs `npm run compile`.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { machine, measure, option } from './measure.mjs'
import { CHROMIUM_ARGUMENTS, findChromium, serve, waitForQuiet } from './reader-site.mjs'
import { storeResult, workFolder } from './results.mjs'
import { generateSite } from './sites.mjs'

const PROGRAM = path.resolve(import.meta.dirname, '../../bin/docsgen.js')
const LANGUAGES = ['en-US', 'zh-CN', 'fr', 'ru', 'pt']
const languages = LANGUAGES.slice(0, Number(option('languages', 5)))
const counts = String(option('pages', '74,1600,6000')).split(',').map(Number)
const folder = path.join(workFolder(), 'large')

const before = machine()
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGUMENTS })
const found = {}
try {
  for (const count of counts) {
    const site = path.join(folder, String(count))
    generateSite(site, count, languages)
    const { wall, cpu, peak } = await measure(process.execPath, [PROGRAM, 'build', '--silent'], { cwd: site })
    const output = sizes(path.join(site, 'dist'))
    const reader = await read(path.join(site, 'dist'))
    found[count * languages.length] = { wall, cpu, peak: Math.round(peak), output, reader }
    console.log(count * languages.length, JSON.stringify(found[count * languages.length]))
    rmSync(site, { recursive: true, force: true })
  }
  storeResult('large', { machine: before, languages: languages.length, results: found })
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Files and bytes of an output by what they are for. */
function sizes(dist) {
  const kinds = {}
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(dist, file)
    const kind = name.endsWith('.html')
      ? 'documents'
      : (/^(?:assets\/\w+|offline)/.exec(name)?.[0] ?? 'other')
    const known = (kinds[kind] ??= { files: 0, bytes: 0 })
    known.files += 1
    known.bytes += statSync(file).size
  }
  return kinds
}

/** Bytes and requests of a first visit, and until the first page change is done, with and without those of its lists. */
async function read(dist) {
  const { origin, seen, close } = await serve(dist)
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.goto(`${origin}/part-0/page-1.html`)
    await waitForQuiet(seen)
    const first = total(seen)
    await page.mouse.move(600, 400)
    await page.mouse.move(700, 500)
    await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
    await waitForQuiet(seen)
    const heading = await page.locator('h1').textContent()
    await page.locator('.content a[href^="/"]').first().click()
    await page.waitForFunction(title => document.querySelector('h1')?.textContent !== title, heading)
    await waitForQuiet(seen)
    const lists = seen.filter(({ url }) => url.startsWith('/assets/locales/'))
    return { first, changed: total(seen), lists: total(lists) }
  } finally {
    await context.close()
    close()
  }
}

function total(seen) {
  return { requests: seen.length, bytes: seen.reduce((sum, { bytes }) => sum + bytes, 0) }
}
