/** A built site, a server with brotli, Chromium and small statistics: shared by the benchmarks of reading. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { median, PROGRAM } from './measure.mjs'
import { copyCorpus } from './sites.mjs'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Builds the `corpus` next to the project or the project's `own` site. */
export function buildSite(wanted = 'corpus') {
  const root = mkdtempSync(path.join(tmpdir(), 'docsgen-reader-'))
  const folder = path.join(root, 'dist')
  const site = wanted === 'corpus' ? path.join(root, 'site') : path.resolve(import.meta.dirname, '../..')
  if (wanted === 'corpus') copyCorpus(site)
  execFileSync(process.execPath, [PROGRAM, 'build', site, '--out-dir', folder, '--silent'], {
    stdio: 'inherit',
  })
  return { folder, remove: () => rmSync(root, { recursive: true, force: true }) }
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
}
/** Types that hosts don't compress. */
const BINARY = new Set(['.png'])

/** Serves a folder with brotli and notes every request. */
export async function serve(folder) {
  const seen = []
  const files = new Map()
  const server = createServer((request, response) => {
    const pathname = decodeURIComponent(request.url.replace(/[?#].*/, ''))
    const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
    const isFound = file.startsWith(folder) && existsSync(file) && statSync(file).isFile()
    const { type, body, encoding } = readFile(files, isFound ? file : path.join(folder, '404.html'))
    const purpose = request.headers['sec-purpose'] ?? ''
    const destination = request.headers['sec-fetch-dest'] ?? ''
    seen.push({ url: request.url, bytes: body.length, type, purpose, destination, time: performance.now() })
    response.writeHead(isFound ? 200 : 404, {
      'content-type': type,
      'content-length': body.length,
      'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...encoding,
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

function readFile(files, file) {
  const known = files.get(file)
  if (known) return known
  const extension = path.extname(file)
  const raw = readFileSync(file)
  const isCompressed = !BINARY.has(extension) && raw.length > 200
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
  const entry = {
    type: TYPES[extension] ?? 'application/octet-stream',
    body: isCompressed ? brotliCompressSync(raw, { params }) : raw,
    encoding: isCompressed ? { 'content-encoding': 'br' } : {},
  }
  files.set(file, entry)
  return entry
}

/** Waits until no request has come for `quiet` milliseconds, at most 15 seconds. */
export async function waitForQuiet(seen, quiet = 1500) {
  const start = performance.now()
  while (performance.now() - start < 15_000) {
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

/** Slow 4G and a processor four times slower, from now on. */
export async function slowDown(cdp) {
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 209_715,
    uploadThroughput: 96_000,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Median, smallest and largest of some numbers, to a tenth. */
export function summary(values) {
  const tenth = value => Math.round(value * 10) / 10
  return {
    median: tenth(median(values)),
    min: tenth(Math.min(...values)),
    max: tenth(Math.max(...values)),
    runs: values.length,
  }
}
