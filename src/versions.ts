/** Old versions are loaded as separate sites, by the same stages up to the join. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Session } from './cache/threads/session.ts'
import { type CommitDates, lastCommitDates, whyGitFailed, runGit, findCommit } from './lib/git.ts'
import { sitePath } from './lib/files.ts'
import { type LoadedSite, loadSite } from './load.ts'
import { listVersions, type SiteConfig, type Version } from './schema/config.ts'
import { configFinding, type Finding, isFatal } from './schema/finding.ts'
import { findCollisions, linkVersions, mergePolicies } from './site/versions.ts'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'

export interface LoadedVersion {
  version: Version
  source: VersionSource
  /** With the folder of the version as its root. */
  session: Session
  loaded: LoadedSite
}

export interface VersionOptions {
  configFile?: string | undefined
  /** Leaves out versions that cannot be read, with a warning. */
  skipBroken?: boolean | undefined
  isDev?: boolean
}

/** Loads the old versions, and links all versions to each other. */
export async function loadVersions(session: Session, current: LoadedSite, options: VersionOptions) {
  const findings: Finding[] = []
  const versions: LoadedVersion[] = []
  const trees = new Set<string>()
  let usage = false
  const all = listVersions(current.site.config)
  if (all.length === 0) return { versions, findings, usage }
  for (const version of all.filter(({ source }) => source)) {
    const read = await loadVersion(session, { current, version, options })
    if (read.source?.tree) trees.add(read.source.tree)
    if ('loaded' in read) versions.push(read)
    else {
      findings.push(...(options.skipBroken ? [skipped(version, read.findings)] : read.findings))
      usage ||= read.usage
    }
  }
  await dropTrees(treesFolder(session), trees)
  const sites = [current, ...versions.map(({ loaded }) => loaded)].map(({ site }) => site)
  findings.push(...findCollisions(current.site, current.publicFiles, current.locate))
  const shown = all.filter(version => !version.source || versions.some(old => old.version === version))
  linkVersions(sites, shown)
  mergePolicies(sites)
  return { versions, findings, usage: usage && !options.skipBroken }
}

/** Loads one old version, not linked to others yet: its own files with the current theme. */
export async function loadVersion(
  session: Session,
  { current, version, options }: { current: LoadedSite; version: Version; options: VersionOptions },
): Promise<LoadedVersion | { findings: Finding[]; usage: boolean; source?: VersionSource }> {
  const { root } = session
  const { config } = current.site
  const { source: named = { from: '.' } } = version
  const source =
    'from' in named ? findFolder(version.id, named.from, root) : await findRef(named.ref, session)
  if ('message' in source) {
    const index = config.versions.findIndex(({ id }) => id === version.id)
    const place = current.locate(['versions', index, 'from' in named ? 'from' : 'ref'])
    return { findings: [configFinding(source.message, source.hint, place)], usage: true }
  }
  const cacheDir = path.join(session.cacheDir, 'versions', version.id)
  const own: Session = { ...session, root: source.root, cacheDir, memory: undefined }
  const now = deployment(config, version)
  const read = await loadSite(own, {
    file: options.configFile,
    isDev: options.isDev,
    // From today's configuration: the old one may be outdated.
    overrides: { base: now.base, outDir: path.resolve(root, config.outDir), versions: [] },
    version: {
      configure: then => ({ ...then, ...now, theme: editedTheme(then, source) }),
      current: { root, cacheDir: session.cacheDir },
      dates: source.dates,
    },
  })
  const errors = nameErrors(read.findings, { version, source })
  if (read.loaded && errors.length === 0) return { version, source, session: own, loaded: read.loaded }
  return { findings: errors, usage: read.usage ?? false, source }
}

/** Settings of today's configuration that apply to all versions. */
function deployment(config: SiteConfig, version: Version) {
  const { url, urls, formerUrls, offline, analytics, security, server, versions } = config
  const base = config.base.slice(0, -1) + version.path
  const noindex = config.noindex || version.noindex
  const retired = typeof offline === 'object' ? { ...offline, retire: [] } : offline
  const today = { url, urls, formerUrls, analytics, security, server, versions, offline: retired }
  // Only the current version has a print page.
  return { ...today, base, noindex, print: false }
}

/** Files of a version are edited in its folder, or on its branch; a tag stays as it is. */
function editedTheme({ theme, contentDir }: SiteConfig, { edited }: VersionSource): SiteConfig['theme'] {
  if (!edited) return { ...theme, docsDir: undefined }
  const { branch, prefix } = edited
  // A page may ask for the link.
  if (branch === undefined) return { ...theme, editLinks: false, editLinkPattern: '' }
  return { ...theme, docsBranch: branch, docsDir: theme.docsDir ?? path.posix.join(prefix, contentDir) }
}

function treesFolder({ cacheDir }: Session) {
  return path.join(cacheDir, 'versions', '.trees')
}

/** Errors of a version with paths as the current site has them; nobody fixes warnings in a frozen version. */
export function nameErrors(
  findings: readonly Finding[],
  { version, source }: Pick<LoadedVersion, 'version' | 'source'>,
): Finding[] {
  return findings.filter(isFatal).map(finding => ({
    ...finding,
    message: `Version \`${version.id}\`: ${finding.message}`,
    hint: `${finding.hint ?? 'Fix it in that version.'} To skip broken versions, use \`--skip-broken-versions\`.`,
    place: finding.place && { ...finding.place, file: source.name + finding.place.file },
  }))
}

function skipped({ id }: Version, [first]: readonly Finding[]): Finding {
  const reason = first?.message.replace(/^Version `[^`]+`: /, '') ?? ''
  const message = `Version \`${id}\` is skipped: ${reason}`
  return { rule: 'config/version-skipped', severity: 'warning', message, place: first?.place }
}

interface VersionSource {
  /** Absolute folder of its site. */
  root: string
  /** Prefix of its files in findings: `versions/1.x/`, `v0-docs:docs/`. */
  name: string
  /** Name of the folder exported from Git, which must be kept. */
  tree?: string
  /** Where in Git readers can edit the files; no `branch` for a tag; `prefix`: folder of the site. */
  edited?: { branch: string | undefined; prefix: string }
  dates?(contentDir: string): Promise<CommitDates>
}

type NoSource = Record<'message' | 'hint', string>

function findFolder(id: string, from: string, root: string): VersionSource | NoSource {
  const folder = path.resolve(root, from)
  const name = sitePath(root, folder)
  if (name === '') {
    const hint = 'Set it to the folder of an old version.'
    return { message: '`from` must not be the site folder itself.', hint }
  }
  if (existsSync(folder)) return { root: folder, name: `${name}/` }
  const hint = `Create it, and copy the configuration, content and public files of version \`${id}\` into it.`
  return { message: `There is no folder \`${from}\`.`, hint }
}

/** Exports a branch or tag, which may exist only on the remote, into the cache. */
async function findRef(ref: string, session: Session): Promise<VersionSource | NoSource> {
  const { root } = session
  const unreadable = (why: string, hint: string) => ({ message: `\`${ref}\` can't be read: ${why}.`, hint })
  let hint =
    'Fetch missing tags with `git fetch --tags origin`, or list the available refs with `git branch -a` and `git tag`.'
  try {
    const where = await runGit(root, ['rev-parse', '--show-prefix', '--is-shallow-repository'])
    const [prefix = '', shallow] = where.split('\n')
    for (const name of [ref, `origin/${ref}`]) {
      const commit = await findCommit(root, name)
      if (commit === undefined) continue
      const tree = (await runGit(root, ['rev-parse', `${commit}^{tree}`])).trim()
      const fullName = await runGit(root, ['rev-parse', '--symbolic-full-name', '--end-of-options', name])
      hint = 'Run `git status`, and make sure that the cache folder is writable.'
      const folder = path.join(await exportTree(root, tree, treesFolder(session)), prefix)
      if (!existsSync(folder)) {
        const message = `\`${ref}\` has no folder \`${prefix}\`.`
        return { message, hint: 'Use a branch or tag that has the site in the same folder.' }
      }
      const isBranch = /^refs\/(?:heads|remotes)\//m.test(fullName)
      return {
        root: folder,
        name: `${ref}:${prefix}`,
        tree,
        edited: { branch: isBranch ? ref : undefined, prefix },
        dates: contentDir => lastCommitDates(root, contentDir, { commit }),
      }
    }
    if (shallow === 'true')
      hint = `This is a shallow clone. Fetch it with \`git fetch --depth=1 origin tag ${ref}\`, or the branch with \`git fetch --depth=1 origin ${ref}:refs/remotes/origin/${ref}\`; in GitHub Actions, set \`fetch-depth: 0\` for \`actions/checkout\`.`
    return unreadable(`the repository has no branch or tag \`${ref}\``, hint)
  } catch (error) {
    return unreadable(whyGitFailed(error), hint)
  }
}

/** Exports a Git tree into a folder named by its hash, without touching working tree and index. */
async function exportTree(folder: string, tree: string, target: string) {
  const exported = path.join(target, tree)
  if (existsSync(exported)) return exported
  const temporary = `${exported}.tmp-${process.pid}`
  const index = `${temporary}.index`
  try {
    await rm(temporary, { recursive: true, force: true })
    await mkdir(temporary, { recursive: true })
    const top = (await runGit(folder, ['rev-parse', '--show-toplevel'])).replace(/\n$/, '')
    await runGit(top, ['read-tree', tree], { index })
    await runGit(top, ['checkout-index', '--all', `--prefix=${temporary}${path.sep}`], { index })
    await rename(temporary, exported)
  } finally {
    await Promise.all([temporary, index].map(file => rm(file, { recursive: true, force: true })))
  }
  return exported
}

async function dropTrees(target: string, used: ReadonlySet<string>) {
  const names = await readdir(target).catch(() => [])
  const stale = names.filter(name => /^[0-9a-f]+$/.test(name) && !used.has(name))
  await Promise.all(stale.map(name => rm(path.join(target, name), { recursive: true, force: true })))
}
