import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ManifestTransform } from 'workbox-build'
import { hashData } from '../lib/hash.ts'
import type { Finding } from '../schema/finding.ts'
import type { CoreEntry } from '../schema/offline.ts'
import { fileAddress } from './addresses.ts'
import type { Written } from './group-files.ts'
import { integrityOf } from './integrity.ts'
import { type Damage, readStored, writeStored } from '../lib/stored.ts'

/** Largest script or style; a larger one is a mistake of the build and stops it. */
const LARGEST = 5_000_000
/** Names with a content hash need no revision: `assets/js/app.1a2b3c4d.js`. */
const HASHED_NAME = /^assets\/(?:js|css)\/.+\.[0-9a-zA-Z]{8,}\.\w+$/

export interface CoreInput {
  /** Files of the core, sorted. */
  files: readonly string[]
  /** Absolute folder that holds them. */
  folder: string
  written: Written
  base: string
  cacheDir: string
  damage?: Damage
}

/**
 * The precache manifest, made by workbox-build: sorted, with `sha384` integrity. It is loaded only when the list
 * changed since the last build. Its warnings (a missing or too large file) are errors here.
 */
export async function createCoreManifest(
  input: CoreInput,
): Promise<{ entries: CoreEntry[]; findings: Finding[] }> {
  const { files, written, base, cacheDir, damage } = input
  if (files.length === 0) return { entries: [], findings: [] }
  const key = hashData([base, files.map(file => [file, written.get(file)?.hash ?? ''])])
  const stored = path.join(cacheDir, 'core.json')
  const known = JSON.parse((await readStored(stored, damage)) ?? '{}') as {
    key?: string
    entries?: CoreEntry[]
  }
  if (known.key === key && known.entries) return { entries: known.entries, findings: [] }

  const { entries, warnings } = await askWorkbox(input)
  const findings = warnings.map((message): Finding => {
    return { rule: 'offline/manifest', severity: 'error', message: message.trim() }
  })
  if (findings.length === 0) await writeStored(stored, JSON.stringify({ key, entries }))
  return { entries, findings }
}

async function askWorkbox({ files, folder, base }: CoreInput) {
  // Not the package's entry, which loads a bundler and a compiler besides.
  const { getManifest } = await import('workbox-build/build/get-manifest.js')
  const { manifestEntries, warnings } = await getManifest({
    globDirectory: folder,
    globPatterns: files.map(escapeGlob),
    globFollow: false,
    dontCacheBustURLsMatching: HASHED_NAME,
    maximumFileSizeToCacheInBytes: LARGEST,
    manifestTransforms: [addIntegrity(folder)],
  })
  const entries = manifestEntries.map(({ url, revision, integrity = '' }): CoreEntry => ({
    url: fileAddress(base, url),
    integrity,
    immutable: revision === null,
  }))
  return { entries, warnings: warnings ?? [] }
}

/** workbox-build lists in the order of the file system; the manifest is the same everywhere (R-DET). */
function addIntegrity(folder: string): ManifestTransform {
  return async entries => {
    const sorted = entries.toSorted((a, b) => (a.url < b.url ? -1 : 1))
    // One file at a time is open (R-FD-1).
    const manifest = sorted.map(entry => {
      return { ...entry, integrity: integrityOf(readFileSync(path.join(folder, entry.url))) }
    })
    return { manifest }
  }
}

function escapeGlob(file: string): string {
  return file.replace(/[\\*?[\]{}()!+@]/g, '\\$&')
}
