import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ManifestTransform } from 'workbox-build'
// Not the package's entry, which loads a bundler and a compiler besides.
import { getFileManifestEntries as getManifest } from 'workbox-build/build/lib/get-file-manifest-entries.js'
import type { CoreEntry } from '../schema/offline.ts'
import { fileAddress } from '../shared/addresses.ts'
import { integrityOf } from './integrity.ts'

/** Largest script or style; a larger one is a mistake of the build and stops it. */
const LARGEST = 5_000_000
/** Names with a content hash need no revision: `assets/js/app.1a2b3c4d.js`. */
const HASHED_NAME = /^assets\/(?:js|css)\/.+\.[0-9a-zA-Z]{8,}\.\w+$/

/** What is asked for: files of a folder, and the base of the site. */
interface Question {
  files: readonly string[]
  /** Absolute. */
  folder: string
  base: string
}

/** Lists files with their integrity, as workbox-build does. A module of its own, because it takes long to load. */
export async function askWorkbox({
  files,
  folder,
  base,
}: Question): Promise<{ entries: CoreEntry[]; warnings: string[] }> {
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

/** workbox-build lists in the order of the file system; the manifest is the same everywhere. */
function addIntegrity(folder: string): ManifestTransform {
  return async entries => {
    const sorted = entries.toSorted((a, b) => (a.url < b.url ? -1 : 1))
    // One file at a time is open.
    const manifest = sorted.map(entry => {
      return { ...entry, integrity: integrityOf(readFileSync(path.join(folder, entry.url))) }
    })
    return { manifest }
  }
}

function escapeGlob(file: string): string {
  return file.replace(/[\\*?[\]{}()!+@]/g, '\\$&')
}
