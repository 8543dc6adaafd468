/** `docsgen version`: a copy of what today's site is made from, which an old version is read from ever after. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { checkVersions } from '../../config/check-versions.ts'
import { refusedFinding } from '../../lib/system-error.ts'
import type { ExitCode, SiteOptions } from '../../schema/api.ts'
import type { SiteConfig } from '../../schema/config.ts'
import type { Finding } from '../../schema/finding.ts'
import { versionId } from '../../schema/versions.ts'
import { hasError, isBearable } from '../../shared/findings.ts'
import { listCollisions } from '../../site/versions.ts'
import { loadSite, type LoadedSite, type ReadingStages, readingStages } from '../../steps/load.ts'
import { loadVersions } from '../../steps/load-versions.ts'
import { openSession, type Session } from '../../cache/workers/session.ts'
import { addVersion, versionLines } from './config-lines.ts'
import { copyFiles } from './copy-files.ts'
import { type Made, sourceFiles } from './source-files.ts'

/** What `docsgen version` is asked for. */
export interface VersionOptions extends SiteOptions {
  /** Name of the version that today's content becomes. */
  id: string
}

export interface VersionResult {
  exitCode: ExitCode
  findings: Finding[]
  /** Folder of the copy, relative to the root, and how many files it has; absent where nothing was copied. */
  folder?: string
  files?: number
  /** `versions` as the configuration must have it now. */
  lines?: string
}

/** Freezes today's content. A folder that is there already is never touched. */
export async function freezeVersion({ root, id, config: file }: VersionOptions): Promise<VersionResult> {
  const session = await openSession({ root })
  try {
    const made: Made = { config: [], plugins: [], pages: [] }
    const { loaded, findings, usage } = await loadSite(session, { file }, watching(made))
    const errors = findings.filter(finding => finding.severity === 'error' && !isBearable(finding))
    if (!loaded || errors.length > 0) return { exitCode: usage ? 2 : 1, findings: errors }
    return await freeze({ session, loaded, made, id, file })
  } catch (error) {
    const refused = refusedFinding(error)
    if (!refused) throw error
    return { exitCode: 1, findings: [refused] }
  } finally {
    await session.close()
  }
}

/** The stages that read, which note what configuration, plugins and pages were made from. */
function watching(made: Made): ReadingStages {
  return {
    ...readingStages,
    loadConfig: async options => {
      const loaded = await readingStages.loadConfig(options)
      made.config = loaded.files ?? []
      return loaded
    },
    loadPlugins: async options => {
      const loaded = await readingStages.loadPlugins(options)
      made.plugins = loaded.files
      return loaded
    },
    generatePages: async (...site) => {
      const generated = await readingStages.generatePages(...site)
      made.pages = generated.watch
      return generated
    },
  }
}

interface Freezing {
  session: Session
  loaded: LoadedSite
  made: Made
  id: string
  /** Name of the configuration file. */
  file: string | undefined
}

async function freeze({ session, loaded, made, id, file }: Freezing): Promise<VersionResult> {
  const { root } = session
  const { site } = loaded
  const folder = `versions/${id}`
  const problem = unusable(id, folder, loaded)
  if (problem) return { exitCode: 2, findings: [problem] }
  const { files, outside } = await sourceFiles(loaded, made)
  if (outside.length > 0) return { exitCode: 2, findings: [leftOutside(outside, id)] }
  await copyFiles(root, files, folder)
  const versions = addVersion(site.config.versions, id)
  const config: SiteConfig = { ...site.config, versions }
  // What the next build would say of it, which finds it in the cache.
  const { findings } = await loadVersions(
    session,
    { ...loaded, site: { ...site, config } },
    { configFile: file },
  )
  const exitCode = hasError(findings) ? 1 : 0
  return { exitCode, findings, folder, files: files.length, lines: versionLines(versions) }
}

/** Why there cannot be a version of the name. */
function unusable(id: string, folder: string, { site, publicFiles }: LoadedSite): Finding | undefined {
  const parsed = versionId.safeParse(id)
  const say = (message: string, hint: string): Finding => ({
    rule: 'usage',
    severity: 'error',
    message,
    hint,
  })
  if (!parsed.success) {
    const reason = parsed.error.issues[0]?.message ?? 'is not possible'
    return say(`The id \`${id}\` ${reason}.`, 'Choose another id: it stands in addresses.')
  }
  const given = site.config.versions
  const known = given.find(version => version.id === id && (version.from ?? version.ref) !== undefined)
  if (known)
    return say(
      `There is a version \`${id}\` already, from \`${known.from ?? known.ref}\`.`,
      'Choose another id, or take the old one out of `versions` first.',
    )
  if (existsSync(path.join(site.root, folder)))
    return say(
      `\`${folder}\` is there already.`,
      'What was frozen is never overwritten: choose another id, or remove the folder yourself.',
    )
  const versions = addVersion(given, id)
  const own = versions.findIndex(version => version.id === id)
  const config = { ...site.config, versions }
  // Without the new one there was no problem of the first kind: it is the cause of each, whichever names it.
  const found =
    checkVersions(config)[0] ??
    listCollisions({ ...site, config }, publicFiles).find(({ index }) => index === own)
  return found && say(found.message, 'Choose another id: it stands in addresses.')
}

function leftOutside([first, ...more]: readonly string[], id: string): Finding {
  const others = more.length > 0 ? ` So do ${more.length} more files.` : ''
  return {
    rule: 'usage',
    severity: 'error',
    message: `\`${first}\`, which the site is made from, lies outside its folder and would not stay as it is.${others}`,
    hint: `Take a tag for the version instead: \`git tag ${id}-docs\`, and \`{ id: '${id}', ref: '${id}-docs' }\` in \`versions\`.`,
  }
}
