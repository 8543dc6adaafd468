/** What the benchmarks of reading share: a built site, a server with brotli, Chromium, small statistics. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const project = path.resolve(import.meta.dirname, '../..')
const corpus = path.resolve(project, '../shared/corpus/vue-test-utils')
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Builds the corpus that stands beside the project, or the project's own site: in its absence, and for `own`.
 * A path to a built site is taken as it is.
 */
export function buildSite(wanted = 'corpus') {
  if (existsSync(path.join(wanted, 'index.html'))) {
    return {
      name: path.basename(path.dirname(path.resolve(wanted))),
      folder: path.resolve(wanted),
      remove: () => {},
    }
  }
  const root = mkdtempSync(path.join(tmpdir(), 'docsgen-reader-'))
  const remove = () => rmSync(root, { recursive: true, force: true })
  const program = path.join(project, 'bin/docsgen.js')
  const folder = path.join(root, 'dist')
  if (wanted === 'corpus' && existsSync(corpus)) {
    cpSync(corpus, root, { recursive: true })
    cpSync(path.join(project, 'test/corpus/vue-test-utils.config.ts'), path.join(root, 'site.config.ts'))
    // Its configuration names a style sheet that the corpus lacks.
    writeFileSync(path.join(root, 'public/vueschool.css'), '/* Rules of the site. */\n')
    execFileSync(process.execPath, [program, 'build', root, '--silent'], { stdio: 'inherit' })
    return { name: 'corpus', folder, remove }
  }
  const options = ['build', project, '--out-dir', folder, '--silent']
  execFileSync(process.execPath, [program, ...options], { stdio: 'inherit' })
  return { name: 'own', folder, remove }
}

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}
/** What hosts compress. */
const TEXT = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.txt', '.xml'])
/** Files with a hash in their name, as docsgen and its peers write them. */
const HASHED = /^\/(?:assets|_astro|static|pagefind)\/.*[.-][0-9A-Za-z_-]{8,10}\.\w+$/

/** Browsers ask for it whenever the address changes: kept for a day, as the host files of docsgen say, of all programs. */
const ICON = /^\/favicon\.\w+$/

function cachingOf(pathname) {
  if (HASHED.test(pathname)) return 'public, max-age=31536000, immutable'
  return ICON.test(pathname) ? 'public, max-age=86400' : 'no-cache'
}

/** Serves a folder with brotli (compressed once, before anything is timed) and notes every request. */
export async function serve(folder) {
  const seen = []
  const files = new Map()
  compressAll(folder, files)
  const server = createServer((request, response) => {
    const pathname = decodeURIComponent(request.url.replace(/[?#].*/, ''))
    const found = findFile(folder, pathname)
    const { type, body, isCompressed } = readFile(files, found ?? path.join(folder, '404.html'))
    const purpose = request.headers['sec-purpose'] ?? ''
    const destination = request.headers['sec-fetch-dest'] ?? ''
    seen.push({ url: request.url, bytes: body.length, type, purpose, destination, time: performance.now() })
    response.writeHead(found ? 200 : 404, {
      'content-type': type,
      'content-length': body.length,
      'cache-control': cachingOf(pathname),
      ...(isCompressed ? { 'content-encoding': 'br' } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  await new Promise(resolve => server.listen(0, 'localhost', () => resolve(undefined)))
  return {
    origin: `http://localhost:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`,
    seen,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Search indexes apart, nothing that a page loads is larger. */
const LARGE = 2_000_000

function compressAll(folder, files) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile() && TEXT.has(path.extname(file)) && statSync(file).size < LARGE) readFile(files, file)
  }
}

function findFile(folder, pathname) {
  const names = pathname.endsWith('/')
    ? [`${pathname}index.html`]
    : [pathname, `${pathname}.html`, `${pathname}/index.html`]
  return names
    .map(name => path.join(folder, name))
    .find(file => file.startsWith(folder) && existsSync(file) && statSync(file).isFile())
}

function readFile(files, file) {
  const known = files.get(file)
  if (known) return known
  const extension = path.extname(file)
  const raw = readFileSync(file)
  const isCompressed = TEXT.has(extension) && raw.length > 200
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
  const body = isCompressed ? brotliCompressSync(raw, { params }) : raw
  const entry = { type: TYPES[extension] ?? 'application/octet-stream', body, isCompressed }
  files.set(file, entry)
  return entry
}

/** Waits until no request has come for a while, both in milliseconds. */
export async function waitForQuiet(seen, quiet = 1500, limit = 15_000) {
  const start = performance.now()
  while (performance.now() - start < limit) {
    const last = Math.max(start, seen.at(-1)?.time ?? 0)
    if (performance.now() - last > quiet) return
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

/** The Chromium that `DOCSGEN_CHROMIUM` names, an installed one, or that of the development dependencies. */
export async function findChromium() {
  const named = process.env.DOCSGEN_CHROMIUM ?? INSTALLED.find(file => existsSync(file))
  return named ?? (await (await import('@sparticuz/chromium')).default.executablePath())
}

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
]

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 209_715, uploadThroughput: 96_000 }
const SLOW_PROCESSOR = 4

/** Slow 4G and a processor four times slower, from now on. */
export async function slowDown(cdp) {
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR })
}

/** Median, smallest and largest of some numbers, to a tenth. */
export function summary(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return { median: tenth(median), min: tenth(sorted[0]), max: tenth(sorted.at(-1)), runs: sorted.length }
}

export function tenth(value) {
  return value === undefined ? undefined : Math.round(value * 10) / 10
}

/**
 * Requests but for those of the site's icon: each site brings its own, and whether a headless browser asks for it depends on the
 * browser's version.
 */
export async function withoutIcon(page, requests) {
  const icons = await page.evaluate(() =>
    Array.from(document.querySelectorAll('link[rel~="icon"]'), link =>
      link instanceof HTMLLinkElement ? new URL(link.href).pathname : '',
    ),
  )
  const isIcon = ({ url }) => [...icons, '/favicon.ico'].includes(url.replace(/\?.*/, ''))
  return requests.filter(request => !isIcon(request))
}
