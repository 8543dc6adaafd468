import { link, copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BuildManifest } from './build-manifest.ts'
import type { Staging } from './staging.ts'

/**
 * Carries the hashed files of the previous builds into the new one, so that a tab of an older version can still load
 * its chunks (W-KEEP). Returns the generations that are kept, newest first, at most `generations`. `folders`: those in which
 * other sites lie, `1.x/`.
 */
export async function keepAssets(
  outDir: string,
  staging: Staging,
  previous: BuildManifest | undefined,
  { generations, folders = [] }: { generations: number; folders?: readonly string[] },
): Promise<string[][]> {
  if (!previous || generations === 0) return []
  const last = Object.keys(previous.files).filter(name =>
    ['', ...folders].some(folder => name.startsWith(folder) && isHashed(name.slice(folder.length))),
  )
  const candidates = [last, ...previous.kept]
  const seen = new Set(staging.written.keys())
  const kept: string[][] = []
  for (const generation of candidates) {
    const files = generation.filter(name => !seen.has(name)).toSorted()
    for (const name of files) seen.add(name)
    // A build that changed nothing must not push an older generation out.
    if (files.length > 0 && kept.length < generations) kept.push(await carry(outDir, staging.folder, files))
  }
  return kept
}

/** Only names with a content hash are safe to keep: their content never changes. */
function isHashed(name: string): boolean {
  return /^(?:assets|offline)\/.+\.[0-9A-Za-z]{8,}\.\w+(?:\.(?:br|gz|zst))?$/.test(name)
}

async function carry(outDir: string, folder: string, files: readonly string[]): Promise<string[]> {
  const carried: string[] = []
  for (const name of files) {
    const target = path.join(folder, name)
    await mkdir(path.dirname(target), { recursive: true })
    const source = path.join(outDir, name)
    const done = await link(source, target).then(
      () => true,
      () =>
        copyFile(source, target).then(
          () => true,
          () => false,
        ),
    )
    if (done) carried.push(name)
  }
  return carried
}
