/** Old versions of a site on the line of the current one. Most sites have none: what makes them is not loaded for those. */
import { Clock } from '../lib/clock.ts'
import type { Staging } from '../render/staging.ts'
import type { Progress } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'
import type { Site } from '../schema/site.ts'
import type { Session } from '../cache/workers/session.ts'
import type { LoadedVersion, loadVersions } from './load-versions.ts'
import type { LoadedSite } from './load.ts'

interface OldVersionOptions {
  configFile?: string | undefined
  /** Leaves out old versions that cannot be read. */
  skipBrokenVersions?: boolean | undefined
  progress?: Progress | undefined
}

/** Old versions of the site that is loaded. */
export async function loadOldVersions(
  session: Session,
  loaded: LoadedSite,
  { configFile, skipBrokenVersions: skipBroken, progress }: OldVersionOptions,
): ReturnType<typeof loadVersions> {
  if (loaded.site.config.versions.length === 0) return { versions: [], findings: [], usage: false }
  const clock = new Clock(loaded.times, progress)
  const steps = await import('./load-versions.ts')
  const read = await steps.loadVersions(session, loaded, { configFile, skipBroken })
  clock.lap('versions')
  return read
}

/** Writes the old versions below their paths. */
export async function emitOldVersions(
  versions: readonly LoadedVersion[],
  { staging, clock, current }: { staging: Staging; clock: Clock; current: Site },
): Promise<Finding[]> {
  if (versions.length === 0) return []
  const { emitVersion } = await import('./emit-version.ts')
  const found: Finding[] = []
  for (const version of versions) found.push(...(await emitVersion(version, staging, current)))
  clock.lap('old versions')
  return found
}
