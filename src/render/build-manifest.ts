import { copyFile, link, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SiteConfig } from '../schema/config.ts'
import type { Staging } from './files/staging.ts'

/** Name of the manifest in the output: what the build wrote, so that the next one knows what is not its own. */
export const BUILD_MANIFEST = '.docsgen.json'

export interface BuildManifest {
  version: 1
  /** Path → hash of the content, sorted. */
  files: Record<string, string>
  /** Hashed files of earlier builds that were carried over: newest generation first. */
  kept: string[][]
}

/** Reads the manifest of a built site; undefined when the folder was not built by docsgen. */
export async function readBuildManifest(outDir: string): Promise<BuildManifest | undefined> {
  try {
    const manifest = JSON.parse(await readFile(path.join(outDir, BUILD_MANIFEST), 'utf8')) as BuildManifest
    return manifest.version === 1 ? manifest : undefined
  } catch {
    return undefined
  }
}

/** Writes the manifest last, and carries hashed files of earlier builds over: tabs of an older version may still load them. */
export async function emitManifest(
  { offline }: SiteConfig,
  { staging, outDir, folders }: { staging: Staging; outDir: string; folders: readonly string[] },
): Promise<void> {
  const { written } = staging
  const generations = typeof offline === 'object' ? offline.keepAssets : 0
  const previous = generations > 0 ? await readBuildManifest(outDir) : undefined
  const last = Object.keys(previous?.files ?? {}).filter(name =>
    ['', ...folders].some(folder => name.startsWith(folder) && isHashed(name.slice(folder.length))),
  )
  const seen = new Set(written.keys())
  const kept: string[][] = []
  for (const generation of previous ? [last, ...previous.kept] : []) {
    const files = generation.filter(name => !seen.has(name)).toSorted()
    for (const name of files) seen.add(name)
    // A build that changed nothing must not push an older generation out.
    if (files.length > 0 && kept.length < generations) kept.push(await carry(outDir, staging.folder, files))
  }
  const names = [...written.keys()].toSorted()
  const hashes = Object.fromEntries(names.map(name => [name, written.get(name)?.hash ?? '']))
  const manifest: BuildManifest = { version: 1, files: hashes, kept }
  await staging.write({ path: BUILD_MANIFEST, content: JSON.stringify(manifest) })
}

/** Only names with a content hash are safe to keep: their content never changes. */
function isHashed(name: string): boolean {
  return /^(?:assets|offline)\/.+\.[0-9A-Za-z]{8,}\.\w+(?:\.(?:br|gz|zst))?$/.test(name)
}

async function carry(outDir: string, folder: string, files: readonly string[]): Promise<string[]> {
  const carried: string[] = []
  for (const name of files) {
    const [source, target] = [path.join(outDir, name), path.join(folder, name)]
    await mkdir(path.dirname(target), { recursive: true })
    try {
      await link(source, target).catch(() => copyFile(source, target))
      carried.push(name)
    } catch {
      // Somebody removed it from the output.
    }
  }
  return carried
}
