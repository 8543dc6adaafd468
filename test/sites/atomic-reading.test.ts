import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { IS_FULL } from '../support/full.ts'
import { createTestSite, manyPages } from './site.ts'

const BUILDS = IS_FULL ? 20 : 3

/** Reads `index.html` and every script, style and other asset it names, again and again, 100 µs between. Posts what it saw when it is stopped. */
const READER = `
const { readFileSync } = require('node:fs')
const { createHash } = require('node:crypto')
const path = require('node:path')
const { parentPort, workerData: { folder, stop } } = require('node:worker_threads')
const hash = bytes => createHash('sha256').update(bytes).digest('hex')
const now = () => performance.timeOrigin + performance.now()
const seen = { reads: 0, documents: new Set(), assets: new Map(), windows: [], missing: [], errors: [] }

/** The bytes of a file, or undefined while there is none. */
function read(file) {
  try {
    return readFileSync(file)
  } catch (error) {
    if (error.code !== 'ENOENT') seen.errors.push(String(error))
  }
}

/** Waits while there is no site at all. */
function readHome() {
  const file = path.join(folder, 'index.html')
  let bytes = read(file)
  if (bytes) return bytes
  const start = now()
  while (!(bytes = read(file)) && now() - start < 10_000);
  seen.windows.push({ start, end: now() })
  return bytes ?? Buffer.alloc(0)
}

while (Atomics.load(stop, 0) === 0) {
  const home = readHome()
  seen.reads += 1
  seen.documents.add(hash(home))
  for (const [, name] of home.toString().matchAll(/"\\/(assets\\/[^"]+)"/g)) {
    let bytes = read(path.join(folder, name))
    if (!bytes) {
      // Either the site is between two renames just now, or the file is really not there.
      readHome()
      bytes = read(path.join(folder, name))
    }
    if (bytes) seen.assets.set(name + ' ' + hash(bytes), name)
    else seen.missing.push(name)
  }
  Atomics.wait(stop, 0, 0, 0.1)
}
parentPort.postMessage(seen)`

interface Seen {
  reads: number
  /** SHA-256 of every state of the document. */
  documents: Set<string>
  /** `name hash` → name. */
  assets: Map<string, string>
  windows: { start: number; end: number }[]
  missing: string[]
  errors: string[]
}

function startReader(folder: string): { stop(): Promise<Seen> } {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(READER, { eval: true, workerData: { folder, stop } })
  const seen = new Promise<Seen>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  return {
    stop() {
      Atomics.store(stop, 0, 1)
      return seen
    },
  }
}

const now = () => performance.timeOrigin + performance.now()

it(
  `readers see whole documents whose scripts and other files exist while the site is built ${BUILDS} times`,
  { timeout: 600_000 },
  async () => {
    const created = createTestSite(manyPages(10))
    expect((await created.run(['build'])).code).toBe(0)
    const home = path.join(created.root, 'dist/index.html')
    const documentHash = () => createHash('sha256').update(readFileSync(home)).digest('hex')
    const versions = [documentHash()]
    const assets = created.hashes('dist/assets')
    const spans: { start: number; end: number }[] = []
    const reader = startReader(path.join(created.root, 'dist'))
    for (let build = 0; build < BUILDS; build += 1) {
      // The navigation holds the title, and its file, which the document names, gets another name each time.
      created.write(
        'content/README.md',
        `# Home ${build}\n\nBuild ${build}. ${'Some more text. '.repeat(2000)}\n`,
      )
      const start = now()
      expect((await created.run(['build'])).code).toBe(0)
      spans.push({ start, end: now() })
      versions.push(documentHash())
      Object.assign(assets, created.hashes('dist/assets'))
    }
    const seen = await reader.stop()

    expect(seen.errors).toEqual([])
    expect(seen.missing).toEqual([])
    expect([...seen.documents].filter(hash => !versions.includes(hash))).toEqual([])
    for (const [entry, name] of seen.assets)
      expect(entry).toBe(`${name} ${assets[name.replace('assets/', '')]}`)
    // The document names files that change, and the reader saw more than the first and the last state.
    expect(seen.documents.size).toBeGreaterThan(2)
    expect(new Set(seen.assets.values()).size).toBeGreaterThan(3)
    for (const span of spans) {
      const during = seen.windows.filter(({ start, end }) => start < span.end && end > span.start)
      expect(during.length).toBeLessThanOrEqual(1)
    }
  },
)
