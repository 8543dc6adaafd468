import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { existsNow } from '../lib/files.ts'
import { BUILD_MANIFEST, type BuildManifest } from './build-manifest.ts'

/**
 * Moves what docsgen did not write from the previous output to the new one: everything that is not in the previous
 * build's manifest (R-ATOM-5). A file of the new build wins over a foreign file of the same name. All at once: no signal
 * ends the process in the middle of it.
 */
export function carryForeignFiles(old: string, outDir: string, manifest: BuildManifest | undefined): void {
  const own = new Set([
    BUILD_MANIFEST,
    ...Object.keys(manifest?.files ?? {}),
    ...(manifest?.kept.flat() ?? []),
  ])
  visit('')

  function visit(relative: string): void {
    for (const entry of readdirSync(path.join(old, relative), { withFileTypes: true })) {
      const name = relative ? `${relative}/${entry.name}` : entry.name
      if (own.has(name)) continue
      const target = path.join(outDir, name)
      // A folder that the new build has too is merged; `.git` and the like move as a whole.
      if (entry.isDirectory() && (existsNow(target) || hasOwn(name))) visit(name)
      else if (!existsNow(target)) {
        mkdirSync(path.dirname(target), { recursive: true })
        renameSync(path.join(old, name), target)
      }
    }
  }

  function hasOwn(folder: string): boolean {
    return [...own].some(name => name.startsWith(`${folder}/`))
  }
}
