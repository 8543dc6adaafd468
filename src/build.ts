/**
 * The line: configuration → sources → parsed pages → joined site → bundled theme → rendered documents → published
 * output. Read this file first; every stage is a function from one kind of data to the next.
 */
import path from 'node:path'
import { runInBuild, settleInBuild, runPluginRules } from './check/run.ts'
import { emitHostFiles } from './render/host-files.ts'
import { replacedFiles, makeShard, emitSite, emitVersion, compressFiles } from './render/site.ts'
import { emitManifest, withOutput } from './render/publish.ts'
import { createClock } from './lib/process.ts'
import { realFolder } from './lib/files.ts'
import { withTexts } from './cache/workers/parsed-pages.ts'
import { type LoadedSite, loadSite } from './load.ts'
import type { ShareOptions } from './cache/workers/shared-pages.ts'
import { type LoadedVersion, loadVersions } from './versions.ts'
import { type Archive, openArchive, emitArchive, makePortable } from './render/offline-copy.ts'
import type { Staging } from './render/files/staging.ts'
import type { WrittenFiles } from './schema/output.ts'
import type {
  BuildOptions as PublicOptions,
  BuildResult as PublicResult,
  SharedSummary,
} from './schema/api.ts'
import { type Finding, hasError } from './schema/finding.ts'
import type { Site } from './schema/site.ts'
import { cacheFindings, type Session } from './cache/workers/session.ts'
import { emitPrint, emitDashboard } from './render/print.ts'

export interface BuildOptions extends Omit<
  PublicOptions,
  'root' | 'config' | 'cache' | 'shard' | 'cacheDir'
> {
  configFile?: string | undefined
  share?: ShareOptions | undefined
}

export interface BuildResult extends Omit<PublicResult, 'summary' | 'shard'> {
  site?: Site
  written?: WrittenFiles
  shared?: SharedSummary
  /** Milliseconds by stage. */
  times: Record<string, number>
}

/** Builds the site. On any error the previous output stays as it was, byte for byte. */
export async function build(session: Session, options: BuildOptions): Promise<BuildResult> {
  const { configFile, base, outDir, skipBrokenVersions, strict = false } = options
  const { share, progress } = options
  const read = await loadSite(session, { file: configFile, overrides: { base, outDir }, share, progress })
  if (!read.loaded) return { exitCode: read.usage ? 2 : 1, findings: read.findings, times: {} }
  const { loaded } = read
  const { site, times } = loaded
  const clock = createClock(times, progress)
  const isVersioned = site.config.versions.length > 0
  const { versions, ...versionProblems } = isVersioned
    ? await loadVersions(session, loaded, { configFile, skipBroken: skipBrokenVersions })
    : { versions: [], findings: [], usage: false }
  if (isVersioned) clock.lap('versions')
  const findings = [
    ...settleInBuild(read.findings, site, strict),
    ...settleInBuild(versionProblems.findings, site, strict),
  ]
  if (hasError(findings)) return { exitCode: versionProblems.usage ? 2 : 1, findings, times }
  if (share?.shard) return makeShard(session, [{ session, loaded }, ...versions], findings)

  const target = realFolder(path.resolve(session.root, site.config.outDir))
  const { cacheDir, damage } = session
  const where = { outDir: target, cacheDir, damage, forceUnlock: options.forceUnlock ?? false }
  const zip = options.zip === undefined ? undefined : openArchive(session, options.zip, target)
  if (zip && 'finding' in zip) return { exitCode: 1, findings: [...findings, zip.finding], times }
  try {
    const output = await withOutput(where, staging =>
      emit({ session, loaded, versions }, { staging, archive: zip?.archive, options }),
    )
    await session.shared?.finish()
    const all = [...findings, ...output.findings, ...cacheFindings(session)]
    if (!output.written) return { exitCode: output.exitCode, findings: all, times }
    session.dropUnused()
    zip?.archive.keep()
    const archive = zip && { archive: zip.file }
    const shared = session.shared && { shared: session.shared.summary }
    const made = { written: output.written, ...archive, ...shared }
    return { exitCode: 0, findings: all, site, outDir: target, ...made, times }
  } finally {
    zip?.archive.drop()
  }
}

interface Target {
  staging: Staging
  archive: Archive | undefined
  options: BuildOptions
}

/** Writes the whole site into the staging folder. A finding that is an error keeps it from being published. */
async function emit(
  sites: { session: Session; loaded: LoadedSite; versions: readonly LoadedVersion[] },
  { staging, archive, options: { strict = false, compress = false, progress } }: Target,
): Promise<Finding[]> {
  const { session, loaded, versions } = sites
  const { site, contents, times } = loaded
  const clock = createClock(times, progress)
  const old = versions.map(version => version.loaded.site)
  const output = await emitSite(session, loaded, staging, {
    check: () => [
      runInBuild(withTexts(site, contents), strict),
      runPluginRules(session, loaded, site.config.check.rules, severity => severity === 'error').then(
        problems => settleInBuild(problems, site, strict, true),
      ),
    ],
    emitHosts: () => emitHostFiles(loaded, staging, old),
    lap: stage => clock.lap(stage),
  })
  const { findings: found, offline, made } = output
  // An error stopped it before it wrote the worker.
  if (!offline) return found
  found.push(...settleInBuild(offline, site, strict))
  clock.lap('offline')
  if (site.config.print) {
    found.push(...(await emitPrint(loaded, staging)))
    clock.lap('print')
  }
  if (site.config.check.dashboard) {
    found.push(...(await emitDashboard(loaded, staging)))
    clock.lap('dashboard')
  }
  if (versions.length > 0) {
    for (const version of versions) found.push(...(await emitVersion(version, staging, site)))
    clock.lap('old versions')
  }
  // What is left is for this thread; ending the others takes a moment.
  session.endThreads()
  if (site.config.relative) {
    await makePortable(sites, staging)
    clock.lap('portable')
  }
  if (archive) {
    await emitArchive(sites, { staging, archive })
    clock.lap('archive')
  }
  if (compress) {
    await compressFiles(session, staging)
    clock.lap('compress')
  }
  const folders = versions.map(({ version }) => version.path.slice(1))
  await emitManifest(site.config, { staging, outDir: staging.outDir, folders })
  clock.lap('finish')
  return [...found, ...replacedFiles(loaded, { made, staging })]
}
