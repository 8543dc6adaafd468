/** `docsgen version`: copies the sources of today's site, from which an old version is read ever after. */
import path from 'node:path'
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { openSession, type Session } from '../cache/workers/session.ts'
import { checkVersions } from '../config/checks.ts'
import { listFiles, removeLeftovers, temporaryPath } from '../lib/files.ts'
import { refusedFinding } from '../lib/errors.ts'
import type { ExitCode, SiteOptions } from '../schema/api.ts'
import { type SiteConfig, versionId } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import { hasError, isTolerable, usageFinding } from '../shared/findings.ts'
import { listCollisions } from '../site/versions.ts'
import { loadVersions } from '../versions.ts'
import { type LoadedSite, loadSite } from '../load.ts'

interface VersionResult {
  exitCode: ExitCode
  findings: Finding[]
  /** Folder of the copy, relative to the root, and how many files it has; absent where nothing was copied. */
  folder?: string
  files?: number
  /** `versions` as the configuration must have it now. */
  lines?: string
}

/** Freezes today's content. A folder that is there already is never touched. */
export async function freezeVersion({
  root,
  id,
  config: file,
}: SiteOptions & { id: string }): Promise<VersionResult> {
  const session = await openSession({ root })
  try {
    const { loaded, findings, usage } = await loadSite(session, { file })
    const errors = findings.filter(finding => finding.severity === 'error' && !isTolerable(finding))
    if (!loaded || errors.length > 0) return { exitCode: usage ? 2 : 1, findings: errors }
    return await freeze({ session, loaded, id, file })
  } catch (error) {
    const refused = refusedFinding(error)
    if (!refused) throw error
    return { exitCode: 1, findings: [refused] }
  } finally {
    await session.close()
  }
}

interface Freezing {
  session: Session
  loaded: LoadedSite
  id: string
  /** Name of the configuration file. */
  file: string | undefined
}

async function freeze({ session, loaded, id, file }: Freezing): Promise<VersionResult> {
  const { root } = session
  const { site } = loaded
  const folder = `versions/${id}`
  const problem = unusable(id, folder, loaded)
  if (problem) return { exitCode: 2, findings: [problem] }
  const { files, outside } = await sourceFiles(loaded)
  if (outside.length > 0) {
    const others = outside.length > 1 ? ` So do ${outside.length - 1} more files.` : ''
    const message = `\`${outside[0]}\`, which the site is made from, lies outside its folder and would not stay as it is.${others}`
    const hint = `Take a tag for the version instead: \`git tag ${id}-docs\`, and \`{ id: '${id}', ref: '${id}-docs' }\` in \`versions\`.`
    return { exitCode: 2, findings: [usageFinding(message, hint)] }
  }
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
  if (!parsed.success) {
    const reason = parsed.error.issues[0]?.message ?? 'is not possible'
    return usageFinding(`The id \`${id}\` ${reason}.`, 'Choose another id: it is part of URLs.')
  }
  const given = site.config.versions
  const known = given.find(version => version.id === id && (version.from ?? version.ref) !== undefined)
  if (known)
    return usageFinding(
      `There is a version \`${id}\` already, from \`${known.from ?? known.ref}\`.`,
      'Choose another id, or take the old one out of `versions` first.',
    )
  if (existsSync(path.join(site.root, folder)))
    return usageFinding(
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
  return found && usageFinding(found.message, 'Choose another id: it is part of URLs.')
}

type Versions = SiteConfig['versions']

/**
 * The versions with one more, read from `versions/<id>`, behind the current one. A current version of its name gets another:
 * `next`, until it has one.
 */
export function addVersion(versions: Versions, id: string): Versions {
  const frozen = { id, from: `versions/${id}`, noindex: false }
  const isOld = ({ from, ref }: Versions[number]) => (from ?? ref) !== undefined
  const old = versions.filter(isOld)
  const current = versions.find(version => !isOld(version))
  const isTaken = (name: string) => name === id || old.some(version => version.id === name)
  const next = isTaken('next') ? `${id}-next` : 'next'
  return [current && current.id !== id ? current : { id: next, noindex: false }, frozen, ...old]
}

/** `versions` as they are written in a configuration. */
export function versionLines(versions: Versions): string {
  const entries = versions.map(({ id, label, path, from, ref, noindex }) => {
    const texts = Object.entries({ id, label, path, from, ref }).flatMap(([key, value]) =>
      value === undefined ? [] : [`${key}: ${quote(value)}`],
    )
    return `  { ${[...texts, ...(noindex ? ['noindex: true'] : [])].join(', ')} },`
  })
  return ['versions: [', ...entries, '],'].join('\n')
}

function quote(text: string): string {
  return /['\\\n]/.test(text) ? JSON.stringify(text) : `'${text}'`
}

/** Copies files of a site into a folder of it that is not there yet: all of them or none. */
async function copyFiles(root: string, files: readonly string[], folder: string): Promise<void> {
  const target = path.join(root, folder)
  removeLeftovers(path.dirname(target))
  const temporary = temporaryPath(target)
  try {
    for (const file of files) {
      const copy = path.join(temporary, file)
      await mkdir(path.dirname(copy), { recursive: true })
      // What a link leads to: the link would lead elsewhere from there.
      await copyFile(path.join(root, file), copy, constants.COPYFILE_FICLONE)
    }
    await rename(temporary, target)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

const ICONS = path.posix.join('templates', 'icons')

/**
 * Files that a site is made from, relative to its root, sorted: all but its templates, which old versions share with the
 * current one. `outside`: those that do not lie in its folder.
 */
async function sourceFiles({
  site,
  publicFiles,
  madeFrom,
}: Pick<LoadedSite, 'site' | 'publicFiles' | 'madeFrom'>): Promise<{ files: string[]; outside: string[] }> {
  const { root, config, pages, drafts, assets } = site
  const { fonts = {} } = config.theme
  const own = [...pages, ...drafts].flatMap(({ file, includes }) => [file, ...includes])
  const named = [
    ...Object.values(madeFrom)
      .flat()
      .filter(file => !/(?:^|\/)node_modules\//.test(file)),
    ...own,
    ...Object.keys(assets),
    ...publicFiles.map(file => `${config.publicDir}/${file}`),
    ...[fonts.text, fonts.code].flatMap(font =>
      typeof font === 'object' ? font.files.map(file => (typeof file === 'string' ? file : file.file)) : [],
    ),
    ...(await listFiles(path.join(root, ICONS))).map(file => `${ICONS}/${file}`),
    ...(await contentFiles(root, config)),
  ].map(file => path.posix.normalize(file))
  // Pages that plugins make have no file.
  const all = [...new Set(named)].filter(file => existsSync(path.join(root, file))).toSorted()
  const isOutside = (file: string) => /^\.\.(?:\/|$)/.test(file) || path.isAbsolute(file)
  return { files: all.filter(file => !isOutside(file)), outside: all.filter(isOutside) }
}

/** What lies in the folder of the content: also parts, data and drawings that no page names today. */
async function contentFiles(
  root: string,
  { contentDir, outDir, versions }: Pick<SiteConfig, 'contentDir' | 'outDir' | 'versions'>,
): Promise<string[]> {
  const folders = [outDir, 'versions', ...versions.flatMap(({ from }) => from ?? [])]
  const left = folders.map(folder => `${path.posix.normalize(folder).replace(/\/$/, '')}/`)
  const files = await listFiles(path.join(root, contentDir), { skipHidden: true })
  return files
    .map(file => path.posix.join(contentDir, file))
    .filter(file => !/(?:^|\/)node_modules\//.test(file) && !left.some(folder => file.startsWith(folder)))
}
