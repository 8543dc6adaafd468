import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { findCommit, runGit, whyGitFailed } from './git.ts'

/** What a branch or tag stands for. */
export interface Tree {
  /** Hash of the commit. */
  commit: string
  /** Hash of all that it holds. */
  tree: string
  /** Folder of the site in the repository, with a slash at the end; empty for the repository itself. */
  prefix: string
  /** It is a branch, which goes on, and no tag. */
  isBranch: boolean
}

/** Why there is no tree; `shallow`: the clone lacks most of the history. */
export interface NoTree {
  problem: string
  shallow: boolean
}

/** Looks a branch or tag of the repository up that `folder` is in; a branch may be that of the remote alone. */
export async function findTree(folder: string, ref: string): Promise<Tree | NoTree> {
  try {
    const { stdout: where } = await runGit(folder, ['rev-parse', '--show-prefix', '--is-shallow-repository'])
    const [prefix = '', isShallow] = where.split('\n')
    for (const name of [ref, `origin/${ref}`]) {
      const found = await resolve(folder, name)
      if (found) return { ...found, prefix, isBranch: await isBranch(folder, name) }
    }
    return { problem: `the repository has no branch or tag \`${ref}\``, shallow: isShallow === 'true' }
  } catch (error) {
    return { problem: whyGitFailed(error), shallow: false }
  }
}

async function resolve(folder: string, ref: string): Promise<Pick<Tree, 'commit' | 'tree'> | undefined> {
  const commit = await findCommit(folder, ref)
  if (commit === undefined) return undefined
  return { commit, tree: (await runGit(folder, ['rev-parse', `${commit}^{tree}`])).stdout.trim() }
}

async function isBranch(folder: string, name: string): Promise<boolean> {
  const args = ['rev-parse', '--symbolic-full-name', '--end-of-options', name]
  return /^refs\/(?:heads|remotes)\//m.test((await runGit(folder, args)).stdout)
}

/**
 * Writes the files of a tree into a folder named by its hash below `target`, unless they are there. Neither the working tree nor
 * the index of the repository is touched.
 * @returns absolute folder
 * @throws what Git and the system refuse
 */
export async function exportTree(folder: string, tree: string, target: string): Promise<string> {
  const exported = path.join(target, tree)
  if (existsSync(exported)) return exported
  const temporary = `${exported}.tmp-${process.pid}`
  const index = `${temporary}.index`
  try {
    await rm(temporary, { recursive: true, force: true })
    await mkdir(temporary, { recursive: true })
    const { stdout } = await runGit(folder, ['rev-parse', '--show-toplevel'])
    const top = stdout.replace(/\n$/, '')
    await runGit(top, ['read-tree', tree], { index })
    await runGit(top, ['checkout-index', '--all', `--prefix=${temporary}${path.sep}`], { index })
    await rename(temporary, exported)
  } finally {
    await Promise.all([temporary, index].map(file => rm(file, { recursive: true, force: true })))
  }
  return exported
}

/** Removes the trees in a folder that are not among `used`. */
export async function dropTrees(target: string, used: ReadonlySet<string>): Promise<void> {
  const names = await readdir(target).catch(() => [])
  const stale = names.filter(name => /^[0-9a-f]+$/.test(name) && !used.has(name))
  await Promise.all(stale.map(name => rm(path.join(target, name), { recursive: true, force: true })))
}
