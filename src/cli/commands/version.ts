/** `docsgen version`: copies the sources, which the old version is then built from. */
import path from 'node:path'
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { withSession } from '../../cache/threads/session.ts'
import { checkVersions } from '../../config/validate.ts'
import { isFolder, listFiles, removeLeftovers, temporaryPath, refusedFinding } from '../../lib/files.ts'
import { print } from '../../import/common/importer.ts'
import { packageRoot } from '../../lib/package.ts'
import { plural } from '../../lib/text.ts'
import { type SiteConfig, versionId } from '../../schema/config.ts'
import { type Finding, hasError, isFatal, usageFinding } from '../../schema/finding.ts'
import { findCollisions } from '../../site/versions.ts'
import { loadVersions } from '../../versions.ts'
import { type LoadedSite, loadSite } from '../../load.ts'
import type { CommonOptions } from '../options.ts'
import { type Invocation, printFindings, printLine, results } from '../terminal.ts'

export async function runVersion(
  { args: [id = ''], root, terminal }: Invocation,
  { config: file }: CommonOptions,
) {
  const fail = (findings: Finding[], code: number) => (printFindings(terminal, findings), code)
  try {
    return await withSession({ root }, async session => {
      const { loaded, findings, usage } = await loadSite(session, { file })
      const errors = findings.filter(isFatal)
      if (!loaded || errors.length > 0) return fail(errors, usage ? 2 : 1)
      const files = await listSources(loaded)
      const problem = findProblem(id, loaded, files)
      if (problem) return fail([problem], 2)
      const { site } = loaded
      const folder = `versions/${id}`
      await copyFiles(root, files, folder)
      const versions = addVersion(site.config.versions, id)
      const frozen = { ...loaded, site: { ...site, config: { ...site.config, versions } } }
      // The next build would report these problems; it then finds the version in the cache.
      const old = await loadVersions(session, frozen, { configFile: file })
      printFindings(terminal, old.findings)
      results.write(`${folder}\n`)
      const name = file ?? 'site.config.ts'
      const copied = `Copied ${files.length} files. To publish the version, add this to \`${name}\`:`
      printLine(terminal, `${copied}\n\n${versionLines(versions).replace(/^/gm, '  ')}\n`)
      return hasError(old.findings) ? 1 : 0
    })
  } catch (error) {
    return fail([refusedFinding(error)], 1)
  }
}

function findProblem(id: string, { site, publicFiles }: LoadedSite, files: string[]) {
  const another = 'Choose a different id. It becomes part of URLs.'
  const parsed = versionId.safeParse(id)
  if (!parsed.success) return usageFinding(`The id \`${id}\` ${parsed.error.issues[0]?.message}.`, another)
  const known = site.config.versions.find(version => version.id === id && isOld(version))
  if (known) {
    const message = `Version \`${id}\` already exists (from \`${known.from ?? known.ref}\`).`
    return usageFinding(message, 'Choose a different id, or remove the old version from `versions` first.')
  }
  if (existsSync(path.join(site.root, 'versions', id))) {
    const hint = 'Frozen versions are never overwritten. Choose a different id, or delete the folder.'
    return usageFinding(`\`versions/${id}\` already exists.`, hint)
  }
  const versions = addVersion(site.config.versions, id)
  const config = { ...site.config, versions }
  const own = versions.findIndex(version => version.id === id)
  // Without the new version, there were no problems.
  const found =
    checkVersions(config)[0] ??
    findCollisions({ ...site, config }, publicFiles).find(({ index }) => index === own)
  if (found) return usageFinding(found.message, another)
  const [first, ...others] = files.filter(file => /^\.\.(?:\/|$)/.test(file) || path.isAbsolute(file))
  if (!first) return undefined
  const more = others.length > 0 ? ` and ${plural(others.length, 'other file')}` : ''
  const message = `The site uses \`${first}\`${more} outside the site folder. A frozen version can't include that.`
  const hint = `Use a tag for this version instead: \`git tag ${id}-docs\`, and \`{ id: '${id}', ref: '${id}-docs' }\` in \`versions\`.`
  return usageFinding(message, hint)
}

type Versions = SiteConfig['versions']

function isOld({ from, ref }: Versions[number]) {
  return (from ?? ref) !== undefined
}

/** Adds a version after the current one, which is called `next` unless it has a name. */
export function addVersion(versions: Versions, id: string): Versions {
  const old = versions.filter(isOld)
  const current = versions.find(version => !isOld(version))
  const next = [id, ...old.map(version => version.id)].includes('next') ? `${id}-next` : 'next'
  return [
    current && current.id !== id ? current : { id: next, noindex: false },
    { id, from: `versions/${id}`, noindex: false },
    ...old,
  ]
}

export function versionLines(versions: Versions) {
  const written = versions.map(({ noindex, ...version }) => ({ ...version, noindex: noindex || undefined }))
  return `versions: ${print(written)},`
}

/** Copies all of them or none. */
async function copyFiles(root: string, files: string[], folder: string) {
  const target = path.join(root, folder)
  removeLeftovers(path.dirname(target))
  const temporary = temporaryPath(target)
  try {
    for (const file of files) {
      const copy = path.join(temporary, file)
      await mkdir(path.dirname(copy), { recursive: true })
      // Follows links, which would lead elsewhere from there.
      await copyFile(path.join(root, file), copy, constants.COPYFILE_FICLONE)
    }
    await rename(temporary, target)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** All sources but the templates, which all versions share; also partials and data that no page uses yet. */
async function listSources({ site, publicFiles, madeFrom }: LoadedSite) {
  const { root, config, pages, drafts, assets } = site
  const { contentDir, outDir, versions, publicDir } = config
  const { text, code } = config.theme.fonts ?? {}
  const fonts = [text, code].flatMap(font => (typeof font === 'object' ? font.files : []))
  const frozen = versions.flatMap(({ from }) => from ?? [])
  const left = [outDir, 'versions', ...frozen].map(folder => path.posix.join(folder, '/'))
  const icons = await listFiles(path.join(root, 'templates/icons'))
  const isOwn = (file: string) =>
    !/(?:^|\/)node_modules\//.test(file) && !path.resolve(root, file).startsWith(packageRoot + path.sep)
  /** A file, or the sources in a folder. */
  const filesIn = async (name: string) => {
    if (!(await isFolder(path.join(root, name)))) return [name]
    const files = await listFiles(path.join(root, name), { skipHidden: true })
    const named = files.map(file => path.posix.join(name, file))
    return named.filter(file => isOwn(file) && !left.some(folder => file.startsWith(folder)))
  }
  const made = Object.values(madeFrom).flat().filter(isOwn)
  // Files beside plugins, which they may read.
  const folders = madeFrom.plugins.filter(isOwn).map(file => path.posix.dirname(file))
  const whole = [contentDir, ...made, ...folders.filter(folder => !/^\.\.?(?:\/|$)/.test(folder))]
  const named = [
    ...(await Promise.all([...new Set(whole)].map(filesIn))).flat(),
    ...[...pages, ...drafts].flatMap(({ file, includes }) => [file, ...includes]),
    ...Object.keys(assets),
    ...publicFiles.map(file => `${publicDir}/${file}`),
    ...fonts.map(file => (typeof file === 'string' ? file : file.file)),
    ...icons.map(file => `templates/icons/${file}`),
  ].map(file => path.posix.normalize(file))
  // Pages that plugins make have no file.
  return [...new Set(named)].filter(file => existsSync(path.join(root, file))).toSorted()
}
