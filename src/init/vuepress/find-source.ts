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

/** Finds `.vuepress` in `dir` or in a folder of it; undefined when there is none. */
export async function findVuepress(dir: string): Promise<VuepressFolders | undefined> {
  const candidates = [dir, ...(await subfolders(dir))]
  for (const folder of candidates) {
    if (!(await isFolder(path.join(folder, '.vuepress')))) continue
    const configFile = await findConfig(path.join(folder, '.vuepress'))
    return {
      root: path.dirname(folder),
      source: path.basename(folder),
      ...(configFile ? { configFile } : {}),
    }
  }
  return undefined
}

async function subfolders(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter(entry => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
  return folders.map(entry => path.join(dir, entry.name)).toSorted()
}

/** B257: the order in which VuePress looks. */
async function findConfig(folder: string): Promise<string | undefined> {
  for (const name of ['config.yml', 'config.yaml', 'config.toml', 'config.js', 'config.ts']) {
    if (await exists(path.join(folder, name))) return path.join(folder, name)
  }
  return undefined
}
