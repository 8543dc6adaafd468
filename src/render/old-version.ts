import { withBase, documentPath, safeDecode } from '../shared/addresses.ts'
import { allDone } from '../lib/process.ts'
import { emitRedirects, renderRedirect, writeMissing } from './redirects.ts'
import { type Staging, stagingBelow } from './files/staging.ts'
import type { Finding } from '../schema/finding.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Site } from '../schema/site.ts'
import { emitForMachines } from './machine-files.ts'
import { emitLocales } from './locale-files.ts'
import { emitNotFound, emitPages } from './pages.ts'
import { emitPluginFiles, emitStaticFiles } from './static-files.ts'
import { type LoadedVersion, nameErrors } from '../versions.ts'
import { createCore } from '../offline/precache.ts'
import { emitOffline } from './offline.ts'
import { indexPages } from './search-index.ts'

/** Writes an old version as a site of its own below its path, without what hosts read, which is one for all versions. */
export async function emitVersion(old: LoadedVersion, whole: Staging, current: Site): Promise<Finding[]> {
  const { session, loaded, version } = old
  const { site } = loaded
  const below = version.path.slice(1)
  const staging = stagingBelow(whole, below)
  const changed = await emitStaticFiles(loaded, staging)
  const { folder } = staging
  const { cacheDir, damage } = session
  const written = new Map(staging.written)
  const [search, pages, core, notFound] = await allDone([
    indexPages(session, loaded, staging.write),
    emitPages(session, loaded, staging),
    createCore({ config: site.config, folder, written, cacheDir, damage }),
    emitNotFound(session, loaded, staging),
    emitForMachines(loaded, staging),
  ])
  await emitLocales(loaded, staging, { chunks: pages.chunks, search })
  await emitRedirects(site, staging)
  const added = await emitPluginFiles(session, loaded, staging)
  const offline = await emitOffline(session, site, { staging, core, entries: pages.entries })
  for (const [name, file] of staging.written) whole.note(below + name, file)
  await writeMissing(whole, splatDocuments(current, old))
  return nameErrors([...changed, ...pages.findings, ...notFound, ...added.findings, ...offline], old)
}

/** Documents for the addresses that the current site leads to pages of the version by `*`: not every server knows rules. */
function splatDocuments({ config, redirects }: Site, { version, loaded }: LoadedVersion): OutputFile[] {
  const { pages, fallbacks } = loaded.site
  const addresses = [...pages, ...fallbacks].map(({ record }) => version.path.slice(0, -1) + record.path)
  return redirects.flatMap(({ from, to }) => {
    const [start = '', end] = safeDecode(to).split(':splat')
    if (!from.endsWith('*') || end !== '') return []
    const reached = addresses.filter(address => safeDecode(address).startsWith(start))
    return reached.map(address => ({
      path: documentPath(from.slice(0, -1) + safeDecode(address).slice(start.length)),
      content: renderRedirect(withBase(config.base, address), config),
    }))
  })
}
