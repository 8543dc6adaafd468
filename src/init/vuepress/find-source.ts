import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { exists, isFolder } from '../../lib/files.ts'

/** Where a VuePress 1 site lies. */
export interface VuepressFolders {
  /** Absolute folder for `site.config.ts`: the one that holds the source folder. */
  root: string
  /** Name of the source folder in it. */
  source: string
  /** Absolute configuration file; absent when there is none. */
  configFile?: string
}

/** How deep a source folder may lie: `packages/docs/docs` is 3. */
const DEEPEST = 4
/** Folders that hold no sources. */
const SKIPPED = /^\.|^(?:node_modules|dist|build|coverage|vendor|__\w+__)$/

/** Finds `.vuepress` in `dir` or below it: the nearest, of several at the same depth the first; says why there is none. */
export async function findVuepress(dir: string): Promise<VuepressFolders | { problem: string }> {
  let folders = [dir]
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    for (const folder of folders) {
      if (!(await isFolder(path.join(folder, '.vuepress')))) continue
      // What stands beside the source folder would be outside of the project.
      if (await exists(path.join(folder, '.git'))) return { problem: AT_THE_TOP }
      const configFile = await findConfig(path.join(folder, '.vuepress'))
      return {
        root: path.dirname(folder),
        source: path.basename(folder),
        ...(configFile ? { configFile } : {}),
      }
    }
    folders = (await Promise.all(folders.map(subfolders))).flat()
  }
  return { problem: 'There is no `.vuepress` folder here, nor in a folder of this one.' }
}

const AT_THE_TOP =
  'The pages lie in the folder of the repository itself. docsgen wants them in one of their own: move them with `.vuepress` into `docs`, and run this again.'

async function subfolders(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter(entry => entry.isDirectory() && !SKIPPED.test(entry.name))
  return folders.map(entry => path.join(dir, entry.name)).toSorted()
}

/** B257: the order in which VuePress looks. */
async function findConfig(folder: string): Promise<string | undefined> {
  for (const name of ['config.yml', 'config.yaml', 'config.toml', 'config.js', 'config.ts']) {
    if (await exists(path.join(folder, name))) return path.join(folder, name)
  }
  return undefined
}
