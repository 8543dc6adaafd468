import { createHash } from 'node:crypto'
import path from 'node:path'
import { readFileSync } from 'node:fs'
import { hashData } from '../lib/hash.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { CoreEntry } from '../shared/offline.ts'
import { coreFiles, type Written } from './groups.ts'
import { type Damage, readStored, writeStored } from '../cache/store.ts'
import { fileAddress } from '../shared/addresses.ts'

/** Largest script or style; a larger one is a mistake of the build and stops it. */
const LARGEST = 5_000_000
/** Names with a content hash need no revision: `assets/js/app.1a2b3c4d.js`. */
const HASHED_NAME = /^assets\/(?:js|css)\/.+\.[0-9a-zA-Z]{8,}\.\w+$/

export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

export interface CoreInput {
  config: SiteConfig
  written: Written
  folder: string
  cacheDir: string
  damage?: Damage
}

export interface Core {
  files: string[]
  entries: CoreEntry[]
  findings: Finding[]
}

/** The precache manifest, by workbox-build, which is loaded only when the list changed. Its warnings are errors here. */
export async function createCore({ config, written, folder, cacheDir, damage }: CoreInput): Promise<Core> {
  const { base, offline } = config
  const files = typeof offline === 'object' ? coreFiles(config, written, offline.maxFileSize) : []
  if (files.length === 0) return { files, entries: [], findings: [] }
  const key = hashData([base, files.map(file => [file, written.get(file)?.hash ?? ''])])
  const stored = path.join(cacheDir, 'offline/core.json')
  const known = JSON.parse(readStored(stored, damage) ?? '{}') as {
    key?: string
    entries?: CoreEntry[]
  }
  if (known.key === key && known.entries) return { files, entries: known.entries, findings: [] }

  const { default: workbox } = await import('workbox-build')
  const { manifestEntries, warnings = [] } = await workbox.getManifest({
    globDirectory: folder,
    // The names alone, as patterns.
    globPatterns: files.map(file => file.replace(/[\\*?[\]{}()!+@]/g, '\\$&')),
    globFollow: false,
    dontCacheBustURLsMatching: HASHED_NAME,
    maximumFileSizeToCacheInBytes: LARGEST,
  })
  // workbox-build lists in the order of the file system; the manifest is the same everywhere.
  const sorted = manifestEntries.toSorted((a, b) => (a.url < b.url ? -1 : 1))
  const entries = sorted.map(({ url, revision }): CoreEntry => ({
    url: fileAddress(base, url),
    integrity: integrityOf(readFileSync(path.join(folder, url))),
    immutable: revision === null,
  }))
  const findings = warnings.map((message): Finding => {
    return { rule: 'offline/manifest', severity: 'error', message: message.trim() }
  })
  if (findings.length === 0) writeStored(stored, JSON.stringify({ key, entries }))
  return { files, entries, findings }
}
