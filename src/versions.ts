import { bundleTheme } from './bundle/theme.ts'
import { loadConfig } from './config/load.ts'
import path from 'node:path'
import {
  dropTrees,
  exportTree,
  findTree,
  type NoTree,
  lastCommitDates,
  whyGitFailed,
  type CommitDates,
} from './lib/git.ts'
import { type SiteConfig, listVersions, type Version } from './schema/config.ts'
import type { Finding } from './schema/finding.ts'
import { isTolerable } from './shared/findings.ts'
import { findCollisions, linkVersions, mergePolicies } from './site/versions.ts'
import type { Session } from './cache/workers/session.ts'
import { type LoadedSite, loadSite, type Stages } from './load.ts'
import { existsSync } from 'node:fs'
import { type Damage, readStored, writeStored } from './cache/store.ts'
import { sitePath } from './lib/paths.ts'

/** Old versions of a site: each is a site of its own that goes down the same line as far as the join. */

/** An old version, ready to be written. */
export interface LoadedVersion {
  version: Version
  source: VersionSource
  /** With the folder of the version as its root. */
  session: Session
  loaded: LoadedSite
}

export interface VersionOptions {
  /** Name of the configuration file. */
  configFile?: string | undefined
  /** Leaves out versions that cannot be read, with a warning. */
  skipBroken?: boolean | undefined
  /** It is served while it is written, with a theme that is bundled again when it changes. */
  dev?: { bundleTheme: Stages['bundleTheme'] }
}

/** Loads the old versions of a site, and tells all versions of each other. */
export async function loadVersions(
  session: Session,
  current: LoadedSite,
  options: VersionOptions,
): Promise<{ versions: LoadedVersion[]; findings: Finding[]; usage: boolean }> {
  const findings: Finding[] = []
  const versions: LoadedVersion[] = []
  const trees = new Set<string>()
  let usage = false
  const all = listVersions(current.site.config)
  for (const version of all.filter(({ source }) => source)) {
    const read = await loadVersion(session, { current, version, options })
    const tree = 'loaded' in read ? read.source.tree : read.tree
    if (tree) trees.add(tree)
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

export interface Reading {
  current: LoadedSite
  version: Version
  options: VersionOptions
}

type Read = LoadedVersion | { findings: Finding[]; usage: boolean; tree?: string | undefined }

/** Loads one old version, which is told nothing of the others yet; what is wrong with it is said with the names that its files have from the current site. */
export async function loadVersion(session: Session, reading: Reading): Promise<Read> {
  const { current, version, options } = reading
  const { root, damage } = session
  const { locate } = current
  const cacheDir = path.join(session.cacheDir, 'versions', version.id)
  const index = current.site.config.versions.findIndex(({ id }) => id === version.id)
  const source = await findSource(version, { root, trees: treesFolder(session), cacheDir, damage })
  if ('message' in source) {
    const key = version.source && 'ref' in version.source ? 'ref' : 'from'
    const place = locate(['versions', index, key])
    const finding: Finding = { rule: 'config', severity: 'error', ...source, ...(place ? { place } : {}) }
    return { findings: [finding], usage: true }
  }
  const { memory: _memory, ...shared } = session
  const own: Session = { ...shared, root: source.root, cacheDir }
  const {
    loaded,
    findings,
    usage = false,
  } = await loadSite(own, {
    file: options.configFile,
    drafts: options.dev !== undefined,
    countViews: !options.dev,
    stages: versionStages(session, reading, source),
  })
  const errors = nameErrors(findings, { version, source })
  if (loaded && errors.length === 0) return { version, source, session: own, loaded }
  return { findings: errors, usage, tree: source.tree }
}

/** The stages of an old version: its own files, with the theme of the current one. */
function versionStages(
  session: Session,
  { current, version, options }: Reading,
  source: VersionSource,
): Partial<Stages> {
  const { config } = current.site
  const bundle = options.dev?.bundleTheme ?? bundleTheme
  return {
    loadConfig: async options => {
      const now = deployment(config, version)
      const outDir = path.resolve(session.root, config.outDir)
      // Versions and folders are those of today: what was said of them then need not hold.
      const overrides = { base: now.base, outDir, versions: [] }
      const made = await loadConfig({ ...options, overrides })
      if (!made.config) return made
      return { ...made, config: { ...made.config, ...now, theme: editedTheme(made.config, source) } }
    },
    bundleTheme: (_root, _cacheDir, extras) => bundle(session.root, session.cacheDir, extras),
    // What Git has in a commit it does not ignore.
    ...(source.tree ? { ignoredFiles: async () => ({ files: new Set<string>() }) } : {}),
    ...(source.dates ? { lastCommitDates: (_root, folder) => source.dates!(folder) } : {}),
  }
}

/** What is said of the site as it is published holds for all its versions, whatever they said in their time. */
function deployment(config: SiteConfig, version: Version) {
  const { url, urls, formerUrls, offline, analytics, security, server, versions } = config
  const base = config.base.slice(0, -1) + version.path
  const noindex = config.noindex || version.noindex
  const today = { url, urls, formerUrls, offline, analytics, security, server, versions }
  // What is printed as one document is the current version.
  return { ...today, base, noindex, print: false }
}

/** Edit links lead to where the files of the version are: in its folder, or on its branch; a tag stays as it is. */
function editedTheme({ theme, contentDir }: SiteConfig, { edited }: VersionSource): SiteConfig['theme'] {
  if (!edited) return theme.docsRepo === undefined ? { ...theme, docsDir: undefined } : theme
  const { branch, prefix } = edited
  if (branch === undefined) return { ...theme, editLinks: false }
  return { ...theme, docsBranch: branch, docsDir: theme.docsDir ?? path.posix.join(prefix, contentDir) }
}

function treesFolder({ cacheDir }: Session): string {
  return path.join(cacheDir, 'versions', '.trees')
}

/**
 * The findings without which a version could be built, with the version and its files as the current site has them. Nobody
 * mends what is only doubtful in what is frozen.
 */
export function nameErrors(
  findings: readonly Finding[],
  { version, source }: Pick<LoadedVersion, 'version' | 'source'>,
): Finding[] {
  const errors = findings.filter(finding => finding.severity === 'error' && !isTolerable(finding))
  return errors.map(finding => {
    const { place, message, hint } = finding
    return {
      ...finding,
      message: `Version \`${version.id}\`: ${message}`,
      hint: `${hint ?? 'Fix it there.'} Or leave such versions out with \`--skip-broken-versions\`.`,
      ...(place ? { place: { ...place, file: source.name + place.file } } : {}),
    }
  })
}

function skipped({ id }: Version, [first]: readonly Finding[]): Finding {
  const reason = first?.message.replace(/^Version `[^`]+`: /, '') ?? ''
  return {
    rule: 'config/version-skipped',
    severity: 'warning',
    message: `Version \`${id}\` is left out: ${reason}`,
    ...(first?.place ? { place: first.place } : {}),
  }
}

/** Where an old version is read from. */
export interface VersionSource {
  /** Absolute folder of its site. */
  root: string
  /** What stands before its files in findings: `versions/1.x/`, `v0-docs:docs/`. */
  name: string
  /** Folder of exported files that must stay; absent for a folder of the site. */
  tree?: string
  /** Where readers can edit what comes from Git: the branch, unless it is a tag, and the folder of the site on it. */
  edited?: { branch: string | undefined; prefix: string }
  /** Dates of its files, where Git is asked for a branch or tag. */
  dates?(contentDir: string): Promise<CommitDates>
}

/** Why a version cannot be read, and what to do about it. */
export interface NoSource {
  message: string
  hint: string
}

interface SourceContext {
  /** Absolute folder of the current site. */
  root: string
  /** Absolute folder for exported trees. */
  trees: string
  /** Absolute folder for what the next build can use again of this version. */
  cacheDir: string
  damage: Damage
}

/** Finds the folder of an old version; a branch or tag is written into the cache, where it stays until it changes. */
function findSource(version: Version, context: SourceContext): Promise<VersionSource | NoSource> {
  const { source = { from: '.' } } = version
  return 'from' in source ? findFolder(version, source.from, context) : findRef(source.ref, context)
}

async function findFolder(
  { id }: Version,
  from: string,
  { root }: SourceContext,
): Promise<VersionSource | NoSource> {
  const folder = path.resolve(root, from)
  const name = sitePath(root, folder)
  if (name === '')
    return { message: '`from` is the site itself.', hint: 'Name the folder of an old version.' }
  if (existsSync(folder)) return { root: folder, name: `${name}/` }
  return {
    message: `There is no folder \`${from}\`.`,
    hint: `Copy what version \`${id}\` was made from there: its configuration, its content and its public files.`,
  }
}

async function findRef(ref: string, context: SourceContext): Promise<VersionSource | NoSource> {
  const { root, trees, cacheDir, damage } = context
  const found = await findTree(root, ref)
  if ('problem' in found) return noTree(ref, found)
  const { commit, tree, prefix, isBranch } = found
  try {
    const top = await exportTree(root, tree, trees)
    const folder = path.join(top, prefix)
    if (!existsSync(folder)) {
      const hint = 'Name a branch or tag in which the site lies where it lies now.'
      return { message: `\`${ref}\` has no folder \`${prefix}\`.`, hint }
    }
    const dates = (contentDir: string) =>
      rememberDates({ cacheDir, damage, key: `${commit}:${prefix}${contentDir}` }, () =>
        lastCommitDates(root, contentDir, { commit }),
      )
    const edited = { branch: isBranch ? ref : undefined, prefix }
    return { root: folder, name: `${ref}:${prefix}`, tree, edited, dates }
  } catch (error) {
    const hint = 'Look at what Git says, and whether the cache can be written.'
    return { message: `\`${ref}\` cannot be read: ${whyGitFailed(error)}.`, hint }
  }
}

function noTree(ref: string, { problem, shallow }: NoTree): NoSource {
  return {
    message: `\`${ref}\` cannot be read: ${problem}.`,
    hint: shallow
      ? `This is a shallow clone: fetch it with \`git fetch --depth=1 origin tag ${ref}\`, or the branch with \`git fetch --depth=1 origin ${ref}:refs/remotes/origin/${ref}\`; in GitHub Actions, set \`fetch-depth: 0\` for \`actions/checkout\`.`
      : `\`git fetch --tags origin\` fetches what is missing; \`git branch -a\` and \`git tag\` list what there is.`,
  }
}

/** History does not change: what Git said of a commit once, it says again. Where it could not tell, it is asked again. */
async function rememberDates(
  { cacheDir, damage, key }: Pick<SourceContext, 'cacheDir' | 'damage'> & { key: string },
  ask: () => Promise<CommitDates>,
): Promise<CommitDates> {
  const file = path.join(cacheDir, 'dates.json')
  const stored = JSON.parse(readStored(file, damage) ?? '{}') as {
    key?: string
    dates?: [string, string][]
  }
  if (stored.key === key && stored.dates) return { dates: new Map(stored.dates) }
  const told = await ask()
  if (!told.problem) writeStored(file, JSON.stringify({ key, dates: [...told.dates] }))
  return told
}
