import { BUILD_MANIFEST, createBuildManifest, readBuildManifest } from '../render/build-manifest.ts'
import { keepAssets } from '../render/keep-assets.ts'
import type { Staging } from '../render/staging.ts'
import type { Site } from '../schema/site.ts'
import type { LoadedVersion } from './load-versions.ts'

interface ManifestTarget {
  staging: Staging
  versions: readonly LoadedVersion[]
  /** Absolute output folder. */
  outDir: string
}

/** Files of earlier builds that readers may still ask for, and the list of all files: the last one that is written. */
export async function emitManifest(
  { config: { offline } }: Site,
  { staging, versions, outDir }: ManifestTarget,
): Promise<void> {
  const previous = await readBuildManifest(outDir)
  const generations = typeof offline === 'object' ? offline.keepAssets : 0
  const folders = versions.map(({ version }) => version.path.slice(1))
  const kept = await keepAssets(outDir, staging, previous, { generations, folders })
  await staging.write({
    path: BUILD_MANIFEST,
    content: JSON.stringify(createBuildManifest(staging.written, kept)),
  })
}
