/**
 * What a large site costs: time, memory and output of its cold build, and what a reader fetches, step by step, beside a site of
 * usual size: `node test/bench/large.mjs [--languages 5] [--pages 74,1600,6000,20000] [--folder DIR]`,
 * pages of each language. Bytes that readers fetch are compressed bodies. All sites stay until the end (10 GB), for the
 * reason that README.md gives. Needs `npm run compile`.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { machine, measure, option } from './measure.mjs'
import { readLarge } from './large-reader.mjs'
import { CHROMIUM_ARGUMENTS, findChromium } from './reader-site.mjs'
import { storeResult, workFolder } from './results.mjs'
import { generateSite } from './sites.mjs'

const PROGRAM = path.resolve(import.meta.dirname, '../../bin/docsgen.js')
const LANGUAGES = ['en-US', 'zh-CN', 'fr', 'ru', 'pt']
const languages = LANGUAGES.slice(0, Number(option('languages', 5)))
const counts = String(option('pages', '74,1600,6000,20000')).split(',').map(Number)
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
    const reader = await readLarge(browser, path.join(site, 'dist'))
    found[count * languages.length] = { wall, cpu, peak: Math.round(peak), output, reader }
    console.log(count * languages.length, JSON.stringify(found[count * languages.length]))
    // What is measured is kept when a larger site cannot be built.
    storeResult('large', { machine: before, languages: languages.length, results: found })
  }
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
