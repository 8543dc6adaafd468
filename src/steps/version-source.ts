import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Damage, readStored, writeStored } from '../cache/checked-file.ts'
import { lastCommitDates, whyGitFailed, type CommitDates } from '../lib/git.ts'
import { exportTree, findTree, type NoTree } from '../lib/git-tree.ts'
import type { Version } from '../schema/versions.ts'
import { sitePath } from '../lib/posix-path.ts'

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
export function findSource(version: Version, context: SourceContext): Promise<VersionSource | NoSource> {
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
  const stored = JSON.parse((await readStored(file, damage)) ?? '{}') as {
    key?: string
    dates?: [string, string][]
  }
  if (stored.key === key && stored.dates) return { dates: new Map(stored.dates) }
  const told = await ask()
  if (!told.problem) await writeStored(file, JSON.stringify({ key, dates: [...told.dates] }))
  return told
}
