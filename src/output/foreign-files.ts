import { mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '../lib/files.ts'
import { BUILD_MANIFEST, readBuildManifest } from './build-manifest.ts'

/**
 * Moves what docsgen did not write from the previous output to the new one: everything that is not in the previous
 * build's manifest (R-ATOM-5). A file of the new build wins over a foreign file of the same name.
 */
export async function carryForeignFiles(old: string, outDir: string): Promise<void> {
  const manifest = await readBuildManifest(old)
  const own = new Set([
    BUILD_MANIFEST,
    ...Object.keys(manifest?.files ?? {}),
    ...(manifest?.kept.flat() ?? []),
  ])
  await visit('')

  async function visit(relative: string): Promise<void> {
    for (const entry of await readdir(path.join(old, relative), { withFileTypes: true })) {
      const name = relative ? `${relative}/${entry.name}` : entry.name
      if (own.has(name)) continue
      const target = path.join(outDir, name)
      // A folder that the new build has too is merged; `.git` and the like move as a whole.
      if (entry.isDirectory() && ((await exists(target)) || hasOwn(name))) await visit(name)
      else if (!(await exists(target))) {
        await mkdir(path.dirname(target), { recursive: true })
        await rename(path.join(old, name), target)
      }
    }
  }

  function hasOwn(folder: string): boolean {
    return [...own].some(name => name.startsWith(`${folder}/`))
  }
}
