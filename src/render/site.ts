import { createCore } from '../offline/plan.ts'
import { type Session, cacheFindings } from '../cache/workers/session.ts'
import { allDone } from '../lib/process.ts'
import type { LoadedSite } from '../load.ts'
import type { Finding } from '../schema/finding.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Site } from '../schema/site.ts'
import { documentPath, safeDecode, withBase } from '../shared/addresses.ts'
import { hasError } from '../shared/findings.ts'
import { type LoadedVersion, nameErrors } from '../versions.ts'
import { type Staging, stagingBelow } from './files/staging.ts'
import { emitLocales } from './locale-files.ts'
import { emitForMachines } from './machine-files.ts'
import { emitOffline } from './offline.ts'
import { emitNotFound, emitPages } from './pages.ts'
import { emitRedirects, renderRedirect, writeMissing } from './redirects.ts'
import { indexPages } from './search-index.ts'
import { emitPluginFiles, emitStaticFiles } from './static-files.ts'
import type { SharedSummary } from '../schema/api.ts'

interface EmitSteps {
  /** Starts looking for problems, while the threads render. */
  check?(): Promise<Finding[]>[]
  /** Writes what hosts read. */
  emitHosts(): Promise<void>
  lap?(stage: string): void
}

/** Writes a site, the current one or an old version, up to an error. `made`: file → plugin that made it. */
export async function emitSite(
  session: Session,
  loaded: LoadedSite,
  staging: Staging,
  { check = () => [], emitHosts, lap = () => undefined }: EmitSteps,
): Promise<{ findings: Finding[]; offline?: Finding[]; made: ReadonlyMap<string, string> }> {
  const changed = await emitStaticFiles(loaded, staging)
  const { config } = loaded.site
  const { folder } = staging
  const { cacheDir, damage } = session
  const written = new Map(staging.written)
  // The threads have the pages; this one does meanwhile what does not need them.
  const [search, pages, core, found, notFound] = await allDone([
    indexPages(session, loaded, staging.write),
    emitPages(session, loaded, staging),
    createCore({ config, folder, written, cacheDir, damage }),
    allDone(check()),
    emitNotFound(session, loaded, staging),
    emitForMachines(loaded, staging),
  ])
  lap('render and search')
  const findings = [...changed, ...found.flat(), ...pages.findings, ...notFound]
  if (hasError(findings)) return { findings, made: new Map() }
  await emitLocales(loaded, staging, { chunks: pages.chunks, search })
  await emitHosts()
  const added = await emitPluginFiles(session, loaded, staging)
  lap('locales and host files')
  const offline = await emitOffline(session, loaded.site, { staging, core, entries: pages.entries })
  return { findings: [...findings, ...added.findings], offline, made: added.made }
}

/** Writes an old version as a site of its own below its path, without what hosts read, which is one for all versions. */
export async function emitVersion(old: LoadedVersion, whole: Staging, current: Site): Promise<Finding[]> {
  const { session, loaded, version } = old
  const below = version.path.slice(1)
  const staging = stagingBelow(whole, below)
  const { findings, offline = [] } = await emitSite(session, loaded, staging, {
    emitHosts: () => emitRedirects(loaded.site, staging),
  })
  for (const [name, file] of staging.written) whole.note(below + name, file)
  await writeMissing(whole, splatDocuments(current, old))
  return nameErrors([...findings, ...offline], old)
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

interface ShardResult {
  exitCode: 0 | 1
  findings: Finding[]
  shared?: SharedSummary
  times: Record<string, number>
}

/** Renders the share of a shard into the shared cache. `sites`: the site and its old versions; `found`: findings by now. */
export async function makeShard(
  session: Session,
  sites: readonly { session: Session; loaded: LoadedSite }[],
  found: readonly Finding[],
): Promise<ShardResult> {
  const findings = [...found]
  for (const site of sites) {
    const rendered = await emitPages(site.session, site.loaded, undefined)
    findings.push(...rendered.findings)
    await indexPages(site.session, site.loaded, () => undefined)
  }
  await session.shared?.finish()
  session.endThreads()
  const shared = session.shared && { shared: session.shared.summary }
  const exitCode = hasError(findings) ? 1 : 0
  const times = sites[0]?.loaded.times ?? {}
  return { exitCode, findings: [...findings, ...cacheFindings(session)], ...shared, times }
}
