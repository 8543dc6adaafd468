import path from 'node:path'
import { exists } from '../../lib/files.ts'
import { atTheTop, findFolder } from '../common/find-folder.ts'

/** Where a VuePress 1 site lies. */
export interface VuepressFolders {
  /** Absolute folder for `site.config.ts`: the one that holds the source folder. */
  root: string
  /** Name of the source folder in it. */
  source: string
  /** Absolute configuration file; absent when there is none. */
  configFile?: string
}

/** Finds `.vuepress` in `dir` or below it; says why there is none. */
export async function findVuepress(dir: string): Promise<VuepressFolders | { problem: string }> {
  const found = await findFolder(dir, '.vuepress')
  if ('problem' in found) return found
  if (found.isRepository) return { problem: atTheTop('.vuepress') }
  const { folder } = found
  const configFile = await findConfig(path.join(folder, '.vuepress'))
  return {
    root: path.dirname(folder),
    source: path.basename(folder),
    ...(configFile ? { configFile } : {}),
  }
}

/** B257: the order in which VuePress looks. */
async function findConfig(folder: string): Promise<string | undefined> {
  for (const name of ['config.yml', 'config.yaml', 'config.toml', 'config.js', 'config.ts']) {
    if (await exists(path.join(folder, name))) return path.join(folder, name)
  }
  return undefined
}
