import { allDone } from '../lib/all-done.ts'
import { type Staging, stagingBelow } from '../output/staging.ts'
import type { Finding } from '../schema/finding.ts'
import {
  emitLocales,
  emitNotFound,
  emitPages,
  emitPluginFiles,
  emitRedirects,
  emitStaticFiles,
} from './emit.ts'
import { type LoadedVersion, nameErrors } from './load-versions.ts'
import { describeCore, emitOffline } from './offline.ts'
import { indexPages } from './search.ts'

/** Writes an old version as a site of its own below its path, without what hosts read, which is one for all versions. */
export async function emitVersion(old: LoadedVersion, whole: Staging): Promise<Finding[]> {
  const { session, loaded, version } = old
  const { site } = loaded
  const below = version.path.slice(1)
  const staging = stagingBelow(whole, below)
  await emitStaticFiles(loaded, staging)
  const { folder } = staging
  const written = new Map(staging.written)
  const [search, pages, core, notFound] = await allDone([
    indexPages(session, loaded),
    emitPages(session, loaded, staging),
    describeCore(session, site, { folder, written }),
    emitNotFound(session, loaded, staging),
  ])
  await emitLocales(loaded, staging, { chunks: pages.chunks, search })
  await emitRedirects(loaded, staging)
  const added = await emitPluginFiles(session, loaded, staging)
  const offline = await emitOffline(session, site, { staging, core, entries: pages.entries })
  for (const [name, file] of staging.written) whole.note(below + name, file)
  return nameErrors([...pages.findings, ...notFound, ...added.findings, ...offline], old)
}
