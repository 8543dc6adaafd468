import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { WrittenFiles } from '../schema/output.ts'

/** Name of the manifest in the output: what the build wrote, so that the next one knows what is not its own. */
export const BUILD_MANIFEST = '.docsgen.json'

export interface BuildManifest {
  version: 1
  /** Path → hash of the content, sorted. */
  files: Record<string, string>
  /** Hashed files of earlier builds that were carried over (W-KEEP): newest generation first. */
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

/** The manifest of what was just written. */
export function createBuildManifest(written: WrittenFiles, kept: string[][]): BuildManifest {
  const names = [...written.keys()].toSorted()
  return {
    version: 1,
    files: Object.fromEntries(names.map(name => [name, written.get(name)?.hash ?? ''])),
    kept,
  }
}
