/** All stages of a build: configuration → sources → parsed pages → joined site → bundled theme → documents → published output. */
import path from 'node:path'
import { runInBuild, settleInBuild, withGeneratedFiles, runPluginRules } from './check/run.ts'
import { emitHostFiles } from './render/host-files.ts'
import { replacedFiles, makeShard, emitSite, emitVersion, compressFiles } from './render/site.ts'
import { emitManifest, withOutput } from './render/publish.ts'
import { createClock } from './lib/process.ts'
import { realFolder } from './lib/files.ts'
import { readShard } from './lib/text.ts'
import { withTexts } from './cache/threads/parsed-pages.ts'
import { type LoadedSite, loadSite } from './load.ts'
import type { ShareOptions } from './cache/remote.ts'
import { type LoadedVersion, loadVersions } from './versions.ts'
import { type Archive, openArchive, emitArchive, makePortable } from './render/portable.ts'
import type { Staging, WrittenFiles } from './render/files/staging.ts'
import type { BuildOptions, BuildResult } from './schema/api.ts'
import { configFinding, hasError } from './schema/finding.ts'
import type { Site } from './schema/site.ts'
import { cacheFindings, type Session, withSession } from './cache/threads/session.ts'
import { dashboardDocuments, emitPrint } from './render/documents.ts'

export async function build(options: BuildOptions): Promise<BuildResult> {
  const { root, cache = true, cacheDir: folder } = options
  const shard = readShard(options.shard ?? '')
  const refuse = (message: string): BuildResult => ({ exitCode: 2, findings: [configFinding(message)] })
  if (options.shard !== undefined && !shard)
    return refuse('`shard` must look like `2/8`: this shard, then the number of shards.')
  if (!cache && (shard || folder !== undefined))
    return refuse('`--shard` and `--cache-dir` require the cache. Remove `--no-cache`.')
  return withSession({ root: path.resolve(root), cache }, session =>
    buildSite(session, options, cache ? { folder, shard } : undefined),
  )
}

type SiteOptions = Omit<BuildOptions, 'root' | 'cache' | 'shard' | 'cacheDir'>

export async function buildSite(
  session: Session,
  options: SiteOptions,
  share?: ShareOptions,
): Promise<BuildResult> {
  const { config: file, base, outDir, skipBrokenVersions, strict = false, progress } = options
  const read = await loadSite(session, { file, overrides: { base, outDir }, share, progress })
  if (!read.loaded) return { exitCode: read.usage ? 2 : 1, findings: read.findings }
  const { loaded } = read
  const { site, times } = loaded
  const clock = createClock(times, progress)
  const versionOptions = { configFile: file, skipBroken: skipBrokenVersions }
  const { versions, ...versionProblems } = await loadVersions(session, loaded, versionOptions)
  if (site.config.versions.length > 0) clock.lap('versions')
  const findings = settleInBuild([...read.findings, ...versionProblems.findings], site, strict)
  if (hasError(findings)) return { exitCode: versionProblems.usage ? 2 : 1, findings }
  if (share?.shard) return makeShard(session, [{ session, loaded }, ...versions], findings)

  const target = realFolder(path.resolve(session.root, site.config.outDir))
  const { remote, cacheDir, damage } = session
  const where = { outDir: target, cacheDir, damage, forceUnlock: options.forceUnlock ?? false }
  const zip = options.zip === undefined ? undefined : openArchive(session, options.zip, target)
  if (zip?.finding) return { exitCode: 1, findings: [...findings, zip.finding] }
  try {
    const sites = { session, loaded, versions }
    const output = await withOutput(where, staging => emit(sites, staging, zip, options))
    await remote?.finish()
    const all = [...findings, ...output.findings, ...cacheFindings(session)]
    if ('exitCode' in output) return { exitCode: output.exitCode, findings: all }
    session.dropUnused()
    zip?.keep()
    const summary = { ...summarize(site, output.written, times), ...(remote && { shared: remote.summary }) }
    return { exitCode: 0, findings: all, outDir: target, ...(zip && { archive: zip.file }), summary }
  } finally {
    zip?.drop()
  }
}

function summarize(site: Site, written: WrittenFiles, times: Record<string, number>) {
  const pages = Object.fromEntries(Object.keys(site.locales).map(locale => [locale, 0]))
  for (const { locale } of site.pages) pages[locale] = (pages[locale] ?? 0) + 1
  const bytes: Record<string, number> = {}
  for (const [name, { size }] of written) {
    const kind = /\.(html|js|css|json|xml)$/.exec(name)?.[1] ?? 'other'
    bytes[kind] = (bytes[kind] ?? 0) + size
  }
  const total = Object.values(times).reduce((sum, time) => sum + time, 0)
  const { origins, drafts } = site
  return { pages, drafts: drafts.length, bytes, files: written.size, origins, times, total }
}

/** Writes the site to the staging folder. An error among the findings keeps it from being published. */
async function emit(
  sites: { session: Session; loaded: LoadedSite; versions: readonly LoadedVersion[] },
  staging: Staging,
  archive: Archive | undefined,
  { strict = false, strictLinks, compress = false, progress }: SiteOptions,
) {
  const { session, loaded, versions } = sites
  const { site, contents, times } = loaded
  const clock = createClock(times, progress)
  const old = versions.map(version => version.loaded.site)
  const {
    findings: found,
    offline,
    made,
  } = await emitSite(session, loaded, staging, {
    check: made => [
      made.then(names =>
        runInBuild(withGeneratedFiles(withTexts(site, contents), names), { strict, strictLinks }),
      ),
      runPluginRules(session, loaded, site.config.check.rules, severity => severity === 'error').then(
        problems => settleInBuild(problems, site, strict, true),
      ),
    ],
    emitHosts: () => emitHostFiles(loaded, staging, old),
    lap: stage => clock.lap(stage),
  })
  // An error stopped it before it wrote the service worker.
  if (!offline) return found
  found.push(...settleInBuild(offline, site, strict))
  clock.lap('offline')
  const timed = async (stage: string, work: Promise<void>) => {
    await work
    clock.lap(stage)
  }
  if (site.config.print) await timed('print', emitPrint(loaded, staging))
  if (site.config.check.dashboard) {
    const { page, sheet } = await dashboardDocuments(loaded)
    for (const file of [sheet, page]) await staging.write(file)
    clock.lap('dashboard')
  }
  if (versions.length > 0) {
    for (const version of versions) found.push(...(await emitVersion(version, staging, site)))
    clock.lap('old versions')
  }
  // The rest runs in this thread; ending the others takes a moment.
  session.endThreads()
  if (site.config.relative) await timed('portable', makePortable(sites, staging))
  if (archive) await timed('archive', emitArchive(sites, staging, archive))
  if (compress) await timed('compress', compressFiles(staging))
  const folders = versions.map(({ version }) => version.path.slice(1))
  await timed('finish', emitManifest(site.config, staging, folders))
  return [...found, ...replacedFiles(loaded, { made, staging })]
}
